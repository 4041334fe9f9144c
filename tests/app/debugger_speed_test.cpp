#include "app/debug/debugger.h"
#include "engine/matrix/random.h"
#include "engine/simt/recording/block_recorder.h"
#include "kernels/sources/text_of_kernel.h"
#include "simt/stopped_runs.h"
#include "support/pace.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace warploom;
using namespace warploom::app;

// Sizes and speeds of the debugger on one core (docs/results/debugger.md).

namespace {

// A block of 8 warps, which exchange sums through shared memory.
const std::string exchanging = R"(// format: csr
__global__ void exchanging(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    __shared__ double sums[256];
    const int t = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + t;
    double sum = 0, other;
    for (int turn = 0; turn < TURNS; ++turn) {
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
            const double product = value[k] * x[column[k]];
            sum += product;
        }
        sums[t] = sum;
        __syncthreads();
        other = sums[(t + 33) % 256];
        __syncthreads();
        sum = 0.5 * (sum + other);
    }
    y[row] = sum;
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    exchanging<<<1, 256>>>(rows, row_pointer, column, value, x, y);
}
)";

std::string kernel_with(int turns) {
    std::string text = exchanging;
    return text.replace(text.find("TURNS"), 5, std::to_string(turns));
}

constexpr int turns_of_a_million = 1360, turns_of_a_long_block = 20'000;

DebugSettings settings_for(const std::string& text) {
    kernels::set_request_sources({{"mine.cu", text}});
    DebugSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.input.name = "laplace2d:n=16";
    return settings;
}

double milliseconds_since(std::clock_t start) {
    return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Returns the minimum processor time of several runs.
template <class Work> double milliseconds_of(const Work& work) {
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const std::clock_t start = std::clock();
        work();
        best = std::min(best, milliseconds_since(start));
    }
    return best;
}

/// Returns a value of /proc/self/status in MiB; 0 if there is none.
double mebibytes_of(const char* name) {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(name)) return line.simplified().split(' ').value(1).toDouble() / 1024;
    return 0;
}

/// Resets the recorded maximum memory use of this process to the current value.
void forget_peak() {
    QFile file(QStringLiteral("/proc/self/clear_refs"));
    if (file.open(QIODevice::WriteOnly)) file.write("5");
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_measured = false;
#else
constexpr bool is_measured = true;
#endif

} // namespace

class DebuggerSpeedTest : public QObject {
    Q_OBJECT
private slots:
    void a_block_is_recorded_at_no_less_than_a_tenth_of_the_usual_speed() {
        simt::test::RepeatableRun run(kernel_with(200));
        std::vector<int> row_pointer(257), column(1280);
        for (std::size_t n = 0; n < row_pointer.size(); ++n) row_pointer[n] = static_cast<int>(5 * n);
        for (std::size_t n = 0; n < column.size(); ++n) column[n] = static_cast<int>(n * 37 % 256);
        run.add("rows", 256);
        run.add("row_pointer", simt::Element::int32, row_pointer, false);
        run.add("column", simt::Element::int32, column, false);
        run.add("value", simt::Element::float64, std::vector<double>(1280, 0.3), false);
        run.add("x", simt::Element::float64, std::vector<double>(256, 0.7), false);
        run.add("y", simt::Element::float64, std::vector<double>(256, 0), true);
        std::int64_t instructions = 0;
        const double plain = milliseconds_of([&] { run.run(nullptr); });
        const double traced = milliseconds_of([&] { run.run(nullptr, true); });
        const double recorded = milliseconds_of([&] {
            simt::BlockRecorder recorder(0);
            run.run(&recorder);
            instructions = recorder.recording()->size();
        });
        const auto speed = [&](double ms) { return static_cast<double>(instructions) / ms / 1000; };
        qInfo("%lld instructions of warps: plain %.1f, traced %.1f, recorded %.1f million per second; recorded / plain "
              "%.2f, recorded / traced %.2f",
              static_cast<long long>(instructions), speed(plain), speed(traced), speed(recorded), plain / recorded,
              traced / recorded);
        if (is_measured) QVERIFY(traced / recorded > 0.1);
    }

    void the_state_of_a_long_block_is_there_at_once_data() {
        QTest::addColumn<int>("turns");
        QTest::newRow("a million instructions") << turns_of_a_million;
        QTest::newRow("fifteen million instructions") << turns_of_a_long_block;
    }
    void the_state_of_a_long_block_is_there_at_once() {
        QFETCH(int, turns);
        Inputs inputs;
        const double before = mebibytes_of("VmRSS:");
        forget_peak();
        std::clock_t start = std::clock();
        Debugger debugger(inputs, settings_for(kernel_with(turns)), {});
        const double opened = milliseconds_since(start), peak = mebibytes_of("VmHWM:") - before;
        const double size = static_cast<double>(debugger.recording().bytes()) / (1 << 20);
        const std::int64_t last = debugger.recording().last();
        Random random(1);
        double slowest_state = 0, slowest_step = 0, slowest_why = 0, slowest_rest = 0;
        for (int n = 0; n < 200; ++n) {
            DebugMove move;
            move.position = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(last)));
            move.warp = static_cast<int>(random.below(8));
            start = std::clock();
            const protocol::DebugState state = debugger.state({move.position, move.warp, {}, {}},
                                                              {"sums[t] - sums[0]", "value[row_pointer[row]] * sum"});
            slowest_state = std::max(slowest_state, milliseconds_since(start));
            QVERIFY(state.watches[0].problem.empty() || state.active.bits == 0);
            move.step = protocol::DebugStep::over;
            for (const bool is_backward : {false, true}) {
                move.is_backward = is_backward;
                start = std::clock();
                debugger.move(move);
                slowest_step = std::max(slowest_step, milliseconds_since(start));
            }
            if (std::none_of(state.variables.begin(), state.variables.end(),
                             [](const auto& variable) { return variable.name == "sum"; }))
                continue;
            protocol::DebugValue value;
            value.name = "sum";
            value.position = move.position;
            value.warp = move.warp;
            value.lane = 7;
            start = std::clock();
            debugger.why(value);
            slowest_why = std::max(slowest_why, milliseconds_since(start));
        }
        start = std::clock();
        DebugMove to_end;
        to_end.step = protocol::DebugStep::run;
        to_end.breakpoints = {{20, "", 0}};
        debugger.move(to_end);
        const double whole = milliseconds_since(start);
        if (last < debugger.session().instructions) { // another part is recorded
            start = std::clock();
            debugger.state({debugger.session().instructions / 2, 0, {}, {}});
            slowest_rest = milliseconds_since(start);
        }
        qInfo("%lld instructions, values of %lld: open %.0f ms; %.0f MiB, %.0f MiB at most; state %.1f ms, step %.1f "
              "ms, why %.1f ms, continue to the end %.0f ms, another part %.0f ms",
              static_cast<long long>(debugger.session().instructions), static_cast<long long>(last), opened, size, peak,
              slowest_state, slowest_step, slowest_why, whole, slowest_rest);
        if (!is_measured) return;
        const double slowness = test::Pace().slowest();
        QVERIFY(slowest_state < 16 * slowness / 0.4); // a fraction of the goal, because other processes run
        QVERIFY(size < 256);
        QVERIFY(peak < 256);
    }
};

WARPLOOM_TEST(DebuggerSpeedTest);

#include "debugger_speed_test.moc"
