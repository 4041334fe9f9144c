// Tests of the operand table, and of the verifier and disassembler derived from it.
#include "engine/simt/code/schema.h"
#include "engine/simt/program_impl.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;

namespace {

const char* const scale = R"(template <typename T> __global__ void scale(int n, T factor, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] *= factor;
}
template <typename T> void run(int rows, T* y, int block) {
    scale<<<(rows + block - 1) / block, block>>>(rows, T(2), y);
}
)";

std::shared_ptr<const simt::Program> compiled(const char* source) {
    const simt::Translation translation = simt::translate("a.cu", source);
    return translation.program;
}

} // namespace

class SimtCodeTest : public QObject {
    Q_OBJECT

private slots:
    void a_listing_has_source_lines_registers_and_labels() {
        const std::string code = simt::disassembly_of(*compiled(scale), true);
        const auto has = [&](const char* line) {
            QVERIFY2(code.find(line) != std::string::npos, (std::string(line) + "\nis not in\n" + code).c_str());
        };
        has("scale<double>: ");
        has("; line 2: const int i = blockIdx.x * blockDim.x + threadIdx.x;");
        has("mul.u32 ");
        has("%ctaid.x, %ntid.x");
        has("; line 3: if (i < n) y[i] *= factor;");
        has("ld.f64 ");
        has("[y + ");
        has(" * 8]");
        has("if_begin ");
        has("end\n");
        QVERIFY(simt::disassembly_of(*compiled(scale), false).find("ld.f32 ") != std::string::npos);
    }

    void every_jump_has_its_label() {
        const std::string code = simt::disassembly_of(*compiled(scale), true);
        for (std::size_t at = code.find(", L"); at != std::string::npos; at = code.find(", L", at + 1)) {
            const std::string label = code.substr(at + 2, code.find_first_not_of("0123456789", at + 3) - at - 2);
            QVERIFY2(code.find("\n" + label + ":\n") != std::string::npos, (label + "\n" + code).c_str());
        }
    }

    void every_operand_of_a_built_in_kernel_refers_to_something() {
        int kernels = 0;
        for (const auto& entry : kernels::built_in_texts()) {
            const auto violations = simt::violations_of(*kernels::program_of(entry.operation, entry.info.id));
            QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().c_str());
            ++kernels;
        }
        QVERIFY(kernels >= 25);
    }

    void damaged_code_is_found() {
        const auto program = compiled(scale);
        const simt::Code& good = program->half(true).translated->kernels.front();
        QVERIFY(simt::verify(good).empty());
        const auto violations_after = [&](const auto& damage) {
            simt::Code code = good;
            damage(code);
            return simt::verify(code).size();
        };
        QCOMPARE(violations_after([](simt::Code& c) { c.instructions.pop_back(); }), std::size_t{1});
        QCOMPARE(violations_after([](simt::Code& c) { c.instructions[0].a = c.units; }), std::size_t{1});
        QVERIFY(violations_after([](simt::Code& c) { c.accesses.clear(); }) >= 1);
        QVERIFY(violations_after([](simt::Code& c) { c.mask_slots = 1; }) >= 1);
        QVERIFY(violations_after([](simt::Code& c) {
                    for (simt::Instruction& i : c.instructions)
                        if (simt::jumps(i.op)) i.imm = 1'000'000;
                }) >= 1);
    }
};

WARPLOOM_TEST(SimtCodeTest);
#include "simt_code_test.moc"
