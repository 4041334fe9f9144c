#include "engine/simt/compiler/emitter.h"

#include "engine/sentence.h"
#include "engine/simt/code/schema.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr std::uint32_t most_units = 8192; ///< maximum number of registers of a kernel; they occupy 1 MB per warp
constexpr std::size_t most_instructions = 200000;
// Cost of an instruction in steps of the compile budget. The cost accounts for memory as well as time.
constexpr std::int64_t steps_of_instruction = 4;
// nvcc overlaps loop iterations in batches of 16, 8 or 4. It issues all loads of a batch before the first computation.
// This was observed in sm_90 machine code and hardware counters (docs/results/h200-counts.md).
constexpr int turns_side_by_side = 4; ///< smallest batch, used for loops over short rows

/// Returns whether an instruction prevents nvcc from overlapping loop iterations.
bool keeps_order(Op op) {
    switch (op) {
    case Op::store:
    case Op::atomic:
    case Op::if_begin:
    case Op::switch_begin:
    case Op::leave:
    case Op::barrier:
    case Op::warp_barrier:
    case Op::shuffle:
    case Op::ballot:
    case Op::print:
    case Op::check: return true;
    default: return false;
    }
}
} // namespace

std::uint32_t Emitter::allocate(std::int64_t units, SourceLocation at) {
    if (units > most_units || top_ + units > most_units)
        refuse(at, sentence("This function requires more registers than a thread can have."),
               sentence("Use smaller local arrays or shared memory."));
    const std::uint32_t unit = top_;
    top_ += static_cast<std::uint32_t>(units);
    most_units_ = std::max(most_units_, top_);
    return unit;
}

Instruction& Emitter::emit_code(Op op, SourceLocation at, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                std::int64_t imm) {
    if (code_.instructions.size() >= most_instructions)
        refuse(at, sentence("This function exceeds {most} instructions.", {{"most", most_instructions}}),
               sentence("Reduce the number of function calls. Every call is inlined."));
    library_.effort.spend(at, steps_of_instruction);
    Instruction made{op, 0, a, b, c, imm};
    // Include the floating-point operations of the preceding arithmetic instructions.
    if (static_cast<int>(op) >= families * classes) {
        made.flops = static_cast<std::uint16_t>(std::min(flops_, 0xffff));
        flops_ = 0;
    }
    code_.mask_slots = std::max(code_.mask_slots, static_cast<int>(slot_) + 3);
    const Where where{caller_.value_or(at), call_lines_};
    if (code_.places.empty() || !(code_.places.back() == where)) code_.places.push_back(where);
    code_.where.push_back(static_cast<std::uint32_t>(code_.places.size() - 1));
    code_.instructions.push_back(made);
    if (!open_loops_.empty()) watch(op, a);
    return code_.instructions.back();
}

/// Updates the summary of the innermost loop after an instruction has been emitted. If the instruction is a barrier,
/// numbers the enclosing loops, so that the machine can check that all threads of a block reach the barrier in the same
/// iteration of each loop.
void Emitter::watch(Op op, std::uint32_t a) {
    LoopSummary& loop = open_loops_.back();
    loop.reads = loop.reads || op == Op::load;
    loop.keeps_order = loop.keeps_order || keeps_order(op);
    loop.changes = loop.changes || op == Op::barrier || op == Op::store_local || op == Op::store;
    loop.fences = loop.fences || op == Op::fence;
    loop.sets_flags = loop.sets_flags || (op == Op::store && code_.accesses[a].is_volatile);
    if (op == Op::barrier) {
        std::uint32_t outer = 0;
        for (const LoopSummary& each : open_loops_) {
            std::int64_t& number = code_.instructions[each.begin].imm;
            if (number == 0) {
                code_.barrier_loops.push_back(outer);
                number = static_cast<std::int64_t>(code_.barrier_loops.size());
            }
            outer = static_cast<std::uint32_t>(number);
        }
        code_.instructions.back().c = outer;
    }
    if (op != Op::load && op != Op::atomic) return;
    // An atomic operation with constant operands in an empty loop, such as `atomicCAS(lock, 0, 1)`, is a spin lock and
    // counts as a read.
    const MemoryAccess& access = code_.accesses[a];
    const auto is_constant = [](std::uint32_t reg) { return reg == no_register || (reg & known_flag) != 0; };
    const bool asks = op == Op::atomic && loop.is_empty && is_constant(access.value) && is_constant(access.compare);
    loop.looks = loop.looks || asks || (op == Op::load && (access.is_volatile || loop.is_empty));
    loop.changes = loop.changes || (op == Op::atomic && !asks);
    loop.accesses.push_back(a);
}

