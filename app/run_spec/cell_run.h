#pragma once

#include "app/problem/run_result.h"
#include "engine/experiment/cells.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The run of a cell with all templates filled in.
struct CellRun {
    Operation operation = Operation::spmv;
    std::vector<std::string> inputs; ///< the first input that can be opened is used
    std::string kernel;
    std::string modelled_kernel; ///< the kernel that is traced for the card
    std::string card;            ///< the card to model if it differs from the card of the experiment; otherwise empty
    experiment::Place place = experiment::Place::gpu;
    Precision precision = Precision::float64;
    int block = 128, threads = 0, gpus = 1;
    std::string x = "ones";
    CacheState cache = CacheState::warm;
    Preconditioner preconditioner = Preconditioner::none;
    std::int64_t limit = 0;            ///< for cg; 0 if it depends on the size
    double tolerance = 0;              ///< for cg; 0 if it depends on the precision
    RightSide rhs = RightSide::random; ///< for cg
    /// TraceSettings::sample. If absent, the study of the card or the size of the input determines it.
    std::optional<std::int64_t> sample;

    experiment::Figure figure = experiment::Figure::time;
    std::map<std::string, std::string> options; ///< options of the metric

    /// Returns whether run_problem provides the metric. All other metrics are in special_figures.h.
    bool is_plain() const;
    bool needs_solution() const; ///< whether the metric requires a complete solution
    /// Returns whether the metric is a count or refers only to some launches, so that the whole call must be traced.
    bool needs_counts() const;
    /// Returns the value of an option as an integer, which must be at least 1. Errors: "experiment.format".
    int counted_option(const char* name, int fallback) const;
    std::string option(const char* name, const std::string& fallback) const;
    RunSettings settings(bool quick) const;
};

/// Returns the run of a cell. Errors: "experiment.format" if a value is invalid for its key, "kernel.unknown",
/// "kernel.switch".
CellRun cell_run(const experiment::Experiment& experiment, const experiment::Series& series,
                 const experiment::Cell& cell);

/// Returns whether both trace the same kernel on the same input with the same block size.
bool is_same_case(const CellRun&, const CellRun&);

/// Returns the key of a cell's run; cells with equal keys share one run.
std::string modelled_key(const CellRun& run);
std::string measured_key(const CellRun& run);

/// Returns the approximate number of values of the input, which is accurate enough only for sorting.
double size_of_input(const CellRun& run);

/// Converts nanoseconds to the unit of a series: "ms", "us", "ns" or "s".
double in_unit_of_time(double ns, const std::string& unit);

} // namespace warploom::app
