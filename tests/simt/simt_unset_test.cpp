#include "engine/error.h"
#include "engine/simt/program_impl.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <bit>
#include <string>

using namespace warploom;
using namespace warploom::simt::test;
using Kind = simulated::Finding::Kind;

// Uninitialized variables: reported where they affect a result, and only there.

namespace {

const char* const before = "struct Pair { double a; int b; };\n"
                           "__device__ double twice(double v) { return 2 * v; }\n"
                           "__device__ void add_to(double& sum, double v) { sum += v; }\n"
                           "__device__ double maybe(int i) { if (i < 40) return 1; }\n";

/// Returns the names of the reported variables without duplicates, and the number of lanes of the first report.
QString told(const std::string& body, bool traced) {
    RunOptions options;
    options.traced = traced;
    const auto ran = run_text(kernel_text(before, "const int i = threadIdx.x;\n" + body), options);
    if (!ran->refusal.empty()) return QString::fromStdString("refused: " + ran->refusal);
    QStringList names;
    for (const auto& finding : ran->findings) {
        if (finding.kind != Kind::unset_value) return QString::fromStdString("another: " + finding.sentence);
        const std::size_t from = finding.sentence.find('`') + 1, to = finding.sentence.find('`', from);
        const QString name = QString::fromStdString(finding.sentence.substr(from, to - from));
        if (!names.contains(name)) names.append(name);
    }
    return names.join(QLatin1Char(' '));
}

} // namespace

