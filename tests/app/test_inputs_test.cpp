// The inputs on which kernel sources are tested: designed ones, and ones at the limits in the source.
#include "app/check/branch_inputs.h"
#include "app/check/check.h"
#include "app/check/covering_array.h"
#include "app/check/designed_inputs.h"
#include "app/check/size_limits.h"
#include "app/check/test_inputs.h"
#include "engine/error.h"
#include "engine/simt/program.h"
#include "engine/simt/source_constants.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"
#include "rows_kernel.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;
using test::rows_kernel;

namespace {

protocol::Check checked(const std::string& text, const std::string& matrix) {
    kernels::set_request_sources({{"mine.cu", text}});
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.matrix = matrix;
    settings.card = simulated::find_card("h200");
    Checker checker;
    return checker.check(settings, {});
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

} // namespace

class TestInputsTest : public QObject {
    Q_OBJECT
private slots:
    void test_matrices_fit_their_format() {
        kernels::set_request_sources({{"plain.cu", rows_kernel("    y[row] = sum;\n")}});
        QVERIFY(kernels::find_kernel(Operation::spmv, "plain.cu"));
        const auto of = [](const char* format) {
            std::string all;
            for (const TestInput& input :
                 test_inputs(Operation::spmv, format, {"plain.cu", {}, Precision::float64, 128}))
                all += input.name + "; ";
            return all;
        };
        const auto has = [](const std::string& all, const char* input) { return all.find(input) != std::string::npos; };
        for (const char* const format : {"csr", "hyb"}) QVERIFY(has(of(format), "one-long-row:n=1400"));
        for (const char* const format : {"ell", "ell-sorted"}) QVERIFY(has(of(format), "one-long-row:n=260"));
        // A grid computed from the columns or nonzeros, in blocks of 1024, would miss rows.
        QVERIFY(has(of("csr"), "empty-rows:n=1300,every=2,length=1,cols=40"));
        QVERIFY(has(of("dia"), "banded:n=1300,lower=2,upper=1,cols=40"));
        QVERIFY(has(of("csr"), "dense:rows=1,cols=5000") && has(of("sell"), "dense:rows=1,cols=256"));
        for (const char* const format : {"bcsr", "bcsr-blocks"})
            QVERIFY(has(of(format), "reservoir:") && has(of(format), "banded:n=102,"));
        QVERIFY(!has(of("csr"), "reservoir:") && !has(of("csr"), "banded:n=102,"));
        QVERIFY(has(of("csr"), "banded:n=2085,")); // not a multiple of the block size, and more than one block
        QVERIFY(has(of("csr"), "banded:lower=1,n=70001,") && has(of("dia"), "banded:lower=1,n=70001,"));
        // Columns more than 500 away from the row, and more than fit in shared memory.
        QVERIFY(has(of("ell"), "random-rows:n=40,fraction=0.0001,cols=70001") && has(of("dia"), "cols=70001"));
        QCOMPARE(on_test_input(Operation::tridiagonal, "a", "b"), std::string("On the test system a: b"));
        QCOMPARE(on_test_input(Operation::ata, "a", "b"), std::string("On the test matrix a: b"));
    }

    void no_format_refuses_a_test_matrix() {
        kernels::set_request_sources(
            {{"limits.cu", rows_kernel("    __shared__ T s[4096];\n    s[0] = 1024 * 63;\n")}});
        QVERIFY(kernels::find_kernel(Operation::spmv, "limits.cu"));
        Inputs inputs;
        for (const auto& format : kernels::formats())
            for (const TestInput& input :
                 test_inputs(Operation::spmv, format.id, {"limits.cu", {}, Precision::float64, 128})) {
                if (input.is_large) continue;
                const auto matrix = inputs.matrix(input.name, {});
                try {
                    kernels::make_format(format.id, matrix->csr, Precision::float64, {});
                } catch (const Error& error) {
                    QFAIL((std::string(format.id) + " " + input.name + ": " + error.what()).c_str());
                }
            }
    }

    // Each pair of a block size and a row length occurs, in float or in double.
    void test_inputs_cover_block_sizes_and_precisions() {
        for (const auto& [operation, format] : {std::pair(Operation::spmv, "csr"), std::pair(Operation::spmv, "dia"),
                                                std::pair(Operation::tridiagonal, ""), std::pair(Operation::ata, ""),
                                                std::pair(Operation::trsv, "csr"), std::pair(Operation::ilu, "csr")}) {
            const auto all = designed_inputs(operation, format, true);
            QVERIFY(all.size() < 120);
            for (const int block : {32, 64, 96, 128, 192, 256, 512, 1024})
                for (const bool is_other : {false, true})
                    QVERIFY(std::any_of(all.begin(), all.end(), [&](const auto& each) {
                        return each.block == block && each.in_other_precision == is_other;
                    }));
        }
        QCOMPARE((TestInput{"a", 64}.block_beside(64)), 128);
        QCOMPARE((TestInput{"a", 64}.block_beside(256)), 64);
        QCOMPARE((TestInput{"a"}.block_beside(256)), 256);
    }

