#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/tree.h"

#include <string>
#include <vector>

namespace warploom::simt {

/// The format of a call of printf or fprintf.
struct PrintFormat {
    std::vector<Conversion> conversions;
    std::string kinds;           ///< conversion of each printed value; '*' for a width or precision
    std::size_t first_value = 0; ///< index among the arguments of the call
};
/// Parses the format. Throws Refusal if it is not a supported literal, or does not fit the number of arguments.
PrintFormat print_format(const Expression& call);
/// Returns whether an expression is `cudaGetErrorString(error)` or `cudaGetErrorName(error)`. The only error code is
/// cudaSuccess.
bool names_error(const Expression& e);
/// Returns whether an expression is a string, or a `?:` of two strings.
bool is_text(const Expression& e);

} // namespace warploom::simt
