#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <bit>
#include <cmath>

namespace warploom::simt {

bool is_test(Operator op) {
    return op == Operator::less || op == Operator::greater || op == Operator::less_equal ||
           op == Operator::greater_equal || op == Operator::equal || op == Operator::not_equal;
}
Family family_of(Operator op) {
    if (op == Operator::plus) return Family::add;
    if (op == Operator::minus) return Family::sub;
    if (op == Operator::star) return Family::mul;
    if (op == Operator::slash) return Family::div;
    if (op == Operator::percent) return Family::rem;
    if (op == Operator::amp) return Family::bit_and;
    if (op == Operator::pipe) return Family::bit_or;
    if (op == Operator::caret) return Family::bit_xor;
    if (op == Operator::shift_left) return Family::shift_left;
    if (op == Operator::shift_right) return Family::shift_right;
    if (op == Operator::less || op == Operator::greater) return Family::less;
    if (op == Operator::less_equal || op == Operator::greater_equal) return Family::less_equal;
    return op == Operator::equal ? Family::equal : Family::not_equal;
}

Class Compiler::class_of(const Type* type) {
    switch (type->kind) {
    case Kind::uint32: return Class::u32;
    case Kind::int64: return Class::i64;
    case Kind::uint64:
    case Kind::pointer: return Class::u64;
    case Kind::float32: return Class::f32;
    case Kind::float64: return Class::f64;
    default: return Class::i32;
    }
}

const Type* Compiler::promoted(const Type* type) const {
    return type->is_integer() && type->kind < Kind::int32 ? library_.types.of(Kind::int32) : type;
}
const Type* Compiler::common_type(const Type* a, const Type* b) const {
    a = promoted(a);
    b = promoted(b);
    return a->kind > b->kind ? a : b; // kinds are declared in the order of conversion rank
}

Value Compiler::value(const Expression& e) {
    Value v = expression(e);
    if (v.type != nullptr && v.type->kind == Kind::array && v.form == Value::Form::local_pointer) {
        // An array decays to a pointer to its first element.
        if (v.target->form == Target::Form::memory)
            return address_of(element(*v.target, whole(library_.types.of(Kind::int32), 0), e.place), e.place);
        v.type = library_.types.pointer(v.type->of, v.target->is_const);
    }
    return v;
}

Value Compiler::expression(const Expression& e) {
    const Level level(*this, e.place);
    switch (e.what) {
    case Expression::What::integer: {
        if (e.text[0] == '\'') return whole(library_.types.of(Kind::int8), e.integer);
        const Kind narrow = e.is_unsigned ? Kind::uint32 : Kind::int32,
                   wide = e.is_unsigned ? Kind::uint64 : Kind::int64;
        return whole(library_.types.of(e.is_long ? wide : narrow), e.integer);
    }
    case Expression::What::real: return real(library_.types.of(e.is_float ? Kind::float32 : Kind::float64), e.real);
    case Expression::What::text:
        refuse(e.place, sentence("String literals are supported only as arguments of printf."),
               sentence("Use numbers."));
    case Expression::What::name: return name(e);
    case Expression::What::unary: return unary(e);
    case Expression::What::postfix: return step(e, true);
    case Expression::What::binary: return binary(e);
    case Expression::What::assign: return assign(e);
    case Expression::What::conditional: return conditional(e);
    case Expression::What::call: return call(e);
    case Expression::What::launch: return launch(e);
    case Expression::What::member:
        if (e.children[0]->what == Expression::What::name && find(e.children[0]->text) == nullptr) {
            const Value known_size = dimension(e);
            if (known_size.type != nullptr) return known_size;
        }
        if (e.children[0]->what == Expression::What::call || e.children[0]->what == Expression::What::construct) {
            const Value whole_value = value(*e.children[0]); // the result of a function call, which has no address
            if (whole_value.type != nullptr && whole_value.type->kind == Kind::record)
                for (const StructField& field : whole_value.type->fields)
                    if (field.name == e.text)
                        return registers(field.type,
                                         materialize(whole_value, e.place) + static_cast<std::uint32_t>(field.unit));
        }
        [[fallthrough]];
    case Expression::What::index: return load(target(e), e.place);
    case Expression::What::cast: return cast(e);
    case Expression::What::construct: return construct(e);
    case Expression::What::size_of_type: {
        const Type* type = e.children.empty() ? type_of(e.type) : type_without_code(*e.children[0], false);
        if (type == nullptr) refuse(e.place, sentence("The operand of `sizeof` has no type."), "");
        return whole(library_.types.of(Kind::uint64), static_cast<std::uint64_t>(type->bytes));
    }
    }
    return {};
}

Value Compiler::name(const Expression& e) {
    if (e.text == "true" || e.text == "false") return whole(library_.types.of(Kind::boolean), e.text == "true" ? 1 : 0);
    if (e.text == "nullptr" || e.text == "NULL")
        return whole(library_.types.pointer(library_.types.of(Kind::none), false), 0);
    if (e.text == "warpSize") return whole(library_.types.of(Kind::int32), 32);
    if (e.text == "this") return pointer_to_object(e.place);
    if (const Symbol* symbol = find(e.text)) {
        if (symbol->what == Symbol::What::value) return symbol->value;
        if (symbol->what == Symbol::What::type)
            refuse(e.place, sentence("`{name}` is a type, not a value.", {{"name", e.text}}), "");
        return load(symbol->target, e.place);
    }
    if (e.text == "threadIdx" || e.text == "blockIdx" || e.text == "blockDim" || e.text == "gridDim")
        refuse(e.place, sentence("`{name}` is a structure and must be used with a member.", {{"name", e.text}}),
               sentence("Write `{name}.x`.", {{"name", e.text}}));
    if (const auto constant = named_constant(e.text)) return *constant;
    std::vector<std::string> near;
    for (std::size_t s = calls_.empty() ? 0 : calls_.back().first_scope; s < scopes_.size(); ++s)
        for (const auto& [known_name, symbol] : scopes_[s]) near.push_back(known_name);
    for (const char* other : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}) near.emplace_back(other);
    if (!library_.functions(e.text).empty())
        refuse(e.place, sentence("Function `{name}` is used without an argument list.", {{"name", e.text}}),
               sentence("Write `{name}(...)`.", {{"name", e.text}}));
    if (is_runtime_function(e.text))
        refuse(
            e.place, sentence("`{name}` is not supported.", {{"name", e.text}}),
            sentence(
                "The only error code is `cudaSuccess`, because all other errors stop the program and are reported."));
    if (library_.is_damaged(e.text) || !failed_.insert(e.text).second) throw Refusal(e.place, {});
    refuse(e.place, sentence("Variable `{name}` is not declared.", {{"name", e.text}}),
           library_.near_to(e.text, near, e.place));
}

