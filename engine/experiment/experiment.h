#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// An experiment consists of the published values of a source, a description of how to reproduce them, and the
// conclusions of the source (docs/experiments.md). It is stored in a file in datasets/experiments or in a file of the
// user.

namespace warploom::experiment {

/// A value of a variable: a number or a word, with attributes that templates refer to as {matrix.order}.
struct VariableValue {
    std::string name;                              ///< as displayed in tables, such as "4096" or "Richmond"
    std::map<std::string, std::string> attributes; ///< may be empty
};

struct Variable {
    std::string name;  ///< "order"
    std::string title; ///< the label for columns and axes; same as the name by default
    std::string unit;  ///< may be empty
    std::vector<VariableValue> values;
    std::vector<std::string> quick; ///< the names of the values in the quick version; empty for all values
    bool has(const std::string& value) const;
    /// whether all names are numbers; the variable is then an axis instead of a set of categories
    bool is_numeric() const;
};

/// The value of each variable, in the order of the experiment's variables. For a series, contains only the variables
/// that it runs over.
using Bindings = std::vector<std::pair<std::string, std::string>>;
/// Returns the value for a name in such a list; empty if the name is absent.
std::string value_of(const Bindings& list, const std::string& name);

/// The kind of machine that a run requires.
enum class Place {
    gpu, ///< modeled on the experiment's card and measured on a real GPU
    cpu, ///< measured on the host, which is not modeled
    gpus ///< several real GPUs; modeled as the same number of cards that exchange no data
};
constexpr auto words_of(Place) { return std::array{"gpu", "cpu", "gpus"}; }

/// A run of a kernel. Strings are templates: {order} is replaced with the value of a variable, and {matrix.block} with
/// an attribute of its value.
struct RunTemplate {
    std::string operation; ///< "spmv", "cg", "tridiagonal" or "ata"
    /// names of matrices; uses the first one that can be opened, and adds a note that says which
    std::vector<std::string> inputs;
    std::string kernel;          ///< same syntax as for `run --kernels`
    std::string modelled_kernel; ///< the kernel to trace if it differs from the kernel of the source; otherwise empty
    std::string card;            ///< the card to model if it differs from the card of the experiment; otherwise empty
    Place place = Place::gpu;
    std::string precision = "double", block = "128", threads = "0";
    std::string gpus = "1";                           ///< number of GPUs, for Place::gpus
    std::string x = "ones", cache = "warm";           ///< `x` is for spmv only
    std::string preconditioner = "none", limit = "0"; ///< for cg; 0 for a limit that depends on the size of the matrix
    std::string tolerance = "0", rhs = "drawn";       ///< for cg; 0 for a tolerance that depends on the precision
};

/// The metric that a cell contains.
enum class Figure {
    time,             ///< ms: median of one launch or, for cg, of one iteration
    time_with_copies, ///< ms: includes copying a, b, c, d to the device and x back (tridiagonal)
    gflops,           ///< 2 nonzeros / time, or the formula of the operation
    solve_time,       ///< ms: a complete solve with cg
    iterations,       ///< number of cg iterations
    residual,         ///< ‖b - A x‖ / ‖b‖ (tridiagonal, cg)
    nonzeros,         ///< nonzeros of the input
    filled_share,     ///< %: nonzeros / number of all entries
    preprocessing,    ///< ms: conversion from CSR including sorting, and preparation by the kernel; done only once
    one_run,          ///< ms: the `run`-th launch after program start without warm-up (cerny2011, single runs)
    difference,       ///< largest |x_i - x'_i| between two solvers (cerny2011, precision); 0 means "equal"
    /// ms: measured with or without synchronization (cerny2011, timing error). `phase` selects the interval.
    clock,
    launches, ///< number of launches for one solution on the card

    // Counts on the card. The options `array`, `access`, `launch` and `per` restrict them
    // (app/experiment/figures/counted_figures.h).
    transactions,    ///< global memory transactions
    sectors,         ///< 32-byte sectors requested from L2
    requests,        ///< warp instructions that access global memory
    bytes_moved,     ///< bytes transferred by the transactions
    bytes_used,      ///< the part of these bytes that lanes requested
    memory_bytes,    ///< bytes transferred to and from device memory, after all caches
    lane_accesses,   ///< loads, stores and atomics of single lanes in global memory
    steps,           ///< warp instructions that access memory, exchange values or synchronize
    active_lanes,    ///< mean number of active lanes per step
    divergent_steps, ///< steps with fewer than 32 active lanes
    bank_passes,     ///< passes over the banks of shared memory
    bank_conflicts,  ///< bank passes in excess of the conflict-free number
    barriers,        ///< number of block-wide barriers
    operations,      ///< floating-point operations of lanes
    grid,            ///< number of blocks of the largest launch
    threads_at_work, ///< largest number of threads that store at the same source location
    waits,           ///< largest number of dependent memory round trips of a warp
    /// %: fraction of the longest warp's round trips that it spends waiting at barriers
    waits_at_barriers,
    occupancy,  ///< %: resident threads / maximum number per multiprocessor
    peak_share, ///< %: operations per modeled time / peak of the card

