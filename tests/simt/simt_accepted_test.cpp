#include "engine/error.h"
#include "engine/simt/language/tokens.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

#include <string>

using namespace warploom;
using namespace warploom::simt::test;

// One file per family of supported CUDA C features. Its "// y: ..." line gives the expected contents of y. CTest also
// compiles the files with nvcc.

namespace {

std::vector<double> wanted_of(const std::string& text) {
    const std::string key = "// y: ";
    const std::size_t from = text.find(key) + key.size();
    std::vector<double> wanted;
    for (const QString& number :
         QString::fromStdString(text.substr(from, text.find('\n', from) - from)).split(' ', Qt::SkipEmptyParts))
        wanted.push_back(number.toDouble());
    return wanted;
}

std::string launch_of(const std::string& bounds, const std::string& threads) {
    return "__global__ void " + bounds +
           " k(int rows, const int* in, double* y) { y[threadIdx.x] = 1; }\n"
           "void run(int rows, const int* in, double* y, int block) {\n    k<<<1, " +
           threads + ">>>(rows, in, y);\n}\n";
}

} // namespace

class SimtAcceptedTest : public QObject {
    Q_OBJECT
private slots:
    void each_file_does_what_it_says_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(WARPLOOM_SIMT_DATA "/accepted")).entryList({"*.cu"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 8);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << file;
    }
    void each_file_does_what_it_says() {
        QFETCH(QString, file);
        const std::string text = file_text("accepted/" + file);
        const std::vector<double> wanted = wanted_of(text);
        QVERIFY(!wanted.empty());
        for (const bool traced : {false, true}) {
            RunOptions options;
            options.traced = traced;
            options.block = 128;
            const auto ran = run_text(text, options);
            QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
            QVERIFY2(ran->findings.empty(), ran->findings.empty() ? "" : ran->findings.front().sentence.c_str());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                QVERIFY2(ran->y[i] == wanted[i],
                         qPrintable(QString("y[%1] is %2, not %3").arg(i).arg(ran->y[i]).arg(wanted[i], 0, 'g', 19)));
        }
    }

    void each_public_kernel_is_understood_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(WARPLOOM_SIMT_DATA "/public")).entryList({"*.cu"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 30);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << file;
    }
    void each_public_kernel_is_understood() {
        QFETCH(QString, file);
        const auto translation = simt::translate("public.cu", file_text("public/" + file));
        QString said;
        for (const auto& each : translation.refusals)
            said += QString("%1:%2 %3\n").arg(each.line).arg(each.column).arg(QString::fromStdString(each.sentence));
        QVERIFY2(translation.program != nullptr, qPrintable(said));
        QVERIFY(simt::violations_of(*translation.program).empty());
    }

    void what_is_left_of_a_text_for_a_gpu_is_what_it_says_too() {
        const auto translation =
            simt::translate("a.cu", std::string(simt::byte_order_mark) + file_text("accepted/joined_lines.cu"));
        const std::string device = simt::device_text(*translation.program);

        QVERIFY2(device.rfind("// y:", 0) == 0, device.c_str()); // the byte order mark is removed
        QVERIFY(device.find("void run") == std::string::npos);
        QVERIFY(device.find("#define SUM(a, b) \\\n    ((a) + \\\n     (b))\n") != std::string::npos);
    }
    void a_directive_of_several_lines_inside_of_run_is_left_whole_for_the_gpu() {
        const auto translation = simt::translate(
            "a.cu", "void run(int rows, double* y) {\n#define LARGE(n) \\\n    ((n) > 2)\n    int n = 0;\n}\n"
                    "__global__ void k(double* y) { y[0] = LARGE(3); }\n");
        QVERIFY(translation.program != nullptr);
        QVERIFY(simt::device_text(*translation.program).find("#define LARGE(n) \\\n    ((n) > 2)\n") !=
                std::string::npos);
    }

    void places_behind_a_joined_line_and_a_mark_are_those_of_the_file() {
        const auto translation = simt::translate(
            "a.cu", std::string(simt::byte_order_mark) + "__global__ void k(double* y) { // \\\n goes on\n"
                                                         "    y[0] = 1 \\\n  + wrong;\n}\nvoid run(double* y) {}\n");
        QCOMPARE(translation.refusals.size(), std::size_t{1});
        QCOMPARE(translation.refusals[0].line, 4);
        QCOMPARE(translation.refusals[0].column, 5);
        const auto first =
            simt::translate("a.cu", std::string(simt::byte_order_mark) + "wrong\nvoid run(double* y) {}\n");
        QCOMPARE(first.refusals[0].column, 1);
    }

    void a_launch_of_more_threads_than_its_bounds_allow_is_an_error_with_its_line() {
        const auto said = [](const std::string& bounds, const std::string& threads) {
            try {
                run_text(launch_of(bounds, threads));
            } catch (const Error& error) { return error.code() + " " + error.what(); }
            return std::string("taken");
        };
        QCOMPARE(said("__launch_bounds__(32)", "32"), std::string("taken"));
        QCOMPARE(said("__launch_bounds__(32)", "33"),
                 std::string("kernel.launch test.cu:3:5: Kernel k is launched with 33 threads per block, but its "
                             "__launch_bounds__ allow at most 32."));
        QCOMPARE(said("__launch_bounds__(32, 2)", "dim3(8, 8)").substr(0, 40),
                 std::string("kernel.launch test.cu:3:5: Kernel k is l"));
        QCOMPARE(said("__maxnreg__(32)", "64"), std::string("taken"));
    }

    void a_shift_by_more_than_the_width_gives_what_a_card_gives_and_is_found() {
        const std::string body = "if (threadIdx.x > 0) return;\n    int by = 33 + in[0], less = -1 + in[0];\n"
                                 "    y[0] = 1 << by; y[1] = -8 >> by; y[2] = 8u >> by; y[3] = 1LL << (by + 40);\n"
                                 "    y[4] = -8LL >> (by + 40); y[5] = 8ull >> (by + 40); y[6] = 5 << less;\n"
                                 "    y[7] = -5 >> less; y[8] = 1LL << by;\n"
                                 "    y[9] = 1 << 32;\n    y[10] = -8 >> 40;";
        RunOptions options;
        for (const bool traced : {false, true}) {
            options.traced = traced;
            const auto ran = run_text(kernel_text("", body), options);
            QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
            const std::vector<double> wanted{0, -1, 0, 0, -1, 0, 0, -1, 8589934592.0, 0, -1};
            QCOMPARE(std::vector<double>(ran->y.begin(), ran->y.begin() + 11), wanted);
            for (const int line : {5, 6, 7, 8, 9})
                QCOMPARE(ran->has(simulated::Finding::Kind::integer_overflow, line), traced);
        }
    }

    void a_void_result_is_refused_where_it_is_a_value() {
        const auto refusal_of = [](const std::string& body) { return run_text(kernel_text("", body))->refusal; };
        QCOMPARE(refusal_of("return rows;"), std::string("3:8 A kernel cannot return a value."));
        QCOMPARE(refusal_of("return static_cast<void>(rows);"), std::string());
    }
};

WARPLOOM_TEST(SimtAcceptedTest);

#include "simt_accepted_test.moc"