Value Compiler::truth(const Value& v, SourceLocation at) {
    const Type* const boolean = library_.types.of(Kind::boolean);
    if (v.type == nullptr || !v.type->is_scalar())
        refuse(at, sentence("This expression cannot be converted to bool."), sentence("Write a comparison."));
    if (v.form == Value::Form::local_pointer) return whole(boolean, 1);
    if (v.is_constant()) return whole(boolean, v.type->is_real() ? v.real != 0 : v.bits != 0);
    if (v.type->kind == Kind::boolean) return v;
    const std::uint32_t unit = temporary(boolean, at);
    emit_code(operation(Family::to_bool, class_of(v.type)), at, unit, v.unit, v.unit);
    return registers(boolean, unit);
}

Value Compiler::convert(const Value& v, const Type* to, SourceLocation at, bool is_explicit) {
    if (v.type == nullptr || v.form == Value::Form::none || v.type->kind == Kind::none)
        refuse(at, sentence("A void expression cannot be used as a value."),
               sentence("Write the call of a void function as a separate statement."));
    if (v.type == to) return v;
    if (to->kind == Kind::none) return {};
    if (to->kind == Kind::pointer) return convert_pointer(v, to, at, is_explicit);
    if (to->kind == Kind::boolean && v.type->is_scalar()) return truth(v, at);
    if (!to->is_number() || !v.type->is_number()) {
        if (to->name == "dim3" && v.type->is_integer()) { // dim3 grid = blocks
            const Type* const u = library_.types.of(Kind::uint32);
            const std::uint32_t unit = allocate(3, at);
            copy(u, unit, materialize(convert(v, u, at), at), false, at);
            for (std::uint32_t d = 1; d < 3; ++d) copy(u, unit + d, materialize(whole(u, 1), at), false, at);
            return registers(to, unit);
        }
        if (v.type->kind == Kind::pointer && to->is_number())
            refuse(at,
                   sentence("A pointer of type `{from}` cannot be converted to `{to}`.",
                            {{"from", v.type->name}, {"to", to->name}}),
                   sentence("Read an element with `pointer[index]`."));
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               "");
    }
    if (v.is_constant()) return converted(v, to);
    const Class from = class_of(v.type), goal = class_of(to);
    std::uint32_t unit = v.unit;
    if (from != goal) {
        const bool same_bits = (from == Class::i32 && goal == Class::u32) ||
                               (from == Class::u32 && goal == Class::i32) ||
                               (from == Class::i64 && goal == Class::u64) || (from == Class::u64 && goal == Class::i64);
        if (!same_bits) {
            unit = temporary(to, at);
            const auto family = static_cast<Family>(static_cast<int>(Family::to_i32) + static_cast<int>(goal));
            emit_code(operation(family, from), at, unit, v.unit, v.unit);
        }
    }
    if (to->kind < Kind::int32 && v.type->kind != to->kind && v.type->kind != Kind::boolean) {
        const std::uint32_t cut = temporary(to, at);
        emit_code(Op::narrow, at, cut, unit, 0, static_cast<std::int64_t>(to->kind));
        unit = cut;
    }
    return registers(to, unit);
}