    // Properties of the input, with its rows and columns in the order that its name specifies. They do not depend on a
    // card.
    bandwidth, ///< largest distance of an entry from the diagonal
    profile,   ///< sum over the rows of the distance from the first entry left of the diagonal to the diagonal
    x_sectors  ///< mean number of distinct 32-byte sectors of x, in double, read by 32 consecutive rows
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
/// Returns whether the metric is a count on the modeled card. Such a metric cannot be measured.
bool is_count(Figure);
/// Returns whether the metric depends only on the input.
bool is_of_order(Figure);
/// Returns the fixed unit of a metric ("ms", "GFLOP/s", "%"), or null if the unit depends on the options.
const char* unit_of(Figure);

/// Selects the published cells of a series to which the card's parameters are fitted: every `step`-th cell, starting
/// with cell `first`, both counted from 0. If `step` is 0, no cell is used for fitting, and all of them evaluate the
/// model.
struct FitShare {
    std::size_t step = 1, first = 0;
    bool has(std::size_t cell) const { return step > 0 && cell >= first && (cell - first) % step == 0; }
};

/// A row or column of values, with one cell for each combination of its variables.
struct Series {
    std::string id;    ///< "ell-sorted"
    std::string title; ///< "ELL, rows sorted"
    std::vector<std::string> over;
    std::string unit; ///< "ms", "GFLOP/s", "%", "x", ""

    /// Exactly one of the following three members is set. A ratio of two series over fewer variables uses the same
    /// values of those variables.
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

    Figure figure = Figure::time; ///< the metric of the run
    /// The options of the metric: "run" -> "{run}", "against" -> kernel, "phase" -> "compute", "waits" -> "no"; for
    /// counts "array" -> "x", "access" -> "load", "launch" -> "phase 2" or "3", "per" -> "nonzero"
    std::map<std::string, std::string> options;

