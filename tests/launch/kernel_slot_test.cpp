// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/launch/kernel_slot.hpp"

#include "cushard/backend/table.hpp"
#include "cushard/launch/elementwise/kernel.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace slots {

using namespace cushard;
using detail::get;

struct doubled {
    using inputs = detail::tuple<float>;
    using outputs = detail::tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = get<0>(in) * 2; }
};
struct counted {
    using inputs = detail::tuple<>;
    using outputs = detail::tuple<index_t>;
    static constexpr bool uses_position = true;
    index_t from;
    CUSHARD_HD void operator()(index_t position, const inputs&, outputs& out) const { get<0>(out) = from + position; }
};

const kernel* asked_early = &kernel_of<elementwise<doubled>>();

TEST(kernel_slot, is_one_for_a_kernel_type_also_before_main) {
    EXPECT_EQ(asked_early, &kernel_of<elementwise<doubled>>());
    EXPECT_NE(asked_early, &kernel_of<elementwise<counted>>());
}

TEST(kernel_slot, knows_name_size_and_host_body) {
    const kernel& known = kernel_of<elementwise<counted>>();
    EXPECT_NE(std::string(known.name()).find("counted"), std::string::npos);
    EXPECT_EQ(known.functor_bytes, sizeof(counted));

    index_t memory[300] = {};
    operand output{memory, sizeof(index_t), true, {1}};
    geometry loop{};
    loop.rank = 1;
    loop.outputs = 1;
    loop.extents[0] = 300;
    loop.origin = 5;
    loop.index_strides[0] = 2;
    loop.operands = &output;
    const counted functor{100};
    known.host(&functor, loop);
    for (index_t i = 0; i < 300; ++i) ASSERT_EQ(memory[i], 105 + 2 * i);
}

#if defined(__CUDACC__)
TEST(kernel_slot, has_a_cuda_launcher_where_nvcc_compiled_it) {
    EXPECT_NE(kernel_of<elementwise<doubled>>().cuda.load(), nullptr);
    EXPECT_NE(cuda_backend_slot.load(), nullptr);
}

TEST(kernel_slot, launches_nothing_for_an_empty_loop) {
    geometry loop{};
    loop.rank = 1;
    loop.extents[0] = 0;
    loop.outputs = 1;
    loop.inputs = 1;
    operand operands[2] = {};
    loop.operands = operands;
    const doubled functor;
    EXPECT_TRUE(kernel_of<elementwise<doubled>>().cuda.load()({}, &functor, loop).ok());
}

// The driver launches what it knows of the device that is current; all else is left to CUDA's runtime.
TEST(kernel_slot, launches_whatever_device_the_caller_names) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        static_cast<void>(cudaGetLastError());
        GTEST_SKIP() << "no GPU";
    }
    constexpr int count = 300;
    const doubled functor;
    for (const int device : {0, 0, 15, 16, 1000}) {
        std::vector<float> values(count);
        for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = static_cast<float>(device + i);
        void* memory = nullptr;
        ASSERT_EQ(cudaMalloc(&memory, 2 * count * sizeof(float)), cudaSuccess);
        ASSERT_EQ(cudaMemset(memory, 0xff, 2 * count * sizeof(float)), cudaSuccess);
        float* const from = static_cast<float*>(memory);
        ASSERT_EQ(cudaMemcpy(from, values.data(), count * sizeof(float), cudaMemcpyHostToDevice), cudaSuccess);
        operand operands[2] = {{from + count, sizeof(float), true, {1}}, {from, sizeof(float), false, {1}}};
        geometry loop{};
        loop.rank = 1;
        loop.extents[0] = count;
        loop.outputs = 1;
        loop.inputs = 1;
        loop.operands = operands;
        ASSERT_TRUE(kernel_of<elementwise<doubled>>().cuda.load()({device, nullptr}, &functor, loop).ok());
        std::vector<float> found(count);
        ASSERT_EQ(cudaMemcpy(found.data(), from + count, count * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(found[i], 2 * values[i]) << device;
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
        ASSERT_EQ(cudaFree(memory), cudaSuccess);
    }
}
#else
TEST(kernel_slot, has_no_cuda_launcher_where_no_cu_compiled_it) {
    EXPECT_EQ(kernel_of<elementwise<doubled>>().cuda.load(), nullptr);
}
#endif

}  // namespace slots
