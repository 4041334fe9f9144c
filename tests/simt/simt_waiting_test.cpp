#include "engine/error.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::simt::test;
using Kind = simulated::Finding::Kind;

// Threads that wait for flags set by other threads, in correct and incorrect ways.

namespace {

/// How a source deviates from the correct one.
struct Chain {
    std::string flags = "volatile int* flag"; ///< kernel parameter
    std::string needed = "row - 1"; ///< the row that is waited for; its result plus 1 is the result of this row
    std::string wait = "while (flag[needed] == 0) {}";
    std::string set = "flag[row] = 1;";
    std::string fence_behind = "__threadfence();", fence_before = "__threadfence();";
    std::string add = "y[row] = before + 1;";
    std::string clear = "cudaMemset(flag, 0, rows * sizeof(int));";
};

/// One warp per row, whose first lane waits for another row. The spin loop is in line 8; y is read in line 10 and
/// written in line 12.
std::string chain(const Chain& of = {}) {
    return "// scratch: flag int[rows]\n"
           "__global__ void k(int rows, " +
           of.flags +
           ", double* y) {\n"
           "    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;\n"
           "    if (row >= rows || threadIdx.x % 32 != 0) return;\n"
           "    const int needed = " +
           of.needed +
           ";\n"
           "    double before = 0;\n"
           "    if (needed >= 0 && needed < rows) {\n"
           "        " +
           of.wait +
           "\n"
           "        " +
           of.fence_behind +
           "\n"
           "        before = y[needed];\n"
           "    }\n"
           "    " +
           of.add +
           "\n"
           "    " +
           of.fence_before +
           "\n"
           "    " +
           of.set +
           "\n"
           "}\n"
           "void run(int rows, int* flag, double* y, int block) {\n"
           "    " +
           of.clear +
           "\n"
           "    k<<<(rows * 32 + block - 1) / block, block>>>(rows, flag, y);\n"
           "}\n";
}

std::vector<double> counted(int rows) {
    std::vector<double> y(static_cast<std::size_t>(rows));
    std::iota(y.begin(), y.end(), 1.0);
    return y;
}

RunOptions options_of(bool traced, int rows = 64, int block = 64) {
    RunOptions options;
    options.rows = rows;
    options.block = block;
    options.traced = traced;
    options.limits.turns = 1 << 14;
    return options;
}

std::string fault_of(const std::string& text) {
    try {
        run_text(text, options_of(false));
    } catch (const Error& error) { return error.code() + " " + error.what(); }
    return {};
}

bool says(const Ran& ran, const std::string& words) {
    return std::any_of(ran.findings.begin(), ran.findings.end(), [&](const simulated::Finding& finding) {
        return finding.sentence.find(words) != std::string::npos;
    });
}

} // namespace

class SimtWaitingTest : public QObject {
    Q_OBJECT
private slots:
    // Here, every flag is already set when a row reads it. On a GPU, the previous run has left some flags set.
    void a_flag_must_be_cleared_before_the_launch() {
        for (const bool by_atomic : {false, true}) {
            Chain of{.clear = ""};
            if (by_atomic) of.flags = "int* flag", of.wait = "while (atomicAdd(&flag[needed], 0) == 0) {}";
            if (by_atomic) of.set = "atomicExch(&flag[row], 1);";
            const auto ran = run_text(chain(of), options_of(true, 64, 32));
            QVERIFY(std::any_of(ran->findings.begin(), ran->findings.end(), [](const simulated::Finding& finding) {
                return finding.kind == Kind::unwritten_global && finding.line == 8;
            }));
        }
    }

