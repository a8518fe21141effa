// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/io/npy.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "io/golden.hpp"
#include "support/message_of.hpp"
#include "support/values.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace cs = cushard;
using cs::dtype;
using cushard_test::expect_array;
using namespace npy_tests;
using cushard_test::message_of;

struct golden_file {
    dtype type;
    bool swapped;
    bool fortran_order;
    std::string_view dictionary;
    std::string_view elements;  ///< in hexadecimal
};

// [[0, 1, 2], [3, 4, 100]] of each type as NumPy 2.4.6 writes it on a little-endian machine; of complex types with the
// other row as imaginary part.
// clang-format off
const golden_file golden_files[] = {
    {dtype::bool_, false, false, "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }",
     "000101010101"},
    {dtype::bool_, false, true, "{'descr': '|b1', 'fortran_order': True, 'shape': (2, 3), }",
     "000101010101"},
    {dtype::int8, false, false, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }",
     "000102030464"},
    {dtype::int8, false, true, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }",
     "000301040264"},
    {dtype::int16, false, false, "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }",
     "000001000200030004006400"},
    {dtype::int16, false, true, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
     "000003000100040002006400"},
    {dtype::int16, true, false, "{'descr': '>i2', 'fortran_order': False, 'shape': (2, 3), }",
     "000000010002000300040064"},
    {dtype::int16, true, true, "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }",
     "000000030001000400020064"},
    {dtype::int32, false, false, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000100000002000000030000000400000064000000"},
    {dtype::int32, false, true, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000300000001000000040000000200000064000000"},
    {dtype::int32, true, false, "{'descr': '>i4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000100000002000000030000000400000064"},
    {dtype::int32, true, true, "{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000300000001000000040000000200000064"},
    {dtype::int64, false, false, "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000001000000000000000200000000000000030000000000000004000000000000006400000000000000"},
    {dtype::int64, false, true, "{'descr': '<i8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000003000000000000000100000000000000040000000000000002000000000000006400000000000000"},
    {dtype::int64, true, false, "{'descr': '>i8', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000000000000000000010000000000000002000000000000000300000000000000040000000000000064"},
    {dtype::int64, true, true, "{'descr': '>i8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000000000000000000030000000000000001000000000000000400000000000000020000000000000064"},
    {dtype::uint8, false, false, "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }",
     "000102030464"},
    {dtype::uint8, false, true, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }",
     "000301040264"},
    {dtype::uint16, false, false, "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }",
     "000001000200030004006400"},
    {dtype::uint16, false, true, "{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3), }",
     "000003000100040002006400"},
    {dtype::uint16, true, false, "{'descr': '>u2', 'fortran_order': False, 'shape': (2, 3), }",
     "000000010002000300040064"},
    {dtype::uint16, true, true, "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3), }",
     "000000030001000400020064"},
    {dtype::uint32, false, false, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000100000002000000030000000400000064000000"},
    {dtype::uint32, false, true, "{'descr': '<u4', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000300000001000000040000000200000064000000"},
    {dtype::uint32, true, false, "{'descr': '>u4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000100000002000000030000000400000064"},
    {dtype::uint32, true, true, "{'descr': '>u4', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000300000001000000040000000200000064"},
    {dtype::uint64, false, false, "{'descr': '<u8', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000001000000000000000200000000000000030000000000000004000000000000006400000000000000"},
    {dtype::uint64, false, true, "{'descr': '<u8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000003000000000000000100000000000000040000000000000002000000000000006400000000000000"},
    {dtype::uint64, true, false, "{'descr': '>u8', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000000000000000000010000000000000002000000000000000300000000000000040000000000000064"},
    {dtype::uint64, true, true, "{'descr': '>u8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000000000000000000030000000000000001000000000000000400000000000000020000000000000064"},
    {dtype::float16, false, false, "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }",
     "0000003c0040004200444056"},
    {dtype::float16, false, true, "{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3), }",
     "00000042003c004400404056"},
    {dtype::float16, true, false, "{'descr': '>f2', 'fortran_order': False, 'shape': (2, 3), }",
     "00003c004000420044005640"},
    {dtype::float16, true, true, "{'descr': '>f2', 'fortran_order': True, 'shape': (2, 3), }",
     "000042003c00440040005640"},
    {dtype::float32, false, false, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000803f0000004000004040000080400000c842"},
    {dtype::float32, false, true, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
     "00000000000040400000803f00008040000000400000c842"},
    {dtype::float32, true, false, "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }",
     "000000003f80000040000000404000004080000042c80000"},
    {dtype::float32, true, true, "{'descr': '>f4', 'fortran_order': True, 'shape': (2, 3), }",
     "00000000404000003f800000408000004000000042c80000"},
    {dtype::float64, false, false, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }",
     "0000000000000000000000000000f03f0000000000000040000000000000084000000000000010400000000000005940"},
    {dtype::float64, false, true, "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }",
     "00000000000000000000000000000840000000000000f03f000000000000104000000000000000400000000000005940"},
    {dtype::float64, true, false, "{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }",
     "00000000000000003ff00000000000004000000000000000400800000000000040100000000000004059000000000000"},
    {dtype::float64, true, true, "{'descr': '>f8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000000040080000000000003ff0000000000000401000000000000040000000000000004059000000000000"},
    {dtype::complex64, false, false, "{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3), }",
     "00000000000040400000803f00008040000000400000c8420000404000000000000080400000803f0000c84200000040"},
    {dtype::complex64, false, true, "{'descr': '<c8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000000000404000004040000000000000803f00008040000080400000803f000000400000c8420000c84200000040"},
    {dtype::complex64, true, false, "{'descr': '>c8', 'fortran_order': False, 'shape': (2, 3), }",
     "00000000404000003f800000408000004000000042c800004040000000000000408000003f80000042c8000040000000"},
    {dtype::complex64, true, true, "{'descr': '>c8', 'fortran_order': True, 'shape': (2, 3), }",
     "000000004040000040400000000000003f80000040800000408000003f8000004000000042c8000042c8000040000000"},
    {dtype::complex128, false, false, "{'descr': '<c16', 'fortran_order': False, 'shape': (2, 3), }",
     "00000000000000000000000000000840000000000000f03f000000000000104000000000000000400000000000005940000000000000084000000000000000000000000000001040000000000000f03f00000000000059400000000000000040"},
    {dtype::complex128, false, true, "{'descr': '<c16', 'fortran_order': True, 'shape': (2, 3), }",
     "0000000000000000000000000000084000000000000008400000000000000000000000000000f03f00000000000010400000000000001040000000000000f03f0000000000000040000000000000594000000000000059400000000000000040"},
    {dtype::complex128, true, false, "{'descr': '>c16', 'fortran_order': False, 'shape': (2, 3), }",
     "000000000000000040080000000000003ff00000000000004010000000000000400000000000000040590000000000004008000000000000000000000000000040100000000000003ff000000000000040590000000000004000000000000000"},
    {dtype::complex128, true, true, "{'descr': '>c16', 'fortran_order': True, 'shape': (2, 3), }",
     "00000000000000004008000000000000400800000000000000000000000000003ff0000000000000401000000000000040100000000000003ff00000000000004000000000000000405900000000000040590000000000004000000000000000"},
};
// clang-format on

std::string bytes_of(const golden_file& file) {
    std::string bytes = npy_tests::header_bytes(1, file.dictionary, 128);
    for (std::size_t i = 0; i < file.elements.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(std::string(file.elements.substr(i, 2)), nullptr, 16));
    }
    return bytes;
}

