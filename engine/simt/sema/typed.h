#pragma once

#include "engine/simt/language/tree.h"
#include "engine/simt/language/types.h"
#include "engine/simt/sema/constants.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

// The results of the type check. The syntax tree is annotated per instance of a function: its nodes are never copied,
// and a function that is called from many places is checked once for each list of template arguments.

namespace warploom::simt {

/// A declared name: a variable, a constant, or a type.
struct Symbol {
    enum class What : std::uint8_t { variable, constant, type };
    What what = What::variable;
    const Type* type = nullptr;
    Constant constant = {};
    bool is_const = false, is_volatile = false;
    bool is_in_memory = false;   ///< a variable in shared or global memory
    bool is_nonnegative = false; ///< an integer that is assumed not to be negative
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

/// The type of an expression in an instance.
struct Typed {
    const Type* type = nullptr; ///< null if the expression has no value; an array is not decayed
    bool is_lvalue = false;
    bool is_const = false, is_volatile = false; ///< of an lvalue, or of the elements of an array
    bool is_in_memory = false;                  ///< whether an array is in memory rather than in registers
    Constant constant = {};
    const Instance* callee = nullptr; ///< the function that a call selects, or the kernel that a launch starts

    bool is_constant() const { return constant.type != nullptr; }
};

/// A function with its template arguments, and for a method its struct, checked for one side: host or device.
struct Instance {
    const Function* function = nullptr;
    Scope names;                  ///< the template arguments
    const Type* object = nullptr; ///< the struct of a method
    bool is_host = false;
    std::string name; ///< `reduce<double, 256>`; for a method also its struct
    const Type* returns = nullptr;
    std::vector<const Type*> parameters;
    std::unordered_map<const Expression*, Typed> expressions;
    std::unordered_map<const Declaration*, const Type*> declared;
    std::int64_t most_threads = 0, registers = 0; ///< of a kernel, from its attributes; 0: not given
    int depth = 0;                                ///< number of calls inside each other
    bool is_being_checked = false, is_checked = false, has_errors = false, has_result = false;

    /// Returns what the check found. Throws Refusal for an expression that it has not reached.
    const Typed& typed(const Expression& e) const;
};

} // namespace warploom::simt
