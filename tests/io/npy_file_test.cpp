// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/io/npy_file.hpp"

#include "cushard/base/error.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

using cushard::dtype;
using cushard::index_t;
using cushard::npy_header;
using cushard::npy_reader;
using cushard::write_npy_file;
using cushard_test::message_of;

/// A directory of its own for each test, removed with all in it.
class npy_file : public testing::Test {
protected:
    npy_file() {
        std::string name = testing::TempDir() + "cushard-npy-XXXXXX";
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        directory_ = name;
    }
    ~npy_file() override { std::filesystem::remove_all(directory_); }

    [[nodiscard]] std::string path(const std::string& name) const { return directory_ + "/" + name; }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(directory_))
            found.push_back(entry.path().filename());
        return found;
    }

private:
    std::string directory_;
};

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

npy_header of_floats(index_t count) { return {dtype::float32, false, false, {count}, 0}; }

void write_floats(const std::string& path, const std::vector<float>& values) {
    write_npy_file(path, of_floats(static_cast<index_t>(values.size())), values.data(), values.size() * sizeof(float));
}

/// Lets this process write files of so many bytes only, as a full disk would.
class file_size_limit {
public:
    explicit file_size_limit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit lower{bytes, old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &lower);
    }
    file_size_limit(const file_size_limit&) = delete;
    file_size_limit& operator=(const file_size_limit&) = delete;
    ~file_size_limit() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_handler_);
    }

private:
    void (*old_handler_)(int);
    rlimit old_ = {};
};

TEST_F(npy_file, gives_back_what_was_written) {
    for (std::size_t count : {0u, 1u, 63u, 64u, 65u, 100000u}) {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), 0.5f);
        write_floats(path("a.npy"), values);
        const npy_reader reader(path("a.npy"));
        EXPECT_EQ(reader.header().type, dtype::float32);
        EXPECT_EQ(reader.header().extents, cushard::shape{static_cast<index_t>(count)});
        std::vector<float> found(count);
        reader.read(found.data(), count * sizeof(float));
        EXPECT_EQ(found, values);
        EXPECT_EQ(content(path("a.npy")).size(), 128 + count * sizeof(float));
    }
    EXPECT_EQ(names(), std::vector<std::string>{"a.npy"});
}

TEST_F(npy_file, gives_back_an_array_of_rank_0) {
    const double value = 2.5;
    write_npy_file(path("a.npy"), {dtype::float64, false, false, {}, 0}, &value, sizeof value);
    double found = 0;
    npy_reader(path("a.npy")).read(&found, sizeof found);
    EXPECT_EQ(found, value);
}

TEST_F(npy_file, reads_any_range_of_the_elements_and_none_beyond) {
    write_floats(path("a.npy"), {0, 1, 2, 3, 4});
    const npy_reader reader(path("a.npy"));
    float found[2] = {};
    reader.read(found, 8, 12);
    EXPECT_EQ(found[0], 3);
    EXPECT_EQ(found[1], 4);
    reader.read(found, 0, 20);
    EXPECT_THROW(reader.read(found, 8, 16), cushard::io_error);
    EXPECT_THROW(reader.read(found, 1, 20), cushard::io_error);
    EXPECT_THROW(reader.read(found, 0, 21), cushard::io_error);
    EXPECT_THROW(reader.read(found, 8, ~std::uint64_t{0}), cushard::io_error);
}

TEST_F(npy_file, does_not_read_elements_of_a_second_array_in_the_file) {
    write_floats(path("a.npy"), {0, 1});
    put(path("b.npy"), content(path("a.npy")) + content(path("a.npy")));
    const npy_reader reader(path("b.npy"));
    float found[3] = {};
    reader.read(found, 8);
    EXPECT_EQ(found[1], 1);
    EXPECT_THROW(reader.read(found, 12), cushard::io_error);
}

