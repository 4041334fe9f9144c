#include "engine/simt/code/lane_functions.h"
#include "engine/simt/compiler/compiler.h"

#include <algorithm>

namespace warploom::simt {

namespace {

struct AtomicName {
    const char* name;
    AtomicKind kind;
};
constexpr AtomicName atomics[] = {{"atomicAdd", AtomicKind::add},       {"atomicSub", AtomicKind::sub},
                                  {"atomicMin", AtomicKind::least},     {"atomicMax", AtomicKind::greatest},
                                  {"atomicExch", AtomicKind::exchange}, {"atomicCAS", AtomicKind::compare},
                                  {"atomicInc", AtomicKind::wrap},      {"atomicAnd", AtomicKind::bit_and},
                                  {"atomicOr", AtomicKind::bit_or},     {"atomicXor", AtomicKind::bit_xor}};

/// The same bits as another type.
struct BitCast {
    const char* name;
    Kind from, to;
};
constexpr BitCast bit_casts[] = {
    {"__double_as_longlong", Kind::float64, Kind::int64}, {"__longlong_as_double", Kind::int64, Kind::float64},
    {"__float_as_int", Kind::float32, Kind::int32},       {"__int_as_float", Kind::int32, Kind::float32},
    {"__float_as_uint", Kind::float32, Kind::uint32},     {"__uint_as_float", Kind::uint32, Kind::float32}};

} // namespace

std::vector<std::string> built_in_names() {
    std::vector<std::string> names = names_of_mathematics();
    for (const char* const name : {"__syncthreads",
                                   "__syncthreads_count",
                                   "__syncthreads_and",
                                   "__syncthreads_or",
                                   "__syncwarp",
                                   "__threadfence",
                                   "__threadfence_block",
                                   "__threadfence_system",
                                   "cudaGridDependencySynchronize",
                                   "cudaTriggerProgrammaticLaunchCompletion",
                                   "__shfl_sync",
                                   "__shfl_up_sync",
                                   "__shfl_down_sync",
                                   "__shfl_xor_sync",
                                   "__ballot_sync",
                                   "__any_sync",
                                   "__all_sync",
                                   "__activemask",
                                   "__double2hiint",
                                   "__double2loint",
                                   "__hiloint2double",
                                   "__pipeline_memcpy_async",
                                   "__pipeline_commit",
                                   "__pipeline_wait_prior",
                                   "printf",
                                   "assert",
                                   "cudaMemset",
                                   "cudaMemsetAsync",
                                   "cudaDeviceSynchronize"})
        names.emplace_back(name);
    for (const AtomicName& atomic : atomics) names.emplace_back(atomic.name);
    for (const BitCast& cast : bit_casts) names.emplace_back(cast.name);
    return names;
}

void Compiler::require_arguments(const Expression& e, std::size_t least, std::size_t most) const {
    if (e.children.size() >= least && e.children.size() <= most) return;
    std::string hint;
    if (e.text.starts_with("__shfl")) hint = "Write " + e.text + "(0xffffffff, value, lane).";
    else if (e.text == "__ballot_sync" || e.text == "__any_sync" || e.text == "__all_sync")
        hint = "Write " + e.text + "(0xffffffff, condition).";
    refuse(e.place,
           "`" + e.text + "` takes " + std::to_string(least) +
               (most > least ? " to " + std::to_string(most) : std::string()) +
               (most == 1 ? " argument" : " arguments") + ", not " + std::to_string(e.children.size()) + ".",
           hint);
}

/// threadIdx.x and its like.
Value Compiler::dimension(const Expression& e) {
    const std::string& of = e.children[0]->text;
    Known::What first = Known::What::thread_x;
    if (of == "blockIdx") first = Known::What::block_x;
    else if (of == "blockDim") first = Known::What::size_x;
    else if (of == "gridDim") first = Known::What::grid_x;
    else if (of != "threadIdx") return {};
    if (e.text != "x" && e.text != "y" && e.text != "z")
        refuse(e.place, "`" + of + "` has no `" + e.text + "`.", "It has x, y and z.");
    require_device(e.place, "`" + of + "`");
    const auto what = static_cast<Known::What>(static_cast<int>(first) + (e.text[0] - 'x'));
    return registers(library_.types.of(Kind::uint32), known(what, false, 0));
}

bool Compiler::built_in(const Expression& e, Value& result) {
    return copy_ahead(e) || meeting(e, result) || atomic(e, result) || mathematics(e, result) || bits(e, result) ||
           host_function(e, result);
}

bool Compiler::bits(const Expression& e, Value& result) {
    const auto type = [&](Kind kind) { return library_.types.of(kind); };
    const auto argument = [&](std::size_t i, Kind kind) {
        return convert(value(*e.children[i]), type(kind), e.children[i]->place);
    };
    const std::string& name = e.text;
    for (const BitCast& cast : bit_casts)
        if (name == cast.name) {
            require_arguments(e, 1, 1);
            result = same_bits(argument(0, cast.from), type(cast.to));
            return true;
        }
    const Value half = whole(type(Kind::int32), 32);
    if (name == "__double2hiint" || name == "__double2loint") {
        require_arguments(e, 1, 1);
        Value v = same_bits(argument(0, Kind::float64), type(Kind::int64));
        if (name == "__double2hiint") v = arithmetic(">>", v, half, e.place);
        result = convert(v, type(Kind::int32), e.place);
        return true;
    }
    if (name != "__hiloint2double") return false;
    require_arguments(e, 2, 2);
    const Value high = convert(argument(0, Kind::int32), type(Kind::uint64), e.place),
                low = convert(argument(1, Kind::uint32), type(Kind::uint64), e.place);
    result = same_bits(arithmetic("|", arithmetic("<<", high, half, e.place), low, e.place), type(Kind::float64));
    return true;
}

bool Compiler::meeting(const Expression& e, Value& result) {
    const std::string& name = e.text;
    if (name.starts_with("__syncthreads")) {
        const bool is_plain_one = name == "__syncthreads";
        if (!is_plain_one && name != "__syncthreads_count" && name != "__syncthreads_and" && name != "__syncthreads_or")
            return false;
        require_device(e.place, "`" + name + "`");
        require_arguments(e, is_plain_one ? 0 : 1, is_plain_one ? 0 : 1);
        if (is_plain_one) {
            emit_code(Op::barrier, e.place, no_register, no_register);
            return true;
        }
        const Type* const i32 = library_.types.of(Kind::int32);
        const std::uint32_t test = lasting(truth(value(*e.children[0]), e.place), e.place),
                            unit = temporary(i32, e.place);
        const Vote vote = name == "__syncthreads_count" ? Vote::count
                          : name == "__syncthreads_and" ? Vote::all
                                                        : Vote::any;
        emit_code(Op::barrier, e.place, unit, test, 0, static_cast<std::int64_t>(vote));
        result = registers(i32, unit);
        return true;
    }
    if (name == "__syncwarp") {
        require_device(e.place, "`__syncwarp`");
        require_arguments(e, 0, 1);
        const Type* const u32 = library_.types.of(Kind::uint32);
        // Without a mask: all that are there.
        std::uint32_t mask = known(Known::What::constant, false, 0xffffffffu);
        if (!e.children.empty()) mask = lasting(convert(value(*e.children[0]), u32, e.place), e.place);
        emit_code(Op::warp_barrier, e.place, 0, mask);
        return true;
    }
    // A launch begins when the one before has ended: there is nothing to wait for, and no launch to let begin.
    if (name == "cudaGridDependencySynchronize" || name == "cudaTriggerProgrammaticLaunchCompletion") {
        require_device(e.place, "`" + name + "`");
        require_arguments(e, 0, 0);
        return true;
    }
    if (name == "__threadfence" || name == "__threadfence_block" || name == "__threadfence_system") {
        require_device(e.place, "`" + name + "`");
        require_arguments(e, 0, 0);
        if (name == "__threadfence_block") return true; // blocks are not ordered by it
        emit_code(Op::fence, e.place);
        code_.has_fences = true;
        return true;
    }
    if (name.starts_with("__shfl")) {
        if (name != "__shfl_sync" && name != "__shfl_up_sync" && name != "__shfl_down_sync" &&
            name != "__shfl_xor_sync")
            return false;
        result = shuffle(e);
        return true;
    }
    if (name == "__ballot_sync" || name == "__any_sync" || name == "__all_sync") {
        result = vote(e);
        return true;
    }
    if (name == "__activemask") {
        require_device(e.place, "`__activemask`");
        require_arguments(e, 0, 0);
        const Type* const u32 = library_.types.of(Kind::uint32);
        const std::uint32_t unit = temporary(u32, e.place);
        emit_code(Op::active_mask, e.place, unit);
        result = registers(u32, unit);
        return true;
    }
    return false;
}

Value Compiler::shuffle(const Expression& e) {
    require_device(e.place, "`" + e.text + "`");
    require_arguments(e, 3, 4);
    const Type *const u32 = library_.types.of(Kind::uint32), *const i32 = library_.types.of(Kind::int32);
    Access access;
    access.compare = lasting(convert(value(*e.children[0]), u32, e.place), e.place);
    Value v = value(*e.children[1]);
    if (v.type == nullptr || !v.type->is_number())
        refuse(e.children[1]->place,
               "A shuffle gives numbers from lane to lane, not `" +
                   (v.type == nullptr ? std::string("void") : v.type->name) + "`.",
               "Shuffle its fields one by one.");
    v = convert(v, promoted(v.type), e.place);
    access.value = lasting(v, e.place);
    access.index = lasting(convert(value(*e.children[2]), i32, e.place), e.place);
    if (e.children.size() > 3) access.pointer = lasting(convert(value(*e.children[3]), i32, e.place), e.place);
    access.bytes = static_cast<int>(v.type->bytes);
    access.shuffle = e.text == "__shfl_sync"        ? ShuffleKind::from
                     : e.text == "__shfl_up_sync"   ? ShuffleKind::up
                     : e.text == "__shfl_down_sync" ? ShuffleKind::down
                                                    : ShuffleKind::butterfly;
    access.result = temporary(v.type, e.place);
    UnsetVariable lost;
    lost.name = e.text;
    lost.type = v.type;
    lost.place = e.place;
    lost.is_shuffle = true;
    access.lost_shadow = code_.unset[number_unset(std::move(lost), lanes_of_a_warp)].first;
    code_.accesses.push_back(access);
    code_.has_shuffles = true;
    emit_code(Op::shuffle, e.place, static_cast<std::uint32_t>(code_.accesses.size()) - 1);
    return registers(v.type, access.result);
}

Value Compiler::vote(const Expression& e) {
    require_device(e.place, "`" + e.text + "`");
    require_arguments(e, 2, 2);
    const Type *const u32 = library_.types.of(Kind::uint32), *const i32 = library_.types.of(Kind::int32);
    const std::uint32_t mask = lasting(convert(value(*e.children[0]), u32, e.place), e.place);
    const std::uint32_t test = lasting(truth(value(*e.children[1]), e.place), e.place);
    const Vote kind = e.text == "__ballot_sync" ? Vote::ballot : e.text == "__any_sync" ? Vote::any : Vote::all;
    const Type* const type = kind == Vote::ballot ? u32 : i32;
    const std::uint32_t unit = temporary(type, e.place);
    emit_code(Op::ballot, e.place, unit, mask, test, static_cast<std::int64_t>(kind));
    return registers(type, unit);
}

bool Compiler::atomic(const Expression& e, Value& result) {
    const auto* const known_atomic =
        std::find_if(std::begin(atomics), std::end(atomics), [&](const AtomicName& a) { return e.text == a.name; });
    if (known_atomic == std::end(atomics)) return false;
    require_device(e.place, "`" + e.text + "`");
    const bool is_compare = known_atomic->kind == AtomicKind::compare;
    require_arguments(e, is_compare ? 3 : 2, is_compare ? 3 : 2);
    // The operands first, as an assignment has them.
    const Type* const pointer_type = type_without_code(*e.children[0]);
    if (pointer_type == nullptr || pointer_type->kind != Kind::pointer)
        refuse(e.children[0]->place, "`" + e.text + "` needs the address of an element.", "Write `&array[index]`.");
    const Type* const type = pointer_type->of;
    const bool is_sum = known_atomic->kind == AtomicKind::add || known_atomic->kind == AtomicKind::exchange;
    const bool fits = type->is_integer() ? type->bytes >= 4 : type->is_real() && is_sum;
    if (known_atomic->kind == AtomicKind::wrap && type->kind != Kind::uint32)
        refuse(e.place, "`" + e.text + "` does not work on `" + type->name + "`.", "It counts in `unsigned`.");
    if (!fits)
        refuse(e.place, "`" + e.text + "` does not work on `" + type->name + "`.",
               type->is_real() ? "Numbers with a point have atomicAdd and atomicExch."
                               : "Use int, unsigned, long long, float or double.");
    Access access;
    std::vector<Value> operands;
    for (std::size_t c = 1; c < e.children.size(); ++c)
        operands.push_back(convert(value(*e.children[c]), type, e.children[c]->place));
    const Target t = behind(value(*e.children[0]), e.place);
    if (t.form != Target::Form::memory)
        refuse(e.children[0]->place, "`" + t.name + "` belongs to one thread alone; no other thread can change it.",
               "Write `+=`.");
    if (t.is_const)
        refuse(e.children[0]->place, "This points to const: what it points to may not be written.",
               "Declare it without const.");
    if (t.is_volatile)
        refuse(e.children[0]->place, "`" + e.text + "` takes no address of what is volatile.",
               "Atomic operations need no `volatile`: write `(" + type->name + "*)` before the address.");
    access.value = lasting(operands.back(), e.place);
    if (is_compare) access.compare = lasting(operands.front(), e.place);
    access.pointer = t.pointer;
    access.index = t.index;
    access.is_wide_index = t.is_wide_index;
    access.is_uniform = t.is_uniform;
    access.scale = t.scale;
    access.offset = t.offset;
    access.kind = type->kind;
    access.bytes = static_cast<int>(type->bytes);
    access.atomic = known_atomic->kind;
    access.result = temporary(type, e.place);
    if (type->is_real() && known_atomic->kind == AtomicKind::add) ++flops_; // part of this very step
    code_.accesses.push_back(access);
    code_.has_global_atomics = true;
    const bool counts =
        access.atomic == AtomicKind::add || access.atomic == AtomicKind::sub || access.atomic == AtomicKind::wrap;
    if (!counts) code_.has_guesses = true;
    emit_code(Op::atomic, e.place, static_cast<std::uint32_t>(code_.accesses.size()) - 1);
    result = registers(type, access.result);
    return true;
}

bool Compiler::host_function(const Expression& e, Value& result) {
    if (e.text == "printf") {
        result = print(e);
        return true;
    }
    if (e.text == "assert") {
        require_arguments(e, 1, 1);
        const std::uint32_t top = top_;
        emit_code(Op::check, e.place, lasting(truth(value(*e.children[0]), e.place), e.place));
        top_ = top;
        return true;
    }
    const bool is_fill = e.text == "cudaMemset" || e.text == "cudaMemsetAsync";
    if (!is_fill && e.text != "cudaDeviceSynchronize" && e.text != "cudaGetLastError") return false;
    if (!is_host()) refuse(e.place, "`" + e.text + "` belongs to the host.", "Call it in run.");
    if (!is_fill) {
        require_arguments(e, 0, 0);
        return true; // launches follow one another anyway
    }
    require_arguments(e, 3, 4);
    const Value pointer = value(*e.children[0]);
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer || pointer.type->is_const)
        refuse(e.children[0]->place, "`" + e.text + "` needs an array that may be written.", "");
    const Value byte = convert(value(*e.children[1]), library_.types.of(Kind::int32), e.place);
    const Value count = convert(value(*e.children[2]), library_.types.of(Kind::int64), e.place);
    emit_code(Op::fill, e.place, lasting(pointer, e.place), lasting(byte, e.place), lasting(count, e.place));
    return true;
}

} // namespace warploom::simt
