#pragma once

#include "engine/declared/declared_problem.h"
#include "engine/declared/number_array.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warploom::declared {

/// Selects how the input arrays are filled. `random` uses the declared distribution of each array. The other
/// enumerators select extreme values. They do not apply to arrays that are sorted, are a permutation, or contain NaN.
enum class ElementValues : std::uint8_t {
    random,
    least,
    greatest,
    negative, ///< random values; if the distribution includes negative numbers, no element is positive
    large,    ///< real numbers are multiplied by 2^20, unless a directive specifies their distribution
    small     ///< real numbers are multiplied by 2^-20, unless a directive specifies their distribution
};
constexpr auto words_of(ElementValues) {
    return std::array{"random", "least", "greatest", "negative", "large", "small"};
}

/// An input of a declared problem: the values of its integer parameters and the contents of its arrays.
struct DeclaredInput {
    std::shared_ptr<const DeclaredProblem> problem;
    std::map<std::string, std::int64_t> numbers;
    std::uint64_t seed = 1;
    ElementValues values = ElementValues::random;

    /// Returns the name of this input in the form that parse_input() accepts, such as "n=33,seed=2,values=least".
    std::string name() const;
};

/// Parses the name of an input. A missing parameter gets a default value: 1000 if it is the only parameter, or a
/// smaller value if there are several. If the domain of the parameter does not contain the default value, the nearest
/// valid value is used. Errors: "input.malformed".
DeclaredInput parse_input(std::shared_ptr<const DeclaredProblem> problem, const std::string& name);

/// Returns the total number of elements of all arrays.
std::int64_t elements_of(const DeclaredInput& input);

/// Returns the arrays in the order of their declarations. Input arrays contain random numbers. Output arrays are filled
/// with a pattern that exposes elements that the kernel does not write. `is_double` states whether T is double. If
/// `as_double` is true, arrays of T are stored as double, with their elements rounded to the precision of T. Errors:
/// "problem.size", "memory.limit".
std::vector<NumberArray> draw(const DeclaredInput& input, bool is_double, bool as_double = false);

void make_positive(const DeclaredInput& input, std::vector<NumberArray>& arrays);
/// Perturbs the real numbers in the input arrays. Multiplies each number by 1 + change or 1 - change at random, or all
/// elements of a sorted array by the same factor.
void perturb(const DeclaredInput& input, double change, std::uint64_t seed, std::vector<NumberArray>& arrays);

} // namespace warploom::declared
