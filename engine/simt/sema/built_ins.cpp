#include "engine/sentence.h"
#include "engine/simt/language/words.h"
#include "engine/simt/sema/print_format.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

// Checks the arguments of built-in CUDA functions, and determines the types of their results.

namespace warploom::simt {

namespace {

/// The signatures of the built-in functions, by function name. The first letter of a signature states where the
/// function can be called: `a` anywhere, `d` in device code, `h` in host code. The second letter is the result type.
/// The letters after the colon are the parameter types; parameters after `|` are optional. Letters for types:
///     v void, b bool, i int, u unsigned, l long long, L unsigned long long, f float, d double,
///     n number of any type, converted to the result type, p number of any type, promoted, t condition,
///     x not evaluated, * all other arguments, unchecked
/// Results that depend on the argument types:
///     R float if all are float, otherwise double   C their common type, F the same, but double for integers
///     P the promoted type   0 the constant 0   ? not described here
/// A function with one numeric parameter and result R, such as `sqrt`, also has a float variant `sqrtf`. Functions with
/// result 0 have no effect here, except for note_attribute(): launches are executed in order anyway, and errors end the
/// run.
constexpr std::pair<std::string_view, std::string_view> signatures_of_names[] = {
    {"dv:", "__syncthreads __threadfence __threadfence_system __threadfence_block cudaGridDependencySynchronize "
            "cudaTriggerProgrammaticLaunchCompletion __pipeline_commit"},
    {"di:t", "__syncthreads_count __syncthreads_and __syncthreads_or"},
    {"dv:|u", "__syncwarp"},
    {"dP:uni|i", "__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync"},
    {"du:ut", "__ballot_sync"},
    {"di:ut", "__any_sync __all_sync"},
    {"du:up", "__match_any_sync"},
    {"d?:upx", "__match_all_sync"},
    {"d?:up", "__reduce_add_sync __reduce_min_sync __reduce_max_sync __reduce_and_sync __reduce_or_sync "
              "__reduce_xor_sync"},
    {"du:", "__activemask"},
    {"d?:xx", "atomicAdd atomicSub atomicMin atomicMax atomicExch atomicInc atomicDec atomicAnd atomicOr atomicXor"},
    {"d?:xxx", "atomicCAS __pipeline_memcpy_async"},
    {"dv:i", "__pipeline_wait_prior"},
    {"h?:xil|x", "cudaMemset cudaMemsetAsync"},
    {"h?:xx|*", "fprintf"},
    {"h0:", "cudaDeviceSynchronize cudaGetLastError cudaPeekAtLastError"},
    {"h0:x", "cudaStreamSynchronize cudaDeviceSetCacheConfig cudaDeviceSetSharedMemConfig cudaSetDevice "
             "getLastCudaError"},
    {"hv:x", "exit"},
    {"hv:", "abort"},
    {"h0:xxx", "cudaFuncSetAttribute"},
    {"h0:xx", "cudaFuncSetCacheConfig cudaFuncSetSharedMemConfig cudaDeviceSetLimit"},
    {"al:d", "__double_as_longlong"},
    {"ad:l", "__longlong_as_double"},
    {"ai:f", "__float_as_int"},
    {"af:i", "__int_as_float"},
    {"au:f", "__float_as_uint"},
    {"af:u", "__uint_as_float"},
    {"ai:d", "__double2hiint __double2loint"},
    {"ad:iu", "__hiloint2double"},
    {"a?:|*", "printf"},
    {"av:t", "assert"},
    {"aC:nn", "min max"},
    {"aF:nn", "fmin fmax fmod"},
    {"af:nn", "fminf fmaxf fmodf powf __powf copysignf __fadd_rn __fsub_rn __fmul_rn __fdiv_rn __fdividef"},
    {"aR:nn", "pow copysign"},
    {"aR:nnn", "fma __fma_rn"},
    {"af:nnn", "fmaf __fmaf_rn"},
    {"aP:n", "abs labs llabs"},
    {"aF:n", "fabs"},
    {"af:n", "fabsf __frcp_rn __saturatef __expf __logf __sinf __cosf __tanf __log2f __log10f"},
    {"ai:i", "__popc __clz __ffs"},
    {"ai:l", "__popcll __clzll __ffsll"},
    {"a?:x", "__ldg __ldcs __ldca __ldcg"},
    {"ab:d", "isnan isinf isfinite signbit"},
    {"ad:nn", "__dadd_rn __dsub_rn __dmul_rn __ddiv_rn"},
    {"au:nn", "__umulhi __umul24 umin umax"},
    {"ai:nn", "__mulhi __mul24"},
    {"aL:nn", "__umul64hi"},
    {"al:nn", "__mul64hi"},
    {"au:nnn", "__byte_perm __funnelshift_l __funnelshift_r __funnelshift_lc __funnelshift_rc"},
    {"au:n", "__brev"},
    {"aL:n", "__brevll"},
    {"ad:n", "__drcp_rn"},
    {"aR:n", "sqrt rsqrt exp log floor ceil sin cos trunc round exp2 log2 tanh rint nearbyint tan asin acos atan sinh "
             "cosh cbrt log10 log1p expm1 erf erfc __fsqrt_rn __dsqrt_rn"},
};

const std::map<std::string_view, std::string_view>& signatures() {
    static const auto all = [] {
        std::map<std::string_view, std::string_view> map;
        for (const auto& [signature, names] : signatures_of_names)
            for (std::size_t from = 0, end = 0; from < names.size(); from = end + 1) {
                end = std::min(names.find(' ', from), names.size());
                map[names.substr(from, end - from)] = signature;
            }
        return map;
    }();
    return all;
}

constexpr std::string_view number_of_one = "aR:n";

/// Returns the signature of a built-in function, or an empty string if there is no such function.
std::string_view signature_of(std::string_view name) {
    const auto known = signatures().find(name);
    if (known != signatures().end()) return known->second;
    if (name.empty() || name.back() != 'f' || name[0] == '_') return {};
    // A function such as sqrtf has the signature of sqrt, but with float instead of double.
    const auto doubled = signatures().find(name.substr(0, name.size() - 1));
    return doubled != signatures().end() && doubled->second == number_of_one ? "af:n" : "";
}

Kind kind_of(char letter) {
    switch (letter) {
    case 'b': return Kind::boolean;
    case 'i':
    case '0': return Kind::int32;
    case 'u': return Kind::uint32;
    case 'l': return Kind::int64;
    case 'L': return Kind::uint64;
    case 'f': return Kind::float32;
    case 'd': return Kind::float64;
    default: return Kind::none;
    }
}

Kind kind_in_name(std::string_view word) {
    constexpr std::pair<std::string_view, Kind> kinds[] = {{"float", Kind::float32}, {"double", Kind::float64},
                                                           {"int", Kind::int32},     {"uint", Kind::uint32},
                                                           {"ll", Kind::int64},      {"ull", Kind::uint64}};
    for (const auto& [name, kind] : kinds)
        if (word == name) return kind;
    return Kind::none;
}

/// Returns whether a name is an arithmetic intrinsic with an unsupported rounding mode, such as `__fadd_rz`.
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

std::string_view signature_of_built_in(std::string_view name) { return signature_of(name); }

BuiltIns::BuiltIns(Sema& sema) : sema_(sema), context_(sema.context) {}

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

std::vector<std::string> BuiltIns::names() {
    std::vector<std::string> names{"make_int2",       "make_int4",        "make_float2",     "make_float4",
                                   "make_double2",    "__float2int_rn",   "__float2int_rz",  "__float2int_ru",
                                   "__float2int_rd",  "__double2int_rn",  "__double2int_rz", "__int2float_rn",
                                   "__int2double_rn", "__double2float_rn"};
    for (const auto& [name, signature] : signatures()) {
        names.emplace_back(name);
        if (signature == number_of_one && name[0] != '_') names.push_back(std::string(name) + "f");
    }
    return names;
}

void BuiltIns::require_arguments(const Expression& e, std::size_t least, std::size_t most) const {
    if (e.children.size() >= least && e.children.size() <= most) return;
    const std::size_t given = e.children.size();
    std::string hint;
    if (e.text.starts_with("__shfl")) hint = sentence("Write {name}(0xffffffff, value, lane).", {{"name", e.text}});
    else if (e.text == "__ballot_sync" || e.text == "__any_sync" || e.text == "__all_sync")
        hint = sentence("Write {name}(0xffffffff, condition).", {{"name", e.text}});
    if (least == most) refuse_count(e, e.text, least, given, hint);
    refuse(e,
           most == std::numeric_limits<std::size_t>::max()
               ? sentence("`{name}` requires at least {least} {least:argument|arguments}, but {n} {n:was|were} given.",
                          {{"name", e.text}, {"least", least}, {"n", given}})
               : sentence("`{name}` requires {least} to {most} arguments, but {n} {n:was|were} given.",
                          {{"name", e.text}, {"least", least}, {"most", most}, {"n", given}}),
           hint);
}

Typed BuiltIns::number(const Expression& e, std::size_t argument) {
    const Expression& of = *e.children[argument];
    const Typed v = sema_.expressions.value(of);
    if (v.type != nullptr && v.type->is_number()) return v;
    if (e.text.starts_with("__shfl"))
        refuse(of, sentence("A shuffle does not support values of type `{type}`.", {{"type", name_of(v.type)}}),
               sentence("Shuffle the fields one by one."));
    refuse(of, sentence("`{name}` requires a number.", {{"name", e.text}}), "");
}

const Type* BuiltIns::result(char letter, const std::vector<const Type*>& numbers) {
    const Types& types = context_.library.types;
    const Type *const f32 = types.of(Kind::float32), *const f64 = types.of(Kind::float64);
    if (letter == 'R') {
        const bool is_float = std::all_of(numbers.begin(), numbers.end(), [&](const Type* t) { return t == f32; });
        return is_float ? f32 : f64;
    }
    if (letter == 'v') return nullptr;
    if (letter != 'C' && letter != 'F' && letter != 'P') return types.of(kind_of(letter));
    if (letter == 'F' && std::none_of(numbers.begin(), numbers.end(), [](const Type* t) { return t->is_real(); }))
        return f64;
    const Type* type = promoted(types, numbers.front());
    for (const Type* each : numbers) type = common_type(types, type, each);
    return type;
}

std::optional<Typed> BuiltIns::call(const Expression& e) {
    std::string_view signature = signature_of(e.text);
    const NamedConversion conversion = signature.empty() ? conversion_of(e.text) : NamedConversion{};
    if (conversion.from != Kind::none) {
        require_arguments(e, 1, 1);
        number(e, 0);
        const Type *const from = context_.type_of(conversion.from), *const to = context_.type_of(conversion.to);
        sema_.conversions.converted_value(*e.children[0], from);
        // A conversion from a 4-byte number to double is exact, so the rounding mode does not matter.
        const bool is_exact = conversion.to == Kind::float64 && from->bytes == 4;
        if (to->is_real() && conversion.rounding != "rn" && !is_exact)
            refuse(e,
                   sentence("`{name}` is not supported. Conversions to `{type}` round to nearest.",
                            {{"name", e.text}, {"type", to->name}}),
                   sentence("Write `{code}`.", {{"code", e.text.substr(0, e.text.size() - 2) + "rn"}}));
        return rvalue(to);
    }
    if (rounds_otherwise(e.text))
        refuse(e, sentence("`{name}` is not supported. Operations round to nearest.", {{"name", e.text}}),
               sentence("Write `{code}`.", {{"code", e.text.substr(0, e.text.size() - 2) + "rn"}}));
    if (signature.empty()) return make_vector(e);
    if (signature[0] == 'd') context_.require_device(e, "`" + e.text + "`");
    if (signature[0] == 'h' && !context_.is_host())
        refuse(e, sentence("`{name}` is a host function and cannot be called from device code.", {{"name", e.text}}),
               sentence("Call it in the function run."));
    const char kind = signature[1];
    std::string letters(signature.substr(3));
    const std::size_t optional = letters.find('|'), least = std::min(optional, letters.size());
    if (optional != std::string::npos) letters.erase(optional, 1);
    const bool is_open = !letters.empty() && letters.back() == '*';
    require_arguments(e, least, is_open ? std::numeric_limits<std::size_t>::max() : letters.size());
    std::vector<const Type*> numbers;
    for (std::size_t a = 0; a < std::min(e.children.size(), letters.size()); ++a) {
        if (letters[a] == 'x' || letters[a] == '*') continue;
        if (letters[a] == 'n' || letters[a] == 'p') numbers.push_back(number(e, a).type);
        else if (letters[a] == 't') sema_.conversions.truth(*e.children[a], e);
        else sema_.conversions.converted_value(*e.children[a], context_.type_of(kind_of(letters[a])));
        if (letters[a] == 'p')
            sema_.conversions.converted_value(*e.children[a], promoted(context_.library.types, numbers.back()));
    }
    if (e.text == "cudaFuncSetAttribute") note_attribute(e);
    if (kind == '0') return constant(whole(context_.type_of(Kind::int32), 0));
    if (kind != '?') {
        const Type* const type = result(kind, numbers);
        for (std::size_t a = 0; a < std::min(e.children.size(), letters.size()); ++a)
            if (letters[a] == 'n') sema_.conversions.converted_value(*e.children[a], type);
        return rvalue(type);
    }
    if (e.text.starts_with("atomic")) return atomic(e);
    if (e.text.starts_with("__reduce_")) return reduce(e, numbers.front());
    if (e.text == "__match_all_sync") return match_all(e);
    if (e.text == "__pipeline_memcpy_async") return copy_ahead(e);
    if (e.text == "printf" || e.text == "fprintf") return print(e), Typed{};
    const Typed pointer = sema_.expressions.value(*e.children[0]);
    if (e.text.starts_with("__ld")) return rvalue(sema_.expressions.pointee(pointer, e).type);
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer || pointer.type->is_const)
        refuse(*e.children[0],
               sentence("The first argument of `{name}` must be a pointer to non-const memory.", {{"name", e.text}}),
               "");
    return rvalue(context_.type_of(Kind::int32));
}

/// Records that host code raises the limit on the dynamic shared memory of a kernel.
void BuiltIns::note_attribute(const Expression& e) {
    if (e.children[1]->text.find("MaxDynamicSharedMemorySize") == std::string::npos) return;
    const Expression* kernel = e.children[0].get(); // the name of the kernel may be cast to a pointer
    while (kernel->what != Expression::What::name && !kernel->children.empty()) kernel = kernel->children.back().get();
    context_.library.with_large_shared.insert(kernel->text);
}

Typed BuiltIns::reduce(const Expression& e, const Type* number) {
    if (!number->is_integer() || number->bytes > 4)
        refuse(e.children[1]->place, sentence("`{name}` requires an `int` or an `unsigned`.", {{"name", e.text}}),
               sentence("Combine other numbers with `__shfl_xor_sync`."));
    return rvalue(promoted(context_.library.types, number));
}

Typed BuiltIns::match_all(const Expression& e) {
    const Typed result = sema_.expressions.value(*e.children[2]);
    if (result.type == nullptr || result.type->kind != Kind::pointer || result.type->of->kind != Kind::int32 ||
        result.type->is_const)
        refuse(e.children[2]->place,
               sentence("The last argument of `{name}` must be the address of an `int`.", {{"name", e.text}}),
               sentence("Write `&is_same` after `int is_same;`."));
    return rvalue(context_.type_of(Kind::uint32));
}

namespace {

/// Returns the types supported by an atomic function according to the CUDA C++ Programming Guide. Most functions do not
/// support `long long`; only atomicMin and atomicMax do.
const std::vector<Kind>& atomic_kinds(const std::string& name) {
    using enum Kind;
    static const std::map<std::string_view, std::vector<Kind>> kinds{
        {"atomicAdd", {int32, uint32, uint64, float32, float64}},
        {"atomicSub", {int32, uint32}},
        {"atomicExch", {int32, uint32, uint64, float32}},
        {"atomicMin", {int32, uint32, int64, uint64}},
        {"atomicMax", {int32, uint32, int64, uint64}},
        {"atomicInc", {uint32}},
        {"atomicDec", {uint32}},
        {"atomicCAS", {int32, uint32, uint64}},
        {"atomicAnd", {int32, uint32, uint64}},
        {"atomicOr", {int32, uint32, uint64}},
        {"atomicXor", {int32, uint32, uint64}}};
    return kinds.at(name);
}

} // namespace

void BuiltIns::refuse_atomic(const Expression& e, const Type* type, const std::vector<Kind>& kinds) {
    std::string arguments = type->name + "*", declared;
    for (std::size_t c = 1; c < e.children.size(); ++c) {
        const Typed argument = sema_.expressions.value(*e.children[c]);
        arguments += ", " + (argument.type == nullptr ? std::string("void") : argument.type->name);
    }
    for (const Kind kind : kinds) declared += (declared.empty() ? "" : ", ") + context_.type_of(kind)->name;
    const bool is_wide = type->bytes == 8 && std::find(kinds.begin(), kinds.end(), Kind::uint64) != kinds.end();
    refuse(e,
           sentence("No instance of overloaded function `{name}` matches the argument types ({types}).",
                    {{"name", e.text}, {"types", arguments}}),
           is_wide
               ? sentence("CUDA declares `{name}` for {types}. Convert the address to `unsigned long long*`, and the "
                          "values to the same bits.",
                          {{"name", e.text}, {"types", declared}})
               : sentence("CUDA declares `{name}` for {types}.", {{"name", e.text}, {"types", declared}}));
}

Typed BuiltIns::atomic(const Expression& e) {
    const Typed pointer = sema_.expressions.value(*e.children[0]);
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
        refuse(*e.children[0], sentence("The first argument of `{name}` must be an address.", {{"name", e.text}}),
               sentence("Write `&array[index]`."));
    const Type* const type = pointer.type->of;
    if (const std::vector<Kind>& kinds = atomic_kinds(e.text);
        std::find(kinds.begin(), kinds.end(), type->kind) == kinds.end())
        refuse_atomic(e, type, kinds);
    for (std::size_t c = 1; c < e.children.size(); ++c) sema_.conversions.converted_value(*e.children[c], type);
    if (pointer.type->is_const)
        refuse(*e.children[0], sentence("A pointer to const cannot be used to modify memory."),
               sentence("Remove `const` from the declaration."));
    if (pointer.type->is_volatile)
        refuse(*e.children[0], sentence("`{name}` does not accept a pointer to volatile.", {{"name", e.text}}),
               sentence("Atomic operations do not need `volatile`. Write `({type}*)` before the address.",
                        {{"type", type->name}}));
    return rvalue(type);
}

Typed BuiltIns::copy_ahead(const Expression& e) {
    const auto pointer = [&](const Expression& of) {
        const Typed v = sema_.expressions.value(of);
        if (v.type == nullptr || v.type->kind != Kind::pointer)
            refuse(of, sentence("`{name}` requires an address in global or shared memory.", {{"name", e.text}}),
                   sentence("Write `&array[index]`."));
        return v.type;
    };
    const Type *const to = pointer(*e.children[0]), *const from = pointer(*e.children[1]);
    const Typed bytes = sema_.expressions.value(*e.children[2]);
    const std::uint64_t count = bytes.constant.bits;
    if (!bytes.is_constant() || !bytes.type->is_integer() || (count != 4 && count != 8 && count != 16))
        refuse(*e.children[2], sentence("The size of an asynchronous copy must be 4, 8, or 16 bytes."),
               sentence("Write `sizeof(T)`."));
    if (copied_type(context_.library.types, from->of, static_cast<std::int64_t>(count)) == nullptr ||
        from->of != to->of)
        refuse(e,
               sentence("`{name}` cannot copy {bytes} bytes from `{from}` to `{to}`.",
                        {{"name", e.text}, {"bytes", count}, {"from", from->name}, {"to", to->name}}),
               sentence("Copy whole elements between arrays of the same type."));
    if (to->is_const)
        refuse(*e.children[0], sentence("A pointer to const cannot be used to modify memory."),
               sentence("Remove `const` from the declaration."));
    return {};
}

const Type* copied_type(const Types& types, const Type* element, std::int64_t bytes) {
    if (element->bytes == bytes) return element;
    const char* name = nullptr;
    if (element->kind == Kind::float32) name = bytes == 8 ? "float2" : "float4";
    else if (element->kind == Kind::float64 && bytes == 16) name = "double2";
    else if (element->kind == Kind::int32) name = bytes == 8 ? "int2" : "int4";
    else if (element->kind == Kind::uint32) name = bytes == 8 ? "uint2" : "uint4";
    return name == nullptr ? nullptr : types.named(name);
}

void BuiltIns::print(const Expression& e) {
    const PrintFormat format = print_format(e);
    for (std::size_t v = 0; v < format.kinds.size(); ++v) {
        const Expression& given = *e.children[format.first_value + v];
        if (format.kinds[v] == 's') {
            if (!is_text(given))
                refuse(given,
                       sentence("The argument of `%s` must be a string literal or a `?:` of two string literals."),
                       sentence("Print numbers with %d or %g."));
            if (given.what != Expression::What::conditional) continue;
            const Expression &test = *given.children[0], &yes = *given.children[1], &no = *given.children[2];
            const bool is_nested = yes.what != Expression::What::text || no.what != Expression::What::text;
            if (!sema_.conversions.truth(test).is_constant() && is_nested)
                refuse(given, sentence("A nested `?:` is not supported for string arguments."),
                       sentence("Use `if` with one printf per string."));
            continue;
        }
        const Typed printed = sema_.expressions.value(given);
        if (printed.type == nullptr || !printed.type->is_scalar())
            refuse(given, sentence("An argument of printf must be a number."),
                   sentence("Print the fields one by one."));
        if (format.kinds[v] == '*' && !printed.type->is_integer())
            refuse(given, sentence("The argument of `*` in a format must be an integer."),
                   sentence("Convert it to int."));
        if (format.kinds[v] == '*') sema_.conversions.converted_value(given, context_.type_of(Kind::int32));
        else if (printed.type->is_number())
            sema_.conversions.converted_value(given, promoted(context_.library.types, printed.type));
    }
}

std::optional<Typed> BuiltIns::make_vector(const Expression& e) {
    if (!e.text.starts_with("make_")) return std::nullopt;
    const Type* const type = context_.library.types.named(e.text.substr(5));
    if (type == nullptr || type->kind != Kind::record || type->name == "dim3" ||
        context_.library.record_of(type) != nullptr) {
        if (const ForeignWord* const word = find_foreign_word(e.text.substr(5)))
            refuse(e, sentence("`{name}` is not supported.", {{"name", e.text}}), sentence(word->hint));
        return std::nullopt;
    }
    require_arguments(e, type->fields.size(), type->fields.size());
    for (std::size_t f = 0; f < type->fields.size(); ++f)
        sema_.conversions.converted_value(*e.children[f], type->fields[f].type, e);
    return rvalue(type);
}

} // namespace warploom::simt