/// The values of the golden files as `T`, after they were `Stored`.
template <class T, class Stored = T>
std::vector<T> golden_values() {
    std::vector<T> out;
    const double rows[2][3] = {{0, 1, 2}, {3, 4, 100}};
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
            if constexpr (cs::detail::complex_floating<Stored>) {
                using part = typename Stored::value_type;
                const Stored value(static_cast<part>(rows[i][j]), static_cast<part>(rows[1 - i][j]));
                out.push_back(cs::convert<T>(value));
            } else {
                out.push_back(cs::convert<T>(cs::convert<Stored>(rows[i][j])));
            }
        }
    }
    return out;
}

class Npy : public testing::Test {
protected:
    Npy() {
        std::string name = testing::TempDir() + "cushard-npy-XXXXXX";
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        directory_ = name;
    }
    ~Npy() override { std::filesystem::remove_all(directory_); }

    [[nodiscard]] std::string path(const std::string& name = "a.npy") const { return directory_ + "/" + name; }
    void put(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
    [[nodiscard]] std::string content(const std::string& name = "a.npy") const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    std::string directory_;
};

template <class T>
class NpyOf : public Npy {};
using file_types =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, cs::half, float, double, cs::complex<float>, cs::complex<double>>;
TYPED_TEST_SUITE(NpyOf, file_types);

TYPED_TEST(NpyOf, IsReadInBothByteOrdersAndBothAxisOrders) {
    int met = 0;
    for (const golden_file& file : golden_files) {
        if (file.type != cs::dtype_of<TypeParam>) continue;
        this->put(bytes_of(file));
        const auto loaded = cs::load_npy<TypeParam>(this->path());
        EXPECT_TRUE(loaded.is_c_contiguous());
        expect_array(loaded, {2, 3}, golden_values<TypeParam>());
        ++met;
    }
    EXPECT_EQ(met, sizeof(TypeParam) == 1 ? 2 : 4);
}

TYPED_TEST(NpyOf, IsWrittenAsNumPyWritesIt) {
    for (const golden_file& file : golden_files) {
        if (file.type != cs::dtype_of<TypeParam> || file.swapped || file.fortran_order) continue;
        this->put(bytes_of(file));
        cs::save_npy(this->path("b.npy"), cs::load_npy<TypeParam>(this->path()));
        EXPECT_EQ(this->content("b.npy"), bytes_of(file));
    }
}

TYPED_TEST(NpyOf, ConvertsToOtherTypes) {
    for (const golden_file& file : golden_files) {
        if (file.type != cs::dtype_of<TypeParam>) continue;
        this->put(bytes_of(file));
        const auto check = [&]<class To>(To) {
            expect_array(cs::load_npy_as<To>(this->path()), {2, 3}, golden_values<To, TypeParam>());
        };
        check(bool{});
        check(std::int8_t{});
        check(float{});
        check(cs::bfloat16{});
        check(cs::complex<double>{});
    }
}

TEST_F(Npy, AnotherTypeIsRefusedByNameOfBoth) {
    cs::save_npy(path(), cs::arange(3.0));
    EXPECT_EQ(message_of<cs::dtype_error>([&] { (void)cs::load_npy<float>(path()); }),
              "load_npy: " + path() + " holds float64: expected float32; load_npy_as converts");
    EXPECT_THROW((void)cs::load_npy<std::int64_t>(path()), cs::dtype_error);
}

TEST_F(Npy, AnyRankAndNoElementsComeBack) {
    for (const cs::shape& extents :
         {cs::shape{}, cs::shape{0}, cs::shape{1}, cs::shape{3, 0, 2}, cs::shape{2, 1, 3, 1, 2}, cs::shape{257, 3}}) {
        const auto count = static_cast<std::size_t>(extents.size());
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i) + 0.5f;
        cs::save_npy(path(), cs::array(values, extents));
        expect_array(cs::load_npy<float>(path()), extents, values);
        EXPECT_EQ(content().size(), 128 + count * sizeof(float));
    }
}

