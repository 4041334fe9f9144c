#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// An experiment consists of the values that a paper published, instructions for reproducing them, and the conclusions
// of the paper (docs/experiments.md). It is stored in a file in datasets/experiments or in a user's file.

namespace warploom::experiment {

/// A value of an experiment variable: a number or a word. Templates refer to attributes of the value, as in
/// {matrix.order}.
struct VariableValue {
    /// The value as displayed in tables, such as "4096" or "Richmond".
    std::string name;
    std::map<std::string, std::string> attributes;
};

struct Variable {
    std::string name;  ///< name of the variable in templates, such as "order"
    std::string title; ///< label for columns and axes; the default is the name
    std::string unit;
    std::vector<VariableValue> values;
    std::vector<std::string> quick; ///< values to use in the quick version of the experiment; empty for all values
    bool has(const std::string& value) const;
    /// Returns whether all values of the variable are numbers. If so, charts use a numeric axis instead of categories.
    bool is_numeric() const;
};

/// An assignment of values to variables, in the order of the experiment's variables. A cell has values only for the
/// variables of its series.
using Bindings = std::vector<std::pair<std::string, std::string>>;
/// Returns the value of the variable `name`, or an empty string if it has no value.
std::string value_of(const Bindings& list, const std::string& name);

/// The kind of machine that executes a run.
enum class Place {
    gpu, ///< modeled for the experiment's simulated GPU and measured on a real GPU
    cpu, ///< measured on the host CPU, which is not modeled
    gpus ///< several real GPUs; modeled as the same number of cards that do not exchange data
};
constexpr auto words_of(Place) { return std::array{"gpu", "cpu", "gpus"}; }

/// Describes how to run a kernel for a cell. The strings are templates: {order} is replaced with the value of the
/// variable `order`, and {matrix.block} with the attribute `block` of the value of `matrix`.
struct RunTemplate {
    std::string operation; ///< operation: "spmv", "cg", "tridiagonal" or "ata"
    /// Names of alternative inputs. The first one that can be opened is used, and the result states its name.
    std::vector<std::string> inputs;
    std::string kernel;          ///< list of kernels, in the syntax of `run --kernels`
    std::string modelled_kernel; ///< kernel to trace in place of the measured one; may be empty
    std::string card;            ///< simulated GPU to use instead of the experiment's; may be empty
    Place place = Place::gpu;
    std::string precision = "double", block = "128", threads = "0";
    std::string gpus = "1";                 ///< number of GPUs, for Place::gpus only
    std::string x = "ones", cache = "warm"; ///< contents of the vector `x` (spmv only), and state of the caches
    /// Preconditioner and iteration limit (cg only). If the limit is 0, it depends on the matrix size.
    std::string preconditioner = "none", limit = "0";
    /// Tolerance and right-hand side (cg only). If the tolerance is 0, it depends on the precision.
    std::string tolerance = "0", rhs = "drawn";
};

/// The metric shown in a cell.
enum class Figure {
    time, ///< median time in ms per launch or, for cg, per iteration
    /// time in ms including the copies of a, b, c and d to the device and of x to the host (tridiagonal)
    time_with_copies,
    gflops,     ///< GFLOP/s: 2 * nonzeros / time, or the corresponding formula of another operation
    solve_time, ///< time of a complete cg solve in ms
    iterations,
    residual, ///< relative residual ‖b - A x‖ / ‖b‖ (tridiagonal, cg)
    nonzeros,
    filled_share,  ///< density in percent: nonzeros / (rows * columns)
    preprocessing, ///< time in ms of the one-time conversion from CSR, including sorting and kernel preparation
    one_run,       ///< time in ms of run number `run` after program start, without warm-up (cerny2011, single runs)
    difference, ///< largest |x_i - x'_i| between the solutions of two solvers (cerny2011, precision); 0 means "equal"
    /// time in ms of the interval that the option `phase` selects, with or without synchronization (cerny2011, timing
    /// error)
    clock,
    launches, ///< number of kernel launches per solution on the simulated GPU

    // Counts on the simulated GPU. The options `array`, `access` and `launch` restrict the count; the option `per`
    // selects the divisor (app/experiment/figures/counted_figures.h).
    transactions,
    sectors,         ///< number of 32-byte sectors requested from L2
    requests,        ///< number of warp instructions that access global memory
    bytes_moved,     ///< number of bytes moved by global memory transactions
    bytes_used,      ///< number of bytes in global memory transactions that lanes actually requested
    memory_bytes,    ///< number of bytes moved to and from device memory, after all caches
    lane_accesses,   ///< number of global memory loads, stores and atomics, counted per lane
    steps,           ///< number of warp instructions that access memory, exchange values or synchronize
    active_lanes,    ///< mean number of active lanes per recorded warp instruction
    divergent_steps, ///< number of recorded warp instructions with fewer than 32 active lanes
    bank_passes,     ///< number of passes (wavefronts) over the shared memory banks
    bank_conflicts,  ///< number of extra shared memory passes caused by bank conflicts
    barriers,
    operations,      ///< number of floating-point operations, summed over all lanes
    grid,            ///< number of blocks in the largest grid launched
    threads_at_work, ///< largest number of threads that execute the same store instruction
    waits,           ///< largest number of dependent memory round trips in one warp
    /// waiting time at barriers, as a percentage of the longest chain of dependent memory round trips in a block
    waits_at_barriers,
    occupancy,  ///< occupancy in percent (resident threads / maximum number per multiprocessor)
    peak_share, ///< number of operations divided by the modeled time, in percent of the peak rate of the simulated GPU

