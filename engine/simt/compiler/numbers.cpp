#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

#include <cfloat>
#include <climits>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

// CUDA functions that are composed of simpler operations: conversions with a rounding mode, bit manipulation, and
// high halves of products.

namespace warploom::simt {

namespace {

/// A conversion intrinsic, such as `__float2int_rn`.
struct NamedConversion {
    Kind from = Kind::none, to = Kind::none;
    std::string_view rounding;
};

Kind kind_in_name(std::string_view word) {
    constexpr std::pair<std::string_view, Kind> kinds[] = {{"float", Kind::float32}, {"double", Kind::float64},
                                                           {"int", Kind::int32},     {"uint", Kind::uint32},
                                                           {"ll", Kind::int64},      {"ull", Kind::uint64}};
    for (const auto& [name, kind] : kinds)
        if (word == name) return kind;
    return Kind::none;
}

/// Parses the name of a conversion intrinsic. `from` is Kind::none for other names.
NamedConversion conversion_of(std::string_view name) {
    if (name.substr(0, 2) != "__" || name.size() < 8 || name[name.size() - 3] != '_') return {};
    const std::string_view rounding = name.substr(name.size() - 2), types = name.substr(2, name.size() - 5);
    const std::size_t middle = types.find('2');
    if (middle == std::string_view::npos) return {};
    const Kind from = kind_in_name(types.substr(0, middle)), to = kind_in_name(types.substr(middle + 1));
    const auto is_real = [](Kind kind) { return kind == Kind::float32 || kind == Kind::float64; };
    const bool is_known = from != Kind::none && to != Kind::none && from != to && (is_real(from) || is_real(to)) &&
                          !(from == Kind::float32 && to == Kind::float64);
    const bool is_mode = rounding == "rn" || rounding == "rz" || rounding == "ru" || rounding == "rd";
    return is_known && is_mode ? NamedConversion{from, to, rounding} : NamedConversion{};
}

/// Returns whether a name is an intrinsic with an unsupported rounding mode, such as `__fadd_rz`.
bool rounds_otherwise(std::string_view name) {
    constexpr std::string_view stems[] = {"__fadd_", "__fsub_", "__fmul_", "__fdiv_", "__fsqrt_", "__frcp_", "__fmaf_",
                                          "__dadd_", "__dsub_", "__dmul_", "__ddiv_", "__dsqrt_", "__drcp_", "__fma_"};
    for (const std::string_view stem : stems)
        if (name.substr(0, stem.size()) == stem) {
            const std::string_view mode = name.substr(stem.size());
            return mode == "rz" || mode == "ru" || mode == "rd";
        }
    return false;
}

} // namespace

std::vector<std::string> names_of_number_functions() {
    return {"isfinite",         "signbit",         "copysign",        "copysignf",
            "__umulhi",         "__mulhi",         "__umul64hi",      "__mul64hi",
            "__byte_perm",      "__funnelshift_l", "__funnelshift_r", "__funnelshift_lc",
            "__funnelshift_rc", "__brev",          "__brevll",        "__float2int_rn",
            "__float2int_rz",   "__float2int_ru",  "__float2int_rd",  "__double2int_rn",
            "__double2int_rz",  "__int2float_rn",  "__int2double_rn", "__double2float_rn",
            "__frcp_rn",        "__drcp_rn",       "__fdividef",      "__saturatef"};
}

std::optional<Value> Compiler::named_constant(const std::string& name) const {
    const auto of = [&](Kind kind) { return library_.types.of(kind); };
    const std::pair<std::string_view, Value> known[] = {
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
        {"M_PI", real(of(Kind::float64), 3.14159265358979323846)},
        {"M_E", real(of(Kind::float64), 2.7182818284590452354)},
        {"M_SQRT2", real(of(Kind::float64), 1.41421356237309504880)},
        {"INFINITY", real(of(Kind::float32), std::numeric_limits<double>::infinity())},
        {"NAN", real(of(Kind::float32), std::numeric_limits<double>::quiet_NaN())}};
    for (const auto& [word, value] : known)
        if (word == name) return value;
    return std::nullopt;
}

bool Compiler::number_functions(const Expression& e, Value& result) {
    const std::string& name = e.text;
    const SourceLocation at = e.place;
    const auto of = [&](Kind kind) { return library_.types.of(kind); };
    const Type *const i32 = of(Kind::int32), *const u32 = of(Kind::uint32), *const i64 = of(Kind::int64),
                      *const u64 = of(Kind::uint64), *const f32 = of(Kind::float32), *const f64 = of(Kind::float64);
    const auto number = [&](std::size_t a) {
        const Value v = value(*e.children[a]);
        if (v.type == nullptr || !v.type->is_number())
            refuse(e.children[a]->place, sentence("`{name}` requires a number.", {{"name", name}}), "");
        return v;
    };
    const auto given = [&](std::size_t a, const Type* type) { return convert(number(a), type, at); };
    const auto n32 = [&](std::uint64_t n) { return whole(u32, n); };
    const auto n64 = [&](std::uint64_t n) { return whole(u64, n); };
    const auto made = [&](const Value& left, Operator op, const Value& right) {
        return arithmetic(op, left, right, at);
    };

    if (const NamedConversion conversion = conversion_of(name); conversion.from != Kind::none) {
        require_arguments(e, 1, 1);
        const Type *const from = of(conversion.from), *const to = of(conversion.to);
        Value v = given(0, from);
        if (to->is_real()) {
            const bool is_exact = conversion.to == Kind::float64 && from->bytes == 4; // in every rounding mode
            if (conversion.rounding != "rn" && !is_exact)
                refuse(at,
                       sentence("`{name}` is not supported. Conversions to `{type}` round to nearest.",
                                {{"name", name}, {"type", to->name}}),
                       sentence("Write `{code}`.", {{"code", name.substr(0, name.size() - 2) + "rn"}}));
            result = convert(v, to, at);
            return true;
        }
        const Mathematics rounding = conversion.rounding == "rn"   ? Mathematics::rint
                                     : conversion.rounding == "ru" ? Mathematics::ceil
                                     : conversion.rounding == "rd" ? Mathematics::floor
                                                                   : Mathematics::trunc;
        const std::uint32_t unit = temporary(from, at), source = materialize(v, at);
        emit_code(operation(Family::mathematics, class_of(from)), at, unit, source, source,
                  static_cast<std::int64_t>(rounding));
        result = convert(registers(from, unit), to, at);
        return true;
    }
    if (rounds_otherwise(name)) {
        const std::string nearest = name.substr(0, name.size() - 2) + "rn";
        refuse(at, sentence("`{name}` is not supported. Operations round to nearest.", {{"name", name}}),
               sentence("Write `{code}`.", {{"code", nearest}}));
    }
    if (name == "isfinite" || name == "signbit") {
        require_arguments(e, 1, 1);
        const Value bits = same_bits(given(0, f64), u64);
        if (name == "signbit") result = made(bits, Operator::greater_equal, n64(std::uint64_t{1} << 63));
        else
            result = made(made(bits, Operator::amp, n64(0x7ff0000000000000u)), Operator::not_equal,
                          n64(0x7ff0000000000000u));
        return true;
    }
    if (name == "copysign" || name == "copysignf") {
        require_arguments(e, 2, 2);
        const Value a = number(0), b = number(1);
        const bool is_float = name == "copysignf" || (a.type == f32 && b.type == f32);
        const Type *const type = is_float ? f32 : f64, *const whole_type = is_float ? u32 : u64;
        const std::uint64_t sign = std::uint64_t{1} << (is_float ? 31 : 63);
        const Value size =
                        made(same_bits(convert(a, type, at), whole_type), Operator::amp, whole(whole_type, sign - 1)),
                    side = made(same_bits(convert(b, type, at), whole_type), Operator::amp, whole(whole_type, sign));
        result = same_bits(made(size, Operator::pipe, side), type);
        return true;
    }
    if (name == "__umulhi" || name == "__mulhi") {
        require_arguments(e, 2, 2);
        const Type *const narrow = name == "__umulhi" ? u32 : i32, *const wide = name == "__umulhi" ? u64 : i64;
        const Value a = convert(given(0, narrow), wide, at), b = convert(given(1, narrow), wide, at);
        result = convert(made(made(a, Operator::star, b), Operator::shift_right, whole(i32, 32)), narrow, at);
        return true;
    }
    if (name == "__umul64hi" || name == "__mul64hi") { // long multiplication of 32-bit halves
        require_arguments(e, 2, 2);
        const Value a = given(0, u64), b = given(1, u64), half = whole(i32, 32), low = n64(0xffffffffu);
        const Value a1 = made(a, Operator::shift_right, half), a0 = made(a, Operator::amp, low),
                    b1 = made(b, Operator::shift_right, half), b0 = made(b, Operator::amp, low);
        const Value t = made(made(a1, Operator::star, b0), Operator::plus,
                             made(made(a0, Operator::star, b0), Operator::shift_right, half));
        const Value u = made(made(a0, Operator::star, b1), Operator::plus, made(t, Operator::amp, low));
        Value high = made(made(made(a1, Operator::star, b1), Operator::plus, made(t, Operator::shift_right, half)),
                          Operator::plus, made(u, Operator::shift_right, half));
        if (name == "__mul64hi") { // subtracts the excess that the sign bits contribute to the unsigned product
            const auto of_negative = [&](const Value& sign, const Value& other) {
                return made(convert(made(convert(sign, i64, at), Operator::shift_right, whole(i32, 63)), u64, at),
                            Operator::amp, other);
            };
            high = convert(made(made(high, Operator::minus, of_negative(a, b)), Operator::minus, of_negative(b, a)),
                           i64, at);
        }
        result = high;
        return true;
    }
    if (name.starts_with("__funnelshift_")) {
        const std::string kind = name.substr(std::string_view("__funnelshift_").size());
        if (kind != "l" && kind != "r" && kind != "lc" && kind != "rc") return false;
        require_arguments(e, 3, 3);
        const Value low = convert(given(0, u32), u64, at), high = convert(given(1, u32), u64, at);
        Value by = given(2, u32);
        if (kind.size() == 1) {
            by = made(by, Operator::amp, n32(31));
        } else {
            const std::uint32_t unit = temporary(u32, at);
            emit_code(operation(Family::least, Class::u32), at, unit, materialize(by, at), materialize(n32(32), at));
            by = registers(u32, unit);
        }
        const Value both = made(made(high, Operator::shift_left, whole(i32, 32)), Operator::pipe, low);
        result = kind[0] == 'l' ? made(made(both, Operator::shift_left, by), Operator::shift_right, whole(i32, 32))
                                : made(both, Operator::shift_right, by);
        result = convert(result, u32, at);
        return true;
    }
    if (name == "__byte_perm") {
        require_arguments(e, 3, 3);
        const Value x = convert(given(0, u32), u64, at), y = convert(given(1, u32), u64, at), selector = given(2, u32);
        const Value both = made(made(y, Operator::shift_left, whole(i32, 32)), Operator::pipe, x);
        result = n64(0);
        for (std::uint64_t byte = 0; byte < 4; ++byte) { // bits 2:0 of each half byte of the selector
            const Value index =
                made(made(selector, Operator::shift_right, whole(i32, 4 * byte)), Operator::amp, n32(7));
            const Value taken =
                made(made(both, Operator::shift_right, made(index, Operator::star, n32(8))), Operator::amp, n64(0xff));
            result = made(result, Operator::pipe, made(taken, Operator::shift_left, whole(i32, 8 * byte)));
        }
        result = convert(result, u32, at);
        return true;
    }
    if (name == "__brev" || name == "__brevll") {
        require_arguments(e, 1, 1);
        const Type* const type = name == "__brev" ? u32 : u64;
        result = given(0, type);
        for (std::uint64_t by = name == "__brev" ? 16 : 32, mask = name == "__brev" ? 0xffffu : 0xffffffffu; by > 0;
             by /= 2, mask ^= mask << by) {
            const Value step = whole(i32, by);
            result =
                made(made(made(result, Operator::shift_right, step), Operator::amp, whole(type, mask)), Operator::pipe,
                     made(made(result, Operator::amp, whole(type, mask)), Operator::shift_left, step));
        }
        return true;
    }
    if (name == "__frcp_rn" || name == "__drcp_rn") {
        require_arguments(e, 1, 1);
        const Type* const type = name == "__frcp_rn" ? f32 : f64;
        result = made(real(type, 1), Operator::slash, given(0, type));
        return true;
    }
    if (name == "__fdividef") {
        require_arguments(e, 2, 2);
        const Value a = given(0, f32);
        result = made(a, Operator::slash, given(1, f32));
        return true;
    }
    if (name == "__saturatef") {
        require_arguments(e, 1, 1);
        const std::uint32_t unit = temporary(f32, at);
        emit_code(operation(Family::greatest, Class::f32), at, unit, materialize(given(0, f32), at),
                  materialize(real(f32, 0), at));
        emit_code(operation(Family::least, Class::f32), at, unit, unit, materialize(real(f32, 1), at));
        result = registers(f32, unit);
        return true;
    }
    return false;
}

} // namespace warploom::simt
