#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"
#include "engine/simt/findings/unset.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/language/parser.h"

#include <algorithm>
#include <numeric>

namespace warploom::simt {

void Compiler::add(const std::string& name, Symbol symbol, SourceLocation at) {
    symbol.place = at;
    const auto [place, is_new] = scopes_.back().try_emplace(name, std::move(symbol));
    if (!is_new)
        refuse(at,
               sentence("`{name}` is already declared in {place}.",
                        {{"name", name}, {"place", line_of(place->second.place)}}),
               sentence("Choose another name."));
}

const Symbol* Compiler::find(const std::string& name) const {
    const std::size_t first = calls_.empty() ? 0 : calls_.back().first_scope;
    for (std::size_t s = scopes_.size(); s-- > first;) {
        const auto known = scopes_[s].find(name);
        if (known != scopes_[s].end()) return &known->second;
    }
    const auto known = library_.globals().find(name);
    return known == library_.globals().end() ? nullptr : &known->second;
}

void Compiler::inner(const Statement& s) {
    scopes_.emplace_back();
    statement(s);
    scopes_.pop_back();
}

void Compiler::block(const Statement& s) {
    scopes_.emplace_back();
    const std::uint32_t top = top_;
    statements(s.parts);
    top_ = top;
    scopes_.pop_back();
}

void Compiler::statement(const Statement& s) {
    const Level level(*this, s.place);
    known_types().clear();
    switch (s.what) {
    case Statement::What::empty: return;
    case Statement::What::block: return block(s);
    case Statement::What::expression: {
        const std::uint32_t top = top_;
        const std::size_t first = code_.instructions.size();
        expression(*s.value);
        look_at_result(*s.value);
        join_instructions(first);
        leave_out_result(*s.value);
        top_ = top;
        return;
    }
    case Statement::What::declare:
        for (const Declaration& d : s.variables) declare(d);
        return;
    case Statement::What::alias:
        return add(s.variables[0].name, symbol_of(type_of(s.variables[0].type), s.place), s.place);
    case Statement::What::if_: return if_statement(s);
    case Statement::What::for_:
    case Statement::What::while_:
    case Statement::What::do_: return loop(s);
    case Statement::What::switch_: return switch_statement(s);
    case Statement::What::case_:
    case Statement::What::default_:
        refuse(s.place, sentence("A `case` label is not directly inside a `switch`."),
               sentence("Move the label out of the inner block."));
    case Statement::What::break_:
    case Statement::What::continue_: return leave(s);
    case Statement::What::return_: return return_statement(s);
    }
}

const Type* Compiler::declared_type(const Declaration& d) {
    const Type* type = type_of(d.type);
    if (type->kind == Kind::none)
        refuse(d.place, sentence("Variable `{name}` cannot have type void.", {{"name", d.name}}),
               sentence("Declare it with another type, such as `int`."));
    for (std::size_t e = d.extents.size(); e-- > 0;) {
        if (d.extents[e] == nullptr) {
            if (e > 0 || (d.initial == nullptr && !d.is_extern))
                refuse(d.place, sentence("The size of array `{name}` is missing.", {{"name", d.name}}),
                       sentence("Write the size between the brackets."));
            if (d.is_extern) return type;
            const auto& list = d.initial->children;
            type = library_.types.array(type, static_cast<std::int64_t>(list.size()));
            continue;
        }
        const Value size = value(*d.extents[e]);
        if (!size.is_constant() || !size.type->is_integer())
            refuse(d.extents[e]->place,
                   sentence("The size of array `{name}` must be a constant expression.", {{"name", d.name}}),
                   d.is_shared ? sentence("Use a constexpr variable, a template parameter, or `extern __shared__`.")
                               : sentence("Use a constexpr variable or a template parameter."));
        const auto count = static_cast<std::int64_t>(size.bits);
        constexpr std::int64_t most = 1 << 20;
        if (count <= 0 || count > most)
            refuse(d.extents[e]->place,
                   sentence("Array `{name}` cannot have {n} elements.", {{"name", d.name}, {"n", count}}),
                   sentence("Write a number from 1 to {most}.", {{"most", most}}));
        type = library_.types.array(type, count);
        if (type->bytes > (std::int64_t{1} << 24))
            refuse(d.place, sentence("Array `{name}` is too large.", {{"name", d.name}}),
                   sentence("Use a smaller array."));
    }
    return type;
}

void Compiler::declare_shared(const Declaration& d) {
    require_device(d.place, sentence("`__shared__` memory"));
    if (d.initial != nullptr)
        refuse(d.place, sentence("An initializer is not allowed for a `__shared__` variable."),
               sentence("Assign the values in the kernel, then call __syncthreads()."));
    const Type* type = declared_type(d);
    SharedArray shared;
    shared.name = d.name;
    shared.is_dynamic = d.is_extern;
    if (d.is_extern && (d.extents.empty() || d.extents[0] != nullptr))
        refuse(d.place,
               sentence("`extern __shared__` arrays must be declared without a size. The launch specifies the size."),
               sentence("Write `extern __shared__ {type} {name}[];`.", {{"type", type->name}, {"name", d.name}}));
    shared.element_bytes = number_in(type)->bytes;
    shared.count = d.is_extern ? 0 : type->bytes / shared.element_bytes;
    Target target;
    target.form = Target::Form::memory;
    target.name = d.name;
    target.is_uniform = true;
    target.is_volatile = d.type.is_volatile;
    shared.declared = &d;
    if (!calls_.empty()) shared.instance = calls_.back().instance;
    // All `extern __shared__` arrays start at the same address.
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
    add(d.name, symbol_of(target), d.place);
}

void Compiler::declare(const Declaration& d) {
    if (d.is_shared || d.is_extern) return declare_shared(d);
    Symbol symbol;
    symbol.what = Symbol::What::target;
    symbol.target.name = d.name;
    symbol.target.is_const = d.is_constant;
    const std::uint32_t top = top_;
    if (d.type.is_reference && (!d.is_constant || d.initial == nullptr || names_variable(*d.initial))) {
        symbol.target = referred(d);
        return add(d.name, symbol, d.place);
    }
    const bool is_list =
        d.initial != nullptr && d.initial->what == Expression::What::construct && d.initial->type.name.empty();
    if (d.type.name == "auto") {
        if (d.initial == nullptr || is_list)
            refuse(d.place, sentence("A variable declared with `auto` requires an initializer."),
                   sentence("Write the type."));
    }
    const Type* type = d.type.name == "auto" ? type_without_code(*d.initial) : declared_type(d);
    symbol.target.type = type;
    if (d.initial == nullptr || is_list || type->kind == Kind::array) {
        const bool is_dim3 = type->name == "dim3" && (!is_list || d.initial->children.size() <= 3);
        if (d.is_constant && d.initial == nullptr && !is_dim3)
            refuse(d.place, sentence("Constant `{name}` requires an initializer.", {{"name", d.name}}),
                   sentence("Add `= value`."));
        symbol.target.unit = allocate(type->units, d.place);
        if (type->kind == Kind::array) {
            symbol.target.form = Target::Form::registers;
            if (d.initial != nullptr && !is_list)
                refuse(d.place, sentence("An array must be initialized with a braced list, such as {1, 2}."));
        }
        if (is_dim3) {
            construct_dim3(symbol.target.unit, d.initial.get(), d.place);
            return add(d.name, symbol, d.place);
        }
        Target open = symbol.target;
        open.is_const = false;
        const bool has_no_fields = type->fields.size() == 1 && type->fields[0].name.empty();
        if (d.initial == nullptr && has_no_fields)
            initialise(open, *make_expression(Expression::What::construct, d.place));
        else if (d.initial == nullptr) leave_unset(d, type, open.unit);
        if (is_list) {
            const std::uint32_t inside = top_;
            initialise(open, *d.initial);
            top_ = inside;
        }
        return add(d.name, symbol, d.place);
    }
    Value v = convert(value(*d.initial), type, d.place);
    if (v.form == Value::Form::local_pointer) {
        return add(d.name, local_pointer_variable(v, !d.is_constant && names_that_change().count(d.name) != 0, d.place),
                   d.place);
    }
    if (v.is_constant() && d.is_constant) { // known at compile time, so no registers are needed
        symbol.what = Symbol::What::value;
        symbol.value = v;
        top_ = top;
        return add(d.name, symbol, d.place);
    }
    if (v.form == Value::Form::registers && v.unit >= top && v.unit < top_) { // the temporary becomes the variable
        symbol.target.unit = v.unit;
        top_ = v.unit + static_cast<std::uint32_t>(type->units);
    } else {
        const std::uint32_t from = materialize(v, d.place);
        top_ = top;
        symbol.target.unit = allocate(type->units, d.place);
        copy(type, symbol.target.unit, from, false, d.place);
    }
    add(d.name, symbol, d.place);
}

/// Initializes an array or a struct from a braced list. Missing elements become 0, or 1 in a dim3.
void Compiler::initialise(const Target& to, const Expression& list) {
    const Type* const type = to.type;
    const bool is_array = type->kind == Kind::array;
    if (!is_array && type->kind != Kind::record) {
        if (list.children.size() > 1)
            refuse(list.place, sentence("Too many initializers for a single value."),
                   sentence("Remove the other values."));
        const Value v = list.children.empty() ? whole(library_.types.of(Kind::int32), 0) : value(*list.children[0]);
        return store(to, convert(v, type, list.place), list.place);
    }
    const std::size_t parts = is_array ? static_cast<std::size_t>(type->count) : type->fields.size();
    if (list.children.size() > parts)
        refuse(list.children[parts]->place, sentence("Too many initializers for `{type}`.", {{"type", type->name}}),
               sentence("Write at most {n} {n:value|values}.", {{"n", parts}}));
    for (std::size_t p = 0; p < parts; ++p) {
        Target part = to;
        part.type = is_array ? type->of : type->fields[p].type;
        part.unit += static_cast<std::uint32_t>(is_array ? static_cast<std::int64_t>(p) * type->of->units
                                                         : type->fields[p].unit);
        const bool is_given = p < list.children.size();
        const bool is_inner =
            is_given && list.children[p]->what == Expression::What::construct && list.children[p]->type.name.empty();
        if (is_inner || (!is_given && !part.type->is_scalar())) {
            const auto empty = make_expression(Expression::What::construct, list.place);
            initialise(part, is_inner ? *list.children[p] : *empty);
        } else {
            const std::uint32_t top = top_;
            const Value v = is_given ? value(*list.children[p])
                                     : whole(library_.types.of(Kind::int32), type->name == "dim3" ? 1 : 0);
            const Value ready = convert(v, part.type, list.place, !is_given);
            copy(part.type, part.unit, materialize(ready, list.place), false, list.place);
            top_ = top;
        }
    }
}

std::uint32_t Compiler::condition(const Expression& e, const char* what) {
    look_at_condition(e);
    const Value v = value(e);
    if (v.type == nullptr || !v.type->is_scalar())
        refuse(e.place,
               sentence("The condition of `{statement}` must be a number or a pointer.", {{"statement", what}}),
               sentence("Write a comparison."));
    return materialize(truth(v, e.place), e.place);
}

void Compiler::if_statement(const Statement& s) {
    const std::uint32_t top = top_;
    const bool has_else = s.parts.size() > 1;
    look_at_condition(*s.value);
    const Value test = value(*s.value);
    if (test.is_constant()) { // known at compile time; the other branch is only checked for errors
        const Value truth_value = truth(test, s.place);
        const bool is_true = truth_value.bits != 0;
        const State before = save();
        const Statement* other = is_true ? (has_else ? s.parts[1].get() : nullptr) : s.parts[0].get();
        const bool is_template = !calls_.empty() ? !calls_.back().function->template_parameters.empty()
                                                 : !function_.template_parameters.empty();
        if (other != nullptr && !is_template && laid_out_ == 0) {
            scopes_.emplace_back(); // scope for a declaration that is the whole body
            statement(*other);
            restore(before);
        }
        if (is_true) statement(*s.parts[0]);
        else if (has_else) statement(*s.parts[1]);
        top_ = top;
        return;
    }
    if (test.type == nullptr || !test.type->is_scalar())
        refuse(s.value->place, sentence("The condition of `if` must be a number or a pointer."),
               sentence("Write a comparison."));
    const std::uint32_t cond = materialize(truth(test, s.place), s.place);
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
    const std::uint32_t cond = condition(*test, "loop");
    emit_code(Op::loop_test, test->place, cond, slot, 0, end);
    top_ = top;
    join_ = outer;
}

void Compiler::loop(const Statement& s) {
    if (!unroll(s)) turn_in_loop(s);
}

void Compiler::turn_in_loop(const Statement& s) {
    scopes_.emplace_back();
    const std::uint32_t top = top_, slot = slot_;
    const bool is_for = s.what == Statement::What::for_, is_do = s.what == Statement::What::do_;
    if (is_for && s.parts[0] != nullptr) statement(*s.parts[0]);
    const int outer = join_, head = new_label(), next = new_label(), end = new_label();
    emit_code(Op::loop_begin, s.place, has_known_turns(s) ? 1 : 0, slot, is_empty(s) ? 1 : 0);
    slot_ += 2;
    bind(head);
    if (!is_do) loop_test(s.value.get(), slot, end);
    loops_.push_back({end, next, slot + 1, slot + 2});
    join_ = next;
    inner(*s.parts[is_for ? 1 : 0]);
    loops_.pop_back();
    bind(next);
    emit_code(Op::join, s.place, 0, slot + 1, 0, end); // lanes that executed `continue` become active again
    join_ = end;
    if (is_do) loop_test(s.value.get(), slot, end);
    if (is_for && s.step != nullptr) {
        const std::uint32_t inside = top_;
        const std::size_t first = code_.instructions.size();
        expression(*s.step);
        join_instructions(first);
        top_ = inside;
    }
    emit_code(Op::loop_back, s.place, 0, 0, 0, head);
    bind(end);
    join_ = outer;
    emit_code(Op::join, s.place, 0, slot, 0, outer);
    slot_ = slot;
    top_ = top;
    scopes_.pop_back();
}

void Compiler::switch_statement(const Statement& s) {
    const std::uint32_t top = top_, slot = slot_;
    const Type* const wide = library_.types.of(Kind::int64);
    const Value chosen = value(*s.value);
    if (chosen.type == nullptr || !chosen.type->is_integer())
        refuse(s.value->place, sentence("The condition of `switch` must be an integer."), sentence("Use `if`."));
    const std::uint32_t number = materialize(convert(chosen, wide, s.place), s.place);
    const int outer = join_, end = new_label();
    emit_code(Op::switch_begin, s.place, number, slot);
    slot_ += 3;
    std::vector<std::uint32_t> cases;
    std::set<std::uint64_t> seen;
    bool has_default = false;
    for (const auto& part : s.parts[0]->parts) {
        if (part->what == Statement::What::default_) {
            if (has_default)
                refuse(part->place, sentence("Multiple `default` labels in one `switch`."), sentence("Remove one."));
            has_default = true;
        }
        if (part->what != Statement::What::case_) continue;
        const Value label = convert(value(*part->value), wide, part->place);
        if (!label.is_constant())
            refuse(part->value->place, sentence("The value of a `case` label must be a constant expression."),
                   sentence("Use `if`."));
        if (!seen.insert(label.bits).second)
            refuse(part->value->place, sentence("Duplicate `case` value."), sentence("Remove one of them."));
        cases.push_back(materialize(label, part->place));
        emit_code(Op::switch_skip, part->place, number, slot, cases.back());
    }
    scopes_.emplace_back();
    loops_.push_back({end, -1, slot + 3, 0});
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
    scopes_.pop_back();
    bind(next);
    bind(end);
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
        if (!is_break && loop.continue_label < 0) continue;
        emit_code(Op::leave, s.place, 0, is_break ? loop.break_slot : loop.continue_slot, slot_, join_);
        return;
    }
    refuse(s.place,
           is_break ? sentence("`break` is not inside a loop or a `switch`.")
                    : sentence("`continue` is not inside a loop."),
           sentence("Remove the statement, or use `return`."));
}

