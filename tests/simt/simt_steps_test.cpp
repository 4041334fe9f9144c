#include "random_programs.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <bit>

using namespace warploom;
using namespace warploom::simt::test;

// Which lanes of a warp execute together: expected results for four lanes are derived by hand; random programs are
// compared with a minimal reference interpreter. Findings must not depend on the order in which warps and blocks run.

namespace {

/// Runs a kernel with four lanes and arrays a, b, c and d of eight numbers each: 10 to 17, and so on.
std::shared_ptr<Ran> drawn(const std::string& body, const std::string& before = {}) {
    RunOptions options;
    options.traced = true;
    return run_text(before +
                        "__global__ void k(const int* in, double* y) {\n"
                        "    const int *a = in, *b = in + 8, *c = in + 16, *d = in + 24;\n"
                        "    const int lane = threadIdx.x;\n    int v = 0;\n" +
                        body + "\n}\nvoid run(const int* in, double* y) { k<<<1, 4>>>(in, y); }\n",
                    options);
}

/// Returns "a 0123, b 0": the accessed arrays (or barriers) with the active lanes.
QString picture_of(const Ran& ran) {
    QStringList parts;
    if (!ran.refusal.empty()) parts << QString::fromStdString(ran.refusal);
    for (const auto& seen : ran.steps.all()) {
        const auto& site = ran.tracer->sites()[static_cast<std::size_t>(seen.step.site)];
        const auto first = static_cast<std::size_t>(std::countr_zero(seen.step.active));
        QString part = site.array < 0 ? simulated::to_string(site.access)
                       : site.access == simulated::Access::store
                           ? "y"
                           : QString(QChar(static_cast<char>('a' + seen.step.index[first] / 8)));
        part += ' ';
        for (int lane = 0; lane < 32; ++lane)
            if ((seen.step.active >> lane & 1u) != 0) part += QString::number(lane);
        parts << part;
    }
    return parts.join(", ");
}

} // namespace