Value Compiler::arithmetic(Operator op, Value left, Value right, SourceLocation at) {
    for (const Value* side : {&left, &right})
        if (side->type == nullptr || side->form == Value::Form::none)
            refuse(at, sentence("An operand of `{operator}` has type void.", {{"operator", spelling_of(op)}}),
                   sentence("Write the call of a void function as a separate statement."));
    if (left.type->kind == Kind::pointer || right.type->kind == Kind::pointer)
        return pointer_arithmetic(op, left, right, at);
    if (!left.type->is_number() || !right.type->is_number())
        refuse(at,
               sentence("Operator `{operator}` is not defined for type `{type}`.",
                        {{"operator", spelling_of(op)},
                         {"type", left.type->is_number() ? right.type->name : left.type->name}}),
               sentence("Use a field, such as `value.x`."));
    const bool is_shift = op == Operator::shift_left || op == Operator::shift_right,
               is_bits = is_shift || op == Operator::percent || op == Operator::amp || op == Operator::pipe ||
                         op == Operator::caret;
    if (is_bits && (left.type->is_real() || right.type->is_real()))
        refuse(at,
               sentence("Operator `{operator}` requires integers, not `{type}`.",
                        {{"operator", spelling_of(op)},
                         {"type", left.type->is_real() ? left.type->name : right.type->name}}),
               op == Operator::percent ? sentence("Use fmod, or convert the operands to int.")
                                       : sentence("Convert the operands to int."));
    const Type* const type = is_shift ? promoted(left.type) : common_type(left.type, right.type);
    const bool test = is_test(op);
    if ((op == Operator::slash || op == Operator::percent) && right.is_constant() && type->is_integer() &&
        right.bits == 0)
        refuse(at, sentence("Division by zero."), sentence("Check the divisor."));
    left = convert(left, type, at);
    right = convert(right, is_shift ? library_.types.of(Kind::int32) : type, at);
    const Type* const result = test ? library_.types.of(Kind::boolean) : type;
    const Op made = operation(family_of(op), class_of(type));
    const bool is_known = left.is_constant() && right.is_constant();
    // An overflow is not folded: the kernel computes it at run time, where it is reported.
    if (is_known && (laid_out_ > 0 ? is_told_alike(made, left, right, test) : !overflows(made, left, right)))
        return op == Operator::greater || op == Operator::greater_equal ? computed(result, made, right, left)
                                                                        : computed(result, made, left, right);
    if (is_known) keep_loop();
    const bool is_nothing = type->is_integer() && right.is_constant() && right.bits == 0;
    if (is_nothing && (op == Operator::plus || op == Operator::minus)) return left;
    // Lanes divide one after another; by a power of two they need not.
    const bool is_power = type->is_unsigned() && right.is_constant() && std::has_single_bit(right.bits);
    if (is_power && op == Operator::slash)
        return arithmetic(
            Operator::shift_right, left,
            whole(library_.types.of(Kind::int32), static_cast<std::uint64_t>(std::countr_zero(right.bits))), at);
    if (is_power && op == Operator::percent) return arithmetic(Operator::amp, left, whole(type, right.bits - 1), at);
    std::uint32_t b = materialize(left, at), c = materialize(right, at);
    if (op == Operator::greater || op == Operator::greater_equal) std::swap(b, c);
    const std::uint32_t unit = temporary(result, at);
    emit_code(made, at, unit, b, c, guard_);
    if (type->is_real() && !test) {
        ++flops_;
        code_.has_doubles = code_.has_doubles || type->kind == Kind::float64;
    }
    return registers(result, unit);
}

