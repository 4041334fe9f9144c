#include "engine/simt/compiler/builtins.h"

#include "engine/sentence.h"
#include "engine/simt/code/lane_functions.h"

// Compiles calls to CUDA built-in functions, except math functions.

namespace warploom::simt {

namespace {

/// Converts an enumerator to an int for BuiltIn::which, the variant of a built-in function.
template <class E> constexpr int which(E of) { return static_cast<int>(of); }

} // namespace

/// Returns a table of all built-in CUDA functions except math functions.
const std::map<std::string, BuiltInCode::BuiltIn>& BuiltInCode::built_ins() {
    using C = BuiltInCode;
    static const std::map<std::string, BuiltIn> all{
        {"__syncthreads", {&C::barrier, -1}},
        {"__syncthreads_count", {&C::barrier, which(Vote::count)}},
        {"__syncthreads_and", {&C::barrier, which(Vote::all)}},
        {"__syncthreads_or", {&C::barrier, which(Vote::any)}},
        {"__syncwarp", {&C::warp_barrier}},
        {"__threadfence", {&C::fence}},
        {"__threadfence_system", {&C::fence}},
        {"__threadfence_block", {&C::fence, 1}}, // orders memory only for threads of the same block
        // Programmatic dependent launch has no effect in the simulation, because each launch starts after the previous
        // one has finished.
        {"cudaGridDependencySynchronize", {nullptr}},
        {"cudaTriggerProgrammaticLaunchCompletion", {nullptr}},
        {"__shfl_sync", {&C::shuffle, which(ShuffleKind::from)}},
        {"__shfl_up_sync", {&C::shuffle, which(ShuffleKind::up)}},
        {"__shfl_down_sync", {&C::shuffle, which(ShuffleKind::down)}},
        {"__shfl_xor_sync", {&C::shuffle, which(ShuffleKind::butterfly)}},
        {"__ballot_sync", {&C::vote, which(Vote::ballot)}},
        {"__any_sync", {&C::vote, which(Vote::any)}},
        {"__all_sync", {&C::vote, which(Vote::all)}},
        {"__match_any_sync", {&C::match, 0}},
        {"__match_all_sync", {&C::match, 1}},
        {"__reduce_add_sync", {&C::reduce, which(Vote::add)}},
        {"__reduce_min_sync", {&C::reduce, which(Vote::least)}},
        {"__reduce_max_sync", {&C::reduce, which(Vote::greatest)}},
        {"__reduce_and_sync", {&C::reduce, which(Vote::bit_and)}},
        {"__reduce_or_sync", {&C::reduce, which(Vote::bit_or)}},
        {"__reduce_xor_sync", {&C::reduce, which(Vote::bit_xor)}},
        {"__activemask", {&C::active_mask}},
        {"atomicAdd", {&C::atomic, which(AtomicKind::add)}},
        {"atomicSub", {&C::atomic, which(AtomicKind::sub)}},
        {"atomicMin", {&C::atomic, which(AtomicKind::least)}},
        {"atomicMax", {&C::atomic, which(AtomicKind::greatest)}},
        {"atomicExch", {&C::atomic, which(AtomicKind::exchange)}},
        {"atomicCAS", {&C::atomic, which(AtomicKind::compare)}},
        {"atomicInc", {&C::atomic, which(AtomicKind::wrap)}},
        {"atomicDec", {&C::atomic, which(AtomicKind::wrap_down)}},
        {"atomicAnd", {&C::atomic, which(AtomicKind::bit_and)}},
        {"atomicOr", {&C::atomic, which(AtomicKind::bit_or)}},
        {"atomicXor", {&C::atomic, which(AtomicKind::bit_xor)}},
        {"__double_as_longlong", {&C::bit_cast}},
        {"__longlong_as_double", {&C::bit_cast}},
        {"__float_as_int", {&C::bit_cast}},
        {"__int_as_float", {&C::bit_cast}},
        {"__float_as_uint", {&C::bit_cast}},
        {"__uint_as_float", {&C::bit_cast}},
        {"__double2hiint", {&C::half_of_double, 32}},
        {"__double2loint", {&C::half_of_double, 0}},
        {"__hiloint2double", {&C::double_of_halves}},
        {"__pipeline_memcpy_async", {&C::copy_ahead}},
        {"__pipeline_commit", {&C::commit_copies}},
        {"__pipeline_wait_prior", {&C::wait_for_copies}},
        {"printf", {&C::print}},
        {"assert", {&C::check}},
        {"cudaMemset", {&C::fill}},
        {"cudaMemsetAsync", {&C::fill}},
        {"fprintf", {&C::print}},
        {"exit", {&C::end_run}},
        {"abort", {&C::end_run}},
        {"cudaSetDevice", {&C::no_error}}};
    return all;
}

Value BuiltInCode::built_in(const Expression& e) {
    const auto known = built_ins().find(e.text);
    if (known == built_ins().end()) return mathematics(e);
    const BuiltIn& function = known->second;
    return function.call != nullptr ? (this->*function.call)(e, function.which) : Value();
}

Value BuiltInCode::dimension(const Expression& e) {
    const Keyword of = e.children[0]->word;
    const Known::What first = of == Keyword::block_idx   ? Known::What::block_x
                              : of == Keyword::block_dim ? Known::What::size_x
                              : of == Keyword::grid_dim  ? Known::What::grid_x
                                                         : Known::What::thread_x;
    const auto what = static_cast<Known::What>(static_cast<int>(first) + (e.text[0] - 'x'));
    return registers(library_.types.of(Kind::uint32), known(what, false, 0));
}

std::uint32_t BuiltInCode::argument(const Expression& e, std::size_t a) {
    return materialize(value(*e.children[a]), e.place);
}

/// Compiles functions that reinterpret the bits of their argument as another type, such as `__float_as_int`.
Value BuiltInCode::bit_cast(const Expression& e, int) { return same_bits(value(*e.children[0]), typed(e).type); }

/// Compiles __double2loint and __double2hiint, which return 32 bits of a double, starting at bit `first_bit`.
Value BuiltInCode::half_of_double(const Expression& e, int first_bit) {
    const Value v = same_bits(value(*e.children[0]), library_.types.of(Kind::int64));
    const Value by = whole(library_.types.of(Kind::int32), static_cast<std::uint64_t>(first_bit));
    return convert(first_bit == 0 ? v : arithmetic(Operator::shift_right, v, by, e.place),
                   library_.types.of(Kind::int32), e.place);
}

Value BuiltInCode::double_of_halves(const Expression& e, int) {
    const Type* const wide = library_.types.of(Kind::uint64);
    const Value high = convert(value(*e.children[0]), wide, e.place),
                low = convert(value(*e.children[1]), wide, e.place);
    const Value shifted = arithmetic(Operator::shift_left, high, whole(library_.types.of(Kind::int32), 32), e.place);
    return same_bits(arithmetic(Operator::pipe, shifted, low, e.place), library_.types.of(Kind::float64));
}

/// Compiles __syncthreads() and its variants. `vote` is a Vote, or a negative number for __syncthreads().
Value BuiltInCode::barrier(const Expression& e, int vote) {
    if (vote < 0) {
        emit_code(Op::barrier, e.place, no_register, no_register);
        return {};
    }
    const Type* const i32 = library_.types.of(Kind::int32);
    const std::uint32_t test = argument(e, 0), unit = temporary(i32, e.place);
    emit_code(Op::barrier, e.place, unit, test, 0, vote);
    return registers(i32, unit);
}

Value BuiltInCode::warp_barrier(const Expression& e, int) {
    // Without a mask, __syncwarp() includes all lanes.
    std::uint32_t mask = known(Known::What::constant, false, 0xffffffffu);
    if (!e.children.empty()) mask = argument(e, 0);
    emit_code(Op::warp_barrier, e.place, 0, mask);
    return {};
}

Value BuiltInCode::fence(const Expression& e, int of_block) {
    emit_code(Op::fence, e.place, 0, 0, 0, of_block);
    return {};
}

Value BuiltInCode::active_mask(const Expression& e, int) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t unit = temporary(u32, e.place);
    emit_code(Op::active_mask, e.place, unit);
    return registers(u32, unit);
}

