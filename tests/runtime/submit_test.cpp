// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/submit.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/base/error.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace cs = cushard;
using cs::access_mode;
using cs::testing::affine;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

/// Four storages on device 0 that nobody waits for any more, streams "s1" to "s3", and an empty record.
struct submit : ::testing::Test {
    submit() {
        for (cs::device each : cs::device::list()) each.wait();
        restart();
    }

    void restart() { recorder().restart({one.native(), two.native(), three.native()}); }

    cs::device on{0};
    cs::stream one{on};
    cs::stream two{on};
    cs::stream three{on};
    cs::storage_ref a = floats(on, 8, 1);
    cs::storage_ref b = floats(on, 8, 2);
    cs::storage_ref c = floats(on, 8, 3);
    cs::storage_ref d = floats(on, 8, 4);
};

const auto no_work = [](std::size_t, const cs::backend&, cs::place, void*) { return cs::status{}; };

void affine_on(const cs::stream& on, cs::storage& out, cs::storage& in, const affine& functor = {}) {
    const cs::stream_scope scope(on);
    apply(out, in, functor);
}

}  // namespace

TEST_F(submit, same_stream_use_neither_waits_nor_records) {
    const cs::stream_scope scope(one);
    apply(*b, *a, {2, 1});
    apply(*c, *b, {2, 1});
    apply(*b, *c, {2, 1});
    EXPECT_EQ(recorder().calls(), Calls(3, "launch d0 s1 affine"));
    EXPECT_EQ(values(*b), std::vector<float>(8, 15));
}

TEST_F(submit, a_reader_on_another_stream_waits_for_the_last_write) {
    affine_on(one, *b, *a, {2, 1, 2000});
    affine_on(two, *c, *b, {10, 0});
    EXPECT_EQ(recorder().calls(),
              (Calls{"launch d0 s1 affine", "record d0 s1 e1", "wait d0 s2 e1", "launch d0 s2 affine"}));
    EXPECT_EQ(values(*c), std::vector<float>(8, 30));
}

TEST_F(submit, readers_on_two_streams_do_not_wait_for_each_other) {
    affine_on(one, *b, *a);
    affine_on(two, *c, *a);
    EXPECT_EQ(recorder().calls(), (Calls{"launch d0 s1 affine", "launch d0 s2 affine"}));
}

TEST_F(submit, a_writer_waits_for_the_reads_since_the_last_write) {
    affine_on(one, *b, *a, {1, 0, 2000});
    affine_on(two, *a, *c);
    EXPECT_EQ(recorder().calls(),
              (Calls{"launch d0 s1 affine", "record d0 s1 e1", "wait d0 s2 e1", "launch d0 s2 affine"}));
    EXPECT_EQ(values(*b), std::vector<float>(8, 1));
}

TEST_F(submit, a_writer_waits_for_the_last_write) {
    affine_on(one, *a, *b, {1, 0, 2000});
    affine_on(two, *a, *c);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1"}));
    EXPECT_EQ(values(*a), std::vector<float>(8, 3));
}

TEST_F(submit, a_writer_waits_for_every_stream_that_read) {
    affine_on(one, *b, *a, {1, 0, 2000});
    affine_on(two, *c, *a, {1, 0, 2000});
    restart();
    affine_on(three, *a, *d);
    EXPECT_EQ(recorder().calls(),
              (Calls{"record d0 s1 e1", "record d0 s2 e2", "wait d0 s3 e1", "wait d0 s3 e2", "launch d0 s3 affine"}));
}

TEST_F(submit, a_read_write_use_is_ordered_as_a_write) {
    affine_on(one, *b, *a);
    const cs::use both{a.get(), access_mode::read_write};
    const cs::part only{&two.view().state(), std::span(&both, 1)};
    cs::submit("both", std::span(&only, 1), false, no_work);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1"}));
    restart();
    affine_on(one, *c, *a);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s1 e1"}));
}

