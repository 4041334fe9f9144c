// Causes of a time: each sentence is tested with invented counts.
#include "engine/protocol/messages/cause.h"

#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::protocol;

namespace {

/// Returns a trace with one launch of many blocks that is limited by `binding`.
Trace trace_of(const char* binding) {
    Trace trace;
    trace.card.multiprocessors = 10;
    trace.mean_active_lanes = 32;
    trace.modelled_ns = 1000;
    trace.binding = binding;
    TraceLaunch launch;
    launch.blocks = 1000;
    launch.block_size = 128;
    launch.ns = 1000;
    launch.binding = binding;
    trace.launches = {launch};
    return trace;
}

TraceAccess load_of(const char* array, std::int64_t transactions, std::int64_t ideal, std::int64_t fetched,
                    std::int64_t used) {
    TraceAccess access;
    access.array = array;
    access.space = simulated::Space::global;
    access.transactions = transactions;
    access.ideal_transactions = ideal;
    access.l2_sectors = transactions;
    access.bytes_fetched = access.dram_bytes = fetched;
    access.bytes_used = used;
    return access;
}

TraceAccess atomics_of(std::int64_t lanes, std::int64_t passes) {
    TraceAccess access = load_of("y", lanes, lanes, lanes * 32, lanes * 8);
    access.kind = simulated::Access::atomic;
    access.lane_accesses = lanes;
    access.atomic_passes = passes;
    return access;
}

} // namespace

class WireCauseTest : public QObject {
    Q_OBJECT
private slots:
    void few_warps_are_those_of_the_longest_launch() {
        Trace trace = trace_of("latency");
        trace.launches.front().blocks = 5;
        QCOMPARE(cause_of(trace).sentence,
                 std::string("The launch has 20 warps for 10 multiprocessors, too few to hide memory latency."));
        trace.launches.push_back(trace.launches.front());
        trace.launches.back().ns = 10;
        trace.launches.back().blocks = 100'000;
        QCOMPARE(cause_of(trace).sentence, std::string("The longest of 2 launches has 20 warps for 10 multiprocessors, "
                                                       "too few to hide memory latency."));
    }

    void additions_of_each_entry_are_as_many_as_the_entries_whatever_the_sample() {
        Trace trace = trace_of("l2");
        trace.kernel = "csc";
        trace.matrix.nonzeros = 1'000'000;
        trace.traced_share = 0.5; // its blocks have a tenth of the entries
        trace.accesses = {atomics_of(100'000, 81'234)};
        QCOMPARE(cause_of(trace).sentence,
                 std::string("1,000,000 atomic additions to y require ≈ 810,000 passes in L2."));
        trace.kernel = "coo-segmented"; // adds some of them alone
        QCOMPARE(cause_of(trace).sentence,
                 std::string("≈ 200,000 atomic additions to y require ≈ 160,000 passes in L2."));
        trace.traced_share = 1;
        QCOMPARE(cause_of(trace).sentence, std::string("100,000 atomic additions to y require 81,234 passes in L2."));
    }

    void a_card_without_l2_has_no_passes_there() {
        Trace trace = trace_of("transactions");
        trace.accesses = {atomics_of(1000, 900)};
        QCOMPARE(cause_of(trace).sentence,
                 std::string("1,000 atomic additions to y require 900 passes in the memory controllers."));
    }

    void controllers_of_memory_are_several() {
        Trace trace = trace_of("transactions");
        trace.accesses = {load_of("x", 600, 500, 64'000, 16'000), load_of("value", 400, 400, 32'000, 32'000)};
        QCOMPARE(cause_of(trace).sentence,
                 std::string(
                     "60% of the memory transactions are spent on x, but only 25% of the transferred bytes are used."));
    }

    void neighbours_beyond_a_border_do_not_stand_apart() {
        Trace trace = trace_of("transactions");
        trace.accesses = {load_of("value", 2000, 1000, 64'000, 40'000)};
        QCOMPARE(cause_of(trace).kind, CauseKind::scattered);
        QVERIFY(cause_of(trace).sentence.find("unaligned elements of value, which takes 2 times") != std::string::npos);
        trace.accesses = {load_of("value", 8000, 1000, 256'000, 32'000)};
        QVERIFY(cause_of(trace).sentence.find("far apart, which takes 8 times") != std::string::npos);
    }

    void sums_of_lanes_are_no_operations_on_stored_zeros() {
        Trace trace = trace_of("dram");
        trace.format = "bcsr";
        trace.matrix.nonzeros = 1000;
        trace.flops = 6000; // 4,000 of them are reductions across lanes
        trace.accesses = {load_of("value", 400, 400, 32'000, 32'000)};
        Array value;
        value.name = "value";
        value.size = 1100;
        trace.arrays = {value};
        QVERIFY(cause_of(trace).kind != CauseKind::padding);
        trace.arrays.front().size = 2000;
        QCOMPARE(cause_of(trace).sentence,
                 std::string("50% of the operations are performed on zeros that the format stores."));
    }

    void a_chain_is_held_against_its_launch() {
        Trace trace = trace_of("latency");
        trace.launches.front().terms.latency = 800;
        QCOMPARE(cause_of(trace).sentence,
                 std::string("Loads depend on each other. The longest chain takes 800 ns out of 1 µs."));
    }
};

WARPLOOM_TEST(WireCauseTest);
#include "wire_cause_test.moc"