/// Returns a copy of a value if evaluating `next` modifies its variable, as in `i << i++`; otherwise the value
/// itself.
Value Compiler::kept(const Value& v, const Expression& of, const Expression& next) {
    if (!next.has_effects || v.form != Value::Form::registers || !may_change(next, of)) return v;
    const std::uint32_t unit = temporary(v.type, of.place);
    copy(v.type, unit, v.unit, false, of.place);
    return registers(v.type, unit);
}

Value Compiler::binary(const Expression& e) {
    if (e.op == Operator::comma) {
        expression(*e.children[0]);
        return expression(*e.children[1]);
    }
    if (e.op == Operator::logical_and || e.op == Operator::logical_or) return logical(e);
    const Value left = kept(value(*e.children[0]), *e.children[0], *e.children[1]);
    const Value right = value(*e.children[1]);
    return arithmetic(e.op, left, right, e.place);
}

bool Compiler::is_plain(const Expression& e) const {
    switch (e.what) {
    case Expression::What::integer:
    case Expression::What::real: return true;
    case Expression::What::name: {
        const Symbol* symbol = find(e.text);
        return symbol == nullptr || symbol->what == Symbol::What::value ||
               symbol->target.form == Target::Form::registers;
    }
    case Expression::What::member:
        return e.children[0]->what == Expression::What::name && !e.is_arrow && is_plain(*e.children[0]);
    case Expression::What::unary:
        return (e.op == Operator::minus || e.op == Operator::logical_not || e.op == Operator::tilde ||
                e.op == Operator::plus) &&
               is_plain(*e.children[0]);
    case Expression::What::binary:
        return e.op != Operator::slash && e.op != Operator::percent && e.op != Operator::comma &&
               is_plain(*e.children[0]) && is_plain(*e.children[1]);
    case Expression::What::cast: return is_plain(*e.children[0]);
    default: return false;
    }
}

