// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Files through POSIX: reading at an offset, and writing so that a file is replaced whole or not at all. Layer: io.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `action` names what was tried and the path: `load_npy: cannot read a.npy`.
[[noreturn]] inline void refuse_file(const std::string& action, int code) {
    throw io_error(action + ": " + std::generic_category().message(code));
}

/// Owns a file descriptor.
class file_handle {
public:
    file_handle() noexcept = default;
    explicit file_handle(int descriptor) noexcept : descriptor_(descriptor) {}
    file_handle(file_handle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    file_handle& operator=(file_handle&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~file_handle() { close(); }

    [[nodiscard]] int get() const noexcept { return descriptor_; }

    /// Whether the system took everything that was written.
    bool close() noexcept { return descriptor_ < 0 || ::close(std::exchange(descriptor_, -1)) == 0; }

private:
    int descriptor_ = -1;
};

/// A call that a signal interrupts is made again.
template <class Call>
auto retried(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

/// Linux moves at most 2 GiB less a page in one call.
inline constexpr std::size_t file_chunk = std::size_t{1} << 30;

/// Fills `to` from byte `offset` of a file.
inline void read_at(const file_handle& file, void* to, std::size_t bytes, std::uint64_t offset,
                    const std::string& action) {
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t got = retried([&] {
            return ::pread(file.get(), static_cast<std::byte*>(to) + done, std::min(bytes - done, file_chunk),
                           static_cast<off_t>(offset + done));
        });
        if (got < 0) refuse_file(action, errno);
        if (got == 0)
            throw io_error(action + ": the file ends at byte " + std::to_string(offset + done) + ", expected " +
                           std::to_string(bytes - done) + " more bytes");
        done += static_cast<std::size_t>(got);
    }
}

/// A new file beside the one that it will replace. Until `commit` nothing is at `path` that was not there before;
/// without it the new file is removed.
class replacement_file {
public:
    replacement_file(const std::string& path, const std::string& action) : action_(action), target_(path) {
        mode_t mode = 0666;
        bool keep_mode = false;
        struct stat old = {};
        if (::stat(path.c_str(), &old) == 0) {
            if (!S_ISREG(old.st_mode)) throw io_error(action + ": it is there, and no regular file");
            // Renaming would pass over a file that must not be written.
            if (::access(path.c_str(), W_OK) != 0) refuse_file(action, errno);
            mode = old.st_mode & 0777;
            keep_mode = true;
            // A link stays a link: the file that it points to is replaced.
            if (char* resolved = ::realpath(path.c_str(), nullptr)) {
                target_ = resolved;
                std::free(resolved);
            }
        }
        create(mode);
        if (keep_mode && ::fchmod(file_.get(), mode) != 0) {
            const int code = errno;
            discard();
            refuse_file(action, code);
        }
    }
    replacement_file(const replacement_file&) = delete;
    replacement_file& operator=(const replacement_file&) = delete;
    ~replacement_file() { discard(); }

    void write(const void* from, std::size_t bytes) {
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t put = retried([&] {
                return ::write(file_.get(), static_cast<const std::byte*>(from) + done,
                               std::min(bytes - done, file_chunk));
            });
            if (put < 0) refuse_file(action_, errno);
            done += static_cast<std::size_t>(put);
        }
    }

    /// Waits until the bytes are on the disk, then puts the file in its place.
    void commit() {
        if (retried([&] { return ::fsync(file_.get()); }) != 0 || !file_.close() ||
            ::rename(temporary_.c_str(), target_.c_str()) != 0)
            refuse_file(action_, errno);
        temporary_.clear();
        // So that the new name survives a crash, too. The file is whole under either name: no reason to fail.
        const file_handle directory(::open(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (directory.get() >= 0) ::fsync(directory.get());
    }

private:
    static std::string directory_of(const std::string& path) {
        const std::size_t slash = path.rfind('/');
        return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
    }

    void create(mode_t mode) {
        // Unique among the threads of this process by the counter, among processes by the id; a leftover of a dead
        // process with the same id is stepped over.
        static std::atomic<unsigned> counter{0};
        do {
            temporary_ = directory_of(target_) + ".cushard-" + std::to_string(::getpid()) + "-" +
                         std::to_string(counter.fetch_add(1, std::memory_order_relaxed)) + ".tmp";
            file_ = file_handle(
                retried([&] { return ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); }));
        } while (file_.get() < 0 && errno == EEXIST);
        if (file_.get() < 0) refuse_file(action_, errno);
    }

    void discard() noexcept {
        file_.close();
        if (!temporary_.empty()) ::unlink(temporary_.c_str());
        temporary_.clear();
    }

    std::string action_;
    std::string target_;
    std::string temporary_;
    file_handle file_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