void Emitter::begin_loop(SourceLocation at, bool known_turns, bool is_empty) {
    if (!open_loops_.empty()) open_loops_.back().has_inner_loops = true;
    emit_code(Op::loop_begin, at, known_turns ? 1 : 0, slot_, is_empty ? 1 : 0);
    open_loops_.push_back(
        {.begin = code_.instructions.size() - 1, .has_known_turns = known_turns, .is_empty = is_empty});
}

/// Ends a loop and determines whether it waits for other threads. A spin loop waits for another thread to write a flag,
/// counter or lock. It is either an innermost loop that reads volatile memory and writes nothing, or a loop with an
/// empty body. Spinning on nonvolatile memory is reported as an error, because nvcc may hoist the read out of the loop.
/// A polling loop also waits, but performs other work as well, and sets flags after a fence.
void Emitter::end_loop(SourceLocation at, int head) {
    const LoopSummary loop = std::move(open_loops_.back());
    open_loops_.pop_back();
    Instruction& back = emit_code(Op::loop_back, at, 0, 0, 0, head);
    back.c = static_cast<std::uint32_t>(code_.instructions[loop.begin].imm);
    if (loop.has_inner_loops) return;
    has_loops_that_read_ = has_loops_that_read_ || loop.reads;
    has_loops_in_order_ = has_loops_in_order_ || (loop.reads && (!loop.has_known_turns || loop.keeps_order));
    const bool polls = loop.fences && loop.sets_flags;
    if (!loop.looks || (loop.changes && !polls) || loop.has_known_turns) return;
    for (const std::uint32_t a : loop.accesses) {
        if (polls && !code_.accesses[a].is_volatile) continue;
        code_.accesses[a].is_awaited = true;
        code_.awaits_floats = code_.awaits_floats || is_floating(code_.accesses[a].kind);
    }
    back.b = waits_for_others;
    code_.waits = true;
    // cuda::barrier::wait() is the only function in a header of CUDA that waits.
    if (caller_) code_.barrier_waits.insert(static_cast<std::uint32_t>(code_.instructions.size()) - 1);
}

void Emitter::emit_access(Op op, const MemoryAccess& access, SourceLocation at) {
    code_.accesses.push_back(access);
    atomic_results_ += op == Op::atomic ? 1 : 0;
    emit_code(op, at, static_cast<std::uint32_t>(code_.accesses.size()) - 1);
}

void Emitter::branch(std::uint32_t test, SourceLocation at, const std::function<void()>& yes,
                     const std::function<void()>& no) {
    const std::uint32_t slot = slot_;
    const int outer = join_, end = new_label(), other = no ? new_label() : end;
    emit_code(Op::if_begin, at, test, slot, 0, other);
    slot_ += 2;
    join_ = other;
    yes();
    if (no) {
        bind(other);
        emit_code(Op::else_, at, 0, slot, 0, end);
        join_ = end;
        no();
    }
    bind(end);
    join_ = outer;
    emit_code(Op::join, at, 0, slot, 0, outer);
    slot_ = slot;
}

std::uint32_t Emitter::known(Known::What what, bool is_wide, std::uint64_t bits) {
    const auto [place, is_new] =
        known_.try_emplace({what, is_wide, bits}, static_cast<std::uint32_t>(code_.known.size()));
    if (is_new && code_.known.size() >= most_units)
        refuse(root_.function->place, sentence("This function has too many constants."),
               sentence("Split the function."));
    if (is_new) code_.known.push_back({what, is_wide, bits, 0});
    return known_flag | place->second;
}

