#define WARPLOOM_TARGET on_traced_test
#define WARPLOOM_TRACED 1
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::on_traced_test {

// Small kernels for four lanes; which lanes go together at which array is drawn by hand in the tests below.

struct Branches {
    static void run(Thread t, In<int> a, In<int> b, In<int> c, In<int> d, Out<int> y) {
        int v = a[t.lane()];
        if (t.lane() < 1) v += b[t.lane()];
        else if (t.lane() < 3) v += c[t.lane()];
        v += d[t.lane()];
        y[t.lane()] = v;
    }
};

/// Lane l turns l times.
struct LoopsOfDifferentLength {
    static void run(Thread t, In<int> a, In<int> b, In<int>, In<int>, Out<int> y) {
        int v = 0;
        for (int k = 0; k < t.lane(); ++k) v += a[k];
        v += b[t.lane()];
        y[t.lane()] = v;
    }
};

/// Even lanes read in even turns, odd lanes in odd ones: never together.
struct TakesTurns {
    static void run(Thread t, In<int> a, In<int>, In<int>, In<int>, Out<int> y) {
        int v = 0;
        for (int k = 0; k < 4; ++k)
            if (k % 2 == t.lane() % 2) v += a[k];
        y[t.lane()] = v;
    }
};

/// Lane 1 skips the rest of turn 0; it must wait there and not run ahead.
struct Continues {
    static void run(Thread t, In<int> a, In<int> b, In<int>, In<int>, Out<int> y) {
        int v = 0;
        for (int k = 0; k < 2; ++k) {
            v += a[k];
            if (t.lane() == 1 && k == 0) continue;
            v += b[k];
        }
        y[t.lane()] = v;
    }
};

/// Lane l leaves in turn l, through a last access of its own.
struct Breaks {
    static void run(Thread t, In<int> a, In<int> b, In<int> c, In<int>, Out<int> y) {
        int v = 0;
        for (int k = 0;; ++k) {
            v += a[k];
            if (k == t.lane()) {
                v += b[k];
                break;
            }
        }
        v += c[t.lane()];
        y[t.lane()] = v;
    }
};

/// Nothing is read between the inner loops, so only the turns of the outer one tell them apart.
struct NestedLoops {
    static void run(Thread t, In<int> a, In<int> b, In<int>, In<int>, Out<int> y) {
        int v = 0;
        for (int i = 0; i < 2; ++i)
            for (int k = 0; k < (t.lane() + i) % 2 + 1; ++k) v += a[k];
        v += b[t.lane()];
        y[t.lane()] = v;
    }
};

struct ReturnsEarly {
    static void run(Thread t, In<int> a, In<int> b, In<int>, In<int>, Out<int> y) {
        int k = t.lane();
        while (k < 8) {
            if (a[k] < 0) return;
            k += 3;
            if (t.lane() == 2) return;
        }
        y[t.lane()] = b[t.lane()];
    }
};

template <class T> T innermost(Thread t, T v, CallSite site = {}) {
    CALLED_FROM(site);
    return v + t.shuffle_xor(v, 1);
}
template <class T> T middle(Thread t, T v, In<T> a, CallSite site = {}) {
    CALLED_FROM(site);
    v = innermost(t, v);
    return v + a[t.lane()];
}
template <class T> T outermost(Thread t, T v, In<T> a, In<T> b, CallSite site = {}) {
    CALLED_FROM(site);
    v = middle(t, v, a);
    v = middle(t, v, b);
    return innermost(t, v);
}
struct Calls {
    static constexpr bool meets = true;
    static void run(Thread t, In<int> a, In<int> b, In<int> c, In<int> d, Out<int> y) {
        int v = d[t.lane()];
        v = outermost(t, v, a, b);
        if (t.lane() == 0) v += c[0];
        y[t.lane()] = v;
    }
};

} // namespace warploom::kernels::on_traced_test

#include "kernels/machine/simulated_gpu.h"

#include "recorded_steps.h"
#include "support/runner.h"

#include <QTest>

#include <numeric>

using namespace warploom;
using namespace warploom::kernels::on_traced_test;
using namespace warploom::kernels::test;

namespace {

struct Drawing {
    RecordedSteps steps;
    simulated::Tracer tracer;
    std::vector<int> y = std::vector<int>(4, -1);
    static simulated::TraceOptions with_seed(std::uint64_t seed) {
        simulated::TraceOptions options;
        options.lane_order_seed = seed;
        return options;
    }
    explicit Drawing(std::uint64_t seed = 0) : tracer(with_seed(seed), steps) {}
    template <class Kernel> void run() {
        Gpu gpu("drawn", 4);
        gpu.set_tracer(&tracer, &tracer);
        std::vector<int> numbers(8);
        std::iota(numbers.begin(), numbers.end(), 10);
        const auto in = [&](const char* name) { return gpu.named<In<int>>(name, numbers.data(), 8); };
        gpu.launch<Kernel>(4, in("a"), in("b"), in("c"), in("d"), gpu.named<Out<int>>("y", y.data(), 4));
    }
    /// "a 0123, b 0": the arrays (or meetings), each with its lanes.
    QString picture() const {
        QStringList parts;
        for (const auto& seen : steps.all()) {
            const auto& site = tracer.sites()[seen.step.site];
            QString part =
                site.array >= 0 ? tracer.arrays()[site.array].name.c_str() : simulated::to_string(site.access);
            part += ' ';
            for (int lane = 0; lane < 32; ++lane)
                if ((seen.step.active >> lane & 1u) != 0) part += QString::number(lane);
            parts << part;
        }
        return parts.join(", ");
    }
};

template <class Kernel> QString picture_of(std::uint64_t seed = 0) {
    Drawing drawing(seed);
    drawing.run<Kernel>();
    return drawing.picture();
}

} // namespace