    void a_covering_array_holds_every_pair_of_levels() {
        const std::vector<int> levels{3, 2, 4, 1, 3};
        const auto rows = covering_array(levels);
        QVERIFY(rows.size() >= 12 && rows.size() <= 16); // 4 x 3 pairs of the two largest factors
        for (std::size_t f = 0; f < levels.size(); ++f)
            for (std::size_t g = f + 1; g < levels.size(); ++g)
                for (int a = 0; a < levels[f]; ++a)
                    for (int b = 0; b < levels[g]; ++b)
                        QVERIFY(std::any_of(rows.begin(), rows.end(),
                                            [&](const auto& row) { return row[f] == a && row[g] == b; }));
        QCOMPARE(covering_array({3}).size(), 3u);
    }

    void constants_of_a_source_are_found_in_macros_products_shifts_and_types() {
        const std::string text = "#define SIDE 48\n"
                                 "constexpr int rows_a_block = 8 * 25;\n"
                                 "template <typename T> __global__ void k(int rows, T* y) {\n"
                                 "    __shared__ T s[SIDE][SIDE + 1];\n"
                                 "    const int deep = rows_a_block << 2;\n"
                                 "    const short few = (short)(rows >> 6);\n"
                                 "    if (blockIdx.y == 0 && few < 1e-3) y[deep * 3] = s[0][0];\n"
                                 "}\n"
                                 "template <typename T> void run(int rows, T* y) { k<<<7, 96>>>(rows, y); }\n";
        const auto program = simt::translate("a.cu", text).program;
        QVERIFY(program);
        const auto constants = simt::constants_of(*program);
        for (const std::int64_t wanted : {48, 49, 8, 25, 200, 800, 2400, 64, 32767, 65535, 7, 96})
            QVERIFY2(std::binary_search(constants.whole.begin(), constants.whole.end(), wanted),
                     std::to_string(wanted).c_str());
        QVERIFY(!constants.waits);
    }

    // A grid of 7 x 31 rows: only the source itself reveals that 218 rows are one too many.
    void inputs_lie_at_the_limits_of_the_source() {
        const std::string text = rows_kernel("    y[row] = sum;\n", "7, 31"),
                          limited = replaced(text, "if (row >= rows)", "if (row >= min(rows, 7 * 31))");
        const auto check = checked(replaced(limited, ", int block)", ")"), "diagonal:n=9");
        QCOMPARE(to_string(check.verdict), "wrong");
        kernels::set_request_sources({{"limited.cu", limited}});
        QVERIFY(kernels::find_kernel(Operation::spmv, "limited.cu"));
        const auto all = test_inputs(Operation::spmv, "csr", {"limited.cu", {}, Precision::float64, 128});
        for (const char* const name : {"test-rows:n=217,lengths=0,length=1", "test-rows:n=218,lengths=0,length=1",
                                       "test-rows:n=4,lengths=1,length=218,cols=257"})
            QVERIFY2(std::any_of(all.begin(), all.end(), [&](const auto& each) { return each.name == name; }), name);
    }