Value BuiltInCode::shuffle(const Expression& e, int which) {
    MemoryAccess access;
    const Type* const type = typed(e).type;
    access.compare = argument(e, 0);
    access.value = argument(e, 1);
    access.index = argument(e, 2);
    if (e.children.size() > 3) access.pointer = argument(e, 3);
    access.bytes = static_cast<int>(type->bytes);
    access.shuffle = static_cast<ShuffleKind>(which);
    access.result = temporary(type, e.place);
    const std::uint32_t lost = number_unset(
        {.name = caller_ ? caller_name_ : e.text, .type = type, .place = caller_.value_or(e.place), .is_shuffle = true},
        lanes_of_a_warp);
    access.lost_shadow = code_.unset[lost].first;
    code_.has_shuffles = true;
    emit_access(Op::shuffle, access, e.place);
    return registers(type, access.result);
}

Value BuiltInCode::vote(const Expression& e, int which) {
    const std::uint32_t mask = argument(e, 0), test = argument(e, 1);
    const Type* const type = typed(e).type;
    const std::uint32_t unit = temporary(type, e.place);
    emit_code(Op::ballot, e.place, unit, mask, test, which);
    return registers(type, unit);
}

/// Records that a function needs a higher compute capability than ordinary shuffles.
void BuiltInCode::require_capability(const Expression& e, double capability) {
    if (code_.capability >= capability) return;
    code_.capability = capability;
    code_.needs_capability = e.text;
}

/// Compiles __match_any_sync and __match_all_sync. For an 8-byte value, the two 32-bit halves are compared separately.
Value BuiltInCode::match(const Expression& e, int is_all) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t mask = argument(e, 0);
    Value v = value(*e.children[1]);
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
    store(behind(value(result), result.place), convert(are_equal, library_.types.of(Kind::int32), e.place), e.place);
    return arithmetic(Operator::star, registers(u32, mask), convert(are_equal, u32, e.place), e.place);
}

