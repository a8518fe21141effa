// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `sum mean min max` of everything that a lazy operand has. They are lazy themselves: an expression of one element,
// which is computed, into device memory, when something that reads it is evaluated. Layer: algorithm.

#include "cushard/algorithm/submit_reduce.hpp"
#include "cushard/expr/expression.hpp"
#include "cushard/expr/make_call.hpp"

#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline constexpr shape one_element{};

/// A reduction that has not run: the operand of an expression of rank 0.
template <class Reducer, class Tree>
class deferred_reduction final : public device_operand_body {
public:
    explicit deferred_reduction(expression<Tree> source) : source_(std::move(source)) {}

    [[nodiscard]] const shape& extents() const noexcept override { return one_element; }
    [[nodiscard]] array_ref materialise() const override {
        const whole_reduction<Reducer, Tree> reduction(source_);
        const array_ref target =
            new_body(Reducer::name, one_element, sizeof(typename Reducer::result_type), reduction.home());
        reduction.into(*target);
        return target;
    }
    bool compute_into(const array_body& target) const override {
        const whole_reduction<Reducer, Tree> reduction(source_);
        if (reduction.home() != target.memory().get_device()) return false;
        reduction.into(target);
        return true;
    }

private:
    expression<Tree> source_;
};

/// The lazy reduction of `source`, over whatever domain it has.
template <class Reducer, template <class, class> class Deferred, class Tree, class Domain>
auto defer_reduction(const expression<Tree, Domain>& source) {
    return expression<leaf<typename Reducer::result_type>, Domain>(
        {operand_ref::adopt(new Deferred<Reducer, Tree>(source))}, {}, 0);
}

/// @throws shape_error where there is no element to choose.
void require_elements(const char* what, const shape& extents);

template <class Source>
using element_of = value_t<typename bare_t<Source>::lazy_tree>;

}  // namespace detail

/// The sum of all elements; NumPy's `sum`. Integers and bool sum in 64 bits, half and bfloat16 accumulate in float and
/// give their own type. The sum of nothing is 0. Lazy; the bits depend on the values and their order alone.
template <device_operand Source>
[[nodiscard]] auto sum(const Source& source) {
    using reducer = detail::sum_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_reduction>(source.as_expression());
}

/// The arithmetic mean of all elements; NumPy's `mean`. Of integers and bool it is double. The mean of nothing is NaN.
template <device_operand Source>
[[nodiscard]] auto mean(const Source& source) {
    using reducer = detail::mean_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_reduction>(source.as_expression());
}

/// The least element; NumPy's `min`: a NaN wins.
/// @throws shape_error if there is no element.
template <device_operand Source>
[[nodiscard]] auto min(const Source& source) {
    detail::require_elements("min", source.extents());
    using reducer = detail::min_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_reduction>(source.as_expression());
}

/// The greatest element; NumPy's `max`: a NaN wins.
/// @throws shape_error if there is no element.
template <device_operand Source>
[[nodiscard]] auto max(const Source& source) {
    detail::require_elements("max", source.extents());
    using reducer = detail::max_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_reduction>(source.as_expression());
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/algorithm/reductions.inl.hpp")