    void launches_are_tried_for_every_size_data() {
        QTest::addColumn<QString>("launch");
        QTest::addColumn<qint64>("size");
        QTest::addColumn<QString>("input");
        QTest::newRow("valid") << "(rows + block - 1) / block, block" << qint64{0} << "";
        QTest::newRow("blocks in y") << "dim3(1, rows), 32" << qint64{65'536}
                                     << "test-rows:lengths=0,length=1,spread=0,n=65536";
        QTest::newRow("blocks in z, too large to be tested")
            << "dim3(1, 1, (rows + 31) / 32), 32" << qint64{65'535 * 32 + 1} << "";
        QTest::newRow("threads in z") << "1, dim3(1, 1, (rows + 4095) / 4096)" << qint64{64 * 4096 + 1} << "";
        QTest::newRow("bytes of shared memory") // 48 KiB without an attribute
            << "1, block, 4 * rows" << qint64{49'152 / 4 + 1} << "test-rows:lengths=0,length=1,spread=0,n=12289";
        QTest::newRow("product of integers")
            << "(rows * 32 + 127) / 128, 128" << qint64{((1LL << 31) - 127) / 32 + 1} << "";
    }
    void launches_are_tried_for_every_size() {
        QFETCH(QString, launch);
        QFETCH(qint64, size);
        QFETCH(QString, input);
        kernels::set_request_sources({{"mine.cu", rows_kernel("    y[row] = sum;\n", launch.toStdString())}});
        QVERIFY(kernels::find_kernel(Operation::spmv, "mine.cu"));
        const auto limits =
            size_limits(Operation::spmv, "csr", {"mine.cu", simulated::find_card("h200"), Precision::float64, 128});
        QCOMPARE(limits.size(), std::size_t(size > 0 ? 1 : 0));
        if (size == 0) return;
        QCOMPARE(qint64(limits[0].size), size);
        QCOMPARE(QString::fromStdString(limits[0].input), input);
        QVERIFY(std::string(limits[0].error.what()).starts_with("mine.cu:"));
    }

    // The level, the length, and the sign of the diagonal, checked by hand on six rows.
    void test_rows_have_the_levels_and_lengths_that_are_asked_for() {
        Inputs inputs;
        const auto levels = inputs.matrix("test-rows:n=6,lengths=0,length=2,diagonal=3,width=2", {});
        const CsrMatrix& a = levels->csr;
        QCOMPARE(a.row_pointer, (std::vector<std::int64_t>{0, 1, 2, 4, 6, 8, 10}));
        QCOMPARE(a.column, (std::vector<std::int32_t>{0, 1, 0, 2, 1, 3, 2, 4, 3, 5}));
        for (std::int64_t row = 0; row < 6; ++row) {
            const double diagonal =
                a.value[static_cast<std::size_t>(a.row_pointer[static_cast<std::size_t>(row) + 1]) - 1];
            QVERIFY(row % 2 == 0 ? diagonal >= 1 : diagonal <= -1);
        }
        const auto around = inputs.matrix("test-rows:n=3,lengths=1,length=5,cols=9,zeros=1,scale=-100", {});
        QCOMPARE(around->csr.row_pointer, (std::vector<std::int64_t>{0, 4, 9, 15}));
        QCOMPARE(around->explicit_zeros, 3);
        for (const double value : around->csr.value) QVERIFY(std::abs(value) < 0x1p-99);
        const auto groups = inputs.matrix("test-rows:n=16,lengths=3,group=4,length=10,cols=40", {});
        QCOMPARE(groups->csr.row_pointer[4], 9);
        QCOMPARE(groups->csr.row_pointer[8] - 9, 10);
        QCOMPARE(groups->csr.row_pointer[12] - 19, 11);
        QCOMPARE(groups->csr.row_pointer[16], 30);
    }

    // rows > 1000 && rows % 64 == 1 && rows % 3 == 2: 1,025 is the first such number.
    void inputs_for_a_branch_satisfy_its_conditions_together() {
        const simt::BranchCondition condition{{1000}, {{3, 2}, {64, 1}}};
        for (const Operation operation : {Operation::spmv, Operation::tridiagonal}) {
            const auto inputs = inputs_for(condition, operation, "csr");
            QVERIFY(std::any_of(inputs.begin(), inputs.end(),
                                [](const TestInput& input) { return input.name.find("n=1025") != std::string::npos; }));
        }
        // With rows of 33 entries, every remainder by 7 occurs.
        const auto long_rows = inputs_for({{32}, {{7, 3}}}, Operation::spmv, "csr");
        QVERIFY(std::any_of(long_rows.begin(), long_rows.end(), [](const TestInput& input) {
            return input.name.find("lengths=0,length=38,n=") != std::string::npos; // 38 = 5 * 7 + 3
        }));
    }

    void lines_that_no_input_executes_are_named() {
        const auto right = checked(rows_kernel("    y[row] = sum;\n"), "diagonal:n=4");
        QVERIFY2(right.coverage && right.coverage->unexecuted_lines.empty(), right.sentence.c_str());
        QVERIFY(right.sentence.find("never executed") == std::string::npos);
        const char* const branch = "    if (sum == T(0.12345678901234)) {\n"
                                   "        sum = 0;\n" // line 8
                                   "        sum += 1;\n"
                                   "    } else if (row > 2) {\n"
                                   "        sum += 0;\n"
                                   "    }\n"
                                   "    y[row] = sum;\n";
        const auto check = checked(rows_kernel(branch), "diagonal:n=4");
        QVERIFY2(check.coverage, check.sentence.c_str());
        QCOMPARE(check.coverage->unexecuted_lines, (std::vector<int>{8, 9}));
        QVERIFY2(check.sentence.find("Code on lines 8-9 was never executed, so it was not tested.") !=
                     std::string::npos,
                 check.sentence.c_str());
        const auto again = checked(rows_kernel(branch), "diagonal:n=4"); // results of the first check are reused
        QCOMPARE(again.coverage->unexecuted_lines, check.coverage->unexecuted_lines);
    }
};

WARPLOOM_TEST(TestInputsTest);
#include "test_inputs_test.moc"
