#pragma once

#include "engine/simt/language/diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Information that an editor shows about a source: its declarations, and the functions that CUDA provides.

namespace warploom::simt {

struct Program;

/// A declaration in a source, or in a header that the source includes.
struct SourceSymbol {
    enum class Kind {
        kernel,
        device_function,
        host_function,
        method,
        parameter, ///< parameter of a function
        variable,  ///< local variable of a function
        constant,  ///< constant at file scope
        record,
        field,
        alias,
        type_parameter,
        number_parameter ///< non-type template parameter
    };
    Kind kind = Kind::variable;
    std::string name;
    std::string type;  ///< type as spelled in the source, such as `const double*`; return type of a function
    std::string owner; ///< function of a parameter or variable, or struct of a field or method
    std::vector<std::string> parameters; ///< for a function, its parameters, such as `const double* value`
    /// For an array, its extents, such as `[32][33]`; an extent that is computed is shown as `...`.
    std::string extents;
    SourceLocation place; ///< location of the name
    SourceRange scope;    ///< range in which the name can be used; for a function, its entire definition
};

/// Returns the declarations in a source. Declarations in outer scopes precede those in inner scopes. Skips statements
/// with syntax errors. Returns an empty list if the source cannot be split into tokens, or if it is too large to
/// compile.
std::vector<SourceSymbol> symbols_of(const std::string& text);
/// Returns the innermost declaration of a name that is in scope at this location, or null if there is none. Ignores
/// members.
const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at);
bool is_in(const SourceRange& range, SourceLocation at);
/// Returns a declaration as spelled in the source, such as `__global__ void scale(int n, double* y)` or
/// `const int* column`.
std::string declaration_of(const SourceSymbol& symbol);

/// Returns the type of a kernel variable in double precision, even if the variable is declared with `auto`. Returns an
/// empty string if there is no variable with this name, or if several variables have different types.
std::string type_of_variable(const Program& program, const std::string& name);

/// A function that is provided by CUDA or C.
struct BuiltInFunction {
    std::string name, result;
    std::vector<std::string> parameters; ///< parameters such as `unsigned mask`; optional parameters end with `= 0`
};
/// Returns the names of all built-in functions, except for conversions with other rounding modes.
std::vector<std::string> built_in_function_names();
std::optional<BuiltInFunction> find_built_in_function(const std::string& name);
/// Returns the names of the built-in types, which are numbers, vectors and dim3.
std::vector<std::string> built_in_type_names();

} // namespace warploom::simt
