#pragma once

#include "app/check/first_wrong.h"
#include "app/check/judged_input.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Sets the vector x of a product, or the right-hand side of a triangular system. Does nothing for other operations.
void give_vector(Operation operation, kernels::Bound& bound, const std::vector<double>& vector);

/// Returns the first element of a result whose error exceeds the bounds used in a benchmark run, or std::nullopt if
/// there is none. `vector` is the x of a product, or the right-hand side of a triangular system.
std::optional<WrongNumber> first_wrong_of(const JudgedInput& input, Operation operation,
                                          const std::vector<double>& vector, const std::vector<double>& result,
                                          bool single);

/// Returns whether a kernel can keep data between runs, because it has scratch arrays, `prepare`, or `__device__`
/// variables.
bool keeps_state(Operation operation, const std::string& kernel);

/// An error that occurs only in a run after the first one.
struct LaterRuns {
    std::vector<simulated::Finding> findings;
    std::optional<WrongNumber> wrong;
    std::string name; ///< name of the failed run, such as "In the second run, with another x: "
};

/// Runs a kernel four more times without resetting its scratch arrays, to expose kernels that compute a result once
/// and then copy it. The first two runs use another x or right-hand side, without calling `prepare`. The other two use
/// other matrix values, after calling `prepare` again. The first run of each pair preserves the first numbers, in case
/// a kernel compares them with the previous run, and the second one replaces all numbers. The sparsity pattern does not
/// change. Does nothing for large inputs. Errors: any error from trace_kernel.
LaterRuns try_later_runs(Operation operation, const JudgedInput& first, const std::vector<double>& vector,
                         const TraceSubject& subject, const TraceSettings& settings, const Progress& progress);

} // namespace warploom::app
