// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host's loop over one elementwise expression, all operands contiguous. It is vectorised whatever flags the user
// compiles with, for the widest vectors of the processor that the program meets. Layer: launch; host only.

#include "cushard/base/config.hpp"
#include "cushard/base/tuple.hpp"

#include <cstring>

// How the loop is compiled. By g++: optimised and uncontracted in any build, with all that it calls inlined. clang
// takes no such attributes, and optimises only where the user does; it contracts within one expression of the source,
// where the library's own functions leave it nothing to. On x86 the loop is compiled for three widths of vectors.
#if defined(__clang__)
#define CUSHARD_VECTOR_LOOP(...) __attribute__((noinline __VA_OPT__(, target(__VA_ARGS__))))
#else
#define CUSHARD_VECTOR_LOOP(...) \
    __attribute__((optimize("O3", "fp-contract=off"), flatten, noinline __VA_OPT__(, target(__VA_ARGS__))))
#endif

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Copies `count` elements and repeats the last one up to `whole` of them. Not inlined: it is one for all types.
[[gnu::noinline]] inline void pad_elements(unsigned char* to, const void* from, unsigned long element_bytes,
                                           index_t count, index_t whole) {
    const unsigned long bytes = element_bytes * static_cast<unsigned long>(count);
    std::memcpy(to, from, bytes);
    for (index_t i = count; i < whole; ++i) {
        std::memcpy(to + element_bytes * static_cast<unsigned long>(i), to + bytes - element_bytes, element_bytes);
    }
}

/// Which of the loop's forms this processor runs.
enum class vector_width { baseline, avx2, avx512 };

inline vector_width host_vector_width() noexcept {
#if defined(__x86_64__)
    static const vector_width found = __builtin_cpu_supports("avx512f") ? vector_width::avx512
                                      : __builtin_cpu_supports("avx2")  ? vector_width::avx2
                                                                        : vector_width::baseline;
    return found;
#else
    return vector_width::baseline;
#endif
}

template <class Flat, class Inputs = index_list_of<Flat::inputs::size>,
          class Outputs = index_list_of<Flat::outputs::size>>
struct host_loop;

template <class Flat, int... In, int... Out>
struct host_loop<Flat, index_list<In...>, index_list<Out...>> {
    template <int Index>
    using input = tuple_element_t<Index, typename Flat::inputs>;
    template <int Index>
    using output = tuple_element_t<Index, typename Flat::outputs>;

    static constexpr bool small = ((sizeof(input<In>) <= 16) && ...) && ((sizeof(output<Out>) <= 16) && ...);

    /// Elements are evaluated in blocks of this many, a multiple of every vector's length (64 bytes in AVX-512), so
    /// that none is left to a scalar remainder. Elements too large for vectors go one by one.
    static constexpr index_t block = small ? 64 : 1;

    /// Room for one block of `T`, which need not be default constructible.
    template <class T>
    struct alignas(64) tile {
        unsigned char bytes[sizeof(T) * static_cast<unsigned long>(block)];
    };

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"  // that a functor cannot be vectorised is no fault
#endif
    /// Evaluates `blocks * block` elements. An output may be an input, element on element; all of an element's inputs
    /// are read before its outputs are written, and elements do not depend on each other.
    __attribute__((always_inline)) static inline void run(const Flat& functor, void* const* outputs,
                                                          const void* const* inputs, index_t blocks,
                                                          const index_t* index) {
        const Flat flat = functor;
        [[maybe_unused]] const tuple<const input<In>*...> from{{{static_cast<const input<In>*>(inputs[In])}...}};
        const tuple<output<Out>*...> to{{{static_cast<output<Out>*>(outputs[Out])}...}};
        const index_t count = blocks * block;
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
        for (index_t i = 0; i < count; ++i) {
            const typename Flat::inputs values{{{get<In>(from)[i]}...}};
            typename Flat::outputs results;
            flat(Flat::uses_position ? index[i] : 0, values, results);
            ((get<Out>(to)[i] = get<Out>(results)), ...);
        }
    }
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

