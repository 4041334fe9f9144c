#include "engine/simt/sema/constants.h"

#include "engine/portable.h"
#include "engine/simt/code/lane_functions.h"

#include <cfloat>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace warploom::simt {

namespace {

struct alignas(64) Register {
    std::byte lanes[2 * register_bytes];

    Register() = default;
    explicit Register(const Constant& v) {
        const std::uint64_t bits = bits_of(v);
        const auto narrow = static_cast<std::uint32_t>(bits);
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l)
            if (v.type->is_wide()) std::memcpy(lanes + 8 * l, &bits, 8);
            else std::memcpy(lanes + 4 * l, &narrow, 4);
    }
};

/// Truncates an integer constant to the width of its type. If the type is signed, sign-extends the result to 64 bits.
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

Constant constant_of(const Type* type, const Register& result) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    std::memcpy(&wide, result.lanes, sizeof wide);
    std::memcpy(&narrow, result.lanes, sizeof narrow);
    Constant v{type};
    if (type->kind == Kind::float64) v.real = portable::bit_cast<double>(wide);
    else if (type->kind == Kind::float32) v.real = static_cast<double>(portable::bit_cast<float>(narrow));
    else v.bits = cut_to(type->is_wide() ? wide : narrow, type);
    return v;
}

} // namespace

std::uint64_t bits_of(const Constant& v) {
    std::uint64_t bits = v.bits;
    if (v.type->kind == Kind::float32) bits = portable::bit_cast<std::uint32_t>(static_cast<float>(v.real));
    if (v.type->kind == Kind::float64) bits = portable::bit_cast<std::uint64_t>(v.real);
    return v.type->is_wide() ? bits : bits & 0xffffffffu;
}

bool is_test(Operator op) {
    return op == Operator::less || op == Operator::greater || op == Operator::less_equal ||
           op == Operator::greater_equal || op == Operator::equal || op == Operator::not_equal;
}
Family family_of(Operator op) {
    if (op == Operator::plus) return Family::add;
    if (op == Operator::minus) return Family::sub;
    if (op == Operator::star) return Family::mul;
    if (op == Operator::slash) return Family::div;
    if (op == Operator::percent) return Family::rem;
    if (op == Operator::amp) return Family::bit_and;
    if (op == Operator::pipe) return Family::bit_or;
    if (op == Operator::caret) return Family::bit_xor;
    if (op == Operator::shift_left) return Family::shift_left;
    if (op == Operator::shift_right) return Family::shift_right;
    if (op == Operator::less || op == Operator::greater) return Family::less;
    if (op == Operator::less_equal || op == Operator::greater_equal) return Family::less_equal;
    return op == Operator::equal ? Family::equal : Family::not_equal;
}

Class class_of(const Type* type) {
    switch (type->kind) {
    case Kind::uint32: return Class::u32;
    case Kind::int64: return Class::i64;
    case Kind::uint64:
    case Kind::pointer: return Class::u64;
    case Kind::float32: return Class::f32;
    case Kind::float64: return Class::f64;
    default: return Class::i32;
    }
}

const Type* promoted(const Types& types, const Type* type) {
    return type->is_integer() && type->kind < Kind::int32 ? types.of(Kind::int32) : type;
}

const Type* operation_type(const Types& types, Operator op, const Type* left, const Type* right) {
    if (left->kind == Kind::pointer || right->kind == Kind::pointer) return nullptr;
    return is_shift(op) ? promoted(types, left) : common_type(types, left, right);
}

const Type* common_type(const Types& types, const Type* a, const Type* b) {
    a = promoted(types, a);
    b = promoted(types, b);
    return a->kind > b->kind ? a : b; // the enumerators of Kind are in ascending order of conversion rank
}

Constant computed(const Type* type, Op op, const Constant& left, const Constant& right) {
    const Register b(left), c(right);
    Register result;
    lane_functions[static_cast<std::size_t>(op)](result.lanes, b.lanes, c.lanes, 0);
    return constant_of(type, result);
}

Constant computed(const Type* result, Operator op, const Constant& left, const Constant& right) {
    const bool is_swapped = op == Operator::greater || op == Operator::greater_equal;
    const Op made = operation(family_of(op), class_of(left.type));
    return is_swapped ? computed(result, made, right, left) : computed(result, made, left, right);
}

bool overflows(Operator op, const Constant& left, const Constant& right) {
    const Op made = operation(family_of(op), class_of(left.type));
    if (checked_functions[static_cast<std::size_t>(made)] == nullptr) return false;
    const Register b(left), c(right);
    return overflowing_lanes(made, b.lanes, c.lanes) != 0;
}

Constant same_bits(const Constant& constant, const Type* type) { return constant_of(type, Register(constant)); }

