// The verdict on a wrong kernel names the cause: each test changes one token of a correct kernel.
#include "app/check/check.h"
#include "called_engine.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace warploom;
using namespace warploom::app;

namespace {

const char* const warp_row = R"(// format: csr

template <typename T>
__global__ void warp_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    warp_row<<<(rows + block / 32 - 1) / (block / 32), block>>>(rows, row_pointer, column, value, x, y);
}
)";

std::string changed(const char* from, const char* to) {
    std::string text = warp_row;
    return text.replace(text.find(from), std::string(from).size(), to);
}

protocol::Check checked(const std::string& text) {
    kernels::set_request_sources({{"mine.cu", text}});
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    return Checker().check(settings, {});
}

} // namespace

class CheckCausesTest : public QObject {
    Q_OBJECT
private slots:
    void the_verdict_names_the_cause_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("cause");
        const auto row = [](const char* name, const char* from, const char* to, const char* cause) {
            QTest::newRow(name) << from << to << cause;
        };
        row("an entry read by two lanes", "k += 32", "k += 31",
            "value[31] is added more than once: thread 31 of block 0");
        row("lost lanes", "d = 16", "d = 8", "The products of threads 16 to 31 of block 0 are missing from the sum.");
        row("even lanes only", "d > 0", "d > 1", "The products of thread 1 of block 0 are missing from the sum.");
        row("the last entry", "row + 1];", "row + 1] - 1;", "The last entry of the row, value[");
        row("the first entry", "[row] + lane", "[row] + 1 + lane",
            "entries of the row are never read, such as value[0].");
        row("another value", "value[k]", "value[row]", ", but not value[");
        row("another column", "x[column[k]]", "x[k]", ", but not column[");
        row("uninitialized", "T sum = 0", "T sum", "`sum` is used uninitialized on line 11.");
        row("a race", "if (lane == 0) y", "y", "There is a data race on line 11.");
        row("an assignment", "if (lane == 0)", "int spare; if (spare = 0)", "See the warning for line 11.");
        row("an integer", "T sum = 0", "int sum = 0", "See the warning for line 9.");
        row("an assertion", "    if (lane == 0)", "    assert(sum > 1e9);\n    if (lane == 0)",
            "The assertion on line 11 fails.");
        row("no bound", "    if (row >= rows) return;\n", "", "Line 8 accesses an array out of bounds.");
    }
    void the_verdict_names_the_cause() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, cause);
        const auto check = checked(changed(qPrintable(from), qPrintable(to)));
        QVERIFY(check.verdict == protocol::CheckVerdict::wrong || check.verdict == protocol::CheckVerdict::doubtful);
        QVERIFY2(check.sentence.find(cause.toStdString()) != std::string::npos, check.sentence.c_str());
        for (const auto& warning : check.warnings) // the thread index overflows, but only for huge inputs
            QVERIFY2(warning.sentence.find("134,217,728") == std::string::npos, warning.sentence.c_str());
    }

    void a_thread_index_that_overflows_for_huge_inputs_limits_a_correct_verdict() {
        const auto check = checked(warp_row);
        QVERIFY2(check.verdict == protocol::CheckVerdict::doubtful, check.sentence.c_str());
        QVERIFY2(check.sentence.starts_with("Correct on "), check.sentence.c_str());
        QVERIFY2(check.sentence.find("fails on matrices with 134,217,729 or more rows") != std::string::npos,
                 check.sentence.c_str());
        QCOMPARE(check.warnings.size(), std::size_t{1});
        QVERIFY(check.warnings.front().sentence.find("134,217,728 rows") != std::string::npos);
    }

    // The rows have at most one entry, so no thread is missing from any sum.
    void an_unexplained_value_has_no_cause() {
        const auto check = checked(changed("y[row] = sum", "y[row] = sum + 1"));
        QVERIFY2(check.sentence.ends_with(" wrote it on line 11."), check.sentence.c_str());
    }

    // Findings come before warnings, and the first lines of the output of printf after them.
    void the_text_begins_with_errors_and_ends_with_the_output() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.cu");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(changed("    if (lane == 0) y",
                           "    printf(\"%d \\x1b\\n\", row);\n    int spare = 0; if (spare = 9) sum += 0;\n    y")
                       .c_str());
        file.close();
        const QString text = test::call_engine({"check", path}).out;
        const auto finding = text.indexOf("In kernel warp_row, line 13"), warning = text.indexOf("Warning: line 12"),
                   output = text.indexOf("Output of printf on ");
        QVERIFY2(finding > 0 && finding < warning && warning < output, qPrintable(text));
        const QStringList lines = text.mid(output).split('\n');
        QCOMPARE(lines.at(1), QStringLiteral("    0 \\x1b"));
        QCOMPARE(lines.at(10), QStringLiteral("    0 \\x1b"));
        QVERIFY2(lines.at(11).endsWith(" more lines of output. To see all recorded lines, use --json."),
                 qPrintable(lines.at(11)));
    }

    void unknown_parameters_are_renamed_together() {
        const auto check = checked(R"(__global__ void k(int n, const int* rowptr, const int* colidx, const double* val,
                  const double* x, double* y) {}
void run(int n, const int* rowptr, const int* colidx, const double* val, const double* x, double* y) {
    k<<<(n + 255) / 256, 256>>>(n, rowptr, colidx, val, x, y);
}
)");
        QVERIFY(check.verdict == protocol::CheckVerdict::refused);
        QCOMPARE(check.notes.size(), std::size_t{1});
        QCOMPARE(
            check.notes.front().hint,
            std::string("Rename the parameters: n -> rows, rowptr -> row_pointer, colidx -> column, val -> value."));
    }

    void a_kernel_that_the_card_cannot_run_is_refused_data() {
        QTest::addColumn<QString>("card");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("said");
        QTest::newRow("match") << "c2050"
                               << "__match_any_sync(~0u, lane)"
                               << "The Tesla C2050 has compute capability 2.0, but `__match_any_sync` requires 7.0";
        QTest::newRow("reduce") << "t4"
                                << "__reduce_add_sync(~0u, 1u)"
                                << "The Tesla T4 has compute capability 7.5, but `__reduce_add_sync` requires 8.0";
        QTest::newRow("shuffle") << "c2050"
                                 << "0u"
                                 << "The kernel uses warp shuffles, which require compute capability 3.0.";
    }
    void a_kernel_that_the_card_cannot_run_is_refused() {
        QFETCH(QString, card);
        QFETCH(QString, call);
        QFETCH(QString, said);
        const bool keeps_shuffle = call == "0u";
        const std::string text =
            keeps_shuffle ? warp_row : changed("__shfl_down_sync(0xffffffff, sum, d)", qPrintable("T(" + call + ")"));
        kernels::set_request_sources({{"mine.cu", text}});
        CheckSettings settings;
        settings.kernel = "mine.cu";
        settings.card = simulated::find_card(card.toStdString());
        const auto check = Checker().check(settings, {});
        QVERIFY2(check.verdict == protocol::CheckVerdict::refused, check.sentence.c_str());
        QVERIFY2(check.sentence.find(said.toStdString()) != std::string::npos, check.sentence.c_str());
        QVERIFY(check.notes.front().hint.starts_with("Choose a newer card"));
    }
};

WARPLOOM_TEST(CheckCausesTest);

#include "check_causes_test.moc"