class SimtUnsetTest : public QObject {
    Q_OBJECT

private slots:
    void a_value_that_was_never_given_is_told_where_it_decides_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* name, const char* body, const char* names) {
            QTest::newRow(name) << QByteArray(body) << QString::fromLatin1(names);
        };
        // Uses that affect a result:
        row("stored", "double s; y[i] = s;", "s");
        row("a sum", "double s; for (int k = 0; k < 5; ++k) s += in[k]; y[i] = s;", "s");
        row("a sum over an unknown number", "double s; for (int k = 0; k < in[i]; ++k) s += in[k]; y[i] = s;", "s");
        row("a copy of a copy", "double s; double t = s; double u = t; y[i] = u;", "s");
        row("a condition", "int c; double v = 1; if (c > 3) v = 2; y[i] = v;", "c");
        row("a loop's end", "int n; double v = 0; for (int k = 0; k < n && k < 3; ++k) v += 1; y[i] = v;", "n");
        row("a switch", "int c; double v = 0; switch (c) { case 1: v = 2; break; default: v = 3; } y[i] = v;", "c");
        row("an index", "int k; double v = in[k & 3]; y[i] = v;", "k");
        row("an address to write", "int k; y[(i + k + 1) & 63] = 1;", "k");
        row("an atomic", "double s; atomicAdd(&y[i], s);", "s");
        row("shared memory", "__shared__ double t[64]; double s; t[i] = s; y[i] = t[i];", "s");
        row("printed", "int c; printf(\"%d\", c); y[i] = 1;", "c");
        row("asserted", "int c; assert(c < 3 || c > 2); y[i] = 1;", "c");
        row("a shuffle", "double s; double t = __shfl_xor_sync(0xffffffff, s, 1); y[i] = t;", "s");
        row("a vote", "int c; y[i] = __ballot_sync(0xffffffff, c) == 0;", "c");
        row("an element", "double v[4]; v[0] = 1; v[2] = 1; y[i] = v[0] + v[1];", "v[1]");
        row("an element by number", "double v[4]; v[0] = 1; y[i] = v[in[0] + (i & 3)];", "v[1]");
        row("a member", "Pair p; p.a = 1; y[i] = p.a + p.b;", "p.b");
        row("a member of a copy", "Pair p; p.a = 1; Pair q = p; y[i] = q.b;", "p.b");
        row("in one branch only", "double v; if (in[i] > 8) v = 1; y[i] = v;", "v");
        row("through a function", "double s; y[i] = twice(s);", "s");
        row("by reference", "double s; add_to(s, 1); y[i] = s;", "s");
        row("no return", "y[i] = maybe(i);", "maybe");
        row("chosen", "double s; y[i] = in[i] > 8 ? s : 1.0;", "s");
        row("the test of a choice", "int c; y[i] = c > 0 ? 2.0 : 1.0;", "c");
        row("the greater one", "int c; y[i] = max(c, 3);", "c");
        row("fresh in each turn",
            "double r = 0; for (int k = 0; k < in[1] + 2; ++k) { double t; if (k == 0) t = 1; r += t; } y[i] = r;",
            "t");
        // Uses that do not:
        row("given on both ways", "double v; if (in[i] > 8) v = 1; else v = 2; y[i] = v;", "");
        row("given in the loop's head", "int k; double v = 0; for (k = 0; k < 4; ++k) v += in[k]; y[i] = v;", "");
        row("used by the lanes that have it",
            "double v; bool ok = in[i] > 8; if (ok) v = in[i]; y[i] = 0; if (ok) y[i] = v;", "");
        row("never used", "double v; double w = v; y[i] = 1;", "");
        row("copied whole, used in part", "Pair p; p.a = 1; Pair q = p; y[i] = q.a;", "");
        row("a list", "double v[4] = {}; y[i] = v[i & 3];", "");
        row("each element in a loop", "double v[4]; for (int k = 0; k < 4; ++k) v[k] = k; y[i] = v[i & 3];", "");
        row("a left side decides alone", "int c; bool ok = in[i] > 8; if (ok) c = 1; y[i] = ok && c == 1;", "");
        row("each case gives it", "double v; switch (in[i] & 1) { case 0: v = 1; break; default: v = 2; } y[i] = v;",
            "");
        row("given before it is left", "double v; for (;;) { v = in[i]; if (v >= 0) break; } y[i] = v;", "");
        row("chosen by what has it", "double v; bool ok = in[i] > 8; if (ok) v = 1; y[i] = ok ? v : 0.0;", "");
        row("given to a reference", "double s = 0; add_to(s, 1); y[i] = s;", "");
    }
    void a_value_that_was_never_given_is_told_where_it_decides() {
        QFETCH(QByteArray, body);
        QFETCH(QString, names);
        QCOMPARE(told(body.toStdString(), true), names);
    }
    void the_sentence_has_line_lanes_and_what_to_write() {
        RunOptions options;
        options.traced = true;
        const auto ran =
            run_text(kernel_text("", "const int i = threadIdx.x;\ndouble s;\nif (i < 3) s = 1;\ny[i] = s;"), options);
        QVERIFY(ran->has(Kind::unset_value, 6));
        QCOMPARE(ran->findings.front().lanes, 0xfffffff8u);
        QVERIFY2(ran->findings.front().sentence.find("Initialize it on line 4: `double s = 0;`") != std::string::npos,
                 ran->findings.front().sentence.c_str());
    }
    void a_run_without_a_trace_ends_with_the_sentence() {
        try {
            run_text(kernel_text("", "double s;\ny[threadIdx.x] = s;"));
            QFAIL("it ran");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.fault"));
            QVERIFY2(std::string(error.what()).find("`s` is used uninitialized") != std::string::npos, error.what());
        }
    }
    void a_number_of_the_host_is_told_too() {
        try {
            run_text("__global__ void k(double* y) { y[threadIdx.x] = 1; }\n"
                     "void run(double* y, int block) {\n    int grid;\n    k<<<grid, block>>>(y);\n}\n");
            QFAIL("it ran");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("`grid` is used uninitialized") != std::string::npos, error.what());
        }
    }
    void what_an_absent_lane_gives_is_told_where_it_decides_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("lane"); ///< the first lane that uses it; -1: no finding
        const auto row = [](const char* name, const char* body, int lane) { QTest::newRow(name) << body << lane; };
        row("a sum of 16 lanes, used by the first",
            "if (t < 16) {\nfor (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffff, v, d);\nif (t == 0) y[0] = v; "
            "}",
            -1);
        row("a sum of 16 lanes, used by the ninth",
            "if (t < 16) {\nfor (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffff, v, d);\nif (t == 8) y[0] = v; "
            "}",
            8);
        row("a sum of 32 lanes by 16",
            "if (t < 16) {\nfor (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffff, v, d);\nif (t == 0) y[0] = "
            "v; "
            "}",
            0);
        row("chosen by lanes that are asked",
            "if (t < 16) {\nint o = __shfl_down_sync(0xffff, v, 8);\ny[t] = t < 8 ? o : v; }", -1);
        row("within a width", "if (t < 16) {\nv = __shfl_down_sync(0xffff, v, 8, 16);\ny[t] = v; }", -1);
        row("a butterfly over the end", "if (t < 16) {\nv = __shfl_xor_sync(0xffff, v, 16);\ny[t] = v; }", 0);
        row("a lane that its mask does not name",
            "unsigned m = t < 16 ? 0xffff : 0xffff0000;\nv = __shfl_down_sync(m, v, 8);\ny[t] = v;", 8);
        row("a lane that its mask does not name, unused",
            "unsigned m = t < 16 ? 0xffff : 0xffff0000;\nv = __shfl_down_sync(m, v, 8);\nif (t % 16 < 8) y[t] = v;",
            -1);
        row("an index", "if (t < 16) {\nv = __shfl_sync(0xffff, v, 20);\nif (t == 3) y[v] = 1; }", 3);
    }
    void what_an_absent_lane_gives_is_told_where_it_decides() {
        QFETCH(QString, body);
        QFETCH(int, lane);
        RunOptions options;
        options.traced = true;
        const std::string begin = "const int t = threadIdx.x; int v = t; if (t < 32) {\n";
        const auto ran = run_text(kernel_text("", begin + body.toStdString() + "\n}"), options);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->findings.empty(), lane < 0);
        if (lane < 0) return;
        const simulated::Finding& found = ran->findings.front();
        QVERIFY2(found.kind == Kind::absent_lane && found.line == 5, found.sentence.c_str());
        QCOMPARE(std::countr_zero(found.lanes), lane);
        QVERIFY2(found.sentence.find("It is used on line 6.") != std::string::npos, found.sentence.c_str());
    }
    void what_has_its_values_costs_nothing() {
        const auto translation = simt::translate(
            "test.cu", kernel_text("", "double s;\nif (in[0] > 3) s = 1; else s = 2;\ny[threadIdx.x] = s;"));
        QCOMPARE(translation.program->half(true).translated->kernels[0].shadows, 0u);
    }
};

WARPLOOM_TEST(SimtUnsetTest);

#include "simt_unset_test.moc"