TEST_F(npy_file, says_so_if_the_file_became_shorter_after_it_was_opened) {
    write_floats(path("a.npy"), {0, 1, 2, 3});
    const npy_reader reader(path("a.npy"));
    std::filesystem::resize_file(path("a.npy"), 128 + 9);
    float found[4] = {};
    EXPECT_EQ(message_of<cushard::io_error>([&] { reader.read(found, 16); }),
              "load_npy: cannot read " + path("a.npy") + ": the file ends at byte 137, expected 7 more bytes");
}

TEST_F(npy_file, refuses_to_read_what_is_no_file_with_the_path_and_the_reason) {
    EXPECT_EQ(message_of<cushard::io_error>([&] { npy_reader reader(path("none.npy")); }),
              "load_npy: cannot read " + path("none.npy") + ": No such file or directory");
    EXPECT_EQ(message_of<cushard::io_error>([&] { npy_reader reader(path("")); }),
              "load_npy: cannot read " + path("") + ": not a regular file");
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(message_of<cushard::io_error>([&] { npy_reader reader(path("pipe")); }),
              "load_npy: cannot read " + path("pipe") + ": not a regular file");
}

TEST_F(npy_file, refuses_every_truncated_file) {
    write_floats(path("a.npy"), {0, 1, 2});
    const std::string whole = content(path("a.npy"));
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        put(path("b.npy"), whole.substr(0, bytes));
        ASSERT_THROW(npy_reader reader(path("b.npy")), cushard::io_error) << bytes;
    }
}

TEST_F(npy_file, takes_no_memory_for_elements_that_the_file_does_not_have) {
    const npy_header huge{dtype::float64, false, false, {index_t{1} << 59}, 0};
    put(path("a.npy"), cushard::format_npy_header(huge));
    EXPECT_EQ(message_of<cushard::io_error>([&] { npy_reader reader(path("a.npy")); }),
              "load_npy: cannot read " + path("a.npy") +
                  ": [576460752303423488] of float64 from byte 128 on, but the file ends at byte 128");
}

TEST_F(npy_file, refuses_to_write_other_bytes_than_the_header_says) {
    const float values[4] = {};
    EXPECT_EQ(message_of<cushard::io_error>([&] { write_npy_file(path("a.npy"), of_floats(3), values, 16); }),
              "save_npy: cannot write " + path("a.npy") + ": 16 bytes for [3] of float32, expected 4 for each element");
    EXPECT_THROW(write_npy_file(path("a.npy"), of_floats(3), values, 13), cushard::io_error);
    // 2^62 * 4 bytes is 0 in 64 bits.
    EXPECT_THROW(write_npy_file(path("a.npy"), of_floats(index_t{1} << 62), values, 0), cushard::io_error);
    EXPECT_TRUE(names().empty());
}

TEST_F(npy_file, leaves_the_old_file_when_the_type_cannot_be_saved) {
    put(path("a.npy"), "old");
    const std::uint16_t value = 0;
    EXPECT_THROW(write_npy_file(path("a.npy"), {dtype::bfloat16, false, false, {}, 0}, &value, 2),
                 cushard::dtype_error);
    EXPECT_EQ(content(path("a.npy")), "old");
}

TEST_F(npy_file, says_why_there_is_no_place_to_write_to) {
    EXPECT_EQ(message_of<cushard::io_error>([&] { write_floats(path("none/a.npy"), {1}); }),
              "save_npy: cannot write " + path("none/a.npy") + ": No such file or directory");
    EXPECT_EQ(message_of<cushard::io_error>([&] { write_floats(path(""), {1}); }),
              "save_npy: cannot write " + path("") + ": it is there, and no regular file");
    EXPECT_THROW(write_floats("", {1}), cushard::io_error);
    EXPECT_TRUE(names().empty());
}

