#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// An experiment consists of the published values of a source, a description of how to reproduce them, and the
// conclusions of the source (docs/experiments.md). It is a file in datasets/experiments, or a file of the user.

namespace warploom::experiment {

/// A value of a variable: a number or a word, and attributes that templates refer to as {matrix.order}.
struct VariableValue {
    std::string name;                              ///< as displayed in tables: "4096", "Richmond"
    std::map<std::string, std::string> attributes; ///< may be empty
};

struct Variable {
    std::string name;  ///< "order"
    std::string title; ///< label for columns and axes; the name by default
    std::string unit;  ///< may be empty
    std::vector<VariableValue> values;
    std::vector<std::string> quick; ///< names of the values in the quick version; empty for all
    bool has(const std::string& value) const;
    bool is_numeric() const; ///< whether all names are numbers, so that the variable is an axis instead of categories
};

/// The value of each variable, in the order of the experiment's variables. A series contains only the variables that it
/// runs over.
using Bindings = std::vector<std::pair<std::string, std::string>>;
/// Returns the value of a name in such a list; empty if it is absent.
std::string value_of(const Bindings& list, const std::string& name);

/// The kind of machine for a run.
enum class Place {
    gpu, ///< modeled on the experiment's card, measured on a real GPU
    cpu, ///< measured on the host, for which there is no model
    gpus ///< several real GPUs; modeled as the same number of cards without any exchange
};
constexpr auto words_of(Place) { return std::array{"gpu", "cpu", "gpus"}; }

/// One run of one kernel. Strings are templates: {order} is replaced by the value of the variable, {matrix.block} by an
/// attribute of its value.
struct RunTemplate {
    std::string operation;           ///< "spmv", "cg", "tridiagonal", "ata"
    std::vector<std::string> inputs; ///< matrix names; the first one that can be opened is used, and a note says which
    std::string kernel;              ///< same syntax as for `run --kernels`
    std::string modelled_kernel;     ///< kernel to trace if it is not the kernel of the source; otherwise empty
    std::string card;                ///< card to model if it is not the card of the experiment; otherwise empty
    Place place = Place::gpu;
    std::string precision = "double", block = "128", threads = "0";
    std::string gpus = "1";                           ///< number of GPUs, for Place::gpus
    std::string x = "ones", cache = "warm";           ///< `x` is for spmv only
    std::string preconditioner = "none", limit = "0"; ///< for cg; a limit of 0 depends on the matrix size
    std::string tolerance = "0", rhs = "drawn";       ///< for cg; a tolerance of 0 depends on the precision
};

/// The metric that a cell contains.
enum class Figure {
    time,             ///< ms: median of one launch; for cg, of one iteration
    time_with_copies, ///< ms: including copies of a, b, c, d to the device and x back (tridiagonal)
    gflops,           ///< 2 nonzeros / time, or the operation's formula
    solve_time,       ///< ms: whole solution with cg
    iterations,       ///< number of cg iterations
    residual,         ///< ‖b - A x‖ / ‖b‖ (tridiagonal, cg)
    nonzeros,         ///< nonzeros of the input
    filled_share,     ///< %: nonzeros / all entries
    preprocessing,    ///< ms: conversion from CSR including sorting, and preparation by the kernel; done once
    one_run,          ///< ms: the `run`-th launch after program start without warm-up (cerny2011, single runs)
    difference,       ///< largest |x_i - x'_i| between two solvers (cerny2011, precision); 0 means "equal"
    /// ms: measured with or without synchronization (cerny2011, timing error); `phase` selects the interval
    clock,
    launches, ///< launches of one solution on the card

    // Counts on the card; `array`, `access`, `launch` and `per` restrict them
    // (app/experiment/figures/counted_figures.h).
    transactions,    ///< global memory transactions
    sectors,         ///< 32-byte sectors requested from L2
    requests,        ///< warp instructions that access global memory
    bytes_moved,     ///< bytes moved by the transactions
    bytes_used,      ///< of these, the bytes requested by lanes
    memory_bytes,    ///< bytes moved to and from device memory, after all caches
    lane_accesses,   ///< loads, stores and atomics of single lanes in global memory
    steps,           ///< warp instructions that access memory, exchange values or synchronize
    active_lanes,    ///< mean number of active lanes per step
    divergent_steps, ///< steps with fewer than 32 active lanes
    bank_passes,     ///< passes over the banks of shared memory
    bank_conflicts,  ///< bank passes in excess of the conflict-free number
    barriers,        ///< barriers of whole blocks
    operations,      ///< floating-point operations of lanes
    grid,            ///< number of blocks of the largest launch
    threads_at_work, ///< largest number of threads that store at one source location
    waits,           ///< largest number of dependent round trips to memory of a warp
    /// %: share of the longest warp's round trips that it spends at barriers
    waits_at_barriers,
    occupancy,  ///< %: resident threads / maximum per multiprocessor
    peak_share, ///< %: operations in the modeled time / peak of the card

