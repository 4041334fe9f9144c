#include "simt_support.h"
#include "support/runner.h"

#include "engine/error.h"
#include "engine/simulated/parallel_blocks.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace warploom;
using namespace warploom::simt::test;

// What warps do together: barriers, shuffles, votes, atomics, shared memory; and the limits of the machine.

namespace {

std::vector<double> y_of(const std::string& body, RunOptions options = {}, const std::string& before = {}) {
    const auto ran = run_text(kernel_text(before, body), options);
    return ran->refusal.empty() ? ran->y : std::vector<double>{};
}
template <class F> std::vector<double> wanted(F f, int n = 64) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(f(i));
    return values;
}
std::string code_of(const std::string& text, const RunOptions& options = {}) {
    try {
        const auto ran = run_text(text, options);
        return ran->refusal;
    } catch (const Error& error) { return error.code(); }
}

} // namespace

class SimtMachineTest : public QObject {
    Q_OBJECT
private slots:
    void a_barrier_lets_every_thread_see_what_the_others_wrote() {
        QCOMPARE(y_of("__shared__ int s[64]; int t = threadIdx.x; s[t] = t * 3; __syncthreads(); y[t] = s[63 - t];"),
                 wanted([](int i) { return (63 - i) * 3; }));
    }
    void shared_arrays_have_two_dimensions_and_sizes_from_the_launch() {
        QCOMPARE(
            y_of("__shared__ float tile[8][9]; int r = threadIdx.x / 8, c = threadIdx.x % 8; tile[r][c] = r * 10 + c; "
                 "__syncthreads(); y[threadIdx.x] = tile[c][r];"),
            wanted([](int i) { return i % 8 * 10 + i / 8; }));
        const auto ran =
            run_text("__global__ void k(double* y) { extern __shared__ double buffer[]; double* second = buffer + 64; "
                     "int t = threadIdx.x; buffer[t] = t; second[t] = 2 * t; __syncthreads(); y[t] = buffer[63 - t] + "
                     "second[t]; }\n"
                     "void run(double* y) { k<<<1, 64, 128 * sizeof(double)>>>(y); }");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, wanted([](int i) { return 63 - i + 2 * i; }));
    }
    void barriers_count_and_vote() {
        QCOMPARE(y_of("int t = threadIdx.x; int n = __syncthreads_count(t % 3 == 0); int a = __syncthreads_and(t < "
                      "63); int o = __syncthreads_or(t == 63); "
                      "y[t] = n + a * 100 + o * 1000;"),
                 wanted([](int) { return 22 + 0 + 1000; }));
    }
    void shuffles_move_values_inside_their_width() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_sync(0xffffffff, t, 5);"),
                 wanted([](int i) { return i / 32 * 32 + 5; }));
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_down_sync(0xffffffffu, t * 1.5, 3);"),
                 wanted([](int i) { return (i % 32 + 3 < 32 ? i + 3 : i) * 1.5; }));
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_up_sync(0xffffffff, t, 1, 8);"),
                 wanted([](int i) { return i % 8 == 0 ? i : i - 1; }));
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_xor_sync(0xffffffff, (float)t, 3, 16);"),
                 wanted([](int i) { return i ^ 3; }));
        QCOMPARE(y_of("int t = threadIdx.x; double s = t; for (int d = 16; d > 0; d /= 2) s += "
                      "__shfl_xor_sync(0xffffffff, s, d); y[t] = s;"),
                 wanted([](int i) { return i < 32 ? 496 : 1520; }));
    }
    void a_mask_may_name_a_part_of_the_warp() {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(
            kernel_text(
                "", "int t = threadIdx.x, v = 0; if (t % 32 < 16) v = __shfl_sync(0x0000ffff, t, 2, 16); y[t] = v;"),
            options);
        QCOMPARE(ran->y, wanted([](int i) { return i % 32 < 16 ? i / 32 * 32 + 2 : 0; }));
        QCOMPARE(ran->findings.size(), std::size_t{0});
    }
    void votes_and_masks_tell_of_the_warp() {
        QCOMPARE(y_of("int t = threadIdx.x; unsigned b = __ballot_sync(0xffffffff, t % 2); y[t] = b + "
                      "__any_sync(0xffffffff, t == 40) * 0.5 + __all_sync(0xffffffff, t < 32) * 0.25;"),
                 wanted([](int i) { return 2863311530.0 + (i < 32 ? 0.25 : 0.5); }));
        QCOMPARE(
            y_of("int t = threadIdx.x; double r = 0; if (t % 4 == 1) r = __popc(__activemask()) + "
                 "__ffs(__activemask()) * 100 + __clz(t) * 10000; y[t] = r;"),
            wanted([](int i) { return i % 4 == 1 ? 8 + 200 + __builtin_clz(static_cast<unsigned>(i)) * 10000 : 0; }));
    }
    void atomics_add_up_whatever_lanes_meet() {
        const std::string body = "int t = threadIdx.x; if (t == 0) y[0] = 0; __syncthreads(); atomicAdd(&y[0], 0.5); "
                                 "__shared__ int m[4]; if (t < 4) m[t] = t; __syncthreads(); atomicMax(&m[0], t); "
                                 "atomicMin(&m[1], -t); atomicSub(&m[2], 1); "
                                 "int old = atomicCAS(&m[3], 3, t); __syncthreads(); if (t > 0 && t < 4) y[t] = t == 1 "
                                 "? m[0] : t == 2 ? m[1] : m[2]; if (t == 4) y[t] = old;";
        auto y = y_of(body);
        y.resize(5);
        QCOMPARE(y, (std::vector<double>{32, 63, -63, 2 - 64, 0}));
        QCOMPARE(
            y_of("__shared__ int s; int t = threadIdx.x; if (t == 0) s = 7; __syncthreads(); y[t] = atomicExch(&s, t);")
                [0],
            7.0);
    }
    void sums_of_many_blocks_never_depend_on_the_number_of_host_threads() {
        RunOptions options;
        options.rows = 4096;
        const std::string text = kernel_text("", "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i == 0) y[0] = 0; "
                                                 "atomicAdd(&y[0], 0.1 * in[i] / (i + 1.0));");
        const double first = run_text(text, options)->y[0];
        for (int again = 0; again < 3; ++again) QCOMPARE(run_text(text, options)->y[0], first);
    }
    void a_record_in_memory_is_read_and_written_field_by_field() {
        const auto ran = run_text(
            "// scratch: rows_of Row[rows]\nstruct Row { int tag; double value; float2 pair; };\n"
            "__global__ void fill(Row* r) { Row own = {(int)threadIdx.x, 0.5, {1.5f, 2.5f}}; r[threadIdx.x] = own; }\n"
            "__global__ void give(const Row* r, double* y) { const Row* p = r + threadIdx.x; y[threadIdx.x] = p->tag + "
            "r[threadIdx.x].value + p->pair.y; }\n"
            "void run(int rows, double* y, Row* rows_of) { fill<<<1, rows>>>(rows_of); give<<<1, rows>>>(rows_of, y); "
            "}");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, wanted([](int i) { return i + 3.0; }));
    }
    void the_recorded_steps_tell_lanes_arrays_and_operations() {
        RunOptions options;
        options.traced = true;
        options.rows = 40;
        const auto ran = run_text(
            kernel_text("", "int i = threadIdx.x;\nif (i >= rows) return;\ndouble s = in[i] * 2.0 + 1.0;\ny[i] = s;"),
            options);
        const auto steps = ran->steps.all();
        QCOMPARE(steps.size(), std::size_t{4});
        QCOMPARE(steps[0].step.active, 0xffffffffu);
        QCOMPARE(kernels::test::what_of(*ran->tracer, steps[0].step), std::string("load in"));
        QCOMPARE(steps[2].step.flops, 64u);
        QCOMPARE(steps[2].step.flop_instructions, 2u);
        QCOMPARE(steps[3].step.active, 0xffu);
        QCOMPARE(steps[3].step.index[7], std::int64_t{39});
        const auto& site = ran->tracer->sites()[static_cast<std::size_t>(steps[2].step.site)];
        QCOMPARE(site.file, std::string("test.cu"));
        QCOMPARE(site.line, 6);
    }
    void stop_ends_an_endless_kernel_at_once() {
        std::atomic<bool> stop{false};
        const simulated::StoppableLaunches stoppable(&stop);
        RunOptions options;
        options.limits.turns = std::int64_t{1} << 60;
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop = true;
        });
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(code_of(kernel_text("", "int n = 0; while (rows > 0) ++n; y[0] = n;"), options),
                 std::string("cancelled"));
        QVERIFY(clock.elapsed() < 5000); // 100 ms on a machine that has nothing else to do
        later.join();
    }
    void what_never_ends_is_ended() {
        RunOptions options;
        options.limits.turns = 10000;
        QCOMPARE(code_of(kernel_text("", "while (rows > 0) {} y[0] = 1;"), options), std::string("kernel.fault"));
        QCOMPARE(code_of("void run(int rows) { while (rows > 0) {} }", options), std::string("kernel.fault"));
    }
    void launches_that_cannot_be_are_refused_data() {
        QTest::addColumn<QString>("launch");
        QTest::newRow("no_threads") << "k<<<1, 0>>>(y);";
        QTest::newRow("too_many_threads") << "k<<<1, 1025>>>(y);";
        QTest::newRow("negative_grid") << "int n = -1; k<<<n, 32>>>(y);";
        QTest::newRow("too_much_shared_memory") << "k<<<1, 32, 1000000>>>(y);";
        QTest::newRow("negative_shared_memory") << "k<<<1, 32, -8>>>(y);";
    }
    void launches_that_cannot_be_are_refused() {
        QFETCH(QString, launch);
        QCOMPARE(
            code_of("__global__ void k(double* y) { extern __shared__ int s[]; y[0] = 1; }\nvoid run(double* y) { " +
                    launch.toStdString() + " }"),
            std::string("kernel.launch"));
    }
    void an_empty_grid_launches_nothing() {
        QCOMPARE(run_text("__global__ void k(double* y) { y[0] = 1; }\nvoid run(double* y) { k<<<0, 32>>>(y); }")->y[0],
                 -1.0);
    }
    void parameters_without_a_meaning_are_refused_data() {
        QTest::addColumn<QString>("parameters");
        QTest::newRow("unknown") << "double* z";
        QTest::newRow("wrong_number_type") << "float* y";
        QTest::newRow("input_to_be_written") << "int* in";
        QTest::newRow("array_as_number") << "int in";
        QTest::newRow("number_as_array") << "const int* rows";
    }
    void parameters_without_a_meaning_are_refused() {
        QFETCH(QString, parameters);
        QCOMPARE(code_of("void run(" + parameters.toStdString() + ") {}"), std::string("kernel.parameter"));
    }
    void pointers_never_lead_out_of_their_array() {
        for (const char* body :
             {"y[-1] = 1;", "y[64] = 1;", "double* p = y + 1000000; *p = 1;", "double* p = nullptr; *p = 1;",
              "y[4000000000LL * 4000000000LL] = 1;", "const double* p = (const double*)in; y[0] = p[31]; y[1] = p[32];",
              "const double* p = (const double*)(in + 1); y[0] = p[0];",
              "__shared__ int s[4]; s[threadIdx.x] = 1; y[0] = 1;", "int v[4]; v[threadIdx.x] = 1; y[0] = v[0];"})
            QCOMPARE(code_of(kernel_text("", body)), std::string("kernel.fault"));
    }
};

WARPLOOM_TEST(SimtMachineTest);

#include "simt_machine_test.moc"
