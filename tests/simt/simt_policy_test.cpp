#include "engine/simt/machine/launch_policy.h"
#include "engine/simt/program_impl.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::simt::test;
using simt::BlockSchedule;
using simt::RecordingRules;

// Execution policies of launches, and checks that are enabled individually.

namespace {

std::string policy_text(const std::string& body, RecordingRules rules = {}, bool is_repeated = false) {
    if (rules.host_threads == 0) rules.host_threads = 2; // also on a single-core machine
    const auto translation = simt::translate("test.cu", kernel_text("", body));
    if (translation.program == nullptr) return translation.refusals.front().sentence;
    const auto policy = simt::policy_of(translation.program->half(true).translated->kernels.front(), rules);
    return simt::to_text(is_repeated ? simt::repeated(policy) : policy);
}

const std::string all_checks = "; checks: memory races initialization synchronization";

/// At least one error per check: an out-of-bounds access, a race, two uninitialized reads, a mask that includes lanes
/// in another branch, and a divergent barrier.
const std::string mistakes = "__shared__ double s[64];\n"
                             "y[threadIdx.x + (in[0] == 0 ? 60 : 0)] = 1;\n"
                             "y[threadIdx.x / 2] = in[threadIdx.x];\n"
                             "if (s[threadIdx.x] == 3) y[1] = 2;\n"
                             "double late; if (in[0] > 1000000) late = 1;\n"
                             "if (late == 3) y[3] = 2;\n"
                             "if (threadIdx.x % 2 == 0) y[4] = __shfl_sync(0xffffffff, 1, 0);\n"
                             "if (threadIdx.x % 2 == 0) __syncthreads();";

QStringList found_by(const simt::Checks& checks) {
    RunOptions options;
    options.traced = true;
    options.checks = checks;
    QStringList kinds;
    const auto ran = run_text(kernel_text("", mistakes), options);
    for (const auto& finding : ran->findings) kinds << QString::fromLatin1(to_string(finding.kind));
    kinds.removeDuplicates();
    kinds.sort();
    return kinds;
}

} // namespace

class SimtPolicyTest : public QObject {
    Q_OBJECT
private slots:
    void the_policy_of_a_launch_can_be_printed_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* body, const std::string& text) {
            QTest::newRow(name) << QString::fromLatin1(body) << QString::fromStdString(text);
        };
        row("plain", "y[threadIdx.x] = 1;", "blocks: independent" + all_checks);
        row("read-only loads", "y[threadIdx.x] = __ldg(&in[0]);",
            "blocks: independent" + all_checks + "; considers: read-only-loads");
        row("sums", "atomicAdd(&y[0], 1.0);", "blocks: one by one; runs: alone" + all_checks + "; considers: atomics");
        row("sums behind a fence", "__threadfence(); atomicAdd(&y[0], 1.0);",
            "blocks: one by one; runs: alone" + all_checks + "; considers: atomics flags");
        row("exchanges", "atomicExch((int*)&y[0], 1);",
            "blocks: one by one; runs: alone" + all_checks + "; considers: atomics guesses");
        row("flags", "while (((volatile int*)y)[0] == 0) {} __threadfence();",
            "blocks: ahead; runs: alone" + all_checks + "; considers: atomics flags");
        row("flags of atomics", "while (atomicAdd((int*)y, 0) == 0) {}",
            "blocks: ascending; runs: alone may-stand-still" + all_checks + "; considers: atomics flags");
    }
    void the_policy_of_a_launch_can_be_printed() {
        QFETCH(QString, body);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(policy_text(body.toStdString())), text);
    }
    void the_rules_of_the_recorder_decide_too() {
        const std::string flags = "while (((volatile int*)y)[0] == 0) {}";
        RecordingRules rules;
        rules.schedule = BlockSchedule::random;
        QCOMPARE(policy_text(flags, rules),
                 "blocks: ascending; runs: scheduled alone" + all_checks + "; considers: atomics");
        rules = {};
        rules.host_threads = 1;
        rules.compares_values = true;
        rules.checks = {true, false, false, false};
        QCOMPARE(policy_text("y[threadIdx.x] = 1;", rules),
                 std::string("blocks: independent; runs: alone; checks: memory; considers: same-values"));
        QCOMPARE(policy_text("__threadfence(); " + flags, {}, true),
                 "blocks: ahead; runs: alone repeated" + all_checks + "; considers: atomics");
    }
    void each_check_can_be_switched_on_and_off_data() {
        QTest::addColumn<bool>("memory");
        QTest::addColumn<bool>("races");
        QTest::addColumn<bool>("initialization");
        QTest::addColumn<bool>("synchronization");
        for (int enabled = 0; enabled < 16; ++enabled)
            QTest::addRow("%d%d%d%d", enabled & 1, enabled >> 1 & 1, enabled >> 2 & 1, enabled >> 3)
                << ((enabled & 1) != 0) << ((enabled & 2) != 0) << ((enabled & 4) != 0) << ((enabled & 8) != 0);
    }
    void each_check_can_be_switched_on_and_off() {
        QFETCH(bool, memory);
        QFETCH(bool, races);
        QFETCH(bool, initialization);
        QFETCH(bool, synchronization);
        QStringList expected;
        if (synchronization)
            expected << "absent-mask"
                     << "divergent-meeting";
        if (races) expected << "global-race";
        if (memory) expected << "out-of-bounds";
        if (initialization)
            expected << "unset-value"
                     << "unwritten-shared";
        QCOMPARE(found_by({memory, races, initialization, synchronization}), expected);
    }
};

WARPLOOM_TEST(SimtPolicyTest);

#include "simt_policy_test.moc"