TEST_F(submit, a_reader_waits_for_an_older_write_only_not_for_reads) {
    affine_on(one, *a, *b);
    affine_on(two, *c, *a);
    restart();
    affine_on(three, *d, *a);
    for (const std::string& each : recorder().calls("record")) EXPECT_EQ(each.find(" s2 "), std::string::npos) << each;
}

TEST_F(submit, a_reader_waits_for_the_last_of_several_writes_only) {
    affine_on(one, *a, *b);
    affine_on(two, *a, *c);
    restart();
    affine_on(three, *d, *a);
    EXPECT_EQ(recorder().calls("wait").size(), 1U);
}

TEST_F(submit, an_event_is_recorded_once_and_serves_every_waiter) {
    affine_on(one, *a, *b);
    affine_on(two, *c, *a);
    affine_on(three, *d, *a);
    EXPECT_EQ(recorder().calls("record"), (Calls{"record d0 s1 e1"}));
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1", "wait d0 s3 e1"}));
}

TEST_F(submit, a_wait_that_an_earlier_one_implies_is_skipped) {
    affine_on(one, *a, *b);
    affine_on(two, *c, *a);
    affine_on(two, *c, *a);
    EXPECT_EQ(recorder().calls("wait").size(), 1U);
}

TEST_F(submit, a_later_write_is_waited_for_again) {
    affine_on(one, *a, *b);
    affine_on(two, *c, *a);
    affine_on(one, *a, *b, {5, 0, 2000});
    affine_on(two, *c, *a);
    EXPECT_EQ(recorder().calls("wait").size(), 3U);
    EXPECT_EQ(values(*c), std::vector<float>(8, 10));
}

TEST_F(submit, a_later_read_of_a_stream_is_waited_for_too) {
    affine_on(one, *b, *a);
    const cs::part mark{&one.view().state(), {}};
    cs::submit("mark", std::span(&mark, 1), true, no_work);  // an event covers the first read only
    affine_on(one, *b, *a);
    restart();
    affine_on(two, *a, *c);
    EXPECT_EQ(recorder().calls("record").size(), 1U);
}

TEST_F(submit, a_read_after_a_write_of_the_same_stream_is_waited_for_too) {
    affine_on(one, *a, *b);
    const cs::part mark{&one.view().state(), {}};
    cs::submit("mark", std::span(&mark, 1), true, no_work);  // an event covers the write only
    affine_on(one, *c, *a);
    restart();
    affine_on(two, *a, *d);
    EXPECT_EQ(recorder().calls("record").size(), 1U);
}

TEST_F(submit, events_that_were_waited_for_are_used_again) {
    for (std::size_t i = 0; i < 3 * cs::detail::event_ring::capacity; ++i) {
        affine_on(one, *a, *b);
        affine_on(two, *c, *a);
    }
    EXPECT_LE(one.view().state().events.size(), cs::detail::event_ring::capacity);
}

TEST_F(submit, what_a_host_thread_has_waited_for_needs_no_event) {
    affine_on(one, *a, *b);
    one.wait();
    restart();
    affine_on(two, *c, *a);
    EXPECT_TRUE(recorder().calls("wait").empty());
    EXPECT_TRUE(recorder().calls("record").empty());
}

TEST_F(submit, an_operation_that_records_at_once_is_waited_for_alone) {
    const cs::use uses[] = {{b.get(), access_mode::write}, {a.get(), access_mode::read}};
    const cs::part only{&one.view().state(), uses};
    cs::submit("pipeline", std::span(&only, 1), true, no_work);
    affine_on(one, *c, *a);  // later work of the stream
    affine_on(two, *d, *b);
    EXPECT_EQ(recorder().calls(),
              (Calls{"record d0 s1 e1", "launch d0 s1 affine", "wait d0 s2 e1", "launch d0 s2 affine"}));
}