/// Compiles `return f();` in a void function. Returns whether the expression is void.
bool Compiler::gives_nothing(const Expression& e) {
    const std::uint32_t top = top_;
    const Value v = expression(e);
    top_ = top;
    return v.type == nullptr || v.type->kind == Kind::none;
}

void Compiler::return_statement(const Statement& s) {
    if (calls_.empty()) {
        if (s.value != nullptr && !gives_nothing(*s.value))
            refuse(s.value->place, sentence("A kernel cannot return a value."),
                   sentence("Store the result in an array."));
        emit_code(Op::leave, s.place, 0, 0, slot_, join_);
        return;
    }
    const Type* const returns = calls_.back().returns; // a copy, because calls in the value may reallocate calls_
    const std::string& name = calls_.back().function->name;
    const std::uint32_t top = top_;
    if (returns->kind == Kind::none) {
        if (s.value != nullptr && !gives_nothing(*s.value))
            refuse(s.value->place, sentence("Function `{name}` is void and cannot return a value.", {{"name", name}}),
                   sentence("Change the return type."));
    } else {
        if (s.value == nullptr)
            refuse(s.place, sentence("Function `{name}` must return a value.", {{"name", name}}),
                   sentence("Write `return value;`."));
        const Value v = convert(value(*s.value), returns, s.value->place);
        calls_.back().has_result = true;
        if (calls_.back().is_simple) {
            calls_.back().value = v;
            return; // keeps the registers of the value
        }
        copy(v.type, calls_.back().result, materialize(v, s.place), true, s.place);
        top_ = top;
    }
    if (!calls_.back().is_simple) emit_code(Op::leave, s.place, 0, calls_.back().slot + 1, slot_, join_);
}

} // namespace warploom::simt
