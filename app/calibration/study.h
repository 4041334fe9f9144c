#pragma once

#include "app/run_spec/cell_run.h"
#include "engine/simulated/card.h"

#include <string>
#include <vector>

// The calibration study of a card: the times that a paper published for this card, and the runs that are modeled for
// comparison.

namespace warploom::app {

/// A quantity that is computed from the modeled times of one or more cases.
struct Quantity {
    /// The time of one case in ms, or the minimum or maximum GFLOP/s of several cases.
    enum class Kind { ms, least_gflops, most_gflops };
    /// The interval that the paper timed: the kernel alone, the kernel with launch overhead, or everything including
    /// copies in both directions.
    enum class Timed { kernel, launches, copies };
    Kind kind = Kind::ms;
    std::vector<std::size_t> cases;
    Timed timed = Timed::kernel;
    double printed = 0; ///< published CPU time in ms, used instead of `cases` because CPUs are not modeled
};

struct FitCell {
    std::string where; ///< location in the paper, such as "table 1"
    std::string what;  ///< description, such as "csr-scalar, order 4096, float, block 32"
    Quantity quantity;
    double published = 0; ///< published value, in ms or GFLOP/s
    bool is_fitted = false;
};

/// A comparison of two results in a paper.
struct PaperComparison {
    enum class Expected { left_less, left_more, alike }; ///< expected order of the left and right quantities
    /// Group of similar comparisons, such as "sorted versus unsorted".
    std::string family;
    std::string what;
    Quantity left, right;
    Expected expected = Expected::left_less;
    double published_ratio = 0; ///< ratio of the left to the right published value; 0 if the paper states no numbers
    bool is_scatter = false;    ///< whether the two published values differ by less than 3 %
};

struct Study {
    std::string card, paper;
    std::string rule;                 ///< sentence that lists the published values used for fitting
    std::string assumptions;          ///< assumptions about details missing from the paper, in Markdown
    std::vector<std::string> figures; ///< keys of the card parameters that are fitted
    /// The runs to model. They also determine which blocks of each launch are traced. AᵀA requires only the shape of
    /// the input.
    std::vector<CellRun> cases;
    std::vector<FitCell> cells;
    std::vector<PaperComparison> comparisons;
};

/// Published values that differ by less than this fraction count as equal.
constexpr double scatter = 0.03;
/// Maximum relative difference at which two modeled times count as equal.
constexpr double alike = 0.1;

/// Returns the IDs of all cards that have a calibration study, in the order of the card list.
std::vector<std::string> studied_cards();
/// Returns the calibration study of a card, built from the built-in experiments (docs/experiments.md). Errors:
/// "fit.card", with a list of valid cards, if the card has no study; "experiment.format".
Study study_of(const std::string& card);

} // namespace warploom::app
