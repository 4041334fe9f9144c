#include "engine/portable.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/compiler/compiler.h"

#include <cstddef>
#include <cstring>

// Constants are folded with the same lane functions that execute at run time, so folding never changes a result.

namespace warploom::simt {

namespace {

struct alignas(64) Register {
    std::byte lanes[2 * register_bytes];

    Register() = default;
    explicit Register(const Value& v) {
        const std::uint64_t bits = bits_of(v);
        const auto narrow = static_cast<std::uint32_t>(bits);
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l)
            if (v.type->is_wide()) std::memcpy(lanes + 8 * l, &bits, 8);
            else std::memcpy(lanes + 4 * l, &narrow, 4);
    }
};

/// Truncates a constant to the width of its type, and sign-extends signed types.
std::uint64_t cut_to(std::uint64_t bits, const Type* type) {
    switch (type->kind) {
    case Kind::boolean: return bits != 0 ? 1 : 0;
    case Kind::int8: return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(bits)));
    case Kind::uint8: return static_cast<std::uint8_t>(bits);
    case Kind::int16: return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int16_t>(bits)));
    case Kind::uint16: return static_cast<std::uint16_t>(bits);
    case Kind::int32: return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    case Kind::uint32: return static_cast<std::uint32_t>(bits);
    default: return bits;
    }
}

Value constant_of(const Type* type, const Register& result) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    std::memcpy(&wide, result.lanes, sizeof wide);
    std::memcpy(&narrow, result.lanes, sizeof narrow);
    Value v;
    v.form = Value::Form::constant;
    v.type = type;
    if (type->kind == Kind::float64) v.real = portable::bit_cast<double>(wide);
    else if (type->kind == Kind::float32) v.real = static_cast<double>(portable::bit_cast<float>(narrow));
    else v.bits = cut_to(type->is_wide() ? wide : narrow, type);
    return v;
}

} // namespace

std::uint64_t bits_of(const Value& v) {
    std::uint64_t bits = v.bits;
    if (v.type->kind == Kind::float32) bits = portable::bit_cast<std::uint32_t>(static_cast<float>(v.real));
    if (v.type->kind == Kind::float64) bits = portable::bit_cast<std::uint64_t>(v.real);
    return v.type->is_wide() ? bits : bits & 0xffffffffu;
}

Value Compiler::computed(const Type* type, Op op, const Value& left, const Value& right) {
    const Register b(left), c(right);
    Register result;
    lane_functions[static_cast<std::size_t>(op)](result.lanes, b.lanes, c.lanes, 0);
    return constant_of(type, result);
}

bool Compiler::overflows(Op op, const Value& left, const Value& right) {
    if (checked_functions[static_cast<std::size_t>(op)] == nullptr) return false;
    const Register b(left), c(right);
    return overflowing_lanes(op, b.lanes, c.lanes) != 0;
}

Value Compiler::same_bits(const Value& v, const Type* type) {
    if (v.is_constant()) return constant_of(type, Register(v));
    Value same = v;
    same.type = type;
    return same;
}

Value Compiler::converted(const Value& constant, const Type* to) {
    const Class from = class_of(constant.type), goal = class_of(to);
    Value v = constant;
    if (from != goal) {
        const auto family = static_cast<Family>(static_cast<int>(Family::to_i32) + static_cast<int>(goal));
        v = computed(to, operation(family, from), v, v);
    }
    v.type = to;
    v.bits = cut_to(v.bits, to);
    return v;
}

} // namespace warploom::simt
