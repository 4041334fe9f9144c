#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/tree.h"

#include <string>
#include <vector>

namespace warploom::simt {

/// The parsed format string of a call to printf or fprintf.
struct PrintFormat {
    std::vector<Conversion> conversions;
    std::string kinds;           ///< for each argument, its conversion specifier, or '*' for a width or precision
    std::size_t first_value = 0; ///< index of the first argument to print
};
/// Parses the format string of a call. Throws Refusal if it is not a supported string literal, or if it does not match
/// the number of arguments.
PrintFormat print_format(const Expression& call);
/// Returns whether an expression is `cudaGetErrorString(error)` or `cudaGetErrorName(error)`. Their results are
/// constant, because cudaSuccess is the only error code.
bool names_error(const Expression& e);
/// Returns whether an expression is a string literal, or a `?:` that selects one of two string literals.
bool is_text(const Expression& e);

} // namespace warploom::simt
