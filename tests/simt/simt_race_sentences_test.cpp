#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::simt::test;

// Race messages must give the thread and line of both accesses, and advice that fixes the race.

class SimtRaceSentencesTest : public QObject {
    Q_OBJECT

    /// Returns the messages for a block of two warps. The body starts at line 3.
    static QString sentences_of(const char* body) {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(kernel_text("", body), options);
        QString all = QString::fromStdString(ran->refusal);
        for (const auto& finding : ran->findings) all += QString::fromStdString(finding.sentence + "\n");
        return all;
    }
    static void verify_says(const QString& all, std::initializer_list<const char*> parts) {
        for (const char* part : parts)
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + ": " + all));
    }

private slots:
    void a_read_names_the_write_before_it() {
        const QString all =
            sentences_of("__shared__ double s[64]; int t = threadIdx.x;\ns[t] = t;\n\ny[t] = s[63 - t];");
        verify_says(
            all,
            {"line 6, block 0, all 32 lanes of warp 0: Data race on element 63 of s and others: read here, write by "
             "thread 63 (lane 31 of warp 1) on line 4. There is no barrier between the two accesses.",
             "Call __syncthreads() between the two"});
    }
    void a_write_names_the_read_before_it() {
        const QString all = sentences_of("__shared__ double s[64]; int t = threadIdx.x;\ns[t] = t; __syncthreads();\n"
                                         "y[t] = s[63 - t];\ns[t] = 2;");
        verify_says(all,
                    {"line 6, block 0,", " write here, read by thread ", " on line 5. There is no barrier between"});
    }
    void a_write_of_an_earlier_interval_is_not_named() {
        const QString all =
            sentences_of("__shared__ double s[64]; int t = threadIdx.x;\ns[t] = t;\n__syncthreads();\ns[t] = 2;\n"
                         "y[t] = s[63 - t];");
        verify_says(all, {" write by thread ", " on line 6. There is no barrier"});
        QVERIFY2(!all.contains(QStringLiteral("line 4")), qPrintable(all));
    }
    void a_barrier_behind_a_sum_does_not_make_it_atomic() {
        const QString all = sentences_of("int t = threadIdx.x;\nif (t == 0) y[0] = 0;\n__syncthreads();\n"
                                         "y[0] = y[0] + in[t];\n__syncthreads();");
        verify_says(all, {"line 6", "updates are lost. A barrier does not help.", "atomicAdd"});
        QVERIFY2(!all.contains(QStringLiteral("__syncthreads()")), qPrintable(all));
    }
    void threads_that_write_one_element_in_one_line_are_told_that_no_barrier_helps() {
        const QString all = sentences_of("__shared__ int s[1]; int t = threadIdx.x;\ns[0] = t;\n__syncthreads();\n"
                                         "y[t] = s[0];");
        verify_says(all, {"line 4", "write here, write by thread ", " on line 4.", "A barrier does not help."});
        QVERIFY2(!all.contains(QStringLiteral("Call __syncthreads()")), qPrintable(all));
    }
    void lanes_of_one_warp_are_named_with_their_lines() {
        const QString all =
            sentences_of("__shared__ double s[64]; int t = threadIdx.x;\ns[t] = t;\n\ny[t] = s[t ^ 1];");
        verify_says(
            all, {"line 6", "write by thread 1 (lane 1 of warp 0) on line 4. There is no __syncwarp() for both lanes"});
    }
    void a_global_element_has_both_ends_too() {
        const QString all = sentences_of("int t = threadIdx.x;\ny[t] = 1;\n\nif (t == 0) y[40] = y[41];");
        verify_says(
            all,
            {"line 6", "write by thread 41 (lane 9 of warp 1) on line 4. The order of the two accesses is undefined."});
    }
};

WARPLOOM_TEST(SimtRaceSentencesTest);

#include "simt_race_sentences_test.moc"