    // Properties of the input, with its rows and columns in the order specified by its name. They do not depend on a
    // card.
    bandwidth, ///< largest distance of an entry from the diagonal
    profile,   ///< sum over the rows of the distance from the first entry left of the diagonal to the diagonal
    x_sectors  ///< mean number of distinct 32-byte sectors of x, in double, that 32 consecutive rows read
};
constexpr auto words_of(Figure) {
    return std::array{"time",
                      "time with copies",
                      "gflops",
                      "solve time",
                      "iterations",
                      "residual",
                      "nonzeros",
                      "share of entries",
                      "preprocessing",
                      "one run",
                      "difference",
                      "clock",
                      "launches",
                      "transactions",
                      "sectors",
                      "requests",
                      "bytes moved",
                      "bytes used",
                      "memory bytes",
                      "lane accesses",
                      "steps",
                      "active lanes",
                      "divergent steps",
                      "bank passes",
                      "bank conflicts",
                      "barriers",
                      "operations",
                      "grid",
                      "threads at work",
                      "waits",
                      "waits at barriers",
                      "occupancy",
                      "share of peak",
                      "bandwidth",
                      "profile",
                      "sectors of x a warp"};
}
using warploom::to_string;
/// Returns whether the metric is a count on the modeled card, which cannot be measured.
bool is_count(Figure);
/// Returns whether the metric depends on the input only.
bool is_of_order(Figure);
/// Returns the fixed unit of a metric ("ms", "GFLOP/s", "%"), or null if options determine the unit.
const char* unit_of(Figure);

/// Selects the published cells of a series that the card's parameters are fitted to: every `step`-th cell, starting
/// with cell `first`, both counted from 0. If `step` is 0, no cell is used for fitting; all of them evaluate the model.
struct FitShare {
    std::size_t step = 1, first = 0;
    bool has(std::size_t cell) const { return step > 0 && cell >= first && (cell - first) % step == 0; }
};

/// A row or column of values: one cell for each combination of its variables.
struct Series {
    std::string id;    ///< "ell-sorted"
    std::string title; ///< "ELL, rows sorted"
    std::vector<std::string> over;
    std::string unit; ///< "ms", "GFLOP/s", "%", "x", ""

    /// Exactly one of the following three is set. (A ratio of two series over fewer variables uses the same values of
    /// the variables.)
    std::optional<RunTemplate> run;
    struct Ratio {
        std::string of, over;
        double times = 1;
    };
    std::optional<Ratio> ratio;
    enum class Reduction { mean, least, greatest };
    friend constexpr auto words_of(Reduction) { return std::array{"mean", "least", "greatest"}; }
    struct Reduce {
        std::string of;
        Reduction by = Reduction::mean;
    };
    std::optional<Reduce> reduce; ///< over the variables of `of` that this series does not have

    Figure figure = Figure::time; ///< metric of the run
    /// Options of the metric: "run" -> "{run}", "against" -> kernel, "phase" -> "compute", "waits" -> "no"; for
    /// counts "array" -> "x", "access" -> "load", "launch" -> "phase 2" or "3", "per" -> "nonzero"
    std::map<std::string, std::string> options;

