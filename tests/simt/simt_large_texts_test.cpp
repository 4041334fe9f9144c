#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "engine/simt/language/effort.h"
#include "fuzz/repeated.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace warploom;
using namespace warploom::simt::test;

// Sources of 200 KB and 1 MB, each generated from a few lines (tests/fuzz/repeated.h): chains, deep nesting, and
// multiplying constructs. The first line of a file gives the expected result for the 200 KB source.

class SimtLargeTextsTest : public QObject {
    Q_OBJECT
private slots:
    void each_text_is_answered_within_the_steps_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(WARPLOOM_SIMT_DATA "/large")).entryList({"*.cu"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 70);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << file;
    }
    void each_text_is_answered_within_the_steps() {
        QFETCH(QString, file);
        const std::string text = file_text("large/" + file);
        for (const std::size_t longest : {std::size_t{200'000}, std::size_t{1'000'000}}) {
            const auto translation =
                simt::translate("large.cu", fuzz::repeated(text, longest, longest == 200'000 ? 1 : 8));
            // The last step may consume as much as the length of all names in the source.
            QVERIFY2(translation.steps <= simt::CompileBudget::most + 1'000'000,
                     std::to_string(translation.steps).c_str());
            if (longest > 200'000) return;
            std::string said = "// taken";
            if (translation.program == nullptr) {
                const auto& first = translation.refusals.front();
                said = "// refused: " + std::to_string(first.line) + ":" + std::to_string(first.column) + " " +
                       first.sentence;
            }
            QCOMPARE(QString::fromStdString(said), QString::fromStdString(text.substr(0, text.find('\n'))));
        }
    }

    void a_chain_of_macros_takes_steps_like_its_length() {
        const auto steps = [](int length) {
            const std::string count = std::to_string(length);
            return simt::translate("a.cu", fuzz::repeated("@" + count + "`#define A$ A^\n`#define A" + count +
                                                              " 1\nvoid run(int rows) { int a = A0; }\n",
                                                          1'000'000))
                .steps;
        };
        const auto short_one = steps(1000), long_one = steps(10'000);
        QVERIFY2(long_one < 11 * short_one, std::to_string(long_one).c_str());
    }

    void real_code_is_far_from_the_bounds() {
        // 500 additions in one expression, 60 nested `?:`, 60 nested calls, 90 `else if`.
        const auto translation = simt::translate(
            "a.cu", fuzz::repeated("__device__ int f(int q) { return q + 1; }\n__global__ void k(int* y, int q) {\n"
                                   "    y[0] = q@500` + y[$] * q`;\n    y[1] = @60`q == $ ? y[$] : `2;\n    y[2] = "
                                   "@60`f(`q@60`)`;\n    if (q == 0) y[3] = 1;\n@90`    else if (q == $) y[3] = $;\n`"
                                   "}\nvoid run(int* y, int rows) { k<<<1, 1>>>(y, rows); }\n",
                                   1'000'000));
        QVERIFY2(translation.program != nullptr,
                 translation.refusals.empty() ? "" : translation.refusals.front().sentence.c_str());
        QVERIFY2(translation.steps < simt::CompileBudget::most / 50, std::to_string(translation.steps).c_str());
    }

    void whoever_asks_to_stop_is_heard_before_the_first_step() {
        const std::atomic<bool> asked{true};
        const StoppableLaunches stoppable(&asked);
        try {
            simt::translate("a.cu", "void run(int rows) {}");
            QFAIL("it was translated");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
    }
    void whoever_asks_to_stop_meanwhile_is_heard_within_100_ms() {
        const std::string text = fuzz::repeated(file_text("large/kernels_of_much_code.cu"), 1'000'000, 8);
        std::atomic<bool> asked{false};
        QElapsedTimer since;
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            since.start();
            asked = true;
        });
        std::string code;
        {
            const StoppableLaunches stoppable(&asked);
            try {
                simt::translate("a.cu", text);
            } catch (const Error& error) { code = error.code(); }
        }
        other.join();
        QCOMPARE(code, std::string("cancelled"));
        QVERIFY2(since.elapsed() < 100, std::to_string(since.elapsed()).c_str());
    }
};

WARPLOOM_TEST(SimtLargeTextsTest);

#include "simt_large_texts_test.moc"