TEST_F(Npy, FortransOrderOfThreeAxesIsTurnedRound) {
    cs::npy_header header{dtype::int32, false, true, {2, 3, 4}, 0};
    std::vector<std::int32_t> file(24), expected(24);
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 4; ++k) {
                const auto value = static_cast<std::int32_t>(100 * i + 10 * j + k);
                file[i + 2 * j + 6 * k] = expected[12 * i + 4 * j + k] = value;
            }
        }
    }
    cs::write_npy_file(path(), header, file.data(), file.size() * sizeof(std::int32_t));
    expect_array(cs::load_npy<std::int32_t>(path()), {2, 3, 4}, expected);
    for (const cs::shape& extents : {cs::shape{}, cs::shape{0, 2}, cs::shape{1, 1}}) {
        header.extents = extents;
        cs::write_npy_file(path(), header, file.data(), static_cast<std::size_t>(extents.size()) * 4);
        expect_array(cs::load_npy<std::int32_t>(path()), extents,
                     std::vector<std::int32_t>(static_cast<std::size_t>(extents.size()), 0));
    }
}

TEST_F(Npy, AnArrayOfSeveralPiecesComesBack) {
    const auto pieces = static_cast<cs::index_t>(cs::detail::npy_piece<double>);
    for (const cs::index_t count : {pieces - 1, pieces, pieces + 1}) {
        const cs::device_array<double> a = cs::arange(static_cast<double>(count));
        cs::save_npy(path(), a);
        EXPECT_TRUE(cs::load_npy<double>(path()).to_host() == a.to_host()) << count;
        const std::vector<float> shorter = cs::load_npy_as<float>(path()).to_host();
        EXPECT_EQ(static_cast<cs::index_t>(shorter.size()), count);
        EXPECT_EQ(shorter.back(), static_cast<float>(count - 1));
    }
}

