#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/operators.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>

// Constants and the types of arithmetic. Constants are folded with the same lane functions that execute at run time, so
// folding never changes a result.

namespace warploom::simt {

struct Constant {
    const Type* type = nullptr; ///< null if the value is not known
    std::uint64_t bits = 0;     ///< value of an integer or a pointer
    double real = 0;            ///< value of a floating-point number

    bool is_true() const { return type->is_real() ? real != 0 : bits != 0; }
};

inline Constant whole(const Type* type, std::uint64_t bits) { return {type, bits, 0}; }
inline Constant real(const Type* type, double number) {
    return {type, 0, type->kind == Kind::float32 ? static_cast<double>(static_cast<float>(number)) : number};
}
/// Returns the constants that CUDA headers define: `FLT_MAX`, `cudaSuccess`.
std::optional<Constant> named_constant(const Types& types, const std::string& name);

/// Returns the name of a type for messages; "void" for expressions without a value.
inline std::string name_of(const Type* type) { return type == nullptr ? "void" : type->name; }

const Type* promoted(const Types& types, const Type* type);
const Type* common_type(const Types& types, const Type* a, const Type* b);
Class class_of(const Type* type);
/// Returns whether an operator compares numbers.
bool is_test(Operator op);
Family family_of(Operator op);

/// Returns a constant in the form in which a register stores it for one lane.
std::uint64_t bits_of(const Constant& constant);
/// Folds an operation on constants. Pass a unary operation its operand twice.
Constant computed(const Type* type, Op op, const Constant& left, const Constant& right);
/// Folds a binary operator on constants of the type that it computes in; `result` is the type of its value.
Constant computed(const Type* result, Operator op, const Constant& left, const Constant& right);
bool overflows(Operator op, const Constant& left, const Constant& right);
/// Converts a constant number to another type of number.
Constant converted(const Constant& constant, const Type* to);
Constant same_bits(const Constant& constant, const Type* type); ///< reinterprets them as a type of the same size

} // namespace warploom::simt
