#pragma once

#include "app/problem/run_result.h"
#include "engine/experiment/cells.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The run of a cell, with every template filled in.
struct CellRun {
    Operation operation = Operation::spmv;
    std::vector<std::string> inputs; ///< the first one that can be opened is used
    std::string kernel;
    std::string modelled_kernel; ///< kernel traced for the card
    std::string card;            ///< card to model if it is not the card of the experiment; otherwise empty
    experiment::Place place = experiment::Place::gpu;
    Precision precision = Precision::float64;
    int block = 128, threads = 0, gpus = 1;
    std::string x = "ones";
    CacheState cache = CacheState::warm;
    Preconditioner preconditioner = Preconditioner::none;
    std::int64_t limit = 0;            ///< for cg; 0 if it depends on the size
    double tolerance = 0;              ///< for cg; 0 if it depends on the precision
    RightSide rhs = RightSide::random; ///< for cg
    /// TraceSettings::sample; if absent, the card's study or the size determines it.
    std::optional<std::int64_t> sample;

    experiment::Figure figure = experiment::Figure::time;
    std::map<std::string, std::string> options; ///< options of the metric

    /// Returns whether run_problem provides the metric; the others are in special_figures.h.
    bool is_plain() const;
    bool needs_solution() const; ///< returns whether the metric requires a complete solution
    /// Returns whether the metric is a count or refers to some launches only, so that the whole call must be traced.
    bool needs_counts() const;
    /// Returns an option as an integer, at least 1. Errors: "experiment.format".
    int counted_option(const char* name, int fallback) const;
    std::string option(const char* name, const std::string& fallback) const;
    RunSettings settings(bool quick) const;
};

/// Returns the run of a cell. Errors: "experiment.format" for a value that is invalid for its key, "kernel.unknown",
/// "kernel.switch".
CellRun cell_run(const experiment::Experiment& experiment, const experiment::Series& series,
                 const experiment::Cell& cell);

/// Returns whether both trace the same kernel on the same input with the same block size.
bool is_same_case(const CellRun&, const CellRun&);

/// Returns the key of a cell's run; cells with equal keys share one run.
std::string modelled_key(const CellRun& run);
std::string measured_key(const CellRun& run);

/// Returns the approximate number of values of the input with this name; accurate enough only for sorting.
double size_of_input(const CellRun& run);

/// Converts nanoseconds to the unit of a series: "ms", "us", "ns", "s".
double in_unit_of_time(double ns, const std::string& unit);

} // namespace warploom::app
