#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/operators.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>

// Constants, and the result types of arithmetic expressions. Constants are folded with the lane functions of the
// interpreter, so constant folding never changes results.

namespace warploom::simt {

struct Constant {
    const Type* type = nullptr; ///< type of the constant; null if the expression is not constant
    std::uint64_t bits = 0;     ///< value of an integer or pointer constant
    double real = 0;            ///< value of a floating-point constant

    bool is_true() const { return type->is_real() ? real != 0 : bits != 0; }
};

inline Constant whole(const Type* type, std::uint64_t bits) { return {type, bits, 0}; }
inline Constant real(const Type* type, double number) {
    return {type, 0, type->kind == Kind::float32 ? static_cast<double>(static_cast<float>(number)) : number};
}
/// Returns the value of a constant that is defined in CUDA headers, such as `FLT_MAX` or `cudaSuccess`.
std::optional<Constant> named_constant(const Types& types, const std::string& name);

/// Returns the name of a type for use in error messages. The name for null is "void".
inline std::string name_of(const Type* type) { return type == nullptr ? "void" : type->name; }

const Type* promoted(const Types& types, const Type* type);
const Type* common_type(const Types& types, const Type* a, const Type* b);
Class class_of(const Type* type);
bool is_test(Operator op);
inline bool is_shift(Operator op) { return op == Operator::shift_left || op == Operator::shift_right; }
/// Returns the type to which a binary operator converts its operands. Unless the operator is a comparison, this is also
/// the type of its result. Returns null if an operand is a pointer. The right operand of a shift is converted to int.
const Type* operation_type(const Types& types, Operator op, const Type* left, const Type* right);
Family family_of(Operator op);

/// Returns the bits of a register that contains the constant in every lane.
std::uint64_t bits_of(const Constant& constant);
/// Evaluates an operation on constants at compile time. For unary operations, pass the same constant as both operands.
Constant computed(const Type* type, Op op, const Constant& left, const Constant& right);
/// Evaluates a binary operation on constants at compile time. The operands must already have a common type. `result` is
/// the type of the result.
Constant computed(const Type* result, Operator op, const Constant& left, const Constant& right);
bool overflows(Operator op, const Constant& left, const Constant& right);
Constant converted(const Constant& constant, const Type* to);
/// Reinterprets the bits of a constant as a type of the same size.
Constant same_bits(const Constant& constant, const Type* type);

} // namespace warploom::simt
