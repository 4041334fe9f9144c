#pragma once

#include "app/calibration/fit.h"
#include "app/experiment/figures/measured_kernels.h"
#include "engine/experiment/result.h"

#include <map>
#include <string>
#include <vector>

// How far the model is from the printed and from the measured figures: docs/results/fidelity.md.

namespace warploom::app {

/// The accuracy targets of the model, for each card and for each comparison with measurements.
constexpr double largest_median_error = 0.1, least_share_right = 0.9;
constexpr double largest_measured_median = 0.1, largest_measured_factor = 1.7;

/// Errors |modeled / published - 1|, of cells that were not fitted. Only times and rates that were printed themselves
/// count: a percentage would count its two times twice, and iterations are nothing that a card decides.
struct ModelErrors {
    int fitted = 0, others = 0;
    double median_fitted = 0, median = 0, worst = 0;
    std::string worst_cell; ///< "ELL, order 4096"
};
ModelErrors errors_of(const std::vector<experiment::Result>& results);

/// Whether a cell of this series counts.
bool counts(const experiment::Experiment& experiment, const experiment::Series& series);

/// The source's claims in the modeled column. Claims of ours, of which it prints nothing, say nothing of fidelity.
struct ModelClaims {
    int right = 0, wrong = 0, open = 0;
    int outside = 0; ///< claims that the model cannot decide in principle
    int ours = 0;
};
ModelClaims claims_of(const std::vector<experiment::Result>& results);

/// One card: its study and the experiments that are modeled for it.
struct CardFidelity {
    std::string card, title;
    Study study;
    FitResult fit;
    std::vector<experiment::Result> results;
};

/// Reasons that people wrote down: `## ID` and text below, ID being a card, an experiment or `measured-CARD`.
using FidelityNotes = std::map<std::string, std::string>;
/// Errors: "file.malformed" for text before the first heading, and for duplicate headings.
FidelityNotes fidelity_notes(const std::string& text, const std::string& where);

/// The page, Markdown. `date`: UTC, ISO 8601.
std::string fidelity_report(const std::vector<CardFidelity>& cards, const std::vector<MeasuredKernels>& measured,
                            const FidelityNotes& notes, const std::string& date);

} // namespace warploom::app
