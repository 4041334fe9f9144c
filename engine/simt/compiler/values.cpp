#include "engine/simt/compiler/values.h"

#include "engine/sentence.h"

#include <bit>

// Compiles operations on values. A pointer to memory is an address in registers. Local variables are in registers and
// have no address, so pointers to them are resolved at compile time. A pointer into a local array is represented by an
// element index. If the pointer changes at run time, the index is in a register.

namespace warploom::simt {

bool is_same(const Target& a, const Target& b) {
    return a.form == b.form && a.type == b.type && a.unit == b.unit && a.index == b.index && a.inner == b.inner;
}

Value ValueCode::truth(const Value& v, SourceLocation at) {
    const Type* const boolean = library_.types.of(Kind::boolean);
    if (v.form == Value::Form::local_pointer) return whole(boolean, 1);
    if (v.is_constant()) return {whole(boolean, v.constant.is_true() ? 1 : 0), v.is_counted};
    if (v.type->kind == Kind::boolean) return v;
    const std::uint32_t unit = temporary(boolean, at);
    emit_code(operation(Family::to_bool, class_of(v.type)), at, unit, v.unit, v.unit);
    return registers(boolean, unit);
}

Value ValueCode::convert(const Value& v, const Type* to, SourceLocation at, bool is_explicit) {
    if (v.type == to) return v;
    if (to->kind == Kind::none) return {};
    if (to->kind == Kind::pointer) return convert_pointer(v, to, at, is_explicit);
    if (to->kind == Kind::boolean) return truth(v, at);
    if (to->name == "dim3") { // convert an integer to a dim3, as in `dim3 grid = blocks`
        const Type* const u = library_.types.of(Kind::uint32);
        const std::uint32_t unit = allocate(3, at);
        copy(u, unit, materialize(convert(v, u, at), at), false, at);
        for (std::uint32_t d = 1; d < 3; ++d) copy(u, unit + d, materialize(whole(u, 1), at), false, at);
        return registers(to, unit);
    }
    if (v.is_constant()) return {converted(v.constant, to), v.is_counted};
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

Value ValueCode::convert_pointer(const Value& v, const Type* to, SourceLocation at, bool is_explicit) {
    Value result = v;
    result.type = to;
    if (v.is_constant()) return result;
    const bool same = v.type->of == to->of || to->of->kind == Kind::none;
    if (is_explicit && (!same || v.type->of->kind == Kind::none)) code_.has_casts = true;
    if (!same && v.form == Value::Form::local_pointer)
        refuse(at,
               sentence("`{name}` is in registers and cannot be accessed as another type.", {{"name", v.target->name}}),
               "");
    return result;
}

Value ValueCode::same_bits(const Value& v, const Type* type) const {
    if (v.is_constant()) return {simt::same_bits(v.constant, type), v.is_counted};
    Value same = v;
    same.type = type;
    return same;
}

Value ValueCode::arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at) {
    if (left.type->kind == Kind::pointer || right.type->kind == Kind::pointer)
        return pointer_arithmetic(op, left, right, at);
    const bool test = is_test(op);
    const Type* const type = left.type;
    const Type* const result = test ? library_.types.of(Kind::boolean) : type;
    const Op made = operation(family_of(op), class_of(type));
    if (left.is_constant() && right.is_constant()) {
        // Unrolling must not change the trace, so floating-point operations on values that are constant only because of
        // unrolling are emitted instead of folded. Overflows and divisions by zero are not folded either, because they
        // are reported at run time.
        const bool is_counted = left.is_counted || right.is_counted, is_traced = is_counted && type->is_real() && !test;
        const bool is_quotient = op == Operator::slash || op == Operator::percent;
        const bool is_undefined = (is_quotient && type->is_integer() && right.constant.bits == 0) ||
                                  overflows(op, left.constant, right.constant);
        if (!is_traced && !is_undefined) return {computed(result, op, left.constant, right.constant), is_counted};
    }
    const bool is_nothing = type->is_integer() && right.is_constant() && right.constant.bits == 0;
    if (is_nothing && (op == Operator::plus || op == Operator::minus)) return left;
    // Replace a division by a power of two with a shift or mask, because the interpreter divides separately in each
    // lane.
    const bool is_power = type->is_unsigned() && right.is_constant() && std::has_single_bit(right.constant.bits);
    if (is_power && op == Operator::slash)
        return arithmetic(
            Operator::shift_right, left,
            whole(library_.types.of(Kind::int32), static_cast<std::uint64_t>(std::countr_zero(right.constant.bits))),
            at);
    if (is_power && op == Operator::percent)
        return arithmetic(Operator::amp, left, whole(type, right.constant.bits - 1), at);
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

Value ValueCode::pointer_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at) {
    const bool both = left.type->kind == Kind::pointer && right.type->kind == Kind::pointer;
    const auto is_local = [](const Value& v) { return v.form == Value::Form::local_pointer; };
    if (is_local(left) || is_local(right)) return local_arithmetic(op, left, right, at);
    if (is_test(op) && (both || left.is_constant() || right.is_constant())) {
        const Type* const wide = library_.types.of(Kind::uint64);
        const std::uint32_t unit = temporary(library_.types.of(Kind::boolean), at);
        std::uint32_t b = known(Known::What::constant, true, 0), c = b;
        if (!left.is_constant()) b = materialize(left, at);
        if (!right.is_constant()) c = materialize(right, at);
        if (op == Operator::greater || op == Operator::greater_equal) std::swap(b, c);
        emit_code(operation(family_of(op), class_of(wide)), at, unit, b, c);
        return registers(library_.types.of(Kind::boolean), unit);
    }
    if (both && op == Operator::minus && left.type->of == right.type->of) {
        const Type* const wide = library_.types.of(Kind::int64);
        const std::uint32_t unit = temporary(wide, at);
        emit_code(operation(Family::sub, Class::i64), at, unit, materialize(left, at), materialize(right, at));
        return arithmetic(Operator::slash, registers(wide, unit),
                          whole(wide, static_cast<std::uint64_t>(left.type->of->bytes)), at);
    }
    const bool is_left = left.type->kind == Kind::pointer;
    const Value& pointer = is_left ? left : right;
    Value distance = is_left ? right : left;
    if (op == Operator::minus)
        distance = arithmetic(Operator::minus, whole(type_of(Kind::int64), 0),
                              convert(distance, type_of(Kind::int64), at), at);
    return address_of(element_of_pointer(pointer, distance, at), at);
}

Value ValueCode::local_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at) {
    const bool both = left.form == right.form, is_left = left.form == Value::Form::local_pointer;
    const Value& pointer = is_left ? left : right;
    const Value& other = is_left ? right : left;
    const std::string& name = pointer.target->name;
    if (!both && other.is_constant() && other.constant.bits == 0 &&
        // The address of a variable never equals null.
        (op == Operator::equal || op == Operator::not_equal))
        return whole(library_.types.of(Kind::boolean), op == Operator::not_equal ? 1 : 0);
    if (both && (is_test(op) || op == Operator::minus)) {
        if (!is_same(*left.target, *right.target))
            refuse(at,
                   sentence("Pointers to different variables (`{left}` and `{right}`) cannot be compared.",
                            {{"left", left.target->name}, {"right", right.target->name}}),
                   sentence("Compare only pointers into the same array."));
        return arithmetic(op, position_of(left, at), position_of(right, at), at);
    }
    if (pointer.target->type->kind != Kind::array) {
        if (other.is_constant() && other.constant.bits == 0) return pointer;
        refuse(at, sentence("`{name}` is a single variable, not an array.", {{"name", name}}),
               sentence("Use the name of the array."));
    }
    Value result = pointer;
    // If the pointer points to the first element, the added number is the new index, so no 64-bit addition is
    // necessary.
    if (pointer.position == nullptr && op == Operator::plus) {
        result.position = std::make_shared<Value>(other);
        return result;
    }
    const Value distance = convert(other, library_.types.of(Kind::int64), at);
    result.position = std::make_shared<Value>(arithmetic(op, position_of(pointer, at), distance, at));
    return result;
}

/// Returns the element index of a pointer into a local array.
Value ValueCode::position_of(const Value& pointer, SourceLocation at) {
    const Type* const wide = library_.types.of(Kind::int64);
    return pointer.position == nullptr ? Value(whole(wide, 0)) : convert(*pointer.position, wide, at);
}

} // namespace warploom::simt
