#pragma once

#include "app/check/test_inputs.h"
#include "engine/simt/source_constants.h"

#include <cstdint>
#include <set>
#include <vector>

namespace warploom::app {

/// Returns inputs with sizes just below, equal to and just above the limits that constants in the source may imply. For
/// example, `s[512]` leads to rows of 511, 512 and 513 entries, and to the same numbers of rows, columns, nonzeros and
/// dependency levels. `<<<8, 256>>>` leads to a dependency level of 2,049 rows. The following numbers count as limits:
/// the constants themselves, the products of two constants, the products of a constant and `block`, and the hardware
/// limits of 32 lanes and 1,024 threads. Limits above `most_of_small` require large inputs (large_inputs.h), which are
/// tested only if running a few of their blocks indicates a problem.
std::vector<TestInput> limit_inputs(Operation operation, const std::string& format,
                                    const simt::SourceConstants& constants, int block);

/// Returns the limits that constants in the source and the hardware impose, in ascending order.
std::set<std::int64_t> single_limits(const simt::SourceConstants& constants, int block);
/// Returns all limits up to `most`: the single limits, and the products of any two of them.
std::set<std::int64_t> limits_up_to(const simt::SourceConstants& constants, int block, std::int64_t most);

/// Maximum limit that is tested with small inputs.
inline constexpr std::int64_t most_of_small = 5'000;

/// Returns the largest limit, up to `most`, that the constants of a source imply, or 0 if all limits are below
/// `most_of_small`.
std::int64_t largest_limit(const simt::SourceConstants& constants, int block, std::int64_t most);

} // namespace warploom::app
