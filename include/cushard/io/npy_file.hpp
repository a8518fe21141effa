// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's files on disk, to and from host memory. Layer: io.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"
#include "cushard/io/file.hpp"
#include "cushard/io/npy_header.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A `.npy` file open for reading, its header read and checked against the size of the file.
class npy_reader {
public:
    /// @throws io_error if the file cannot be read, is malformed, or is too short for the shape it states; the text has
    /// the path and the system's reason.
    /// @throws dtype_error for elements that cushard does not have.
    explicit npy_reader(const std::string& path)
        : action_("load_npy: cannot read " + path),
          // Without O_NONBLOCK opening a pipe would wait for a writer.
          file_(detail::retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); })) {
        struct stat properties = {};
        if (file_.get() < 0 || ::fstat(file_.get(), &properties) != 0) detail::refuse_file(action_, errno);
        if (!S_ISREG(properties.st_mode)) throw io_error(action_ + ": not a regular file");
        const auto size = static_cast<std::uint64_t>(properties.st_size);

        std::array<std::byte, npy_preamble_bytes> start;
        const std::size_t known = size < start.size() ? static_cast<std::size_t>(size) : start.size();
        detail::read_at(file_, start.data(), known, 0, action_);
        std::vector<std::byte> bytes(npy_header_bytes(std::span(start).first(known), size, action_));
        detail::read_at(file_, bytes.data(), bytes.size(), 0, action_);
        header_ = parse_npy_header(bytes, size, action_);
    }

    [[nodiscard]] const npy_header& header() const noexcept { return header_; }

    /// Reads elements as they are in the file, in its byte and axis order: `bytes` of them, `offset` bytes after the
    /// first. May be called from several threads at once.
    /// @throws io_error if the range is not within the array, or the file can no longer be read.
    void read(void* to, std::size_t bytes, std::uint64_t offset = 0) const {
        const std::uint64_t available = header_.data_bytes();
        if (offset > available || bytes > available - offset)
            throw io_error(action_ + ": bytes from " + std::to_string(offset) + " on, " + std::to_string(bytes) +
                           " of them: the array has " + std::to_string(available));
        detail::read_at(file_, to, bytes, header_.data_offset + offset, action_);
    }

private:
    std::string action_;
    detail::file_handle file_;
    npy_header header_;
};

/// A `.npy` file that is written piece by piece. The file is replaced whole: it is written beside `path`, waited for,
/// and renamed by `commit`. On any failure, and without `commit`, what was at `path` stays as it was.
class npy_writer {
public:
    /// @throws io_error with the path and the system's reason.
    /// @throws dtype_error for bfloat16, which NumPy's format cannot name; before anything is written.
    npy_writer(const std::string& path, const npy_header& header) : npy_writer(path, format_npy_header(header)) {}

    /// The next elements, in the byte and axis order that the header states.
    void write(const void* elements, std::size_t bytes) { file_.write(elements, bytes); }
    void commit() { file_.commit(); }

private:
    npy_writer(const std::string& path, const std::string& start) : file_(path, "save_npy: cannot write " + path) {
        file_.write(start.data(), start.size());
    }

    detail::replacement_file file_;
};

/// Writes an array whose elements stand at `data`, as `npy_writer` does.
/// @throws io_error with the path and the system's reason; or if `bytes` is not what the header says.
/// @throws dtype_error for bfloat16, which NumPy's format cannot name.
inline void write_npy_file(const std::string& path, const npy_header& header, const void* data, std::size_t bytes) {
    const std::size_t element_bytes = itemsize(header.type);
    // Divided, not multiplied: the bytes of a shape may not fit in 64 bits.
    if (bytes % element_bytes != 0 || bytes / element_bytes != static_cast<std::uint64_t>(header.extents.size()))
        throw io_error("save_npy: cannot write " + path + ": " + std::to_string(bytes) + " bytes for " +
                       to_string(header.extents) + " of " + name_of(header.type) + ", expected " +
                       std::to_string(element_bytes) + " for each element");
    npy_writer file(path, header);
    file.write(data, bytes);
    file.commit();
}

}  // namespace v0
}  // namespace cushard
