#include "engine/simt/compiler/expressions.h"

#include "engine/simt/language/parser.h"
#include "engine/simt/passes/loops.h"

#include <algorithm>

namespace warploom::simt {

const Storage* ExpressionCode::find(const std::string& name) const {
    for (std::size_t s = scopes_.size(); s-- > first_scope_;) {
        const auto known = scopes_[s].find(name);
        if (known != scopes_[s].end()) return &known->second;
    }
    const auto known = globals_.find(name);
    return known == globals_.end() ? nullptr : &known->second;
}

Value ExpressionCode::value(const Expression& e) {
    const Value v = decayed(e);
    const Type* const to = typed(e).converted;
    return to == nullptr ? v : convert(v, to, e.place);
}

Value ExpressionCode::decayed(const Expression& e) {
    Value v = expression(e);
    if (v.type != nullptr && v.type->kind == Kind::array && v.form == Value::Form::local_pointer) {
        // An array that is used as a value decays to a pointer to its first element.
        if (v.target->form == Target::Form::memory)
            return address_of(element(*v.target, whole(library_.types.of(Kind::int32), 0), e.place), e.place);
        v.type = library_.types.pointer(v.type->of, v.target->is_const);
    }
    return v;
}

/// Returns whether an expression is an operation that a function can overload.
static bool is_operation(const Expression& e) {
    const bool is_arithmetic = e.op != Operator::comma && e.op != Operator::logical_and && e.op != Operator::logical_or;
    return (e.what == Expression::What::binary && is_arithmetic) || e.what == Expression::What::assign ||
           (e.what == Expression::What::unary &&
            (e.op == Operator::minus || e.op == Operator::plus || e.op == Operator::tilde));
}

Value ExpressionCode::expression(const Expression& e) {
    const Nesting nesting(levels_, library_.effort, e.place);
    if (const Typed& t = typed(e); t.is_constant()) return t.constant;
    else if (t.callee != nullptr && is_operation(e)) return call(e); // an overloaded operator
    switch (e.what) {
    case Expression::What::name: return name(e);
    case Expression::What::unary: return unary(e);
    case Expression::What::postfix: return step(e, true);
    case Expression::What::binary: return binary(e);
    case Expression::What::assign: return assign(e);
    case Expression::What::conditional: return conditional(e);
    case Expression::What::call: return call(e);
    case Expression::What::launch: return launch(e);
    case Expression::What::member: return member_value(e);
    case Expression::What::index: return load(target(e), e.place);
    case Expression::What::cast: return cast(e);
    case Expression::What::construct: return construct(e);
    default: return {};
    }
}

Value ExpressionCode::name(const Expression& e) {
    if (e.word == Keyword::this_) return address_of(*object_around(), e.place);
    const Storage& storage = *find(e.text);
    return storage.is_value ? storage.value : load(storage.target, e.place);
}

Value ExpressionCode::member_value(const Expression& e) {
    const Expression& of = *e.children[0];
    if (is_dimension(of)) return dimension(e);
    if (typed(e).is_lvalue) return load(target(e), e.place);
    const Value record = value(of); // copy the result to registers, because a temporary has no address
    for (const StructField& field : record.type->fields)
        if (field.name == e.text)
            return registers(field.type, materialize(record, e.place) + static_cast<std::uint32_t>(field.unit));
    return {};
}

/// Returns a copy of an operand if evaluating the other operand, `next`, may modify it, as in `i << i++`. Otherwise,
/// returns the operand itself.
Value ExpressionCode::kept(const Value& v, const Expression& of, const Expression& next) {
    if (!next.has_effects || v.form != Value::Form::registers || !may_change(next, of)) return v;
    const std::uint32_t unit = temporary(v.type, of.place);
    copy(v.type, unit, v.unit, false, of.place);
    return registers(v.type, unit);
}

/// Compiles an operand of `&&`, `||` or `?:` for all lanes. The operand must not have side effects, because C++
/// evaluates it only in lanes where `test` equals `wanted`.
Value ExpressionCode::guarded(const Expression& e, std::uint32_t test, bool wanted) {
    const std::int64_t outer = guard_;
    code_.guards.push_back({test, wanted, outer});
    guard_ = static_cast<std::int64_t>(code_.guards.size());
    const Value v = value(e);
    guard_ = outer;
    return v;
}

bool ExpressionCode::is_overloaded(const Expression& e) const {
    const auto known = instance_->expressions.find(&e);
    return known != instance_->expressions.end() && known->second.callee != nullptr;
}

bool ExpressionCode::is_plain(const Expression& e) const {
    switch (e.what) {
    case Expression::What::integer:
    case Expression::What::real: return true;
    case Expression::What::name: {
        const Storage* const storage = find(e.text);
        return storage == nullptr || storage->is_value || storage->target.form == Target::Form::registers;
    }
    case Expression::What::member:
        return e.children[0]->what == Expression::What::name && !e.is_arrow && is_plain(*e.children[0]);
    case Expression::What::unary:
        return !is_overloaded(e) &&
               (e.op == Operator::minus || e.op == Operator::logical_not || e.op == Operator::tilde ||
                e.op == Operator::plus) &&
               is_plain(*e.children[0]);
    case Expression::What::binary:
        return !is_overloaded(e) && e.op != Operator::slash && e.op != Operator::percent && e.op != Operator::comma &&
               is_plain(*e.children[0]) && is_plain(*e.children[1]);
    case Expression::What::cast: return is_plain(*e.children[0]);
    default: return false;
    }
}

/// Returns whether an expression contains floating-point arithmetic. The expression must satisfy is_plain().
bool ExpressionCode::has_flops(const Expression& e) const {
    if (e.what == Expression::What::member || typed(e).is_constant()) return false;
    if (e.what == Expression::What::binary && typed(e).type->is_real()) return true;
    return std::any_of(e.children.begin(), e.children.end(), [&](const auto& child) { return has_flops(*child); });
}

/// Compiles an operand that is never evaluated because a condition is constant. If the condition is constant only
/// because of loop unrolling, the floating-point operations of the operand must still be counted, because the loop
/// without unrolling would execute the operand in all lanes.
void ExpressionCode::count_skipped(const Expression& e, const Value& test, bool wanted) {
    if (test.is_counted && has_flops(e)) guarded(e, materialize(test, e.place), wanted);
}

Value ExpressionCode::unary(const Expression& e) {
    if (e.op == Operator::increment || e.op == Operator::decrement) return step(e, false);
    if (e.op == Operator::amp) return address(*e.children[0], e.place);
    if (e.op == Operator::star) return load(target(e), e.place);
    const Value v = value(*e.children[0]);
    if (e.op == Operator::plus) return v;
    if (v.is_constant()) return {folded(library_.types, e.op, v.constant), v.is_counted};
    const std::uint32_t unit = temporary(v.type, e.place);
    if (e.op == Operator::logical_not) {
        emit_code(operation(Family::equal, Class::i32), e.place, unit, v.unit, known(Known::What::constant, false, 0));
        return registers(v.type, unit);
    }
    emit_code(operation(e.op == Operator::minus ? Family::negate : Family::bit_not, class_of(v.type)), e.place, unit,
              v.unit, v.unit);
    return registers(v.type, unit);
}

/// Compiles the operation of `++`, `--` or a compound assignment, and converts the result to the type of the variable.
/// `operand` already has the type of the operation.
Value ExpressionCode::combined(const Expression& e, Operator op, const Value& old, const Value& operand) {
    const Type* const type = typed(e).operation;
    if (type == nullptr) return arithmetic(op, old, operand, e.place);
    return convert(arithmetic(op, convert(old, type, e.place), operand, e.place), old.type, e.place);
}

Value ExpressionCode::step(const Expression& e, bool is_postfix) {
    if (const Storage* const pointer = moving(*e.children[0])) return step_pointer(e, *pointer, is_postfix);
    const Target t = target(*e.children[0]);
    Value old = load(t, e.place);
    if (is_postfix && t.form == Target::Form::registers) {
        const std::uint32_t kept = temporary(old.type, e.place);
        copy(old.type, kept, old.unit, false, e.place);
        old = registers(old.type, kept);
    }
    const Type *const type = typed(e).operation, *const i32 = type_of(Kind::int32);
    const Value one = converted(whole(i32, 1), type == nullptr ? i32 : type);
    const Value fresh = combined(e, e.op == Operator::increment ? Operator::plus : Operator::minus, old, one);
    update(t, fresh, e.place);
    return is_postfix ? old : fresh;
}

Value ExpressionCode::binary(const Expression& e) {
    if (e.op == Operator::comma) {
        expression(*e.children[0]);
        return expression(*e.children[1]);
    }
    if (e.op == Operator::logical_and || e.op == Operator::logical_or) return logical(e);
    const Value left = kept(value(*e.children[0]), *e.children[0], *e.children[1]);
    const Value right = value(*e.children[1]);
    return arithmetic(e.op, left, right, e.place);
}

/// Compiles `&&` and `||`. The right operand is evaluated only in lanes that need it, unless it is cheap and has no
/// side effects.
Value ExpressionCode::logical(const Expression& e) {
    const Type* const boolean = library_.types.of(Kind::boolean);
    const bool is_and = e.op == Operator::logical_and;
    const Value left = value(*e.children[0]);
    if (left.is_constant() && left.constant.is_true() != is_and) {
        if (is_plain(*e.children[1])) count_skipped(*e.children[1], left, is_and);
        return left;
    }
    if (left.is_constant()) return value(*e.children[1]);
    if (is_plain(*e.children[1])) {
        const Value right = guarded(*e.children[1], left.unit, is_and);
        if (right.is_constant()) return right.constant.is_true() == is_and ? left : right;
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
    branch(test, e.place, [&] { copy(boolean, result, materialize(value(*e.children[1]), e.place), true, e.place); });
    return registers(boolean, result);
}

Value ExpressionCode::conditional(const Expression& e) {
    const Expression &first = *e.children[1], &second = *e.children[2];
    const Type* const type = typed(e).type;
    const Value test = value(*e.children[0]);
    const bool is_selection = type->is_scalar() && is_plain(first) && is_plain(second);
    if (test.is_constant()) {
        const bool is_first = test.constant.is_true();
        if (is_selection) count_skipped(is_first ? second : first, test, !is_first);
        return value(is_first ? first : second);
    }
    const std::uint32_t result = temporary(type, e.place);
    if (is_selection) {
        const auto side = [&](const Expression& of, bool wanted) {
            return materialize(guarded(of, test.unit, wanted), e.place);
        };
        const std::uint32_t yes = side(first, true), no = side(second, false);
        emit_code(type->is_wide() ? Op::select64 : Op::select32, e.place, result, yes, no, test.unit);
        return registers(type, result);
    }
    on_each_side(e, test.unit,
                 [&](const Expression& side) { copy(type, result, materialize(value(side), e.place), true, e.place); });
    return registers(type, result);
}

/// Compiles the second and third operands of `?:` as branches, so that each lane executes only one of them.
void ExpressionCode::on_each_side(const Expression& e, std::uint32_t test,
                                  const std::function<void(const Expression&)>& compute) {
    branch(
        test, e.place, [&] { compute(*e.children[1]); }, [&] { compute(*e.children[2]); });
}

Value ExpressionCode::assign(const Expression& e) {
    const Expression& right = *e.children[1];
    if (is_list(&right)) { // this assigns a braced list, as in row = {a, b}
        const Target t = target(*e.children[0]);
        Target fresh;
        fresh.type = t.type;
        fresh.unit = allocate(t.type->units, e.place);
        initialise(fresh, right);
        const Value v = registers(t.type, fresh.unit);
        store(t, v, e.place);
        return v;
    }
    if (const Storage* const pointer = moving(*e.children[0])) return move_pointer(e, *pointer);
    const std::size_t first = code_.accesses.size();
    // Evaluate the right operand of an assignment first, as specified since C++17.
    Value v = kept(value(right), right, *e.children[0]);
    const Target t = target(*e.children[0]);
    if (e.op != Operator::none) v = combined(e, e.op, load(t, e.children[0]->place), v);
    has_read(t, first) ? update(t, v, e.place) : store(t, v, e.place);
    return v;
}

Value ExpressionCode::cast(const Expression& e) {
    const Type* const to = typed(e).type;
    const Value v = value(*e.children[0]);
    if (to == nullptr) return {};
    const bool is_static =
        e.word == Keyword::static_cast_ && to->kind == Kind::pointer && v.type->kind == Kind::pointer;
    return convert(v, to, e.place, !is_static);
}

Value ExpressionCode::construct(const Expression& e) {
    const Type* const type = typed(e).type;
    if (type->kind != Kind::record) return convert(value(*e.children[0]), type, e.place, true);
    Target t;
    t.type = type;
    t.unit = allocate(type->units, e.place);
    if (type->name == "dim3" && e.children.size() <= 3) construct_dim3(t.unit, &e, e.place);
    else initialise(t, e);
    return registers(type, t.unit);
}

void ExpressionCode::construct_dim3(std::uint32_t unit, const Expression* sizes, SourceLocation at) {
    const Type* const u = library_.types.of(Kind::uint32);
    for (std::uint32_t d = 0; d < 3; ++d) {
        const std::uint32_t top = top_;
        const bool is_given = sizes != nullptr && d < sizes->children.size();
        const Value v = is_given ? value(*sizes->children[d]) : Value(whole(u, 1));
        copy(u, unit + d, materialize(v, at), false, at);
        top_ = top;
    }
}

/// Initializes an array or struct from a braced list. Missing elements are set to 0, and missing components of a dim3
/// to 1.
void ExpressionCode::initialise(const Target& to, const Expression& list) {
    const Type* const type = to.type;
    const bool is_array = type->kind == Kind::array;
    if (!is_array && type->kind != Kind::record) {
        const Value v = list.children.empty() ? convert(whole(type_of(Kind::int32), 0), type, list.place)
                                              : value(*list.children[0]);
        return store(to, v, list.place);
    }
    const std::size_t parts = is_array ? static_cast<std::size_t>(type->count) : type->fields.size();
    for (std::size_t p = 0; p < parts; ++p) {
        Target part = to;
        part.type = is_array ? type->of : type->fields[p].type;
        part.unit += static_cast<std::uint32_t>(is_array ? static_cast<std::int64_t>(p) * type->of->units
                                                         : type->fields[p].unit);
        const bool is_given = p < list.children.size();
        const bool is_inner = is_given && is_list(list.children[p].get());
        if (is_inner || (!is_given && !part.type->is_scalar())) {
            const auto empty = make_expression(Expression::What::construct, list.place);
            initialise(part, is_inner ? *list.children[p] : *empty);
        } else {
            const std::uint32_t top = top_;
            const Value missing = whole(type_of(Kind::int32), type->name == "dim3" ? 1 : 0);
            const Value v = is_given ? value(*list.children[p]) : convert(missing, part.type, list.place);
            copy(part.type, part.unit, materialize(v, list.place), false, list.place);
            top_ = top;
        }
    }
}

} // namespace warploom::simt