    std::string published; ///< a file of datasets/published; if empty, the file of the experiment is used
    std::vector<std::pair<std::string, std::string>> where; ///< column = template; all must match
    std::string value_column = "value";
    std::string part; ///< "low" or "high" for a printed range such as "10 to 19"; otherwise empty
    /// whether "printed" is "some", which means that not every cell of the series was published
    bool may_lack_published = false;
    std::optional<FitShare> fit; ///< absent if the series is not used for fitting the card
    bool has_published() const { return !where.empty(); }
};

/// A statement of the source, expressed as a comparison of numbers that can be verified.
struct Claim {
    std::string text; ///< a sentence such as "Sorting the rows makes ELL faster."
    std::string id;   ///< identifies the claim in documents, for example "sorting-ell"; may be empty
    /// where the source states it only in words, such as "section 3.2", without published numbers; may be empty
    std::string said;
    /// The origin of the claim's threshold, or of the claim itself if it has no number: "source", "ours", or empty if
    /// unspecified.
    std::string threshold;
    /// A sentence that says where the source states the threshold, or why we chose it. Set if `threshold` is set.
    std::string because;
    /// The columns ("modelled", "measured") that cannot decide the claim in principle, each with the reason.
    std::vector<std::pair<std::string, std::string>> outside;
    std::string left, right; ///< IDs of series; right may be empty if `than` is set
    enum class Is { less, more, alike };
    friend constexpr auto words_of(Is) { return std::array{"less than", "more than", "alike"}; }
    Is is = Is::less;
    double factor = 1;   ///< for less: left * factor < right ("at least 5 times less"); for more: left > factor * right
    double within = 0.1; ///< for alike: |left / right - 1| <= within
    std::optional<double> than; ///< compares with a number instead of a series
    /// Restricts the comparison to these values of variables. If empty, compares at all values that both series have.
    std::vector<std::pair<std::string, std::string>> where;
    /// Compares two values of one variable instead of two series at the same values. Left and right are then the same
    /// series.
    std::optional<std::string> between; ///< the variable
    std::string left_value, right_value;
    std::string part = "all"; ///< how many of the comparisons must hold: "all", "most" (more than half) or "some"
};

/// Cells for which a fit report checks the direction of a published comparison: two series at the same values of their
/// variables, or different values of one variable of a series.
struct FitComparison {
    std::string family;      ///< "sorted versus unsorted"
    std::string left, right; ///< series
    /// The experiment of the right series if it is another one, as in "right": "ata-table-1/naive".
    std::string right_experiment;
    std::string between; ///< the variable if left and right are the same series
    /// Values of the variable. If empty, every value is compared with every later one.
    std::string left_value, right_value;
    Claim::Is is = Claim::Is::less; ///< the direction if the source states it only in words, without published numbers
};

/// Describes how the parameters of the experiment's card were fitted to the published values. If several experiments of
/// a card have a fit, nonempty fields of the first one are used.
struct Fit {
    std::string paper;                    ///< for example "prata2010, tables 1 to 4"
    std::string rule;                     ///< a sentence that says which cells are used for fitting
    std::vector<std::string> assumptions; ///< assumptions where the source gives no details; Markdown
    std::vector<std::string> figures;     ///< keys of the fitted card parameters
    std::int64_t sample_blocks = 0;       ///< number of traced blocks per launch, for products; 0 for all
    std::vector<FitComparison> comparisons;
};

/// A chart in the style of the source.
struct ChartWish {
    std::string title; ///< for example "Figure 3.2: time over the size of A"
    enum class Kind { lines, bars };
    friend constexpr auto words_of(Kind) { return std::array{"lines", "bars"}; }
    Kind kind = Kind::lines;
    std::string x; ///< variable
    std::vector<std::string> series;
    std::vector<std::pair<std::string, std::string>> where;
    bool log_x = false, log_value = false;
};

/// A plot of the nonzeros in each row of a matrix (prata2010, figures 2 and 3).
struct Profile {
    std::string title;
    std::vector<std::string> inputs; ///< same meaning as in RunTemplate
};

struct Experiment {
    std::string id;         ///< "prata2010-tables-1-4"
    std::string source;     ///< "prata2010"
    std::string place;      ///< for example "tables 1 to 4"
    std::string title;      ///< for example "CSR and ELL, with and without sorted rows"
    std::string conclusion; ///< the conclusions of the source in two sentences
    std::string remarks;    ///< how the experiment differs from the source; may be empty
    std::string card;       ///< the ID of the card; empty if nothing is modeled
    std::string published;  ///< file in datasets/published
    std::vector<Variable> variables;
    std::vector<Series> series;
    std::vector<ChartWish> charts;
    std::vector<Profile> profiles;
    std::vector<Claim> claims;
    std::optional<Fit> fit;                     ///< how the card was fitted
    std::map<std::string, std::string> kernels; ///< the CUDA C sources that the runs refer to, by file name
    std::string text; ///< the contents of the file including these sources, which is stored in results

    const Series* find_series(const std::string& id) const;
    const Variable* find_variable(const std::string& name) const;
};

/// Parses and validates an experiment. Errors: "experiment.format" with `where` (a path or an ID), the line, the text
/// found and the text expected. Detects unknown keys (and suggests a known one), unknown series, variables and
/// attributes, templates without a matching variable, circular ratios, and more than 100,000 cells.
Experiment experiment_from_json(const std::string& text, const std::string& where);
constexpr std::size_t largest_experiment = std::size_t{4} << 20; ///< maximum file size in bytes

/// Returns the built-in experiments, sorted by source and section, followed by those of the user (*.json in
/// user_folder()). Files that cannot be read are skipped, and a sentence about each is added to `complaints`.
std::vector<Experiment> experiments(std::vector<std::string>* complaints = nullptr);
/// Returns the built-in experiments.
const std::vector<Experiment>& own_experiments();
/// Returns an experiment by its ID or path. Errors: "experiment.unknown" with the list of experiments, and errors of
/// reading.
Experiment find_experiment(const std::string& id_or_path);
/// Returns the name of the CUDA C file that a kernel name contains, such as "./mine.cu" for "cg:./mine.cu"; empty for
/// built-in kernels.
std::string kernel_file_in(const std::string& kernel);
/// Reads the source files that the runs refer to and that are not yet part of the experiment. `where` names the
/// experiment. Errors: all errors of reading; "experiment.format" if a file is outside the folder.
void carry_kernels(Experiment& experiment, const std::string& folder, const std::string& where);
/// Returns $XDG_DATA_HOME/warploom/experiments.
std::string user_folder();

/// Returns `text` with {name} and {name.attribute} replaced by their values. Errors: "experiment.format".
std::string fill_in(const std::string& text, const Experiment&, const Bindings& at);

} // namespace warploom::experiment
