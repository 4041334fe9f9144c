#pragma once

#include "app/calibration/fit.h"
#include "app/experiment/figures/measured_kernels.h"
#include "engine/experiment/result.h"

#include <map>
#include <string>
#include <vector>

// Compares the performance model with published and measured values (docs/results/fidelity.md).

namespace warploom::app {

/// Accuracy targets of the performance model for each card and each comparison with measurements.
constexpr double largest_median_error = 0.1, least_share_right = 0.9;
constexpr double largest_measured_median = 0.1, largest_measured_factor = 1.7;

/// Relative errors |modeled / published - 1| of the published values that were not used for fitting. Includes only
/// times and rates. Percentages are excluded because they are ratios of times that are already included. Iteration
/// counts are excluded because they do not depend on the card.
struct ModelErrors {
    int fitted = 0, others = 0;
    double median_fitted = 0, median = 0, worst = 0;
    std::string worst_cell; ///< description of the published value with the largest error, such as "ELL, order 4096"
};
ModelErrors errors_of(const std::vector<experiment::Result>& results);

/// Returns whether the published values of this series contribute to the model errors.
bool counts(const experiment::Experiment& experiment, const experiment::Series& series);

/// Numbers of a paper's claims that the modeled values confirm, refute or leave open. Claims added by the Warploom
/// project are excluded.
struct ModelClaims {
    int right = 0, wrong = 0, open = 0;
    int outside = 0; ///< number of claims that modeled values cannot confirm or refute
    int ours = 0;
};
ModelClaims claims_of(const std::vector<experiment::Result>& results);

/// A card with its calibration study and the experiments modeled for it.
struct CardFidelity {
    std::string card, title;
    Study study;
    FitResult fit;
    std::vector<experiment::Result> results;
};

/// Explanations of model errors by topic. In the notes file, the text of a topic follows a heading `## ID`, where ID is
/// a card, an experiment or `measured-CARD`.
using FidelityNotes = std::map<std::string, std::string>;
/// Parses the notes file. Errors: "file.malformed" if there is text before the first heading or a duplicate heading.
FidelityNotes fidelity_notes(const std::string& text, const std::string& where);

/// Returns the fidelity report as Markdown. `date` is a UTC date in ISO 8601 format.
std::string fidelity_report(const std::vector<CardFidelity>& cards, const std::vector<MeasuredKernels>& measured,
                            const FidelityNotes& notes, const std::string& date);

} // namespace warploom::app