/// Compiles __reduce_add_sync and similar functions. The interpreter computes minimum and maximum only for unsigned
/// numbers, so this function inverts the sign bit of signed numbers to preserve their order.
Value BuiltInCode::reduce(const Expression& e, int which_vote) {
    const Type* const u32 = library_.types.of(Kind::uint32);
    const std::uint32_t mask = argument(e, 0);
    const Type* const type = typed(e).type;
    const auto of = static_cast<Vote>(which_vote);
    const bool is_flipped = type != u32 && (of == Vote::least || of == Vote::greatest);
    const auto flip = [&](const Value& number) {
        return is_flipped ? arithmetic(Operator::caret, number, whole(u32, 0x80000000u), e.place) : number;
    };
    const std::uint32_t given = materialize(flip(convert(value(*e.children[1]), u32, e.place)), e.place),
                        unit = temporary(u32, e.place);
    emit_code(Op::ballot, e.place, unit, mask, given, which_vote);
    require_capability(e, 8.0);
    return convert(flip(registers(u32, unit)), type, e.place);
}

Value BuiltInCode::atomic(const Expression& e, int which) {
    const auto kind = static_cast<AtomicKind>(which);
    const Type* const type = typed(e).type;
    // Evaluate the operands before the address, as in an assignment.
    std::vector<std::uint32_t> operands;
    for (std::size_t c = 1; c < e.children.size(); ++c) operands.push_back(argument(e, c));
    const Target t = behind(value(*e.children[0]), e.place);
    if (t.form != Target::Form::memory)
        refuse(e.children[0]->place,
               sentence("`{name}` is local to one thread, so an atomic operation on it is not possible.",
                        {{"name", t.name}}),
               sentence("Write `+=`."));
    MemoryAccess access{t};
    access.value = operands.back();
    if (kind == AtomicKind::compare) access.compare = operands.front();
    access.kind = type->kind;
    access.bytes = static_cast<int>(type->bytes);
    access.atomic = kind;
    access.result = temporary(type, e.place);
    if (type->is_real() && kind == AtomicKind::add) ++flops_; // the atomic instruction itself counts the operation
    code_.has_global_atomics = true;
    const bool counts =
        kind == AtomicKind::add || kind == AtomicKind::sub || kind == AtomicKind::wrap || kind == AtomicKind::wrap_down;
    if (!counts) code_.has_guesses = true;
    emit_access(Op::atomic, access, e.place);
    return registers(type, access.result);
}

/// Compiles a CUDA runtime function that has no effect in the simulation and returns cudaSuccess.
Value BuiltInCode::no_error(const Expression&, int) { return whole(library_.types.of(Kind::int32), 0); }

/// Compiles a call to exit() or abort() as a failed assertion.
Value BuiltInCode::end_run(const Expression& e, int) {
    emit_code(Op::check, e.place, materialize(whole(library_.types.of(Kind::boolean), 0), e.place));
    return {};
}

Value BuiltInCode::check(const Expression& e, int) {
    const std::uint32_t top = top_;
    emit_code(Op::check, e.place, argument(e, 0));
    top_ = top;
    return {};
}

Value BuiltInCode::fill(const Expression& e, int) {
    const std::uint32_t pointer = argument(e, 0), byte = argument(e, 1), count = argument(e, 2);
    emit_code(Op::fill, e.place, pointer, byte, count);
    return no_error(e, 0);
}

Value BuiltInCode::copy_ahead(const Expression& e, int) {
    const Expression &to = *e.children[0], &from = *e.children[1], &size = *e.children[2];
    const auto pointer = [&](const Expression& of) {
        const Value v = value(of);
        if (v.form == Value::Form::local_pointer)
            refuse(of.place, sentence("`{name}` requires an address in global or shared memory.", {{"name", e.text}}),
                   sentence("Write `&array[index]`."));
        return v;
    };
    const Value source = pointer(from), goal = pointer(to);
    const auto bytes = static_cast<std::int64_t>(typed(size).constant.bits);
    const Type* const type = copied_type(library_.types, source.type->of, bytes);
    Types& types = library_.types;
    const Value copied =
        load(behind(convert(source, types.pointer(type, true), from.place, true), from.place), e.place);
    const std::size_t first = code_.accesses.size();
    store(behind(convert(goal, types.pointer(type, false), to.place, true), to.place), copied, e.place);
    for (std::size_t a = first; a < code_.accesses.size(); ++a) code_.accesses[a].is_async = true;
    code_.has_async_copies = true;
    return {};
}

Value BuiltInCode::commit_copies(const Expression& e, int) {
    emit_code(Op::commit_copies, e.place);
    return {};
}

Value BuiltInCode::wait_for_copies(const Expression& e, int) {
    const std::uint32_t batches = argument(e, 0);
    emit_code(Op::wait_for_copies, e.place, batches);
    return {};
}

} // namespace warploom::simt
