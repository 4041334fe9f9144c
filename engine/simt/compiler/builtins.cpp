#include "engine/sentence.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/compiler/compiler.h"

#include <limits>
#include <map>

namespace warploom::simt {

namespace {

/// Encodes the variant of a built-in function, for BuiltIn::which.
template <class E> constexpr int which(E of) { return static_cast<int>(of); }
constexpr int kinds = 256;
constexpr int which(Kind from, Kind to) { return which(from) * kinds + which(to); }

} // namespace

/// Lists the built-in functions except the math functions.
const std::map<std::string, Compiler::BuiltIn>& Compiler::built_ins() {
    using C = Compiler;
    constexpr auto any = BuiltIn::Side::any, device = BuiltIn::Side::device, host = BuiltIn::Side::host;
    constexpr std::size_t many = std::numeric_limits<std::size_t>::max();
    static const std::map<std::string, BuiltIn> all{
        {"__syncthreads", {device, 0, 0, &C::barrier, -1}},
        {"__syncthreads_count", {device, 1, 1, &C::barrier, which(Vote::count)}},
        {"__syncthreads_and", {device, 1, 1, &C::barrier, which(Vote::all)}},
        {"__syncthreads_or", {device, 1, 1, &C::barrier, which(Vote::any)}},
        {"__syncwarp", {device, 0, 1, &C::warp_barrier}},
        {"__threadfence", {device, 0, 0, &C::fence}},
        {"__threadfence_system", {device, 0, 0, &C::fence}},
        {"__threadfence_block", {device, 0, 0, &C::fence, 1}}, // does not order blocks
        // A launch starts only after the previous launch has ended, so both calls have no effect.
        {"cudaGridDependencySynchronize", {device, 0, 0, nullptr}},
        {"cudaTriggerProgrammaticLaunchCompletion", {device, 0, 0, nullptr}},
        {"__shfl_sync", {device, 3, 4, &C::shuffle, which(ShuffleKind::from)}},
        {"__shfl_up_sync", {device, 3, 4, &C::shuffle, which(ShuffleKind::up)}},
        {"__shfl_down_sync", {device, 3, 4, &C::shuffle, which(ShuffleKind::down)}},
        {"__shfl_xor_sync", {device, 3, 4, &C::shuffle, which(ShuffleKind::butterfly)}},
        {"__ballot_sync", {device, 2, 2, &C::vote, which(Vote::ballot)}},
        {"__any_sync", {device, 2, 2, &C::vote, which(Vote::any)}},
        {"__all_sync", {device, 2, 2, &C::vote, which(Vote::all)}},
        {"__match_any_sync", {device, 2, 2, &C::match, 0}},
        {"__match_all_sync", {device, 3, 3, &C::match, 1}},
        {"__reduce_add_sync", {device, 2, 2, &C::reduce, which(Vote::add)}},
        {"__reduce_min_sync", {device, 2, 2, &C::reduce, which(Vote::least)}},
        {"__reduce_max_sync", {device, 2, 2, &C::reduce, which(Vote::greatest)}},
        {"__reduce_and_sync", {device, 2, 2, &C::reduce, which(Vote::bit_and)}},
        {"__reduce_or_sync", {device, 2, 2, &C::reduce, which(Vote::bit_or)}},
        {"__reduce_xor_sync", {device, 2, 2, &C::reduce, which(Vote::bit_xor)}},
        {"__activemask", {device, 0, 0, &C::active_mask}},
        {"atomicAdd", {device, 2, 2, &C::atomic, which(AtomicKind::add)}},
        {"atomicSub", {device, 2, 2, &C::atomic, which(AtomicKind::sub)}},
        {"atomicMin", {device, 2, 2, &C::atomic, which(AtomicKind::least)}},
        {"atomicMax", {device, 2, 2, &C::atomic, which(AtomicKind::greatest)}},
        {"atomicExch", {device, 2, 2, &C::atomic, which(AtomicKind::exchange)}},
        {"atomicCAS", {device, 3, 3, &C::atomic, which(AtomicKind::compare)}},
        {"atomicInc", {device, 2, 2, &C::atomic, which(AtomicKind::wrap)}},
        {"atomicAnd", {device, 2, 2, &C::atomic, which(AtomicKind::bit_and)}},
        {"atomicOr", {device, 2, 2, &C::atomic, which(AtomicKind::bit_or)}},
        {"atomicXor", {device, 2, 2, &C::atomic, which(AtomicKind::bit_xor)}},
        {"__double_as_longlong", {any, 1, 1, &C::bit_cast, which(Kind::float64, Kind::int64)}},
        {"__longlong_as_double", {any, 1, 1, &C::bit_cast, which(Kind::int64, Kind::float64)}},
        {"__float_as_int", {any, 1, 1, &C::bit_cast, which(Kind::float32, Kind::int32)}},
        {"__int_as_float", {any, 1, 1, &C::bit_cast, which(Kind::int32, Kind::float32)}},
        {"__float_as_uint", {any, 1, 1, &C::bit_cast, which(Kind::float32, Kind::uint32)}},
        {"__uint_as_float", {any, 1, 1, &C::bit_cast, which(Kind::uint32, Kind::float32)}},
        {"__double2hiint", {any, 1, 1, &C::half_of_double, 32}},
        {"__double2loint", {any, 1, 1, &C::half_of_double, 0}},
        {"__hiloint2double", {any, 2, 2, &C::double_of_halves}},
        {"__pipeline_memcpy_async", {device, 3, 3, &C::copy_ahead}},
        {"__pipeline_commit", {device, 0, 0, &C::commit_copies}},
        {"__pipeline_wait_prior", {device, 1, 1, &C::wait_for_copies}},
        {"printf", {any, 0, many, &C::print}},
        {"assert", {any, 1, 1, &C::check}},
        {"cudaMemset", {host, 3, 4, &C::fill}},
        {"cudaMemsetAsync", {host, 3, 4, &C::fill}},
        {"fprintf", {host, 2, many, &C::print, 1}},
        // Launches run in order anyway, and errors end the run.
        {"cudaDeviceSynchronize", {host, 0, 0, &C::no_error}},
        {"cudaStreamSynchronize", {host, 1, 1, &C::no_error}},
        {"cudaGetLastError", {host, 0, 0, &C::no_error}},
        {"cudaPeekAtLastError", {host, 0, 0, &C::no_error}},
        {"exit", {host, 1, 1, &C::end_run}},
        {"abort", {host, 0, 0, &C::end_run}},
        // These request more shared memory or cache, which every simulated launch already has.
        {"cudaFuncSetAttribute", {host, 3, 3, &C::no_error}},
        {"cudaFuncSetCacheConfig", {host, 2, 2, &C::no_error}},
        {"cudaDeviceSetCacheConfig", {host, 1, 1, &C::no_error}},
        {"cudaDeviceSetSharedMemConfig", {host, 1, 1, &C::no_error}},
        {"cudaFuncSetSharedMemConfig", {host, 2, 2, &C::no_error}},
        {"cudaDeviceSetLimit", {host, 2, 2, &C::no_error}},
        {"cudaSetDevice", {host, 1, 1, &C::no_error}}};
    return all;
}

std::vector<std::string> Compiler::built_in_names() {
    std::vector<std::string> names = names_of_mathematics();
    for (const auto& [name, function] : built_ins()) names.push_back(name);
    return names;
}

void Compiler::require_arguments(const Expression& e, std::size_t least, std::size_t most) const {
    if (e.children.size() >= least && e.children.size() <= most) return;
    const std::size_t given = e.children.size();
    std::string hint;
    if (e.text.starts_with("__shfl")) hint = sentence("Write {name}(0xffffffff, value, lane).", {{"name", e.text}});
    else if (e.text == "__ballot_sync" || e.text == "__any_sync" || e.text == "__all_sync")
        hint = sentence("Write {name}(0xffffffff, condition).", {{"name", e.text}});
    if (least == most) refuse_count(e.place, e.text, least, given, hint);
    refuse(e.place,
           most == std::numeric_limits<std::size_t>::max()
               ? sentence("`{name}` requires at least {least} {least:argument|arguments}, but {n} {n:was|were} given.",
                          {{"name", e.text}, {"least", least}, {"n", given}})
               : sentence("`{name}` requires {least} to {most} arguments, but {n} {n:was|were} given.",
                          {{"name", e.text}, {"least", least}, {"most", most}, {"n", given}}),
           hint);
}
void Compiler::refuse_count(SourceLocation at, const std::string& name, std::size_t expected, std::size_t given,
                            const std::string& hint) const {
    refuse(at,
           sentence("`{name}` requires {expected} {expected:argument|arguments}, but {n} {n:was|were} given.",
                    {{"name", name}, {"expected", expected}, {"n", given}}),
           hint);
}

/// Compiles a component of threadIdx, blockIdx, blockDim, or gridDim, such as `threadIdx.x`.
Value Compiler::dimension(const Expression& e) {
    const std::string& of = e.children[0]->text;
    Known::What first = Known::What::thread_x;
    if (of == "blockIdx") first = Known::What::block_x;
    else if (of == "blockDim") first = Known::What::size_x;
    else if (of == "gridDim") first = Known::What::grid_x;
    else if (of != "threadIdx") return {};
    if (e.text != "x" && e.text != "y" && e.text != "z")
        refuse(e.place, sentence("`{name}` has no member `{member}`.", {{"name", of}, {"member", e.text}}),
               sentence("The members are x, y, and z."));
    require_device(e.place, "`" + of + "`");
    const auto what = static_cast<Known::What>(static_cast<int>(first) + (e.text[0] - 'x'));
    return registers(library_.types.of(Kind::uint32), known(what, false, 0));
}

bool Compiler::built_in(const Expression& e, Value& result) {
    const auto known = built_ins().find(e.text);
    if (known == built_ins().end()) return mathematics(e, result);
    const BuiltIn& function = known->second;
    if (function.side == BuiltIn::Side::device) require_device(e.place, "`" + e.text + "`");
    if (function.side == BuiltIn::Side::host && !is_host())
        refuse(e.place,
               sentence("`{name}` is a host function and cannot be called from device code.", {{"name", e.text}}),
               sentence("Call it in the function run."));
    require_arguments(e, function.least, function.most);
    if (function.call != nullptr) result = (this->*function.call)(e, function.which);
    return true;
}

Value Compiler::argument(const Expression& e, std::size_t a, Kind kind) {
    return convert(value(*e.children[a]), library_.types.of(kind), e.children[a]->place);
}

/// Reinterprets the bits of the argument as another type, as `__float_as_int` does.
Value Compiler::bit_cast(const Expression& e, int which) {
    return same_bits(argument(e, 0, static_cast<Kind>(which / kinds)),
                     library_.types.of(static_cast<Kind>(which % kinds)));
}
/// Returns the 32 bits of a double from `first_bit` on.
Value Compiler::half_of_double(const Expression& e, int first_bit) {
    const Value v = same_bits(argument(e, 0, Kind::float64), library_.types.of(Kind::int64));
    const Value by = whole(library_.types.of(Kind::int32), static_cast<std::uint64_t>(first_bit));
    return convert(first_bit == 0 ? v : arithmetic(Operator::shift_right, v, by, e.place),
                   library_.types.of(Kind::int32), e.place);
}
Value Compiler::double_of_halves(const Expression& e, int) {
    const Type* const wide = library_.types.of(Kind::uint64);
    const Value high = convert(argument(e, 0, Kind::int32), wide, e.place),
                low = convert(argument(e, 1, Kind::uint32), wide, e.place);
    const Value shifted = arithmetic(Operator::shift_left, high, whole(library_.types.of(Kind::int32), 32), e.place);
    return same_bits(arithmetic(Operator::pipe, shifted, low, e.place), library_.types.of(Kind::float64));
}

/// `vote` is negative for a plain __syncthreads().
Value Compiler::barrier(const Expression& e, int vote) {
    if (vote < 0) {
        emit_code(Op::barrier, e.place, no_register, no_register);
        return {};
    }
    const Type* const i32 = library_.types.of(Kind::int32);
    const std::uint32_t test = materialize(truth(value(*e.children[0]), e.place), e.place),
                        unit = temporary(i32, e.place);
    emit_code(Op::barrier, e.place, unit, test, 0, vote);
    return registers(i32, unit);
}
Value Compiler::warp_barrier(const Expression& e, int) {
    // __syncwarp() without a mask names all lanes.
    std::uint32_t mask = known(Known::What::constant, false, 0xffffffffu);
    if (!e.children.empty()) mask = materialize(argument(e, 0, Kind::uint32), e.place);
    emit_code(Op::warp_barrier, e.place, 0, mask);
    return {};
}
Value Compiler::fence(const Expression& e, int of_block) {
    emit_code(Op::fence, e.place, 0, 0, 0, of_block);
    if (of_block == 0) code_.has_fences = true;
    return {};
}
Value Compiler::active_mask(const Expression& e, int) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t unit = temporary(u32, e.place);
    emit_code(Op::active_mask, e.place, unit);
    return registers(u32, unit);
}

