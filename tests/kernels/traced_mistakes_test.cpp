#define WARPLOOM_TARGET on_traced_test
#define WARPLOOM_TRACED 1
#include "mistakes/bounds.h"
#include "mistakes/divergent.h"
#include "mistakes/shared_memory.h"

#include "kernels/machine/simulated_gpu.h"

#include "recorded_steps.h"

#include "engine/error.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

using namespace warploom;
using namespace warploom::kernels::on_traced_test;
using namespace warploom::kernels::test;
using simulated::Finding;

// The simulated GPU as a teacher: each program under mistakes/ has one mistake, which must be found at its line.

namespace {

/// The number of the line in tests/kernels/mistakes/FILE that ends with this comment.
int line_of(const QString& file, const QString& comment) {
    QFile source(QString(WARPLOOM_SOURCE_DIR) + "/tests/kernels/mistakes/" + file);
    if (!source.open(QIODevice::ReadOnly)) return -1;
    const QList<QByteArray> lines = source.readAll().split('\n');
    for (int i = 0; i < lines.size(); ++i)
        if (lines[i].endsWith(("// " + comment).toUtf8())) return i + 1;
    return -1;
}

struct Run {
    RecordedSteps steps;
    simulated::Tracer tracer;
    Gpu gpu;
    std::vector<int> out;
    Out<int> view;