int Emitter::new_label() {
    labels_.push_back(-1);
    return static_cast<int>(labels_.size()) - 1;
}

void Emitter::bind(int label) {
    // Count the operations before the label, so that lanes that jump to the label do not count them.
    if (flops_ > 0) emit_code(Op::count_flops, root_.function->place);
    labels_[static_cast<std::size_t>(label)] = static_cast<std::int64_t>(code_.instructions.size());
}

void Emitter::copy(const Type* type, std::uint32_t to, std::uint32_t from, bool is_masked, SourceLocation at) {
    if (to == from) return;
    for (const Leaf& leaf : leaves_of(type)) {
        const auto unit = static_cast<std::uint32_t>(leaf.unit);
        const Op op =
            leaf.type->is_wide() ? (is_masked ? Op::set64 : Op::copy64) : (is_masked ? Op::set32 : Op::copy32);
        emit_code(op, at, to + unit, from + unit);
    }
}

std::uint32_t Emitter::materialize(const Value& v, SourceLocation at) {
    if (v.form == Value::Form::registers) return v.unit;
    if (v.form == Value::Form::constant) return known(Known::What::constant, v.type->is_wide(), bits_of(v.constant));
    refuse(at,
           sentence("The address of `{name}` cannot be stored because the variable is in registers.",
                    {{"name", v.target->name}}),
           sentence("Pass the address to a `__device__` function, or use the variable directly."));
}

/// Fuses the last instructions of a statement if they compute a result that is only copied to a variable. `first` is
/// the first instruction of the statement.
void Emitter::join_instructions(std::size_t first) {
    const auto& code = code_.instructions;
    const std::size_t end = code.size();
    if (end < first + 2 || (code[end - 1].op != Op::set32 && code[end - 1].op != Op::set64)) return;
    const Instruction& copied = code[end - 1];
    Instruction& made = code_.instructions[end - 2];
    if (made.op == Op::load) {
        const MemoryAccess& access = code_.accesses[made.a];
        const bool is_all = access.value == copied.b && access.shift == (copied.op == Op::set64 ? 3 : 2);
        if (is_all && copied.flops == 0) made.imm = joined_with_copy;
        return;
    }
    if (static_cast<int>(made.op) >= families * classes || made.a != copied.b) return;
    made.flops = joined_with_copy;
    if (end < first + 3) return;
    Instruction& product = code_.instructions[end - 3];
    const bool is_sum = made.op == operation(Family::add, Class::f64) || made.op == operation(Family::add, Class::f32);
    const Op wanted = operation(Family::mul, made.op == operation(Family::add, Class::f64) ? Class::f64 : Class::f32);
    if (is_sum && product.op == wanted && product.a == made.c && made.b == copied.a && made.b != made.c)
        product.flops = joined_with_sum;
}

/// Marks the result of an atomic operation as unused if the call is an expression statement.
void Emitter::leave_out_result(const Expression& e) {
    if (e.what != Expression::What::call || code_.instructions.empty()) return;
    const Instruction& last = code_.instructions.back();
    if (last.op != Op::atomic || code_.accesses[last.a].result == no_register) return;
    code_.accesses[last.a].result = no_register;
    --atomic_results_;
}

/// Returns the index in code_.unset of a variable without an initializer. If necessary, adds the variable and reserves
/// its shadow numbers.
std::uint32_t Emitter::number_unset(UnsetVariable variable, std::uint32_t shadows) {
    const auto next = static_cast<std::uint32_t>(code_.unset.size());
    const SourceLocation at = variable.place;
    const auto [known, is_new] =
        unset_.try_emplace({variable.name, at.header, at.line, at.column, variable.type}, next);
    if (is_new) {
        for (const Leaf& leaf : leaves_of(variable.type))
            variable.units.push_back(static_cast<std::uint32_t>(leaf.unit));
        variable.first = most_shadow_;
        most_shadow_ += shadows;
        code_.unset.push_back(std::move(variable));
    }
    return known->second;
}