/// Compiles `&&` and `||`. Only lanes that need the right operand evaluate it, unless it is cheap and has
/// no side effects.
Value Compiler::logical(const Expression& e) {
    const Type* const boolean = library_.types.of(Kind::boolean);
    const bool is_and = e.op == Operator::logical_and;
    const Value left = truth(value(*e.children[0]), e.children[0]->place);
    if (left.is_constant() && (left.bits != 0) != is_and) return keep_unless_free(*e.children[1]), left;
    if (left.is_constant()) return truth(value(*e.children[1]), e.children[1]->place);
    if (is_plain(*e.children[1])) {
        const Value right = truth(guarded(*e.children[1], left.unit, is_and), e.children[1]->place);
        if (right.is_constant()) return (right.bits != 0) == is_and ? left : right;
        const std::uint32_t unit = temporary(boolean, e.place);
        emit_code(operation(is_and ? Family::bit_and : Family::bit_or, Class::i32), e.place, unit, left.unit,
                  right.unit, decided_by_one);
        return registers(boolean, unit);
    }
    const std::uint32_t result = temporary(boolean, e.place);
    copy(boolean, result, left.unit, false, e.place);
    std::uint32_t test = result;
    if (!is_and) {
        test = temporary(boolean, e.place);
        emit_code(operation(Family::equal, Class::i32), e.place, test, result, known(Known::What::constant, false, 0));
    }
    branch(test, e.place, [&] {
        const Value right = truth(value(*e.children[1]), e.children[1]->place);
        copy(boolean, result, materialize(right, e.place), true, e.place);
    });
    return registers(boolean, result);
}

Value Compiler::unary(const Expression& e) {
    if (e.op == Operator::increment || e.op == Operator::decrement) return step(e, false);
    if (e.op == Operator::amp) return address(*e.children[0], e.place);
    if (e.op == Operator::star) return load(target(e), e.place);
    const Value v = value(*e.children[0]);
    if (e.op == Operator::logical_not) {
        const Value t = truth(v, e.place);
        if (t.is_constant()) return whole(t.type, t.bits == 0 ? 1 : 0);
        const std::uint32_t unit = temporary(t.type, e.place);
        emit_code(operation(Family::equal, Class::i32), e.place, unit, t.unit, known(Known::What::constant, false, 0));
        return registers(t.type, unit);
    }
    if (v.type == nullptr || !v.type->is_number())
        refuse(e.place, sentence("`{name}` requires a number.", {{"name", e.text}}), "");
    const Type* const type = promoted(v.type);
    if (e.op == Operator::tilde && type->is_real())
        refuse(e.place,
               sentence("Operator `{operator}` requires integers, not `{type}`.",
                        {{"operator", "~"}, {"type", type->name}}),
               sentence("Convert the operands to int."));
    const Value same = convert(v, type, e.place);
    if (e.op == Operator::plus) return same;
    if (same.is_constant()) {
        const Family family = e.op == Operator::minus ? Family::negate : Family::bit_not;
        return computed(type, operation(family, class_of(type)), same, same);
    }
    const std::uint32_t unit = temporary(type, e.place);
    emit_code(operation(e.op == Operator::minus ? Family::negate : Family::bit_not, class_of(type)), e.place, unit,
              same.unit, same.unit);
    return registers(type, unit);
}

/// Compiles `++` and `--`.
Value Compiler::step(const Expression& e, bool is_postfix) {
    if (const Symbol* const pointer = moving(*e.children[0])) return step_pointer(e, *pointer, is_postfix);
    const Target t = target(*e.children[0]);
    Value old = load(t, e.place);
    if (old.type == nullptr || !old.type->is_scalar() || old.type->kind == Kind::boolean)
        refuse(e.place,
               sentence("Operator `{operator}` is not defined for type `{type}`.",
                        {{"operator", e.text}, {"type", name_of(t.type)}}),
               "");
    if (is_postfix && t.form == Target::Form::registers) {
        const std::uint32_t kept = temporary(old.type, e.place);
        copy(old.type, kept, old.unit, false, e.place);
        old = registers(old.type, kept);
    }
    const Value one = whole(library_.types.of(Kind::int32), 1);
    const Value fresh = convert(
        arithmetic(e.op == Operator::increment ? Operator::plus : Operator::minus, old, one, e.place), t.type, e.place);
    update(t, fresh, e.place);
    return is_postfix ? old : fresh;
}

