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

/// The expected elements of an array, and the maximum allowed error of each element.
struct ExpectedArray {
    std::size_t array = 0; ///< index of the array in DeclaredProblem::arrays
    NumberArray values;
    std::vector<double> bound; ///< maximum error of each element; empty if the elements must be exactly equal
};

/// A wrong element of a result.
struct WrongElement {
    std::size_t array = 0; ///< index of the array in DeclaredProblem::arrays
    std::int64_t index = 0;
    double expected = 0, computed = 0;        ///< values as double; integers larger than 2^53 are rounded
    std::string expected_text, computed_text; ///< exact values of integers; empty for real numbers
    bool is_unwritten = false;                ///< whether the kernel left the element unwritten
};

/// The expected results for an input.
class ExpectedResults {
public:
    /// Executes `expected` serially. If `expected` is a template or declares its arrays as double, arrays of T are
    /// double even if the kernel uses float.
    ///
    /// Integers must be equal. The maximum relative error of a real number is the declared tolerance. Without a
    /// tolerance, the maximum error is 2 n u S. Here, n is the length of the longest array, but at least 16, and u is
    /// the unit roundoff of the result. S is an upper bound on the sum of the absolute values of the terms. It is the
    /// maximum of three numbers. They are the result, the result for the absolute values of the inputs, and the change
    /// of the result relative to a small random change of the inputs. If `expected` is a template, the maximum also
    /// includes the rounding error of `expected` in float, relative to the unit roundoff of float.
    ///
    /// `most_turns` limits the total number of loop iterations. Errors: "kernel.fault" with the location of an error in
    /// `expected` (simt::EndlessLoopError if there are too many iterations), "kernel.parameter" for undeclared
    /// parameters, "cancelled".
    ExpectedResults(const std::shared_ptr<const simt::Program>& expected, const DeclaredInput& input, bool is_double,
                    std::int64_t most_turns);

    /// Returns the first wrong element of the `out` and `inout` arrays, or std::nullopt if all elements are correct.
    std::optional<WrongElement> first_wrong(const std::vector<const NumberArray*>& results) const;

private:
    std::vector<ExpectedArray> arrays_;
};

} // namespace warploom::declared
