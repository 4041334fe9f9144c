#pragma once

#include "engine/declared/declared_input.h"
#include "engine/simt/program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::declared {

/// Compiles the function `expected` of a source. Errors: "kernel.refused-text" with the location of the first error.
std::shared_ptr<const simt::Program> compile_expected(const std::string& name, const std::string& text);

/// The correct elements of an array, and the largest allowed error of each.
struct ExpectedArray {
    std::size_t array = 0; ///< index of the array in DeclaredProblem::arrays
    NumberArray values;
    std::vector<double> bound; ///< empty if the elements must be equal
};

/// An element of a result that is wrong.
struct WrongElement {
    std::size_t array = 0; ///< index of the array in DeclaredProblem::arrays
    std::int64_t index = 0;
    double expected = 0, computed = 0;        ///< rounded if they are integers beyond 2^53
    std::string expected_text, computed_text; ///< digits of integers; empty for real numbers
    bool is_unwritten = false;                ///< whether the element still has the value that it had before the run
};

/// The correct results of an input.
class ExpectedResults {
public:
    /// Executes `expected` serially. Arrays of T are double in it, if it is a template or declares them so, even if the
    /// kernel computes in float.
    ///
    /// Integers must be equal. Real numbers may differ by a relative error of the declared tolerance, otherwise by
    /// 2 n u S, where n is the length of the longest array, but at least 16, u is the unit roundoff of the result, and S
    /// bounds the sum of the absolute values of the terms. S is the largest of four numbers: the result, the result for
    /// the absolute values of the inputs, the change of the result relative to a small random change of the inputs, and
    /// the rounding error of `expected` in float relative to the unit roundoff of float, if `expected` is a template.
    ///
    /// `most_turns` limits the number of iterations of all loops. Errors: "kernel.fault" with the location of an error
    /// in `expected` (simt::EndlessLoopError if there are too many iterations), "kernel.parameter" for parameters that are
    /// not declared, "cancelled".
    ExpectedResults(const std::shared_ptr<const simt::Program>& expected, const DeclaredInput& input, bool is_double,
                    std::int64_t most_turns);

    /// Returns the first wrong element of the `out` and `inout` arrays, or nothing if all are correct.
    std::optional<WrongElement> first_wrong(const std::vector<const NumberArray*>& results) const;

private:
    std::vector<ExpectedArray> arrays_;
};

} // namespace warploom::declared
