#pragma once

#include "engine/simt/language/tree.h"
#include "engine/simt/language/types.h"
#include "engine/simt/sema/constants.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

// The results of semantic analysis. They are stored per instance of a function, not in the syntax tree: its nodes are
// never copied, and a function that is called from many places is checked once per list of template arguments.

namespace warploom::simt {

/// A declared name: a variable, a constant, or a type.
struct Symbol {
    enum class What : std::uint8_t { variable, constant, type };
    What what = What::variable;
    const Type* type = nullptr;
    Constant constant = {};
    bool is_const = false, is_volatile = false;
    bool is_in_memory = false;    ///< a variable in shared or global memory
    bool may_be_negative = false; ///< a signed integer that is the result of a subtraction, or that decreases
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
    const Type* type = nullptr; ///< null if the expression has no value; arrays are not decayed
    bool is_lvalue = false;
    bool is_const = false, is_volatile = false; ///< lvalues and array elements only
    bool is_in_memory = false;                  ///< for an array: in memory rather than in registers
    Constant constant = {};
    const Instance* callee = nullptr; ///< the function that is called, or the kernel that is launched

    bool is_constant() const { return constant.type != nullptr; }
};

/// A function with its template arguments (and for a method, its struct), checked as host or as device code.
struct Instance {
    const Function* function = nullptr;
    Scope names;                  ///< template arguments
    const Type* object = nullptr; ///< struct of a method; otherwise null
    bool is_host = false;
    std::string name; ///< `reduce<double, 256>`; a method also has the name of its struct
    const Type* returns = nullptr;
    std::vector<const Type*> parameters;
    std::unordered_map<const Expression*, Typed> expressions;
    std::unordered_map<const Declaration*, const Type*> declared;
    std::int64_t most_threads = 0, registers = 0; ///< from the attributes of a kernel; 0 if not specified
    int depth = 0;                                ///< nesting depth of the calls in it
    bool is_being_checked = false, is_checked = false, has_errors = false, has_result = false;

    /// Returns the result for an expression. Throws Refusal if the expression has not been checked.
    const Typed& typed(const Expression& e) const;
};

} // namespace warploom::simt
