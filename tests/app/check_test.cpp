// Checks of a kernel source while it is edited: the verdict, the thread that writes the first wrong value, and the
// costs.
#include "app/check/check.h"
#include "app/inputs/inputs.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"
#include "engine/simt/language/headers.h"
#include "kernels/sources/text_of_kernel.h"
#include "rows_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <string>

using namespace warploom;
using namespace warploom::app;
using test::rows_kernel;

namespace {

CheckSettings settings_on(const std::string& matrix) {
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.matrix = matrix;
    settings.card = simulated::find_card("h200");
    return settings;
}

protocol::Check checked(const std::string& text, const CheckSettings& settings) {
    kernels::set_request_sources({{settings.kernel, text}});
    Checker checker;
    const protocol::Check check = checker.check(settings, {});
    return protocol::read_check(protocol::write(check)); // round trip through the protocol
}

QString contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the value of a "// NAME: value" directive; empty if absent.
QString header(const QString& text, const char* name) {
    const QRegularExpression line(QStringLiteral("^// %1: (.*)$").arg(QLatin1String(name)),
                                  QRegularExpression::MultilineOption);
    return line.match(text).captured(1);
}

void files_of(std::initializer_list<const char*> folders, bool with_mistake) {
    QTest::addColumn<QString>("path");
    for (const char* const folder : folders) {
        const QDir all(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + QLatin1String(folder));
        for (const QString& name : all.entryList({"*.cu"}, QDir::Files))
            if (header(contents(all.filePath(name)), "finding").isEmpty() != with_mistake)
                QTest::newRow(qPrintable(name)) << all.filePath(name);
    }
}

} // namespace

class CheckTest : public QObject {
    Q_OBJECT
private slots:
    // The diagonal is 1, 2, 3, ... and x = 1 / (1 + j), so every element of the result is 1.
    void a_right_text_is_right_and_costs_what_its_twin_costs() {
        const auto check =
            checked("// x: reciprocal\n" + rows_kernel("    y[row] = sum;\n"), settings_on("diagonal:n=64"));

        QCOMPARE(to_string(check.verdict), "right");
        QVERIFY(check.notes.empty() && check.findings.empty() && !check.entry);
        QCOMPARE(check.operation, std::string("spmv"));
        QCOMPARE(check.format, std::string("csr"));
        QCOMPARE(check.twin->kernel, std::string("csr-scalar"));
        QCOMPARE(check.costs->bank_passes, 0);
        QVERIFY(check.costs->transactions > 0 && check.costs->transactions < 2 * check.twin->transactions);
    }

    void a_requested_matrix_is_tested_beside_that_of_the_source() {
        const std::string text = "// matrix: diagonal:n=9\n" + rows_kernel("    y[row] = sum;\n");
        CheckSettings settings = settings_on("laplace2d:n=5");
        QCOMPARE(checked(text, settings).inputs.front(), std::string("diagonal:n=9"));
        settings.requires_matrix = true;
        const auto check = checked(text, settings);
        QCOMPARE(check.inputs[0], std::string("laplace2d:n=5"));
        QCOMPARE(check.inputs[1], std::string("diagonal:n=9"));
    }
    void a_requested_matrix_that_cannot_be_tested_is_named() {
        const std::string text = "template <typename T> __global__ void k(int m, int n, const T* A, T* C) {\n"
                                 "    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;\n"
                                 "    if (i >= n) return;\n"
                                 "    T sum = 0;\n"
                                 "    for (int r = 0; r < m; ++r) sum += A[(size_t)r * n + i] * A[(size_t)r * n + j];\n"
                                 "    C[(size_t)i * n + j] = sum;\n}\n"
                                 "template <typename T> void run(int m, int n, const T* A, T* C) {\n"
                                 "    k<<<dim3((n + 127) / 128, n), 128>>>(m, n, A, C);\n}\n";
        CheckSettings settings = settings_on("dense:rows=900,cols=900");
        const auto ignored = checked(text, settings);
        QVERIFY2(ignored.verdict == protocol::CheckVerdict::right, ignored.sentence.c_str());
        settings.requires_matrix = true;
        const auto check = checked(text, settings);
        QCOMPARE(check.warnings.size(), ignored.warnings.size() + 1);
        QVERIFY(check.warnings.front().sentence.find("dense:rows=900,cols=900 was not tested") != std::string::npos);
        QVERIFY(check.warnings.front().hint.find("warploom-engine run ata") != std::string::npos);
    }

