#pragma once

#include "app/calibration/study.h"
#include "engine/progress.h"
#include "engine/simulated/card.h"
#include "engine/simulated/model.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The counters that the tracer recorded for a case.
struct TracedCase {
    std::vector<simulated::LaunchCounts> launches;
    std::int64_t nonzeros = 0;
    double traced_share = 1;   ///< fraction of the blocks that were traced
    double transfer_bytes = 0; ///< bytes copied to the card and back
};

/// Traces every case of the study according to the rules of the card. The fitted parameters have no effect on traces.
/// `progress` counts cases. Errors: all errors of load_matrix, make_format and binding.
std::vector<TracedCase> trace_cases(const Study& study, const simulated::Card& card, const Progress& progress = {});

/// Modeled time of a case, in ns, for each interval that a paper can time.
struct CaseTime {
    double kernel = 0, launches = 0, copies = 0;
    CaseTime(double ns = 0) : kernel(ns), launches(ns), copies(ns) {} // NOLINT: implicit; sets all three times
    double at(Quantity::Timed timed) const {
        return timed == Quantity::Timed::kernel ? kernel : timed == Quantity::Timed::launches ? launches : copies;
    }
};
std::vector<CaseTime> model_cases(const std::vector<TracedCase>& cases, const simulated::Card& card);
/// Computes a quantity from the times of its cases.
double value_of(const Quantity& quantity, const std::vector<TracedCase>& cases, const std::vector<CaseTime>& ns);

struct FitResult {
    simulated::Card card;         ///< card with the fitted parameters, model_error and model_cells set
    std::vector<CaseTime> ns;     ///< modeled times of each case
    std::vector<double> modelled; ///< modeled value of each cell
    std::vector<double> ratio;    ///< ratio of modeled to published value for each cell
    double median_fitted = 0, median_others = 0, worst_others = 0; ///< median and worst values of |ratio - 1|
    std::vector<double> comparison_ratio; ///< modeled ratio of the left to the right side of each comparison
    std::vector<bool> is_right;           ///< whether the model predicts each comparison correctly
    /// Number of comparisons outside measurement noise, and how many of these the model predicts correctly.
    int counted = 0, right = 0;
    int rounds = 0; ///< number of search rounds
};

/// Fits the parameters by minimizing the sum of squares of log(modeled / published) over the fitted cells. The search
/// starts from values that do not depend on the card's current values. It multiplies one parameter at a time by a
/// factor and refines the factors until they are below half a percent. The result is deterministic.
FitResult fit_card(const Study& study, const simulated::Card& card, const std::vector<TracedCase>& cases);
/// Evaluates the card with its current parameters.
FitResult evaluate(const Study& study, const simulated::Card& card, const std::vector<TracedCase>& cases);

/// Returns the report as Markdown: parameters, medians, all cells and all comparisons.
std::string fit_report(const Study& study, const std::vector<TracedCase>& cases, const FitResult& result,
                       const std::string& command);
/// Sets the fitted parameters of the card and records their source.
void note_fit(simulated::Card& card, const Study& study, const FitResult& result);

} // namespace warploom::app