void Emitter::leave_unset(UnsetVariable variable, std::uint32_t unit) {
    const SourceLocation at = variable.place;
    const auto units = static_cast<std::uint32_t>(variable.type->units);
    emit_code(Op::unset, at, unit, number_unset(std::move(variable), units), units);
}

void Emitter::leave_unset(const Declaration& d, const Type* type, std::uint32_t unit) {
    std::string written = d.type.name + std::string(static_cast<std::size_t>(d.type.pointers), '*');
    // Use the name of the struct template instance, such as Row<double>.
    if (!d.type.arguments.empty()) written = number_in(type)->name;
    leave_unset({.name = d.name, .written = std::move(written), .type = type, .place = d.place}, unit);
}

void Emitter::list_variables(const Variables& scope, std::uint32_t end) {
    if (caller_) return; // do not list variables in headers that implement CUDA functions
    for (const auto& [name, storage] : scope) {
        const Target& target = storage.target;
        const bool is_constant = storage.is_value && storage.value.is_constant();
        const bool is_elsewhere = storage.is_value ? storage.value.form == Value::Form::local_pointer
                                                   : target.form == Target::Form::local || target.index != no_register;
        if (storage.begin >= end || is_elsewhere) continue;
        ScopedVariable variable{.name = name, .begin = storage.begin, .end = end};
        variable.depth = static_cast<std::uint32_t>(call_lines_.size());
        variable.is_uninitialized = storage.is_uninitialized;
        variable.type = storage.is_value ? storage.value.type : target.type;
        if (is_constant) {
            variable.form = ScopedVariable::Form::constant;
            variable.bits = bits_of(storage.value.constant);
        } else if (storage.is_value) {
            variable.unit = storage.value.unit;
        } else if (target.form == Target::Form::registers) {
            variable.unit = target.unit;
        } else {
            variable.form = ScopedVariable::Form::memory;
            variable.unit = target.pointer;
            variable.offset = target.offset;
        }
        code_.variables.push_back(std::move(variable));
    }
}

/// Finishes the code. Allocates the registers of constants after all other registers, and replaces labels with
/// instruction indices.
void Emitter::finish() {
    emit_code(Op::end, root_.function->body->end);
    code_.turns_ahead = has_loops_that_read_ && !has_loops_in_order_ ? turns_side_by_side : 1;
    code_.has_results = atomic_results_ > 0;
    std::uint32_t unit = most_units_;
    for (Known& k : code_.known) {
        k.unit = unit;
        unit += k.is_wide ? 2 : 1;
    }
    code_.units = unit;
    const auto place = [&](std::uint32_t& reg) {
        if ((reg & known_flag) != 0) reg = code_.known[reg & ~known_flag].unit;
    };
    const auto place_imm = [&](std::int64_t& imm) {
        auto reg = static_cast<std::uint32_t>(imm);
        place(reg);
        imm = reg;
    };
    for (Instruction& i : code_.instructions) {
        const Schema schema = schema_of(i.op);
        if (is_register(schema.a)) place(i.a);
        if (is_register(schema.b)) place(i.b);
        if (is_register(schema.c)) place(i.c);
        if (is_register(schema.imm)) place_imm(i.imm);
        if (schema.imm == Operand::label) i.imm = labels_[static_cast<std::size_t>(i.imm)];
    }
    for (MemoryAccess& access : code_.accesses)
        for (std::uint32_t* reg : {&access.value, &access.result, &access.compare, &access.pointer, &access.index})
            place(*reg);
    for (SharedArray& shared : code_.shared) place(shared.pointer);
    for (ScopedVariable& variable : code_.variables) place(variable.unit);
    for (Guard& guard : code_.guards) place(guard.test);
    for (Print& print : code_.prints)
        for (auto& [reg, type] : print.values) place(reg);
    for (LaunchCode& launch : code_.launches) {
        place(launch.grid);
        place(launch.block);
        place(launch.shared);
        for (auto& [reg, units] : launch.arguments) place(reg);
    }
}

} // namespace warploom::simt
