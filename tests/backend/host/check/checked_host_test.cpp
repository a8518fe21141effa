// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Each rule of the checked mode: what breaks it, and the twin that keeps it.

#include "cushard/backend/host/check/checked_host.hpp"

#include "../support.hpp"

namespace {

using namespace host_tests;

constexpr std::size_t count = 64;
constexpr std::size_t bytes = count * sizeof(std::uint64_t);

class Checked : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(detail::host_check::enable(0)); }
};

/// The call was refused, and its message has all the `words`.
void expect_violation(const status& met, const std::vector<std::string>& words) {
    EXPECT_EQ(met.code, status_code::violation);
    for (const std::string& each : words) {
        EXPECT_NE(std::string(met.text).find(each), std::string::npos) << "'" << each << "' in: " << met.text;
    }
}

/// A block whose allocation and first fill lie before all that is enqueued from now on, on any stream.
std::uint64_t* settled_numbers(const lane& on, std::size_t numbers = count) {
    std::uint64_t* block = make_numbers(on, numbers);
    EXPECT_TRUE(on.fill(block, 0, numbers * sizeof *block).ok());
    EXPECT_TRUE(on.finish().ok());
    return block;
}

TEST_F(Checked, AReadBehindAWriteOfAnotherStreamNeedsAnEvent) {
    const lane writer;
    const lane reader;
    std::uint64_t* x = settled_numbers(writer);
    std::uint64_t* y = settled_numbers(reader);
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    expect_violation(launch_multiply_add(reader, 2, y, x, count),
                     {"multiply_add on stream", "input 1 is in block", "(512 bytes, device 0)",
                      "it reads bytes 0 to 512", "fill on stream", "writes bytes 0 to 512", "no event orders the two"});
    reader.follow(writer);
    EXPECT_TRUE(launch_multiply_add(reader, 2, y, x, count).ok());
}

TEST_F(Checked, AWriteBehindAReadOfAnotherStreamNeedsAnEvent) {
    const lane reader;
    const lane writer;
    std::uint64_t* x = settled_numbers(reader);
    std::uint64_t* y = settled_numbers(reader);
    ASSERT_TRUE(launch_multiply_add(reader, 2, y, x, count).ok());
    expect_violation(writer.fill(x, 1, bytes), {"fill on", "it writes", "multiply_add on", "reads"});
    writer.follow(reader);
    EXPECT_TRUE(writer.fill(x, 1, bytes).ok());
}

TEST_F(Checked, AWriteBehindAWriteOfAnotherStreamNeedsAnEvent) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    expect_violation(second.fill(x, 2, bytes), {"fill on", "writes"});
    second.follow(first);
    EXPECT_TRUE(second.fill(x, 2, bytes).ok());
}

TEST_F(Checked, ReadsOfTwoStreamsNeedNoOrder) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    std::uint64_t* y = settled_numbers(first);
    std::uint64_t* z = settled_numbers(first);
    EXPECT_TRUE(launch_multiply_add(first, 2, y, x, count).ok());
    EXPECT_TRUE(launch_multiply_add(second, 2, z, x, count).ok());
}

TEST_F(Checked, AWriteNeedsTheOrderOfEveryReaderNotOfTheLastOnly) {
    const lane first;
    const lane second;
    const lane writer;
    std::uint64_t* x = settled_numbers(first);
    std::uint64_t* y = settled_numbers(first);
    std::uint64_t* z = settled_numbers(first);
    ASSERT_TRUE(launch_multiply_add(first, 2, y, x, count).ok());
    ASSERT_TRUE(launch_multiply_add(second, 2, z, x, count).ok());
    writer.follow(second);
    expect_violation(writer.fill(x, 1, bytes), {"fill", "multiply_add"});
    writer.follow(first);
    EXPECT_TRUE(writer.fill(x, 1, bytes).ok());
}

TEST_F(Checked, AnEventRecordedTooEarlyDoesNotHelp) {
    const lane writer;
    const lane reader;
    std::uint64_t* x = settled_numbers(writer);
    reader.follow(writer);
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    EXPECT_EQ(reader.fill(x, 2, bytes).code, status_code::violation);
    reader.follow(writer);
    EXPECT_TRUE(reader.fill(x, 2, bytes).ok());
}

TEST_F(Checked, AnEventNeverRecordedDoesNotHelp) {
    const lane writer;
    const lane reader;
    std::uint64_t* x = settled_numbers(writer);
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    ASSERT_TRUE(reader.wait(make_event(writer.where)).ok());
    EXPECT_EQ(reader.fill(x, 2, bytes).code, status_code::violation);
}

