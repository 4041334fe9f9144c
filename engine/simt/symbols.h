#pragma once

#include "engine/simt/language/diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// What an editor asks about a source while it is written: its declarations, and the functions that CUDA provides.

namespace warploom::simt {

struct Program;

/// A declaration of a source or of a header that it includes.
struct SourceSymbol {
    enum class Kind {
        kernel,
        device_function,
        host_function,
        method,
        parameter, ///< of a function
        variable,  ///< of a function
        constant,  ///< of the file
        record,
        field,
        alias,
        type_parameter,
        number_parameter ///< of a template
    };
    Kind kind = Kind::variable;
    std::string name;
    std::string type;  ///< as in the source, `const double*`; of a function, what it returns
    std::string owner; ///< the function of a parameter or a variable, the struct of a field or a method
    std::vector<std::string> parameters; ///< of a function: `const double* value`
    std::string extents;                 ///< of an array: `[32][33]`, where each number is `...` if it is computed
    SourceLocation place;                ///< of the name
    SourceRange scope;                   ///< where the name can be used; for a function, the whole definition
};

/// Returns the declarations of a source in the order of their scopes: outer ones first. Statements with syntax errors
/// are skipped. Empty if the source cannot be split into tokens, and if it is too large to compile.
std::vector<SourceSymbol> symbols_of(const std::string& text);
/// Returns the innermost declaration of a name that is in scope; null if there is none. Members are not considered.
const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at);
bool is_in(const SourceRange& range, SourceLocation at);
/// Returns a declaration as written in the source: `__global__ void scale(int n, double* y)`, `const int* column`.
std::string declaration_of(const SourceSymbol& symbol);

/// Returns the type that a variable of the kernels has in double precision, also if it is declared with `auto`; empty
/// if there is none of this name, or if several differ.
std::string type_of_variable(const Program& program, const std::string& name);

/// A function that CUDA or C provides.
struct BuiltInFunction {
    std::string name, result;
    std::vector<std::string> parameters; ///< `unsigned mask`; an optional one has `= 0`
};
/// Returns the names of all built-in functions, without the conversions with other rounding modes.
std::vector<std::string> built_in_function_names();
std::optional<BuiltInFunction> find_built_in_function(const std::string& name);
/// Returns the names of the built-in types: numbers, vectors and dim3.
std::vector<std::string> built_in_type_names();

} // namespace warploom::simt
