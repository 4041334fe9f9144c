#include "engine/error.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::simt::test;
using Kind = simulated::Finding::Kind;

// Kernels with one error each, and the kind and line of the finding that must report it.

namespace {

std::shared_ptr<Ran> traced(const std::string& body, bool lanes_drift = true) {
    RunOptions options;
    options.traced = true;
    options.lanes_drift = lanes_drift;
    options.limits.turns = 10000;
    return run_text(kernel_text("", body), options); // the body starts at line 3
}

/// Traces only the first of two blocks.
std::shared_ptr<Ran> traced_in_part(const std::string& body) {
    RunOptions options;
    options.traced = true;
    options.block = 32;
    options.only_block = 0;
    return run_text(kernel_text("", body), options);
}

} // namespace

class SimtFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void a_right_kernel_has_no_findings() {
        const auto ran =
            traced("__shared__ int s[64]; int t = threadIdx.x; s[t] = t; __syncthreads(); y[t] = s[63 - t];");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.size(), std::size_t{0});
    }
    void a_loop_whose_state_repeats_is_named_within_2000_iterations() {
        for (const char* body :
             {"for (int k = 0; k < 10;) y[threadIdx.x] += 1;", "for (int s = 0; s < rows; s *= 2) y[threadIdx.x] = s;",
              "int k = 0; double sum = 0; while (k < 10) { k = (k + 1) % 7; sum += k; } y[threadIdx.x] = sum;",
              "int j = 0; for (int i = 0; i < 3;) for (j = 0; j < 5; ++j) y[threadIdx.x] = j;"}) {
            const auto ran = traced(body);
            QVERIFY2(ran->has(Kind::endless_loop, 3), body);
            for (const auto& finding : ran->findings) {
                if (finding.kind != Kind::endless_loop) continue;
                const auto turns = finding.sentence.find(" iterations, and it never ends");
                QVERIFY2(turns != std::string::npos, finding.sentence.c_str());
                const auto number = finding.sentence.rfind(' ', turns - 1);
                QVERIFY2(std::stoi(finding.sentence.substr(number)) < 2000, finding.sentence.c_str());
            }
        }
    }
    void a_loop_that_goes_on_is_not_called_endless() {
        for (const char* body :
             {"int k = 0; while (k < 9000) ++k; y[threadIdx.x] = k;",
              "int n = 0; for (int i = 0; i < 300; ++i) for (int j = 0; j < 20; ++j) n += j; y[threadIdx.x] = n;",
              "int low = 0, n = 0; for (int i = 0; i < 800; ++i) { low = 0; while (low < 5) ++low; n += low; } "
              "y[threadIdx.x] = n;"}) {
            const auto ran = traced(body);
            QCOMPARE(ran->refusal, std::string());
            QVERIFY2(ran->findings.empty(), body);
        }
    }
    void each_mistake_has_its_finding_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, const char* body, Kind kind, int line) {
            QTest::newRow(name) << body << static_cast<int>(kind) << line;
        };
        row("a_row_too_many", "int i = threadIdx.x;\ny[i] = in[i + 1];", Kind::out_of_bounds, 4);
        row("a_row_too_few", "int i = threadIdx.x;\n\ny[i - 1] = 1;", Kind::out_of_bounds, 5);
        row("beyond_a_local_array", "int v[4];\nv[threadIdx.x % 5] = 1;\ny[0] = v[0];", Kind::out_of_bounds, 4);
        row("a_forgotten_barrier", "__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t;\ny[t] = s[63 - t];",
            Kind::shared_race, 5);
        row("two_lanes_write_one_element", "__shared__ int s[1];\ns[0] = threadIdx.x;\n__syncthreads(); y[0] = s[0];",
            Kind::shared_race, 4);
        row("a_barrier_in_a_branch", "int t = threadIdx.x;\nif (t < 16)\n__syncthreads();\ny[t] = 1;",
            Kind::divergent_meeting, 5);
        row("two_barriers_of_a_branch",
            "int t = threadIdx.x;\nif (t < 32)\n__syncthreads(); else __syncthreads();\ny[t] = 1;",
            Kind::divergent_meeting, 5);
        row("a_barrier_in_another_turn",
            "int t = threadIdx.x / 32;\nfor (int i = 0; i <= t; ++i)\nfor (int k = t; k < 2; "
            "++k)\n__syncthreads();\ny[t] = 1;",
            Kind::divergent_meeting, 6);
        row("a_copy_that_is_not_awaited",
            "__shared__ int s[64]; int t = threadIdx.x;\n__pipeline_memcpy_async(&s[t], &in[t], 4);\ny[t] = s[t];",
            Kind::shared_race, 5);
        row("a_read_only_load_of_what_is_written", "int t = threadIdx.x;\ny[t] = t;\ny[t] += __ldg(&y[t]);",
            Kind::global_race, 5);
        row("a_shuffle_is_no_syncwarp",
            "__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t; __shfl_sync(0xffffffff, t, 0);\ny[t] = s[t ^ 1];",
            Kind::missing_syncwarp, 5);
        row("a_syncwarp_of_halves",
            "__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t; __syncwarp(t % 32 < 16 ? 0xffff : "
            "0xffff0000);\ny[t] = s[t ^ 16];",
            Kind::missing_syncwarp, 5);
        row("a_warp_misses_a_barrier", "int t = threadIdx.x;\nif (t < 32)\n__syncthreads();\ny[t] = 1;",
            Kind::divergent_meeting, 5);
        row("what_nobody_wrote", "__shared__ double s[64];\ny[threadIdx.x] = s[threadIdx.x];", Kind::unwritten_shared,
            4);
        row("a_shuffle_from_an_absent_lane",
            "int t = threadIdx.x % 32; int v = t;\nif (t < 16)\nv = __shfl_down_sync(0x0000ffff, v, "
            "8);\ny[threadIdx.x] = v;",
            Kind::absent_lane, 5);
        row("a_mask_of_absent_lanes",
            "int t = threadIdx.x % 32; int v = t;\nif (t < 16)\nv = __shfl_sync(0xffffffff, v, 0);\ny[threadIdx.x] = "
            "v;",
            Kind::absent_mask, 5);
        row("a_mask_without_the_caller", "int v = 1;\nv = __shfl_sync(1, v, 0);\ny[threadIdx.x] = v;",
            Kind::absent_mask, 4);
        row("a_vote_of_absent_lanes",
            "int v = 1;\nif (threadIdx.x % 2)\nv = __any_sync(0xffffffff, v);\ny[threadIdx.x] = v;", Kind::absent_mask,
            5);
        row("a_missing_syncwarp", "__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t;\ny[t] = s[t ^ 1];",
            Kind::missing_syncwarp, 5);
        row("a_loop_that_never_ends", "int k = 0;\nwhile (k < 10)\nif (threadIdx.x != 5) ++k;\ny[0] = k;",
            Kind::endless_loop, 4);
        row("an_index_beyond_32_bits", "int n = rows * 1000;\nint i = n * 70000;\ny[0] = i;", Kind::integer_overflow,
            4);
        row("an_assertion", "int t = threadIdx.x;\nassert(t < 60);\ny[t] = 1;", Kind::failed_assertion, 4);
        row("a_sum_without_atomics", "int t = threadIdx.x;\n\ny[in[t]] += 1;", Kind::global_race, 5);
        row("a_scan_in_place",
            "int i = blockIdx.x * blockDim.x + threadIdx.x;\ndouble before = i > 0 ? y[i - 1] : 0;\ny[i] = before + 1;",
            Kind::global_race, 5);
    }
    void each_mistake_has_its_finding() {
        QFETCH(QString, body);
        QFETCH(int, kind);
        QFETCH(int, line);
        const auto ran = traced(body.toStdString());
        QCOMPARE(ran->refusal, std::string());
        QString all;
        for (const auto& finding : ran->findings) all += QString::fromStdString(finding.sentence + "\n");
        QVERIFY2(ran->has(static_cast<Kind>(kind), line), qPrintable(all));
        for (const auto& finding : ran->findings) {
            QCOMPARE(finding.file, std::string("test.cu"));
            QVERIFY(finding.sentence.back() == '.');
        }
    }
    void all_elements_of_a_vector_are_touched_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("line"); ///< 0: no finding
        const auto row = [](const char* name, const char* body, Kind kind, int line) {
            QTest::newRow(name) << body << static_cast<int>(kind) << line;
        };
        const Kind none{};
        row("shared, read behind a barrier",
            "__shared__ int s[256]; int t = threadIdx.x; int4* p = (int4*)s;\np[t] = make_int4(t, t, t, t);\n"
            "__syncthreads(); y[t] = s[4 * (63 - t) + 3];",
            none, 0);
        row("shared, the last of four read without a barrier",
            "__shared__ int s[256]; int t = threadIdx.x; int4* p = (int4*)s;\np[t] = make_int4(t, t, t, t);\n"
            "y[t] = s[4 * (63 - t) + 3];",
            Kind::shared_race, 5);
        row("shared, the last of four that nobody wrote",
            "__shared__ int s[256]; int t = threadIdx.x; int4* p = (int4*)s;\ns[4 * t] = s[4 * t + 1] = t;\n"
            "s[4 * t + 2] = t;\nint4 all = p[t]; y[t] = all.w;",
            Kind::unwritten_shared, 6);
        row("global, each its own",
            "int t = threadIdx.x; double2* p = (double2*)y;\nif (t < 32) p[t] = make_double2(t, t);", none, 0);
        row("global, the second of two written by another warp",
            "int t = threadIdx.x; double2* p = (double2*)y;\nif (t < 32) p[t] = make_double2(t, t);\n"
            "else y[2 * (t - 32) + 1] = 5;",
            Kind::global_race, 5);
        row("global, two lanes that write the same",
            "int t = threadIdx.x; double2* p = (double2*)y;\nif (t < 32) p[t / 2] = make_double2(1, 2);", none, 0);
        row("global, each lane a half of a number", "int t = threadIdx.x;\n((int*)y)[t] = t; ((int*)y)[t + 64] = t;",
            none, 0);
        row("global, one half by two lanes", "int t = threadIdx.x;\n((int*)y)[t / 2] = t;", Kind::global_race, 4);
        row("global, a number, and its half by another warp",
            "int t = threadIdx.x;\nif (t < 32) y[t] = t;\nelse ((int*)y)[2 * (t - 32) + 1] = t;", Kind::global_race, 5);
        row("global, two lanes that differ in the second",
            "int t = threadIdx.x; double2* p = (double2*)y;\nif (t < 32) p[t / 2] = make_double2(1, t);",
            Kind::global_race, 4);
    }
    void all_elements_of_a_vector_are_touched() {
        QFETCH(QString, body);
        QFETCH(int, kind);
        QFETCH(int, line);
        const auto ran = traced(body.toStdString());
        QCOMPARE(ran->refusal, std::string());
        std::string all;
        for (const auto& finding : ran->findings) all += finding.sentence + "\n";
        QVERIFY2(ran->findings.size() == (line == 0 ? 0u : 1u), all.c_str());
        if (line != 0) QVERIFY2(ran->has(static_cast<Kind>(kind), line), all.c_str());
    }
    void an_input_stays_as_it_is_whatever_a_pointer_to_it_became_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("body"); ///< line 4 writes element 3, and possibly others
        QTest::newRow("a cast") << ""
                                << "\n((int*)in)[3] = -1;";
        QTest::newRow("a cast of a part of a warp") << ""
                                                    << "\nif (threadIdx.x == 40) *(int*)(in + 3) = -1;";
        QTest::newRow("a pointer that is kept") << ""
                                                << "int* p = const_cast<int*>(in);\np[threadIdx.x] += 1;";
        QTest::newRow("other numbers") << ""
                                       << "char* p = (char*)in;\np[12 + threadIdx.x] = 77;";
        QTest::newRow("four at once") << ""
                                      << "int4* p = (int4*)in;\np[threadIdx.x % 16] = make_int4(7, 7, 7, 7);";
        QTest::newRow("a struct") << "struct Both { const int* a; int* b; };"
                                  << "Both both = {in, nullptr}; both.b = (int*)both.a;\nboth.b[3] = 9;";
        QTest::newRow("a function") << "__device__ void put(int* p, int i) { p[i] = 9; }"
                                    << "int* p = (int*)in; p += 1;\nput(p, 2);";
        QTest::newRow("an atomic") << ""
                                   << "int* p = (int*)in;\nint old = atomicAdd(&p[3], 1); y[0] = old;";
        QTest::newRow("compare and swap") << ""
                                          << "int* p = (int*)in;\natomicCAS(&p[3], 9, 1);";
        QTest::newRow("another lane's pointer is fine")
            << ""
            << "double* p = threadIdx.x == 3 ? (double*)in : y + threadIdx.x;\n*p = 5;";
    }
    void an_input_stays_as_it_is_whatever_a_pointer_to_it_became() {
        QFETCH(QString, before);
        QFETCH(QString, body);
        const std::string text =
            kernel_text(before.toStdString(), body.toStdString() + "\n__syncthreads(); y[threadIdx.x] = "
                                                                   "in[threadIdx.x];");
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(text, options);
        QCOMPARE(ran->refusal, std::string());
        const int line = before.contains("put") ? 1 : 4;
        QVERIFY(ran->has(Kind::input_write, line));
        for (const auto& finding : ran->findings)
            QVERIFY2(finding.kind != Kind::input_write || finding.sentence.find(" of in") != std::string::npos,
                     finding.sentence.c_str());
        for (std::size_t i = 0; i < 64; ++i) QCOMPARE(ran->y[i], static_cast<double>(i * i % 17));
        // Without a tracer, the write ends the launch with an error.
        QVERIFY_THROWS_EXCEPTION(Error, run_text(text));
    }
    void run_cannot_set_an_input_either() {
        for (const bool is_traced : {false, true}) {
            RunOptions options;
            options.traced = is_traced;
            std::string said;
            try {
                run_text("void run(const int* in, double* y) {\n    cudaMemset((int*)in, 1, 16);\n}", options);
            } catch (const Error& error) { said = error.what(); }
            QVERIFY2(said.find("line 2") != std::string::npos, said.c_str());
            QVERIFY2(said.find("element 0 of in, which is a read-only input") != std::string::npos, said.c_str());
        }
    }
    void a_launch_of_blocks_that_are_not_traced_tells_what_they_do_wrong() {
        const auto ran = traced_in_part(
            "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i == 40) ((int*)in)[i] = 1;\ny[i] = in[i];");
        QVERIFY(ran->has(Kind::input_write, 4));
        QCOMPARE(ran->y[40], 2.0);
    }
    void cards_before_volta_keep_a_warp_in_step() {
        const auto ran = traced("__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t;\ny[t] = s[t ^ 1];", false);
        QCOMPARE(ran->findings.size(), std::size_t{0});
    }
    void syncwarp_keeps_a_warp_in_step() {
        QCOMPARE(traced("__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t; __syncwarp();\ny[t] = s[t ^ 1];")
                     ->findings.size(),
                 std::size_t{0});
    }
    void threads_that_have_returned_do_not_hold_up_a_barrier() {
        const char* const text = "int t = threadIdx.x;\nif (t > 20) return;\n__syncthreads();\ny[t] = 1;";
        QVERIFY(traced(text)->findings.empty());
        const auto old = traced(text, false);
        QVERIFY(old->has(Kind::divergent_meeting, 5));
        QVERIFY(old->findings.at(0).sentence.find("Before compute capability 7.0") != std::string::npos);
    }
    void barriers_order_what_a_block_does_to_global_memory() {
        QCOMPARE(
            traced("int t = threadIdx.x;\ny[t] = t; __syncthreads();\ndouble v = y[63 - t]; __syncthreads(); y[t] = v;")
                ->findings.size(),
            std::size_t{0});
    }
    void blocks_of_one_launch_race_for_an_element_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("said"); ///< empty: no finding
        QTest::newRow("two writers")
            << "y[threadIdx.x] = blockIdx.x;"
            << "block 0, lane 0 of warp 0: Data race on element 0 of y: write here, write by thread 0 of block 7";
        QTest::newRow("a writer and a reader")
            << "int i = blockIdx.x * blockDim.x + threadIdx.x;\ndouble v = i == 70 ? y[5] : 0; y[i] = v;"
            << "block 0, lane 5 of warp 0: Data race on element 5 of y: write here, read by thread 6 of block 2 on "
               "line 4";
        QTest::newRow("readers alone") << "int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = in[0];"
                                       << "";
        QTest::newRow("atomics") << "atomicAdd(&y[threadIdx.x], 1.0);"
                                 << "";
    }
    void blocks_of_one_launch_race_for_an_element() {
        QFETCH(QString, body);
        QFETCH(QString, said);
        for (const int host_threads : {1, 4})
            for (int round = 0; round < 3; ++round) { // the message must not depend on the order of execution
                RunOptions options;
                options.rows = 256;
                options.block = 32;
                options.traced = true;
                options.host_threads = host_threads;
                const auto ran = run_text(kernel_text("", body.toStdString()), options);
                QCOMPARE(ran->refusal, std::string());
                QCOMPARE(ran->findings.size(), said.isEmpty() ? std::size_t{0} : std::size_t{1});
                if (said.isEmpty()) continue;
                QVERIFY(ran->findings[0].kind == Kind::global_race);
                const QString sentence = QString::fromStdString(ran->findings[0].sentence);
                QVERIFY2(sentence.contains(said), qPrintable(sentence));
            }
    }
    void another_launch_may_read_what_blocks_wrote() {
        RunOptions options;
        options.rows = 256;
        options.traced = true;
        const auto ran =
            run_text("__global__ void k(int rows, double* y) { int i = blockIdx.x * blockDim.x + "
                     "threadIdx.x; double v = y[rows - 1 - i] + 1; __syncthreads(); if (rows < 0) y[i] = v; }\n"
                     "__global__ void w(double* y) { y[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                     "void run(int rows, double* y) { w<<<8, 32>>>(y); k<<<8, 32>>>(rows, y); "
                     "w<<<8, 32>>>(y); }",
                     options);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.size(), std::size_t{0});
    }
    void shifts_by_too_much_or_out_of_an_int_are_found() {
        const auto sentence_of = [](const char* body) {
            const auto ran = traced(body);
            return ran->findings.empty() ? std::string(ran->refusal) : ran->findings[0].sentence;
        };
        QVERIFY(
            QString::fromStdString(sentence_of("int t = threadIdx.x;\ny[t] = 1 << (t + 1);")).contains("by 32 bits"));
        QVERIFY(
            QString::fromStdString(sentence_of("int t = threadIdx.x;\ny[t] = 1 >> (t - 1);")).contains("by -1 bits"));
        QVERIFY(QString::fromStdString(sentence_of("int t = threadIdx.x;\ny[t] = (t + 1000) << 23;"))
                    .contains("1000 << 23 does not fit into an int"));
        // Masks are computed this way.
        QCOMPARE(
            sentence_of("int t = threadIdx.x % 32;\ny[threadIdx.x] = __popc(1 << t) + (1u << t) + (1ll << (t + 31));"),
            std::string());
    }
    // `big` is 2^26 times the lane, so 3 * big overflows except in lanes 0 to 10.
    void what_a_lane_does_not_compute_is_no_mistake_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("is_found"); ///< whether a lane that evaluates it overflows
        const auto row = [](const char* name, const char* body, bool is_found) {
            QTest::newRow(name) << body << is_found;
        };
        row("and", "y[t] = t < 31 && (2 << t) > 0;", false);
        row("and, one lane too many", "y[t] = t < 32 && (2 << t) > 0;", true);
        row("or", "y[t] = t > 10 || big * 3 > 5;", false);
        row("or, one lane too many", "y[t] = t > 11 || big * 3 > 5;", true);
        row("first of two", "y[t] = t < 11 ? big * 3 : 0;", false);
        row("second of two", "y[t] = t >= 11 ? 0 : big * 3;", false);
        row("the other of two", "y[t] = t < 11 ? 0 : big * 3;", true);
        row("in an if", "if (t < 11 && big * 3 > 5) y[t] = 1;", false);
        row("a further shift than there are bits", "y[t] = t < 16 && (t >> (2 * t)) > 5;", false);
        row("nested to the right", "y[t] = t > 0 && (t < 11 && big * 3 > 5);", false);
        row("nested to the left", "y[t] = (t < 11 && t > 0) && big * 3 > 5;", false);
        row("or in and", "y[t] = t < 30 && (t < 11 || big * 3 > 5);", true);
        row("a choice in and", "y[t] = t < 11 && (t > 3 ? big * 3 : big * 2) > 5;", false);
        row("and in a choice", "y[t] = t < 20 ? t < 11 && big * 3 > 5 : 0;", false);
        row("and in the other choice", "y[t] = t < 11 || t > 20 ? 0 : t > 9 && big * 3 > 5;", true);
        row("a bool variable", "const bool fits = t < 11; y[t] = fits && big + big + big > 5;", false);
        row("not", "y[t] = !(t >= 11) && big * 3 > 5;", false);
        row("beside a division", "y[t] = t != 0 && big / t > 5 && (t < 11 && big * 3 / t > 5);", false);
        row("of a while", "int n = 0; while (n < 29 && (8 << n) < big) ++n; y[t] = n;", false);
        row("of a for", "int n = 0; for (int k = 1; n < 20 && k * big >= 0; k += 2) ++n; y[t] = n;", true);
        row("of a do", "int n = 0; do ++n; while (n < 29 && (8 << n) < big); y[t] = n;", false);
        row("laid out", "int n = 0; for (int k = 20; k < 40; ++k) n += k < 29 && (8 << k) < big; y[t] = n;", false);
        row("in a branch", "if (t < 11) y[t] = t > 5 ? big * 3 : big * 2;", false);
        row("in a function", "y[t] = t < 11 && thrice(big) > 5;", false);
    }
    void what_a_lane_does_not_compute_is_no_mistake() {
        QFETCH(QString, body);
        QFETCH(bool, is_found);
        RunOptions options;
        options.traced = true;
        options.rows = options.block = 32;
        const auto ran = run_text(kernel_text("__device__ int thrice(int n) { return n * 3; }",
                                              "int t = threadIdx.x, big = t << 26;\n" + body.toStdString()),
                                  options);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.size(), std::size_t{is_found ? 1u : 0u});
        if (is_found) QVERIFY(ran->has(Kind::integer_overflow, 4));
    }
    void products_just_below_and_beyond_an_int_are_told_apart() {
        const auto overflows = [](const char* product) {
            const auto ran =
                traced("int t = threadIdx.x + 1, u = t - t + 1;\ny[t - 1] = " + std::string(product) + ";");
            return ran->has(Kind::integer_overflow, 4);
        };
        QVERIFY(!overflows("(u * 46340) * (u * 46340)"));
        QVERIFY(overflows("(u * 46341) * (u * 46341)"));
        QVERIFY(!overflows("(u * -32768) * (u * 65536)")); // -2^31
        QVERIFY(overflows("(u * -32768) * (u * -65536)"));
        QVERIFY(!overflows("(u * 32767) * (u * 65536)"));
        QVERIFY(overflows("(t * 1048576) * (u * 32)")); // only in the last lane
    }
    // A single warp, so that only its lanes are compared.
    void lanes_that_read_and_write_one_element_lose_sums_even_where_all_give_the_same_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("in_step"); ///< whether it is also a race for lanes in lockstep
        const auto row = [](const char* name, const char* body, bool in_step) {
            QTest::newRow(name) << body << in_step;
        };
        row("a sum of ones", "y[0] += 1;", true);
        row("a sum of NaN", "y[0] += in[threadIdx.x];", true);
        row("a step", "++y[threadIdx.x / 16];", true);
        row("a step behind", "y[threadIdx.x / 16]--;", true);
        row("written out", "y[1] = y[1] + 1;", true);
        row("written out, the other way", "y[1] = 2.0 * (1 + y[1]);", true);
        row("by an index", "int i = in[0] + 3; y[i] *= 2;", true);
        row("with a copy between", "double old = y[0]; y[0] = old + 1;", false);
        row("a mark that is taken back", "if (y[0] != 5) y[0] = 5;", false);
    }
    void lanes_that_read_and_write_one_element_lose_sums_even_where_all_give_the_same() {
        QFETCH(QString, body);
        QFETCH(bool, in_step);
        for (const bool is_empty : {false, true})
            for (const bool drift : {false, true}) {
                RunOptions options;
                options.traced = true;
                options.rows = options.block = 32;
                options.lanes_drift = drift;
                options.is_y_empty = is_empty;
                const auto ran = run_text(kernel_text("", body.toStdString()), options);
                QCOMPARE(ran->refusal, std::string());
                QCOMPARE(ran->has(Kind::global_race, 3), drift || in_step);
                QCOMPARE(ran->has(Kind::unwritten_global, 3), is_empty);
                QCOMPARE(ran->findings.size(), std::size_t{0} + (drift || in_step) + is_empty);
            }
    }
    void lanes_that_write_the_same_and_read_nothing_do_not_race() {
        QCOMPARE(traced("if (threadIdx.x < 32) y[0] = 7;")->findings.size(), std::size_t{0});
        QCOMPARE(traced("if (threadIdx.x < 32) y[0] = in[5] / y[40];")->findings.size(), std::size_t{0});
    }
    void what_holds_nothing_is_not_read_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("run");
        QTest::addColumn<int>("line"); ///< 0: no finding
        const char* const k = "k<<<8, 32>>>(y, s);";
        const auto row = [](const char* name, const char* kernel, const char* run, int line) {
            QTest::newRow(name) << kernel << run << line;
        };
        row("a sum", "y[i] += 1;", k, 3);
        row("an atomic sum", "atomicAdd(&y[i / 9], 1.0);", k, 3);
        row("a scratch array", "y[i] = s[i];", k, 3);
        row("a part of a scratch array", "if (i < 200) s[i] = 1;\n__syncthreads();\ny[i] = s[i];", k, 5);
        row("a swap", "y[i] = atomicExch((unsigned long long*)&s[i], 1ull);", k, 3);
        row("a swap whose result is not wanted", "atomicExch((unsigned long long*)&s[i], 1ull); y[i] = s[i];", k, 0);
        row("what the thread wrote", "s[i] = 2; y[i] = s[i] + 1; y[i] += s[i];", k, 0);
        row("what the block wrote", "s[i] = 2; __syncthreads(); y[i] = s[i ^ 31];", k, 0);
        row("two at once", "if (i < 128) ((double2*)s)[i] = make_double2(1, 2); __syncthreads();",
            "k<<<8, 32>>>(y, s); "
            "w<<<8, 32>>>(y, s);",
            0);
        row("what another launch wrote", "s[i] = i;", "k<<<8, 32>>>(y, s); w<<<8, 32>>>(y, s);", 0);
        row("what another launch wrote in part", "if (i != 77) s[i] = i;", "k<<<8, 32>>>(y, s); w<<<8, 32>>>(y, s);",
            5);
        row("zeros", "y[i] += s[i];", "cudaMemset(y, 0, 2048); cudaMemset(s, 0, 2048); k<<<8, 32>>>(y, s);", 0);
        row("zeros of atomics", "atomicAdd(&y[i / 9], 1.0);", "cudaMemset(y, 0, 2048); k<<<8, 32>>>(y, s);", 0);
        row("zeros of a half", "y[i] = s[i];", "cudaMemset(s, 0, 1024); k<<<8, 32>>>(y, s);", 3);
    }
    void what_holds_nothing_is_not_read() {
        QFETCH(QString, kernel);
        QFETCH(QString, run);
        QFETCH(int, line);
        const std::string text =
            "// scratch: s double[256]\n__global__ void k(double* y, double* s) { int i = blockIdx.x * "
            "blockDim.x + threadIdx.x;\n" +
            kernel.toStdString() +
            " }\n__global__ void w(double* y, const double* s) { int i = "
            "blockIdx.x * blockDim.x + threadIdx.x;\ny[i] = s[i]; }\nvoid run(double* y, double* s) "
            "{ " +
            run.toStdString() + " }";
        std::vector<std::string> sentences;
        for (const int host_threads : {1, 4}) {
            RunOptions options;
            options.rows = 256;
            options.traced = options.is_y_empty = true;
            options.host_threads = host_threads;
            const auto ran = run_text(text, options);
            QCOMPARE(ran->refusal, std::string());
            std::string said;
            for (const auto& finding : ran->findings) said += finding.sentence;
            sentences.push_back(said);
            QVERIFY2(line == 0 ? said.empty() : ran->has(Kind::unwritten_global, line), said.c_str());
        }
        QCOMPARE(sentences[0], sentences[1]);
        // Blocks that are not traced also write.
        RunOptions part;
        part.rows = 256;
        part.traced = part.is_y_empty = true;
        part.only_block = 7;
        if (line == 0) QCOMPARE(run_text(text, part)->findings.size(), std::size_t{0});
    }
    void what_an_array_holds_at_first_may_be_read() {
        QCOMPARE(traced("int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] += 1;")->findings.size(), std::size_t{0});
    }
    void blocks_are_compared_beside_atomics_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("line"); ///< line of the race; 0: none
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* body, int line, const char* said) {
            QTest::newRow(name) << body << line << said;
        };
        row("a sum beside an atomic of no use", "atomicAdd(&y[200], 1.0);\ny[threadIdx.x] += 1;", 4, "read by thread");
        row("a sum beside an atomic whose result is kept", "int t = atomicAdd(&y[200], 1.0);\ny[threadIdx.x] += t;", 4,
            "read by thread");
        row("a sum beside atomics in shared memory",
            "__shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); atomicAdd(&s, 1);\ny[threadIdx.x] += 1;",
            4, "read by thread");
        row("a fence without an atomic", "atomicAdd(&y[200], 1.0);\ny[threadIdx.x] += 1; __threadfence();", 4,
            "read by thread");
        row("the second of two that another block writes",
            "double2* p = (double2*)y;\nif (blockIdx.x == 0) p[threadIdx.x] = make_double2(1, 1);\n"
            "if (blockIdx.x == 5) y[2 * threadIdx.x + 1] = 2;",
            4, "write by thread");
        row("plain in one block, atomic in another",
            "if (blockIdx.x == 3) y[threadIdx.x] = 0;\nelse atomicAdd(&y[threadIdx.x], 1.0);", 3,
            "atomic update by thread 0 of block 0 on line 4");
        row("a zero in the launch that adds", "if (i < 32) y[i] = 0;\natomicAdd(&y[i % 32], 1.0);", 3,
            "atomic update by thread");
        row("a counter that is read", "if (threadIdx.x == 0 && y[200] < 5) atomicAdd(&y[200], 1.0);", 3,
            "read by thread");
        row("the last block without a fence",
            "if (threadIdx.x == 0) y[blockIdx.x] = 1;\n"
            "__shared__ bool last; if (threadIdx.x == 0) last = atomicAdd(&y[200], 1.0) == gridDim.x - 2; "
            "__syncthreads();\nif (last && threadIdx.x < 8) y[100 + threadIdx.x] = y[threadIdx.x];",
            3, "read by thread");
        row("the last block",
            "if (threadIdx.x == 0) y[blockIdx.x] = 1; __threadfence();\n"
            "__shared__ bool last; if (threadIdx.x == 0) last = atomicAdd(&y[200], 1.0) == gridDim.x - 2; "
            "__syncthreads();\nif (last && threadIdx.x < 8) y[100 + threadIdx.x] = y[threadIdx.x];\n"
            "if (last && threadIdx.x == 0) y[200] = -1;",
            0, "");
        row("a lock",
            "if (threadIdx.x == 0) { while (atomicCAS(lock, 0, 1) != 0) {}\n"
            "y[5] += 1; __threadfence(); atomicExch(lock, 0); }",
            0, "");
        row("a lock without a fence",
            "if (threadIdx.x == 0) { while (atomicCAS(lock, 0, 1) != 0) {}\n"
            "y[5] += 1; atomicExch(lock, 0); }",
            4, "read by thread");
        row("tickets",
            "__shared__ int t; if (threadIdx.x == 0) t = atomicAdd(lock, 1); __syncthreads();\n"
            "y[t * 32 + threadIdx.x] = 1;",
            0, "");
        row("a sum made of compare and swap",
            "int old = lock[i % 3], seen; do { seen = old; old = atomicCAS(&lock[i % 3], seen, seen + 1); } while (old "
            "!= "
            "seen);",
            0, "");
        row("a greatest that is looked at before", "if (lock[0] < i) atomicMax(lock, i);", 0, "");
    }
    void blocks_are_compared_beside_atomics() {
        QFETCH(QString, body);
        QFETCH(int, line);
        QFETCH(QString, said);
        RunOptions options;
        options.rows = 256;
        options.traced = true;
        const std::string text =
            "// scratch: lock int[4]\n__global__ void k(double* y, int* lock) { int i = blockIdx.x * blockDim.x + "
            "threadIdx.x;\n" +
            body.toStdString() +
            "\n}\nvoid run(double* y, int* lock) { cudaMemset(lock, 0, 16); k<<<8, 32>>>(y, lock); }";
        const auto ran = run_text(text, options);
        QCOMPARE(ran->refusal, std::string());
        std::string all;
        for (const auto& finding : ran->findings) all += finding.sentence + "\n";
        QVERIFY2(ran->findings.size() == (line == 0 ? 0u : 1u), all.c_str());
        if (line == 0) return;
        QVERIFY2(ran->has(Kind::global_race, line), all.c_str());
        QVERIFY2(all.find(said.toStdString()) != std::string::npos, all.c_str());
    }
    void a_sum_that_others_still_add_to_is_not_read_without_a_barrier() {
        const char* const add = "if (threadIdx.x == 0) y[0] = 0; __syncthreads();\natomicAdd(&y[0], 1.0);";
        QVERIFY(traced(std::string(add) + "\nif (threadIdx.x > 0) y[threadIdx.x] = y[0];")->has(Kind::global_race, 5));
        QCOMPARE(traced(std::string(add) + "\n__syncthreads(); if (threadIdx.x > 0) y[threadIdx.x] = y[0];")
                     ->findings.size(),
                 std::size_t{0});
    }
    void atomics_do_not_race() {
        QCOMPARE(traced("atomicAdd(&y[in[threadIdx.x]], 1.0);")->findings.size(), std::size_t{0});
    }
};

WARPLOOM_TEST(SimtFindingsTest);

#include "simt_findings_test.moc"
