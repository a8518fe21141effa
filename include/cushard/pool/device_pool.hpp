// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Several logical devices as one place for arrays. Layer: pool.

#include "cushard/base/counted.hpp"
#include "cushard/runtime/device.hpp"

#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// An ordered list of logical devices over which arrays are cut. A value, cheap to copy; the order is the order of the
/// shards. One physical device may stand in it several times, as several logical ones.
class device_pool {
public:
    /// Every device of the process.
    /// @throws device_error if `CUSHARD_DEVICES` is wrong.
    device_pool();

    /// The devices given, in this order.
    /// @throws device_error if there is none.
    explicit device_pool(std::vector<device> devices);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(devices_->list.size()); }
    [[nodiscard]] const device& operator[](int i) const noexcept { return begin()[i]; }
    [[nodiscard]] const device* begin() const noexcept { return devices_->list.data(); }
    [[nodiscard]] const device* end() const noexcept { return begin() + size(); }

    /// Blocks until everything enqueued on its devices is over.
    /// @throws what that work failed with.
    void wait() const;

    friend bool operator==(const device_pool& a, const device_pool& b) noexcept { return a.equals(b); }

private:
    struct devices : detail::counted {
        explicit devices(std::vector<device> given) noexcept : list(std::move(given)) {}
        std::vector<device> list;
    };

    [[nodiscard]] bool equals(const device_pool& other) const noexcept;

    detail::counted_ptr<const devices> devices_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/device_pool.inl.hpp")
