#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// An experiment: the published values of a source, how to reproduce them, and the source's conclusions
// (docs/experiments.md). It is a file in datasets/experiments, or the user's own.

namespace warploom::experiment {

/// A value of a variable: a number or a word, and attributes that templates refer to as {matrix.order}.
struct VariableValue {
    std::string name;                              ///< as shown in tables: "4096", "Richmond"
    std::map<std::string, std::string> attributes; ///< may be empty
};

struct Variable {
    std::string name;  ///< "order"
    std::string title; ///< as a column and an axis are called; the name unless given
    std::string unit;  ///< may be empty
    std::vector<VariableValue> values;
    std::vector<std::string> quick; ///< names of those that the quick form keeps; empty: all
    bool has(const std::string& value) const;
    bool is_numeric() const; ///< all names are numbers: an axis, not categories
};

/// Which value each variable has; in the order of the experiment's variables. A series holds those it runs over.
using Bindings = std::vector<std::pair<std::string, std::string>>;
/// Returns the value of a name in such a list; empty if it is absent.
std::string value_of(const Bindings& list, const std::string& name);

/// Where a run takes place.
enum class Place {
    gpu, ///< modeled on its card, measured on a real GPU
    cpu, ///< measured on the host; there is no model of hosts
    gpus ///< several real GPUs; modeled as so many cards without any exchange
};
constexpr auto words_of(Place) { return std::array{"gpu", "cpu", "gpus"}; }

/// One run of one kernel. Texts are templates: {order} stands for the value of the variable, {matrix.block} for an
/// attribute of its value.
struct RunTemplate {
    std::string operation;           ///< "spmv", "cg", "tridiagonal", "ata"
    std::vector<std::string> inputs; ///< matrix names; the first that can be opened is taken, and a note says which
    std::string kernel;              ///< as `run --kernels` takes it
    std::string modelled_kernel; ///< the kernel traced for the card, where the source's kernel is another; else empty
    std::string card;            ///< that is modeled, where it is not the experiment's; else empty
    Place place = Place::gpu;
    std::string precision = "double", block = "128", threads = "0";
    std::string gpus = "1";                           ///< of Place::gpus
    std::string x = "ones", cache = "warm";           ///< of spmv; of all
    std::string preconditioner = "none", limit = "0"; ///< of cg; 0: by size
    std::string tolerance = "0", rhs = "drawn";       ///< of cg; 0: by precision
};

/// The metric of a run that a cell shows.
enum class Figure {
    time,             ///< ms: median of one launch; of cg one iteration
    time_with_copies, ///< ms: and a, b, c, d to the device and x back (tridiagonal)
    gflops,           ///< 2 nonzeros / time, or the operation's formula
    solve_time,       ///< ms: of cg until it ends
    iterations,       ///< of cg
    residual,         ///< ‖b - A x‖ / ‖b‖ (tridiagonal, cg)
    nonzeros,         ///< of the input
    filled_share,     ///< %: nonzeros of all entries
    preprocessing,    ///< ms: conversion from CSR including sorting, and preparation by the kernel; done once
    one_run,          ///< ms: the `run`-th launch after start, nothing warmed up before (cerny2011, single runs)
    difference,       ///< largest |x_i - x'_i| between two solvers (cerny2011, precision); 0 is "equal"
    /// ms: by a clock with or without synchronization (cerny2011, timing error); `phase` selects the interval
    clock,
    launches, ///< of one solution, on the card

