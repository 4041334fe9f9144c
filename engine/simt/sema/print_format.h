#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/tree.h"

#include <string>
#include <vector>

namespace warploom::simt {

/// The format string of a printf or fprintf call.
struct PrintFormat {
    std::vector<Conversion> conversions;
    std::string kinds;           ///< conversion specifier of each argument; '*' for a width or precision
    std::size_t first_value = 0; ///< index of the first printed argument
};
/// Parses the format string. Throws Refusal if it is not a supported literal, or does not match the number of
/// arguments.
PrintFormat print_format(const Expression& call);
/// Returns whether an expression is `cudaGetErrorString(error)` or `cudaGetErrorName(error)`. The result is constant,
/// because cudaSuccess is the only error code.
bool names_error(const Expression& e);
/// Returns whether an expression is a string literal, or a `?:` of two string literals.
bool is_text(const Expression& e);

} // namespace warploom::simt
