#include "engine/simt/code/schema.h"
#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"
#include "engine/simt/findings/unset.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr std::uint32_t most_units = 8192; ///< one megabyte per warp
constexpr std::size_t most_instructions = 200000;
constexpr std::int64_t steps_of_instruction = 4; // budget for one instruction, including its memory
constexpr int most_levels = 1100;
} // namespace

void Compiler::spend(SourceLocation at, std::int64_t steps) { library_.effort.spend(at, steps); }

Compiler::Level::Level(Compiler& compiler, SourceLocation at) : compiler_(compiler) {
    compiler.spend(at);
    if (compiler.levels_ == most_levels)
        compiler.refuse(
            at, sentence("Calls and expressions are nested more than {most} levels deep.", {{"most", most_levels}}),
            sentence("Store intermediate results in variables."));
    ++compiler.levels_;
}

Compiler::State Compiler::save() {
    return {std::apply([](const auto&... list) { return std::array{list.size()...}; }, lists()), figures()};
}

void Compiler::restore(const State& state) {
    std::size_t next = 0;
    std::apply([&](auto&... list) { (list.resize(state.sizes[next++]), ...); }, lists());
    figures() = state.figures;
}

void Compiler::refuse(SourceLocation at, const std::string& sentence, const std::string& hint) const {
    throw Refusal(at, sentence, hint);
}

std::uint32_t Compiler::allocate(std::int64_t units, SourceLocation at) {
    if (units > most_units || top_ + units > most_units)
        refuse(at, sentence("This function requires more registers than a thread can have."),
               sentence("Use smaller local arrays or shared memory."));
    const std::uint32_t unit = top_;
    top_ += static_cast<std::uint32_t>(units);
    most_units_ = std::max(most_units_, top_);
    return unit;
}

Instruction& Compiler::emit_code(Op op, SourceLocation at, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                 std::int64_t imm) {
    if (code_.instructions.size() >= most_instructions)
        refuse(at, sentence("This function exceeds {most} instructions.", {{"most", most_instructions}}),
               sentence("Reduce the number of function calls. Every call is inlined."));
    spend(at, steps_of_instruction);
    Instruction made{op, 0, a, b, c, imm};
    if (static_cast<int>(op) >= families * classes) { // also counts the arithmetic operations before it
        made.flops = static_cast<std::uint16_t>(std::min(flops_, 0xffff));
        flops_ = 0;
    }
    code_.mask_slots = std::max(code_.mask_slots, static_cast<int>(slot_) + 3);
    const Where where{at, call_lines_};
    if (code_.places.empty() || !(code_.places.back() == where)) code_.places.push_back(where);
    code_.where.push_back(static_cast<std::uint32_t>(code_.places.size() - 1));
    return code_.instructions.emplace_back(made);
}

void Compiler::emit_access(Op op, const MemoryAccess& access, SourceLocation at) {
    code_.accesses.push_back(access);
    emit_code(op, at, static_cast<std::uint32_t>(code_.accesses.size()) - 1);
}

