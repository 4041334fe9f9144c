#include "engine/simt/program_impl.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::simt::test;

// Loops with known trip counts are unrolled, which must not be observable. Each source runs twice: with a trip count
// known at compile time, and with the same count known only at launch.

namespace {

std::string with_turns(const char* body, const char* turns) {
    QString text = QString::fromLatin1(body);
    text.replace("TURNS", turns);
    return kernel_text("", text.toStdString());
}

bool has_loop(const std::string& text) {
    const auto translation = simt::translate("test.cu", text);
    const auto& code = translation.program->half(true).translated->kernels[0].instructions;
    return std::any_of(code.begin(), code.end(), [](const auto& i) { return i.op == simt::Op::loop_begin; });
}

/// Returns everything that the steps record about active lanes.
std::vector<std::int64_t> told(const Ran& ran) {
    std::vector<std::int64_t> numbers;
    for (const auto& seen : ran.steps.all()) {
        const simulated::WarpInstruction& step = seen.step;
        const simulated::Site& site = ran.tracer->sites()[static_cast<std::size_t>(step.site)];
        for (const std::int64_t number :
             {seen.block, std::int64_t{seen.warp}, std::int64_t{step.site}, static_cast<std::int64_t>(site.position),
              std::int64_t{site.line}, std::int64_t{step.active}, std::int64_t{step.waiting}, std::int64_t{step.flops},
              std::int64_t{step.flop_instructions}})
            numbers.push_back(number);
        for (std::size_t l = 0; l < step.index.size(); ++l)
            if ((step.active >> l & 1u) != 0) numbers.push_back(step.index[l]);
    }
    return numbers;
}
std::vector<std::string> found(const Ran& ran) {
    std::vector<std::string> sentences;
    for (const auto& finding : ran.findings)
        sentences.push_back(finding.sentence + " " + std::to_string(finding.times) + " times");
    return sentences;
}
std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
    std::vector<std::uint64_t> all;
    for (const double number : numbers) all.push_back(std::bit_cast<std::uint64_t>(number));
    return all;
}

} // namespace

