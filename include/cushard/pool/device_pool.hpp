// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Several logical devices as one place for arrays. Layer: pool.

#include "cushard/base/error.hpp"
#include "cushard/runtime/device.hpp"

#include <memory>
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
    device_pool() : device_pool(device::list()) {}

    /// The devices given, in this order.
    /// @throws device_error if there is none.
    explicit device_pool(std::vector<device> devices)
        : devices_(std::make_shared<const std::vector<device>>(std::move(devices))) {
        if (devices_->empty()) throw device_error("device_pool: no devices given: expected at least one");
    }

    [[nodiscard]] int size() const noexcept { return static_cast<int>(devices_->size()); }
    [[nodiscard]] const device& operator[](int i) const noexcept { return (*devices_)[static_cast<std::size_t>(i)]; }
    [[nodiscard]] auto begin() const noexcept { return devices_->begin(); }
    [[nodiscard]] auto end() const noexcept { return devices_->end(); }

    /// Blocks until everything enqueued on its devices is over.
    /// @throws what that work failed with.
    void wait() const {
        for (const device& each : *devices_) each.wait();
    }

    friend bool operator==(const device_pool& a, const device_pool& b) noexcept {
        return a.devices_ == b.devices_ || *a.devices_ == *b.devices_;
    }

private:
    std::shared_ptr<const std::vector<device>> devices_;
};

}  // namespace v0
}  // namespace cushard