    void rows_that_wait_for_earlier_rows_are_right_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const Chain& of) {
            QTest::newRow(name) << QString::fromStdString(chain(of));
        };
        row("as textbooks have it", {});
        row("do", {.wait = "int seen; do seen = flag[needed]; while (seen == 0);"});
        row("for ever", {.wait = "for (;;) if (flag[needed] != 0) break;"});
        row("cast", {.flags = "int* flag",
                     .wait = "while (((volatile int*)flag)[needed] == 0) {}",
                     .set = "*const_cast<volatile int*>(flag + row) = 1;"});
        row("pointer of its own", {.flags = "int* flag",
                                   .wait = "const volatile int* const f = flag + needed; while (*f == 0) {}",
                                   .set = "((volatile int*)flag)[row] = 1;"});
        row("reference", {.wait = "volatile int& f = flag[needed]; while (f == 0) {}"});
        row("set by an atomic operation", {.set = "atomicExch((int*)&flag[row], 1);"});
        row("asked by an atomic operation", {.flags = "int* flag",
                                             .wait = "while (atomicAdd(&flag[needed], 0) == 0) {}",
                                             .set = "atomicExch(&flag[row], 1);"});
        row("a ticket, and a flag",
            {.wait = "atomicAdd((int*)&flag[row], 0); int old = atomicOr((int*)flag, 0); if (old >= 0) "
                     "while (flag[needed] == 0) {}"});
    }
    void rows_that_wait_for_earlier_rows_are_right() {
        QFETCH(QString, text);
        for (const bool traced : {false, true}) {
            const auto ran = run_text(text.toStdString(), options_of(traced));
            QCOMPARE(ran->refusal, std::string());
            for (const auto& finding : ran->findings) qWarning("%s", finding.sentence.c_str());
            QVERIFY(ran->findings.empty());
            QCOMPARE(ran->y, counted(64));
        }
    }
    void a_warp_may_wait_for_a_later_warp_of_its_block() {
        for (const bool traced : {false, true}) {
            const auto ran = run_text(chain({.needed = "row % 32 == 31 ? -1 : row + 1"}), options_of(traced, 64, 1024));
            QVERIFY(ran->findings.empty());
            for (int row = 0; row < 64; ++row) QCOMPARE(ran->y[static_cast<std::size_t>(row)], 32.0 - row % 32);
        }
    }
    void a_trace_shows_one_look_at_each_flag_whatever_the_order_of_blocks() {
        for (const int multiprocessors : {1, 3}) {
            RunOptions options = options_of(true, 200, 32);
            options.multiprocessors = multiprocessors;
            const auto ran = run_text(chain(), options);
            QVERIFY(ran->findings.empty());
            QCOMPARE(ran->y, counted(200));
            std::map<std::string, int> steps;
            for (const auto& seen : ran->steps.all()) ++steps[kernels::test::what_of(*ran->tracer, seen.step)];
            QCOMPARE(steps["load flag"], 199);
            QCOMPARE(steps["load y"], 199);
            QCOMPARE(steps["store flag"], 200);
        }
    }
    void flags_that_atomic_operations_ask_for_are_waited_for_in_the_order_of_blocks() {
        RunOptions options = options_of(true, 200, 32);
        options.multiprocessors = 3;
        const auto ran = run_text(chain({.flags = "int* flag",
                                         .wait = "while (atomicAdd(&flag[needed], 0) == 0) {}",
                                         .set = "atomicExch(&flag[row], 1);"}),
                                  options);
        QVERIFY(ran->findings.empty());
        QCOMPARE(ran->y, counted(200));
    }
    void a_trace_of_one_block_finds_the_flags_of_all_others() {
        RunOptions options = options_of(true, 64, 32);
        options.only_block = 40;
        const auto ran = run_text(chain(), options);
        QVERIFY(ran->findings.empty());
        QCOMPARE(ran->y, counted(64));
        QVERIFY(!ran->steps.all().empty());
    }
    void more_blocks_than_are_checked_one_by_one_are_right_too() {
        const auto ran = run_text(chain(), options_of(true, 5000, 32));
        QVERIFY(ran->findings.empty());
        QCOMPARE(ran->y, counted(5000));
    }
    void what_a_launch_changes_is_changed_once() {
        // If it ran twice, it would add to y twice.
        const auto ran = run_text(chain({.add = "y[row] += before + 2;"}), options_of(true));
        QVERIFY(ran->findings.empty());
        QCOMPARE(ran->y, counted(64));
    }
    void what_a_launch_prints_is_printed_once() {
        const auto ran =
            run_text(chain({.add = "y[row] = before + 1; if (row == 5) printf(\"five\\n\");"}), options_of(true));
        QCOMPARE(ran->printed.text, std::string("five\n"));
    }
    void flags_may_be_in_shared_memory_data() {
        QTest::addColumn<QString>("flags");
        QTest::addColumn<bool>("is_right");
        QTest::newRow("volatile") << "volatile double" << true;
        QTest::newRow("not volatile") << "double" << false; // a compiler may read them only once
    }
    void flags_may_be_in_shared_memory() {
        QFETCH(QString, flags);
        QFETCH(bool, is_right);
        // The value is its own flag: it is 0 until it is written. Each warp adds 1 to the value of the previous warp.
        const std::string text = "__global__ void k(double* y) {\n"
                                 "    __shared__ " +
                                 flags.toStdString() +
                                 " number[8];\n"
                                 "    const int warp = threadIdx.x / 32;\n"
                                 "    if (threadIdx.x < 8) number[threadIdx.x] = 0;\n"
                                 "    __syncthreads();\n"
                                 "    if (threadIdx.x % 32 != 0) return;\n"
                                 "    double before = 0;\n"
                                 "    if (warp > 0)\n"
                                 "        while (before == 0) before = number[warp - 1];\n"
                                 "    number[warp] = before + 1;\n"
                                 "    y[warp] = before + 1;\n"
                                 "}\n"
                                 "void run(double* y) { k<<<1, 256>>>(y); }\n";
        const auto ran = run_text(text, options_of(true, 8, 256));
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.empty(), is_right);
        if (is_right) QCOMPARE(ran->y, counted(8));
        else QVERIFY(ran->has(Kind::shared_race, 9) || ran->has(Kind::shared_race, 10));
    }
    void a_lock_that_is_waited_for_is_no_mistake() {
        const std::string text = "// scratch: lock int[1]\n"
                                 "__global__ void k(int* lock, volatile double* y) {\n"
                                 "    if (threadIdx.x % 32 != 0) return;\n"
                                 "    while (atomicCAS(lock, 0, 1) != 0) {}\n"
                                 "    __threadfence();\n"
                                 "    y[0] = y[0] + 1;\n"
                                 "    __threadfence();\n"
                                 "    atomicExch(lock, 0);\n"
                                 "}\n"
                                 "void run(int* lock, double* y) {\n"
                                 "    cudaMemset(lock, 0, 4);\n"
                                 "    k<<<5, 128>>>(lock, y);\n"
                                 "}\n";
        for (const bool traced : {false, true}) {
            const auto ran = run_text(text, options_of(traced));
            QVERIFY(ran->findings.empty());
            QCOMPARE(ran->y[0], 19.0);
        }
    }

    void one_thread_may_wait_for_its_block_with_the_fence_before_the_barrier_or_behind_it() {
        for (const char* const wait : {"while (flag[b - 1] == 0) {}\n__syncthreads(); __threadfence();",
                                       "while (flag[b - 1] == 0) {}\n__threadfence(); __syncthreads();"}) {
            const auto ran = run_text("// scratch: flag int[rows]\n"
                                      "__global__ void k(volatile int* flag, double* y) {\n"
                                      "    const int b = blockIdx.x, i = b * blockDim.x + threadIdx.x;\n"
                                      "    y[i] = 1;\n"
                                      "    __threadfence(); __syncthreads();\n"
                                      "    if (threadIdx.x == 0) flag[b] = 1;\n"
                                      "    if (b == 0) return;\n"
                                      "    if (threadIdx.x == 0) " +
                                          std::string(wait) +
                                          "\n    y[1024 + i] = y[i - 64];\n"
                                          "}\n"
                                          "void run(int rows, int* flag, double* y) {\n"
                                          "    cudaMemset(flag, 0, rows * sizeof(int));\n"
                                          "    k<<<8, 64>>>(flag, y);\n"
                                          "}\n",
                                      options_of(true, 2048));
            QCOMPARE(ran->refusal, std::string());
            for (const auto& finding : ran->findings) qWarning("%s", finding.sentence.c_str());
            QVERIFY(ran->findings.empty());
        }
    }

    void a_wrong_way_to_wait_is_found_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, int line, const Chain& of) {
            QTest::newRow(name) << QString::fromStdString(chain(of)) << line;
        };
        row("no volatile", 14, {.flags = "int* flag"});
        row("looks without volatile", 14, {.wait = "while (((int*)flag)[needed] == 0) {}"});
        row("sets without volatile", 14, {.set = "((int*)flag)[row] = 1;"});
        row("no fence before the flag", 12, {.fence_before = ""});
        row("no fence behind the loop", 12, {.fence_behind = ""});
        row("no fence at all", 12, {.fence_behind = "", .fence_before = ""});
        row("the fence too late", 12, {.set = "", .fence_before = "flag[row] = 1; __threadfence();"});
    }
    void a_wrong_way_to_wait_is_found() {
        QFETCH(QString, text);
        QFETCH(int, line);
        for (const int block : {32, 128}) {
            const auto ran = run_text(text.toStdString(), options_of(true, 64, block));
            QCOMPARE(ran->refusal, std::string());
            const bool is_found = ran->has(Kind::global_race, line);
            if (!is_found)
                for (const auto& finding : ran->findings) qWarning("%s", finding.sentence.c_str());
            QVERIFY(is_found);
            QVERIFY(says(*ran, "Access flags through pointers to volatile"));
        }
    }
    void a_flag_that_stood_there_already_orders_nothing() {
        for (const int block : {32, 128}) {
            const Chain of{.set = "flag[row] = -1;", .clear = "cudaMemset(flag, 255, rows * sizeof(int));"};
            QVERIFY(run_text(chain(of), options_of(true, 64, block))->has(Kind::global_race, 12));
        }
    }
    void warps_of_a_block_that_wait_without_fences_race_too() {
        const auto ran = run_text(chain({.fence_before = ""}), options_of(true, 16, 512));
        QVERIFY(ran->has(Kind::global_race, 10) || ran->has(Kind::global_race, 12));
    }
    // The flag of the previous row is already set when a warp reads it, so no warp is observed to wait.
    void a_flag_of_the_same_block_that_is_set_without_volatile_is_found_by_the_one_who_looks() {
        const auto ran = run_text(chain({.set = "((int*)flag)[row] = 1;"}), options_of(true, 16, 512));
        QVERIFY(ran->has(Kind::global_race, 8));
    }
    void waiting_for_what_never_comes_is_told_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const Chain& of) {
            QTest::newRow(name) << QString::fromStdString(chain(of));
        };
        row("a later block", {.needed = "row + 8"});
        row("each other", {.needed = "row ^ 1"});
        row("itself", {.needed = "row"});
        row("a later block, without volatile", {.flags = "int* flag", .needed = "row + 8"});
        row("a flag that nobody sets", {.set = ""});
        row("a later block, by an atomic operation",
            {.flags = "int* flag", .needed = "row + 8", .wait = "while (atomicAdd(&flag[needed], 0) == 0) {}"});
    }
    void waiting_for_what_never_comes_is_told() {
        QFETCH(QString, text);
        const auto ran = run_text(text.toStdString(), options_of(true));
        QCOMPARE(ran->refusal, std::string());
        QVERIFY(ran->has(Kind::endless_loop, 8));
        QVERIFY(says(*ran, "a warp is still waiting after"));
        QVERIFY(says(*ran, "no thread writes the value that it waits for"));
        const std::string fault = fault_of(text.toStdString());
        QVERIFY2(fault.rfind("kernel.fault test.cu:8: ", 0) == 0, fault.c_str());
    }
    void warps_of_which_none_can_go_on_are_told_at_once() {
        for (const char* needed : {"row", "row + 8"}) {
            RunOptions options = options_of(true);
            options.limits.turns = std::int64_t{1} << 40; // hours
            const auto ran = run_text(chain({.needed = needed}), options);
            QVERIFY(ran->has(Kind::endless_loop, 8));
            QVERIFY(says(*ran, "after 1024 iterations"));
        }
    }
    /// While one warp makes progress, the others wait, however long it takes.
    void a_warp_that_counts_or_reads_before_others_may_go_on_is_waited_for_data() {
        QTest::addColumn<QString>("meanwhile");
        QTest::newRow("reads") << "for (int i = 0; i < 20000; ++i) sum += y[32 + i % 8];";
        QTest::newRow("looks and counts") << "while (seen[0] == 0 && sum < 5000) sum += 1;";
    }
    void a_warp_that_counts_or_reads_before_others_may_go_on_is_waited_for() {
        QFETCH(QString, meanwhile);
        const std::string text = "// scratch: flag int[2]\n"
                                 "__global__ void k(volatile int* flag, volatile double* y) {\n"
                                 "    if (threadIdx.x < 32) {\n"
                                 "        while (flag[0] == 0) {}\n"
                                 "        __threadfence_block();\n"
                                 "        y[threadIdx.x] = 1;\n"
                                 "    } else if (threadIdx.x == 32) {\n"
                                 "        volatile int* seen = flag + 1;\n"
                                 "        double sum = 0;\n"
                                 "        y[32] = y[33] = y[34] = y[35] = y[36] = y[37] = y[38] = y[39] = 1;\n" +
                                 meanwhile.toStdString() +
                                 "\n"
                                 "        __threadfence_block();\n"
                                 "        flag[0] = sum > 0;\n"
                                 "    }\n"
                                 "}\n"
                                 "void run(int* flag, double* y) {\n"
                                 "    cudaMemset(flag, 0, 2 * sizeof(int));\n"
                                 "    k<<<1, 64>>>(flag, y);\n"
                                 "}\n";
        RunOptions options = options_of(true);
        options.limits.turns = 1 << 26;
        const auto ran = run_text(text, options);
        QCOMPARE(ran->refusal, std::string());
        QVERIFY2(ran->findings.empty(), ran->findings.empty() ? "" : ran->findings.front().sentence.c_str());
        QCOMPARE(ran->y[0], 1.0);
    }
    void lanes_of_a_warp_may_wait_for_each_other_since_compute_capability_7() {
        const std::string text = "// scratch: flag int[32]\n"
                                 "__global__ void k(volatile int* flag, double* y) {\n"
                                 "    if (threadIdx.x == 1) while (flag[0] == 0) {}\n"
                                 "    flag[threadIdx.x] = 1;\n"
                                 "    y[threadIdx.x] = 1;\n"
                                 "}\n"
                                 "void run(int* flag, double* y) {\n"
                                 "    cudaMemset(flag, 0, 32 * sizeof(int));\n"
                                 "    k<<<1, 32>>>(flag, y);\n"
                                 "}\n";
        for (const bool traced : {false, true}) {
            const auto ran = run_text(text, options_of(traced));
            QVERIFY(ran->findings.empty());
            QCOMPARE(ran->y[0], 1.0);
            QCOMPARE(ran->y[1], 1.0);
        }
        RunOptions before = options_of(true);
        before.lanes_drift = false;
        const auto ran = run_text(text, before);
        QVERIFY(ran->has(Kind::endless_loop, 3));
        QVERIFY(says(*ran, "the lanes of a warp block each other"));
    }
    void lanes_that_wait_for_each_other_meet_at_warp_operations() {
        // Each lane adds 1 to the value of the previous lane; then all lanes read the sum of the last one.
        const auto ran = run_text("// scratch: flag int[rows]\n"
                                  "// scratch: sum double[rows]\n"
                                  "__global__ void k(volatile int* flag, double* sum, double* y) {\n"
                                  "    const int lane = threadIdx.x % 32, i = threadIdx.x;\n"
                                  "    double mine = 1;\n"
                                  "    if (lane > 0) {\n"
                                  "        while (flag[i - 1] == 0) {}\n"
                                  "        __threadfence();\n"
                                  "        mine += sum[i - 1];\n"
                                  "    }\n"
                                  "    sum[i] = mine;\n"
                                  "    __threadfence();\n"
                                  "    flag[i] = 1;\n"
                                  "    const unsigned late = __ballot_sync(0xffffffff, mine > 16);\n"
                                  "    const double last = __shfl_sync(0xffffffff, mine, 31);\n"
                                  "    __syncwarp();\n"
                                  "    const int late_lanes = __syncthreads_count(mine > 16);\n"
                                  "    y[i] = last + __popc(late) + late_lanes + sum[i ^ 1] - sum[i];\n"
                                  "}\n"
                                  "void run(int rows, int* flag, double* sum, double* y, int block) {\n"
                                  "    cudaMemset(flag, 0, rows * sizeof(int));\n"
                                  "    k<<<1, 64>>>(flag, sum, y);\n"
                                  "}\n",
                                  options_of(true));
        QCOMPARE(ran->refusal, std::string());
        for (const auto& finding : ran->findings) qWarning("%s", finding.sentence.c_str());
        QVERIFY(ran->findings.empty());
        for (std::size_t i = 0; i < 64; ++i) QCOMPARE(ran->y[i], 32.0 + 16 + 32 + (i % 2 == 0 ? 1 : -1));
    }
    void a_warp_operation_that_lanes_reach_apart_is_found() {
        const std::string text = "// scratch: flag int[32]\n"
                                 "__global__ void k(volatile int* flag, double* y) {\n"
                                 "    if (threadIdx.x == 1) {\n"
                                 "        while (flag[0] == 0) {}\n"
                                 "        __syncwarp();\n"
                                 "    } else {\n"
                                 "        flag[threadIdx.x] = 1;\n"
                                 "        __syncwarp();\n"
                                 "    }\n"
                                 "    y[threadIdx.x] = 1;\n"
                                 "}\n"
                                 "void run(int* flag, double* y) {\n"
                                 "    cudaMemset(flag, 0, 32 * sizeof(int));\n"
                                 "    k<<<1, 32>>>(flag, y);\n"
                                 "}\n";
        const auto ran = run_text(text, options_of(true));
        QVERIFY(ran->has(Kind::absent_mask, 5) || ran->has(Kind::absent_mask, 8));
    }
    void loops_that_only_read_are_no_waiting() {
        const auto ran = run_text("__global__ void k(const int* in, double* y) {\n"
                                  "    volatile int low = 0, high = 64;\n"
                                  "    while (low < high) {\n"
                                  "        const int middle = (low + high) / 2;\n"
                                  "        if (in[middle] < 5) low = middle + 1;\n"
                                  "        else high = middle;\n"
                                  "    }\n"
                                  "    y[threadIdx.x] = low;\n"
                                  "}\n"
                                  "void run(const int* in, double* y) { k<<<1, 64>>>(in, y); }\n",
                                  options_of(true));
        QCOMPARE(ran->refusal, std::string());
        QVERIFY(ran->findings.empty());
    }
    void what_is_volatile_stays_so_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("lost") << "    volatile double* p = y;\n    double* q = p;"
                              << "4:13 A value of type `volatile double*` cannot be converted to `double*` because "
                                 "this discards `volatile`.";
        QTest::newRow("cast away") << "    volatile double* p = y;\n    double* q = (double*)p;\n    q[0] = 1;"
                                   << "";
        QTest::newRow("of an element") << "    volatile double* p = y;\n    double* q = &p[1];"
                                       << "4:13 A value of type `volatile double*` cannot be converted to `double*` "
                                          "because this discards `volatile`.";
        QTest::newRow("atomic") << "    volatile double* p = y;\n    atomicAdd(&p[1], 1.0);"
                                << "4:15 `atomicAdd` does not accept a pointer to volatile.";
        QTest::newRow("behind the type") << "    double volatile* p = y;\n    p[0] = 1;"
                                         << "";
        QTest::newRow("the pointer itself") << "    double* volatile p = y;\n    double* q = p;\n    q[0] = 1;"
                                            << "";
    }
    void what_is_volatile_stays_so() {
        QFETCH(QString, body);
        QFETCH(QString, refusal);
        QCOMPARE(QString::fromStdString(run_text(kernel_text("", body.toStdString()))->refusal), refusal);
    }
};

WARPLOOM_TEST(SimtWaitingTest);

#include "simt_waiting_test.moc"
