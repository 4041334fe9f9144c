#pragma once

#include "engine/simt/program.h"

#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Returns the lines with code that no run of the program has executed, in ascending order. If a condition and its
/// statement are on the same line, this line can be included even though the condition has been evaluated.
std::vector<int> unexecuted_lines(const Program& program);

/// The values that the conditions around a branch compare. An input that satisfies all of these conditions may take the
/// branch.
struct BranchCondition {
    std::set<std::int64_t> limits;                              ///< limits in comparisons such as `length > 32`
    std::set<std::pair<std::int64_t, std::int64_t>> remainders; ///< divisor and remainder, as in `row % 7 == 3`
    bool operator<(const BranchCondition& other) const {
        return std::tie(limits, remainders) < std::tie(other.limits, other.remainders); // libc++ 14 has no <=> for sets
    }
};
/// Returns the conditions of branches that no run has taken. Omits duplicates, and conditions without constants.
std::set<BranchCondition> conditions_of_unexecuted(const Program& program);

/// Returns the conditions in expressions such as `length > 32 && row % 7 == 3 ? a : b`. These expressions execute the
/// same instructions whether the conditions are true or not. Only expressions with at least two constants are included.
std::set<BranchCondition> conditions_in_expressions(const Program& program);

} // namespace warploom::simt
