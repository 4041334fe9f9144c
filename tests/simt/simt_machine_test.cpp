#include "simt_support.h"
#include "support/runner.h"

#include "engine/error.h"
#include "engine/parallel_blocks.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace warploom;
using namespace warploom::simt::test;

// Cooperation between threads: barriers, shuffles, votes, atomics, shared memory. And the limits of the simulator.

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
    void shared_memory_begins_as_nan_in_every_block() {
        RunOptions options;
        options.block = 16;
        for (const double y : y_of("__shared__ double s[16]; y[blockIdx.x * 16 + threadIdx.x] = s[threadIdx.x]; "
                                   "__syncthreads(); s[threadIdx.x] = 1;",
                                   options))
            QVERIFY(std::isnan(y));
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
    void a_function_has_one_shared_array_however_often_it_is_called() {
        const std::string kept = "template <int n> __device__ int kept(int value, bool writes) { __shared__ int s[64]; "
                                 "if (writes) s[threadIdx.x] = value; __syncthreads(); return s[63 - threadIdx.x]; }\n";
        QCOMPARE(y_of("int t = threadIdx.x; kept<1>(t, true); kept<2>(2 * t, true); "
                      "y[t] = kept<1>(0, false) + 100 * kept<2>(0, false);",
                      {}, kept),
                 wanted([](int i) { return 201 * (63 - i); }));
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
        // The counter cycles through 0, 1, 2. Lanes execute in order, and each one gets the previous value.
        y = y_of("__shared__ unsigned s; int t = threadIdx.x; if (t == 0) s = 0; __syncthreads(); "
                 "y[t] = atomicInc(&s, 2);");
        for (std::size_t t = 0; t < 32; ++t) QCOMPARE(y[t], static_cast<double>(t % 3));
    }
    void copies_ahead_are_a_read_and_a_write_of_shared_memory() {
        RunOptions options;
        options.traced = true;
        const auto ran =
            run_text(kernel_text("", "__shared__ int s[64], fours[64]; const int t = threadIdx.x; "
                                     "__pipeline_memcpy_async(&s[63 - t], &in[t], sizeof(int)); "
                                     "if (t < 16) __pipeline_memcpy_async(fours + 4 * t, in + 60 - 4 * t, 16); "
                                     "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); "
                                     "y[t] = s[t] - in[63 - t] + 100 * (fours[t] - in[60 - t / 4 * 4 + t % 4]);"),
                     options);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.size(), std::size_t{0});
        QCOMPARE(ran->y, wanted([](int) { return 0; }));
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
        const StoppableLaunches stoppable(&stop);
        RunOptions options;
        options.limits.turns = std::int64_t{1} << 60;
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop = true;
        });
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(code_of(kernel_text("", "int n = 0; while (n <= rows) --n; y[0] = n;"), options),
                 std::string("cancelled"));
        QVERIFY(clock.elapsed() < 5000); // takes 100 ms on an idle machine
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
        QTest::addColumn<QString>("card");
        QTest::addColumn<QString>("said"); ///< message of the launch in line 4
        const auto row = [](const char* name, const char* launch, const char* card, const char* said) {
            QTest::newRow(name) << launch << card << said;
        };
        const auto of = [&](const char* what, const char* rest = ".") {
            return (QString("Invalid configuration argument: kernel k is launched with ") + what + rest).toUtf8();
        };
        row("no_blocks", "k<<<0, 32>>>(y);", "", of("a grid of 0 blocks in x"));
        row("no_blocks_of_a_variable", "int n = rows / 1000; k<<<n, 32>>>(y);", "", of("a grid of 0 blocks in x"));
        row("no_blocks_in_y", "k<<<dim3(4, rows - 64), 32>>>(y);", "", of("a grid of 0 blocks in y"));
        row("no_blocks_in_z", "dim3 grid(4, 4, 0); k<<<grid, 32>>>(y);", "h200", of("a grid of 0 blocks in z"));
        row("negative_grid", "int n = -1; k<<<n, 32>>>(y);", "", of("a grid of 4294967295 blocks in x"));
        row("no_threads", "k<<<1, 0>>>(y);", "", of("0 threads per block in x"));
        row("no_threads_in_y", "k<<<1, dim3(32, rows / 100)>>>(y);", "", of("0 threads per block in y"));
        row("too_many_threads", "k<<<1, 1025>>>(y);", "",
            of("1025 threads per block in x", ", but the maximum of the GPU is 1024."));
        row("too_many_together", "k<<<1, dim3(32, 33)>>>(y);", "",
            of("1056 threads per block", ", but the maximum of the GPU is 1024."));
        row("too_many_in_z", "k<<<1, dim3(1, 1, 65)>>>(y);", "h200",
            of("65 threads per block in z", ", but the maximum of the NVIDIA H200 is 64."));
        row("too_many_blocks_in_y", "k<<<dim3(1, 65536), 32>>>(y);", "",
            of("a grid of 65536 blocks in y", ", but the maximum of the GPU is 65535."));
        row("a_block_of_a_newer_card", "k<<<1, 1024>>>(y);", "gtx295",
            of("1024 threads per block in x",
               ", but the maximum of the GeForce GTX 295 (one of its two GPUs) is 512."));
        row("a_grid_of_a_newer_card", "k<<<65536, 32>>>(y);", "gtx460",
            of("a grid of 65536 blocks in x", ", but the maximum of the GeForce GTX 460 (1 GB) is 65535."));
        row("three_dimensions_of_a_newer_card", "k<<<dim3(1, 1, 2), 32>>>(y);", "gtx295",
            of("a grid of 2 blocks in z", ", but the maximum of the GeForce GTX 295 (one of its two GPUs) is 1."));
        row("more_than_can_be_run", "k<<<2147483647, 1024>>>(y);", "h200", "more than 17179869184 threads");
        row("more_warps_than_can_be_run", "k<<<2147483647, 1>>>(y);", "", "more than 17179869184 threads");
        row("too_much_shared_memory", "k<<<1, 32, 1000000>>>(y);", "", "but the maximum of the GPU is 232448.");
        row("negative_shared_memory", "k<<<1, 32, -8>>>(y);", "", "requests -8 bytes of shared memory");
        row("shared_memory_of_a_newer_card", "k<<<1, 32, 16388>>>(y);", "gtx295",
            "Kernel `k` requests 16388 bytes of shared memory per block, but the maximum of the GeForce GTX 295 (one "
            "of its two GPUs) is 16384.");
        row("too_much_shared_memory_declared", "d<<<1, 32>>>(y);", "h200",
            "Kernel `d` declares 49156 bytes of static shared memory");
    }
    void launches_that_cannot_be_are_refused() {
        QFETCH(QString, launch);
        QFETCH(QString, card);
        QFETCH(QString, said);
        for (const bool is_traced : {false, true}) {
            RunOptions options;
            options.card = card.toStdString();
            options.traced = is_traced;
            std::string sentence, code;
            try {
                run_text("__global__ void k(double* y) { extern __shared__ int s[]; y[0] = 1; }\n"
                         "__global__ void d(double* y) { __shared__ int s[12289]; s[0] = 1; y[0] = s[0]; }\n"
                         "void run(int rows, double* y) {\n" +
                             launch.toStdString() + "\n}",
                         options);
            } catch (const Error& error) {
                sentence = error.what();
                code = error.code();
            }
            QCOMPARE(code, std::string("kernel.launch"));
            QVERIFY2(sentence.rfind("test.cu:4:", 0) == 0, sentence.c_str());
            QVERIFY2(sentence.find(said.toStdString()) != std::string::npos, sentence.c_str());
        }
    }
    void a_card_takes_what_it_can_hold() {
        for (const char* const card : {"gtx295", "gtx460", "c2050", "c2075", "h200"}) {
            RunOptions options;
            options.card = card;
            const auto ran =
                run_text("__global__ void k(double* y) { __shared__ int s[4096]; s[0] = 1; y[0] = s[0]; }\n"
                         "void run(double* y) { k<<<dim3(2, 3), dim3(8, 1, 64)>>>(y); k<<<65535, 32>>>(y); }",
                         options);
            QCOMPARE(ran->refusal, std::string());
            QCOMPARE(ran->y[0], 1.0);
        }
    }
    void a_card_refuses_arrays_that_its_memory_does_not_hold() {
        RunOptions options;
        options.card = "gtx295";
        const std::string scratch = "// scratch: s double[rows * 2000000]\n"; // 1024 MB
        const std::string text =
            "__global__ void k(double* y) { y[0] = 1; }\nvoid run(double* y, double* s) { k<<<1, 32>>>(y); }";
        QCOMPARE(code_of(scratch + text, options), std::string("memory.limit"));
    }
    void stop_is_heard_in_a_launch_whose_threads_return_at_once() {
        for (const bool is_traced : {false, true}) {
            std::atomic<bool> stop{false};
            const StoppableLaunches stoppable(&stop);
            RunOptions options;
            options.traced = is_traced;
            options.only_block = 0;
            std::thread later([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                stop = true;
            });
            QElapsedTimer clock;
            clock.start();
            QCOMPARE(code_of("__global__ void k(int rows, double* y) { if (rows > 0) return; y[0] = 1; }\n"
                             "void run(int rows, double* y) { k<<<16777216, 1024>>>(rows, y); }",
                             options),
                     std::string("cancelled"));
            QVERIFY(clock.elapsed() < 2000); // takes 100 ms on an idle machine
            later.join();
        }
    }
    void lanes_with_the_same_value_are_matched() {
        const auto same = [](int i) { return 0x01010101u << i % 8; };
        for (const char* value : {"threadIdx.x % 8", "threadIdx.x % 8 * 1e-30", "(threadIdx.x % 8) * 0x100000001LL",
                                  "(threadIdx.x % 8) * 0x100000000LL", "(float)(threadIdx.x % 8)"})
            QCOMPARE(y_of("y[threadIdx.x] = __match_any_sync(0xffffffff, " + std::string(value) + ");"), wanted(same));
        QCOMPARE(y_of("if (threadIdx.x % 2) y[threadIdx.x] = __match_any_sync(0xaaaaaaaa, threadIdx.x % 8);"),
                 wanted([&](int i) { return i % 2 != 0 ? static_cast<double>(same(i)) : -1; }));
        QCOMPARE(
            y_of("int all = 5; unsigned m = __match_all_sync(0xffffffff, threadIdx.x / 32, &all); y[threadIdx.x] = "
                 "m + all * 0.5;"),
            wanted([](int) { return 0xffffffffu + 0.5; }));
        QCOMPARE(
            y_of("int all = 5; unsigned m = __match_all_sync(0xffffffff, threadIdx.x / 33, &all); y[threadIdx.x] = "
                 "m + all * 0.5;"),
            wanted([](int i) { return i < 32 ? 0xffffffffu + 0.5 : 0; }));
    }
    void values_of_lanes_are_reduced() {
        const auto reduced = [](const char* how, const char* value) {
            return y_of("y[threadIdx.x] = __reduce_" + std::string(how) + "_sync(0xffffffff, " + value + ");", {})
                .at(0);
        };
        QCOMPARE(reduced("add", "threadIdx.x"), 496.0);
        QCOMPARE(reduced("add", "(int)threadIdx.x - 40"), 496.0 - 32 * 40);
        QCOMPARE(reduced("min", "(int)threadIdx.x - 20"), -20.0);
        QCOMPARE(reduced("max", "(int)threadIdx.x - 20"), 11.0);
        QCOMPARE(reduced("min", "threadIdx.x - 20u"), 0.0);
        QCOMPARE(reduced("max", "threadIdx.x - 20u"), 4294967295.0);
        QCOMPARE(reduced("and", "threadIdx.x | 0x48u"), 72.0);
        QCOMPARE(reduced("or", "1u << threadIdx.x % 7"), 127.0);
        QCOMPARE(reduced("xor", "1u << threadIdx.x % 7"), 15.0);
        QCOMPARE(y_of("const unsigned half = threadIdx.x % 2 ? 0xaaaaaaaa : 0x55555555; "
                      "y[threadIdx.x] = __reduce_add_sync(half, threadIdx.x % 2);"),
                 wanted([](int i) { return i % 2 * 16; }));
    }
    void cards_without_a_warp_function_refuse_it() {
        const std::string match = kernel_text("", "y[threadIdx.x] = __match_any_sync(~0u, rows);"),
                          reduce = kernel_text("", "y[threadIdx.x] = __reduce_add_sync(~0u, rows);");
        RunOptions options;
        for (const auto& [card, can_match, can_reduce] :
             {std::tuple("c2050", false, false), std::tuple("v100", true, false), std::tuple("h200", true, true)}) {
            options.card = card;
            QCOMPARE(code_of(match, options), std::string(can_match ? "" : "kernel.machine"));
            QCOMPARE(code_of(reduce, options), std::string(can_reduce ? "" : "kernel.machine"));
        }
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