TEST_F(Npy, AnyByteButZeroIsTrue) {
    const unsigned char bytes[] = {0, 1, 2, 255};
    cs::write_npy_file(path(), {dtype::bool_, false, false, {4}, 0}, bytes, 4);
    expect_array(cs::load_npy<bool>(path()), {4}, {false, true, true, true});
    expect_array(cs::load_npy_as<int>(path()), {4}, {0, 1, 1, 1});
}

TEST_F(Npy, ViewsAndExpressionsAreWrittenInCOrder) {
    const cs::device_array<int> a = cs::arange(6).reshape({2, 3});
    cs::save_npy(path(), a.transpose());
    expect_array(cs::load_npy<int>(path()), {3, 2}, {0, 3, 1, 4, 2, 5});
    cs::save_npy(path(), a(1, cs::slice(cs::none, cs::none, -1)));
    expect_array(cs::load_npy<int>(path()), {3}, {5, 4, 3});
    cs::save_npy(path(), a(1));
    expect_array(cs::load_npy<int>(path()), {3}, {3, 4, 5});
    cs::save_npy(path(), a * 2);
    expect_array(cs::load_npy<int>(path()), {2, 3}, {0, 2, 4, 6, 8, 10});
}

TEST_F(Npy, Bfloat16IsRefusedBeforeAnythingIsWrittenOrRun) {
    put("old");
    const auto a = cs::ones<cs::bfloat16>(3);
    const auto before = cs::detail::statistics().launches;
    EXPECT_EQ(message_of<cs::dtype_error>([&] { cs::save_npy(path(), a + a); }),
              "save_npy: NumPy's format has no bfloat16: convert to float32 first");
    EXPECT_EQ(cs::detail::statistics().launches, before);
    EXPECT_EQ(content(), "old");
}

TEST_F(Npy, NoMemoryIsTakenForAFileThatIsTooShort) {
    const auto before = cs::detail::statistics().allocations;
    put(cs::format_npy_header({dtype::float32, false, false, {cs::index_t{1} << 60}, 0}));
    EXPECT_THROW((void)cs::load_npy<float>(path()), cs::io_error);
    EXPECT_THROW((void)cs::load_npy_as<double>(path()), cs::io_error);
    EXPECT_THROW((void)cs::load_npy<float>(path("none.npy")), cs::io_error);
    EXPECT_EQ(cs::detail::statistics().allocations, before);
}

TEST_F(Npy, AFileThatIsRefusedLeavesNoArrayInMemory) {
    const auto before = cs::detail::statistics().live_bytes;
    EXPECT_THROW(cs::save_npy(path("none/a.npy"), cs::arange(3)), cs::io_error);
    EXPECT_EQ(cs::detail::statistics().live_bytes, before);
}

}  // namespace
