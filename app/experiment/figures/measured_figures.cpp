#include "app/experiment/figures/measured_figures.h"

#include "app/operations/cg_checks.h"
#include "app/operations/operation.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace warploom::app {

using experiment::CellValue;
using experiment::Figure;

namespace {

using Point = std::tuple<Precision, int, int>; ///< the precision, the block size and the number of threads

double share_of_entries(const InputInfo& input) {
    return 100 * static_cast<double>(input.nonzeros) /
           (static_cast<double>(input.rows) * static_cast<double>(input.cols));
}

/// Returns whether the points form a complete grid, that is, whether all combinations of their precisions, block sizes
/// and thread counts occur.
bool is_grid(const std::set<Point>& points) {
    std::set<Precision> precisions;
    std::set<int> blocks, threads;
    for (const auto& [precision, block, count] : points) {
        precisions.insert(precision);
        blocks.insert(block);
        threads.insert(count);
    }
    return points.size() == precisions.size() * blocks.size() * threads.size();
}

std::string measured_together(const CellRun& run) {
    std::string key = kernels::to_string(run.operation);
    for (const auto& input : run.inputs) key += "\n" + input;
    key += "\n" + run.x + (run.cache == CacheState::cold ? " cold " : " warm ") +
           kernels::to_string(run.preconditioner) + " " + std::to_string(run.limit) + " " +
           warploom::format_number(run.tolerance) + " " + protocol::to_string(run.rhs) + " " +
           std::to_string(static_cast<int>(run.place)) + " " +
           std::to_string(run.place == experiment::Place::gpus ? run.gpus : 1);
    return key;
}

bool belongs_to(const Row& row, const CellRun& run) {
    const OperationSpec& spec = spec_of(run.operation);
    const PlannedKernel kernel = spec.plan(run.kernel);
    return row.kernel == run.kernel && row.precision == run.precision &&
           (!kernel.takes_block() || row.block == run.block) &&
           (!(spec.takes_threads() && kernel.info->runs_on == RunsOn::host) || row.threads == run.threads);
}

void set_time(CellValue& value, const Row& row, const std::string& unit) {
    value.number = in_unit_of_time(row.time.median, unit);
    value.low = in_unit_of_time(row.time.q1, unit);
    value.high = in_unit_of_time(row.time.q3, unit);
}

void set_number(CellValue& value, double number, const std::string& why_not) {
    if (std::isfinite(number)) value.number = number;
    else value.why_not = why_not;
}

void add_samples(CellValue& value, const Row& row) {
    for (const auto& sample : row.samples)
        if (!sample.discarded) value.samples_ns.push_back(sample.time_ns);
}

} // namespace

std::vector<MeasuredGroup> group_runs(std::vector<MeasuredRun> runs) {
    // Sort the runs by input size, smallest first, so that runs on the same input are adjacent.
    std::stable_sort(runs.begin(), runs.end(), [](const MeasuredRun& a, const MeasuredRun& b) {
        return std::pair(size_of_input(a.run), measured_together(a.run)) <
               std::pair(size_of_input(b.run), measured_together(b.run));
    });
    std::vector<MeasuredGroup> groups;
    for (std::size_t from = 0; from < runs.size();) {
        const std::string key = measured_together(runs[from].run);
        std::size_t to = from;
        std::map<std::string, std::set<Point>> points;
        for (; to < runs.size() && measured_together(runs[to].run) == key; ++to)
            points[runs[to].run.kernel].insert({runs[to].run.precision, runs[to].run.block, runs[to].run.threads});
        std::map<std::set<Point>, std::size_t> by_grid;
        for (; from < to; ++from) {
            const auto& grid = points[runs[from].run.kernel];
            const auto known = by_grid.find(grid);
            if (!is_grid(grid)) groups.push_back({{runs[from]}});
            else if (known != by_grid.end()) groups[known->second].runs.push_back(runs[from]);
            else {
                by_grid.emplace(grid, groups.size());
                groups.push_back({{runs[from]}});
            }
        }
    }
    return groups;
}

