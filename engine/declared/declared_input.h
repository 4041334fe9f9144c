#pragma once

#include "engine/declared/declared_problem.h"
#include "engine/declared/number_array.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warploom::declared {

/// Which values the elements of the input arrays have. The value `random` follows the drawing of each array; the others
/// are extreme cases of it, and leave arrays alone that are sorted, a permutation, or contain NaN.
enum class ElementValues : std::uint8_t {
    random,
    least,    ///< all elements have the smallest value
    greatest, ///< all elements have the greatest value
    negative, ///< random, but no element is positive if there are negative ones
    large,    ///< real numbers without a directive are multiplied by 2^20
    small     ///< real numbers without a directive are multiplied by 2^-20
};
constexpr auto words_of(ElementValues) {
    return std::array{"random", "least", "greatest", "negative", "large", "small"};
}

/// An input of a declared problem: its numbers, and how its arrays are drawn.
struct DeclaredInput {
    std::shared_ptr<const DeclaredProblem> problem;
    std::map<std::string, std::int64_t> numbers;
    std::uint64_t seed = 1;
    ElementValues values = ElementValues::random;

    /// Returns a name from which parse_input() makes this input, such as "n=33,seed=2,values=least".
    std::string name() const;
};

/// Parses the name of an input. A number that the name leaves out has a value of moderate size: 1000 if it is the only
/// one, smaller values if there are several, or the nearest value that its domain contains.
/// Errors: "input.malformed".
DeclaredInput parse_input(std::shared_ptr<const DeclaredProblem> problem, const std::string& name);

/// Returns the total number of elements of all arrays.
std::int64_t elements_of(const DeclaredInput& input);

/// Returns the arrays in the order of their declarations. The elements of input arrays are random numbers, and those of
/// output arrays are poisoned. If `is_double`, T is double. `as_double` also makes arrays of T double, but rounds their
/// elements to the precision of T. Errors: "problem.size", "memory.limit".
std::vector<NumberArray> draw(const DeclaredInput& input, bool is_double, bool as_double = false);

/// Changes the real numbers of the input arrays: all elements become positive.
void make_positive(const DeclaredInput& input, std::vector<NumberArray>& arrays);
/// Multiplies each real number of the input arrays by 1 + change or 1 - change at random, and those of a sorted array by
/// a common factor.
void perturb(const DeclaredInput& input, double change, std::uint64_t seed, std::vector<NumberArray>& arrays);

} // namespace warploom::declared