    // Counts on the card; `array`, `access`, `launch` and `per` select a part of them
    // (app/experiment/figures/counted_figures.h).
    transactions,    ///< with global memory
    sectors,         ///< 32-byte sectors requested from L2
    requests,        ///< warp instructions that touch global memory
    bytes_moved,     ///< by the transactions
    bytes_used,      ///< of these, the bytes that lanes requested
    memory_bytes,    ///< to and from the card's memory, behind all caches
    lane_accesses,   ///< loads, stores and atomics of single lanes in global memory
    steps,           ///< warp instructions that access memory, exchange values or synchronize
    active_lanes,    ///< mean of a step
    divergent_steps, ///< with fewer than 32 lanes
    bank_passes,     ///< over the banks of shared memory
    bank_conflicts,  ///< passes that the width of the data does not need
    barriers,        ///< of whole blocks
    operations,      ///< floating-point, of lanes
    grid,            ///< blocks of the launch that has most
    threads_at_work, ///< most threads that one place of the source stores with
    waits,           ///< most round trips to memory that a warp of the launch makes one after another
    /// %: of the round trips that make a block's chain, those that its longest warp spends at barriers
    waits_at_barriers,
    occupancy,  ///< %: resident threads / maximum per multiprocessor
    peak_share, ///< %: operations in the modeled time / peak of the card

    // Counts on the input, in the order of rows and columns that its name gives; no card has a part in them.
    bandwidth, ///< largest distance of an entry from the diagonal
    profile,   ///< sum over the rows of the distance from the first entry left of the diagonal to it
    x_sectors  ///< distinct sectors of 32 bytes of x, in double, that 32 rows one after another read; on average
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
/// Whether the figure is counted on the modeled card; nothing measures it.
bool is_count(Figure);
/// Whether it is counted on the input alone.
bool is_of_order(Figure);
/// The figure's own unit, where it has one that no option changes: "ms", "GFLOP/s", "%"; else null.
const char* unit_of(Figure);

/// The printed cells of a series that the card's parameters are fitted to, by index: every `step`-th, starting with
/// cell `first`, both counted from 0. A step of 0: none; the cells only serve to evaluate the model.
struct FitShare {
    std::size_t step = 1, first = 0;
    bool has(std::size_t cell) const { return step > 0 && cell >= first && (cell - first) % step == 0; }
};

/// One row (or column) of figures: over each of its variables, one cell for each value.
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
    std::optional<Reduce> reduce; ///< over the variables that `of` has and this has not

    Figure figure = Figure::time; ///< metric of the run
    std::map<std::string, std::string>
        options; ///< of the figure: "run" -> "{run}", "against" -> kernel, "phase" -> "compute", "waits" -> "no";
                 ///< of counts "array" -> "x", "access" -> "load", "launch" -> "phase 2" or "3", "per" -> "nonzero"

