// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of plan.hpp. Layer: lower.

#include "cushard/lower/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline global_place whole_place(const shape& extents) {
    global_place out;
    index_t step = 1;
    for (int d = extents.rank(); d-- > 0;) {
        out.strides[static_cast<std::size_t>(d)] = step;
        step *= extents[d];
    }
    return out;
}

inline void bind_operand(operand& out, void* base, std::int32_t element_bytes, bool written,
                         const strided_layout& layout, const shape& extents) {
    out.data = static_cast<char*>(base) + layout.offset * element_bytes;
    out.element_bytes = element_bytes;
    out.written = written;
    out.strides[0] = 0;
    const int lacking = extents.rank() - layout.rank();  // below 0: leading axes of 1
    for (int d = 0; d < extents.rank(); ++d) {
        const int axis = d - lacking;
        const bool repeated = axis < 0 || (layout.extents[axis] == 1 && extents[d] != 1);
        out.strides[d] = repeated ? 0 : layout.stride(axis);
    }
}

/// The loop nest being worked on, with every operand's strides and the global index's own.
class loop_nest {
public:
    loop_nest(geometry& nest, bool uses_position) noexcept
        : nest_(nest), count_(nest.outputs + nest.inputs), uses_position_(uses_position) {}

    /// Axes in the order of the first output's strides, largest outside; NumPy's K order.
    void sort_axes() {
        const operand& output = nest_.operands[0];
        for (int d = 1; d < nest_.rank; ++d) {
            for (int k = d; k > 0 && magnitude(output.strides[k - 1]) < magnitude(output.strides[k]); --k) {
                swap_axes(k - 1, k);
            }
        }
    }

    /// Axes along which the output runs backward are turned around for all.
    void flip_axes() {
        for (int d = 0; d < nest_.rank; ++d) {
            if (nest_.operands[0].strides[d] >= 0) continue;
            const index_t last = nest_.extents[d] - 1;
            for (int k = 0; k < count_; ++k) {
                operand& one = nest_.operands[k];
                one.data = static_cast<char*>(one.data) + last * one.strides[d] * one.element_bytes;
                one.strides[d] = -one.strides[d];
            }
            nest_.origin += last * nest_.index_strides[d];
            nest_.index_strides[d] = -nest_.index_strides[d];
        }
    }

    /// Axes of one element go; an axis joins the one outside it where for every operand the outer stride is the inner
    /// stride times the inner extent.
    void merge_axes() {
        int rank = 0;
        for (int d = 0; d < nest_.rank; ++d) {
            if (nest_.extents[d] == 1) continue;
            if (rank > 0 && mergeable(rank - 1, d)) {
                const index_t inner = nest_.extents[d];
                nest_.extents[rank - 1] *= inner;
                take_strides(rank - 1, d);
            } else {
                nest_.extents[rank] = nest_.extents[d];
                take_strides(rank, d);
                ++rank;
            }
        }
        nest_.rank = rank;
    }

    [[nodiscard]] kernel_kind kind() const {
        if (nest_.rank <= 1 && inner_strides_are(false)) return kernel_kind::contiguous;
        if (nest_.rank == 2 && inner_strides_are(true) && outputs_are_dense()) return kernel_kind::broadcast;
        return kernel_kind::strided;
    }

    /// Whether every input's elements follow one another along the loop, and positions with them.
    [[nodiscard]] bool inputs_run_along() const {
        if (nest_.rank == 0) return true;
        if (nest_.rank > 1) return false;
        for (int k = nest_.outputs; k < count_; ++k) {
            if (stride(k, 0) != 1) return false;
        }
        return !uses_position_ || nest_.index_strides[0] == 1;
    }

    /// Whether the only axis has stride 1 in every operand.
    [[nodiscard]] bool is_one_run() const { return inner_strides_are(false); }

    /// The most elements, or the longest offset in elements, that 31 bits hold.
    static constexpr index_t most_narrow = std::numeric_limits<std::int32_t>::max();

