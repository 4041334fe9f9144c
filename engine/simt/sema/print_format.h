#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/tree.h"

#include <string>
#include <vector>

namespace warploom::simt {

/// The parsed format string of a call to printf or fprintf.
struct PrintFormat {
    std::vector<Conversion> conversions;
    /// For each argument, its conversion specifier. The entry is '*' if the argument is a field width or precision.
    std::string kinds;
    std::size_t first_value = 0; ///< index of the first function argument that is printed
};
/// Parses the format string in a call to printf or fprintf. Throws Refusal if the format string is not a string
/// literal, contains unsupported conversions, or does not match the number of arguments.
PrintFormat print_format(const Expression& call);
/// Returns whether an expression is `cudaGetErrorString(error)` or `cudaGetErrorName(error)`. The results of such calls
/// are constant, because cudaSuccess is the only possible error code.
bool names_error(const Expression& e);
/// Returns whether an expression is a string literal, or a `?:` that selects one of two string literals.
bool is_text(const Expression& e);

} // namespace warploom::simt
