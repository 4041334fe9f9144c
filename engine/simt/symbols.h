#pragma once

#include "engine/simt/language/diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Information about a source file for an editor: declarations and CUDA functions.

namespace warploom::simt {

struct Program;

/// A declaration in a source file or one of its headers.
struct SourceSymbol {
    enum class Kind {
        kernel,
        device_function,
        host_function,
        method,
        parameter,
        variable,
        constant, ///< a constant at file scope
        record,
        field,
        alias,
        type_parameter,
        number_parameter ///< a non-type template parameter
    };
    Kind kind = Kind::variable;
    std::string name;
    /// Type as spelled in the source, such as `const double*`; for a function, the return type.
    std::string type;
    std::string owner;                   ///< function of a parameter or variable, or struct of a member
    std::vector<std::string> parameters; ///< parameters of a function, such as `const double* value`
    /// Extents of an array, such as `[32][33]`. Extents other than literals and names are shown as `...`.
    std::string extents;
    SourceLocation place;
    SourceRange scope; ///< where the name can be used; for a function, its entire definition
};

/// Returns the declarations in a source file, outer scopes first. Skips statements with syntax errors. Returns an empty
/// list if the file cannot be split into tokens or is too large to compile.
std::vector<SourceSymbol> symbols_of(const std::string& text);
/// Returns the innermost declaration of a name at a location, or null if there is none. Ignores struct members.
const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at);
bool is_in(const SourceRange& range, SourceLocation at);
/// Returns a declaration as spelled in the source, such as `__global__ void scale(int n, double* y)` or `const int*
/// column`.
std::string declaration_of(const SourceSymbol& symbol);

/// Returns the type of a kernel variable in double precision, deduced for `auto`. Returns an empty string if there is
/// no variable with this name, or several with different types.
std::string type_of_variable(const Program& program, const std::string& name);

struct BuiltInFunction {
    std::string name, result;
    /// Such as `unsigned mask`; optional parameters end with `= 0`.
    std::vector<std::string> parameters;
};
/// Returns the names of all built-in functions, except conversion functions with nondefault rounding modes.
std::vector<std::string> built_in_function_names();
std::optional<BuiltInFunction> find_built_in_function(const std::string& name);
/// Returns the names of all built-in types: number types, vector types and dim3.
std::vector<std::string> built_in_type_names();

} // namespace warploom::simt
