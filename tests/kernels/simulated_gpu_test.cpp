#define WARPLOOM_TARGET on_test
#include "kernels/machine/simulated_gpu.h"
#include "kernels/vocabulary/carry_update.h"
#include "kernels/vocabulary/segmented_sum.h"
#include "kernels/vocabulary/warp_sum.h"

#include "engine/error.h"
#include "support/runner.h"

#include <QTest>

#include <atomic>
#include <numeric>

using namespace warploom;
using namespace warploom::kernels::on_test;

// The simulated GPU itself: barriers, shuffles, ballots, shared memory, atomics, and what it says of a kernel that would hang.

namespace {

std::atomic<int> barrier_line = 0,
                 shuffle_line = 0; // set by the phases below (several host threads), expected in the messages

/// Half of block 3 leaves before the barrier.
struct MissesTheBarrier {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        if (t.block() == 3 && t.thread() >= 32) return;
        barrier_line = __LINE__, t.barrier();
        out[t.global_id()] = 1;
    }
};

/// Lanes of one warp wait at two places.
struct SplitsTheWarp {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        int v = t.lane();
        if (t.lane() < 16) v = t.shuffle(v, 0);
        else shuffle_line = __LINE__, v = t.shuffle(v, 1);
        out[t.global_id()] = v;
    }
};

struct ForgotToSay {
    static void run(Thread t, Out<int> out) {
        barrier_line = __LINE__, t.barrier();
        out[t.global_id()] = 1;
    }
};

/// Sums a block in shared memory, with a barrier for every halving.
struct BlockSum {
    static constexpr bool meets = true;
    static void run(Thread t, In<int> in, Out<int> out) {
        SHARED(int, sum, 1024);
        sum[t.thread()] = in[t.global_id()];
        t.barrier();
        for (int half = t.block_size() / 2; half > 0; half /= 2) {
            if (t.thread() < half) sum[t.thread()] += sum[t.thread() + half];
            t.barrier();
        }
        if (t.thread() == 0) out[t.block()] = sum[0];
    }
};

/// What a thread finds in shared memory before anybody has written there.
struct ReadsUnwritten {
    static constexpr bool meets = true;
    static void run(Thread t, Out<double> out) {
        SHARED(double, fresh, 32);
        out[t.global_id()] = fresh[t.lane()];
        t.barrier();
        fresh[t.lane()] = 1;
    }
};

struct Exchanges {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> up, Out<int> down, Out<int> crossed, Out<int> broadcast, Out<unsigned> votes) {
        const std::int64_t i = t.global_id();
        up[i] = t.shuffle_up(t.lane(), 3, 8);
        down[i] = t.shuffle_down(t.lane(), 3, 8);
        crossed[i] = t.shuffle_xor(t.lane(), 5, 32);
        broadcast[i] = t.shuffle(t.lane() * 10, 7);
        votes[i] = t.ballot(t.lane() % 3 == 0);
        t.warp_barrier();
    }
};

struct CountsAll {
    static void run(Thread t, Out<double> sum) { atomic_add(sum, t.block() % 2, 1.0); }
};

struct Segments {
    static constexpr bool meets = true;
    static void run(Thread t, unsigned heads, Out<int> out) { out[t.lane()] = segmented_sum(t, t.lane() + 1, heads); }
};

template <class T> Out<T> out_of(std::vector<T>& v) {
    Out<T> out;
    out.data = v.data();
    return out;
}
template <class T> In<T> in_of(const std::vector<T>& v) {
    In<T> in;
    in.data = v.data();
    return in;
}