Value Compiler::shuffle(const Expression& e, int which) {
    MemoryAccess access;
    access.compare = materialize(argument(e, 0, Kind::uint32), e.place);
    Value v = value(*e.children[1]);
    if (v.type == nullptr || !v.type->is_number())
        refuse(e.children[1]->place,
               sentence("A shuffle does not support values of type `{type}`.", {{"type", name_of(v.type)}}),
               sentence("Shuffle the fields one by one."));
    v = convert(v, promoted(v.type), e.place);
    access.value = materialize(v, e.place);
    access.index = materialize(argument(e, 2, Kind::int32), e.place);
    if (e.children.size() > 3) access.pointer = materialize(argument(e, 3, Kind::int32), e.place);
    access.bytes = static_cast<int>(v.type->bytes);
    access.shuffle = static_cast<ShuffleKind>(which);
    access.result = temporary(v.type, e.place);
    const std::uint32_t lost =
        number_unset({.name = e.text, .type = v.type, .place = e.place, .is_shuffle = true}, lanes_of_a_warp);
    access.lost_shadow = code_.unset[lost].first;
    code_.has_shuffles = true;
    emit_access(Op::shuffle, access, e.place);
    return registers(v.type, access.result);
}

Value Compiler::vote(const Expression& e, int which) {
    const std::uint32_t mask = materialize(argument(e, 0, Kind::uint32), e.place);
    const std::uint32_t test = materialize(truth(value(*e.children[1]), e.place), e.place);
    const Type* const type = library_.types.of(static_cast<Vote>(which) == Vote::ballot ? Kind::uint32 : Kind::int32);
    const std::uint32_t unit = temporary(type, e.place);
    emit_code(Op::ballot, e.place, unit, mask, test, which);
    return registers(type, unit);
}