class SimtLoopsTest : public QObject {
    Q_OBJECT
private slots:
    void a_loop_that_is_laid_out_tells_what_a_loop_tells_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("is_laid_out");
        const auto row = [](const char* name, const char* body, bool is_laid_out) {
            QTest::newRow(name) << QByteArray("int t = threadIdx.x, n = 0;\ndouble sum = 0, s[4];\n") + body +
                                       "\ny[t] = sum + n;"
                                << is_laid_out;
        };
        row("a_sum", "for (int i = 0; i < TURNS; ++i) sum += in[(t + i) % rows] * 0.5;", true);
        row("a_local_array",
            "for (int i = 0; i < TURNS; ++i) s[i] = in[(t * i) % rows];\n"
            "for (int i = TURNS - 1; i >= 0; --i) sum = sum * 3 + s[i];",
            true);
        row("loops_in_loops",
            "for (int i = 0; i < TURNS; ++i)\nfor (long long j = i; j < TURNS; j++)\nsum += y[(t + i * j) % rows];",
            true);
        row("doubling", "for (unsigned i = 1; i < TURNS * 4; i *= 2) n += in[i] << i;", true);
        row("halving", "for (int i = TURNS * 4; i > 0; i >>= 1) n = n * 3 + i;", true);
        row("a_test_of_the_counter",
            "for (int i = 0; i < TURNS; ++i) {\nif (i == 2) sum += in[t];\nelse if (t % 3 == i) sum -= in[i] * 2.0;\n}",
            true);
        row("lanes_that_return",
            "for (int i = 0; i < TURNS; ++i) {\nif (t % 7 == i) return;\nsum += in[t - i & 63];\n}", true);
        row("meetings",
            "__shared__ double tile[64];\nfor (int i = 0; i < TURNS; ++i) {\ntile[t] = t * i;\n__syncthreads();\n"
            "sum += tile[63 - t];\nsum += __shfl_xor_sync(0xffffffff, sum, i);\n__syncthreads();\n}",
            true);
        row("a_choice_without_reals", "for (int i = 0; i < TURNS; ++i) n += i < 2 && in[i] > 3 ? t * i : i;", true);
        row("a_choice_of_thread_indices", "for (int i = 0; i < TURNS; ++i) n += i ? threadIdx.x : t;", true);
        row("a_choice_that_skips_reals", "for (int i = 0; i < TURNS; ++i) sum += i > 1 || sum * 0.5 > 2 ? 1 : 2;",
            true);
        row("an_inner_loop_left_early",
            "for (int i = 0; i < TURNS; ++i)\nfor (int j = 0; j < 9; ++j) {\nif (j == t % 5) break;\nsum += in[i + "
            "j];\n}",
            false);
        row("a_turn_left_early", "for (int i = 0; i < TURNS; ++i) {\nif (t % 4 == i) continue;\nsum += in[t];\n}",
            false);
        row("beyond_an_array", "int a[3] = {1, 2, 3};\nfor (int i = 0; i < TURNS; ++i) n += a[i];", true);
        row("reals_of_the_counter", "for (int i = 0; i < TURNS; ++i) {\nsum += 0.5 * i;\nsum += in[t];\n}", true);
        row("a_choice_of_reals", "for (int i = 0; i < TURNS; ++i) {\nsum += i < 2 ? sum * 2.5 : 1.0;\nn += in[t];\n}",
            true);
        row("a_sum_beyond_an_int", "for (int i = 0; i < TURNS; ++i) n ^= 2147483640 + 3 * i;", true);
        row("a_sum_of_lanes_beyond_an_int", "for (int i = 0; i < TURNS; ++i) n ^= t * 40000000 + i * 1000000;", true);
        row("a_shift_by_too_much", "for (int i = 0; i < TURNS; ++i) n ^= t << 12 * i;", true);
        row("a_division_by_nothing", "for (int i = 0; i < TURNS; ++i) n += 12 / i;", true);
        row("a_counter_that_changes", "for (int i = 0; i < TURNS; ++i) {\nn += in[i];\nif (i == 1) ++i;\n}", false);
        row("shared_memory_read_too_soon",
            "__shared__ int tile[64];\nfor (int i = 0; i < TURNS; ++i) {\ntile[t] = i;\nn += tile[t ^ 33];\n}", true);
        row("a_race", "for (int i = 0; i < TURNS; ++i) y[i] = t + i;", true);
        row("a_step_besides", "for (int i = 0; i < TURNS; ++i, n += 7) sum += in[(t + n) % rows];", true);
        row("two_steps_besides",
            "int at = t;\nfor (int i = 0; i < TURNS; i++, at += 3, n ^= at) {\ns[i] = in[at % rows];\nsum += s[i];\n}",
            true);
        row("a_step_of_reals_besides", "for (int i = 0; i < TURNS; ++i, sum *= 0.5) sum += in[t];", true);
        row("a_step_besides_beyond_an_int", "for (int i = 0; i < TURNS; ++i, n += 1000000000 + t) sum += in[t];", true);
        row("lanes_that_return_before_a_step_besides",
            "for (int i = 0; i < TURNS; ++i, n += t) {\nif (t % 7 == i) return;\nsum += in[t - i & 63];\n}", true);
        row("a_step_that_reads_memory_besides", "for (int i = 0; i < TURNS; ++i, n += in[t]) sum += in[n % rows];",
            true);
        row("a_step_besides_by_the_counter", "for (int i = 0; i < TURNS; ++i, n += i) sum += in[n % rows];", false);
        row("a_step_besides_that_comes_first", "for (int i = 0; i < TURNS; n += 3, ++i) sum += in[n % rows];", false);
        row("a_step_besides_that_moves_the_counter", "for (int i = 0; i < TURNS; ++i, i += 0) sum += in[t];", false);
    }
    void a_loop_that_is_laid_out_tells_what_a_loop_tells() {
        QFETCH(QByteArray, body);
        QFETCH(bool, is_laid_out);
        const std::string known = with_turns(body.constData(), "4"),
                          unknown = with_turns(body.constData(), "(rows / 16)");
        RunOptions options;
        options.traced = true;
        options.host_threads = 1;
        const auto laid_out = run_text(known, options), turned = run_text(unknown, options);
        QCOMPARE(laid_out->refusal, std::string());
        QCOMPARE(turned->refusal, std::string());
        QVERIFY(has_loop(unknown));
        QCOMPARE(!has_loop(known), is_laid_out);
        QCOMPARE(told(*laid_out), told(*turned));
        QCOMPARE(found(*laid_out), found(*turned));
        QCOMPARE(bits(laid_out->y), bits(turned->y));
    }
    void what_is_refused_in_a_loop_is_refused_at_its_place() {
        const auto refusal = [](const char* body) { return run_text(kernel_text("", body))->refusal; };
        QCOMPARE(refusal("for (int i = 0; i < 4; ++i) {\nif (i > 4) y[0] = what;\n}"),
                 std::string("4:19 Variable `what` is not declared."));
        QCOMPARE(refusal("for (int i = 0; i < 4; ++i) {\nint v[i + 1];\n}"),
                 std::string("4:9 The size of array `v` must be a constant expression."));
        QCOMPARE(refusal("for (int i = 0; i < 0; ++i)\ny[0] = what;"),
                 std::string("4:8 Variable `what` is not declared."));
    }
    void turns_are_taken_side_by_side_where_a_compiler_can_know_them_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("turns");
        const auto row = [](const char* name, int turns, const char* body) {
            QTest::newRow(name) << QByteArray(body) << turns;
        };
        row("a sum over a row", 4,
            "double s = 0; int e = in[1]; for (int k = in[0]; k < e; ++k) s += in[k]; y[0] = s;");
        row("the end is read in the test", 4,
            "double s = 0; for (int k = in[0]; k < in[1]; ++k) s += in[k]; y[0] = s;");
        row("in steps", 4, "double s = 0; for (int k = 0; k < rows; k += 32) s += in[k]; y[0] = s;");
        row("only the inner of two", 4,
            "double s = 0; for (int i = 0; i < rows; ++i) for (int k = 0; k < in[i]; ++k) s += in[k]; y[0] = s;");
        row("no loop", 1, "y[0] = in[0];");
        row("nothing is read", 1, "double s = 0; for (int k = 0; k < rows; ++k) s += k; y[0] = s;");
        row("stored in it", 1, "for (int k = 0; k < rows; ++k) y[k] = in[k];");
        row("an atomic in it", 1, "for (int k = 0; k < rows; ++k) atomicAdd(&y[0], (double)in[k]);");
        row("a branch in it", 1, "double s = 0; for (int k = 0; k < rows; ++k) if (in[k] > 0) s += in[k]; y[0] = s;");
        row("left early", 1,
            "double s = 0; for (int k = 0; k < rows; ++k) { if (k > 9) break; s += in[k]; } y[0] = s;");
        row("a shuffle in it", 1,
            "double s = 0; for (int k = 0; k < rows; ++k) s += __shfl_xor_sync(0xffffffff, in[k], 1); y[0] = s;");
        row("the counter is changed in it", 1,
            "double s = 0; for (int k = 0; k < rows; ++k) { s += in[k]; k += in[k]; } y[0] = s;");
        row("the end is changed in it", 1,
            "double s = 0; int e = rows; for (int k = 0; k < e; ++k) { s += in[k]; e = in[k]; } y[0] = s;");
        row("while", 1, "double s = 0; int k = 0; while (k < rows) { s += in[k]; ++k; } y[0] = s;");
        row("one of two loops stores", 1,
            "double s = 0; for (int k = 0; k < rows; ++k) s += in[k]; for (int k = 0; k < rows; ++k) y[k] = in[k] + "
            "s;");
    }
    void turns_are_taken_side_by_side_where_a_compiler_can_know_them() {
        QFETCH(QByteArray, body);
        QFETCH(int, turns);
        const auto translation = simt::translate("test.cu", kernel_text("", body.toStdString()));
        QVERIFY(translation.program != nullptr);
        QCOMPARE(translation.program->half(true).translated->kernels[0].turns_ahead, turns);
    }
    void a_text_does_not_grow_without_bound() {
        // Nine nested loops of nine iterations each would be 387 million iterations.
        std::string loops;
        for (char name = 'a'; name < 'j'; ++name)
            loops += std::string("for (int ") + name + " = 0; " + name + " < 9; ++" + name + ")\n";
        const auto translation = simt::translate("test.cu", kernel_text("", loops + "y[0] += in[a + i];"));
        QVERIFY(translation.program != nullptr);
        QVERIFY(translation.program->half(true).translated->kernels[0].instructions.size() < 3000);
        QVERIFY(has_loop(kernel_text("", "for (int i = 0; i < 1000000; ++i) y[0] += in[0];")));
    }
};

WARPLOOM_TEST(SimtLoopsTest);

#include "simt_loops_test.moc"