/// Code and sentence of the error that `f` ends with.
template <class F> std::pair<std::string, std::string> error_of(const F& f) {
    try {
        f();
    } catch (const Error& error) { return {error.code(), error.what()}; }
    return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class SimulatedGpuTest : public QObject {
    Q_OBJECT
private slots:
    void a_barrier_that_some_threads_never_reach_is_an_error_with_block_and_line() {
        std::vector<int> out(512);
        Gpu gpu("misses", 64);
        const auto [code, sentence] = error_of([&] { gpu.launch<MissesTheBarrier>(512, out_of(out)); });
        QCOMPARE(code, std::string("simulated.divergent"));
        QVERIFY2(contains(sentence, "block 3") && contains(sentence, "kernel misses"), sentence.c_str());
        QVERIFY2(contains(sentence, "line " + std::to_string(barrier_line)), sentence.c_str());
        QVERIFY2(contains(sentence, "32 have already returned"), sentence.c_str());
    }
    void lanes_that_shuffle_at_two_places_are_an_error() {
        std::vector<int> out(32);
        Gpu gpu("splits", 32);
        const auto [code, sentence] = error_of([&] { gpu.launch<SplitsTheWarp>(32, out_of(out)); });
        QCOMPARE(code, std::string("simulated.divergent"));
        QVERIFY2(contains(sentence, "16 wait at the warp operation of line " + std::to_string(shuffle_line)),
                 sentence.c_str());
    }
    void the_simulated_gpu_works_on_after_such_an_error() {
        std::vector<int> in(64, 1), out(1), failed(64);
        Gpu gpu("splits", 64);
        error_of([&] { gpu.launch<SplitsTheWarp>(64, out_of(failed)); });
        gpu.launch<BlockSum>(64, in_of(in), out_of(out));
        QCOMPARE(out[0], 64);
    }
    void meeting_without_saying_so_is_an_error_with_the_line() {
        std::vector<int> out(32);
        Gpu gpu("forgot", 32);
        const auto [code, sentence] = error_of([&] { gpu.launch<ForgotToSay>(32, out_of(out)); });
        QCOMPARE(code, std::string("simulated.undeclared"));
        QVERIFY2(contains(sentence, "line " + std::to_string(barrier_line)), sentence.c_str());
    }
    void a_block_sums_in_shared_memory_data() {
        QTest::addColumn<int>("block");
        for (const int block : {32, 64, 256, 1024}) QTest::newRow(qPrintable(QString::number(block))) << block;
    }
    void a_block_sums_in_shared_memory() {
        QFETCH(int, block);
        std::vector<int> in(5 * block), out(5);
        std::iota(in.begin(), in.end(), 0);
        Gpu gpu("sum", block);
        gpu.launch<BlockSum>(5 * block, in_of(in), out_of(out));
        for (int b = 0; b < 5; ++b)
            QCOMPARE(out[b], std::accumulate(in.begin() + b * block, in.begin() + (b + 1) * block, 0));
    }
    void shared_memory_begins_as_nan_in_every_block() {
        std::vector<double> out(32 * 20);
        Gpu gpu("unwritten", 32);
        gpu.launch<ReadsUnwritten>(32 * 20, out_of(out));
        for (const double v : out) QVERIFY(std::isnan(v));
    }
    void shuffles_and_ballots_do_what_cuda_says() {
        std::vector<int> up(64), down(64), crossed(64), broadcast(64);
        std::vector<unsigned> votes(64);
        Gpu gpu("exchanges", 64);
        gpu.launch<Exchanges>(64, out_of(up), out_of(down), out_of(crossed), out_of(broadcast), out_of(votes));
        for (int i = 0; i < 64; ++i) {
            const int lane = i % 32, in_group = lane % 8;
            QCOMPARE(up[i], in_group >= 3 ? lane - 3 : lane); // a lane without a source keeps its own value
            QCOMPARE(down[i], in_group + 3 < 8 ? lane + 3 : lane);
            QCOMPARE(crossed[i], lane ^ 5);
            QCOMPARE(broadcast[i], 70);
            QCOMPARE(votes[i], 0x49249249u);
        }
    }
    void atomics_of_all_blocks_add_up() {
        std::vector<double> sum(2, 0.0);
        Gpu gpu("counts", 128);
        gpu.launch<CountsAll>(128 * 1001, out_of(sum));
        QCOMPARE(sum[0], 128.0 * 501);
        QCOMPARE(sum[1], 128.0 * 500);
    }
    void a_launch_of_no_threads_does_nothing() {
        std::vector<double> sum(2, 0.0);
        Gpu gpu("nothing", 128);
        gpu.launch<CountsAll>(0, out_of(sum));
        QCOMPARE(sum[0], 0.0);
    }
    void scratch_memory_keeps_its_content_from_launch_to_launch() {
        Gpu gpu("scratch", 32);
        const Out<int> first = gpu.scratch<int>("a", 10);
        first[3] = 42;
        QCOMPARE(gpu.read(gpu.scratch<int>("a", 10))[3], 42);
    }
    void a_segmented_sum_never_crosses_the_beginning_of_a_segment_data() {
        QTest::addColumn<unsigned>("heads");
        QTest::newRow("one segment from lane 0") << 1u;
        QTest::newRow("one that began before") << 0u;
        QTest::newRow("every lane its own") << 0xffffffffu;
        QTest::newRow("last lane alone") << 0x80000000u;
        QTest::newRow("mixed") << 0x04108421u;
    }
    void a_segmented_sum_never_crosses_the_beginning_of_a_segment() {
        QFETCH(unsigned, heads);
        std::vector<int> out(32);
        Gpu gpu("segments", 32);
        gpu.launch<Segments>(32, heads, out_of(out));
        int sum = 0;
        for (int lane = 0; lane < 32; ++lane) {
            if ((heads >> lane & 1u) != 0) sum = 0;
            sum += lane + 1;
            QCOMPARE(out[lane], sum);
        }
    }
    void carries_of_one_row_are_added_once_however_many_there_are() {
        // Rows 2 (one carry), 5 (100 carries), 6 (33); -1 and 9 (beyond the last row) are empty carries.
        std::vector<int> row{-1, 2};
        row.insert(row.end(), 100, 5);
        row.insert(row.end(), 33, 6);
        row.push_back(9);
        const std::vector<double> sum(row.size(), 1.0);
        std::vector<double> y(9, 0.5);
        Gpu gpu("carries", 64);
        const auto carries = static_cast<std::int64_t>(row.size());
        gpu.launch<CarryUpdate>(carries * 32, carries, in_of(row), in_of(sum), 9, out_of(y));
        QCOMPARE(y, (std::vector<double>{0.5, 0.5, 1.5, 0.5, 0.5, 100.5, 33.5, 0.5, 0.5}));
    }
};

WARPLOOM_TEST(SimulatedGpuTest);
#include "simulated_gpu_test.moc"
