// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a reduction does to two values, what stands for no value, and what becomes of the root. `combine` takes the left
// neighbour first. `absent` keeps every bit of the other operand, so that a kernel may fill a ragged tile with it and
// still give the tree of `tree_nodes.hpp`. Layer: algorithm; device code.

#include "cushard/algorithm/tree_nodes.hpp"
#include "cushard/base/convert.hpp"
#include "cushard/base/intrinsics.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// +inf, or the largest value of a type that has none; a complex number has it in both parts.
template <number T>
CUSHARD_HD constexpr T highest() {
    if constexpr (is_same_v<T, half>) {
        return half::from_bits(0x7c00);
    } else if constexpr (is_same_v<T, bfloat16>) {
        return bfloat16::from_bits(0x7f80);
    } else if constexpr (floating<T>) {
        return static_cast<T>(__builtin_huge_val());
    } else if constexpr (complex_floating<T>) {
        return T(highest<typename T::value_type>(), highest<typename T::value_type>());
    } else if constexpr (boolean<T>) {
        return true;
    } else {
        return largest_v<T>;
    }
}

/// -inf, or the smallest value of a type that has none.
template <number T>
CUSHARD_HD constexpr T lowest() {
    if constexpr (boolean<T>) {
        return false;
    } else if constexpr (integer<T>) {
        return smallest_v<T>;
    } else {
        return -highest<T>();
    }
}

/// a < b; of complex numbers the real parts decide, and the imaginary parts where those are equal (as NumPy).
template <number T>
CUSHARD_HD constexpr bool is_less(T a, T b) {
    if constexpr (complex_floating<T>) {
        return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
    } else {
        return a < b;
    }
}

/// `a` if it is a NaN or goes `before` the other, else `b`, or `b` if that is a NaN.
template <number T>
CUSHARD_HD constexpr T choose(T a, T b, bool before) {
    if constexpr (complex_floating<T>) {
        return a != a || (before && b == b) ? a : b;
    } else if constexpr (floating<T>) {
        return before || a != a ? a : b;
    } else {
        return before ? a : b;
    }
}

/// NumPy's `sum`: accumulates in `Accumulator`, gives the root as `Result`; the sum of nothing is 0.
template <number Accumulator, number Result = Accumulator>
struct sum_of {
    using value_type = Accumulator;
    using result_type = Result;
    static constexpr const char* name = "sum";
    static constexpr bool commutative = true;  ///< in every bit of every value that is not a NaN

    CUSHARD_HD static constexpr value_type combine(value_type a, value_type b) {
        if constexpr (integer<value_type>) {
            using wrapping = wrapping_t<value_type>;
            return static_cast<value_type>(static_cast<wrapping>(a) + static_cast<wrapping>(b));
        } else if constexpr (complex_floating<value_type>) {
            return a + b;
        } else {
            return fp::add(a, b);
        }
    }
    /// x + -0.0 is x, for x = +0.0 and -0.0 too; x + 0.0 is not.
    CUSHARD_HD static constexpr value_type absent() {
        if constexpr (integer<value_type>) {
            return 0;
        } else {
            return -value_type(0);
        }
    }
    CUSHARD_HD static constexpr result_type finish(value_type root, index_t count) {
        return count == 0 ? convert<result_type>(0) : convert<result_type>(root);
    }
};

/// NumPy's `mean`: the sum, divided before it is rounded to `Result`. The mean of nothing is NaN.
template <number Accumulator, number Result = Accumulator>
struct mean_of : sum_of<Accumulator, Result> {
    static constexpr const char* name = "mean";

    CUSHARD_HD static Result finish(Accumulator root, index_t count) {
        const auto n = static_cast<double>(count);
        if constexpr (complex_floating<Accumulator>) {
            using part = typename Accumulator::value_type;
            return convert<Result>(Accumulator(convert<part>(fp::div(static_cast<double>(root.real()), n)),
                                               convert<part>(fp::div(static_cast<double>(root.imag()), n))));
        } else {
            return convert<Result>(fp::div(convert<double>(root), n));
        }
    }
};

/// NumPy's `min`: a NaN wins. Of nothing it is `absent()`; callers refuse that before.
template <number T>
struct min_of {
    using value_type = T;
    using result_type = T;
    static constexpr const char* name = "min";
    /// Of equal floating values, -0.0 and 0.0 differ in bits, and NaNs do.
    static constexpr bool commutative = integer<T> || boolean<T>;

    CUSHARD_HD static constexpr T combine(T a, T b) { return choose(a, b, is_less(a, b)); }
    CUSHARD_HD static constexpr T absent() { return highest<T>(); }
    CUSHARD_HD static constexpr T finish(T root, index_t) { return root; }
};

/// NumPy's `max`: a NaN wins. Of nothing it is `absent()`; callers refuse that before.
template <number T>
struct max_of {
    using value_type = T;
    using result_type = T;
    static constexpr const char* name = "max";
    static constexpr bool commutative = integer<T> || boolean<T>;

    CUSHARD_HD static constexpr T combine(T a, T b) { return choose(a, b, is_less(b, a)); }
    CUSHARD_HD static constexpr T absent() { return lowest<T>(); }
    CUSHARD_HD static constexpr T finish(T root, index_t) { return root; }
};

/// `combine` as a function object.
template <class Reducer>
struct combine_by {
    using value = typename Reducer::value_type;
    CUSHARD_HD constexpr value operator()(value a, value b) const { return Reducer::combine(a, b); }
};

/// What the nodes of all parts come to, part after part.
template <class Reducer>
CUSHARD_HD typename Reducer::result_type merged_result(const part_boundaries& cuts,
                                                       const typename Reducer::value_type* nodes) {
    const index_t count = cuts.count();
    return Reducer::finish(
        count == 0 ? Reducer::absent() : merge_nodes(nodes, cuts.boundaries, cuts.parts, combine_by<Reducer>{}), count);
}

/// In which type sums of elements `T` accumulate: integers and bool in 64 bits, half and bfloat16 in float.
template <number T>
using sum_accumulator_t = conditional_t<
    boolean<T>, index_t,
    conditional_t<integer<T>, integer_of_t<8, is_signed_v<T>>, conditional_t<small_floating<T>, float, T>>>;

/// The reducers of an array of `T`: the flat functor below them gives `value_type`.
template <number T>
using sum_reducer = sum_of<sum_accumulator_t<T>, conditional_t<small_floating<T>, T, sum_accumulator_t<T>>>;
template <number T>
using mean_reducer =
    conditional_t<boolean<T> || integer<T>, mean_of<double>, mean_of<conditional_t<small_floating<T>, float, T>, T>>;
template <number T>
using min_reducer = min_of<T>;
template <number T>
using max_reducer = max_of<T>;

}  // namespace detail
}  // namespace v0
}  // namespace cushard