TEST_F(submit, parts_wait_each_for_its_own_and_all_before_any_work) {
    affine_on(one, *a, *b);
    affine_on(two, *c, *b);
    Calls order;
    const cs::use reads_c{c.get(), access_mode::read};
    const cs::use reads_a{a.get(), access_mode::read};
    const cs::part parts[] = {{&one.view().state(), std::span(&reads_c, 1)},
                              {&two.view().state(), std::span(&reads_a, 1)}};
    restart();
    cs::submit("exchange", parts, false, [&](std::size_t part, const cs::backend&, cs::place, void* native) {
        EXPECT_EQ(native, parts[part].on->native);
        EXPECT_EQ(recorder().calls("wait").size(), 2U);
        order.push_back("part " + std::to_string(part));
        return cs::status{};
    });
    EXPECT_EQ(order, (Calls{"part 0", "part 1"}));
    EXPECT_EQ(recorder().calls(), (Calls{"record d0 s2 e1", "record d0 s1 e2", "wait d0 s1 e1", "wait d0 s2 e2"}));
}

TEST_F(submit, two_parts_that_need_the_same_write_both_wait) {
    affine_on(one, *a, *b);
    const cs::use reads{a.get(), access_mode::read};
    const cs::part parts[] = {{&two.view().state(), std::span(&reads, 1)},
                              {&three.view().state(), std::span(&reads, 1)}};
    cs::submit("exchange", parts, false, no_work);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1", "wait d0 s3 e1"}));
}

TEST_F(submit, two_parts_may_share_a_stream_and_one_may_be_given_before_an_older) {
    const cs::use reads{a.get(), access_mode::read};
    const cs::part parts[] = {{&two.view().state(), std::span(&reads, 1)},
                              {&one.view().state(), std::span(&reads, 1)},
                              {&two.view().state(), std::span(&reads, 1)}};
    int calls = 0;
    cs::submit("three", parts, true, [&](std::size_t, const cs::backend&, cs::place, void*) {
        ++calls;
        return cs::status{};
    });
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(recorder().calls("record").size(), 2U);
}

TEST_F(submit, a_reader_waits_for_all_parts_that_wrote_pieces_of_a_storage) {
    const cs::use writes{a.get(), access_mode::write};
    const cs::part parts[] = {{&one.view().state(), std::span(&writes, 1)},
                              {&two.view().state(), std::span(&writes, 1)}};
    cs::submit("gather", parts, false, no_work);
    affine_on(three, *c, *a);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s3 e1", "wait d0 s3 e2"}));
}

TEST_F(submit, a_storage_that_one_part_writes_and_another_reads_keeps_both) {
    const cs::use writes{a.get(), access_mode::write};
    const cs::use reads{a.get(), access_mode::read};
    const cs::part parts[] = {{&one.view().state(), std::span(&reads, 1)},
                              {&two.view().state(), std::span(&writes, 1)}};
    cs::submit("exchange", parts, false, no_work);
    affine_on(three, *a, *b);
    EXPECT_EQ(recorder().calls("wait").size(), 2U);
}

TEST_F(submit, an_operand_of_another_device_is_an_error_before_anything_is_enqueued) {
    const cs::storage_ref far = floats(cs::device(1), 8, 1);
    restart();
    try {
        apply(*a, *far, {}, "add");
        FAIL();
    } catch (const cs::device_error& error) {
        EXPECT_STREQ(
            error.what(),
            "add: an operand lives on device 1 (cuda:0), but it runs on device 0 (cuda:0): copy it there first");
    }
    EXPECT_TRUE(recorder().calls().empty());
}

TEST_F(submit, a_peer_of_another_backend_is_an_error) {
    const cs::storage_ref far = floats(cs::device(3), 8, 1);
    const cs::use uses[] = {{far.get(), access_mode::read, true}};
    EXPECT_THROW(cs::submit("peer", on, uses, no_work), cs::device_error);
}

TEST_F(submit, a_peer_on_a_device_that_was_lost_is_an_error) {
    const cs::storage_ref far = floats(cs::device(1), 8, 1);
    cs::device(1).state().lost.store(true);
    const cs::use uses[] = {{far.get(), access_mode::read, true}};
    EXPECT_THROW(cs::submit("peer", on, uses, no_work), cs::device_error);
    cs::device(1).state().lost.store(false);
}