    void the_first_wrong_row_is_told_with_the_thread_that_wrote_it() {
        const auto check = checked("// x: reciprocal\n" + rows_kernel("    y[row] = row == 37 ? sum + 1 : sum;\n"),
                                   settings_on("diagonal:n=64"));

        QCOMPARE(to_string(check.verdict), "wrong");
        QCOMPARE(check.entry->row, 37);
        QCOMPARE(check.entry->expected, std::string("1"));
        QCOMPARE(check.entry->computed, std::string("2"));
        const auto& writer = check.entry->writer;
        QVERIFY(writer);
        QCOMPARE(writer->block, 0);
        QCOMPARE(writer->warp, 1);
        QCOMPARE(writer->lane, 5);
        QCOMPARE(writer->thread(), 37);
        QCOMPARE(writer->line, 8);
        QCOMPARE(writer->writes, 1);
        QVERIFY(check.sentence.find("Thread 37 of block 0 wrote it on line 8.") != std::string::npos);
    }

    void what_the_text_prints_is_told_and_what_is_too_much_is_counted() {
        const auto few = checked(rows_kernel("    y[row] = sum; if (row % 32 == 0) printf(\"row %d\\n\", row);\n"),
                                 settings_on("diagonal:n=64"));
        QCOMPARE(few.printed, std::string("row 0\nrow 32\n"));
        QCOMPARE(few.not_printed, 0);
        const auto many =
            checked(rows_kernel("    y[row] = sum; printf(\"%d\\n\", row);\n"), settings_on("diagonal:n=3000"));
        QCOMPARE(many.not_printed, 2000);
        QVERIFY(many.printed.find("\n999\n") != std::string::npos);
    }

    void a_text_may_name_a_generator_and_no_file() {
        const auto of = [](const std::string& name) {
            return checked("// matrix: " + name + "\n" + rows_kernel("    y[row] = sum;\n"),
                           settings_on("diagonal:n=64"));
        };
        QCOMPARE(to_string(of("laplace2d:n=5").verdict), "right");
        for (const char* const name : {"/etc/hostname", "mine.mtx", "hostname", "dense.mtx", "laplace2d.mtx"}) {
            const auto check = of(name);
            QCOMPARE(to_string(check.verdict), "refused");
            QVERIFY2(check.sentence.find("Kernel sources cannot open matrix files.") != std::string::npos,
                     check.sentence.c_str());
        }
    }

    void a_row_that_nobody_wrote_is_told_as_that() {
        const auto check = checked(rows_kernel("    if (row != 37) y[row] = sum;\n"), settings_on("diagonal:n=64"));

        QCOMPARE(to_string(check.verdict), "wrong");
        QCOMPARE(check.entry->row, 37);
        QCOMPARE(check.entry->computed, std::string("NaN"));
        QVERIFY(!check.entry->writer);
        QVERIFY(check.sentence.find("no thread wrote it") != std::string::npos);
    }

    void the_step_of_the_writer_is_the_one_that_the_warp_shows() {
        const CheckSettings settings = settings_on("laplace2d:n=20");
        const auto check = checked(rows_kernel("    y[row] = row == 333 ? 0 : sum;\n"), settings);
        QVERIFY(check.entry && check.entry->writer);

        Inputs inputs;
        WarpSettings warp;
        warp.kernel = settings.kernel;
        warp.card = settings.card;
        warp.block_index = check.entry->writer->block;
        warp.warp = check.entry->writer->warp;
        const auto document = warp_document(
            spec_of(Operation::spmv).trace_matrix(inputs.matrix("laplace2d:n=20", {}), TraceSettings{warp}), warp);

        const int step = static_cast<int>(check.entry->writer->step);
        const auto lane = static_cast<std::size_t>(check.entry->writer->lane);
        QCOMPARE(document.array_of(step), std::string("y"));
        QVERIFY(document.steps[step].is_active(check.entry->writer->lane));
        QCOMPARE(document.steps[step].index[lane], 333);
        QCOMPARE(document.site_of(step).line, check.entry->writer->line);
        QCOMPARE(document.sources.front().title, std::string("mine.cu"));
        QCOMPARE(document.sources.front().lines[7 - 1], std::string("    y[row] = row == 333 ? 0 : sum;"));
    }