TEST_F(npy_file, leaves_the_old_file_and_nothing_else_when_the_disk_is_full) {
    put(path("a.npy"), "old");
    const std::vector<float> values(1000);
    // In the header, between header and elements, inside the elements, one byte before the end.
    for (rlim_t bytes : {0u, 100u, 128u, 1000u, 128u + 3999u}) {
        const file_size_limit limit(bytes);
        EXPECT_EQ(message_of<cushard::io_error>([&] { write_floats(path("a.npy"), values); }),
                  "save_npy: cannot write " + path("a.npy") + ": File too large");
        EXPECT_THROW(write_floats(path("b.npy"), values), cushard::io_error);
    }
    EXPECT_EQ(content(path("a.npy")), "old");
    EXPECT_EQ(names(), std::vector<std::string>{"a.npy"});
    const file_size_limit limit(128 + 4000);
    EXPECT_NO_THROW(write_floats(path("a.npy"), values));
}

TEST_F(npy_file, leaves_the_old_file_in_a_directory_that_cannot_be_written) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    put(path("a.npy"), "old");
    ASSERT_EQ(::chmod(path("").c_str(), 0500), 0);
    EXPECT_EQ(message_of<cushard::io_error>([&] { write_floats(path("a.npy"), {1}); }),
              "save_npy: cannot write " + path("a.npy") + ": Permission denied");
    EXPECT_EQ(content(path("a.npy")), "old");
    ASSERT_EQ(::chmod(path("").c_str(), 0700), 0);
}

TEST_F(npy_file, is_not_replaced_when_it_may_not_be_written) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    put(path("a.npy"), "old");
    ASSERT_EQ(::chmod(path("a.npy").c_str(), 0400), 0);
    EXPECT_EQ(message_of<cushard::io_error>([&] { write_floats(path("a.npy"), {1}); }),
              "save_npy: cannot write " + path("a.npy") + ": Permission denied");
    EXPECT_EQ(content(path("a.npy")), "old");
}

TEST_F(npy_file, keeps_the_permissions_of_the_file_that_it_replaces) {
    put(path("a.npy"), "old");
    ASSERT_EQ(::chmod(path("a.npy").c_str(), 0640), 0);
    write_floats(path("a.npy"), {1});
    struct stat found = {};
    ASSERT_EQ(::stat(path("a.npy").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0640u);
}

TEST_F(npy_file, takes_the_umask_for_a_new_file) {
    const mode_t old = ::umask(027);
    write_floats(path("a.npy"), {1});
    ::umask(old);
    struct stat found = {};
    ASSERT_EQ(::stat(path("a.npy").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0640u);
}

TEST_F(npy_file, written_through_a_link_leaves_the_link) {
    write_floats(path("a.npy"), {1});
    std::filesystem::create_symlink("a.npy", path("link.npy"));
    write_floats(path("link.npy"), {1, 2});
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.npy")));
    EXPECT_EQ(npy_reader(path("a.npy")).header().extents, cushard::shape{2});
}

TEST_F(npy_file, of_one_name_written_by_many_threads_is_always_whole) {
    write_floats(path("a.npy"), {-1});
    std::vector<std::jthread> writers;
    for (int id = 0; id < 4; ++id)
        writers.emplace_back([&, id] {
            const std::vector<float> values(static_cast<std::size_t>(100 + id), static_cast<float>(id));
            for (int round = 0; round < 10; ++round) write_floats(path("a.npy"), values);
        });
    for (int round = 0; round < 200; ++round) {
        const npy_reader reader(path("a.npy"));
        std::vector<float> found(static_cast<std::size_t>(reader.header().extents.size()));
        reader.read(found.data(), reader.header().data_bytes());
        ASSERT_EQ(found, std::vector<float>(found.size(), found.front()));
        if (found.front() >= 0) {
            ASSERT_EQ(found.size(), 100 + static_cast<std::size_t>(found.front()));
        }
    }
    writers.clear();
    EXPECT_EQ(names(), std::vector<std::string>{"a.npy"});
}

}  // namespace
