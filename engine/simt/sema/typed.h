#pragma once

#include "engine/simt/language/tree.h"
#include "engine/simt/language/types.h"
#include "engine/simt/sema/constants.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

// The results of semantic analysis. They are stored for each instance of a function rather than in the syntax tree.
// Thus, nodes of the syntax tree are never copied, and a function is checked only once for each list of template
// arguments, even if it has several callers.

namespace warploom::simt {

/// A name declared in the source file: a variable, a constant, or a type.
struct Symbol {
    enum class What : std::uint8_t { variable, constant, type };
    What what = What::variable;
    const Type* type = nullptr;
    Constant constant = {};
    bool is_const = false, is_volatile = false;
    bool is_in_memory = false; ///< whether the symbol is a variable in shared or global memory
    /// Whether the symbol is a signed integer variable that may be negative, because the code decreases it or
    /// initializes it with a difference.
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

struct Typed {
    /// Type of the expression before array-to-pointer conversion; null if the expression has no value.
    const Type* type = nullptr;
    bool is_lvalue = false;
    bool is_const = false, is_volatile = false; ///< qualifiers; set only for lvalues and array elements
    bool is_in_memory = false;                  ///< whether the array is in memory rather than in registers
    Constant constant = {};
    const Instance* callee = nullptr; ///< function that the expression calls, or kernel that it launches
    /// Type to which the context of the expression converts its value implicitly; null if there is no conversion.
    const Type* converted = nullptr;
    /// Type of the addition in `++`, or of the operation in a compound assignment such as `+=`. Null for pointer
    /// operands and for other expressions.
    const Type* operation = nullptr;

    bool is_constant() const { return constant.type != nullptr; }
};

/// A function with its template arguments. For a method, the struct type is included. Each instance is checked either
/// as host code or as device code.
struct Instance {
    const Function* function = nullptr;
    Scope names;
    const Type* object = nullptr; ///< struct type if this is a method; otherwise null
    bool is_host = false;
    /// Name of the instance, such as `reduce<double, 256>`. For a method, the name includes the name of the struct.
    std::string name;
    const Type* returns = nullptr;
    std::vector<const Type*> parameters;
    std::unordered_map<const Expression*, Typed> expressions;
    std::unordered_map<const Declaration*, const Type*> declared;
    std::int64_t most_threads = 0, registers = 0; ///< launch attributes of a kernel; 0 if they are not specified
    int depth = 0;                                ///< maximum nesting depth of the calls in this function
    bool is_being_checked = false, is_checked = false, has_errors = false, has_result = false;

    /// Returns the result of checking an expression in this function. Throws Refusal if the expression has not been
    /// checked.
    const Typed& typed(const Expression& e) const;
};

} // namespace warploom::simt