TEST_F(Checked, RecordingAgainAfterTheWaitDoesNotHelp) {
    const lane writer;
    const lane reader;
    std::uint64_t* x = settled_numbers(writer);
    void* event = make_event(writer.where);
    ASSERT_TRUE(writer.record(event).ok());
    ASSERT_TRUE(reader.wait(event).ok());
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    ASSERT_TRUE(writer.record(event).ok());
    EXPECT_EQ(reader.fill(x, 2, bytes).code, status_code::violation);
    ASSERT_TRUE(reader.wait(event).ok());
    EXPECT_TRUE(reader.fill(x, 2, bytes).ok());
}

TEST_F(Checked, OrderGoesOverAThirdStream) {
    const lane first;
    const lane second;
    const lane third;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    second.follow(first);
    third.follow(second);
    EXPECT_TRUE(third.fill(x, 2, bytes).ok());
}

TEST_F(Checked, AHostThatHasWaitedOrdersWhatItThenEnqueues) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    ASSERT_TRUE(first.finish().ok());
    EXPECT_TRUE(second.fill(x, 2, bytes).ok());
}

TEST_F(Checked, AHostThatWasToldThatAnEventIsReachedOrdersWhatItThenEnqueues) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    while (!first.idle()) {
    }
    EXPECT_TRUE(second.fill(x, 2, bytes).ok());
}

TEST_F(Checked, WorkThatHasRunByChanceIsStillUnordered) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    ASSERT_TRUE(host_backend().trim(first.where).ok());  // runs it, but is no event
    EXPECT_EQ(second.fill(x, 2, bytes).code, status_code::violation);
}

TEST_F(Checked, PartsOfABlockThatDoNotMeetNeedNoOrder) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes / 2).ok());
    EXPECT_TRUE(second.fill(x + count / 2, 2, bytes / 2).ok());
    EXPECT_EQ(second.fill(x + count / 2 - 1, 2, 8).code, status_code::violation);
}

TEST_F(Checked, ASmallWriteDoesNotHideALargeOneBeforeIt) {
    const lane first;
    const lane second;
    const lane third;
    std::uint64_t* x = settled_numbers(first);
    ASSERT_TRUE(first.fill(x, 1, bytes).ok());
    second.follow(first);
    ASSERT_TRUE(second.fill(x, 2, 8).ok());
    EXPECT_EQ(third.fill(x + 8, 3, 8).code, status_code::violation);
    third.follow(second);
    EXPECT_TRUE(third.fill(x + 8, 3, 8).ok());
}

TEST_F(Checked, AnAllocationIsOrderedLikeAWrite) {
    const lane first;
    const lane second;
    std::uint64_t* x = make_numbers(first, count);
    expect_violation(second.fill(x, 1, bytes), {"fill on", "allocate on"});
    second.follow(first);
    EXPECT_TRUE(second.fill(x, 1, bytes).ok());
}

TEST_F(Checked, ACopyToTheHostIsARead) {
    const lane writer;
    const lane reader;
    std::uint64_t* x = settled_numbers(writer);
    std::vector<std::uint64_t> back(count);
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    expect_violation(reader.download(back.data(), x, bytes), {"copy to the host on", "the source", "fill on"});
    reader.follow(writer);
    EXPECT_TRUE(reader.download(back.data(), x, bytes).ok());
    EXPECT_EQ(writer.fill(x, 2, bytes).code, status_code::violation);
    EXPECT_TRUE(reader.finish().ok());
    EXPECT_EQ(back[count - 1], 0x0101010101010101U);
    EXPECT_TRUE(writer.fill(x, 2, bytes).ok());
}

TEST_F(Checked, ACopyFromTheHostIsAWrite) {
    const lane reader;
    const lane writer;
    std::uint64_t* x = settled_numbers(writer);
    std::uint64_t* y = settled_numbers(reader);
    ASSERT_TRUE(launch_multiply_add(reader, 1, y, x, count).ok());
    const std::vector<std::uint64_t> source(count, 7);
    expect_violation(writer.upload(x, source.data(), bytes),
                     {"copy from the host on", "the target", "multiply_add on"});
    writer.follow(reader);
    EXPECT_TRUE(writer.upload(x, source.data(), bytes).ok());
    EXPECT_TRUE(writer.finish().ok());
}

