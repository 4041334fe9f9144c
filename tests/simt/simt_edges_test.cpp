#include "engine/error.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::simt::test;
using Kind = simulated::Finding::Kind;

// Boundary cases: the last lane of a group, the last iteration of a loop, the last element, the block after the 32nd.
// Expected values and messages are derived by hand.

namespace {

RunOptions traced_options() {
    RunOptions options;
    options.traced = true;
    return options;
}

std::shared_ptr<Ran> traced(const std::string& body, const RunOptions& options = traced_options()) {
    return run_text(kernel_text("struct Pair { double a; int b; };", body), options);
}

std::vector<double> y_of(const std::string& body) { return run_text(kernel_text("", body))->y; }

template <class F> std::vector<double> wanted(F f) {
    std::vector<double> values;
    for (int i = 0; i < 64; ++i) values.push_back(f(i % 32, i / 32 * 32));
    return values;
}

std::string sentences(const Ran& ran) {
    std::string all;
    for (const auto& finding : ran.findings) all += finding.sentence + "\n";
    return all + ran.refusal;
}

bool says(const Ran& ran, const char* what) { return sentences(ran).find(what) != std::string::npos; }

/// Runs 64 blocks of 32 threads. The last block to count itself sums what the others have written.
std::shared_ptr<Ran> last_block(const std::string& before_write, const std::string& before_count) {
    RunOptions options = traced_options();
    options.rows = 2048;
    return run_text("__global__ void k(double* y) {\n" + before_write + "if (threadIdx.x == 0) y[blockIdx.x] = 1;\n" +
                        before_count +
                        "__shared__ bool last; if (threadIdx.x == 0) last = atomicAdd(&y[200], 1.0) == gridDim.x - 2;\n"
                        "__syncthreads(); if (last) y[100 + threadIdx.x] = y[threadIdx.x] + y[threadIdx.x + 32];\n"
                        "}\nvoid run(double* y) { k<<<64, 32>>>(y); }",
                    options);
}

/// Like last_block(), with blocks of several warps: all warps write, and one thread counts the block. The last block
/// reads what the last warp of another block wrote.
std::shared_ptr<Ran> last_block_of_two_warps(const std::string& before_barrier, const std::string& behind_barrier) {
    RunOptions options = traced_options();
    options.rows = 2048;
    return run_text("__global__ void k(double* y) {\n__shared__ bool last;\n"
                    "y[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n" +
                        before_barrier + "\nif (threadIdx.x == 0) { last = false; " + behind_barrier +
                        " last = atomicAdd(&y[2000], 1.0) == gridDim.x - 2; }\n__syncthreads();\n"
                        "if (last) y[1000 + threadIdx.x] = y[threadIdx.x];\n"
                        "}\nvoid run(double* y) { k<<<8, 64>>>(y); }",
                    options);
}

/// Like last_block(), for the warps of a single block.
std::shared_ptr<Ran> last_warp(const std::string& before_count) {
    RunOptions options = traced_options();
    options.rows = 2048;
    return run_text(
        "__global__ void k(double* y) {\nint warp = threadIdx.x / 32, lane = threadIdx.x % 32, last = 0;\n"
        "if (lane == 0) { y[warp] = 1; " +
            before_count +
            "last = atomicAdd(&y[200], 1.0) == 6; }\n"
            "last = __shfl_sync(0xffffffff, last, 0); __syncwarp();\nif (last && lane < 8) y[100 + lane] = y[lane];\n"
            "}\nvoid run(double* y) { k<<<1, 256>>>(y); }",
        options);
}

/// The pseudocode for shfl.sync in the PTX ISA manual, with operand c computed as in the CUDA headers.
int lane_by_ptx(int mode, int lane, int b, int width) {
    const int clamp = mode == 1 ? 0 : 0x1f, c = (32 - width) << 8 | clamp;
    const int bval = b & 0x1f, cval = c & 0x1f, segmask = c >> 8 & 0x1f;
    const int max_lane = (lane & segmask) | (cval & ~segmask), min_lane = lane & segmask;
    int j = min_lane | (bval & ~segmask);
    if (mode == 1) j = lane - bval;
    if (mode == 2) j = lane + bval;
    if (mode == 3) j = lane ^ bval;
    const bool p = mode == 1 ? j >= max_lane : j <= max_lane;
    return p ? j : lane;
}

} // namespace