void measure_group(const MeasuredGroup& group, kernels::Machine& machine, InputChoice& inputs, OpenInput& open,
                   bool quick, double row_ns, const RunObserver& observer, const Progress& progress,
                   const std::function<void(const MeasuredRun& run, const Row& row, const InputInfo& input,
                                            const std::string& note)>& settled) {
    const CellRun& first = group.runs.front().run;
    RunSettings settings = first.settings(quick);
    // The lists may contain duplicates, which are removed when the run is validated.
    for (const MeasuredRun& each : group.runs) {
        settings.kernels.push_back(each.run.kernel);
        settings.precisions.push_back(each.run.precision);
        settings.blocks.push_back(each.run.block);
        settings.threads.push_back(each.run.threads);
    }
    settings.baseline = first.kernel;
    if (const std::string key = measured_together(first); open.key != key) {
        open = {}; // free the previous input first, because two large inputs may not fit in memory
        const auto chosen = inputs.choose(first.operation, first.inputs, progress);
        open.problem = spec_of(first.operation).open(inputs.inputs(), chosen.name, settings, progress);
        open.info = open.problem->input();
        open.note = chosen.note;
        open.key = key;
        inputs.note_hash(chosen.name, open.info.hash);
    }

    RunObserver followed = observer;
    followed.row_ns = row_ns;
    followed.row = [&](const Row& row) {
        const bool is_cancelled = row.code == "cancelled" || (row.status == RowStatus::ok &&
                                                              row.time.stopped_by == measure::StopReason::cancelled);
        if (is_cancelled) return;
        for (const MeasuredRun& each : group.runs)
            if (belongs_to(row, each.run)) settled(each, row, open.info, open.note);
    };
    run_problem(machine, *open.problem, settings, followed);
}

std::string counted_not_measured() { return sentence("Counts come from the modeled card and cannot be measured."); }

CellValue measured_value(const Row& row, const InputInfo& input, const CellRun& run, const std::string& unit) {
    CellValue value;
    if (experiment::is_count(run.figure)) {
        value.why_not = counted_not_measured();
        return value;
    }
    if (run.needs_counts()) {
        value.why_not = sentence("Launches are not timed individually.");
        return value;
    }
    // The iteration count and the residual of a solver are meaningful even if it did not converge, but the time is not.
    const bool is_of_unsolved =
        is_unsolved(row) && (run.figure == Figure::iterations || run.figure == Figure::residual);
    if (!row.has_time() && !is_of_unsolved) {
        value.why_not = !row.reason.empty()  ? row.reason
                        : row.detail.empty() ? sentence("No time was measured.")
                                             : sentence("{detail}.", {{"detail", row.detail}});
        return value;
    }
    switch (run.figure) {
    case Figure::time:
        set_time(value, row, unit);
        add_samples(value, row);
        break;
    case Figure::time_with_copies:
        // Host kernels do not copy data to a device, so no transfer time is added.
        if (run.place == experiment::Place::cpu) set_time(value, row, unit);
        else if (row.own<TridiagonalResult>() && std::isfinite(row.own<TridiagonalResult>()->with_copies_ns))
            value.number = in_unit_of_time(row.own<TridiagonalResult>()->with_copies_ns, unit);
        else value.why_not = sentence("Copies are timed only for tridiagonal systems.");
        break;
    case Figure::gflops:
        set_number(value, row.gflops, sentence("There is no formula for the number of operations."));
        if (!value.number) break;
        value.low = row.gflops * row.time.median / row.time.q3;
        value.high = row.gflops * row.time.median / row.time.q1;
        add_samples(value, row);
        break;
    case Figure::solve_time:
        if (row.own<CgResult>() && std::isfinite(row.own<CgResult>()->solve_ns))
            value.number = in_unit_of_time(row.own<CgResult>()->solve_ns, unit);
        else value.why_not = sentence("Only the conjugate gradient method has a solution time.");
        break;
    case Figure::iterations:
        if (row.own<CgResult>()) value.number = static_cast<double>(row.own<CgResult>()->iterations);
        else value.why_not = sentence("Only the conjugate gradient method has iterations.");
        break;
    case Figure::nonzeros: value.number = static_cast<double>(input.nonzeros); break;
    case Figure::filled_share:
        set_number(value, share_of_entries(input), sentence("The matrix has no entries."));
        break;
    case Figure::preprocessing: {
        double ns = 0;
        for (const double part : {row.conversion_ns, row.preprocess_ns})
            if (std::isfinite(part)) ns += part;
        value.number = in_unit_of_time(ns, unit);
        break;
    }
    case Figure::residual:
        set_number(value,
                   row.own<CgResult>()            ? row.own<CgResult>()->true_residual
                   : row.own<TridiagonalResult>() ? row.own<TridiagonalResult>()->residual
                                                  : not_known,
                   sentence("This operation has no residual."));
        break;
    default: value.why_not = sentence("This quantity is measured in a different way."); break;
    }
    if (row.own<CgResult>() && row.own<CgResult>()->state != "converged") value.note = row.own<CgResult>()->sentence;
    return value;
}

} // namespace warploom::app