    std::string published; ///< file of datasets/published; empty for the file of the experiment
    std::vector<std::pair<std::string, std::string>> where; ///< column = template; all must match
    std::string value_column = "value";
    std::string part;                ///< for a printed range such as "10 to 19": "low" or "high"; otherwise empty
    bool may_lack_published = false; ///< whether "printed" is "some": not every cell of the series was published
    std::optional<FitShare> fit;     ///< absent if the series is not used for fitting the card
    bool has_published() const { return !where.empty(); }
};

/// A statement of the source as a comparison of numbers that can be verified.
struct Claim {
    std::string text; ///< a sentence: "Sorting the rows makes ELL faster."
    std::string id;   ///< used to refer to the claim in documents: "sorting-ell"; may be empty
    std::string said; ///< where the source states it in words ("section 3.2"), without published numbers; may be empty
    /// The origin of the claim's threshold, or of the claim itself if it has no number: "source", "ours", or empty if
    /// unspecified.
    std::string threshold;
    /// Where the source states the threshold, or why we chose it, as a sentence; set if `threshold` is.
    std::string because;
    /// Columns ("modelled", "measured") that cannot decide the claim in principle, each with the reason.
    std::vector<std::pair<std::string, std::string>> outside;
    std::string left, right; ///< series; right may be empty if `than` is set
    enum class Is { less, more, alike };
    friend constexpr auto words_of(Is) { return std::array{"less than", "more than", "alike"}; }
    Is is = Is::less;
    double factor = 1;          ///< less: left * factor < right ("at least 5 times less"); more: left > factor * right
    double within = 0.1;        ///< alike: |left / right - 1| <= within
    std::optional<double> than; ///< a number to compare with instead of a series
    /// Pairs variable = value; empty for all values that both series have.
    std::vector<std::pair<std::string, std::string>> where;
    /// Compares two values of one variable instead of two series at the same values: left and right are the same
    /// series.
    std::optional<std::string> between; ///< the variable
    std::string left_value, right_value;
    std::string part = "all"; ///< required number of comparisons that hold: "all", "most" (more than half), "some"
};

/// Cells that a fit report compares in the direction in which they were published: two series at the same values of
/// their variables, or the values of one variable of a series.
struct FitComparison {
    std::string family;      ///< "sorted against unsorted"
    std::string left, right; ///< series
    /// Experiment of the right series, if it is another one: "right": "ata-table-1/naive".
    std::string right_experiment;
    std::string between; ///< the variable, if left and right are the same series
    /// Values of the variable; if empty, every value is compared with every later one.
    std::string left_value, right_value;
    Claim::Is is = Claim::Is::less; ///< direction that the source states in words, without published numbers
};

/// How the parameters of the experiment's card were fitted to the published values. If several experiments of a card
/// have a fit, nonempty fields of the first one are used.
struct Fit {
    std::string paper;                    ///< "prata2010, tables 1 to 4"
    std::string rule;                     ///< which cells are used for fitting, as a sentence
    std::vector<std::string> assumptions; ///< assumptions if the source gives no details; Markdown
    std::vector<std::string> figures;     ///< keys of the fitted card parameters
    std::int64_t sample_blocks = 0;       ///< traced blocks per launch, for products; 0 for all
    std::vector<FitComparison> comparisons;
};

/// A chart in the style of the source.
struct ChartWish {
    std::string title; ///< "Figure 3.2: time over the size of A"
    enum class Kind { lines, bars };
    friend constexpr auto words_of(Kind) { return std::array{"lines", "bars"}; }
    Kind kind = Kind::lines;
    std::string x; ///< variable
    std::vector<std::string> series;
    std::vector<std::pair<std::string, std::string>> where;
    bool log_x = false, log_value = false;
};

/// A plot of the nonzeros per row of a matrix (prata2010, figures 2 and 3).
struct Profile {
    std::string title;
    std::vector<std::string> inputs; ///< same meaning as in RunTemplate
};

struct Experiment {
    std::string id;         ///< "prata2010-tables-1-4"
    std::string source;     ///< "prata2010"
    std::string place;      ///< "tables 1 to 4"
    std::string title;      ///< "CSR and ELL, with and without sorted rows"
    std::string conclusion; ///< conclusions of the source in two sentences
    std::string remarks;    ///< differences from the source; may be empty
    std::string card;       ///< card ID; empty if nothing is modeled
    std::string published;  ///< file in datasets/published
    std::vector<Variable> variables;
    std::vector<Series> series;
    std::vector<ChartWish> charts;
    std::vector<Profile> profiles;
    std::vector<Claim> claims;
    std::optional<Fit> fit;                     ///< fit of the card
    std::map<std::string, std::string> kernels; ///< CUDA C sources that the runs refer to, by file name
    std::string text;                           ///< the file contents including these sources, stored in results

    const Series* find_series(const std::string& id) const;
    const Variable* find_variable(const std::string& name) const;
};

/// Parses and validates an experiment. Errors: "experiment.format" with `where` (a path or an ID), the line, the text
/// found and the text expected. Detects unknown keys (with a suggestion), unknown series, variables and attributes,
/// templates without a matching variable, circular ratios, and more than 100,000 cells.
Experiment experiment_from_json(const std::string& text, const std::string& where);
constexpr std::size_t largest_experiment = std::size_t{4} << 20; ///< maximum file size in bytes

/// Returns the built-in experiments, sorted by source and section, followed by the user's (*.json in user_folder()).
/// Files that cannot be read are skipped, and a sentence is added to `complaints`.
std::vector<Experiment> experiments(std::vector<std::string>* complaints = nullptr);
/// Returns the built-in experiments.
const std::vector<Experiment>& own_experiments();
/// Returns an experiment by ID or path. Errors: "experiment.unknown" with the list, and errors of reading.
Experiment find_experiment(const std::string& id_or_path);
/// Returns the CUDA C file that a kernel name contains: "./mine.cu" for "cg:./mine.cu"; empty for built-in kernels.
std::string kernel_file_in(const std::string& kernel);
/// Reads the source files that the runs refer to and that are not part of the experiment yet. `where` names the
/// experiment. Errors: all errors of reading; "experiment.format" for a file outside the folder.
void carry_kernels(Experiment& experiment, const std::string& folder, const std::string& where);
/// Returns $XDG_DATA_HOME/warploom/experiments.
std::string user_folder();

/// Returns `text` with {name} and {name.attribute} replaced. Errors: "experiment.format".
std::string fill_in(const std::string& text, const Experiment&, const Bindings& at);

} // namespace warploom::experiment
