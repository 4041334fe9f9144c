#pragma once

#include "app/calibration/study.h"
#include "engine/progress.h"
#include "engine/simulated/card.h"
#include "engine/simulated/model.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Counters that were recorded while tracing one case of a study.
struct TracedCase {
    std::vector<simulated::LaunchCounts> launches;
    std::int64_t nonzeros = 0;
    double traced_share = 1;   ///< fraction of the blocks that were traced
    double transfer_bytes = 0; ///< bytes copied between host and device
};

/// Traces every case of the study according to the card's rules. Traces do not depend on the fitted parameters.
/// `progress` counts cases. Errors: any error from load_matrix, make_format or binding.
std::vector<TracedCase> trace_cases(const Study& study, const simulated::Card& card, const Progress& progress = {});

/// Modeled times of a case in nanoseconds, one for each interval that a paper may have measured.
struct CaseTime {
    double kernel = 0, launches = 0, copies = 0;
    CaseTime(double ns = 0) : kernel(ns), launches(ns), copies(ns) {} // NOLINT: intentionally implicit; sets all times
    double at(Quantity::Timed timed) const {
        return timed == Quantity::Timed::kernel ? kernel : timed == Quantity::Timed::launches ? launches : copies;
    }
};
std::vector<CaseTime> model_cases(const std::vector<TracedCase>& cases, const simulated::Card& card);
/// Computes the value of a quantity from the modeled times of the cases on which it depends.
double value_of(const Quantity& quantity, const std::vector<TracedCase>& cases, const std::vector<CaseTime>& ns);

struct FitResult {
    simulated::Card card; ///< the card, with the fitted parameters, model_error and model_cells set
    std::vector<CaseTime> ns;
    std::vector<double> modelled;
    std::vector<double> ratio; ///< ratios of modeled to published values, indexed by published cell
    double median_fitted = 0, median_others = 0, worst_others = 0; ///< medians and maximum of |modeled / published - 1|
    /// Ratios of the left to the right modeled value, indexed by comparison.
    std::vector<double> comparison_ratio;
    std::vector<bool> is_right; ///< whether the model predicts the published outcome, indexed by comparison
    /// Number of comparisons whose difference exceeds measurement noise, and how many of them the model predicts
    /// correctly.
    int counted = 0, right = 0;
    int rounds = 0;
};

/// Fits the parameters by minimizing the sum of squares of log(modeled / published) over the fitted values. The search
/// is a deterministic coordinate search whose initial values do not depend on the card's current values. Each step
/// multiplies one parameter by a factor. The search ends when this factor changes a parameter by less than 0.5 %.
FitResult fit_card(const Study& study, const simulated::Card& card, const std::vector<TracedCase>& cases);
/// Evaluates the model of a card without fitting its parameters.
FitResult evaluate(const Study& study, const simulated::Card& card, const std::vector<TracedCase>& cases);

/// Returns a Markdown report of the fit: parameters, medians, all cells and all comparisons.
std::string fit_report(const Study& study, const std::vector<TracedCase>& cases, const FitResult& result,
                       const std::string& command);
/// Sets the fitted parameters in the card and records the study as their source.
void note_fit(simulated::Card& card, const Study& study, const FitResult& result);

} // namespace warploom::app
