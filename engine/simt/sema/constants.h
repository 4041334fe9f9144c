#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/operators.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>

// Constants and the types of arithmetic. Constants are folded with the lane functions of the interpreter, so folding
// never changes a result.

namespace warploom::simt {

struct Constant {
    const Type* type = nullptr; ///< null if the expression is not constant
    std::uint64_t bits = 0;     ///< value if it is an integer or pointer
    double real = 0;            ///< value if it is a floating-point number

    bool is_true() const { return type->is_real() ? real != 0 : bits != 0; }
};

inline Constant whole(const Type* type, std::uint64_t bits) { return {type, bits, 0}; }
inline Constant real(const Type* type, double number) {
    return {type, 0, type->kind == Kind::float32 ? static_cast<double>(static_cast<float>(number)) : number};
}
/// Returns a constant that CUDA headers define: `FLT_MAX`, `cudaSuccess`.
std::optional<Constant> named_constant(const Types& types, const std::string& name);

/// Returns the name of a type for messages; "void" for null.
inline std::string name_of(const Type* type) { return type == nullptr ? "void" : type->name; }

const Type* promoted(const Types& types, const Type* type);
const Type* common_type(const Types& types, const Type* a, const Type* b);
Class class_of(const Type* type);
/// Returns whether an operator is a comparison.
bool is_test(Operator op);
Family family_of(Operator op);

/// Returns the bits that a register holds for the constant in each lane.
std::uint64_t bits_of(const Constant& constant);
/// Folds an operation. For a unary operation, pass its operand twice.
Constant computed(const Type* type, Op op, const Constant& left, const Constant& right);
/// Folds a binary operator whose operands have already been converted to a common type. `result` is the type of the
/// result.
Constant computed(const Type* result, Operator op, const Constant& left, const Constant& right);
bool overflows(Operator op, const Constant& left, const Constant& right);
/// Converts a numeric constant to another numeric type.
Constant converted(const Constant& constant, const Type* to);
Constant same_bits(const Constant& constant, const Type* type); ///< reinterprets its bits; `type` has the same size

} // namespace warploom::simt
