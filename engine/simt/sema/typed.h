#pragma once

#include "engine/simt/language/tree.h"
#include "engine/simt/language/types.h"
#include "engine/simt/sema/constants.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

// The results of semantic analysis. Results are stored for each instance of a function, rather than in the syntax tree.
// The nodes of the tree are never copied, and a function with several callers is checked only once for each list of
// template arguments.

namespace warploom::simt {

/// A declared name: a variable, a constant, or a type.
struct Symbol {
    enum class What : std::uint8_t { variable, constant, type };
    What what = What::variable;
    const Type* type = nullptr;
    Constant constant = {};
    bool is_const = false, is_volatile = false;
    bool is_in_memory = false; ///< whether this is a variable in shared or global memory
    /// Whether this is a signed integer that is the result of a subtraction, or that is decreased.
    bool may_be_negative = false;
    SourceLocation place = {};
};
inline Symbol symbol_of(const Type* type, SourceLocation at = {}) {
    return {.what = Symbol::What::type, .type = type, .place = at};
}
inline Symbol symbol_of(const Constant& constant, SourceLocation at = {}) {
    return {.what = Symbol::What::constant, .type = constant.type, .constant = constant, .is_const = true, .place = at};
}
using Scope = std::map<std::string, Symbol>;

struct Instance;

/// Results of semantic analysis for an expression.
struct Typed {
    const Type* type = nullptr; ///< null for an expression without a value; arrays do not decay
    bool is_lvalue = false;
    bool is_const = false, is_volatile = false; ///< only for lvalues and array elements
    bool is_in_memory = false;                  ///< for arrays, whether the array is in memory rather than in registers
    Constant constant = {};
    const Instance* callee = nullptr; ///< function that is called, or kernel that is launched

    bool is_constant() const { return constant.type != nullptr; }
};

/// A function with its template arguments, and the struct of a method. Checked either as host code or as device code.
struct Instance {
    const Function* function = nullptr;
    Scope names;                  ///< template arguments
    const Type* object = nullptr; ///< struct of a method; null for other functions
    bool is_host = false;
    std::string name; ///< name such as `reduce<double, 256>`; for a method, includes the name of the struct
    const Type* returns = nullptr;
    std::vector<const Type*> parameters;
    std::unordered_map<const Expression*, Typed> expressions;
    std::unordered_map<const Declaration*, const Type*> declared;
    std::int64_t most_threads = 0, registers = 0; ///< kernel attributes; 0 if not specified
    int depth = 0;                                ///< nesting depth of the calls in this function
    bool is_being_checked = false, is_checked = false, has_errors = false, has_result = false;

    /// Returns the result of checking an expression. Throws Refusal if the expression has not been checked.
    const Typed& typed(const Expression& e) const;
};

} // namespace warploom::simt
