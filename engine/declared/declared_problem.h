#pragma once

#include "engine/declared/number_array.h"
#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/tree.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// A problem declared by a kernel source, with directives in the comments at the top of the file:
//
//     // in: a T[n]
//     // out: b T[n]
//     // n: 1 .. 1000000
//     // a: uniform -1 .. 1

namespace warploom::declared {

enum class Role : std::uint8_t { in, out, inout };

/// The declared element type of an array. `real` is T, which is float or double.
enum class ElementType : std::uint8_t { int32, uint32, int64, uint8, float32, float64, real };

/// The distribution of the elements of an input array.
struct Drawing {
    enum class Kind : std::uint8_t {
        usual,       ///< default without a directive: real numbers from -1 to 1, or small integers
        uniform,     ///< real numbers from `least` to `greatest`
        integers,    ///< integers from `least` to `greatest`
        permutation, ///< the integers from 0 to size - 1 in random order
        one_nan      ///< real numbers from -1 to 1, one of which is replaced by NaN
    };
    Kind kind = Kind::usual;
    bool is_sorted = false; ///< whether the elements are in ascending order
    double least = -1, greatest = 1;
};

struct DeclaredArray {
    std::string name;
    Role role = Role::in;
    ElementType type = ElementType::real;
    /// The size in one or two dimensions. A two-dimensional array is stored in row-major order.
    std::vector<std::shared_ptr<const simt::Expression>> sizes;
    Drawing drawing;
    simt::SourceLocation place;
};

/// The set of values that an integer parameter can have.
struct Domain {
    std::int64_t least = 0, greatest = greatest_by_default;
    std::int64_t multiple_of = 1;
    bool is_power_of_two = false;

    static constexpr std::int64_t greatest_by_default = 1'000'000;

    bool contains(std::int64_t value) const;
    /// Returns the largest value in the domain that is at most `value`, or std::nullopt if there is none.
    std::optional<std::int64_t> at_most(std::int64_t value) const;
    /// Returns whether some integers between the minimum and the maximum are excluded.
    bool is_restricted() const { return multiple_of > 1 || is_power_of_two; }
};

/// Parses a domain such as `multiples of 32, at most 4096`. `greatest` is the maximum if the text does not state one.
/// Returns std::nullopt if the text is not a domain.
std::optional<Domain> domain_in(const std::string& text, std::int64_t greatest = Domain::greatest_by_default);

struct DeclaredNumber {
    std::string name;
    Domain domain;
    simt::SourceLocation place;
};

struct DeclaredProblem {
    std::vector<DeclaredArray> arrays;
    std::vector<DeclaredNumber> numbers;
    /// Maximum relative error of a real result. If not set, the error bound for sums is used.
    std::optional<double> tolerance;

    /// Returns the size of an array in each dimension. Errors: "problem.size" for a negative size.
    std::vector<std::int64_t> sizes_of(const DeclaredArray& array,
                                       const std::map<std::string, std::int64_t>& numbers) const;
    bool has_real_numbers() const;
    /// Returns whether any array has elements of type T.
    bool has_either_precision() const;
    /// Describes the restrictions on the parameters, such as "n a multiple of 32". Returns an empty string if there are
    /// none.
    std::string restrictions() const;
};

/// A parsed problem, or the errors in its declaration.
struct ParsedProblem {
    std::shared_ptr<const DeclaredProblem> problem; ///< the declared problem; null if there are errors
    std::vector<simt::Diagnostic> errors;
};

/// Parses the directives at the top of a source.
ParsedProblem parse_problem(const std::string& text);

/// Returns the parameter type of an array, such as `const T*`.
std::string parameter_type(const DeclaredArray& array);
/// Returns a description of an array, such as "an input array".
std::string role_text(const DeclaredArray& array);
/// Describes the values that a parameter can have, such as "1 to 1000".
std::string values_text(const DeclaredNumber& number);

} // namespace warploom::declared
