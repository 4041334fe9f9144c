#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::exercise {

enum class GateState {
    missed,
    met,
    not_looked_at, ///< not evaluated, because a prerequisite of this criterion was not met
    not_understood ///< not evaluated, because the solution does not compile
};
constexpr auto words_of(GateState) { return std::array{"missed", "met", "not_looked_at", "not_understood"}; }
using warploom::to_string;

struct GateResult {
    std::string id, title;
    GateState state = GateState::not_looked_at;
    double points = 0, out_of = 0;
    /// Value of the metric. Not set for the criteria "clean" and "right", or if the value could not be determined.
    std::optional<double> value;
    std::string sentence; ///< explanation, followed by a hint if the criterion is not met
    bool higher_is_better = false;

    static const protocol::Fields<GateResult>& fields();
    bool is_met() const { return state == GateState::met; }
    /// Returns the points as text, such as "2 of 3". If a criterion is met but its points have not been assigned yet,
    /// returns text such as "3 later".
    std::string points_text() const;
};

/// Costs of a solution, summed over all random inputs and over all kernel launches of one call for each input.
struct GradingCounts {
    std::int64_t inputs = 0; ///< number of inputs
    std::int64_t transactions = 0, bytes = 0;
    double modelled_ns = 0;

    static const protocol::Fields<GradingCounts>& fields();
};

/// The grading result for a solution. It does not depend on the machine that performs the grading.
struct Grading {
    std::string exercise;
    std::string card;
    int block = 0;
    std::vector<std::string> inputs; ///< test inputs; a criterion uses the first one unless it specifies another
    std::string failed_on;           ///< first test input with an error; empty if there is none
    double points = 0, out_of = 0;
    std::string sentence;          ///< reason why a correct solution has not earned any points yet; otherwise empty
    std::vector<GateResult> gates; ///< results for "clean" and "right", followed by the criteria of the exercise
    /// Set only if counts on random inputs were requested and the solution is correct.
    std::optional<GradingCounts> counts;

    static const protocol::Fields<Grading>& fields();
    bool is_passed() const;
};

/// Parses a grading result. Throws Error("judgement.malformed") with the name of the invalid field.
Grading read_judgement(const Json& json);

} // namespace warploom::exercise
