#pragma once

#include "engine/simt/program.h"
#include "engine/simulated/tracer.h"
#include "recorded_steps.h"

#include <QFile>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Helpers for tests that compile and run small kernel sources.

namespace warploom::simt::test {

/// Returns the source of a kernel `k(int rows, const int* in, double* y)`, launched with one thread per row. `before`
/// is inserted before the kernel.
inline std::string kernel_text(const std::string& before, const std::string& body) {
    return before + "\n__global__ void k(int rows, const int* in, double* y) {\n" + body +
           "\n}\nvoid run(int rows, const int* in, double* y, int block) {\n"
           "    k<<<(rows + block - 1) / block, block>>>(rows, in, y);\n}\n";
}

struct Ran {
    std::vector<double> y;
    std::vector<simulated::Finding> findings; ///< findings of the traced run
    kernels::test::RecordedSteps steps;
    std::unique_ptr<simulated::Tracer> tracer;
    std::shared_ptr<const simt::Program> program;
    simt::Printed printed;
    std::string refusal; ///< "3:5 message"; empty if the source was accepted

    bool has(simulated::Finding::Kind kind, int line) const {
        for (const auto& finding : findings)
            if (finding.kind == kind && finding.line == line) return true;
        return false;
    }
};

struct RunOptions {
    int rows = 64, block = 64, host_threads = 0, multiprocessors = 1;
    std::uint64_t seed = 0; ///< determines the order of warps and blocks
    bool traced = false;
    ExecutionLimits limits;
    bool lanes_drift = true;
    std::optional<std::int64_t> only_block; ///< the only block to trace
    bool is_y_empty = false;                ///< y is filled with NaN and must not be read before it is written
    std::string card;                       ///< empty: a recent GPU
    std::int64_t most_turns = 0;            ///< iteration limit of the trace
    Checks checks;                          ///< enabled checks of the trace
    InstructionObserver* instructions = nullptr;
};

inline std::shared_ptr<Ran> run_text(const std::string& text, const RunOptions& options = {}) {
    auto ran = std::make_shared<Ran>();
    const Translation translation = translate("test.cu", text);
    if (translation.program == nullptr) {
        const Diagnostic& first = translation.refusals.front();
        ran->refusal = std::to_string(first.line) + ":" + std::to_string(first.column) + " " + first.sentence;
        return ran;
    }
    ran->program = translation.program;
    const auto rows = static_cast<std::size_t>(options.rows);
    std::vector<int> in(rows);
    for (std::size_t i = 0; i < rows; ++i) in[i] = static_cast<int>(i * i % 17);
    ran->y.assign(rows, options.is_y_empty ? std::nan("") : -1);
    Given given;
    given.arrays = {{"in", Element::int32, in.data(), options.rows, false, false},
                    {"y", Element::float64, ran->y.data(), options.rows, true, false, options.is_y_empty}};
    given.numbers = {{"rows", options.rows}, {"block", options.block}};
    Call call(translation.program, true, given, options.limits);
    if (!options.card.empty()) call.set_card(simulated::find_card(options.card));
    simulated::TraceOptions trace;
    trace.host_threads = options.host_threads;
    trace.multiprocessors = options.multiprocessors;
    trace.lane_order_seed = options.seed;
    trace.lanes_drift = options.lanes_drift;
    trace.only_block = options.only_block;
    trace.most_turns = options.most_turns;
    trace.checks = options.checks;
    trace.instructions = options.instructions;
    ran->tracer = std::make_unique<simulated::Tracer>(trace, ran->steps);
    if (options.traced) call.set_recorder(ran->tracer.get());
    call.run();
    ran->findings = ran->tracer->findings();
    ran->printed = call.printed();
    return ran;
}

inline std::string file_text(const QString& name) {
    QFile file(QStringLiteral(WARPLOOM_SIMT_DATA "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace warploom::simt::test