    // Properties of the input matrix after reordering, which do not depend on the simulated GPU.
    bandwidth, ///< largest distance between an entry and the diagonal
    profile,   ///< sum over all rows of the distance from the row's first entry to the diagonal
    x_sectors  ///< mean number of distinct 32-byte sectors of x (double) that 32 consecutive rows read
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
/// Returns whether the metric is a count on the simulated GPU and therefore cannot be measured.
bool is_count(Figure);
/// Returns whether the metric describes the ordering of rows and columns. Such a metric depends only on the input
/// matrix.
bool is_of_order(Figure);
/// Returns the fixed unit of a metric ("ms", "GFLOP/s", "%"), or null if the unit depends on the metric's options.
const char* unit_of(Figure);

/// Selects the cells used to fit the simulated GPU: cell `first` (counted from 0), and every `step`-th cell after it.
/// If `step` is 0, no cell is used for fitting, and all cells are used to evaluate the model.
struct FitShare {
    std::size_t step = 1, first = 0;
    bool has(std::size_t cell) const { return step > 0 && cell >= first && (cell - first) % step == 0; }
};

/// A series of values, with one cell for each combination of the values of its variables.
struct Series {
    std::string id;
    std::string title; ///< title of the series, such as "ELL, rows sorted"
    std::vector<std::string> over;
    std::string unit; ///< unit of the values: "ms", "GFLOP/s", "%", "x" or ""

    /// Exactly one of `run`, `ratio` and `reduce` is set. If an operand of a ratio has fewer variables than this
    /// series, the same cell of the operand is used for all values of the missing variables.
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
    /// Reduces the operand `of` over all variables that this series lacks.
    std::optional<Reduce> reduce;

    Figure figure = Figure::time; ///< metric of the values in the cells of this series
    /// Options of the metric, as pairs of a name and a value, such as "phase" -> "compute" for a time. For counts,
    /// examples are "array" -> "x", "access" -> "load", "launch" -> "phase 2" or "3", and "per" -> "nonzero".
    std::map<std::string, std::string> options;

