#pragma once

#include "engine/simt/language/diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Information about a source file that an editor can show: its declarations, and the functions that CUDA provides.

namespace warploom::simt {

struct Program;

/// A declaration in a source file, or in a header that the file includes.
struct SourceSymbol {
    enum class Kind {
        kernel,
        device_function,
        host_function,
        method,
        parameter, ///< a parameter of a function
        variable,  ///< a local variable of a function
        constant,  ///< a constant that is declared at file scope
        record,
        field,
        alias,
        type_parameter,
        number_parameter ///< a non-type template parameter
    };
    Kind kind = Kind::variable;
    std::string name;
    /// Type as spelled in the source file, such as `const double*`; for a function, its return type.
    std::string type;
    std::string owner;                   ///< for a parameter or variable, its function; for a member, its struct
    std::vector<std::string> parameters; ///< for a function, its parameters, such as `const double* value`
    /// For an array, its extents, such as `[32][33]`. All extents except literals and names are shown as `...`.
    std::string extents;
    SourceLocation place; ///< location of the declared name
    SourceRange scope;    ///< range in which the declared name can be used; for a function, its entire definition
};

/// Returns the declarations in a source file. Declarations in outer scopes precede those in inner scopes. Skips
/// statements with syntax errors. Returns an empty list if the file cannot be split into tokens, or if it is too large
/// to compile.
std::vector<SourceSymbol> symbols_of(const std::string& text);
/// Returns the innermost declaration of a name that is in scope at a location, or null if there is none. Ignores struct
/// members.
const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at);
bool is_in(const SourceRange& range, SourceLocation at);
/// Returns a declaration as spelled in the source file, such as `__global__ void scale(int n, double* y)` or `const
/// int* column`.
std::string declaration_of(const SourceSymbol& symbol);

/// Returns the type of a kernel variable in double precision. If the variable is declared with `auto`, returns the
/// deduced type. Returns an empty string if there is no variable with this name, or if several variables with this name
/// have different types.
std::string type_of_variable(const Program& program, const std::string& name);

/// A function that is provided by CUDA or C.
struct BuiltInFunction {
    std::string name, result;
    /// Parameters of the function, such as `unsigned mask`; optional parameters end with `= 0`.
    std::vector<std::string> parameters;
};
/// Returns the names of all built-in functions. Omits conversion functions with rounding modes other than the default.
std::vector<std::string> built_in_function_names();
std::optional<BuiltInFunction> find_built_in_function(const std::string& name);
/// Returns the names of all built-in types: number types, vector types, and dim3.
std::vector<std::string> built_in_type_names();

} // namespace warploom::simt
