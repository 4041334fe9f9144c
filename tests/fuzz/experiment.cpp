// Fuzz target: the file of an experiment, up to expanding its cells.
#include "engine/experiment/cells.h"
#include "engine/experiment/result.h"
#include "fuzz/target.h"

namespace {

/// Returns whether the experiment has few enough cells to expand them quickly.
bool is_small(const warploom::experiment::Experiment& experiment) {
    double all = 1;
    for (const auto& variable : experiment.variables) all *= static_cast<double>(variable.values.size());
    return all * static_cast<double>(experiment.series.size()) <= 200;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    fuzz::expect_answer_or_refusal([&] {
        const auto experiment = experiment::experiment_from_json(fuzz::text_of(data, size), "input");
        if (!is_small(experiment)) return;
        for (const bool quick : {false, true}) {
            auto cells = experiment::expand(experiment, quick);
            experiment::derive(experiment, cells);
            fuzz::require(experiment::cell_table(experiment, cells).rows.size() == cells.size(), "a row a cell");
        }
    });
    return 0;
}
