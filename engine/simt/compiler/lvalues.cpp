#include "engine/simt/compiler/expressions.h"

#include "engine/sentence.h"
#include "engine/simt/passes/loops.h"

#include <algorithm>

namespace warploom::simt {

Target ExpressionCode::target(const Expression& e) {
    const Nesting nesting(levels_, library_.effort, e.place);
    switch (e.what) {
    case Expression::What::name: {
        const Storage* const storage = find(e.text);
        if (storage != nullptr && !storage->is_value) return storage->target;
        const Value v = expression(e);
        if (v.form == Value::Form::local_pointer)
            refuse(e.place,
                   sentence("Pointer `{name}` points to a variable in registers and cannot be modified.",
                            {{"name", e.text}}),
                   sentence("Declare another pointer."));
        Target t; // the name refers to a constant, or to a parameter that is never modified
        t.type = v.type;
        t.unit = materialize(v, e.place);
        t.name = e.text;
        t.is_const = true;
        return t;
    }
    case Expression::What::index: return index(e);
    case Expression::What::member: return member(e);
    case Expression::What::conditional: return chosen_target(e);
    default: break; // pointer dereference: *pointer
    }
    if (names_object(*e.children[0])) return *object_around();
    return behind(value(*e.children[0]), e.place);
}

Target ExpressionCode::index(const Expression& e) {
    const Expression& base = *e.children[0];
    const Storage* const storage = base.what == Expression::What::name ? find(base.text) : nullptr;
    if (typed(base).is_lvalue && (storage == nullptr || !storage->is_value)) {
        const Target t = target(base);
        if (t.type->kind == Kind::array) return element(t, value(*e.children[1]), e.place);
        const Value pointer = load(t, base.place);
        return element_of_pointer(pointer, value(*e.children[1]), e.place);
    }
    const Value pointer = value(base);
    Target t = element_of_pointer(pointer, value(*e.children[1]), e.place);
    if (t.name.empty() && base.what == Expression::What::name) t.name = base.text;
    return t;
}

Target ExpressionCode::member(const Expression& e) {
    const Expression& of = *e.children[0];
    Target t;
    if (e.is_arrow) t = names_object(of) ? *object_around() : behind(value(of), e.place);
    else t = target(of);
    if (!e.is_arrow) t.array = nullptr; // a struct member does not belong to an array
    for (const StructField& field : t.type->fields)
        if (field.name == e.text) return field_of(t, field);
    return t;
}

/// Returns the variable in registers that an expression refers to, or the member of such a variable. Returns
/// std::nullopt for other expressions.
std::optional<Target> ExpressionCode::variable(const Expression& e) const {
    if (e.what == Expression::What::member && !e.is_arrow) {
        const auto record = variable(*e.children[0]);
        if (record)
            for (const StructField& field : record->type->fields)
                if (field.name == e.text) return field_of(*record, field);
        return std::nullopt;
    }
    const Storage* const storage = e.what == Expression::What::name ? find(e.text) : nullptr;
    if (storage == nullptr || storage->is_value || storage->target.form != Target::Form::registers) return std::nullopt;
    return storage->target;
}

/// Compiles `?:` as an lvalue. Objects in memory are accessed through a pointer. Two variables in registers are treated
/// as the two elements of an array.
Target ExpressionCode::chosen_target(const Expression& e) {
    const Value test = value(*e.children[0]);
    if (test.is_constant()) return target(*e.children[test.constant.is_true() ? 1 : 2]);
    const auto refuse_here = [&] {
        refuse(e.place, sentence("Modifying the result of `?:` is not supported for these operands."),
               sentence("Use `if` and `else` with one statement each."));
    };
    const auto yes = variable(*e.children[1]), no = variable(*e.children[2]);
    const Type* const type = typed(*e.children[1]).type;
    if (type->kind == Kind::array || yes.has_value() != no.has_value()) refuse_here();
    if (!yes) {
        const Type* const pointer = library_.types.pointer(type, typed(e).is_const, typed(e).is_volatile);
        const std::uint32_t result = temporary(pointer, e.place);
        on_each_side(e, test.unit, [&](const Expression& side) {
            const Target t = target(side);
            if (t.form != Target::Form::memory) refuse_here();
            copy(pointer, result, materialize(address_of(t, side.place), side.place), true, e.place);
        });
        return behind(registers(pointer, result), e.place);
    }
    if (yes->unit == no->unit) return *yes;
    const auto constant = [&](bool is_second) { return known(Known::What::constant, false, is_second ? 1 : 0); };
    Target t;
    t.form = Target::Form::local;
    t.type = type;
    t.name = yes->name + "` or `" + no->name;
    t.unit = std::min(yes->unit, no->unit);
    t.count = 2;
    t.stride = std::max(yes->unit, no->unit) - t.unit;
    t.index = temporary(library_.types.of(Kind::int32), e.place);
    emit_code(Op::select32, e.place, t.index, constant(yes->unit > no->unit), constant(no->unit > yes->unit),
              test.unit);
    return t;
}

/// Returns the object that a reference binds to. Variables in an array index are copied, because the reference must
/// still denote the same element if they change.
Target ExpressionCode::referred(const Declaration& d) {
    Target t = target(*d.initial);
    if (std::any_of(names_that_change().begin(), names_that_change().end(),
                    [&](const auto& name) { return names_one(*d.initial, name); }))
        freeze(t, d.place);
    t.name = d.name;
    t.is_const = t.is_const || d.is_constant;
    t.is_volatile = t.is_volatile || d.type.is_volatile;
    return t;
}

/// Compiles `__ldg(array + n)` as a read of `array[n]`, so that no address has to be computed for each lane.
Target ExpressionCode::read_through(const Expression& pointer, SourceLocation at) {
    if (pointer.what != Expression::What::binary || pointer.op != Operator::plus) return behind(value(pointer), at);
    const Expression &first = *pointer.children[0], &second = *pointer.children[1];
    const Value left = kept(value(first), first, second), right = value(second);
    const bool is_array = left.type != nullptr && left.type->kind == Kind::pointer &&
                          left.form == Value::Form::registers && right.type != nullptr && right.type->is_integer();
    return is_array ? element_of_pointer(left, right, pointer.place)
                    : behind(arithmetic(Operator::plus, left, right, pointer.place), at);
}

const std::set<std::string>& ExpressionCode::names_that_change() const {
    return library_.changed(*instance_->function);
}

/// Compiles the address of a variable or array element. `&a[n]` is compiled as `a + n`, so it is valid even if the
/// array has exactly n elements.
Value ExpressionCode::address(const Expression& of, SourceLocation at) {
    const bool is_index = of.what == Expression::What::index && of.children[0]->what == Expression::What::name;
    const Storage* const array = is_index ? find(of.children[0]->text) : nullptr;
    const bool is_local_one = array != nullptr && !array->is_value && array->target.form != Target::Form::memory &&
                              array->target.type->kind == Kind::array && array->target.type->of->kind != Kind::array;
    if (!is_local_one) return address_of(target(of), at);
    const Value first = value(*of.children[0]);
    return pointer_arithmetic(Operator::plus, first, value(*of.children[1]), at);
}

/// Creates a variable for a pointer to a local variable or array. `moves` is true if the pointer is modified later.
Storage ExpressionCode::local_pointer_variable(const Value& v, bool moves, SourceLocation at) {
    Storage storage = storage_of(v);
    // Copy the index, because it may contain a variable that changes later.
    if (v.target->form == Target::Form::local) {
        storage.value.target = std::make_shared<Target>(*v.target);
        const Type* const type = library_.types.of(v.target->is_wide_index ? Kind::int64 : Kind::int32);
        storage.value.target->index = temporary(type, at);
        copy(type, storage.value.target->index, v.target->index, false, at);
    }
    const bool is_fixed = v.position == nullptr || v.position->is_constant();
    if (v.target->type->kind != Kind::array || (is_fixed && !moves)) return storage;
    const Type* const wide = library_.types.of(Kind::int64);
    const std::uint32_t unit = temporary(wide, at);
    copy(wide, unit, materialize(position_of(v, at), at), false, at);
    storage.value.position = std::make_shared<Value>(registers(wide, unit));
    storage.moves = moves;
    return storage;
}

/// Returns the pointer into a local array that an expression refers to, if the element index of the pointer is in a
/// register. Otherwise, returns null.
const Storage* ExpressionCode::moving(const Expression& e) const {
    const Storage* const storage = e.what == Expression::What::name ? find(e.text) : nullptr;
    return storage != nullptr && storage->moves ? storage : nullptr;
}

Value ExpressionCode::step_pointer(const Expression& e, const Storage& pointer, bool is_postfix) {
    const Type* const wide = library_.types.of(Kind::int64);
    const std::uint32_t unit = pointer.value.position->unit;
    Value old = pointer.value;
    if (is_postfix) {
        const std::uint32_t kept = temporary(wide, e.place);
        copy(wide, kept, unit, false, e.place);
        old.position = std::make_shared<Value>(registers(wide, kept));
    }
    const Value fresh = arithmetic(e.op == Operator::increment ? Operator::plus : Operator::minus,
                                   registers(wide, unit), whole(wide, 1), e.place);
    copy(wide, unit, materialize(fresh, e.place), true, e.place);
    return old; // prefix `++` and `--` yield the variable itself
}

Value ExpressionCode::move_pointer(const Expression& e, const Storage& pointer) {
    Value v = value(*e.children[1]);
    if (e.op != Operator::none) v = arithmetic(e.op, pointer.value, v, e.place);
    if (v.form != Value::Form::local_pointer || !is_same(*v.target, *pointer.value.target))
        refuse(e.place,
               sentence("Pointer `{pointer}` points into `{array}`, which is in registers, and cannot be assigned "
                        "another address.",
                        {{"pointer", e.children[0]->text}, {"array", pointer.value.target->name}}),
               sentence("Declare another pointer."));
    const Type* const wide = library_.types.of(Kind::int64);
    copy(wide, pointer.value.position->unit, materialize(position_of(v, e.place), e.place), true, e.place);
    return pointer.value;
}

/// Returns the object of the method being compiled, or null outside of methods.
const Target* ExpressionCode::object_around() const {
    const Storage* const storage = find(self);
    return storage == nullptr ? nullptr : &storage->target;
}

bool ExpressionCode::names_object(const Expression& e) const {
    return e.word == Keyword::this_ && object_around() != nullptr;
}

/// Returns the object to the left of `.` or `->` in a member access.
Target ExpressionCode::object_of(const Expression& e) {
    const Expression& of = *e.children[0];
    if (e.is_arrow) return names_object(of) ? *object_around() : behind(value(of), e.place);
    const bool is_value = !typed(of).is_lvalue || of.what == Expression::What::conditional;
    if (!is_value) return target(of);
    const Value v = value(of);
    Target t;
    t.type = v.type;
    t.unit = materialize(v, of.place);
    return t;
}

} // namespace warploom::simt