/// Notes that a warp function is not available on all cards that have shuffles.
void Compiler::require_capability(const Expression& e, double capability) {
    if (code_.capability >= capability) return;
    code_.capability = capability;
    code_.needs_capability = e.text;
}

/// Compiles __match_any_sync and __match_all_sync. Values of 8 bytes are compared half by half.
Value Compiler::match(const Expression& e, int is_all) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t mask = materialize(argument(e, 0, Kind::uint32), e.place);
    Value v = value(*e.children[1]);
    if (v.type == nullptr || !v.type->is_number())
        refuse(e.children[1]->place, sentence("`{name}` requires a number.", {{"name", e.text}}));
    v = convert(v, promoted(v.type), e.place);
    const auto lanes_with_same = [&](const Value& bits) {
        const std::uint32_t compared = materialize(convert(bits, u32, e.place), e.place),
                            unit = temporary(u32, e.place);
        emit_code(Op::ballot, e.place, unit, mask, compared, which(Vote::match));
        return registers(u32, unit);
    };
    const bool is_wide = v.type->bytes == 8;
    if (v.type->is_real()) v = same_bits(v, library_.types.of(is_wide ? Kind::uint64 : Kind::uint32));
    Value lanes = lanes_with_same(v);
    if (is_wide) {
        const Value high = arithmetic(Operator::shift_right, convert(v, library_.types.of(Kind::uint64), e.place),
                                      whole(library_.types.of(Kind::int32), 32), e.place);
        lanes = arithmetic(Operator::amp, lanes, lanes_with_same(high), e.place);
    }
    require_capability(e, 7.0);
    if (is_all == 0) return lanes;
    const Value are_equal = arithmetic(Operator::equal, lanes, registers(u32, mask), e.place);
    const Expression& result = *e.children[2];
    const bool has_address = result.what == Expression::What::unary && result.op == Operator::amp;
    const Target t = has_address ? target(*result.children[0]) : behind(value(result), result.place);
    store(t, convert(are_equal, library_.types.of(Kind::int32), e.place), e.place);
    return arithmetic(Operator::star, registers(u32, mask), convert(are_equal, u32, e.place), e.place);
}