class TracedReconvergenceTest : public QObject {
    Q_OBJECT
private slots:
    void lanes_meet_again_after_a_branch() {
        QCOMPARE(picture_of<Branches>(), QString("a 0123, b 0, c 12, d 0123, y 0123"));
    }
    void lanes_meet_again_after_a_loop() {
        QCOMPARE(picture_of<LoopsOfDifferentLength>(), QString("a 123, a 23, a 3, b 0123, y 0123"));
    }
    void lanes_of_different_turns_never_go_together() {
        QCOMPARE(picture_of<TakesTurns>(), QString("a 02, a 13, a 02, a 13, y 0123"));
    }
    void a_lane_that_continues_waits_for_the_end_of_the_turn() {
        QCOMPARE(picture_of<Continues>(), QString("a 0123, b 023, a 0123, b 0123, y 0123"));
    }
    void lanes_that_break_wait_behind_the_loop() {
        QCOMPARE(picture_of<Breaks>(), QString("a 0123, b 0, a 123, b 1, a 23, b 2, a 3, b 3, c 0123, y 0123"));
    }
    void inner_loops_end_together_in_each_turn_of_the_outer_one() {
        // Turn 0: odd lanes read twice; turn 1: even lanes do.
        QCOMPARE(picture_of<NestedLoops>(), QString("a 0123, a 13, a 0123, a 02, b 0123, y 0123"));
    }
    void lanes_that_have_returned_are_not_waited_for() {
        // Lanes 0 and 1 read at 0, 3, 6 and 1, 4, 7, lane 3 at 3 and 6; lane 2 leaves after its first read.
        Drawing drawing;
        drawing.run<ReturnsEarly>();
        QCOMPARE(drawing.picture(), QString("a 0123, a 013, a 01, b 013, y 013"));
        const auto steps = drawing.steps.all();
        QCOMPARE(steps[0].step.waiting, 0u);
        QCOMPARE(steps[1].step.waiting, 0u); // lane 2 is gone
        QCOMPARE(steps[2].step.waiting, 8u); // lane 3 is through with the loop
        QCOMPARE(drawing.y, (std::vector<int>{10, 11, -1, 13}));
    }
    void a_helper_stands_where_it_is_called() {
        Drawing drawing;
        drawing.run<Calls>();
        QCOMPARE(drawing.picture(),
                 QString("d 0123, shuffle 0123, a 0123, shuffle 0123, b 0123, shuffle 0123, c 0, y 0123"));
        const auto& sites = drawing.tracer.sites();
        const auto steps = drawing.steps.all();
        // Three shuffles by the same line of the helper are three sites: two calls deep, and one deep.
        std::vector<int> lines, kernel_lines, shuffles;
        std::uint64_t last = 0;
        for (const auto& seen : steps) {
            const auto& site = sites[seen.step.site];
            QVERIFY(site.position > last); // the order of the steps is that of the source here
            last = site.position;
            QCOMPARE(site.file, std::string("tests/kernels/traced_reconvergence_test.cpp"));
            lines.push_back(site.line);
            kernel_lines.push_back(site.kernel_line);
            if (site.access == simulated::Access::shuffle) shuffles.push_back(seen.step.site);
        }
        QCOMPARE(lines[1], lines[3]);
        QCOMPARE(lines[1], lines[5]);
        QCOMPARE(lines[2], lines[4]);
        QVERIFY(shuffles[0] != shuffles[1] && shuffles[1] != shuffles[2]);
        for (std::size_t i = 1; i <= 5; ++i) QCOMPARE(kernel_lines[i], lines[0] + 1); // the call of `outermost`
        QCOMPARE(kernel_lines[6], lines[0] + 2);
        const int d[] = {10, 11, 12, 13};
        for (int lane = 0; lane < 4; ++lane) {
            const int pair = d[lane] + d[lane ^ 1] + 10 + lane, other = d[lane] + d[lane ^ 1] + 10 + (lane ^ 1);
            const int mine = pair + other + 10 + lane, its = pair + other + 10 + (lane ^ 1);
            QCOMPARE(drawing.y[lane], mine + its + (lane == 0 ? 10 : 0));
        }
    }
    void the_picture_does_not_depend_on_the_order_of_lanes() {
        for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
            QCOMPARE(picture_of<Branches>(seed), picture_of<Branches>());
            QCOMPARE(picture_of<Breaks>(seed), picture_of<Breaks>());
            QCOMPARE(picture_of<NestedLoops>(seed), picture_of<NestedLoops>());
            QCOMPARE(picture_of<Calls>(seed), picture_of<Calls>());
        }
    }
};

WARPLOOM_TEST(TracedReconvergenceTest);
#include "traced_reconvergence_test.moc"