    std::string published;                                  ///< file of datasets/published; empty: the experiment's
    std::vector<std::pair<std::string, std::string>> where; ///< column = template; all must match
    std::string value_column = "value";
    std::string part;                ///< for a printed range such as "10 to 19": "low" or "high"; otherwise empty
    bool may_lack_published = false; ///< "printed": "some": not every cell of the series was printed
    std::optional<FitShare> fit;     ///< absent: the fit of the card does not look at the series
    bool has_published() const { return !where.empty(); }
};

/// Something that the source says, as a comparison of numbers that can be checked.
struct Claim {
    std::string text; ///< a sentence: "Sorting the rows makes ELL faster."
    std::string id;   ///< by which documents name it: "sorting-ell"; may be empty
    std::string said; ///< where the source says so in words ("section 3.2"): published without figures; may be empty
    /// The origin of the claim's threshold, or of the claim itself if it has no number: "source", "ours", or empty if
    /// unspecified.
    std::string threshold;
    std::string because; ///< where the source prints it, or why we take it; a sentence; with `threshold`
    /// Columns ("modelled", "measured") that cannot decide the claim in principle, each with the reason.
    std::vector<std::pair<std::string, std::string>> outside;
    std::string left, right; ///< series; right may be empty where `than` is given
    enum class Is { less, more, alike };
    friend constexpr auto words_of(Is) { return std::array{"less than", "more than", "alike"}; }
    Is is = Is::less;
    double factor = 1;          ///< less: left * factor < right ("at least 5 times less"); more: left > factor * right
    double within = 0.1;        ///< alike: |left / right - 1| <= within
    std::optional<double> than; ///< a number instead of a series
    std::vector<std::pair<std::string, std::string>> where; ///< variable = value; empty: at all values both have
    /// Instead of two series at the same values, two values of one variable: left and right are the same series.
    std::optional<std::string> between; ///< the variable
    std::string left_value, right_value;
    std::string part = "all"; ///< how many comparisons must hold: "all", "most" (more than half), "some"
};

/// Cells of one kind that the report of a fit compares, in the direction in which they are printed: two series at the
/// same values of their variables, or the values of one variable of a series.
struct FitComparison {
    std::string family;                  ///< "sorted against unsorted"
    std::string left, right;             ///< series
    std::string right_experiment;        ///< of the right one, where it is another: "right": "ata-table-1/naive"
    std::string between;                 ///< the variable, where left and right are one series
    std::string left_value, right_value; ///< of it; empty: every value against every later one
    Claim::Is is = Claim::Is::less;      ///< of these two values: the source says so in words, without figures
};

/// How the figures of the experiment's card were fitted to the printed figures. Where several experiments of a card
/// have one, fields that are not empty are taken from the first.
struct Fit {
    std::string paper;                    ///< "prata2010, tables 1 to 4"
    std::string rule;                     ///< which cells are fitted, in a sentence
    std::vector<std::string> assumptions; ///< assumptions where the source gives no details; Markdown
    std::vector<std::string> figures;     ///< keys of the card's figures that are fitted
    std::int64_t sample_blocks = 0;       ///< traced blocks per launch, for products; 0: all
    std::vector<FitComparison> comparisons;
};

/// A chart drawn as in the source.
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

/// A picture of a matrix's nonzeros per row (prata2010, figures 2 and 3).
struct Profile {
    std::string title;
    std::vector<std::string> inputs; ///< as in a run
};

struct Experiment {
    std::string id;         ///< "prata2010-tables-1-4"
    std::string source;     ///< "prata2010"
    std::string place;      ///< "tables 1 to 4"
    std::string title;      ///< "CSR and ELL, with and without sorted rows"
    std::string conclusion; ///< conclusions of the source in two sentences
    std::string remarks;    ///< differences from the source; may be empty
    std::string card;       ///< id; empty: nothing is modeled
    std::string published;  ///< file of datasets/published
    std::vector<Variable> variables;
    std::vector<Series> series;
    std::vector<ChartWish> charts;
    std::vector<Profile> profiles;
    std::vector<Claim> claims;
    std::optional<Fit> fit;                     ///< of the card
    std::map<std::string, std::string> kernels; ///< texts of the files in CUDA C that its runs name, by those names
    std::string text; ///< the file as it was read, with these texts: a result carries it along

    const Series* find_series(const std::string& id) const;
    const Variable* find_variable(const std::string& name) const;
};

/// Reads and checks a file. Errors: "experiment.format" with `where` (a path or an id), the line, the text found and
/// the text expected (unknown keys with the nearest known one; series, variables and attributes that do not exist;
/// templates that name no variable; circles of ratios; more than 100,000 cells).
Experiment experiment_from_json(const std::string& text, const std::string& where);
constexpr std::size_t largest_experiment = std::size_t{4} << 20; ///< bytes of a file

/// The program's experiments, by source and place; then the user's (files *.json in user_folder()). A file that cannot
/// be read is left out, and `complaints` gets a sentence.
std::vector<Experiment> experiments(std::vector<std::string>* complaints = nullptr);
/// Those that the program carries with it.
const std::vector<Experiment>& own_experiments();
/// An id, or the path of a file. Errors: "experiment.unknown" with the list, and those of reading.
Experiment find_experiment(const std::string& id_or_path);
/// The file in CUDA C that a run's kernel names: "./mine.cu" of "cg:./mine.cu"; empty for the program's own kernels.
std::string kernel_file_in(const std::string& kernel);
/// Reads the files that the runs name and that are not part of the experiment yet. Errors: those of reading;
/// "experiment.format" for a file outside of the folder. `where` names the experiment.
void carry_kernels(Experiment& experiment, const std::string& folder, const std::string& where);
/// $XDG_DATA_HOME/warploom/experiments.
std::string user_folder();

/// `text` with {name} and {name.attribute} filled in. Errors: "experiment.format".
std::string fill_in(const std::string& text, const Experiment&, const Bindings& at);

} // namespace warploom::experiment