class SimtStepsTest : public QObject {
    Q_OBJECT
private slots:
    void lanes_go_together_as_drawn_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("picture");
        const auto row = [](const char* name, const char* body, const char* picture) {
            QTest::newRow(name) << body << picture;
        };
        row("they meet again after a branch",
            "v = a[lane]; if (lane < 1) v += b[lane]; else if (lane < 3) v += c[lane]; v += d[lane]; y[lane] = v;",
            "a 0123, b 0, c 12, d 0123, y 0123");
        row("they meet again after a loop", "for (int k = 0; k < lane; ++k) v += a[k]; v += b[lane]; y[lane] = v;",
            "a 123, a 23, a 3, b 0123, y 0123");
        row("those of different turns never go together",
            "for (int k = 0; k < 4; ++k) if (k % 2 == lane % 2) v += a[k]; y[lane] = v;",
            "a 02, a 13, a 02, a 13, y 0123");
        row("one that continues waits for the end of the turn",
            "for (int k = 0; k < 2; ++k) { v += a[k]; if (lane == 1 && k == 0) continue; v += b[k]; } y[lane] = v;",
            "a 0123, b 023, a 0123, b 0123, y 0123");
        row("those that break wait behind the loop",
            "for (int k = 0;; ++k) { v += a[k]; if (k == lane) { v += b[k]; break; } } v += c[lane]; y[lane] = v;",
            "a 0123, b 0, a 123, b 1, a 23, b 2, a 3, b 3, c 0123, y 0123");
        row("inner loops end together in each turn of the outer one",
            "for (int i = 0; i < 2; ++i) for (int k = 0; k < (lane + i) % 2 + 1; ++k) v += a[k]; "
            "v += b[lane]; y[lane] = v;",
            "a 0123, a 13, a 0123, a 02, b 0123, y 0123");
    }
    void lanes_go_together_as_drawn() {
        QFETCH(QString, body);
        QFETCH(QString, picture);
        QCOMPARE(picture_of(*drawn(body.toStdString())), picture);
    }
    void lanes_that_have_returned_are_not_waited_for() {
        // Lane 0 reads a[0], a[3], a[6], lane 1 a[1], a[4], a[7], lane 3 a[3] and a[6]. Lane 2 returns after its first
        // read.
        const auto ran = drawn("int k = lane; while (k < 8) { if (a[k] < 0) return; k += 3; if (lane == 2) return; } "
                               "y[lane] = b[lane];");
        QCOMPARE(picture_of(*ran), QString("a 0123, a 013, a 01, b 013, y 013"));
        const auto steps = ran->steps.all();
        QCOMPARE(steps[0].step.waiting, 0u);
        QCOMPARE(steps[1].step.waiting, 0u); // lane 2 has returned
        QCOMPARE(steps[2].step.waiting, 8u); // lane 3 has left the loop
        QCOMPARE(ran->y[2], -1.0);
    }
    void a_helper_stands_where_it_is_called() {
        const auto ran = drawn("v = d[lane];\n    v = outer(v, a, b);\n    if (lane == 0) v += c[0];\n    y[lane] = v;",
                               "__device__ int inner(int v) { return v + __shfl_xor_sync(0xf, v, 1); }\n"
                               "__device__ int middle(int v, const int* a) {\n    v = inner(v);\n"
                               "    return v + a[threadIdx.x];\n}\n"
                               "__device__ int outer(int v, const int* a, const int* b) {\n    v = middle(v, a);\n"
                               "    v = middle(v, b);\n    return inner(v);\n}\n");
        QCOMPARE(picture_of(*ran),
                 QString("d 0123, shuffle 0123, a 0123, shuffle 0123, b 0123, shuffle 0123, c 0, y 0123"));
        // Three shuffles on the same line of the helper are three sites: at call depths two and one.
        std::vector<int> lines, kernel_lines, shuffles;
        std::uint64_t last = 0;
        for (const auto& seen : ran->steps.all()) {
            const auto& site = ran->tracer->sites()[static_cast<std::size_t>(seen.step.site)];
            QVERIFY(site.position > last); // the steps are in source order
            last = site.position;
            lines.push_back(site.line);
            kernel_lines.push_back(site.kernel_line);
            if (site.access == simulated::Access::shuffle) shuffles.push_back(seen.step.site);
        }
        QCOMPARE(lines[1], 1);
        QCOMPARE(lines[3], 1);
        QCOMPARE(lines[5], 1);
        QCOMPARE(lines[2], 4);
        QCOMPARE(lines[4], 4);
        QVERIFY(shuffles[0] != shuffles[1] && shuffles[1] != shuffles[2]);
        for (std::size_t i = 1; i <= 5; ++i) QCOMPARE(kernel_lines[i], lines[0] + 1); // the call to `outer`
        QCOMPARE(kernel_lines[6], lines[0] + 2);
    }
    void random_programs_run_as_on_a_mask_machine() {
        int divergent = 0;
        std::size_t most_steps = 0;
        for (std::uint64_t seed = 1; seed <= 500; ++seed) {
            Random random(seed);
            Program program;
            program.seed = seed;
            int number = 0;
            program.block = draw_block(random, 4, 0, number);
            if (number > 250) continue;
            MaskMachine machine(program);
            machine.run(program.block, 0xffffffffu);

            RunOptions options;
            options.traced = true;
            options.rows = 256;
            const std::string text = ProgramText(program).text();
            const auto ran = run_text(text, options);
            QCOMPARE(ran->refusal, std::string());
            std::vector<std::pair<int, std::uint32_t>> steps;
            for (const auto& seen : ran->steps.all()) {
                const auto& site = ran->tracer->sites()[static_cast<std::size_t>(seen.step.site)];
                if (site.access != simulated::Access::load) continue;
                const auto first = static_cast<std::size_t>(std::countr_zero(seen.step.active));
                steps.emplace_back(static_cast<int>(seen.step.index[first]), seen.step.active);
                divergent += seen.step.active != 0xffffffffu;
            }
            most_steps = std::max(most_steps, steps.size());
            QVERIFY2(steps == machine.steps, text.c_str());
        }
        QVERIFY(divergent > 1500); // the programs must diverge often enough
        QVERIFY(most_steps > 100);
    }
    void findings_do_not_depend_on_the_order_of_warps_nor_on_host_threads() {
        const std::string text =
            kernel_text("", "const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "if (blockIdx.x % 4 == 1 && threadIdx.x >= 80 && threadIdx.x < 96) return;\n"
                            "y[i] = __shfl_sync(0xffffffff, threadIdx.x % 32, 20);");
        for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
            RunOptions options;
            options.traced = true;
            options.rows = 16 * 128;
            options.block = 128;
            options.seed = seed;
            options.multiprocessors = seed == 0 ? 1 : 4;
            const auto ran = run_text(text, options);
            QCOMPARE(ran->findings.size(), std::size_t{1});
            const auto& finding = ran->findings.front();
            QCOMPARE(finding.block, std::int64_t{1}); // the first of four blocks
            QCOMPARE(finding.warp, 2);
            QCOMPARE(finding.lanes, 0xffffu);
            QCOMPARE(finding.times, std::int64_t{4});
            for (int i = 0; i < options.rows; ++i)
                if (i / 128 % 4 != 1) QCOMPARE(ran->y[static_cast<std::size_t>(i)], 20.0);
        }
    }
};

WARPLOOM_TEST(SimtStepsTest);

#include "simt_steps_test.moc"
