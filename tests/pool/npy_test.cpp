// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/npy.hpp"

#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/pool/creation.hpp"
#include "pool/pools.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdint>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::pool_of;
using cushard_test::pool_sizes;

/// The bytes of the file that `save_npy` writes; the file is removed.
template <class Source>
std::string saved(const Source& source) {
    const std::string path = testing::TempDir() + "cushard-pool-" +
                             testing::UnitTest::GetInstance()->current_test_info()->name() + "-" +
                             std::to_string(getpid()) + ".npy";
    cs::save_npy(path, source);
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::remove(path.c_str());
    return bytes;
}

TEST(PoolNpy, TheBytesAreThoseOfOneDevice) {
    for (const int devices : pool_sizes) {
        for (const cs::shape& extents :
             {cs::shape{0}, cs::shape{1}, cs::shape{1000}, cs::shape{3, 0}, cs::shape{7, 9}, cs::shape{4, 5, 6}}) {
            std::vector<float> values(static_cast<std::size_t>(extents.size()));
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
            const std::string expected = saved(cs::array(values, extents));
            for (int axis = 0; axis < extents.rank(); ++axis) {
                const auto cut = cs::array(values, extents, cs::shard(pool_of(devices), axis));
                EXPECT_TRUE(saved(cut) == expected) << to_string(cut.layout());
            }
        }
    }
}

TEST(PoolNpy, RowsLongerThanAPieceAreWrittenWhole) {
    const auto length = static_cast<cs::index_t>(cs::detail::npy_piece<std::int8_t>) + 3;
    const std::vector<std::int8_t> row = [&] {
        std::vector<std::int8_t> out(static_cast<std::size_t>(2 * length));
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int8_t>(i % 127);
        return out;
    }();
    const std::string written = saved(cs::array(row, {2, length}, cs::shard(pool_of(3), 1)));
    ASSERT_EQ(written.size(), 128 + row.size());
    EXPECT_TRUE(std::equal(row.begin(), row.end(), written.begin() + 128,
                           [](std::int8_t a, char b) { return static_cast<char>(a) == b; }));
}

TEST(PoolNpy, AnExpressionIsEvaluatedFirst) {
    const auto a = cs::arange(0, 5, 1, cs::shard(pool_of(2)));
    EXPECT_EQ(saved(a * 2), saved(cs::arange(0, 10, 2)));
}

TEST(PoolNpy, Bfloat16IsRefusedBeforeAnythingIsRun) {
    const auto a = cs::ones<cs::bfloat16>({3}, cs::shard(pool_of(2)));
    const auto before = cs::detail::statistics().launches;
    EXPECT_THROW((void)saved(a + a), cs::dtype_error);
    EXPECT_EQ(cs::detail::statistics().launches, before);
}

}  // namespace