TEST_F(Checked, AReleaseComesAfterEveryUse) {
    const lane owner;
    const lane user;
    std::uint64_t* x = settled_numbers(owner);
    std::uint64_t* y = settled_numbers(owner);
    ASSERT_TRUE(launch_multiply_add(user, 1, y, x, count).ok());
    expect_violation(owner.release(x), {"release on", "multiply_add on", "reads"});
    owner.follow(user);
    EXPECT_TRUE(owner.release(x).ok());
}

TEST_F(Checked, NothingIsUsedAfterItsRelease) {
    const lane owner;
    const lane other;
    std::uint64_t* x = settled_numbers(owner);
    ASSERT_TRUE(owner.release(x).ok());
    expect_violation(owner.fill(x, 1, bytes), {"fill on", "released before by release on stream"});
    EXPECT_EQ(other.fill(x, 1, bytes).code, status_code::violation);
    other.follow(owner);
    EXPECT_EQ(other.fill(x, 1, bytes).code, status_code::violation);
    ASSERT_TRUE(owner.finish().ok());
    expect_violation(owner.fill(x, 1, bytes), {"released before"});
}

TEST_F(Checked, ABlockIsReleasedOnceAndWhole) {
    const lane on;
    std::uint64_t* x = settled_numbers(on);
    expect_violation(on.release(x + 1), {"release on", "reaches out of it"});
    EXPECT_TRUE(on.release(x).ok());
    expect_violation(on.release(x), {"released before"});
}

TEST_F(Checked, MemoryThatWasNeverAllocatedIsRefused) {
    const lane on;
    std::vector<std::uint64_t> strange(count);
    expect_violation(on.fill(strange.data(), 1, bytes), {"fill on", "the target is in no block"});
    expect_violation(on.release(strange.data()), {"release on", "is in no block"});
    std::uint64_t* x = settled_numbers(on);
    expect_violation(launch_multiply_add(on, 1, x, strange.data(), count), {"multiply_add on", "input 1", "no block"});
    expect_violation(launch_multiply_add(on, 1, strange.data(), x, count), {"multiply_add on", "output 0", "no block"});
}

TEST_F(Checked, NothingReachesOutOfItsBlock) {
    const lane on;
    std::uint64_t* x = settled_numbers(on);
    std::uint64_t* y = settled_numbers(on);
    EXPECT_TRUE(launch_multiply_add(on, 1, y + 1, x, count - 1).ok());
    expect_violation(launch_multiply_add(on, 1, y + 1, x, count), {"multiply_add", "output 0", "bytes 8 to 520"});
    EXPECT_TRUE(on.fill(x, 1, bytes).ok());
    expect_violation(on.fill(x, 1, bytes + 1), {"fill", "bytes 0 to 513"});
    EXPECT_EQ(on.fill(x + count, 1, 1).code, status_code::violation);
}

TEST_F(Checked, StridesOfAnySignAreFollowedToTheirEnds) {
    const lane on;
    std::uint64_t* x = settled_numbers(on);
    const auto walk = [&](index_t first, index_t extent, index_t stride) {
        operand operands[1] = {};
        operands[0].data = x + first;
        operands[0].element_bytes = 8;
        operands[0].strides[0] = 0;
        operands[0].strides[1] = stride;
        geometry loop{};
        loop.rank = 2;
        loop.inputs = 1;
        loop.extents[0] = 1000;
        loop.extents[1] = extent;
        loop.operands = operands;
        const call_back functor{[](void*) {}, nullptr};
        return on.launch(call_back_kernel, &functor, loop);
    };
    EXPECT_TRUE(walk(63, 64, -1).ok());
    expect_violation(walk(62, 64, -1), {"call_back", "input 0", "bytes -8 to 504"});
    EXPECT_TRUE(walk(0, 32, 2).ok());
    expect_violation(walk(2, 32, 2), {"bytes 16 to 520"});
    EXPECT_TRUE(walk(1000, 0, 1).ok());  // no elements, no touch
}

TEST_F(Checked, AStreamIsUsedForItsOwnDeviceOnly) {
    const lane on(0);
    std::uint64_t* x = settled_numbers(on);
    const place wrong{0, 1};
    void* block = nullptr;
    void* event = make_event(on.where);
    const backend& table = host_backend();
    expect_violation(table.allocate(wrong, on.stream, 8, &block), {"allocate for device 1", "of device 0"});
    expect_violation(table.release(wrong, on.stream, x), {"release for device 1"});
    expect_violation(table.fill(wrong, on.stream, x, 0, 8), {"fill for device 1"});
    expect_violation(table.copy(wrong, on.stream, {x, &block, 8, copy_kind::host_to_device, on.where, on.where}),
                     {"copy for device 1"});
    expect_violation(table.record(wrong, on.stream, event), {"record for device 1"});
    expect_violation(table.wait(wrong, on.stream, event), {"wait for device 1"});
    const call_back functor{[](void*) {}, nullptr};
    expect_violation(table.launch(wrong, on.stream, call_back_kernel, &functor, geometry{}), {"launch for device 1"});
}

