#include "engine/matrix/generators.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <chrono>
#include <ctime>
#include <map>
#include <thread>

using namespace warploom;
using namespace warploom::kernels;

// How fast the tracer writes down what lanes do, with a sink that only adds up. A class waits for this.

namespace {

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool is_timed = true;
#else
constexpr bool is_timed = false; // no promise is made for such a build: it only shows that accesses are counted
#endif

class AddingSink final : public simulated::TraceSink {
public:
    struct Part final : simulated::StepSink {
        std::int64_t lanes = 0, sum = 0;
        void begin_block(std::int64_t, int) override {}
        void step(std::int64_t, int, const simulated::Step& step) override {
            lanes += std::popcount(step.active);
            sum += step.index[static_cast<std::size_t>(std::countr_zero(step.active))];
        }
        void end_block(std::int64_t) override {}
    };
    void begin_launch(const simulated::LaunchInfo&, const std::vector<std::int64_t>&) override {}
    simulated::StepSink& multiprocessor(int number) override { return parts[number]; }
    void end_launch(std::int64_t) override {}
    std::map<int, Part> parts;
};

struct Measured {
    std::int64_t accesses = 0;
    double seconds = 0;     ///< the shortest of several
    double cpu_seconds = 0; ///< of all threads; on a busy machine the clock tells of its other users
};
Measured time_of(const std::string& kernel, const CsrMatrix& a, int host_threads, int resident) {
    FormatOptions options;
    options.limit_factor = 1e6;
    const auto format = make_format(find_spmv_kernel(kernel)->format, a, Precision::float64, options);
    Measured best;
    for (int round = 0; round < (is_timed ? 5 : 1); ++round) {
        AddingSink sink;
        simulated::TraceOptions trace;
        trace.multiprocessors = 16;
        trace.host_threads = host_threads;
        trace.resident_blocks = [resident](int) { return resident; };
        simulated::Tracer tracer(trace, sink);
        const auto spmv = bind_traced(kernel, SpmvInput{format}, 256, tracer);
        const std::clock_t cpu = std::clock();
        const auto start = std::chrono::steady_clock::now();
        spmv->enqueue();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const double cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
        if (round == 0 || cpu_seconds < best.cpu_seconds) best = {tracer.lane_accesses(), seconds, cpu_seconds};
    }
    return best;
}

} // namespace

class TracedCostTest : public QObject {
    Q_OBJECT
private slots:
    void lane_accesses_are_written_down_fast_enough_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<double>("millions"); // of lane accesses a second and core
        const QString long_rows = is_timed ? "random-rows:n=4096,fraction=0.2" : "random-rows:n=1024,fraction=0.2",
                      short_rows = is_timed ? "laplace3d:n=32" : "laplace3d:n=16";
        for (const char* kernel : {"csr-scalar", "ell", "dia", "jad"})
            for (const QString& matrix : {long_rows, short_rows}) {
                if (QString(kernel) == "dia" && matrix == long_rows) continue;
                QTest::newRow(qPrintable(QString(kernel) + ", " + matrix)) << kernel << matrix << 25.0;
            }
        for (const char* kernel : {"csr-vector", "coo-segmented", "csr-merge", "bcsr"})
            QTest::newRow(kernel) << kernel << short_rows << 5.0;
    }
    void lane_accesses_are_written_down_fast_enough() {
        QFETCH(QString, kernel);
        QFETCH(QString, matrix);
        QFETCH(double, millions);
        const CsrMatrix a = generate_matrix(matrix.toStdString()).csr;
        const Measured one = time_of(kernel.toStdString(), a, 1, 4);
        const Measured all = time_of(kernel.toStdString(), a, 0, 4);
        qInfo("%s on %s: %.1f million lane accesses, one core %.3f s (%.1f million/s), %u cores %.3f s",
              qPrintable(kernel), qPrintable(matrix), static_cast<double>(one.accesses) / 1e6, one.cpu_seconds,
              static_cast<double>(one.accesses) / 1e6 / one.cpu_seconds, std::thread::hardware_concurrency(),
              all.seconds);
        QVERIFY(one.accesses > 0);
        // Half of the goal, because the machine may be busy with something else.
        QVERIFY(!is_timed || static_cast<double>(one.accesses) / 1e6 / one.cpu_seconds > millions / 2);
    }
};

WARPLOOM_TEST(TracedCostTest);
#include "traced_cost_test.moc"
