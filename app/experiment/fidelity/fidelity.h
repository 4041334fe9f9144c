#pragma once

#include "app/calibration/fit.h"
#include "app/experiment/figures/measured_kernels.h"
#include "engine/experiment/result.h"

#include <map>
#include <string>
#include <vector>

// Compares the model with published and measured values (docs/results/fidelity.md).

namespace warploom::app {

/// Accuracy targets of the model. They apply to each card and to each comparison with measurements.
constexpr double largest_median_error = 0.1, least_share_right = 0.9;
constexpr double largest_measured_median = 0.1, largest_measured_factor = 1.7;

/// Errors |modeled / published - 1| of the cells that were not used for fitting. Only published times and rates count:
/// a percentage would count the same two times again, and iteration counts do not depend on the card.
struct ModelErrors {
    int fitted = 0, others = 0;
    double median_fitted = 0, median = 0, worst = 0;
    std::string worst_cell; ///< cell with the largest error, such as "ELL, order 4096"
};
ModelErrors errors_of(const std::vector<experiment::Result>& results);

/// Returns whether the cells of this series count toward the errors.
bool counts(const experiment::Experiment& experiment, const experiment::Series& series);

/// Number of a paper's claims that hold for the modeled values. Claims that we added are excluded.
struct ModelClaims {
    int right = 0, wrong = 0, open = 0;
    int outside = 0; ///< number of claims that cannot be decided with a model of a card
    int ours = 0;
};
ModelClaims claims_of(const std::vector<experiment::Result>& results);

/// A card with its study and the experiments modeled for it.
struct CardFidelity {
    std::string card, title;
    Study study;
    FitResult fit;
    std::vector<experiment::Result> results;
};

/// Explanations by topic. In the notes file, the text of a topic follows a heading `## ID`, where ID is a card, an
/// experiment or `measured-CARD`.
using FidelityNotes = std::map<std::string, std::string>;
/// Parses the notes. Errors: "file.malformed" if there is text before the first heading or a duplicate heading.
FidelityNotes fidelity_notes(const std::string& text, const std::string& where);

/// Returns the page as Markdown. `date` is a UTC date in ISO 8601 format.
std::string fidelity_report(const std::vector<CardFidelity>& cards, const std::vector<MeasuredKernels>& measured,
                            const FidelityNotes& notes, const std::string& date);

} // namespace warploom::app