class SimtEdgesTest : public QObject {
    Q_OBJECT
private slots:
    // Compares every width and distance with the pseudocode of the PTX manual, including widths that CUDA does not
    // allow.
    void shuffles_take_the_lane_that_ptx_says_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("mode");
        QTest::newRow("idx") << "__shfl_sync" << 0;
        QTest::newRow("up") << "__shfl_up_sync" << 1;
        QTest::newRow("down") << "__shfl_down_sync" << 2;
        QTest::newRow("bfly") << "__shfl_xor_sync" << 3;
    }
    void shuffles_take_the_lane_that_ptx_says() {
        QFETCH(QString, call);
        QFETCH(int, mode);
        for (const int width : {1, 2, 4, 8, 16, 32, 3, 12, 20, 0})
            for (int b = 0; b < 33; ++b) {
                const std::string text = "int t = threadIdx.x; y[t] = " + call.toStdString() + "(0xffffffff, t, " +
                                         std::to_string(b) + ", " + std::to_string(width) + ");";
                QCOMPARE(y_of(text), wanted([&](int l, int warp) { return warp + lane_by_ptx(mode, l, b, width); }));
            }
    }
    // Each lane may specify a different width.
    void each_lane_of_a_shuffle_has_its_own_width() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_down_sync(0xffffffff, t, 1, t % 32 < 6 ? 2 : 8);"),
                 wanted([](int l, int warp) { return warp + lane_by_ptx(2, l, 1, l < 6 ? 2 : 8); }));
    }
    void a_lane_mask_of_the_width_reaches_only_groups_before() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_xor_sync(0xffffffff, t, 16, 16);"),
                 wanted([](int l, int warp) { return warp + (l < 16 ? l : l - 16); }));
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = __shfl_xor_sync(0xffffffff, t, 9, 8);"),
                 wanted([](int l, int warp) { return warp + (l / 8 % 2 == 0 ? l : l ^ 9); }));
    }
    void a_vote_of_a_branch_is_of_its_lanes() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = 0; if (t % 32 < 16) y[t] = __all_sync(0xffff, t % 32 < 16);"),
                 wanted([](int l, int) { return l < 16; }));
    }
    void a_mask_may_name_lanes_that_have_returned() {
        const auto ran = traced("int t = threadIdx.x;\nif (t % 32 >= 16) return;\ny[t] = __any_sync(0xffffffff, t);");
        QVERIFY2(ran->findings.empty(), sentences(*ran).c_str());
    }
    void a_vote_of_a_block_is_of_the_threads_that_it_has() {
        RunOptions options;
        options.rows = options.block = 48;
        const auto ran = run_text(kernel_text("", "y[threadIdx.x] = __syncthreads_and(1);"), options);
        QCOMPARE(ran->y, std::vector<double>(48, 1.0));
    }
    void a_loop_has_as_many_turns_as_the_limit_says() {
        const auto ends = [](int turns) {
            RunOptions options;
            options.limits.turns = turns;
            try {
                const auto ran = run_text(
                    kernel_text("", "int n = 0; for (int k = 0; k < rows - 54; ++k) n += in[k]; y[0] = n;"), options);
                return ran->refusal.empty();
            } catch (const Error&) { return false; }
        };
        QVERIFY(ends(10));
        QVERIFY(!ends(9));
    }
    void a_trace_may_bound_the_turns_in_launches_of_many_blocks() {
        const auto has_ended = [](int blocks) {
            RunOptions options;
            options.traced = true;
            options.most_turns = 1000;
            const auto ran = run_text("__global__ void k(double* y) {\n"
                                      "    double sum = 0;\n"
                                      "    for (int i = 0; i < 2000; ++i) sum += i % 3;\n"
                                      "    if (blockIdx.x == 0) y[threadIdx.x] = sum;\n"
                                      "}\n"
                                      "void run(double* y) { k<<<" +
                                          std::to_string(blocks) + ", 32>>>(y); }\n",
                                      options);
            return ran->findings.empty();
        };
        QVERIFY(has_ended(64));
        QVERIFY(!has_ended(65));
    }
    void a_lane_that_returns_at_the_end_of_a_turn_does_not_come_back() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = -1; for (int k = 0; k < 5; ++k) { if (k < t % 3) continue; "
                      "y[t] += k + 1; return; }"),
                 wanted([](int l, int warp) { return (warp + l) % 3; }));
    }
    void a_default_between_cases_is_for_what_no_case_names() {
        QCOMPARE(
            y_of("int t = threadIdx.x; double v = 0; switch (t % 4) { case 0: v = 1; break; default: v = 2; break; "
                 "case 3: v = 3; } y[t] = v;"),
            wanted([](int l, int) {
                return std::array<double, 4>{1, 2, 2, 3}[static_cast<std::size_t>(l % 4)];
            }));
    }

    void a_step_tells_the_operations_of_the_lanes_that_did_them() {
        const auto ran = traced("int t = threadIdx.x; double s = 1;\nif (t % 32 < 16) s = in[t] * 2.0 + 1.0;\n"
                                "y[t] = s;\nif (t % 32 < 16) y[t] = 1;");
        const auto steps = ran->steps.all();
        const auto of_line = [&](int line) {
            for (const auto& seen : steps)
                if (ran->tracer->sites()[static_cast<std::size_t>(seen.step.site)].line == line) return seen.step;
            return simulated::WarpInstruction{};
        };
        QCOMPARE(of_line(4).active, 0xffffu);
        QCOMPARE(of_line(4).waiting, 0xffff0000u);
        QCOMPARE(of_line(5).active, 0xffffffffu);
        QCOMPARE(of_line(5).waiting, 0u);
        QCOMPARE(of_line(5).flops, 32u); // a multiplication and an addition in 16 lanes
        QCOMPARE(of_line(5).flop_instructions, 2u);
    }
    void a_place_that_reaches_two_arrays_is_told_as_two() {
        const auto ran = traced("const int* p = threadIdx.x < 32 ? in : (const int*)y;\nint v = p[threadIdx.x % 32];\n"
                                "if (v == 77) y[0] = 1;");
        const auto steps = ran->steps.all();
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(kernels::test::what_of(*ran->tracer, steps[0].step), std::string("load in"));
        QCOMPARE(kernels::test::what_of(*ran->tracer, steps[1].step), std::string("load y"));
        const auto& sites = ran->tracer->sites();
        QCOMPARE(sites[static_cast<std::size_t>(steps[0].step.site)].element_bytes, 4);
        const auto pairs = traced("((double2*)y)[threadIdx.x / 2] = make_double2(1, 1);");
        QCOMPARE(pairs->tracer->sites().front().element_bytes, 16);
    }
    void lanes_of_one_access_may_reach_two_arrays() {
        const auto ran = traced("__shared__ double s[32]; int t = threadIdx.x;\nif (t < 32) s[t] = 100 + t;\n"
                                "__syncthreads(); y[t] = t; __syncthreads();\n"
                                "double* p = t % 2 ? s + t % 32 : y + t; double v = *p; __syncthreads(); y[t] = v;");
        QVERIFY2(ran->findings.empty(), sentences(*ran).c_str());
        QCOMPARE(ran->y, wanted([](int l, int warp) { return l % 2 == 1 ? 100 + l : warp + l; }));
    }

    void several_numbers_at_once_keep_their_places() {
        QCOMPARE(y_of("int t = threadIdx.x; y[t] = t; __syncthreads(); double2 v = ((const double2*)y)[t % 32]; "
                      "__syncthreads(); y[t] = v.x + 100 * v.y;"),
                 wanted([](int l, int) { return 2 * l + 100 * (2 * l + 1); }));
        QCOMPARE(y_of("int t = threadIdx.x; if (t < 32) ((double2*)y)[t] = make_double2(t, -t);"),
                 wanted([](int l, int warp) { return (l % 2 == 0 ? 1 : -1) * ((warp + l) / 2); }));
    }
    void bits_that_lanes_set_stay_set() {
        QCOMPARE(y_of("__shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); "
                      "atomicOr(&s, 1 << threadIdx.x % 4); __syncthreads(); y[threadIdx.x] = s;"),
                 std::vector<double>(64, 15.0));
    }
    void a_thread_has_its_place_in_three_dimensions() {
        const auto ran = run_text("__global__ void k(double* y) {\n"
                                  "int t = threadIdx.x + 4 * threadIdx.y + 16 * threadIdx.z;\n"
                                  "y[t] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z; }\n"
                                  "void run(double* y) { k<<<1, dim3(4, 4, 4)>>>(y); }");
        QCOMPARE(ran->y, wanted([](int l, int warp) {
                     const int t = warp + l;
                     return t % 4 + t / 4 % 4 * 10 + t / 16 * 100;
                 }));
    }
    void what_is_kept_away_from_the_outside_is_no_mistake_inside() {
        const char* const big = "int t = threadIdx.x % 32, big = t << 26;\n"; // 3 * big fits in lanes 0 to 10
        const auto inside = traced(big + std::string("y[threadIdx.x] = t < 11 && (t > 0 && big * 3 > 5);"));
        QVERIFY2(inside->findings.empty(), sentences(*inside).c_str());
        QVERIFY(traced(big + std::string("y[threadIdx.x] = t < 12 && (t > 0 && big * 3 > 5);"))
                    ->has(Kind::integer_overflow, 4));
    }

    void an_element_before_an_array_is_told_by_its_number() {
        QVERIFY(says(*traced("((char*)y)[(int)threadIdx.x - 1] = 1;"),
                     "Out-of-bounds write to element -1 of y, which has 64 "));
        QVERIFY(says(*traced("y[(int)threadIdx.x - 1] = 1;"),
                     "lane 0 of warp 0: Out-of-bounds write to element -1 of y, which has 64 "));
        QVERIFY(says(*traced("y[0] = in[threadIdx.x + 1];"),
                     "lane 31 of warp 1: Out-of-bounds read of element 64 of in, which has 64 "));
    }
    void what_is_read_outside_is_zero() {
        // Not the register's value from the previous iteration: 13, element 60 of `in`.
        QCOMPARE(traced("int t = threadIdx.x, v = 7; if (t != 40) for (int k = 0; k < rows / 32; ++k) v = in[t + 60 * "
                        "k]; y[t] = v;")
                     ->y[60],
                 0.0);
    }
    void the_last_element_belongs_to_its_array_also_where_numbers_are_small_or_many() {
        RunOptions odd = traced_options();
        odd.rows = 63;
        QVERIFY(traced("if (threadIdx.x == 0) ((double2*)y)[31] = make_double2(1, 2);", odd)->findings.size() == 1);
        QVERIFY2(traced("char* p = (char*)y; p[511 - threadIdx.x] = 1;")->findings.empty(), "bytes");
        QVERIFY2(traced("if (threadIdx.x == 0) ((double2*)y)[31] = make_double2(1, 2);")->findings.empty(), "pairs");
        QVERIFY(says(*traced("if (threadIdx.x == 0) *(double2*)(y + 63) = make_double2(1, 2);"), "of y"));
        QVERIFY(
            says(*traced("if (threadIdx.x == 0) *(double*)((char*)y + 4) = 1;"), "Misaligned write of 8 bytes in y."));
        QVERIFY(says(*traced("int n = rows / 16; int v[4] = {}; v[n] = 1; y[threadIdx.x] = v[0];"), "element 4 of v"));
    }
    void a_fill_ends_where_its_array_does() {
        const auto code_of = [](const char* fill) {
            try {
                run_text(std::string("void run(int rows, double* y) { cudaMemset(") + fill + "); }");
            } catch (const Error& error) { return error.code(); }
            return std::string("none");
        };
        QCOMPARE(code_of("y + 1, 0, rows * 8 - 8"), std::string("none"));
        QCOMPARE(code_of("y + 1, 0, rows * 8"), std::string("kernel.fault"));
        QCOMPARE(code_of("y - 1, 0, 8"), std::string("kernel.fault"));
    }

    void quotients_and_conversions_are_those_of_the_card() {
        const auto value = [](const char* expression) {
            return y_of(
                std::string("int t = threadIdx.x, none = t - t; double nan = 0.0 * (1.0 / none), d = t; y[t] = ") +
                expression + ";")[5];
        };
        QCOMPARE(value("(7 + none) / none"), -1.0);
        QCOMPARE(value("fmin(d, nan)"), 5.0);
        QCOMPARE(value("fmax(d, nan)"), 5.0);
        QCOMPARE(value("(int)(d + 2147483643.0)"), 2147483647.0); // 2^31
        QCOMPARE(value("(int)(-1e10 * d)"), -2147483648.0);
        QCOMPARE(value("round(d / 2)"), 3.0);
        QCOMPARE(value("__ffs(t + 3) * 10 + __ffs(none)"), 40.0);
        QCOMPARE(value("(none - 7) / 2 * 10 + (none - 7) % 2"), -31.0);
    }
    void a_product_of_two_negative_numbers_may_be_one_too_large() {
        QVERIFY(says(*traced("int a = -65536, b = -(rows * 512);\ny[threadIdx.x] = a * b;"),
                     "Integer overflow: -65536 * -32768"));
        QVERIFY(traced("int a = -65536, b = rows * 512;\ny[threadIdx.x] = a * b;")->findings.empty());
        QVERIFY(
            says(*traced("int a = rows - 2147483647, b = rows * 2;\ny[threadIdx.x] = a - b;"), " - 128 does not fit"));
    }

    void who_waits_at_a_barrier_and_who_has_left_are_counted() {
        RunOptions options = traced_options();
        options.rows = options.block = 96;
        QVERIFY2(says(*traced("if (threadIdx.x < 64)\n__syncthreads();\ny[threadIdx.x] = 1;", options),
                      "Barrier divergence: 1 warp of the block ended without reaching this barrier."),
                 "a warp of three");
        const char* const text = "if (threadIdx.x % 32 > 20) return;\n__syncthreads();\ny[threadIdx.x] = 1;";
        QVERIFY(traced(text)->findings.empty());
        RunOptions old = traced_options();
        old.lanes_drift = false;
        QVERIFY(says(
            *traced(text, old),
            "lanes 21-31 have already returned. Before compute capability 7.0, the barrier waits for all threads"));
    }
    void lanes_that_write_one_shared_element_in_one_step_race() {
        const auto ran = traced("__shared__ int s[2]; s[threadIdx.x / 32] = threadIdx.x;\ny[threadIdx.x] = 1;");
        QVERIFY2(ran->has(Kind::shared_race, 3), sentences(*ran).c_str());
        QVERIFY2(!ran->has(Kind::missing_syncwarp, 3), sentences(*ran).c_str());
    }
    void a_read_of_shared_memory_is_looked_at_in_every_lane() {
        const auto ran = traced("__shared__ int s[64]; int t = threadIdx.x; if (t == 0) s[0] = 1; __syncthreads();\n"
                                "y[t] = s[t % 32 < 17 ? 0 : t];");
        QVERIFY2(ran->has(Kind::unwritten_shared, 4), sentences(*ran).c_str());
    }
    void numbers_of_another_size_are_told_by_the_elements_of_their_array() {
        const auto ran = traced("__shared__ double s[64]; int t = threadIdx.x; s[t] = t; __syncthreads();\n"
                                "y[t] = ((int*)s)[2 * t];");
        QVERIFY2(ran->findings.empty(), sentences(*ran).c_str());
        QVERIFY(says(*traced("__shared__ double s[64]; int t = threadIdx.x; s[63] = 1; __syncthreads();\n"
                             "y[t] = t == 40 ? ((int*)s)[81] : 0;"),
                     "element 40 of s has not been written by any thread."));
    }

    // The low halves of the doubles 1 to 64 are all 0.
    void two_numbers_are_the_same_where_all_their_bits_are() {
        const auto ran = traced("y[0] = threadIdx.x + 1.0;");
        QVERIFY2(ran->has(Kind::global_race, 3), sentences(*ran).c_str());
        RunOptions one_warp = traced_options();
        one_warp.rows = one_warp.block = 32;
        QVERIFY(traced("y[0] = 3.0;", one_warp)->findings.empty());
    }
    void lanes_of_one_warp_race_where_they_may_drift() {
        RunOptions options = traced_options();
        options.rows = options.block = 32;
        const char* const swapped = "double v = y[threadIdx.x ^ 1];\ny[threadIdx.x] = v;";
        QVERIFY(traced(swapped, options)->has(Kind::global_race, 4));
        options.lanes_drift = false;
        QVERIFY(traced(swapped, options)->findings.empty());
    }
    void two_blocks_race_as_many_do() {
        RunOptions options = traced_options();
        options.block = 32;
        QVERIFY(traced("y[threadIdx.x] = blockIdx.x;", options)->has(Kind::global_race, 3));
        options.rows = 96;
        QVERIFY(traced("y[threadIdx.x] = blockIdx.x;", options)->has(Kind::global_race, 3));
    }
    void a_fence_orders_what_stands_before_it_and_that_of_a_block_orders_no_others() {
        const auto right = last_block("", "__threadfence();\n");
        QVERIFY2(right->findings.empty(), sentences(*right).c_str());
        QVERIFY(says(*last_block("", ""), "read by thread"));
        QVERIFY(says(*last_block("__threadfence();\n", ""), "read by thread"));
        QVERIFY(says(*last_block("", "__threadfence_block();\n"), "read by thread"));
        QVERIFY(says(*last_block("", "if (blockIdx.x < 32) __threadfence();\n"), "read by thread"));
    }
    void a_fence_orders_what_a_barrier_put_before_it() {
        const char *const fence = "__threadfence();", *const barrier = "__syncthreads();";
        const std::string both = std::string(fence) + barrier;
        for (const auto& [before, behind] : {std::pair<std::string, std::string>(barrier, fence), {both, ""}}) {
            const auto right = last_block_of_two_warps(before, behind);
            QVERIFY2(right->findings.empty(), sentences(*right).c_str());
        }
        QVERIFY(says(*last_block_of_two_warps("", fence), "of y"));
        QVERIFY(says(*last_block_of_two_warps(fence, ""), "of y"));
        QVERIFY(says(*last_block_of_two_warps("if (threadIdx.x < 32) " + both, ""), "of y"));
    }
    void a_fence_orders_the_warps_of_a_block_too() {
        const auto right = last_warp("__threadfence(); ");
        QVERIFY2(right->findings.empty(), sentences(*right).c_str());
        QCOMPARE(right->y[107], 1.0);
        QVERIFY(last_warp("")->has(Kind::global_race, 5));
    }
    void what_is_exchanged_is_read_only_where_the_old_value_is_kept() {
        RunOptions options = traced_options();
        options.is_y_empty = true;
        QVERIFY(!says(*traced("atomicExch((unsigned long long*)&y[threadIdx.x], 1ull);", options), "uninitialized"));
        const auto kept =
            traced("if (atomicExch((unsigned long long*)&y[threadIdx.x], 1ull) == 5) y[threadIdx.x] = 7;", options);
        QVERIFY2(kept->has(Kind::unwritten_global, 3), sentences(*kept).c_str());
    }
    void the_first_block_that_reads_too_early_is_told() {
        RunOptions options = traced_options();
        options.is_y_empty = true;
        options.rows = 256;
        const auto ran = traced("int i = blockIdx.x * blockDim.x + threadIdx.x;\ny[i] += 1;", options);
        QVERIFY(ran->has(Kind::unwritten_global, 4));
        QCOMPARE(ran->findings.front().block, 0);
    }
    // With atomics, blocks run in ascending order, so an element that a later block writes is uninitialized.
    void an_element_that_a_later_block_writes_is_read_too_early() {
        RunOptions options = traced_options();
        options.is_y_empty = true;
        options.block = 32;
        const auto ran = traced("if (threadIdx.x == 0) atomicExch((unsigned long long*)&y[40], 0ull);\n"
                                "if (blockIdx.x == 0 && threadIdx.x == 0 && y[50] == 5) y[1] = 1;\n"
                                "if (blockIdx.x == 1 && threadIdx.x == 0) y[50] = 1;",
                                options);
        QVERIFY2(ran->has(Kind::unwritten_global, 4), sentences(*ran).c_str());
    }

    void a_value_that_is_missing_is_found_in_each_place_of_an_operation() {
        const auto names = [](const char* body) {
            return sentences(*traced("const int i = threadIdx.x;\n" + std::string(body)));
        };
        const auto has = [&](const char* body, const char* what) {
            return names(body).find(what) != std::string::npos;
        };
        QVERIFY(has("double s; y[i] = fma(1.0 * i, 2.0, s);", "`s` is used uninitialized"));
        QVERIFY(has("double s; y[i] = fma(s, 1.0 * i, 2.0);", "`s` is used uninitialized"));
        QVERIFY(has("double2 v; v.x = 1; ((double2*)y)[i % 32] = v;", "`v.y` is used uninitialized"));
        QVERIFY(has("double v; switch (in[i] & 1) { case 0: v = 1; } y[i] = v;", "`v` is used uninitialized"));
        QVERIFY(has("double v; if (in[i] > 8) v = 1; else y[i] = v;", "`v` is used uninitialized"));
        QVERIFY(has("Pair p; p.b = 1; y[i] = p.a + p.b;", "`Pair p = {};`"));
        // The two operands are analyzed independently.
        QCOMPARE(names("int c; bool ok = in[i] > 8; if (ok) c = 1; y[i] = ((c == 1) & ok) ? 1 : 0;"), std::string());
        QVERIFY(has("int c; y[i] = ((c == 1) & (in[i] >= 0)) ? 1 : 0;", "`c` is used uninitialized"));
    }
    void an_atomic_needs_numbers_of_four_bytes_and_counts_its_sum() {
        QVERIFY(says(*traced("short* p = (short*)y; atomicAdd(p, (short)1);"),
                     "No instance of overloaded function `atomicAdd` matches"));
        const auto ran = traced("atomicAdd(&y[threadIdx.x], 1.0);");
        QCOMPARE(ran->steps.all().front().step.flops, 32u);
    }
};

WARPLOOM_TEST(SimtEdgesTest);

#include "simt_edges_test.moc"
