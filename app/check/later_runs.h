#pragma once

#include "app/check/first_wrong.h"
#include "app/check/judged_input.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Gives a kernel its x, or the right side of a triangular system. Other operations have none to be given.
void give_vector(Operation operation, kernels::Bound& bound, const std::vector<double>& vector);

/// The first number that is wrong, by the bounds of a run. `vector`: x, or the right side of a triangular system.
std::optional<WrongNumber> first_wrong_of(const JudgedInput& input, Operation operation,
                                          const std::vector<double>& vector, const std::vector<double>& result,
                                          bool single);

/// Whether a kernel source can carry anything from one run to the next: it has scratch arrays, or `prepare`.
bool keeps_state(const std::string& kernel);

/// The mistakes that runs after the first one showed.
struct LaterRuns {
    std::vector<simulated::Finding> findings;
    std::optional<WrongNumber> wrong;
    std::string name; ///< of the run that is wrong: "In the second run, with another x"
};

/// Runs a kernel and then again with other values, while its scratch arrays keep their contents: twice with another x
/// or right-hand side, without running `prepare`, and once with other matrix values, after another `prepare`. So a
/// result that is computed once and then copied is detected. The pattern is unchanged, and so are the first values,
/// which a kernel may compare with those of the previous run. Does nothing on large inputs. Errors: those of
/// trace_kernel.
LaterRuns try_later_runs(Operation operation, const JudgedInput& first, const std::vector<double>& vector,
                         const TraceSubject& subject, const TraceSettings& settings, const Progress& progress);

} // namespace warploom::app
