#include "engine/simt/compiler/mathematics.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

// Compiles math functions, and functions that need several operations: conversions with a rounding mode, bit
// manipulation, and the upper halves of integer products.

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

/// An intrinsic with an explicit IEEE rounding mode, such as `__fadd_rn`. It is compiled like the operator, because the
/// simulator never contracts operations to FMA.
struct Rounded {
    const char* name;
    Operator sign;
};
constexpr Rounded rounded[] = {{"__dadd_rn", Operator::plus}, {"__dsub_rn", Operator::minus},
                               {"__dmul_rn", Operator::star}, {"__ddiv_rn", Operator::slash},
                               {"__fadd_rn", Operator::plus}, {"__fsub_rn", Operator::minus},
                               {"__fmul_rn", Operator::star}, {"__fdiv_rn", Operator::slash}};

template <class Name, class... Names> bool is_one_of(const Name& name, Names... names) {
    return ((name == names) || ...);
}

} // namespace

Value MathCode::mathematics(const Expression& e) {
    const std::string& name = e.text;
    const Type *const type = typed(e).type, *const f64 = type_of(Kind::float64);
    /// Emits the operation. The third argument, if any, is the `imm` operand.
    const auto apply = [&](Op op, std::int64_t imm = 0) {
        std::vector<std::uint32_t> units;
        for (const auto& child : e.children) units.push_back(materialize(value(*child), e.place));
        const std::uint32_t unit = temporary(type, e.place);
        emit_code(op, e.place, unit, units[0], units[units.size() > 1 ? 1 : 0], units.size() > 2 ? units[2] : imm);
        return registers(type, unit);
    };
    const auto count = [&](int operations) {
        flops_ += operations;
        code_.has_doubles = code_.has_doubles || type == f64;
    };
    auto single = one_number_functions().find(name);
    if (single == one_number_functions().end() && name.back() == 'f')
        single = one_number_functions().find(name.substr(0, name.size() - 1));
    if (single != one_number_functions().end()) {
        count(1);
        return apply(operation(Family::mathematics, class_of(type)), static_cast<std::int64_t>(single->second));
    }
    for (const auto& [stem, family] : {std::pair("min", Family::least), std::pair("max", Family::greatest),
                                       std::pair("mod", Family::rem), std::pair("abs", Family::absolute)})
        if (name == stem || (name.find(stem) != std::string::npos && is_one_of(name[0], 'f', 'l', 'u')))
            return apply(operation(family, class_of(type)));
    if (is_one_of(name, "pow", "powf", "__powf")) {
        count(1);
        return apply(type == f64 ? Op::power64 : Op::power32);
    }
    for (const Rounded& each : rounded) {
        if (name != each.name) continue;
        const Value a = value(*e.children[0]);
        return arithmetic(each.sign, a, value(*e.children[1]), e.place);
    }
    if (is_one_of(name, "fma", "fmaf", "__fmaf_rn", "__fma_rn")) {
        count(2);
        return apply(type == f64 ? Op::fma64 : Op::fma32);
    }
    if (is_one_of(name, "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll")) {
        const Family family = name[2] == 'p'   ? Family::population
                              : name[2] == 'c' ? Family::leading_zeros
                                               : Family::first_set;
        return apply(operation(family, name.back() == 'l' ? Class::i64 : Class::i32));
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
        const Value v = value(*e.children[0]);
        if (name == "isnan") return arithmetic(Operator::not_equal, v, v, e.place);
        const std::uint32_t from = materialize(v, e.place), size = temporary(f64, e.place);
        emit_code(operation(Family::absolute, Class::f64), e.place, size, from, from);
        return arithmetic(Operator::equal, registers(f64, size), real(f64, __builtin_inf()), e.place);
    }
    if (name.starts_with("make_")) {
        const std::uint32_t unit = allocate(type->units, e.place);
        for (std::size_t f = 0; f < type->fields.size(); ++f) {
            const std::uint32_t top = top_;
            const Value v = value(*e.children[f]);
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
    const Type *const type = typed(e).type, *const i32 = type_of(Kind::int32), *const u32 = type_of(Kind::uint32),
                      *const i64 = type_of(Kind::int64), *const u64 = type_of(Kind::uint64);
    const auto given = [&](std::size_t a) { return value(*e.children[a]); };
    const auto n32 = [&](std::uint64_t n) { return whole(u32, n); };
    const auto n64 = [&](std::uint64_t n) { return whole(u64, n); };
    const auto made = [&](const Value& left, Operator op, const Value& right) {
        return arithmetic(op, left, right, at);
    };

    if (const NamedConversion conversion = conversion_of(name); conversion.from != Kind::none) {
        const Type* const from = type_of(conversion.from);
        const Value v = given(0);
        if (type->is_real()) return convert(v, type, at);
        const Mathematics rounding = conversion.rounding == "rn"   ? Mathematics::rint
                                     : conversion.rounding == "ru" ? Mathematics::ceil
                                     : conversion.rounding == "rd" ? Mathematics::floor
                                                                   : Mathematics::trunc;
        const std::uint32_t unit = temporary(from, at), source = materialize(v, at);
        emit_code(operation(Family::mathematics, class_of(from)), at, unit, source, source,
                  static_cast<std::int64_t>(rounding));
        return convert(registers(from, unit), type, at);
    }
    if (name == "isfinite" || name == "signbit") {
        const Value bits = same_bits(given(0), u64);
        if (name == "signbit") return made(bits, Operator::greater_equal, n64(std::uint64_t{1} << 63));
        return made(made(bits, Operator::amp, n64(0x7ff0000000000000u)), Operator::not_equal, n64(0x7ff0000000000000u));
    }
    if (name == "copysign" || name == "copysignf") {
        const Value a = given(0), b = given(1);
        const bool is_float = type->kind == Kind::float32;
        const Type* const whole_type = is_float ? u32 : u64;
        const std::uint64_t sign = std::uint64_t{1} << (is_float ? 31 : 63);
        const Value size = made(same_bits(a, whole_type), Operator::amp, whole(whole_type, sign - 1)),
                    side = made(same_bits(b, whole_type), Operator::amp, whole(whole_type, sign));
        return same_bits(made(size, Operator::pipe, side), type);
    }
    if (name == "__umulhi" || name == "__mulhi") {
        const Type *const narrow = name == "__umulhi" ? u32 : i32, *const wide = name == "__umulhi" ? u64 : i64;
        const Value a = convert(given(0), wide, at), b = convert(given(1), wide, at);
        return convert(made(made(a, Operator::star, b), Operator::shift_right, whole(i32, 32)), narrow, at);
    }
    if (name == "__umul24" || name == "__mul24") { // the factors are the lower 24 bits
        const auto lower = [&](const Value& v) {
            const Value bits = convert(v, u32, at);
            if (type == u32) return made(bits, Operator::amp, n32(0xffffff));
            const Value high = convert(made(bits, Operator::shift_left, whole(i32, 8)), i32, at);
            return convert(made(high, Operator::shift_right, whole(i32, 8)), u32, at);
        };
        const Value a = lower(given(0)), b = lower(given(1));
        return convert(made(a, Operator::star, b), type, at);
    }
    // Compute the product by long multiplication with 32-bit halves.
    if (name == "__umul64hi" || name == "__mul64hi") {
        const Value a = convert(given(0), u64, at), b = convert(given(1), u64, at), half = whole(i32, 32),
                    low = n64(0xffffffffu);
        const Value a1 = made(a, Operator::shift_right, half), a0 = made(a, Operator::amp, low),
                    b1 = made(b, Operator::shift_right, half), b0 = made(b, Operator::amp, low);
        const Value t = made(made(a1, Operator::star, b0), Operator::plus,
                             made(made(a0, Operator::star, b0), Operator::shift_right, half));
        const Value u = made(made(a0, Operator::star, b1), Operator::plus, made(t, Operator::amp, low));
        Value high = made(made(made(a1, Operator::star, b1), Operator::plus, made(t, Operator::shift_right, half)),
                          Operator::plus, made(u, Operator::shift_right, half));
        if (name == "__mul64hi") { // correct the high half if a factor is negative
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
        const Value low = convert(given(0), u64, at), high = convert(given(1), u64, at);
        Value by = given(2);
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
        const Value x = convert(given(0), u64, at), y = convert(given(1), u64, at), selector = given(2);
        const Value both = made(made(y, Operator::shift_left, whole(i32, 32)), Operator::pipe, x);
        Value result = n64(0);
        // Bits 2:0 of each selector of __byte_perm() select the byte to copy.
        for (std::uint64_t byte = 0; byte < 4; ++byte) {
            const Value index =
                made(made(selector, Operator::shift_right, whole(i32, 4 * byte)), Operator::amp, n32(7));
            const Value taken =
                made(made(both, Operator::shift_right, made(index, Operator::star, n32(8))), Operator::amp, n64(0xff));
            result = made(result, Operator::pipe, made(taken, Operator::shift_left, whole(i32, 8 * byte)));
        }
        return convert(result, u32, at);
    }
    if (name == "__brev" || name == "__brevll") {
        Value result = given(0);
        for (std::uint64_t by = name == "__brev" ? 16 : 32, mask = name == "__brev" ? 0xffffu : 0xffffffffu; by > 0;
             by /= 2, mask ^= mask << by) {
            const Value step = whole(i32, by);
            result =
                made(made(made(result, Operator::shift_right, step), Operator::amp, whole(type, mask)), Operator::pipe,
                     made(made(result, Operator::amp, whole(type, mask)), Operator::shift_left, step));
        }
        return result;
    }
    if (name == "__frcp_rn" || name == "__drcp_rn") { return made(real(type, 1), Operator::slash, given(0)); }
    if (name == "__fdividef") {
        const Value a = given(0);
        return made(a, Operator::slash, given(1));
    }
    if (name == "__saturatef") {
        const std::uint32_t unit = temporary(type, at);
        emit_code(operation(Family::greatest, Class::f32), at, unit, materialize(given(0), at),
                  materialize(real(type, 0), at));
        emit_code(operation(Family::least, Class::f32), at, unit, unit, materialize(real(type, 1), at));
        return registers(type, unit);
    }
    return {};
}

} // namespace warploom::simt
