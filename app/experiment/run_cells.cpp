#include "app/experiment/run_cells.h"

#include "app/experiment/figures/counted_figures.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace warploom::app {

using experiment::Cell;
using experiment::CellValue;
using experiment::Figure;
using experiment::Place;
using experiment::Series;

std::size_t ExperimentPlan::steps() const {
    std::size_t steps = modelled.size() + special.size();
    for (const auto& group : measured) steps += group.runs.size();
    return steps;
}

ExperimentPlan plan_experiment(experiment::Result& result, bool model, bool measure_gpu, bool measure_host) {
    ExperimentPlan plan;
    std::map<std::string, std::size_t> modelled, measured;
    std::vector<MeasuredRun> plain;
    const auto is_open = [](const CellValue& value) { return !value.number && value.why_not.empty(); };
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        Cell& cell = result.cells[i];
        const Series* const series = result.experiment.find_series(cell.series);
        if (series == nullptr || !series->run) continue;
        const bool is_host = series->run->place == Place::cpu;
        const bool needs_model = model && is_open(cell.modelled);
        const bool needs_measuring = (is_host ? measure_host : measure_gpu) && is_open(cell.measured);
        if (!needs_model && !needs_measuring) continue;
        CellRun run;
        try {
            run = cell_run(result.experiment, *series, cell);
        } catch (const Error& error) {
            if (needs_model) cell.modelled.why_not = error.what();
            if (needs_measuring) cell.measured.why_not = error.what();
            continue;
        }
        if (needs_model) {
            const auto [at, is_new] = modelled.emplace(modelled_key(run), plan.modelled.size());
            if (is_new) plan.modelled.push_back({run, {}, {}});
            ModelledJob& job = plan.modelled[at->second];
            job.wants.solution = job.wants.solution || run.needs_solution();
            job.wants.counts = job.wants.counts || run.needs_counts();
            job.wants.order = job.wants.order || experiment::is_of_order(run.figure);
            job.cells.push_back(i);
        }
        if (!needs_measuring) continue;
        auto& runs = run.is_plain() ? plain : plan.special;
        const std::string key = measured_key(run);
        const auto [at, is_new] = measured.emplace(key, runs.size());
        if (is_new) runs.push_back({run, key, {}});
        runs[at->second].cells.push_back(i);
    }
    // Sort the jobs by cost, cheapest first. Jobs with the same input and format then follow each other.
    std::stable_sort(plan.modelled.begin(), plan.modelled.end(), [](const ModelledJob& a, const ModelledJob& b) {
        const double size_a = size_of_input(a.run), size_b = size_of_input(b.run);
        return std::tie(size_a, a.run.inputs, a.run.precision, a.run.modelled_kernel) <
               std::tie(size_b, b.run.inputs, b.run.precision, b.run.modelled_kernel);
    });
    std::stable_sort(plan.special.begin(), plan.special.end(), [](const MeasuredRun& a, const MeasuredRun& b) {
        return size_of_input(a.run) < size_of_input(b.run);
    });
    plan.measured = group_runs(std::move(plain));
    return plan;
}

CellValue modelled_value(const ModelledRun& modelled, const CellRun& run, const std::string& unit) {
    CellValue value;
    value.note = modelled.note;
    if (run.needs_counts()) {
        const Counted counted = count_of(modelled.trace, run);
        value.number = counted.number;
        value.why_not = counted.why_not;
        if (value.number && run.figure == Figure::time) value.number = in_unit_of_time(*value.number, unit);
        return value;
    }
    const auto set = [&](double number, const std::string& why_not) {
        if (std::isfinite(number)) value.number = number;
        else value.why_not = why_not;
    };
    switch (run.figure) {
    case Figure::time: set(in_unit_of_time(modelled.ns, unit), sentence("The model does not provide a time.")); break;
    case Figure::time_with_copies:
        set(in_unit_of_time(modelled.with_copies_ns, unit), sentence("The model does not provide a time."));
        break;
    case Figure::gflops:
        set(modelled.operations / modelled.ns, sentence("There is no formula for the number of operations."));
        break;
    case Figure::solve_time:
        if (modelled.iterations)
            set(in_unit_of_time(modelled.ns * static_cast<double>(*modelled.iterations), unit), "");
        else value.why_not = sentence("Only the conjugate gradient method has a solution time.");
        break;
    case Figure::iterations:
        if (modelled.iterations) value.number = static_cast<double>(*modelled.iterations);
        else value.why_not = sentence("Only the conjugate gradient method has iterations.");
        break;
    case Figure::nonzeros: set(modelled.nonzeros, sentence("The input has no nonzeros.")); break;
    case Figure::filled_share: set(modelled.filled_share, sentence("The matrix has no entries.")); break;
    case Figure::preprocessing:
        value.why_not = sentence("Formats are prepared on the host, which is not modeled.");
        break;
    case Figure::residual: set(modelled.residual, sentence("This operation has no residual.")); break;
    case Figure::launches: value.number = static_cast<double>(modelled.launches); break;
    default: value.why_not = sentence("This quantity is modeled in a different way."); break;
    }
    return value;
}

std::string title_of(const experiment::Experiment& experiment, const Cell& cell) {
    const Series* const series = experiment.find_series(cell.series);
    std::string title = series == nullptr || series->title.empty() ? cell.series : series->title;
    for (const auto& [name, value] : cell.at) {
        const auto* const variable = experiment.find_variable(name);
        const bool says_itself = variable == nullptr || !variable->is_numeric();
        title += ", " + (says_itself ? value : (variable->title.empty() ? name : variable->title) + " " + value);
    }
    return title;
}

} // namespace warploom::app