    void a_text_that_does_not_translate_is_refused_at_its_place() {
        const auto check = checked(rows_kernel("    y[row] = summ;\n"), settings_on("diagonal:n=64"));

        QCOMPARE(to_string(check.verdict), "refused");
        QCOMPARE(check.notes.size(), std::size_t{1});
        QCOMPARE(check.notes.front().line, 7);
        QCOMPARE(check.notes.front().column, 14);
        QVERIFY(!check.notes.front().hint.empty() && !check.costs);
        QVERIFY2(check.sentence.rfind("Line 7: ", 0) == 0, check.sentence.c_str());
    }

    void a_parameter_without_a_meaning_is_refused_at_its_place() {
        const auto check = checked("template <typename T> __global__ void k(T* y) { y[0] = 0; }\n"
                                   "template <typename T>\n"
                                   "void run(int rovs, T* y) {\n"
                                   "    k<<<1, 32>>>(y);\n"
                                   "}\n",
                                   settings_on("diagonal:n=64"));

        QCOMPARE(to_string(check.verdict), "refused");
        QCOMPARE(check.notes.front().line, 3);
        QVERIFY2(check.notes.front().hint.find("rows") != std::string::npos, check.notes.front().hint.c_str());
    }

    void without_a_matrix_it_is_checked_on_drawn_ones() {
        const auto check = checked(rows_kernel("    y[row] = sum;\n"), settings_on(""));
        QCOMPARE(to_string(check.verdict), "right");
        QCOMPARE(check.drawn, static_cast<std::int64_t>(check.inputs.size()));
        QCOMPARE(check.sentence, "Correct on " + std::to_string(check.drawn) +
                                     " test matrices. Tested with 32 to 1,024 threads per block in float and double. "
                                     "Matrices with more than 70,001 rows were not tested.");
        QVERIFY(check.coverage && check.coverage->least_block == 32 && check.coverage->most_block == 1024);
    }