TEST_F(Checked, ALaunchTouchesMemoryOfItsOwnDeviceOnly) {
    const lane zero(0);
    const lane one(1);
    std::uint64_t* x = settled_numbers(zero);
    std::uint64_t* y = settled_numbers(one);
    expect_violation(launch_multiply_add(one, 1, y, x, count), {"multiply_add on stream", "of device 1", "input 1",
                                                                "device 0", "memory of device 1 is expected"});
    expect_violation(one.fill(x, 1, bytes), {"fill on", "device 0"});
    expect_violation(one.release(x), {"release on", "device 0"});
    EXPECT_TRUE(launch_multiply_add(one, 1, y, y, count).ok());
}

TEST_F(Checked, AnEventIsRecordedOnStreamsOfItsOwnDevice) {
    const lane zero(0);
    const lane one(1);
    void* event = make_event(zero.where);
    expect_violation(one.record(event), {"record on stream", "of device 1", "the event is of device 0"});
    EXPECT_TRUE(zero.record(event).ok());
    EXPECT_TRUE(one.wait(event).ok());  // waiting across devices is what events are for
}

TEST_F(Checked, APeerCopyIsLegalWhereBothBlocksAreOfTheDevicesNamed) {
    const lane zero(0);
    const lane one(1);
    std::uint64_t* x = settled_numbers(zero);
    std::uint64_t* y = settled_numbers(one);
    const auto copy = [&](place to, place from) {
        return host_backend().copy(zero.where, zero.stream, {y, x, bytes, copy_kind::device_to_device, to, from});
    };
    expect_violation(copy(zero.where, zero.where), {"copy between devices", "the target", "device 1"});
    expect_violation(copy(one.where, one.where), {"copy between devices", "the source", "device 0"});
    ASSERT_TRUE(copy(one.where, zero.where).ok());
    EXPECT_EQ(one.fill(y, 1, bytes).code, status_code::violation);
    one.follow(zero);
    EXPECT_TRUE(one.fill(y, 1, bytes).ok());
}

TEST_F(Checked, ACopyOntoItselfIsRefused) {
    const lane on;
    std::uint64_t* x = settled_numbers(on);
    const auto copy = [&](std::uint64_t* to) {
        return host_backend().copy(on.where, on.stream,
                                   {to, x, bytes / 2, copy_kind::device_to_device, on.where, on.where});
    };
    expect_violation(copy(x + 1), {"copy between devices", "overlap"});
    EXPECT_TRUE(copy(x + count / 2).ok());
}

TEST_F(Checked, WhatIsRefusedDoesNotRun) {
    const lane writer;
    const lane other;
    std::uint64_t* x = settled_numbers(writer);
    ASSERT_TRUE(writer.fill(x, 1, bytes).ok());
    ASSERT_FALSE(other.fill(x, 2, bytes).ok());
    ASSERT_TRUE(other.finish().ok());
    std::vector<std::uint64_t> back(count);
    ASSERT_TRUE(writer.download(back.data(), x, bytes).ok());
    ASSERT_TRUE(writer.finish().ok());
    EXPECT_EQ(back, std::vector<std::uint64_t>(count, 0x0101010101010101U));
}

TEST_F(Checked, AnEventCoversWhatWasEnqueuedBeforeItBitByBitAndNoMore) {
    const lane first;
    const lane second;
    std::uint64_t* x = settled_numbers(first);
    for (std::size_t i = 0; i < count / 2; ++i) ASSERT_TRUE(first.fill(x + i, 1, 8).ok());
    second.follow(first);
    for (std::size_t i = count / 2; i < count; ++i) ASSERT_TRUE(first.fill(x + i, 1, 8).ok());
    EXPECT_TRUE(second.fill(x, 2, bytes / 2).ok());
    expect_violation(second.fill(x, 2, bytes), {"fill on", "writes bytes 256 to 512"});
    second.follow(first);
    EXPECT_TRUE(second.fill(x, 2, bytes).ok());
}

}  // namespace
