// The interface for other programs (engine/embedded/simt.h): error messages, findings, printf output, and counts.
#include "engine/embedded/simt.h"
#include "support/runner.h"

#include <QTest>

using warploom::embedded::Kernel;

namespace {

const std::string whole = "template <typename T> __global__ void k(int n, const T* x, T* y) {\n"
                          "    const int i = threadIdx.x;\n"
                          "    if (i < n) y[i] = x[i] + 1;\n"
                          "    if (i == 0) printf(\"%d numbers\\n\", n);\n"
                          "}\n"
                          "template <typename T> void run(int n, const T* x, T* y) { k<<<1, 64>>>(n, x, y); }\n";

} // namespace

class EmbeddedTest : public QObject {
    Q_OBJECT

private slots:
    void a_right_text_computes_prints_and_is_counted() {
        const Kernel kernel(whole);
        const std::vector<double> x(40, 1.0);
        std::vector<double> y(40, 0.0);

        const auto outcome = kernel.run({{"x", x}, {"y", y}}, {{"n", 40}});

        QVERIFY(kernel.refusals().empty() && outcome.refusals.empty() && outcome.findings.empty());
        QCOMPARE(y, std::vector<double>(40, 2.0));
        QCOMPARE(outcome.printed, std::string("40 numbers\n"));
        QCOMPARE(outcome.counts.size(), std::size_t{2});
        const auto& load = outcome.counts[0];
        QCOMPARE(load.access + " " + load.array, std::string("load x"));
        QCOMPARE(load.line, 3);
        QCOMPARE(load.warp_instructions, std::int64_t{2});
        QCOMPARE(load.lane_accesses, std::int64_t{40});
        QCOMPARE(load.divergent, std::int64_t{1});
        QCOMPARE(load.transactions, std::int64_t{10}); // of 32 bytes: 40 doubles
        QCOMPARE(load.bytes_used, std::int64_t{320});
    }

    void the_precision_is_that_of_the_arrays() {
        const std::vector<float> x(40, 1.0f);
        std::vector<float> y(40, 0.0f);
        const auto outcome = Kernel(whole).run({{"x", x}, {"y", y}}, {{"n", 40}});
        QVERIFY(outcome.refusals.empty());
        QCOMPARE(y, std::vector<float>(40, 2.0f));
        QCOMPARE(outcome.counts.at(0).transactions, std::int64_t{5});
    }

    void the_rules_are_those_of_the_card() {
        const std::vector<float> x(32, 1.0f);
        std::vector<float> y(32, 0.0f);
        const auto transactions = [&](const char* card) {
            warploom::embedded::Options options;
            options.card = card;
            return Kernel(whole).run({{"x", x}, {"y", y}}, {{"n", 32}}, options).counts.at(0).transactions;
        };
        QCOMPARE(transactions("h200"), std::int64_t{4});   // 32-byte sectors
        QCOMPARE(transactions("c2075"), std::int64_t{1});  // a 128-byte line
        QCOMPARE(transactions("gtx295"), std::int64_t{2}); // a 64-byte segment per half-warp
    }

    void a_text_that_is_not_understood_is_refused_with_its_place() {
        const Kernel kernel("void run(int n) { return n }\n");
        QCOMPARE(kernel.refusals().empty(), false);
        QCOMPARE(kernel.refusals().front().line, 1);
        QVERIFY(kernel.refusals().front().column > 1);
        QCOMPARE(kernel.run({}, {}).refusals.size(), kernel.refusals().size());
    }

    void what_cannot_run_is_a_sentence_and_no_exception() {
        std::vector<double> y(4);
        const Kernel kernel(whole);
        const auto nameless = kernel.run({{"y", y}}, {{"n", 4}});
        QCOMPARE(nameless.refusals.size(), std::size_t{1});
        QVERIFY(nameless.refusals.front().sentence.find("`x`") != std::string::npos);
        warploom::embedded::Options options;
        options.card = "none-such";
        const auto cardless = kernel.run({{"x", y}, {"y", y}}, {{"n", 4}}, options);
        QCOMPARE(cardless.refusals.size(), std::size_t{1});
        QVERIFY(cardless.refusals.front().sentence.find("none-such") != std::string::npos);
    }

    void what_is_const_is_not_written() {
        const std::vector<double> x(4), y(4);
        const auto outcome = Kernel(whole).run({{"x", x}, {"y", y}}, {{"n", 4}});
        QCOMPARE(outcome.refusals.size(), std::size_t{1});
        QVERIFY(outcome.refusals.front().sentence.find("cannot be modified") != std::string::npos);
    }

    void a_race_is_found() {
        std::vector<int> y(1);
        const Kernel kernel("__global__ void k(int* y) { y[0] = threadIdx.x; }\n"
                            "void run(int* y) { k<<<2, 32>>>(y); }\n",
                            "race.cu");
        const auto outcome = kernel.run({{"y", y}}, {});
        QVERIFY(outcome.refusals.empty());
        QVERIFY(!outcome.findings.empty());
        QCOMPARE(outcome.findings.front().kind, std::string("global-race"));
        QCOMPARE(outcome.findings.front().file, std::string("race.cu"));
        QCOMPARE(outcome.findings.front().line, 1);
    }
};

WARPLOOM_TEST(EmbeddedTest);
#include "embedded_test.moc"
