#pragma once

#include "app/run_spec/cell_run.h"
#include "engine/simulated/card.h"

#include <string>
#include <vector>

// The published times of a card's paper, and the runs to model for a comparison.

namespace warploom::app {

/// A figure made of the modeled times of some cases.
struct Quantity {
    enum class Kind { ms, least_gflops, most_gflops }; ///< ms: of the only case
    /// The interval that the paper timed: the kernel alone, including launch overhead, or including copies in both
    /// directions.
    enum class Timed { kernel, launches, copies };
    Kind kind = Kind::ms;
    std::vector<std::size_t> cases; ///< numbers in the study
    Timed timed = Timed::kernel;
    double printed = 0; ///< without cases: a time of the paper that is not modeled, of its CPU, in ms
};

struct FitCell {
    std::string where; ///< "table 1"
    std::string what;  ///< "csr-scalar, order 4096, float, block 32"
    Quantity quantity;
    double published = 0; ///< ms or GFLOP/s
    bool is_fitted = false;
};

/// Something that a paper compares.
struct PaperComparison {
    enum class Expected { left_less, left_more, alike }; ///< of the quantity's own unit
    std::string family;                                  ///< "sorted against unsorted"
    std::string what;
    Quantity left, right;
    Expected expected = Expected::left_less;
    double published_ratio = 0; ///< left / right; 0: only said in words
    bool is_scatter = false;    ///< printed figures that differ by less than 3 %
};

struct Study {
    std::string card, paper;
    std::string rule;                 ///< which cells are fitted, in a sentence
    std::string assumptions;          ///< assumptions where the paper gives no details; Markdown
    std::vector<std::string> figures; ///< keys of the card's figures that are fitted
    std::vector<CellRun>
        cases; ///< with the blocks of a launch that are traced; of AᵀA only the shape of the input is used
    std::vector<FitCell> cells;
    std::vector<PaperComparison> comparisons;
};

/// Printed figures closer together than this say nothing about direction.
constexpr double scatter = 0.03;
/// Times that a paper calls equal may differ by this fraction in the model.
constexpr double alike = 0.1;

/// The cards that have a study, in the order of the cards.
std::vector<std::string> studied_cards();
/// Returns the study with which the program's own experiments fit a card (docs/experiments.md). Errors: "fit.card"
/// (there is none for this card; includes the list), "experiment.format".
Study study_of(const std::string& card);

} // namespace warploom::app