/// Compiles __reduce_add_sync and its siblings. The machine compares unsigned numbers, which have the order of signed ones
/// if the highest bit is inverted.
Value Compiler::reduce(const Expression& e, int which_vote) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t mask = materialize(argument(e, 0, Kind::uint32), e.place);
    const Value v = value(*e.children[1]);
    if (v.type == nullptr || !v.type->is_integer() || v.type->bytes > 4)
        refuse(e.children[1]->place, sentence("`{name}` requires an `int` or an `unsigned`.", {{"name", e.text}}),
               sentence("Combine other numbers with `__shfl_xor_sync`."));
    const bool is_unsigned = promoted(v.type)->kind == Kind::uint32;
    const auto of = static_cast<Vote>(which_vote);
    const bool is_flipped = !is_unsigned && (of == Vote::least || of == Vote::greatest);
    const auto flip = [&](const Value& number) {
        return is_flipped ? arithmetic(Operator::caret, number, whole(u32, 0x80000000u), e.place) : number;
    };
    const std::uint32_t given = materialize(flip(convert(v, u32, e.place)), e.place), unit = temporary(u32, e.place);
    emit_code(Op::ballot, e.place, unit, mask, given, which_vote);
    require_capability(e, 8.0);
    const Type* const type = is_unsigned ? u32 : library_.types.of(Kind::int32);
    return convert(flip(registers(u32, unit)), type, e.place);
}