    CUSHARD_VECTOR_LOOP()
    static void run_baseline(const Flat& functor, void* const* outputs, const void* const* inputs, index_t blocks,
                             const index_t* index) {
        run(functor, outputs, inputs, blocks, index);
    }
#if defined(__x86_64__)
    CUSHARD_VECTOR_LOOP("avx2")
    static void run_avx2(const Flat& functor, void* const* outputs, const void* const* inputs, index_t blocks,
                         const index_t* index) {
        run(functor, outputs, inputs, blocks, index);
    }
    CUSHARD_VECTOR_LOOP("avx512f")
    static void run_avx512(const Flat& functor, void* const* outputs, const void* const* inputs, index_t blocks,
                           const index_t* index) {
        run(functor, outputs, inputs, blocks, index);
    }
#endif

    /// `run`, in the widest form that the processor has.
    static void run_blocks(const Flat& functor, void* const* outputs, const void* const* inputs, index_t blocks,
                           const index_t* index) {
#if defined(__x86_64__)
        const vector_width width = host_vector_width();
        if (width == vector_width::avx512) return run_avx512(functor, outputs, inputs, blocks, index);
        if (width == vector_width::avx2) return run_avx2(functor, outputs, inputs, blocks, index);
#endif
        run_baseline(functor, outputs, inputs, blocks, index);
    }

    /// Evaluates `count < block` elements as a whole block: the last one stands for those that are not there.
    static void run_padded(const Flat& functor, void* const* outputs, const void* const* inputs, index_t count,
                           const index_t* index) {
        [[maybe_unused]] tuple<tile<input<In>>...> from;
        tuple<tile<output<Out>>...> to;
        (pad_elements(get<In>(from).bytes, inputs[In], sizeof(input<In>), count, block), ...);
        const void* const padded_inputs[sizeof...(In) + 1] = {get<In>(from).bytes...};
        void* const padded_outputs[] = {get<Out>(to).bytes...};
        if constexpr (Flat::uses_position) {
            index_t positions[block];
            for (index_t i = 0; i < block; ++i) positions[i] = index[i < count ? i : count - 1];
            run_blocks(functor, padded_outputs, padded_inputs, 1, positions);
        } else {
            run_blocks(functor, padded_outputs, padded_inputs, 1, nullptr);
        }
        (std::memcpy(outputs[Out], get<Out>(to).bytes, sizeof(output<Out>) * static_cast<unsigned long>(count)), ...);
    }

    template <int Index>
    static const void* advanced_input(const void* const* inputs, index_t by) {
        return static_cast<const input<Index>*>(inputs[Index]) + by;
    }
    template <int Index>
    static void* advanced_output(void* const* outputs, index_t by) {
        return static_cast<output<Index>*>(outputs[Index]) + by;
    }

    static void run_all(const Flat& functor, void* const* outputs, const void* const* inputs, index_t count,
                        const index_t* index) {
        const index_t blocks = count / block;
        const index_t done = blocks * block;
        if (blocks > 0) run_blocks(functor, outputs, inputs, blocks, index);
        if (done == count) return;
        const void* const rest_inputs[sizeof...(In) + 1] = {advanced_input<In>(inputs, done)...};
        void* const rest_outputs[] = {advanced_output<Out>(outputs, done)...};
        run_padded(functor, rest_outputs, rest_inputs, count - done, Flat::uses_position ? index + done : nullptr);
    }
};

/// Evaluates `count` elements of the flat functor at `functor`, from and to contiguous memory: an `elementwise_body`.
/// `index` holds the elements' global indices, and is not read unless `Flat::uses_position`. An output may be an input,
/// element on element; otherwise outputs overlap nothing. An element's value does not depend on where a range is cut.
template <class Flat>
void host_body(const void* functor, void* const* outputs, const void* const* inputs, index_t count,
               const index_t* index) {
    host_loop<Flat>::run_all(*static_cast<const Flat*>(functor), outputs, inputs, count, index);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#undef CUSHARD_VECTOR_LOOP
