// The size up to which a kernel is correct: named if the size is the reason, and not named for any other reason.
#include "app/check/check.h"
#include "kernels/sources/text_of_kernel.h"
#include "rows_kernel.h"
#include "support/runner.h"

#include <QTest>

#include <string>

using namespace warploom;
using namespace warploom::app;
using test::rows_kernel;

namespace {

protocol::Check checked(const std::string& text) {
    kernels::set_request_sources({{"mine.cu", text}});
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    Checker checker;
    return checker.check(settings, {});
}

/// Returns a tridiagonal solver with one thread that solves only the first `rows` rows. It is an expression of n.
std::string solver(const std::string& rows) {
    return "// scratch: upper T[n]\n"
           "template <typename T>\n"
           "__global__ void mine(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {\n"
           "    if (threadIdx.x != 0) return;\n"
           "    const int rows = " +
           rows +
           ";\n"
           "    T last_upper = 0, last_x = 0;\n"
           "    for (int i = 0; i < n; ++i) {\n"
           "        const T pivot = b[i] - (i > 0 ? a[i] * last_upper : 0);\n"
           "        last_upper = i + 1 < n ? c[i] / pivot : 0;\n"
           "        last_x = (d[i] - (i > 0 ? a[i] * last_x : 0)) / pivot;\n"
           "        upper[i] = last_upper;\n"
           "        x[i] = i < rows ? last_x : 0;\n"
           "    }\n"
           "    for (int i = n - 2; i >= 0; --i) {\n"
           "        last_x = x[i] - upper[i] * last_x;\n"
           "        x[i] = last_x;\n"
           "    }\n"
           "}\n"
           "template <typename T>\n"
           "void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {\n"
           "    mine<<<1, 32>>>(n, a, b, c, d, upper, x);\n"
           "}\n";
}

} // namespace

class SizeBoundaryTest : public QObject {
    Q_OBJECT
private slots:
    void a_solver_for_a_limited_number_of_unknowns_is_told_its_limit() {
        const protocol::Check right = checked(solver("n"));
        QVERIFY2(right.verdict == protocol::CheckVerdict::right, right.sentence.c_str());
        const protocol::Check check = checked(solver("min(n, 512)"));
        QCOMPARE(check.verdict, protocol::CheckVerdict::wrong);
        QVERIFY2(check.sentence.ends_with("The kernel works only for up to 512 unknowns: the result is correct for 512 "
                                          "unknowns, and wrong for 513 and 1024 unknowns."),
                 check.sentence.c_str());
    }
    // The first input that fails has more than 301 unknowns if its size does not follow from a constant.
    void a_limit_that_no_input_has_is_found_by_bisection() {
        const protocol::Check check = checked(solver("n - max(0, n - 300)"));
        QVERIFY2(check.sentence.find("up to 300 unknowns") != std::string::npos, check.sentence.c_str());
    }
    void a_product_for_a_limited_number_of_rows_is_told_its_limit() {
        const protocol::Check check = checked(rows_kernel("    y[row] = row < 700 ? sum : 0;\n"));
        QCOMPARE(check.verdict, protocol::CheckVerdict::wrong);
        QVERIFY2(check.sentence.find("The kernel works only for up to 700 rows") != std::string::npos,
                 check.sentence.c_str());
    }
    // A size is not the reason if other inputs of the same size are wrong or larger inputs are right.
    void another_mistake_has_no_size_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("even n") << QString::fromStdString(solver("n % 2 == 0 ? n - 1 : n"));
        QTest::newRow("one size") << QString::fromStdString(solver("n == 513 ? 512 : n"));
        QTest::newRow("always") << QString::fromStdString(solver("n - 1"));
        QTest::newRow("a row") << QString::fromStdString(rows_kernel("    y[row] = row == 3 ? 0 : sum;\n"));
    }
    void another_mistake_has_no_size() {
        QFETCH(QString, text);
        const protocol::Check check = checked(text.toStdString());
        QCOMPARE(check.verdict, protocol::CheckVerdict::wrong);
        QVERIFY2(check.sentence.find("works only") == std::string::npos, check.sentence.c_str());
    }
};

WARPLOOM_TEST(SizeBoundaryTest);
#include "size_boundary_test.moc"
