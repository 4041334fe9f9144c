#pragma once

#include "engine/experiment/cells.h"

#include <array>
#include <string>
#include <vector>

namespace warploom::experiment {

/// The verdict on a claim. `cannot_tell` means that a value is missing or that the values are too close to each other.
/// `outside` means that no value in this column (published, modeled or measured) could ever decide the claim.
enum class Verdict { holds, fails, cannot_tell, outside };
constexpr auto words_of(Verdict) { return std::array{"holds", "fails", "cannot tell", "outside"}; }

/// The verdict on a claim in the published, modeled or measured column.
struct ClaimJudgment {
    Verdict verdict = Verdict::cannot_tell;
    /// Number of comparisons with each outcome. The outcome is unknown if a value is missing or the difference is
    /// within noise.
    int right = 0, wrong = 0, unknown = 0;
    /// The verdict in words, such as "27 of 36 comparisons hold; the closest: ELL, order 4096: 0.95".
    std::string sentence;
};

/// The verdicts on a claim, indexed by `CellColumn`. Measured times with overlapping quartiles count as equal. If the
/// paper makes a claim without giving numbers, the claim holds in the published column unless published values
/// contradict it.
struct ClaimResult {
    std::array<ClaimJudgment, 3> in;
    const ClaimJudgment& operator[](CellColumn column) const { return in[static_cast<std::size_t>(column)]; }
};
/// Returns the reason why a column (published, modeled or measured) cannot decide the claim, or an empty string if it
/// can. The claim itself may state the reason (`outside`). Otherwise, the reason follows from its operands: counts are
/// never measured, CPUs are not modeled, and modeled values require a simulated GPU.
std::string outside_of(const Experiment&, const Claim&, CellColumn);
/// Returns a sentence about the origin of the claim's threshold for display after the verdict, such as "Threshold from
/// the source: section 4.1." Returns an empty string if the origin is not specified.
std::string threshold_text(const Claim&);
std::vector<ClaimResult> verdicts_of(const Experiment&, const std::vector<Cell>& cells);

} // namespace warploom::experiment