Value Compiler::atomic(const Expression& e, int which) {
    const auto kind = static_cast<AtomicKind>(which);
    // The operands are evaluated before the address, as in an assignment.
    const Type* const pointer_type = type_without_code(*e.children[0]);
    if (pointer_type == nullptr || pointer_type->kind != Kind::pointer)
        refuse(e.children[0]->place, sentence("The first argument of `{name}` must be an address.", {{"name", e.text}}),
               sentence("Write `&array[index]`."));
    const Type* const type = pointer_type->of;
    const bool is_sum = kind == AtomicKind::add || kind == AtomicKind::exchange;
    const bool fits = type->is_integer() ? type->bytes >= 4 : type->is_real() && is_sum;
    if (kind == AtomicKind::wrap && type->kind != Kind::uint32)
        refuse(e.place, sentence("`{name}` does not support `{type}`.", {{"name", e.text}, {"type", type->name}}),
               sentence("Use `unsigned`."));
    if (!fits)
        refuse(e.place, sentence("`{name}` does not support `{type}`.", {{"name", e.text}, {"type", type->name}}),
               type->is_real() ? sentence("For floating-point numbers, use atomicAdd or atomicExch.")
                               : sentence("Use int, unsigned, long long, float or double."));
    std::vector<Value> operands;
    for (std::size_t c = 1; c < e.children.size(); ++c)
        operands.push_back(convert(value(*e.children[c]), type, e.children[c]->place));
    const Target t = behind(value(*e.children[0]), e.place);
    if (t.form != Target::Form::memory)
        refuse(e.children[0]->place,
               sentence("`{name}` is local to one thread, so an atomic operation on it is not possible.",
                        {{"name", t.name}}),
               sentence("Write `+=`."));
    if (t.is_const)
        refuse(e.children[0]->place, sentence("A pointer to const cannot be used to modify memory."),
               sentence("Remove `const` from the declaration."));
    if (t.is_volatile)
        refuse(e.children[0]->place, sentence("`{name}` does not accept a pointer to volatile.", {{"name", e.text}}),
               sentence("Atomic operations do not need `volatile`. Write `({type}*)` before the address.",
                        {{"type", type->name}}));
    MemoryAccess access{t};
    access.value = materialize(operands.back(), e.place);
    if (kind == AtomicKind::compare) access.compare = materialize(operands.front(), e.place);
    access.kind = type->kind;
    access.bytes = static_cast<int>(type->bytes);
    access.atomic = kind;
    access.result = temporary(type, e.place);
    if (type->is_real() && kind == AtomicKind::add) ++flops_; // counted with the atomic instruction itself
    code_.has_global_atomics = true;
    const bool counts = kind == AtomicKind::add || kind == AtomicKind::sub || kind == AtomicKind::wrap;
    if (!counts) code_.has_guesses = true;
    emit_access(Op::atomic, access, e.place);
    return registers(type, access.result);
}

/// Returns cudaSuccess. Used for runtime functions that have no effect in the simulation.
Value Compiler::no_error(const Expression&, int) { return whole(library_.types.of(Kind::int32), 0); }
/// Compiles exit() and abort() as an assertion that always fails.
Value Compiler::end_run(const Expression& e, int) {
    emit_code(Op::check, e.place, materialize(whole(library_.types.of(Kind::boolean), 0), e.place));
    return {};
}
Value Compiler::check(const Expression& e, int) {
    const std::uint32_t top = top_;
    emit_code(Op::check, e.place, materialize(truth(value(*e.children[0]), e.place), e.place));
    top_ = top;
    return {};
}
Value Compiler::fill(const Expression& e, int) {
    const Value pointer = value(*e.children[0]);
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer || pointer.type->is_const)
        refuse(e.children[0]->place,
               sentence("The first argument of `{name}` must be a pointer to non-const memory.", {{"name", e.text}}),
               "");
    const Value byte = argument(e, 1, Kind::int32), count = argument(e, 2, Kind::int64);
    emit_code(Op::fill, e.place, materialize(pointer, e.place), materialize(byte, e.place),
              materialize(count, e.place));
    return no_error(e, 0);
}

} // namespace warploom::simt
