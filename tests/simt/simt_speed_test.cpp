#include "engine/error.h"
#include "engine/generators/dense_matrix.h"
#include "engine/generators/generators.h"
#include "engine/parallel_blocks.h"
#include "engine/simt/program_impl.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "random_systems.h"
#include "simt_support.h"
#include "support/pace.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <ctime>
#include <map>
#include <thread>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::simt::test;

// Speed of the interpreter on one core (docs/results/kernel-texts.md). In a classroom, students wait for it.

namespace {

/// Sums up the steps, so that the time measured is that of recording.
class SummingSink final : public simulated::TraceSink {
public:
    struct Part final : simulated::StepSink {
        std::int64_t sum = 0;
        void begin_block(std::int64_t, int) override {}
        void step(std::int64_t, int, const simulated::WarpInstruction& step) override {
            sum += step.index[static_cast<std::size_t>(std::countr_zero(step.active))];
        }
        void end_block(std::int64_t) override {}
    };
    void begin_launch(const simulated::LaunchInfo&, const std::vector<std::int64_t>&) override {}
    simulated::StepSink& multiprocessor(int number) override { return parts[number]; }
    void end_launch(std::int64_t) override {}
    std::map<int, Part> parts;
};

/// Returns the minimum processor time of several rounds, because wall-clock time on a busy machine includes other
/// processes.
template <class Work> double seconds_of(const Work& work) {
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const std::clock_t start = std::clock();
        work();
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

/// Returns the number of recorded lane accesses per second.
template <class Input> double recorded_speed(const std::string& file, const Input& input, int block) {
    SummingSink sink;
    simulated::TraceOptions options;
    options.multiprocessors = 16;
    options.host_threads = 1;
    options.resident_blocks = [](int) { return 4; };
    simulated::Tracer tracer(options, sink);
    const auto bound = bind_traced(file, input, block, tracer);
    std::int64_t before = 0, accesses = 0;
    const double seconds = seconds_of([&] {
        before = tracer.lane_accesses();
        bound->enqueue();
        accesses = tracer.lane_accesses() - before;
    });
    return static_cast<double>(accesses) / seconds;
}

// Goals for an idle machine, in millions per second on one core. On a busy one, a fraction of them applies, in addition
// to the measured slowdown: builds on all cores reduced the values by up to half, even in processor time.
constexpr double accesses_goal = 100, unrecorded_goal = 300;
constexpr double least_share = 0.4;

void expect(const QString& what, double speed, double goal) {
    static warploom::test::Pace pace;
    const double slowness = pace.slowest();
    qInfo("%s: %.0f million a second, %.2f of the goal of %.0f, the machine %.2f times as slow as an idle one",
          qPrintable(what), speed / 1e6, speed / 1e6 / goal, goal, slowness);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    QVERIFY(speed / 1e6 > least_share * goal / slowness); // the interpreter is always optimized, the tests are not
#endif
}

std::string path_of(const char* name) {
    return (QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + name + ".cu").toStdString();
}

} // namespace

class SimtSpeedTest : public QObject {
    Q_OBJECT
private slots:
    void lane_accesses_are_recorded_fast_enough_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("matrix");
        const QString long_rows = "random-rows:n=4096,fraction=0.2", short_rows = "laplace3d:n=32";
        for (const char* const file : {"spmv/csr_scalar", "textbook/ell", "textbook/csr_vector"})
            for (const QString& matrix : {long_rows, short_rows})
                QTest::addRow("%s, %s", file, qPrintable(matrix)) << file << matrix;
    }
    void lane_accesses_are_recorded_fast_enough() {
        QFETCH(QString, file);
        QFETCH(QString, matrix);
        const std::string path = path_of(file.toLatin1().constData());
        FormatOptions options;
        options.limit_factor = 1e6;
        const SpmvInput input{make_format(find_spmv_kernel(path)->format, generate_matrix(matrix.toStdString()).csr,
                                          Precision::float64, options)};
        expect(file + ", " + matrix, recorded_speed(path, input, 256), accesses_goal);
    }
    void kernels_that_meet_are_recorded_fast_enough() {
        const TridiagonalInput system{kernels::test::random_dominant_system(1 << 18, 3)};
        expect("cr_shared, 262144 unknowns", recorded_speed(path_of("textbook/cr_shared"), system, 256), accesses_goal);
        const auto a = std::make_shared<DenseMatrix>(load_dense_matrix("dense:rows=256,cols=384,seed=1"));
        expect("ata_report_tiled, 256 x 384", recorded_speed("paper:ata_report_tiled.cu", AtaInput{a, {}, {}}, 256),
               accesses_goal);
    }
    void what_nobody_watches_is_carried_out_fast_enough() {
        // A loop of arithmetic with one read per iteration. The number of instructions is taken from the compiled code.
        const std::string text = kernel_text("", "int t = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                                 "double sum = 0;\n"
                                                 "for (int k = 0; k < 4000; ++k)\n"
                                                 "sum = sum * 0.5 + in[(t + k) & 1023];\ny[t] = sum;");
        const auto translation = simt::translate("speed.cu", text);
        QVERIFY(translation.program != nullptr);
        std::size_t first = 0, last = 0;
        const auto& code = translation.program->half(true).translated->kernels[0].instructions;
        for (std::size_t i = 0; i < code.size(); ++i) {
            if (code[i].op == simt::Op::loop_begin) first = i;
            if (code[i].op == simt::Op::loop_back) last = i;
        }
        constexpr int threads = 4096;
        const double instructions = static_cast<double>(last - first) * 4000 * threads;
        std::vector<int> in(threads);
        std::vector<double> y(threads);
        simt::Given given;
        given.arrays = {{"in", simt::Element::int32, in.data(), threads, false, false},
                        {"y", simt::Element::float64, y.data(), threads, true, false}};
        given.numbers = {{"rows", threads}, {"block", 128}};
        simt::Call call(translation.program, true, given);
        expect("lane instructions, unrecorded", instructions / seconds_of([&] { call.run(); }), unrecorded_goal);
    }
    void stop_ends_a_long_launch_in_a_tenth_of_a_second() {
        const auto translation = simt::translate(
            "long.cu", kernel_text("", "double sum = 0;\nfor (int k = 0; k < 100000; ++k) sum += k;\ny[0] = sum;"));
        QVERIFY(translation.program != nullptr);
        std::vector<int> in(1 << 20);
        std::vector<double> y(1 << 20);
        simt::Given given;
        given.arrays = {{"in", simt::Element::int32, in.data(), 1 << 20, false, false},
                        {"y", simt::Element::float64, y.data(), 1 << 20, true, false}};
        given.numbers = {{"rows", 1 << 20}, {"block", 128}};
        simt::Call call(translation.program, true, given);
        std::atomic<bool> stop{false};
        QElapsedTimer clock;
        std::thread presser([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            clock.start();
            stop = true;
        });
        std::string code;
        {
            const StoppableLaunches stoppable(&stop);
            try {
                call.run();
            } catch (const Error& error) { code = error.code(); }
        }
        presser.join();
        qInfo("from stop to the end: %lld ms (goal: 100)", static_cast<long long>(clock.elapsed()));
        QCOMPARE(code, std::string("cancelled"));
        QVERIFY(clock.elapsed() < 2000); // takes 100 ms on an idle machine
    }
};

WARPLOOM_TEST(SimtSpeedTest);
#include "simt_speed_test.moc"