Constant converted(const Constant& constant, const Type* to) {
    if (to->kind == Kind::boolean) return whole(to, constant.is_true() ? 1 : 0);
    const Class from = class_of(constant.type), goal = class_of(to);
    Constant v = constant;
    if (from != goal) {
        const auto family = static_cast<Family>(static_cast<int>(Family::to_i32) + static_cast<int>(goal));
        v = computed(to, operation(family, from), v, v);
    }
    v.type = to;
    v.bits = cut_to(v.bits, to);
    return v;
}

std::optional<Constant> named_constant(const Types& types, const std::string& name) {
    const auto of = [&](Kind kind) { return types.of(kind); };
    const std::pair<std::string_view, Constant> known[] = {
        {"cudaSuccess", whole(of(Kind::int32), 0)},
        {"EXIT_SUCCESS", whole(of(Kind::int32), EXIT_SUCCESS)},
        {"EXIT_FAILURE", whole(of(Kind::int32), EXIT_FAILURE)},
        {"CHAR_BIT", whole(of(Kind::int32), CHAR_BIT)},
        {"INT_MAX", whole(of(Kind::int32), INT_MAX)},
        {"INT_MIN", whole(of(Kind::int32), ~std::uint64_t{INT_MAX})},
        {"UINT_MAX", whole(of(Kind::uint32), UINT_MAX)},
        {"LLONG_MAX", whole(of(Kind::int64), LLONG_MAX)},
        {"LLONG_MIN", whole(of(Kind::int64), ~std::uint64_t{LLONG_MAX})},
        {"ULLONG_MAX", whole(of(Kind::uint64), ULLONG_MAX)},
        {"SIZE_MAX", whole(of(Kind::uint64), SIZE_MAX)},
        {"INT32_MAX", whole(of(Kind::int32), INT_MAX)},
        {"INT32_MIN", whole(of(Kind::int32), ~std::uint64_t{INT_MAX})},
        {"UINT32_MAX", whole(of(Kind::uint32), UINT_MAX)},
        {"INT64_MAX", whole(of(Kind::int64), LLONG_MAX)},
        {"UINT64_MAX", whole(of(Kind::uint64), ULLONG_MAX)},
        {"FLT_MAX", real(of(Kind::float32), double{FLT_MAX})},
        {"FLT_MIN", real(of(Kind::float32), double{FLT_MIN})},
        {"FLT_EPSILON", real(of(Kind::float32), double{FLT_EPSILON})},
        {"DBL_MAX", real(of(Kind::float64), DBL_MAX)},
        {"DBL_MIN", real(of(Kind::float64), DBL_MIN)},
        {"DBL_EPSILON", real(of(Kind::float64), DBL_EPSILON)},
        {"HUGE_VAL", real(of(Kind::float64), std::numeric_limits<double>::infinity())},
        {"HUGE_VALF", real(of(Kind::float32), std::numeric_limits<double>::infinity())},
        {"CUDART_INF", real(of(Kind::float64), std::numeric_limits<double>::infinity())},
        {"CUDART_INF_F", real(of(Kind::float32), std::numeric_limits<double>::infinity())},
        {"CUDART_NAN", real(of(Kind::float64), std::numeric_limits<double>::quiet_NaN())},
        {"CUDART_NAN_F", real(of(Kind::float32), std::numeric_limits<double>::quiet_NaN())},
        {"CUDART_PI", real(of(Kind::float64), 3.14159265358979323846)},
        {"CUDART_PI_F", real(of(Kind::float32), double{3.14159265358979323846F})},
        {"CUDART_MAX_NORMAL_F", real(of(Kind::float32), double{FLT_MAX})},
        {"M_PI", real(of(Kind::float64), 3.14159265358979323846)},
        {"M_PI_2", real(of(Kind::float64), 1.57079632679489661923)},
        {"M_PI_4", real(of(Kind::float64), 0.78539816339744830962)},
        {"M_1_PI", real(of(Kind::float64), 0.31830988618379067154)},
        {"M_2_PI", real(of(Kind::float64), 0.63661977236758134308)},
        {"M_LN2", real(of(Kind::float64), 0.69314718055994530942)},
        {"M_E", real(of(Kind::float64), 2.7182818284590452354)},
        {"M_SQRT2", real(of(Kind::float64), 1.41421356237309504880)},
        {"INFINITY", real(of(Kind::float32), std::numeric_limits<double>::infinity())},
        {"NAN", real(of(Kind::float32), std::numeric_limits<double>::quiet_NaN())}};
    for (const auto& [word, value] : known)
        if (word == name) return value;
    return std::nullopt;
}

} // namespace warploom::simt