    /// Whether an element's offset, in elements, may need more than 31 bits for some operand.
    [[nodiscard]] bool is_wide() const {
        if (nest_.size() > most_narrow) return true;
        for (int k = 0; k < count_; ++k) {
            index_t span = 0;
            for (int d = 0; d < nest_.rank; ++d) span += (nest_.extents[d] - 1) * magnitude(stride(k, d));
            if (span > most_narrow) return true;
        }
        return false;
    }

private:
    static index_t magnitude(index_t value) noexcept { return value < 0 ? -value : value; }
    [[nodiscard]] index_t stride(int k, int d) const noexcept { return nest_.operands[k].strides[d]; }

    static void swap(index_t& a, index_t& b) noexcept {
        const index_t old = a;
        a = b;
        b = old;
    }
    void swap_axes(int a, int b) {
        swap(nest_.extents[a], nest_.extents[b]);
        swap(nest_.index_strides[a], nest_.index_strides[b]);
        for (int k = 0; k < count_; ++k) swap(nest_.operands[k].strides[a], nest_.operands[k].strides[b]);
    }
    void take_strides(int to, int from) {
        nest_.index_strides[to] = nest_.index_strides[from];
        for (int k = 0; k < count_; ++k) nest_.operands[k].strides[to] = nest_.operands[k].strides[from];
    }
    [[nodiscard]] bool mergeable(int outer, int inner) const {
        const index_t extent = nest_.extents[inner];
        for (int k = 0; k < count_; ++k) {
            if (stride(k, outer) != stride(k, inner) * extent) return false;
        }
        return !uses_position_ || nest_.index_strides[outer] == nest_.index_strides[inner] * extent;
    }
    [[nodiscard]] bool inner_strides_are(bool zero_allowed) const {
        if (nest_.rank == 0) return true;
        for (int k = 0; k < count_; ++k) {
            const index_t inner = stride(k, nest_.rank - 1);
            if (inner != 1 && !(inner == 0 && zero_allowed && k >= nest_.outputs)) return false;
        }
        return !uses_position_ || nest_.index_strides[nest_.rank - 1] == 1;
    }
    [[nodiscard]] bool outputs_are_dense() const {
        for (int k = 0; k < nest_.outputs; ++k) {
            if (stride(k, 0) != nest_.extents[1]) return false;
        }
        return true;
    }

    geometry& nest_;
    int count_;
    bool uses_position_;
};

inline void begin_plan(geometry& nest, const shape& extents, const global_place& place) {
    nest.rank = extents.rank();
    nest.origin = place.origin;
    nest.index_strides[0] = 0;
    for (int d = 0; d < nest.rank; ++d) {
        nest.extents[d] = extents[d];
        nest.index_strides[d] = place.strides[static_cast<std::size_t>(d)];
    }
}

inline void plan_in_order(geometry& nest, const shape& extents, const global_place& place, bool uses_position) {
    begin_plan(nest, extents, place);
    loop_nest loops(nest, uses_position);
    loops.merge_axes();
    nest.kind = loops.inputs_run_along() ? kernel_kind::contiguous : kernel_kind::strided;
    nest.wide = loops.is_wide();
}

inline void plan(geometry& nest, const shape& extents, const global_place& place, bool uses_position) {
    begin_plan(nest, extents, place);
    loop_nest loops(nest, uses_position);
    if (nest.rank == 1 && nest.extents[0] != 1 && loops.is_one_run()) {  // what most loops are, without further ado
        nest.kind = kernel_kind::contiguous;
        nest.wide = nest.extents[0] > loop_nest::most_narrow;
        return;
    }
    loops.sort_axes();
    loops.flip_axes();
    loops.merge_axes();
    nest.kind = loops.kind();
    // One run of elements in which an operand repeats (an array and a scalar in memory) is one row of the broadcast
    // kind.
    if (nest.kind == kernel_kind::strided && nest.rank == 1) {
        nest.extents[1] = nest.extents[0];
        nest.extents[0] = 1;
        nest.index_strides[1] = nest.index_strides[0];
        nest.index_strides[0] = 0;
        nest.rank = 2;
        for (int k = 0; k < nest.outputs + nest.inputs; ++k) {
            nest.operands[k].strides[1] = nest.operands[k].strides[0];
            nest.operands[k].strides[0] = k < nest.outputs ? nest.extents[1] : 0;
        }
        nest.kind = loops.kind();
        if (nest.kind == kernel_kind::strided) loops.merge_axes();
    }
    nest.wide = loops.is_wide();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
