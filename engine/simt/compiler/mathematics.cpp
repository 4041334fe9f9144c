#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <initializer_list>
#include <map>

// Math functions: sqrt, pow, fma, min, bit counting, and built-ins with function syntax.

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

std::vector<std::string> names_of_mathematics() {
    std::vector<std::string> names{"__popc",    "__popcll",    "__clz",       "__clzll",     "__ffs", "__ffsll",
                                   "__ldg",     "__ldcs",      "fma",         "fmaf",        "min",   "max",
                                   "fmin",      "fmax",        "fminf",       "fmaxf",       "abs",   "fabs",
                                   "fabsf",     "pow",         "powf",        "fmod",        "fmodf", "make_int2",
                                   "make_int4", "make_float2", "make_float4", "make_double2"};
    for (const auto& [name, function] : one_number_functions()) {
        names.push_back(name);
        if (name[0] != '_') names.push_back(name + "f");
    }
    for (const Rounded& each : rounded) names.emplace_back(each.name);
    for (const std::string& name : names_of_number_functions()) names.push_back(name);
    return names;
}

bool Compiler::mathematics(const Expression& e, Value& result) {
    const std::string& name = e.text;
    const auto of = [&](Kind kind) { return library_.types.of(kind); };
    const Type *const f32 = of(Kind::float32), *const f64 = of(Kind::float64), *const i32 = of(Kind::int32);
    const bool has_f = name.size() > 1 && name.back() == 'f' && name != "erf";
    const auto argument = [&](std::size_t i) {
        const Value v = value(*e.children[i]);
        if (v.type == nullptr || !v.type->is_number())
            refuse(e.children[i]->place, sentence("`{name}` requires a number.", {{"name", name}}), "");
        return v;
    };
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
        result = registers(to, unit);
        return true;
    };
    const auto count = [&](const Type* type, int operations) {
        flops_ += operations;
        code_.has_doubles = code_.has_doubles || type == f64;
    };
    auto single = one_number_functions().find(name);
    if (single == one_number_functions().end() && has_f)
        single = one_number_functions().find(name.substr(0, name.size() - 1));
    if (single != one_number_functions().end()) {
        require_arguments(e, 1, 1);
        const Value v = argument(0);
        const Type* const type = has_f || v.type == f32 ? f32 : f64;
        count(type, 1);
        return apply(operation(Family::mathematics, class_of(type)), type, {v}, type,
                     static_cast<std::int64_t>(single->second));
    }
    if (is_one_of(name, "min", "max", "fmin", "fmax", "fminf", "fmaxf", "fmod", "fmodf")) {
        require_arguments(e, 2, 2);
        const Value a = argument(0), b = argument(1);
        const Type* type = common_type(a.type, b.type);
        if (has_f) type = f32;
        else if (name[0] == 'f' && !type->is_real()) type = f64;
        const Family family = name.starts_with("fmod")                ? Family::rem
                              : name.find("min") != std::string::npos ? Family::least
                                                                      : Family::greatest;
        return apply(operation(family, class_of(type)), type, {a, b}, type);
    }
    if (is_one_of(name, "pow", "powf", "__powf")) {
        require_arguments(e, 2, 2);
        const Value a = argument(0), b = argument(1);
        const Type* const type = has_f || (a.type == f32 && b.type == f32) ? f32 : f64;
        count(type, 1);
        return apply(type == f64 ? Op::power64 : Op::power32, type, {a, b}, type);
    }
    for (const Rounded& each : rounded) {
        if (name != each.name) continue;
        require_arguments(e, 2, 2);
        const Value a = convert(argument(0), of(each.kind), e.place);
        result = arithmetic(each.sign, a, convert(argument(1), of(each.kind), e.place), e.place);
        return true;
    }
    if (is_one_of(name, "fma", "fmaf", "__fmaf_rn", "__fma_rn")) {
        require_arguments(e, 3, 3);
        const Value a = argument(0), b = argument(1), c = argument(2);
        const bool is_float = has_f || name == "__fmaf_rn" || (a.type == f32 && b.type == f32 && c.type == f32);
        const Type* const type = is_float ? f32 : f64;
        count(type, 2);
        return apply(is_float ? Op::fma32 : Op::fma64, type, {a, b, c}, type);
    }
    if (is_one_of(name, "abs", "fabs", "fabsf", "labs", "llabs")) {
        require_arguments(e, 1, 1);
        const Value v = argument(0);
        const Type* type = name == "fabsf" ? f32 : promoted(v.type);
        if (name == "fabs" && !type->is_real()) type = f64;
        return apply(operation(Family::absolute, class_of(type)), type, {v}, type);
    }
    if (is_one_of(name, "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll")) {
        require_arguments(e, 1, 1);
        const Type* const type = of(name.back() == 'l' ? Kind::int64 : Kind::int32);
        const Family family = name[2] == 'p'   ? Family::population
                              : name[2] == 'c' ? Family::leading_zeros
                                               : Family::first_set;
        return apply(operation(family, class_of(type)), type, {argument(0)}, i32);
    }
    if (is_one_of(name, "__ldg", "__ldcs", "__ldca", "__ldcg")) {
        require_arguments(e, 1, 1);
        const Target from = read_through(*e.children[0], e.place);
        const std::size_t first = code_.accesses.size();
        result = load(from, e.place);
        if (name == "__ldg") {
            for (std::size_t a = first; a < code_.accesses.size(); ++a) code_.accesses[a].is_read_only = true;
            code_.has_read_only_loads = true;
        }
        return true;
    }
    if (is_one_of(name, "isnan", "isinf")) {
        require_arguments(e, 1, 1);
        const Value v = convert(argument(0), f64, e.place);
        if (name == "isnan") result = arithmetic(Operator::not_equal, v, v, e.place);
        else {
            apply(operation(Family::absolute, Class::f64), f64, {v}, f64);
            result = arithmetic(Operator::equal, result, real(f64, __builtin_inf()), e.place);
        }
        return true;
    }
    if (name.starts_with("make_")) {
        const Type* const type = library_.types.named(name.substr(5));
        if (type == nullptr || type->kind != Kind::record || type->name == "dim3" ||
            library_.record_of(type) != nullptr) {
            if (const ForeignWord* const word = find_foreign_word(name.substr(5)))
                refuse(e.place, sentence("`{name}` is not supported.", {{"name", name}}), sentence(word->hint));
            return false;
        }
        require_arguments(e, type->fields.size(), type->fields.size());
        const std::uint32_t unit = allocate(type->units, e.place);
        for (std::size_t f = 0; f < type->fields.size(); ++f) {
            const std::uint32_t top = top_;
            const Value v = convert(value(*e.children[f]), type->fields[f].type, e.place);
            copy(v.type, unit + static_cast<std::uint32_t>(type->fields[f].unit), materialize(v, e.place), false,
                 e.place);
            top_ = top;
        }
        result = registers(type, unit);
        return true;
    }
    return number_functions(e, result);
}

} // namespace warploom::simt
