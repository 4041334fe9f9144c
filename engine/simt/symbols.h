#pragma once

#include "engine/simt/language/diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Information about a source file for use in an editor: its declarations, and CUDA functions.

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
    /// Type as it is spelled in the source, such as `const double*`. For a function, this is the return type.
    std::string type;
    std::string owner;                   ///< function of a parameter or variable, or struct of a member
    std::vector<std::string> parameters; ///< parameters of a function, such as `const double* value`
    /// Extents of an array, such as `[32][33]`. An extent that is neither a literal nor a name is shown as `...`.
    std::string extents;
    SourceLocation place;
    SourceRange scope; ///< range where the name can be used; for a function, its entire definition
};

/// Returns the declarations in a source file, those in outer scopes first. Skips statements with syntax errors. Returns
/// an empty list if the file cannot be split into tokens, or if it is too large to compile.
std::vector<SourceSymbol> symbols_of(const std::string& text);
/// Returns the innermost declaration of a name at a location, or null if there is none. Ignores struct members.
const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at);
bool is_in(const SourceRange& range, SourceLocation at);
/// Returns a declaration as it is spelled in the source, such as `__global__ void scale(int n, double* y)` or `const
/// int* column`.
std::string declaration_of(const SourceSymbol& symbol);

/// Returns the type of a kernel variable in double precision. For `auto`, returns the deduced type. Returns an empty
/// string if there is no variable with this name, or if several have different types.
std::string type_of_variable(const Program& program, const std::string& name);

struct BuiltInFunction {
    std::string name, result;
    /// Parameters, such as `unsigned mask`. Optional parameters end with `= 0`.
    std::vector<std::string> parameters;
};
/// Returns the names of all built-in functions, except conversion functions with rounding modes other than the default.
std::vector<std::string> built_in_function_names();
std::optional<BuiltInFunction> find_built_in_function(const std::string& name);
/// Returns the names of all built-in types: number types, vector types and dim3.
std::vector<std::string> built_in_type_names();

} // namespace warploom::simt