TEST_F(submit, a_failed_launch_throws_with_names_and_leaves_the_target_invalid) {
    recorder().fail("launch", {cs::status_code::failed, 700, "cudaLaunchKernel", "an illegal address"});
    try {
        apply(*b, *a, {}, "scale");
        FAIL();
    } catch (const cs::cuda_error& error) {
        EXPECT_STREQ(error.what(),
                     "scale: cudaLaunchKernel failed on device 0 (cuda:0): an illegal address (code 700)");
        EXPECT_EQ(error.code(), 700);
        EXPECT_EQ(error.call(), "cudaLaunchKernel");
        EXPECT_EQ(error.device(), 0);
    }
    EXPECT_TRUE(a->valid());
    EXPECT_FALSE(b->valid());
    try {
        apply(*c, *b, {}, "sqrt");
        FAIL();
    } catch (const cs::error& error) {
        EXPECT_NE(std::string(error.what()).find("sqrt: an operand has no valid contents"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("scale: cudaLaunchKernel failed"), std::string::npos);
    }
    EXPECT_TRUE(c->valid());
}

TEST_F(submit, a_launch_that_is_unsupported_leaves_everything_as_it_was) {
    recorder().fail("launch", {cs::status_code::unsupported, 0, "launch", "no .cu of this program compiled it"});
    EXPECT_THROW(apply(*b, *a, {}), cs::device_error);
    EXPECT_EQ(values(*b), std::vector<float>(8, 2));
}

TEST_F(submit, a_wait_that_cannot_be_enqueued_leaves_everything_as_it_was) {
    for (const char* entry : {"record", "wait"}) {
        affine_on(one, *a, *b, {1, 1});
        recorder().fail(entry, {cs::status_code::failed, 1, entry, "injected"});
        EXPECT_THROW(affine_on(two, *c, *a), cs::cuda_error) << entry;
        EXPECT_TRUE(c->valid());
        affine_on(two, *c, *a);
        EXPECT_EQ(values(*c), std::vector<float>(8, 3)) << entry;
    }
}

TEST_F(submit, of_several_parts_those_that_began_are_invalid_and_the_rest_untouched) {
    const cs::use first{a.get(), access_mode::write};
    const cs::use second{b.get(), access_mode::write};
    const cs::use third{c.get(), access_mode::write};
    cs::detail::stream_state* const state = &one.view().state();
    const cs::part parts[] = {
        {state, std::span(&first, 1)}, {state, std::span(&second, 1)}, {state, std::span(&third, 1)}};
    EXPECT_THROW(cs::submit("scatter", parts, false,
                            [](std::size_t part, const cs::backend&, cs::place, void*) {
                                if (part == 1) return cs::status{cs::status_code::failed, 0, "f", "g"};
                                return cs::status{};
                            }),
                 cs::cuda_error);
    EXPECT_FALSE(a->valid());
    EXPECT_FALSE(b->valid());
    EXPECT_TRUE(c->valid());
}

TEST_F(submit, what_was_enqueued_before_a_failure_stays_in_order) {
    const cs::use uses[] = {{b.get(), access_mode::write}, {a.get(), access_mode::read}};
    const cs::part parts[] = {{&one.view().state(), uses}};
    EXPECT_THROW(
        cs::submit("half", parts, false,
                   [&](std::size_t, const cs::backend& table, cs::place at, void* stream) {
                       const cs::status good = cs::testing::launch_affine(table, at, stream, *b, *a, {1, 0, 2000});
                       return good.ok() ? cs::status{cs::status_code::failed, 0, "second", "injected"} : good;
                   }),
        cs::cuda_error);
    affine_on(two, *a, *c);  // must wait for the read that did run
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1"}));
}

TEST_F(submit, an_exception_of_work_passes_through_and_leaves_the_target_invalid) {
    const cs::use uses[] = {{b.get(), access_mode::write}};
    EXPECT_THROW(cs::submit("boom", on, uses,
                            [](std::size_t, const cs::backend&, cs::place, void*) -> cs::status {
                                throw std::runtime_error("boom");
                            }),
                 std::runtime_error);
    EXPECT_FALSE(b->valid());
    apply(*c, *a, {});  // the stream's mutex was given back
}

TEST_F(submit, a_record_that_fails_after_the_work_leaves_the_target_invalid) {
    recorder().fail("record", {cs::status_code::failed, 0, "record", "injected"});
    const cs::use uses[] = {{b.get(), access_mode::write}};
    const cs::part only{&one.view().state(), uses};
    EXPECT_THROW(cs::submit("transfer", std::span(&only, 1), true, no_work), cs::cuda_error);
    EXPECT_FALSE(b->valid());
    affine_on(two, *c, *a);
}

TEST_F(submit, an_exception_of_a_functor_comes_out_at_the_next_wait) {
    affine_on(one, *b, *a, {1, 0, 0, true});
    try {
        one.wait();
        FAIL();
    } catch (const cs::cuda_error& error) {
        EXPECT_NE(std::string(error.what()).find("affine threw"), std::string::npos) << error.what();
    }
    one.wait();
}

TEST_F(submit, a_wait_that_meets_an_error_waits_for_the_rest_as_well) {
    affine_on(one, *b, *a, {1, 0, 0, true});
    affine_on(two, *c, *a);
    EXPECT_THROW(on.wait(), cs::cuda_error);
    EXPECT_EQ(recorder().calls("synchronize").size(), 2U);
}

TEST_F(submit, an_exception_of_a_functor_on_the_host_is_a_device_error) {
    const cs::storage_ref x = floats(cs::device(3), 8, 1);
    const cs::storage_ref y = floats(cs::device(3), 8, 1);
    apply(*y, *x, {1, 0, 0, true});
    EXPECT_THROW(cs::detail::wait_for(*y, access_mode::read), cs::device_error);
}

TEST_F(submit, launches_are_counted_once_a_part) {
    const auto before = cs::detail::statistics().launches;
    apply(*b, *a, {});
    EXPECT_EQ(cs::detail::statistics().launches, before + 1);
    static_cast<void>(values(*b));
    EXPECT_EQ(cs::detail::statistics().launches, before + 1);
}

TEST_F(submit, more_operands_and_streams_than_are_kept_inline_are_ordered_too) {
    std::vector<cs::storage_ref> many;
    std::vector<cs::stream> streams;
    std::vector<cs::use> uses;
    for (int i = 0; i < 20; ++i) {
        many.push_back(floats(on, 8, static_cast<float>(i)));
        streams.emplace_back(on);
    }
    for (std::size_t i = 0; i < 20; ++i) affine_on(streams[i], *many[i], *a);
    for (const auto& each : many) uses.push_back({each.get(), access_mode::read});
    uses.push_back({a.get(), access_mode::write});
    restart();
    const cs::part only{&one.view().state(), uses};
    cs::submit("many", std::span(&only, 1), false, no_work);
    EXPECT_EQ(recorder().calls("wait").size(), 20U);
}

TEST_F(submit, crossing_exchanges_from_two_threads_do_not_deadlock) {
    const cs::use use_a{a.get(), access_mode::read};
    const auto exchange = [&](const cs::stream& first, const cs::stream& second) {
        const cs::part parts[] = {{&first.view().state(), std::span(&use_a, 1)},
                                  {&second.view().state(), std::span(&use_a, 1)}};
        for (int i = 0; i < 2000; ++i) cs::submit("exchange", parts, false, no_work);
    };
    std::thread other([&] { exchange(one, two); });
    exchange(two, one);
    other.join();
}

TEST_F(submit, racing_writers_of_one_storage_break_nothing) {
    const auto write = [&](const cs::stream& on_stream) {
        const cs::use target{a.get(), access_mode::write};
        const cs::part only{&on_stream.view().state(), std::span(&target, 1)};
        for (int i = 0; i < 500; ++i) cs::submit("write", std::span(&only, 1), false, no_work);
    };
    std::thread other([&] { write(one); });
    write(two);
    other.join();
    apply(*c, *a, {});
    on.wait();
}