Value Compiler::assign(const Expression& e) {
    const Expression& right = *e.children[1];
    if (right.what == Expression::What::construct && right.type.name.empty()) { // row = {a, b}
        const Target t = target(*e.children[0]);
        if (e.op != Operator::none || t.type->kind != Kind::record)
            refuse(right.place, sentence("A braced list can be assigned only to a struct."),
                   sentence("Assign the elements one by one."));
        Target fresh;
        fresh.type = t.type;
        fresh.unit = allocate(t.type->units, e.place);
        initialise(fresh, right);
        const Value v = registers(t.type, fresh.unit);
        store(t, v, e.place);
        return v;
    }
    if (const Symbol* const pointer = moving(*e.children[0])) return move_pointer(e, *pointer);
    const std::size_t first = code_.accesses.size();
    Value v = kept(value(right), right, *e.children[0]); // C++17 evaluates the right operand first
    const Target t = target(*e.children[0]);
    if (t.type->kind == Kind::array)
        refuse(e.place, sentence("Arrays cannot be assigned."), sentence("Assign the elements in a loop."));
    if (e.op != Operator::none) {
        const Value old = load(t, e.children[0]->place);
        const bool is_sum = e.op == Operator::plus || e.op == Operator::minus;
        if (is_sum && t.type->is_integer() && v.type != nullptr && v.type->is_real())
            warn(e.place, sentence_pattern("A floating-point value is added to an integer, which drops its fraction."),
                 sentence_pattern("Declare the sum as a floating-point variable."));
        if (is_sum && t.type->kind == Kind::float32 && v.type != nullptr && v.type->kind == Kind::float64)
            warn(e.place, sentence_pattern("A double is added to a float, which rounds the sum to 24 bits."),
                 sentence_pattern("Declare the sum as double, or as T in a template."));
        v = arithmetic(e.op, old, v, e.place);
    }
    v = convert(v, t.type, e.place);
    has_read(t, first) ? update(t, v, e.place) : store(t, v, e.place);
    return v;
}

Value Compiler::cast(const Expression& e) {
    const Type* const to = type_of(e.type);
    const Value v = value(*e.children[0]);
    if (to->kind == Kind::none) return {};
    if (to->kind == Kind::pointer && v.type != nullptr && v.type->kind == Kind::pointer && e.text == "static_cast")
        return convert_pointer(v, to, e.place, false);
    return convert(v, to, e.place, true);
}

void Compiler::construct_dim3(std::uint32_t unit, const Expression* sizes, SourceLocation at) {
    const Type* const u = library_.types.of(Kind::uint32);
    for (std::uint32_t d = 0; d < 3; ++d) {
        const std::uint32_t top = top_;
        const bool is_given = sizes != nullptr && d < sizes->children.size();
        const Value v = is_given ? convert(value(*sizes->children[d]), u, at) : whole(u, 1);
        copy(u, unit + d, materialize(v, at), false, at);
        top_ = top;
    }
}

Value Compiler::construct(const Expression& e) {
    if (e.type.name.empty())
        refuse(e.place, sentence("A braced list is not allowed here."),
               sentence("Use the list to initialize a variable."));
    const Type* const type = type_of(e.type);
    if (type->kind == Kind::record) {
        Target t;
        t.type = type;
        t.unit = allocate(type->units, e.place);
        if (type->name == "dim3" && e.children.size() <= 3) construct_dim3(t.unit, &e, e.place);
        else initialise(t, e);
        return registers(type, t.unit);
    }
    if (e.children.size() > 1)
        refuse(e.place, sentence("Type `{type}` takes one value.", {{"type", type->name}}),
               sentence("Remove the other values."));
    if (e.children.empty()) return convert(whole(library_.types.of(Kind::int32), 0), type, e.place, true);
    return convert(value(*e.children[0]), type, e.place, true);
}

} // namespace warploom::simt