    // With 4096 rows, a multiple of the block size, each of these kernels is correct on the open matrix.
    void what_the_open_matrix_hides_shows_on_a_drawn_one_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("by");
        QTest::newRow("no look at the last row") << "    if (row >= rows) return;\n"
                                                 << "";
        QTest::newRow("the grid is rounded down") << "(rows + block - 1) / block"
                                                  << "rows / block";
        QTest::newRow("a grid for the rows that are open") << "(rows + block - 1) / block"
                                                           << "32";
        QTest::newRow("empty rows are left out")
            << "    T sum = 0;\n"
            << "    T sum = 0;\n    if (row_pointer[row] == row_pointer[row + 1]) return;\n";
        QTest::newRow("no more than 8 entries") << "k < row_pointer[row + 1]"
                                                << "k < min(row_pointer[row + 1], row_pointer[row] + 8)";
    }
    void what_the_open_matrix_hides_shows_on_a_drawn_one() {
        QFETCH(QString, what);
        QFETCH(QString, by);
        QString text = QString::fromStdString(rows_kernel("    y[row] = sum;\n"));
        QVERIFY(text.contains(what));
        text.replace(what, by);
        const auto check = checked(text.toStdString(), settings_on("laplace2d:n=64"));

        QVERIFY2(check.verdict != protocol::CheckVerdict::right, check.sentence.c_str());
        QCOMPARE(check.inputs.front(), std::string("laplace2d:n=64"));
        QVERIFY(check.drawn >= 1 && check.failed_on == check.inputs.back());
        QVERIFY2(check.sentence.starts_with("On the test matrix " + check.failed_on), check.sentence.c_str());
        QVERIFY(!check.costs && !check.twin);
    }

    void a_right_text_says_on_what_it_was_judged() {
        const auto check = checked(rows_kernel("    y[row] = sum;\n"), settings_on("laplace2d:n=64"));
        QVERIFY2(check.sentence.starts_with("Correct on laplace2d:n=64 and " + std::to_string(check.drawn) +
                                            " test matrices. Tested with 32 to 1,024 threads per block in "),
                 check.sentence.c_str());
        QVERIFY(check.drawn >= 48);
        QCOMPARE(check.inputs.size(), static_cast<std::size_t>(check.drawn) + 1);
        QCOMPARE(check.matrix.name, std::string("laplace2d:n=64")); // the costs are those of this matrix
        QCOMPARE(check.card, std::string("h200"));
    }

    void a_matrix_that_is_no_tridiagonal_system_is_left_alone() {
        CheckSettings settings = settings_on("laplace2d:n=20");
        const auto check = checked(
            contents(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/tridiagonal/thomas_gpu.cu")).toStdString(), settings);
        QCOMPARE(to_string(check.verdict), "right");
        QCOMPARE(check.operation, std::string("tridiagonal"));
        QVERIFY(check.inputs.front().rfind("tridiagonal:", 0) == 0);
    }

    void a_check_that_nobody_waits_for_ends() {
        kernels::set_request_sources({{"mine.cu", rows_kernel("    y[row] = sum;\n")}});
        const std::atomic<bool> cancelled{true};
        Progress progress;
        progress.cancelled = &cancelled;
        Checker checker;
        QVERIFY_THROWS_EXCEPTION(Error, checker.check(settings_on("laplace2d:n=100"), progress));
    }

    void the_names_that_run_may_use_come_with_what_they_hold() {
        const auto check = checked("// format: ell\n" + rows_kernel("    y[row] = sum;\n"), settings_on(""));
        QCOMPARE(to_string(check.verdict), "refused"); // ELL has no row_pointer
        const auto width = std::find_if(check.names.begin(), check.names.end(),
                                        [](const protocol::CheckName& name) { return name.name == "width"; });
        QVERIFY(width != check.names.end());
        for (const protocol::CheckName& name : check.names) QVERIFY2(!name.about.empty(), name.name.c_str());
    }

    // Each file with an error states the expected finding and line, which must be reported.
    void each_mistake_is_found_at_its_line_data() { files_of({"wrong", "papers"}, true); }
    void each_mistake_is_found_at_its_line() {
        QFETCH(QString, path);
        const QString text = contents(path), finding = header(text, "finding");
        const auto check = checked(text.toStdString(), settings_on(""));

        QVERIFY2(check.verdict == protocol::CheckVerdict::wrong || check.verdict == protocol::CheckVerdict::doubtful,
                 check.sentence.c_str());
        if (finding == "wrong-result") {
            QCOMPARE(to_string(check.verdict), "wrong");
            return;
        }
        QStringList found;
        for (const auto& each : check.findings)
            found << QStringLiteral("%1 line %2").arg(QLatin1String(to_string(each.kind))).arg(each.line);
        QVERIFY2(found.contains(finding), qPrintable(found.join("; ")));
    }

    // The source then contains the code from headers, and is compared with itself.
    void a_built_in_kernel_that_is_opened_to_be_changed_costs_what_it_costs_data() {
        files_of({"spmv", "tridiagonal", "ata", "trsv", "ilu"}, false);
    }
    void a_built_in_kernel_that_is_opened_to_be_changed_costs_what_it_costs() {
        QFETCH(QString, path);
        CheckSettings settings = settings_on("");
        settings.from = QFileInfo(path).completeBaseName().replace('_', '-').toStdString();
        const auto check = checked(simt::expand_kernel_headers(contents(path).toStdString()), settings);
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, check.sentence.c_str());
        QCOMPARE(check.twin->kernel, settings.from);
        QCOMPARE(check.costs->transactions, check.twin->transactions);
        QCOMPARE(check.costs->bank_passes, check.twin->bank_passes);
        QCOMPARE(check.costs->steps, check.twin->steps);
    }

    void every_other_text_is_right_data() { files_of({"textbook", "papers"}, false); }
    void every_other_text_is_right() {
        QFETCH(QString, path);
        const auto check = checked(contents(path).toStdString(), settings_on(""));
        QVERIFY2(check.verdict ==
                     (path.endsWith("empty.cu") ? protocol::CheckVerdict::wrong : protocol::CheckVerdict::right),
                 check.sentence.c_str());
    }
};

WARPLOOM_TEST(CheckTest);
#include "check_test.moc"
