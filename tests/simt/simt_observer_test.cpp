#include "engine/simt/code/schema.h"
#include "engine/simt/machine/instruction_observer.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <set>

using namespace warploom;
using namespace warploom::simt::test;

// An instruction observer must be able to reconstruct everything that a warp computes.

namespace {

/// Adds the registers that an instruction writes.
void add_results(const simt::Code& code, std::uint32_t pc, std::set<std::uint32_t>& results) {
    using simt::Operand;
    const simt::Instruction& i = code.instructions[pc];
    const auto add = [&](std::uint32_t unit, int units) {
        if (unit == simt::no_register) return;
        for (int n = 0; n < units; ++n) results.insert(unit + static_cast<std::uint32_t>(n));
    };
    if (i.op == simt::Op::load || i.op == simt::Op::atomic || i.op == simt::Op::shuffle) {
        const simt::MemoryAccess& access = code.accesses[i.a];
        add(i.op == simt::Op::load ? access.value : access.result, std::max(access.bytes / 4, access.numbers));
        return;
    }
    if (i.op == simt::Op::store_local) {
        const simt::LocalArray& array = code.locals[static_cast<std::size_t>(i.imm)];
        return add(i.b, static_cast<int>(array.count * array.stride));
    }
    if (i.op == simt::Op::load_local) return add(i.a, 2);
    if (i.op == simt::Op::unset) return add(i.a, static_cast<int>(i.c));
    const Operand a = simt::schema_of(i.op).a;
    if (a == Operand::result64) add(i.a, 2);
    if (a == Operand::result32 || a == Operand::optional_result) add(i.a, 1);
}

/// Compares the registers of a block with a single warp before and after each instruction.
class ChangeObserver final : public simt::InstructionObserver {
public:
    int instructions = 0, changes = 0;
    std::vector<std::string> unexplained;

    void begin_block(const simt::LaunchPlan&, std::int64_t, const std::vector<simt::Warp>&,
                     const std::vector<simt::Object>&) override {}
    void executed(const simt::ExecutedInstruction& instruction) override {
        const auto& [code, block, warp, pc, active, access, object] = instruction;
        ++instructions;
        const std::size_t bytes = code.units * simt::register_bytes;
        const std::vector<std::byte> now(warp.frame, warp.frame + bytes);
        if (block == block_) {
            std::set<std::uint32_t> results;
            add_results(code, pc, results);
            if (code.instructions[pc].op == simt::Op::load && warp.pc == pc + 2) add_results(code, pc + 1, results);
            for (std::uint32_t unit = 0; unit < code.units; ++unit) {
                const std::size_t at = unit * simt::register_bytes;
                if (std::memcmp(before_.data() + at, now.data() + at, simt::register_bytes) == 0) continue;
                ++changes;
                if (!results.contains(unit)) unexplained.push_back(simt::mnemonic(code.instructions[pc].op));
            }
        }
        block_ = block;
        before_ = now;
    }

private:
    std::int64_t block_ = -1;
    std::vector<std::byte> before_;
};

} // namespace

class SimtObserverTest : public QObject {
    Q_OBJECT
private slots:
    void every_change_of_a_register_is_told_data() {
        QTest::addColumn<QString>("body");
        QTest::newRow("sums") << "double s = 0; for (int k = 0; k < 5; ++k) s += in[k] * y[threadIdx.x]; y[0] = s;";
        QTest::newRow("branches") << "if (threadIdx.x % 3 == 0) y[threadIdx.x] = 1; else { int n = 0; "
                                     "while (n < (int)threadIdx.x) n += 2; y[threadIdx.x] = n; }";
        QTest::newRow("local arrays") << "int v[4] = {1, 2, 3, 4}; v[threadIdx.x % 4] += 1; "
                                         "y[threadIdx.x] = v[(threadIdx.x + 1) % 4] + v[2];";
        QTest::newRow("warp functions") << "int sum = in[threadIdx.x]; for (int d = 16; d > 0; d /= 2) "
                                           "sum += __shfl_xor_sync(0xffffffff, sum, d); "
                                           "y[threadIdx.x] = sum + __popc(__ballot_sync(0xffffffff, sum > 3));";
        QTest::newRow("atomics") << "double old = atomicAdd(&y[0], 2.0); y[threadIdx.x + 1 < 32 ? threadIdx.x + 1 : 1] "
                                    "= old > 3 ? 1 : 2;";
        QTest::newRow("uninitialized") << "double d; if (threadIdx.x > 90) d = 1; y[threadIdx.x] = in[0] > 90 ? d : 2;";
    }
    void every_change_of_a_register_is_told() {
        QFETCH(QString, body);
        RunOptions options;
        options.rows = options.block = 32;
        options.traced = true;
        const auto plain = run_text(kernel_text("", body.toStdString()), options);
        QCOMPARE(plain->refusal, std::string());
        ChangeObserver observer;
        options.instructions = &observer;
        const auto ran = run_text(kernel_text("", body.toStdString()), options);
        QVERIFY2(observer.unexplained.empty(), observer.unexplained.empty() ? "" : observer.unexplained[0].c_str());
        QVERIFY(observer.instructions > 5 && observer.changes > 3);
        // Observing must not change the results, findings, or steps.
        QCOMPARE(ran->y, plain->y);
        QCOMPARE(ran->findings.size(), plain->findings.size());
        const auto plain_steps = plain->steps.all(), ran_steps = ran->steps.all();
        QCOMPARE(ran_steps.size(), plain_steps.size());
        for (std::size_t s = 0; s < plain_steps.size(); ++s) {
            const auto &a = plain_steps[s].step, &b = ran_steps[s].step;
            QVERIFY(a.site == b.site && a.active == b.active && a.flops == b.flops && a.index == b.index);
        }
    }
};

WARPLOOM_TEST(SimtObserverTest);

#include "simt_observer_test.moc"
