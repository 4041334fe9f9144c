#include "engine/simt/compiler/mathematics.h"

#include <initializer_list>
#include <map>
#include <string_view>

// Math functions and functions that are composed of simpler operations: conversions with a rounding mode, bit
// manipulation, and high halves of products.

namespace warploom::simt {

namespace {

const std::map<std::string, Mathematics>& one_number_functions() {
    static const std::map<std::string, Mathematics> names{
        {"sqrt", Mathematics::sqrt},       {"rsqrt", Mathematics::rsqrt},     {"exp", Mathematics::exp},
        {"log", Mathematics::log},         {"floor", Mathematics::floor},     {"ceil", Mathematics::ceil},
        {"sin", Mathematics::sin},         {"cos", Mathematics::cos},         {"trunc", Mathematics::trunc},
        {"round", Mathematics::round},     {"exp2", Mathematics::exp2},       {"log2", Mathematics::log2},
        {"tanh", Mathematics::tanh},       {"__expf", Mathematics::exp},      {"__logf", Mathematics::log},
        {"__fsqrt_rn", Mathematics::sqrt}, {"__dsqrt_rn", Mathematics::sqrt}, {"rint", Mathematics::rint},
        {"nearbyint", Mathematics::rint},  {"tan", Mathematics::tan},         {"asin", Mathematics::asin},
        {"acos", Mathematics::acos},       {"atan", Mathematics::atan},       {"sinh", Mathematics::sinh},
        {"cosh", Mathematics::cosh},       {"cbrt", Mathematics::cbrt},       {"log10", Mathematics::log10},
        {"log1p", Mathematics::log1p},     {"expm1", Mathematics::expm1},     {"erf", Mathematics::erf},
        {"erfc", Mathematics::erfc},       {"__sinf", Mathematics::sin},      {"__cosf", Mathematics::cos},
        {"__tanf", Mathematics::tan},      {"__log2f", Mathematics::log2},    {"__log10f", Mathematics::log10}};
    return names;
}

/// An intrinsic with IEEE rounding. It is compiled to the plain operator, because the simulation never contracts
/// operations.
struct Rounded {
    const char* name;
    Operator sign;
    Kind kind;
};
constexpr Rounded rounded[] = {
    {"__dadd_rn", Operator::plus, Kind::float64}, {"__dsub_rn", Operator::minus, Kind::float64},
    {"__dmul_rn", Operator::star, Kind::float64}, {"__ddiv_rn", Operator::slash, Kind::float64},
    {"__fadd_rn", Operator::plus, Kind::float32}, {"__fsub_rn", Operator::minus, Kind::float32},
    {"__fmul_rn", Operator::star, Kind::float32}, {"__fdiv_rn", Operator::slash, Kind::float32}};

template <class... Names> bool is_one_of(const std::string& name, Names... names) { return ((name == names) || ...); }

} // namespace

Value MathCode::mathematics(const Expression& e) {
    const std::string& name = e.text;
    const auto of = [&](Kind kind) { return library_.types.of(kind); };
    const Type *const f32 = of(Kind::float32), *const f64 = of(Kind::float64), *const i32 = of(Kind::int32);
    const bool has_f = name.size() > 1 && name.back() == 'f' && name != "erf";
    const auto argument = [&](std::size_t i) { return value(*e.children[i]); };
    /// Converts one to three arguments to `type` and emits an operation with a result of type `to`. `imm` is ignored
    /// if there are three arguments.
    const auto apply = [&](Op op, const Type* type, std::initializer_list<Value> arguments, const Type* to,
                           std::int64_t imm = 0) {
        std::uint32_t from[3] = {};
        std::size_t count = 0;
        for (const Value& v : arguments) from[count++] = materialize(convert(v, type, e.place), e.place);
        if (count == 1) from[1] = from[0];
        const std::uint32_t unit = temporary(to, e.place);
        emit_code(op, e.place, unit, from[0], from[1], count == 3 ? from[2] : imm);
        return registers(to, unit);
    };
    const auto count = [&](const Type* type, int operations) {
        flops_ += operations;
        code_.has_doubles = code_.has_doubles || type == f64;
    };
    auto single = one_number_functions().find(name);
    if (single == one_number_functions().end() && has_f)
        single = one_number_functions().find(name.substr(0, name.size() - 1));
    if (single != one_number_functions().end()) {
        const Value v = argument(0);
        const Type* const type = has_f || v.type == f32 ? f32 : f64;
        count(type, 1);
        return apply(operation(Family::mathematics, class_of(type)), type, {v}, type,
                     static_cast<std::int64_t>(single->second));
    }
    if (is_one_of(name, "min", "max", "fmin", "fmax", "fminf", "fmaxf", "fmod", "fmodf")) {
        const Value a = argument(0), b = argument(1);
        const Type* type = common_type(library_.types, a.type, b.type);
        if (has_f) type = f32;
        else if (name[0] == 'f' && !type->is_real()) type = f64;
        const Family family = name.starts_with("fmod")                ? Family::rem
                              : name.find("min") != std::string::npos ? Family::least
                                                                      : Family::greatest;
        return apply(operation(family, class_of(type)), type, {a, b}, type);
    }
    if (is_one_of(name, "pow", "powf", "__powf")) {
        const Value a = argument(0), b = argument(1);
        const Type* const type = has_f || (a.type == f32 && b.type == f32) ? f32 : f64;
        count(type, 1);
        return apply(type == f64 ? Op::power64 : Op::power32, type, {a, b}, type);
    }
    for (const Rounded& each : rounded) {
        if (name != each.name) continue;
        const Value a = convert(argument(0), of(each.kind), e.place);
        return arithmetic(each.sign, a, convert(argument(1), of(each.kind), e.place), e.place);
    }
    if (is_one_of(name, "fma", "fmaf", "__fmaf_rn", "__fma_rn")) {
        const Value a = argument(0), b = argument(1), c = argument(2);
        const bool is_float = has_f || name == "__fmaf_rn" || (a.type == f32 && b.type == f32 && c.type == f32);
        const Type* const type = is_float ? f32 : f64;
        count(type, 2);
        return apply(is_float ? Op::fma32 : Op::fma64, type, {a, b, c}, type);
    }
    if (is_one_of(name, "abs", "fabs", "fabsf", "labs", "llabs")) {
        const Value v = argument(0);
        const Type* type = name == "fabsf" ? f32 : promoted(library_.types, v.type);
        if (name == "fabs" && !type->is_real()) type = f64;
        return apply(operation(Family::absolute, class_of(type)), type, {v}, type);
    }
    if (is_one_of(name, "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll")) {
        const Type* const type = of(name.back() == 'l' ? Kind::int64 : Kind::int32);
        const Family family = name[2] == 'p'   ? Family::population
                              : name[2] == 'c' ? Family::leading_zeros
                                               : Family::first_set;
        return apply(operation(family, class_of(type)), type, {argument(0)}, i32);
    }
    if (is_one_of(name, "__ldg", "__ldcs", "__ldca", "__ldcg")) {
        const Target from = read_through(*e.children[0], e.place);
        const std::size_t first = code_.accesses.size();
        const Value result = load(from, e.place);
        if (name == "__ldg") {
            for (std::size_t a = first; a < code_.accesses.size(); ++a) code_.accesses[a].is_read_only = true;
            code_.has_read_only_loads = true;
        }
        return result;
    }
    if (is_one_of(name, "isnan", "isinf")) {
        const Value v = convert(argument(0), f64, e.place);
        if (name == "isnan") return arithmetic(Operator::not_equal, v, v, e.place);
        const Value size = apply(operation(Family::absolute, Class::f64), f64, {v}, f64);
        return arithmetic(Operator::equal, size, real(f64, __builtin_inf()), e.place);
    }
    if (name.starts_with("make_")) {
        const Type* const type = typed(e).type;
        const std::uint32_t unit = allocate(type->units, e.place);
        for (std::size_t f = 0; f < type->fields.size(); ++f) {
            const std::uint32_t top = top_;
            const Value v = convert(value(*e.children[f]), type->fields[f].type, e.place);
            copy(v.type, unit + static_cast<std::uint32_t>(type->fields[f].unit), materialize(v, e.place), false,
                 e.place);
            top_ = top;
        }
        return registers(type, unit);
    }
    return number_functions(e);
}

Value MathCode::number_functions(const Expression& e) {
    const std::string& name = e.text;
    const SourceLocation at = e.place;
    const auto of = [&](Kind kind) { return library_.types.of(kind); };
    const Type *const i32 = of(Kind::int32), *const u32 = of(Kind::uint32), *const i64 = of(Kind::int64),
                      *const u64 = of(Kind::uint64), *const f32 = of(Kind::float32), *const f64 = of(Kind::float64);
    const auto number = [&](std::size_t a) { return value(*e.children[a]); };
    const auto given = [&](std::size_t a, const Type* type) { return convert(number(a), type, at); };
    const auto n32 = [&](std::uint64_t n) { return whole(u32, n); };
    const auto n64 = [&](std::uint64_t n) { return whole(u64, n); };
    const auto made = [&](const Value& left, Operator op, const Value& right) {
        return arithmetic(op, left, right, at);
    };

    if (const NamedConversion conversion = conversion_of(name); conversion.from != Kind::none) {
        const Type *const from = of(conversion.from), *const to = of(conversion.to);
        const Value v = given(0, from);
        if (to->is_real()) return convert(v, to, at);
        const Mathematics rounding = conversion.rounding == "rn"   ? Mathematics::rint
                                     : conversion.rounding == "ru" ? Mathematics::ceil
                                     : conversion.rounding == "rd" ? Mathematics::floor
                                                                   : Mathematics::trunc;
        const std::uint32_t unit = temporary(from, at), source = materialize(v, at);
        emit_code(operation(Family::mathematics, class_of(from)), at, unit, source, source,
                  static_cast<std::int64_t>(rounding));
        return convert(registers(from, unit), to, at);
    }
    if (name == "isfinite" || name == "signbit") {
        const Value bits = same_bits(given(0, f64), u64);
        if (name == "signbit") return made(bits, Operator::greater_equal, n64(std::uint64_t{1} << 63));
        return made(made(bits, Operator::amp, n64(0x7ff0000000000000u)), Operator::not_equal, n64(0x7ff0000000000000u));
    }
    if (name == "copysign" || name == "copysignf") {
        const Value a = number(0), b = number(1);
        const bool is_float = name == "copysignf" || (a.type == f32 && b.type == f32);
        const Type *const type = is_float ? f32 : f64, *const whole_type = is_float ? u32 : u64;
        const std::uint64_t sign = std::uint64_t{1} << (is_float ? 31 : 63);
        const Value size =
                        made(same_bits(convert(a, type, at), whole_type), Operator::amp, whole(whole_type, sign - 1)),
                    side = made(same_bits(convert(b, type, at), whole_type), Operator::amp, whole(whole_type, sign));
        return same_bits(made(size, Operator::pipe, side), type);
    }
    if (name == "__umulhi" || name == "__mulhi") {
        const Type *const narrow = name == "__umulhi" ? u32 : i32, *const wide = name == "__umulhi" ? u64 : i64;
        const Value a = convert(given(0, narrow), wide, at), b = convert(given(1, narrow), wide, at);
        return convert(made(made(a, Operator::star, b), Operator::shift_right, whole(i32, 32)), narrow, at);
    }
    if (name == "__umul64hi" || name == "__mul64hi") { // long multiplication of 32-bit halves
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
        return high;
    }
    if (name.starts_with("__funnelshift_")) {
        const std::string kind = name.substr(std::string_view("__funnelshift_").size());
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
        const Value result = kind[0] == 'l'
                                 ? made(made(both, Operator::shift_left, by), Operator::shift_right, whole(i32, 32))
                                 : made(both, Operator::shift_right, by);
        return convert(result, u32, at);
    }
    if (name == "__byte_perm") {
        const Value x = convert(given(0, u32), u64, at), y = convert(given(1, u32), u64, at), selector = given(2, u32);
        const Value both = made(made(y, Operator::shift_left, whole(i32, 32)), Operator::pipe, x);
        Value result = n64(0);
        for (std::uint64_t byte = 0; byte < 4; ++byte) { // bits 2:0 of each half byte of the selector
            const Value index =
                made(made(selector, Operator::shift_right, whole(i32, 4 * byte)), Operator::amp, n32(7));
            const Value taken =
                made(made(both, Operator::shift_right, made(index, Operator::star, n32(8))), Operator::amp, n64(0xff));
            result = made(result, Operator::pipe, made(taken, Operator::shift_left, whole(i32, 8 * byte)));
        }
        return convert(result, u32, at);
    }
    if (name == "__brev" || name == "__brevll") {
        const Type* const type = name == "__brev" ? u32 : u64;
        Value result = given(0, type);
        for (std::uint64_t by = name == "__brev" ? 16 : 32, mask = name == "__brev" ? 0xffffu : 0xffffffffu; by > 0;
             by /= 2, mask ^= mask << by) {
            const Value step = whole(i32, by);
            result =
                made(made(made(result, Operator::shift_right, step), Operator::amp, whole(type, mask)), Operator::pipe,
                     made(made(result, Operator::amp, whole(type, mask)), Operator::shift_left, step));
        }
        return result;
    }
    if (name == "__frcp_rn" || name == "__drcp_rn") {
        const Type* const type = name == "__frcp_rn" ? f32 : f64;
        return made(real(type, 1), Operator::slash, given(0, type));
    }
    if (name == "__fdividef") {
        const Value a = given(0, f32);
        return made(a, Operator::slash, given(1, f32));
    }
    if (name == "__saturatef") {
        const std::uint32_t unit = temporary(f32, at);
        emit_code(operation(Family::greatest, Class::f32), at, unit, materialize(given(0, f32), at),
                  materialize(real(f32, 0), at));
        emit_code(operation(Family::least, Class::f32), at, unit, unit, materialize(real(f32, 1), at));
        return registers(f32, unit);
    }
    return {};
}

} // namespace warploom::simt