void Compiler::branch(std::uint32_t test, SourceLocation at, const std::function<void()>& yes,
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

std::uint32_t Compiler::known(Known::What what, bool is_wide, std::uint64_t bits) {
    const auto is_same = [&](std::size_t k) {
        return k < code_.known.size() && code_.known[k].what == what && code_.known[k].is_wide == is_wide &&
               code_.known[k].bits == bits;
    };
    const auto place = known_.try_emplace({what, is_wide, bits}, code_.known.size()).first;
    if (is_same(place->second)) return known_flag | static_cast<std::uint32_t>(place->second);
    place->second = code_.known.size(); // not found, or stale after restore()
    if (code_.known.size() >= most_units)
        throw Refusal(function_.place, sentence("This function has too many constants."),
                      sentence("Split the function."));
    code_.known.push_back({what, is_wide, bits, 0});
    return known_flag | static_cast<std::uint32_t>(code_.known.size() - 1);
}

int Compiler::new_label() {
    labels_.push_back(-1);
    return static_cast<int>(labels_.size()) - 1;
}

void Compiler::bind(int label) {
    if (flops_ > 0) emit_code(Op::count_flops, function_.place); // lanes that jump here have not executed them
    labels_[static_cast<std::size_t>(label)] = static_cast<std::int64_t>(code_.instructions.size());
}

std::uint32_t Compiler::materialize(const Value& v, SourceLocation at) {
    if (v.form == Value::Form::registers) return v.unit;
    if (v.form == Value::Form::constant) return known(Known::What::constant, v.type->is_wide(), bits_of(v));
    if (v.form == Value::Form::local_pointer)
        refuse(at,
               sentence("The address of `{name}` cannot be stored because the variable is in registers.",
                        {{"name", v.target->name}}),
               sentence("Pass the address to a `__device__` function, or use the variable directly."));
    refuse(at, sentence("A void expression cannot be used as a value."),
           sentence("Write the call as a separate statement."));
}

void Compiler::copy(const Type* type, std::uint32_t to, std::uint32_t from, bool is_masked, SourceLocation at) {
    if (to == from) return;
    for (const Leaf& leaf : leaves_of(type)) {
        const auto unit = static_cast<std::uint32_t>(leaf.unit);
        const Op op =
            leaf.type->is_wide() ? (is_masked ? Op::set64 : Op::copy64) : (is_masked ? Op::set32 : Op::copy32);
        emit_code(op, at, to + unit, from + unit);
    }
}

/// Compiles a side-effect-free operand for all lanes, although only lanes with this test result need it.
Value Compiler::guarded(const Expression& e, std::uint32_t test, bool wanted) {
    const std::int64_t outer = guard_;
    code_.guards.push_back({test, wanted, outer});
    guard_ = static_cast<std::int64_t>(code_.guards.size());
    const Value v = value(e);
    guard_ = outer;
    return v;
}

/// Fuses the last instructions of a statement, from `first` on, if their result is only stored.
void Compiler::join_instructions(std::size_t first) {
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

/// Drops the result of an atomic operation that is a statement by itself.
void Compiler::leave_out_result(const Expression& e) {
    if (e.what != Expression::What::call || code_.instructions.empty()) return;
    const Instruction& last = code_.instructions.back();
    if (last.op == Op::atomic) code_.accesses[last.a].result = no_register;
}

/// Returns the index of an uninitialized variable in code_.unset, and reserves its shadow numbers on first use.
std::uint32_t Compiler::number_unset(UnsetVariable variable, std::uint32_t shadows) {
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

void Compiler::leave_unset(UnsetVariable variable, std::uint32_t unit) {
    const SourceLocation at = variable.place;
    const auto units = static_cast<std::uint32_t>(variable.type->units);
    emit_code(Op::unset, at, unit, number_unset(std::move(variable), units), units);
}

void Compiler::leave_unset(const Declaration& d, const Type* type, std::uint32_t unit) {
    std::string written = d.type.name + std::string(static_cast<std::size_t>(d.type.pointers), '*');
    if (!d.type.arguments.empty()) written = number_in(type)->name; // Row<double>
    leave_unset({.name = d.name, .written = std::move(written), .type = type, .place = d.place}, unit);
}

void Compiler::leave_result_unset(const Call& call) {
    const Function& function = *call.function;
    leave_unset({.name = function.name, .type = call.returns, .place = function.body->end, .is_result = true},
                call.result);
}

/// Assigns registers to constants, after all other registers, and resolves labels to instructions.
void Compiler::finish() {
    emit_code(Op::end, function_.body->end);
    code_.turns_ahead = turns_ahead();
    find_waits();
    number_barrier_loops();
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

/// Compiles the function body. Parameters are in registers when a kernel or run starts.
void Compiler::kernel_body() {
    const auto& changed = library_.changed(function_);
    scopes_.emplace_back();
    for (const Declaration& p : function_.parameters) {
        const Type* const type = type_of(p.type);
        if (type->kind == Kind::none)
            refuse(p.place, sentence("Parameter `{name}` cannot have type void.", {{"name", p.name}}),
                   sentence("Declare it with another type, such as `int`."));
        if (p.type.is_reference || !p.extents.empty())
            refuse(p.place, sentence("Kernel parameters cannot be references."), sentence("Use a pointer."));
        const std::uint32_t unit = allocate(type->units, p.place);
        code_.parameters.push_back({p.name, p.place, type, unit});
        Symbol symbol;
        if (type->kind == Kind::pointer && changed.count(p.name) == 0) {
            symbol.what = Symbol::What::value;
            symbol.value = registers(type, unit);
            symbol.value.is_uniform = true;
        } else {
            symbol.what = Symbol::What::target;
            symbol.target.type = type;
            symbol.target.unit = unit;
            symbol.target.name = p.name;
            symbol.target.is_const = p.type.is_const_itself();
        }
        add(p.name, symbol, p.place);
    }
    failed_.insert(function_.damaged.begin(), function_.damaged.end());
    join_ = new_label();
    const int end = join_;
    statement(*function_.body);
    bind(end);
    scopes_.pop_back();
}

Compiler::Compiler(Library& library, const Function& function, Code& code, const Scope& names)
    : library_(library), function_(function), code_(code), scopes_{names} {
    code_.name = function.name;
    code_.is_host = is_host();
}

void Compiler::run() {
    try {
        kernel_body();
    } catch (const Refusal& refusal) { report(refusal); }
    // An error that follows from another one is not reported, but code with errors must never run.
    if (has_errors_ && library_.refusals.empty())
        report(Refusal(function_.place, sentence("`{name}` cannot be compiled.", {{"name", function_.name}})));
    if (has_errors_) return;
    finish();
    if (library_.refusals.empty()) follow_unset(code_, most_units_, library_.kernels);
}

} // namespace warploom::simt