    Run(int threads, int block, simulated::TraceOptions options = {})
        : tracer(std::move(options), steps), gpu("mistake", block), out(static_cast<std::size_t>(threads), -1) {
        gpu.set_tracer(&tracer, &tracer);
        view = gpu.named<Out<int>>("out", out.data(), threads);
    }
    /// The only finding there is.
    Finding only() const { return tracer.findings().size() == 1 ? tracer.findings().front() : Finding{}; }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

#define COMPARE_SENTENCE(finding, text) QCOMPARE(QString::fromStdString((finding).sentence), QString(text))

class TracedMistakesTest : public QObject {
    Q_OBJECT
private slots:
    void a_barrier_that_a_warp_never_reaches_is_found_and_the_other_blocks_go_on() {
        Run r(5 * 64, 64);
        r.gpu.launch<MissesTheBarrier>(5 * 64, r.view);
        const Finding f = r.only();
        QCOMPARE(f.kind, Finding::Kind::divergent_meeting);
        QCOMPARE(f.line, line_of("divergent.h", "missed barrier"));
        QCOMPARE(f.file, std::string("tests/kernels/mistakes/divergent.h"));
        QCOMPARE(f.block, std::int64_t{3});
        QCOMPARE(f.warp, 0);
        QCOMPARE(f.lanes, 0xffffffffu);
        QVERIFY2(contains(f.sentence, "kernel mistake") && contains(f.sentence, "1 warp has already returned"),
                 f.sentence.c_str());
        for (int i = 0; i < 5 * 64; ++i) QCOMPARE(r.out[i], i / 64 == 3 ? -1 : 1);
    }
    void lanes_that_return_before_a_shuffle_are_named() {
        Run r(2 * 128, 128);
        r.gpu.launch<HalfAWarpReturns>(2 * 128, r.view);
        const Finding f = r.only();
        const int line = line_of("divergent.h", "left alone");
        QCOMPARE(f.line, line);
        QCOMPARE(f.lanes, 0xffffu);
        COMPARE_SENTENCE(
            f, QString("In kernel mistake, line %1, block 1, lanes 0-15 of warp 2 wait at the shuffle of line %1, "
                       "lanes 16-31 have already returned.")
                   .arg(line));
    }
    void lanes_that_shuffle_at_two_places_are_found() {
        Run r(32, 32);
        r.gpu.launch<SplitsTheWarp>(32, r.view);
        const Finding f = r.only();
        const int line = line_of("divergent.h", "first half");
        QCOMPARE(f.line, line);
        QVERIFY2(contains(f.sentence, "lanes 16-31 wait at the shuffle of line " + std::to_string(line + 1)),
                 f.sentence.c_str());
    }
    void a_meeting_inside_of_a_helper_is_found_in_the_helper() {
        Run r(32, 32);
        r.gpu.launch<SumsUnderABranch>(32, r.view);
        const Finding f = r.only();
        QCOMPARE(f.file, std::string("kernels/vocabulary/warp_sum.h"));
        QCOMPARE(f.lanes, ~(1u << 7));
        QVERIFY2(contains(f.sentence, "lane 7 has already returned"), f.sentence.c_str());
    }
    void a_read_of_unwritten_shared_memory_is_found() {
        Run r(64, 32);
        r.gpu.launch<ReadsUnwritten>(64, r.view);
        const Finding f = r.only();
        const int line = line_of("shared_memory.h", "never written");
        QCOMPARE(f.kind, Finding::Kind::unwritten_shared);
        QCOMPARE(f.line, line);
        QCOMPARE(f.lanes, 1u << 5);
        QCOMPARE(f.times, std::int64_t{2}); // once in each block
        COMPARE_SENTENCE(
            f, QString("In kernel mistake, line %1, block 0, lane 5 of warp 0 reads element 40 of tile, which "
                       "nobody has written yet.")
                   .arg(line));
        QCOMPARE(r.out[5], -1); // shared memory begins as 0xff
    }
    void a_missing_barrier_is_a_race_at_its_line() {
        Run r(64, 64);
        r.gpu.launch<ForgetsTheBarrier>(64, r.view);
        bool is_found = false;
        for (const Finding& f : r.tracer.findings()) {
            QCOMPARE(f.line,
                     line_of("shared_memory.h", "too early")); // a race, or a read before the write, nothing else
            is_found = is_found || f.kind == Finding::Kind::shared_race;
        }
        QVERIFY(is_found);
    }
    void lanes_of_one_warp_race_without_a_warp_barrier() {
        Run r(32, 32);
        r.gpu.launch<ForgetsTheWarpBarrier>(32, r.view);
        const Finding f = r.only();
        QCOMPARE(f.kind, Finding::Kind::shared_race);
        QCOMPARE(f.line, line_of("shared_memory.h", "the neighbour may not have read yet"));
        QCOMPARE(f.lanes, 0xffffffffu);
    }
    void lanes_that_write_one_element_at_once_race() {
        Run r(32, 32);
        r.gpu.launch<WritesOneElement>(32, r.view);
        const Finding f = r.only();
        QCOMPARE(f.kind, Finding::Kind::shared_race);
        QCOMPARE(f.line, line_of("shared_memory.h", "who wins"));
        QCOMPARE(f.lanes, 0xfffffffeu); // each but the first finds another's write
    }
    void a_program_without_mistakes_gives_no_finding() {
        Run r(64, 64);
        r.gpu.launch<MakesNoMistake>(64, r.view);
        for (const Finding& f : r.tracer.findings()) QFAIL(f.sentence.c_str());
        for (int i = 0; i < 64; ++i) QCOMPARE(r.out[i], (63 - (i ^ 1)) + 64);
    }
    void an_index_outside_of_an_array_is_found_and_the_access_does_not_happen() {
        Run r(40, 32);
        std::vector<int> in(40, 7);
        const auto view = r.gpu.named<In<int>>("in", in.data(), 40);
        r.gpu.launch<ForgetsTheEnd>(40, view, r.view);
        QCOMPARE(r.tracer.findings().size(), std::size_t{2});
        const Finding &read = r.tracer.findings()[0], &write = r.tracer.findings()[1];
        QCOMPARE(read.kind, Finding::Kind::out_of_bounds);
        QCOMPARE(read.line, line_of("bounds.h", "element -1, and beyond the end"));
        QCOMPARE(read.times, std::int64_t{2});
        COMPARE_SENTENCE(
            read, QString("In kernel mistake, line %1, block 0, lane 0 of warp 0 reads element -1 of in, which has 40 "
                          "elements.")
                      .arg(read.line));
        QCOMPARE(write.line, line_of("bounds.h", "beyond the end"));
        QCOMPARE(write.lanes, 0xffffff00u);
        QVERIFY2(contains(write.sentence, "block 1, lanes 8-31 of warp 0 write element 40 of out"),
                 write.sentence.c_str());
        QCOMPARE(r.out[0], 1); // the load gave 0
        QCOMPARE(r.out[39], 8);
    }
    void an_atomic_outside_of_an_array_is_found() {
        Run r(32, 32);
        std::vector<double> sum(2, 0.0);
        const auto view = r.gpu.named<Out<double>>("sum", sum.data(), 2);
        r.gpu.launch<AddsOutside>(32, view);
        QCOMPARE(r.only().kind, Finding::Kind::out_of_bounds);
        QCOMPARE(r.only().line, line_of("bounds.h", "two elements only"));
        QCOMPARE(sum, (std::vector<double>{11, 11}));
    }
    void findings_do_not_depend_on_the_order_of_lanes_nor_on_host_threads() {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            simulated::TraceOptions options;
            options.multiprocessors = 4;
            options.lane_order_seed = seed;
            options.resident_blocks = [](int) { return 2; };
            Run r(16 * 128, 128, options);
            r.gpu.launch<HalfAWarpReturns>(16 * 128, r.view);
            QCOMPARE(r.only().block, std::int64_t{1});
            QCOMPARE(r.only().lanes, 0xffffu);
            for (int i = 0; i < 16 * 128; ++i)
                if (i / 128 != 1) QCOMPARE(r.out[i], 0);
        }
    }
    void meeting_without_saying_so_is_an_error_with_the_line() {
        struct ForgotToSay {
            static void run(Thread t, Out<int> out) {
                t.warp_barrier();
                out[t.global_id()] = 1;
            }
        };
        Run r(32, 32);
        try {
            r.gpu.launch<ForgotToSay>(32, r.view);
            QFAIL("nothing was said");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("simulated.undeclared")); }
    }
};

WARPLOOM_TEST(TracedMistakesTest);
#include "traced_mistakes_test.moc"
