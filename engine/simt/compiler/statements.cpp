#include "engine/simt/compiler/compiler.h"

#include "engine/simt/language/parser.h"
#include "engine/simt/passes/loops.h"
#include "engine/simt/passes/unrolled_size.h"

#include <algorithm>
#include <numeric>

namespace warploom::simt {

namespace {
/// Number of instructions in a kernel above which no more loops are unrolled.
constexpr std::size_t most_code = 20000;
} // namespace

void Compiler::statements(const std::vector<StatementPointer>& list) {
    for (const auto& part : list) statement(*part);
}

void Compiler::inner(const Statement& s) {
    open_scope();
    statement(s);
    close_scope();
}

void Compiler::block(const Statement& s) {
    open_scope();
    const std::uint32_t top = top_;
    statements(s.parts);
    top_ = top;
    close_scope();
}

void Compiler::statement(const Statement& s) {
    const Nesting nesting(levels_, library_.effort, s.place);
    switch (s.what) {
    case Statement::What::block: return block(s);
    case Statement::What::expression: {
        const std::uint32_t top = top_;
        const std::size_t first = code_.instructions.size();
        expression(*s.value);
        join_instructions(first);
        leave_out_result(*s.value);
        top_ = top;
        return;
    }
    case Statement::What::declare:
        for (const Declaration& d : s.variables) declare(d);
        return;
    case Statement::What::if_: return if_statement(s);
    case Statement::What::for_:
    case Statement::What::while_:
    case Statement::What::do_: return loop(s);
    case Statement::What::switch_: return switch_statement(s);
    case Statement::What::break_:
    case Statement::What::continue_: return leave(s);
    case Statement::What::return_: return return_statement(s);
    default: return;
    }
}

void Compiler::declare(const Declaration& d) {
    if (d.is_shared || d.is_extern) return declare_shared(d);
    const Type* const type = instance_->declared.at(&d);
    if (type == nullptr) {
        const Storage* const known = d.initial->what == Expression::What::name ? find(d.initial->text) : nullptr;
        const bool is_constant = known != nullptr && known->is_value && known->value.is_constant();
        return add(d.name, is_constant ? *known : storage_of(referred(d)));
    }
    Storage storage;
    storage.target.name = d.name;
    storage.target.is_const = d.is_constant;
    storage.target.type = type;
    const std::uint32_t top = top_;
    const bool has_list = is_list(d.initial.get());
    if (d.initial == nullptr || has_list || type->kind == Kind::array) {
        const bool is_dim3 = type->name == "dim3" && (!has_list || d.initial->children.size() <= 3);
        storage.target.unit = allocate(type->units, d.place);
        if (is_dim3) {
            construct_dim3(storage.target.unit, d.initial.get(), d.place);
            return add(d.name, std::move(storage));
        }
        Target open = storage.target;
        open.is_const = false;
        const bool has_no_fields = type->fields.size() == 1 && type->fields[0].name.empty();
        if (d.initial == nullptr && has_no_fields)
            initialise(open, *make_expression(Expression::What::construct, d.place));
        else if (d.initial == nullptr) leave_unset(d, type, open.unit);
        storage.is_uninitialized = d.initial == nullptr && !has_no_fields;
        if (has_list) {
            const std::uint32_t inside = top_;
            initialise(open, *d.initial);
            top_ = inside;
        }
        return add(d.name, std::move(storage));
    }
    const Value v = value(*d.initial);
    if (v.form == Value::Form::local_pointer)
        return add(d.name,
                   local_pointer_variable(v, !d.is_constant && names_that_change().count(d.name) != 0, d.place));
    if (v.is_constant() && d.is_constant) { // a constant does not need a register
        top_ = top;
        return add(d.name, storage_of(v));
    }
    // If the initial value is a temporary result, use its register for the variable.
    if (v.form == Value::Form::registers && v.unit >= top && v.unit < top_) {
        storage.target.unit = v.unit;
        top_ = v.unit + static_cast<std::uint32_t>(type->units);
    } else {
        const std::uint32_t from = materialize(v, d.place);
        top_ = top;
        storage.target.unit = allocate(type->units, d.place);
        copy(type, storage.target.unit, from, false, d.place);
    }
    add(d.name, std::move(storage));
}

void Compiler::declare_shared(const Declaration& d) {
    const Type* const type = instance_->declared.at(&d);
    SharedArray shared;
    shared.name = d.name;
    shared.is_dynamic = d.is_extern;
    shared.element_bytes = number_in(type)->bytes;
    shared.count = d.is_extern ? 0 : type->bytes / shared.element_bytes;
    Target target;
    target.form = Target::Form::memory;
    target.name = d.name;
    target.is_uniform = true;
    target.is_volatile = d.type.is_volatile;
    shared.declared = &d;
    if (!calls_.empty()) shared.instance = instance_->name;
    // All `extern __shared__` arrays start at the same address, so they share one entry.
    const auto is_same = [&](const SharedArray& a) {
        return shared.is_dynamic ? a.is_dynamic : a.declared == &d && a.instance == shared.instance;
    };
    const auto there = std::find_if(code_.shared.begin(), code_.shared.end(), is_same);
    if (shared.is_dynamic && there != code_.shared.end()) {
        if (there->name != d.name) there->name += ", " + d.name;
        there->element_bytes = std::gcd(there->element_bytes, shared.element_bytes);
    }
    target.pointer = known(Known::What::shared_pointer, true, static_cast<std::uint64_t>(there - code_.shared.begin()));
    target.type = d.is_extern ? library_.types.array(type, std::int64_t{1} << 20) : type;
    shared.pointer = target.pointer;
    if (there == code_.shared.end()) code_.shared.push_back(shared);
    add(d.name, storage_of(target));
}

void Compiler::if_statement(const Statement& s) {
    const std::uint32_t top = top_;
    const bool has_else = s.parts.size() > 1;
    const Value test = value(*s.value);
    if (test.is_constant()) { // if the condition is constant, only one branch can be executed
        if (test.constant.is_true()) inner(*s.parts[0]);
        else if (has_else) inner(*s.parts[1]);
        top_ = top;
        return;
    }
    const std::uint32_t cond = materialize(test, s.place);
    top_ = top;
    std::function<void()> no;
    if (has_else) no = [&] { inner(*s.parts[1]); };
    branch(
        cond, s.place, [&] { inner(*s.parts[0]); }, no);
    top_ = top;
}

void Compiler::loop_test(const Expression* test, std::uint32_t slot, int end) {
    if (test == nullptr) return;
    const std::uint32_t top = top_;
    const int outer = join_;
    join_ = end;
    const std::uint32_t cond = materialize(value(*test), test->place);
    emit_code(Op::loop_test, test->place, cond, slot, 0, end);
    top_ = top;
    join_ = outer;
}

void Compiler::loop(const Statement& s) {
    if (!unroll(s)) turn_in_loop(s);
}

void Compiler::turn_in_loop(const Statement& s) {
    open_scope();
    const std::uint32_t top = top_, slot = slot_;
    const bool is_for = s.what == Statement::What::for_, is_do = s.what == Statement::What::do_;
    if (is_for && s.parts[0] != nullptr) statement(*s.parts[0]);
    const int outer = join_, head = new_label(), next = new_label(), end = new_label();
    begin_loop(s.place, has_known_turns(s), is_empty_loop(s));
    slot_ += 2;
    bind(head);
    if (!is_do) loop_test(s.value.get(), slot, end);
    loops_.push_back({false, slot + 1, slot + 2});
    join_ = next;
    inner(*s.parts[is_for ? 1 : 0]);
    loops_.pop_back();
    bind(next);
    emit_code(Op::join, s.place, 0, slot + 1, 0, end); // reactivate the lanes that executed `continue`
    join_ = end;
    if (is_do) loop_test(s.value.get(), slot, end);
    if (is_for && s.step != nullptr) {
        const std::uint32_t inside = top_;
        const std::size_t first = code_.instructions.size();
        expression(*s.step);
        join_instructions(first);
        top_ = inside;
    }
    end_loop(s.place, head);
    bind(end);
    join_ = outer;
    emit_code(Op::join, s.place, 0, slot, 0, outer);
    slot_ = slot;
    top_ = top;
    close_scope();
}

/// Unrolls a loop if possible. Returns false if the loop was not unrolled.
bool Compiler::unroll(const Statement& s) {
    if (is_host() || code_.instructions.size() > most_code) return false;
    const KnownNames names = [&](const std::string& name) { return constant_in(name); };
    const std::vector<Constant> turns = turns_of(library_, *instance_, s, names);
    if (turns.empty() || !UnrolledSize(library_).fits(*instance_, s, turns, names)) return false;
    const std::string& counter = s.parts[0]->variables[0].name;
    for (const Constant& turn : turns) {
        const std::uint32_t top = top_;
        open_scope();
        add(counter, storage_of(Value(turn, true)));
        inner(*s.parts[1]);
        step_besides(*s.step);
        close_scope();
        top_ = top;
    }
    return true;
}

/// Compiles the iteration expression of an unrolled loop, except for the update of the loop counter.
void Compiler::step_besides(const Expression& step) {
    if (!is_comma(step)) return;
    step_besides(*step.children[0]);
    expression(*step.children[1]);
}

std::optional<Constant> Compiler::constant_in(const std::string& name) const {
    const Storage* const storage = find(name);
    return storage != nullptr && storage->is_value && storage->value.is_constant()
               ? std::optional(storage->value.constant)
               : std::nullopt;
}

void Compiler::switch_statement(const Statement& s) {
    const std::uint32_t top = top_, slot = slot_;
    const std::uint32_t number = materialize(value(*s.value), s.place);
    const int outer = join_;
    emit_code(Op::switch_begin, s.place, number, slot);
    slot_ += 3;
    std::vector<std::uint32_t> cases;
    for (const auto& part : s.parts[0]->parts) {
        if (part->what != Statement::What::case_) continue;
        cases.push_back(materialize(value(*part->value), part->place));
        emit_code(Op::switch_skip, part->place, number, slot, cases.back());
    }
    open_scope();
    loops_.push_back({true, slot + 3, 0});
    int next = new_label();
    join_ = next;
    emit_code(Op::jump, s.place, 0, 0, 0, next);
    std::size_t number_of_case = 0;
    for (const auto& part : s.parts[0]->parts) {
        const bool is_case = part->what == Statement::What::case_;
        if (!is_case && part->what != Statement::What::default_) {
            statement(*part);
            continue;
        }
        bind(next);
        next = new_label();
        join_ = next;
        if (is_case) emit_code(Op::switch_case, part->place, number, slot, cases[number_of_case++], next);
        else emit_code(Op::switch_default, part->place, 0, slot, 0, next);
    }
    loops_.pop_back();
    close_scope();
    bind(next);
    join_ = outer;
    emit_code(Op::join, s.place, 0, slot, 0, outer);
    slot_ = slot;
    top_ = top;
}

void Compiler::leave(const Statement& s) {
    const bool is_break = s.what == Statement::What::break_;
    const std::size_t first = calls_.empty() ? 0 : calls_.back().first_loop;
    for (std::size_t l = loops_.size(); l-- > first;) {
        const Loop& loop = loops_[l];
        if (!is_break && loop.is_switch) continue;
        emit_code(Op::leave, s.place, 0, is_break ? loop.break_slot : loop.continue_slot, slot_, join_);
        return;
    }
}

void Compiler::return_statement(const Statement& s) {
    const std::uint32_t top = top_;
    const Type* const returns = instance_->returns;
    if (returns->kind == Kind::none) { // this is `return f();` in a function that returns void
        if (s.value != nullptr) expression(*s.value);
        top_ = top;
    } else {
        const Value v = value(*s.value);
        if (calls_.back().is_simple) {
            calls_.back().value = v;
            return; // leave the returned value in its registers
        }
        copy(v.type, calls_.back().result, materialize(v, s.place), true, s.place);
        top_ = top;
    }
    const bool is_inlined = !calls_.empty();
    if (!is_inlined || !calls_.back().is_simple)
        emit_code(Op::leave, s.place, 0, is_inlined ? calls_.back().slot + 1 : 0, slot_, join_);
}

} // namespace warploom::simt