    std::string published; ///< file name of a table in datasets/published; if empty, the experiment's table
    /// Conditions of the form column = template that select the row of the published table. All of them must be
    /// satisfied.
    std::vector<std::pair<std::string, std::string>> where;
    std::string value_column = "value";
    /// The end of a published range, such as "10 to 19", that is used: "low" or "high". Empty if a single value was
    /// published.
    std::string part;
    /// Whether only some cells of the series were published ("printed": "some" in the experiment file).
    bool may_lack_published = false;
    /// Cells to which the simulated GPU is fitted, if any.
    std::optional<FitShare> fit;
    bool has_published() const { return !where.empty(); }
};

/// A statement in a paper, expressed as a comparison of numbers.
struct Claim {
    std::string text; ///< the claim as a sentence, such as "Sorting the rows makes ELL faster."
    std::string id;   ///< ID of the claim in documents, such as "sorting-ell"; may be empty
    /// Section of the paper, such as "section 3.2", if the paper makes the claim only in words. Otherwise empty.
    std::string said;
    /// Origin of the claim's threshold, or of the claim itself if it has no threshold: "source" for the paper, "ours"
    /// for Warploom, or empty if unspecified.
    std::string threshold;
    /// Where the paper states the threshold, or why Warploom chose it. Required if `threshold` is set.
    std::string because;
    /// Columns ("modelled", "measured") that can never decide the claim, each with the reason.
    std::vector<std::pair<std::string, std::string>> outside;
    std::string left, right; ///< IDs of the two series to compare; `right` may be empty if `than` is set
    enum class Is { less, more, alike };
    friend constexpr auto words_of(Is) { return std::array{"less than", "more than", "alike"}; }
    Is is = Is::less;
    /// The comparison "less" means left * factor < right ("at least 5 times less"); "more" means left > factor * right.
    double factor = 1;
    double within = 0.1;        ///< the comparison "alike" means |left / right - 1| <= within
    std::optional<double> than; ///< constant to compare with instead of a second series
    /// Restricts the comparison to these values of the variables. If empty, compares all values that both series have.
    std::vector<std::pair<std::string, std::string>> where;
    /// If set, the claim compares two values of this variable instead of two series, and `left` and `right` are the
    /// same series.
    std::optional<std::string> between;
    std::string left_value, right_value;
    std::string part = "all"; ///< number of comparisons that must hold: "all", "most" (more than half) or "some"
};

/// A comparison of published values, either between two series or between two values of a variable in one series. The
/// report on the fit checks whether the modeled values are in the same order.
struct FitComparison {
    std::string family; ///< group of comparisons, such as "sorted versus unsorted"
    std::string left, right;
    /// ID of the experiment that contains the right series if it is a different experiment. Example in the file:
    /// "right": "ata-table-1/naive".
    std::string right_experiment;
    std::string between; ///< variable to compare, if the left and right series are the same
    /// Values of the variable `between`. If empty, each value is compared with all values after it.
    std::string left_value, right_value;
    Claim::Is is = Claim::Is::less; ///< order of the values; set only if the paper states it in words
};

/// Describes how the simulated GPU was fitted to the published values. Several experiments for the same GPU can each
/// describe a fit. Their assumptions are then combined. Any other setting comes from the first experiment that
/// specifies it.
struct Fit {
    std::string paper;                    ///< published values used for fitting, such as "prata2010, tables 1 to 4"
    std::string rule;                     ///< rule that selects the values used for fitting, as a sentence
    std::vector<std::string> assumptions; ///< assumptions made where the paper gives no details, in Markdown
    std::vector<std::string> figures;     ///< fitted parameters, as keys of the card file
    std::int64_t sample_blocks = 0;       ///< number of blocks to trace per kernel launch; 0 for all
    std::vector<FitComparison> comparisons;
};

/// A chart that reproduces a figure in a paper.
struct ChartWish {
    std::string title; ///< title of the chart, for example, "Figure 3.2: time over the size of A"
    enum class Kind { lines, bars };
    friend constexpr auto words_of(Kind) { return std::array{"lines", "bars"}; }
    Kind kind = Kind::lines;
    std::string x;
    std::vector<std::string> series;
    std::vector<std::pair<std::string, std::string>> where;
    bool log_x = false, log_value = false;
};

/// A plot of the number of nonzeros in each row of a matrix (prata2010, figures 2 and 3).
struct Profile {
    std::string title;
    std::vector<std::string> inputs; ///< names of alternative matrices; see RunTemplate
};

struct Experiment {
    std::string id;
    std::string source;
    std::string place; ///< location in the paper, such as "tables 1 to 4"
    std::string title; ///< title of the experiment, for example, "CSR and ELL, with and without sorted rows"
    std::string conclusion;
    std::string remarks;   ///< differences from the setup of the paper; may be empty
    std::string card;      ///< ID of the simulated GPU; empty if nothing is modeled
    std::string published; ///< file in datasets/published
    std::vector<Variable> variables;
    std::vector<Series> series;
    std::vector<ChartWish> charts;
    std::vector<Profile> profiles;
    std::vector<Claim> claims;
    std::optional<Fit> fit;
    std::map<std::string, std::string> kernels; ///< CUDA C source code of the runs, by file name
    /// The experiment file and its kernel sources, as stored in result files.
    std::string text;

    const Series* find_series(const std::string& id) const;
    const Variable* find_variable(const std::string& name) const;
};

/// Parses and validates an experiment file. Throws Error("experiment.format") with `where` (a path or an ID), the line,
/// the text found and the text expected. Rejects unknown keys (and suggests a known one), unknown series, variables and
/// attributes, templates without a matching variable, and series that depend on themselves. An experiment can have at
/// most 100,000 cells.
Experiment experiment_from_json(const std::string& text, const std::string& where);
constexpr std::size_t largest_experiment = std::size_t{4} << 20; ///< maximum size of an experiment file in bytes

/// Returns the built-in experiments, sorted by paper and section, followed by the user's experiments (*.json in
/// user_folder()). Skips unreadable files and adds a sentence about each of them to `complaints`.
std::vector<Experiment> experiments(std::vector<std::string>* complaints = nullptr);
/// Returns the built-in experiments.
const std::vector<Experiment>& own_experiments();
/// Returns the experiment with the given ID or path. Throws Error("experiment.unknown") with the list of experiments,
/// or an error for a file that cannot be read.
Experiment find_experiment(const std::string& id_or_path);
/// Returns the path of the CUDA C file in the name of a kernel: "./mine.cu" for "cg:./mine.cu". Returns an empty string
/// for a built-in kernel.
std::string kernel_file_in(const std::string& kernel);
/// Reads the CUDA C files used by the runs of an experiment and adds those that the experiment does not yet contain.
/// `where` is the name of the experiment in error messages. Throws an error for a file that cannot be read, and
/// Error("experiment.format") for a file outside the folder.
void carry_kernels(Experiment& experiment, const std::string& folder, const std::string& where);
/// Returns $XDG_DATA_HOME/warploom/experiments.
std::string user_folder();

/// Returns `text` with each placeholder {name} or {name.attribute} replaced by its value. Throws
/// Error("experiment.format").
std::string fill_in(const std::string& text, const Experiment&, const Bindings& at);

} // namespace warploom::experiment
