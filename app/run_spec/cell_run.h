#pragma once

#include "app/problem/run_result.h"
#include "engine/experiment/cells.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The run behind a cell, with every template filled in.
struct CellRun {
    Operation operation = Operation::spmv;
    std::vector<std::string> inputs; ///< the first that can be opened is taken
    std::string kernel;
    std::string modelled_kernel; ///< the kernel traced for the card
    std::string card;            ///< that is modeled, where it is not the experiment's; else empty
    experiment::Place place = experiment::Place::gpu;
    Precision precision = Precision::float64;
    int block = 128, threads = 0, gpus = 1;
    std::string x = "ones";
    CacheState cache = CacheState::warm;
    Preconditioner preconditioner = Preconditioner::none;
    std::int64_t limit = 0;             ///< of cg; 0: by size
    double tolerance = 0;               ///< of cg; 0: by precision
    RightSide rhs = RightSide::random;  ///< of cg
    std::optional<std::int64_t> sample; ///< TraceSettings::sample; absent: as the card's study has it, else by size

    experiment::Figure figure = experiment::Figure::time;
    std::map<std::string, std::string> options; ///< of the figure

    /// Whether the figure is one that run_problem gives; the others have ways of their own (special_figures.h).
    bool is_plain() const;
    bool needs_solution() const; ///< the figure is one of a whole solution
    bool needs_counts() const;   ///< the figure is of counts, or of some launches only: the whole trace has to be there
    /// An option as a whole number from 1. Errors: "experiment.format".
    int counted_option(const char* name, int fallback) const;
    std::string option(const char* name, const std::string& fallback) const;
    RunSettings settings(bool quick) const;
};

/// Errors: "experiment.format" for a value that is invalid for its key, "kernel.unknown", "kernel.switch".
CellRun cell_run(const experiment::Experiment& experiment, const experiment::Series& series,
                 const experiment::Cell& cell);

/// Whether both trace the same kernel on the same input, in blocks of the same size.
bool is_same_case(const CellRun&, const CellRun&);

/// Returns the key of a cell's run; cells with equal keys share one run.
std::string modelled_key(const CellRun& run);
std::string measured_key(const CellRun& run);

/// About how many numbers an input of this name has; only good enough to sort by.
double size_of_input(const CellRun& run);

/// Converts nanoseconds to the unit of a series: "ms", "us", "ns", "s".
double in_unit_of_time(double ns, const std::string& unit);

} // namespace warploom::app
