// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What all elementwise kernels share: how many elements a thread takes, and the call of the flat functor on elements
// that stand in registers. Layer: launch; device code.

#include "cushard/launch/elementwise/words.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Properties of a list of element types.
template <class Tuple>
struct type_sizes;
template <class... Ts>
struct type_sizes<tuple<Ts...>> {
    static constexpr int count = sizeof...(Ts);
    static constexpr int sum = (0 + ... + static_cast<int>(sizeof(Ts)));
    static constexpr bool regular = (true && ... && is_power_of_two(sizeof(Ts)));
    static CUSHARD_HD constexpr int widest() {
        int size = 0;
        ((size = static_cast<int>(sizeof(Ts)) > size ? static_cast<int>(sizeof(Ts)) : size), ...);
        return size;
    }
};

/// Elements a thread takes: one 16-byte vector of the widest type; two where all inputs together are too narrow to keep
/// the memory busy (int8 to float, measured); one element where a type's size is no power of two.
template <class Flat>
CUSHARD_HD constexpr int elements_per_thread() {
    using in = type_sizes<typename Flat::inputs>;
    using out = type_sizes<typename Flat::outputs>;
    const int widest = in::widest() > out::widest() ? in::widest() : out::widest();
    if (!in::regular || !out::regular || widest >= 16) return 1;
    const int one = 16 / widest;
    return in::count > 0 && in::sum * one <= 8 ? 2 * one : one;
}

/// Storage for a value whose type need not have a default constructor.
template <class T>
union unset {
    CUSHARD_HD unset() {}
    T value;
};

/// `tuple<pack<Ts, Count>...>`: the vectors of all operands; `singles`: one element of each.
template <class Tuple, int Count>
struct packs_of;
template <class... Ts, int Count>
struct packs_of<tuple<Ts...>, Count> {
    using together = tuple<pack<Ts, Count>...>;
    using alone = tuple<single<Ts>...>;
};
template <class Tuple, int Count>
using packs = typename packs_of<Tuple, Count>::together;
template <class Tuple>
using singles = typename packs_of<Tuple, 1>::alone;

/// Evaluates `Count` elements of which the first has the global index `position`, the next `position + step`, ….
/// `in` and `out` are tuples of packs.
template <int Count, class Flat, class In, class Out>
CUSHARD_HD void evaluate_packs(const Flat& functor, index_t position, index_t step, const In& in, Out& out) {
    unroll<Count>([&](int k) {
        unset<typename Flat::inputs> from;
        unset<typename Flat::outputs> to;
        for_each_index<In::size>([&](auto i) { detail::get<i.value>(from.value) = detail::get<i.value>(in)[k]; });
        functor(position + k * step, from.value, to.value);
        for_each_index<Out::size>([&](auto i) { detail::get<i.value>(out)[k] = detail::get<i.value>(to.value); });
    });
}

/// Evaluates one element: `input(i)` and `output(i)` point to it in operand `i`.
template <class Flat, class Input, class Output>
CUSHARD_HD void evaluate_element(const Flat& functor, index_t position, Input&& input, Output&& output) {
    singles<typename Flat::inputs> in;
    singles<typename Flat::outputs> out;
    for_each_index<Flat::inputs::size>([&](auto i) { detail::get<i.value>(in).load(input(i)); });
    evaluate_packs<1>(functor, position, 0, in, out);
    for_each_index<Flat::outputs::size>([&](auto i) { detail::get<i.value>(out).store(output(i)); });
}

/// The bytes from the first element of operand `Index` of `Tuple` to its element `element`.
template <int Index, class Tuple>
CUSHARD_HD constexpr index_t bytes_to(index_t element) {
    return element * static_cast<index_t>(sizeof(tuple_element_t<Index, Tuple>));
}

/// Pointers to the operands of a launch, as kernels take them.
template <class Flat>
struct operand_pointers {
    void* outputs[Flat::outputs::size];
    const void* inputs[Flat::inputs::size > 0 ? Flat::inputs::size : 1];

    /// Element `element` of input `Index`.
    template <int Index>
    CUSHARD_HD const void* input(index_t element) const {
        return static_cast<const char*>(inputs[Index]) + bytes_to<Index, typename Flat::inputs>(element);
    }
    /// Element `element` of output `Index`.
    template <int Index>
    CUSHARD_HD void* output(index_t element) const {
        return static_cast<char*>(outputs[Index]) + bytes_to<Index, typename Flat::outputs>(element);
    }
};

/// How consecutive elements split: `head` of them up to the first word boundary of the first output, then vectors, then
/// the rest. Threads behind those of the vectors take one element each, first those of the head.
struct vector_split {
    unsigned head;
    unsigned vectors;
};

/// `output` is where the first output's elements begin; where no element of it stands on a word boundary, `head` is 0.
template <class Flat>
CUSHARD_HD vector_split split_vectors(const void* output, unsigned elements) {
    constexpr unsigned count = elements_per_thread<Flat>();
    using element = tuple_element_t<0, typename Flat::outputs>;
    constexpr auto bytes = static_cast<unsigned>(sizeof(typename pack<element, count>::word_type));
    const unsigned past = static_cast<unsigned>(reinterpret_cast<address_t>(output)) & (bytes - 1);
    unsigned head = past % sizeof(element) == 0 ? ((bytes - past) & (bytes - 1)) / sizeof(element) : 0;
    if (head > elements) head = elements;
    return {head, (elements - head) / count};
}

/// The split without its first and last vector. Around those, operands that do not stand on word boundaries would be
/// read outside their elements: inside their memory, but where nobody may have written.
template <class Flat>
CUSHARD_HD vector_split inner_vectors(const vector_split& split) {
    constexpr unsigned count = elements_per_thread<Flat>();
    if (split.vectors <= 2) return {split.head, 0};
    return {split.head + count, split.vectors - 2};
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
