#pragma once

#include "app/problem/run_result.h"
#include "engine/experiment/cells.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The run that produces the value of a result cell. The cell's parameter values have been filled in.
struct CellRun {
    Operation operation = Operation::spmv;
    std::vector<std::string> inputs; ///< candidate input names; the first one that can be opened is used
    std::string kernel;
    std::string modelled_kernel; ///< kernel to trace on the card
    std::string card;            ///< card to model; if empty, the card of the experiment
    experiment::Place place = experiment::Place::gpu;
    Precision precision = Precision::float64;
    int block = 128, threads = 0, gpus = 1;
    std::string x = "ones";
    CacheState cache = CacheState::warm;
    Preconditioner preconditioner = Preconditioner::none;
    std::int64_t limit = 0; ///< iteration limit for CG; 0 for a limit based on the number of unknowns
    double tolerance = 0;   ///< tolerance for CG; 0 for a tolerance based on the precision
    RightSide rhs = RightSide::random;
    /// Number of blocks to trace (see TraceSettings::sample). If empty, the number depends on the card's calibration
    /// study or on the input size.
    std::optional<std::int64_t> sample;

    experiment::Figure figure = experiment::Figure::time;
    std::map<std::string, std::string> options; ///< options of the metric, such as `launch` and `array` for counts

    /// Returns whether a benchmark run (run_problem) computes the metric. The other metrics are in special_figures.h.
    bool is_plain() const;
    bool needs_solution() const; ///< returns whether the metric requires solving the system completely
    /// Returns whether the whole call must be traced, because the metric is a count or depends on only some of the
    /// launches.
    bool needs_counts() const;
    /// Returns the value of an option as an integer that is at least 1. Errors: "experiment.format".
    int counted_option(const char* name, int fallback) const;
    std::string option(const char* name, const std::string& fallback) const;
    RunSettings settings(bool quick) const;
};

/// Returns the run that produces the value of a result cell. Errors: "experiment.format" if a value is not valid for
/// its key; "kernel.unknown"; "kernel.switch".
CellRun cell_run(const experiment::Experiment& experiment, const experiment::Series& series,
                 const experiment::Cell& cell);

/// Returns whether both runs trace the same kernel on the same input with the same block size.
bool is_same_case(const CellRun&, const CellRun&);

/// These functions return the key of a run. Result cells with equal keys share a run.
std::string modelled_key(const CellRun& run);
std::string measured_key(const CellRun& run);

/// Returns the approximate number of values in the input. Use it only for sorting.
double size_of_input(const CellRun& run);

/// Converts nanoseconds to the time unit of a series: "ms", "us", "ns" or "s".
double in_unit_of_time(double ns, const std::string& unit);

} // namespace warploom::app
