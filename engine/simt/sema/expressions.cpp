#include "engine/sentence.h"
#include "engine/simt/language/words.h"
#include "engine/simt/sema/evaluate.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>

namespace warploom::simt {

Expressions::Expressions(Sema& sema) : sema_(sema), context_(sema.context), types_(sema.context.library.types) {}

const Type* decayed(Types& types, const Typed& t) {
    if (t.type == nullptr || t.type->kind != Kind::array) return t.type;
    // An array of arrays in memory decays to a pointer to its innermost elements.
    const bool is_nested = t.is_in_memory && t.type->of->kind == Kind::array;
    return types.pointer(is_nested ? t.type->of->of : t.type->of, t.is_const, t.is_volatile);
}

Typed& Expressions::check(const Expression& e) {
    auto& known = context_.instance().expressions;
    if (const auto place = known.find(&e); place != known.end()) return place->second;
    const Nesting nesting(context_.levels, context_.library.effort, e.place);
    Typed t = expression(e);
    t.converted = nullptr; // the result may be a copy of an operand, so discard the conversion of that operand
    return known[&e] = t;
}

Typed Expressions::value(const Expression& e) {
    Typed t = check(e);
    t.type = decayed(types_, t);
    return t;
}

Typed Expressions::expression(const Expression& e) {
    switch (e.what) {
    case Expression::What::integer: {
        if (e.text[0] == '\'') return constant(whole(context_.type_of(Kind::int8), e.integer));
        const Kind narrow = e.is_unsigned ? Kind::uint32 : Kind::int32,
                   wide = e.is_unsigned ? Kind::uint64 : Kind::int64;
        return constant(whole(context_.type_of(e.is_long ? wide : narrow), e.integer));
    }
    case Expression::What::real:
        return constant(real(context_.type_of(e.is_float ? Kind::float32 : Kind::float64), e.real));
    case Expression::What::text:
        refuse(e, sentence("String literals are supported only as arguments of printf."), sentence("Use numbers."));
    case Expression::What::name: return name(e);
    case Expression::What::unary: return unary(e);
    case Expression::What::postfix: return step(e);
    case Expression::What::binary: return binary(e);
    case Expression::What::assign: return assign(e);
    case Expression::What::conditional: return conditional(e);
    case Expression::What::call: return sema_.calls.call(e);
    case Expression::What::launch: return sema_.calls.launch(e);
    case Expression::What::member: return member(e);
    case Expression::What::index: return index(e);
    case Expression::What::cast: return cast(e);
    case Expression::What::construct: return construct(e);
    case Expression::What::size_of_type: return size_of(e);
    }
    return {};
}

Typed Expressions::name(const Expression& e) {
    if (!e.type.name.empty()) return static_constant(e);
    if (e.word == Keyword::true_ || e.word == Keyword::false_)
        return constant(whole(context_.type_of(Kind::boolean), e.word == Keyword::true_ ? 1 : 0));
    if (e.word == Keyword::nullptr_ || e.word == Keyword::null_)
        return constant(whole(types_.pointer(context_.type_of(Kind::none), false), 0));
    if (e.word == Keyword::warp_size_name) return constant(whole(context_.type_of(Kind::int32), 32));
    if (e.word == Keyword::this_) {
        if (sema_.calls.struct_around() == nullptr || context_.instance().function->is_static)
            refuse(e, sentence("`this` can be used only inside a method."), sentence("Use the name of the variable."));
        return rvalue(types_.pointer(sema_.calls.struct_around(), context_.instance().function->is_const));
    }
    if (const Symbol* symbol = context_.find(e.text)) {
        if (symbol->what == Symbol::What::type)
            refuse(e, sentence("`{name}` is a type, not a value.", {{"name", e.text}}), "");
        const auto global = context_.library.globals().find(e.text);
        if (global != context_.library.globals().end() && symbol == &global->second && symbol->is_in_memory)
            context_.require_device(e, "`" + e.text + "`");
        return {.type = symbol->type,
                .is_lvalue = true,
                .is_const = symbol->is_const,
                .is_volatile = symbol->is_volatile,
                .is_in_memory = symbol->is_in_memory,
                .constant = symbol->constant};
    }
    if (is_dimension(e))
        refuse(e, sentence("`{name}` is a structure and must be used with a member.", {{"name", e.text}}),
               sentence("Write `{name}.x`.", {{"name", e.text}}));
    if (const auto known = named_constant(types_, e.text)) return constant(*known);
    if (!context_.library.functions(e.text).empty())
        refuse(e, sentence("Function `{name}` is used without an argument list.", {{"name", e.text}}),
               sentence("Write `{name}(...)`.", {{"name", e.text}}));
    if (is_runtime_function(e.text))
        refuse(
            e, sentence("`{name}` is not supported.", {{"name", e.text}}),
            sentence(
                "The only error code is `cudaSuccess`, because all other errors stop the program and are reported."));
    std::vector<std::string> near;
    for (const Scope& scope : context_.frame().scopes)
        for (const auto& [known_name, symbol] : scope) near.push_back(known_name);
    for (const char* other : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}) near.emplace_back(other);
    context_.refuse_unknown(e, sentence("Variable `{name}` is not declared.", {{"name", e.text}}), near);
}

/// Checks an expression that names a static data member, `Type::name`.
Typed Expressions::static_constant(const Expression& e) {
    const Type* const type = context_.type_of(e.type);
    const RecordInstance* const record = context_.library.record_of(type);
    std::vector<std::string> names;
    if (record != nullptr)
        for (const Declaration& d : record->record->constants) {
            if (d.name == e.text) return constant(record->names.at(d.name).constant);
            names.push_back(d.name);
        }
    refuse(e, sentence("`{type}` has no static constant `{name}`.", {{"type", type->name}, {"name", e.text}}),
           context_.library.near_to(e.text, names, e.place));
}

/// Checks an operator whose operands include a struct. Returns std::nullopt if the file does not overload the operator.
std::optional<Typed> Expressions::overloaded(const Expression& e, const std::string& sign,
                                             std::initializer_list<Typed> operands) {
    if (std::none_of(operands.begin(), operands.end(),
                     [](const Typed& t) { return t.type != nullptr && t.type->kind == Kind::record; }))
        return std::nullopt;
    const auto& functions = context_.library.functions("operator" + sign);
    return functions.empty() ? std::nullopt : std::optional(sema_.calls.call_operator_function(e, functions));
}

Typed Expressions::unary(const Expression& e) {
    const Expression& of = *e.children[0];
    if (e.op == Operator::increment || e.op == Operator::decrement) return step(e);
    if (e.op == Operator::amp) {
        const Typed& t = lvalue(of);
        const Type* const to = t.type->kind == Kind::array ? t.type->of : t.type;
        return rvalue(types_.pointer(to, t.is_const, t.is_volatile));
    }
    if (e.op == Operator::star) return pointee(value(of), e);
    if (e.op == Operator::logical_not) {
        const Typed t = sema_.conversions.truth(of, e);
        return t.is_constant() ? constant(folded(types_, e.op, t.constant)) : t;
    }
    const Typed v = value(of);
    if (const auto call = overloaded(e, e.text, {v})) return *call;
    if (v.type == nullptr || !v.type->is_number())
        refuse(e, sentence("`{name}` requires a number.", {{"name", e.text}}), "");
    const Type* const type = promoted(types_, v.type);
    if (e.op == Operator::tilde && type->is_real())
        refuse(e,
               sentence("Operator `{operator}` requires integers, not `{type}`.",
                        {{"operator", "~"}, {"type", type->name}}),
               sentence("Convert the operands to int."));
    sema_.conversions.converted_value(of, type);
    return v.is_constant() ? constant(folded(types_, e.op, v.constant)) : rvalue(type);
}

Typed Expressions::step(const Expression& e) {
    const Typed t = lvalue(*e.children[0]);
    if (t.type == nullptr || !t.type->is_scalar() || t.type->kind == Kind::boolean)
        refuse(e,
               sentence("Operator `{operator}` is not defined for type `{type}`.",
                        {{"operator", e.text}, {"type", name_of(t.type)}}),
               "");
    Typed old = t;
    old.constant = {};
    const Type* const one = context_.type_of(Kind::int32);
    arithmetic(Operator::plus, old, constant(whole(one, 1)), e);
    require_writable(*e.children[0], t, e);
    return {.type = t.type, .operation = t.type->is_number() ? common_type(types_, t.type, one) : nullptr};
}

Typed Expressions::binary(const Expression& e) {
    const Expression &first = *e.children[0], &second = *e.children[1];
    if (e.op == Operator::comma) {
        const bool is_first_known = check(first).is_constant();
        Typed t = check(second);
        t.is_lvalue = false;
        // Even if the second operand of a comma expression is constant, the first one must be evaluated, because it may
        // have side effects.
        if (!is_first_known) t.constant = {};
        return t;
    }
    const bool is_and = e.op == Operator::logical_and;
    if (!is_and && e.op != Operator::logical_or) {
        const Typed left = value(first), right = value(second);
        if (const auto call = overloaded(e, spelling_of(e.op), {left, right})) return *call;
        sema_.signs.look_at(e);
        const Typed result = arithmetic(e.op, left, right, e);
        if (const Type* const type = operation_type(types_, e.op, left.type, right.type)) {
            sema_.conversions.converted_value(first, type);
            convert_right_operand(e.op, second, type);
        }
        return result;
    }
    const Typed left = sema_.conversions.truth(first);
    // The second operand of `&&` or `||` is not evaluated, because the first one determines the result.
    if (left.is_constant() && left.constant.is_true() != is_and) return left;
    const Typed right = sema_.conversions.truth(second);
    return left.is_constant() || !right.is_constant() ? right : rvalue(right.type);
}

/// Converts the right operand of a binary operation. `type` is the type of the operation. A shift count is an int.
void Expressions::convert_right_operand(Operator op, const Expression& right, const Type* type) {
    sema_.conversions.converted_value(right, is_shift(op) ? context_.type_of(Kind::int32) : type);
}

Typed Expressions::arithmetic(Operator op, const Typed& left, const Typed& right, const ErrorPlace& at) {
    for (const Typed* side : {&left, &right})
        if (side->type == nullptr)
            refuse(at, sentence("An operand of `{operator}` has type void.", {{"operator", spelling_of(op)}}),
                   sentence("Write the call to a void function as a separate statement."));
    if (left.type->kind == Kind::pointer || right.type->kind == Kind::pointer)
        return pointer_arithmetic(op, left, right, at);
    if (!left.type->is_number() || !right.type->is_number())
        refuse(at,
               sentence("Operator `{operator}` is not defined for type `{type}`.",
                        {{"operator", spelling_of(op)},
                         {"type", left.type->is_number() ? right.type->name : left.type->name}}),
               sentence("Use a field, such as `value.x`."));
    const bool is_bits =
        is_shift(op) || op == Operator::percent || op == Operator::amp || op == Operator::pipe || op == Operator::caret;
    if (is_bits && (left.type->is_real() || right.type->is_real()))
        refuse(at,
               sentence("Operator `{operator}` requires integers, not `{type}`.",
                        {{"operator", spelling_of(op)},
                         {"type", left.type->is_real() ? left.type->name : right.type->name}}),
               op == Operator::percent ? sentence("Use fmod, or convert the operands to int.")
                                       : sentence("Convert the operands to int."));
    const Type* const type = operation_type(types_, op, left.type, right.type);
    if ((op == Operator::slash || op == Operator::percent) && right.is_constant() && type->is_integer() &&
        right.constant.bits == 0)
        refuse(at, sentence("Division by zero."), sentence("Check the divisor."));
    if (left.is_constant() && right.is_constant())
        if (const auto known = folded(types_, op, left.constant, right.constant)) return constant(*known);
    return rvalue(is_test(op) ? context_.type_of(Kind::boolean) : type);
}

Typed Expressions::pointer_arithmetic(Operator op, const Typed& left, const Typed& right, const ErrorPlace& at) {
    const bool both = left.type->kind == Kind::pointer && right.type->kind == Kind::pointer;
    if (is_test(op) && (both || left.is_constant() || right.is_constant()))
        return rvalue(context_.type_of(Kind::boolean));
    if (both && op == Operator::minus && left.type->of == right.type->of) return rvalue(context_.type_of(Kind::int64));
    const bool is_left = left.type->kind == Kind::pointer;
    if (both || (op != Operator::plus && !(op == Operator::minus && is_left)))
        refuse(at, sentence("Operator `{operator}` is not defined for pointers.", {{"operator", spelling_of(op)}}),
               sentence("You can add an integer to a pointer or subtract an integer from it."));
    const Typed &pointer = is_left ? left : right, &distance = is_left ? right : left;
    if (!distance.type->is_integer())
        refuse(at,
               sentence("Only an integer can be added to a pointer, not a `{type}`.", {{"type", distance.type->name}}),
               sentence("Convert it to int."));
    pointee(pointer, at);
    return rvalue(pointer.type);
}

Typed Expressions::assign(const Expression& e) {
    const Expression &to = *e.children[0], &from = *e.children[1];
    if (is_list(&from)) { // this assigns a braced list, as in `row = {a, b}`
        const Typed t = lvalue(to);
        if (e.op != Operator::none || t.type->kind != Kind::record)
            refuse(from, sentence("A braced list can be assigned only to a struct."),
                   sentence("Assign the elements one by one."));
        sema_.conversions.initialise(t.type, from);
        require_writable(to, t, e);
        return rvalue(t.type);
    }
    const Typed v = value(from);
    const Typed t = lvalue(to);
    if (e.op != Operator::none)
        if (const auto call = overloaded(e, std::string(spelling_of(e.op)) + "=", {t, v})) return *call;
    Typed result = rvalue(t.type);
    if (t.type->kind == Kind::array)
        refuse(e, sentence("Arrays cannot be assigned."), sentence("Assign the elements in a loop."));
    if (e.op != Operator::none) {
        const bool is_sum = e.op == Operator::plus || e.op == Operator::minus;
        if (is_sum && t.type->is_integer() && v.type != nullptr && v.type->is_real())
            context_.warn(e.place,
                          sentence_pattern("A floating-point value is added to an integer, which drops its fraction."),
                          sentence_pattern("Declare the sum as a floating-point variable."));
        if (is_sum && t.type->kind == Kind::float32 && v.type != nullptr && v.type->kind == Kind::float64)
            context_.warn(e.place, sentence_pattern("A double is added to a float, which rounds the sum to 24 bits."),
                          sentence_pattern("Declare the sum as double, or as T in a template."));
        Typed old = t;
        old.constant = {};
        sema_.conversions.convert(arithmetic(e.op, old, v, e), t.type, e);
        result.operation = operation_type(types_, e.op, t.type, v.type);
        if (result.operation != nullptr) convert_right_operand(e.op, from, result.operation);
    } else {
        sema_.conversions.converted_value(from, t.type, e);
    }
    require_writable(to, t, e);
    return result;
}

Typed Expressions::conditional(const Expression& e) {
    const Typed test = sema_.conversions.truth(*e.children[0]);
    const Typed yes = value(*e.children[1]), no = value(*e.children[2]);
    if (yes.type == nullptr || no.type == nullptr || yes.type->kind == Kind::none || no.type->kind == Kind::none)
        refuse(e, sentence("The operands of `?:` cannot have type void."), sentence("Use `if`."));
    const auto is_zero = [](const Expression& side) {
        return side.what == Expression::What::integer && side.integer == 0 && side.text[0] != '\'';
    };
    const Type* type = yes.type;
    if (yes.type != no.type) {
        if (yes.type->is_number() && no.type->is_number()) type = common_type(types_, yes.type, no.type);
        else if (is_zero(*e.children[1]) && no.type->kind == Kind::pointer) type = no.type;
        else if (is_zero(*e.children[2]) && yes.type->kind == Kind::pointer) type = yes.type;
        else if (yes.type->kind == Kind::pointer && yes.type->of->kind == Kind::none) type = no.type;
        else if (yes.type->kind == Kind::pointer && no.type->kind == Kind::pointer && no.type->is_const) type = no.type;
    }
    const Typed first = sema_.conversions.converted_value(*e.children[1], type),
                second = sema_.conversions.converted_value(*e.children[2], type);
    Typed t = rvalue(type);
    if (test.is_constant()) t.constant = (test.constant.is_true() ? first : second).constant;
    t.is_lvalue = yes.is_lvalue && no.is_lvalue && yes.type == no.type;
    t.is_const = yes.is_const || no.is_const;
    t.is_volatile = yes.is_volatile || no.is_volatile;
    return t;
}

const Typed& Expressions::lvalue(const Expression& e) {
    if (e.what == Expression::What::member && !e.is_arrow) {
        const Expression& of = *e.children[0];
        if (is_dimension(of))
            refuse(of, sentence("`{name}` is read-only.", {{"name", of.text}}),
                   sentence("Copy the value into a variable."));
    }
    const Typed& t = check(e);
    if (t.is_lvalue) return t;
    if (e.what == Expression::What::conditional) {
        const Typed &yes = check(*e.children[1]), &no = check(*e.children[2]);
        if (yes.is_lvalue && no.is_lvalue)
            refuse(e,
                   sentence("The operands of `?:` have different types (`{yes}` and `{no}`), so the result cannot be "
                            "modified.",
                            {{"yes", yes.type->name}, {"no", no.type->name}}),
                   sentence("Use `if` and `else` with one statement each."));
    }
    refuse(e, sentence("Expression must be a modifiable lvalue."),
           sentence("Use a variable, an array element, or a field."));
}

std::string Expressions::variable_in(const Expression& e) const {
    if (e.what == Expression::What::name) return e.text;
    const bool is_inside = (e.what == Expression::What::member && !e.is_arrow) || e.what == Expression::What::index;
    return is_inside ? variable_in(*e.children[0]) : std::string();
}

void Expressions::require_writable(const Expression& e, const Typed& t, const ErrorPlace& at) {
    if (!t.is_const) return;
    const std::string name = variable_in(e);
    const Symbol* const symbol = context_.find(name);
    const bool is_behind = t.is_in_memory && (symbol == nullptr || symbol->type->kind == Kind::pointer);
    refuse(at,
           is_behind      ? name.empty()
                                ? sentence("A pointer to const cannot be used to modify memory.")
                                : sentence("`{name}` points to const and cannot be used to modify memory.", {{"name", name}})
                : name.empty() ? sentence("A const value cannot be modified.")
                          : sentence("`{name}` is const and cannot be modified.", {{"name", name}}),
           t.is_in_memory && !is_behind ? sentence("Declare it with `__device__`, and without `const`.")
                                        : sentence("Remove `const` from the declaration."));
}

Typed Expressions::pointee(const Typed& pointer, const ErrorPlace& at) {
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
        refuse(at, sentence("The operand of `*` must be a pointer."), "");
    if (pointer.type->of->kind == Kind::none)
        refuse(at, sentence("A pointer to void cannot be dereferenced."),
               sentence("Convert it to a pointer to another type."));
    return {.type = pointer.type->of,
            .is_lvalue = true,
            .is_const = pointer.type->is_const,
            .is_volatile = pointer.type->is_volatile,
            .is_in_memory = true};
}

Typed Expressions::index(const Expression& e) {
    const Expression& base = *e.children[0];
    Typed t = check(base);
    const bool is_array = t.type != nullptr && t.type->kind == Kind::array;
    if (!is_array && (t.type == nullptr || t.type->kind != Kind::pointer)) {
        const std::string name = variable_in(base);
        if (t.is_lvalue && base.what != Expression::What::conditional && base.what != Expression::What::unary)
            refuse(e,
                   sentence("`{name}` is not an array or a pointer. Its type is `{type}`.",
                            {{"name", name.empty() ? t.type->name : name}, {"type", t.type->name}}),
                   sentence("Use `[]` only with arrays and pointers."));
        refuse(e,
               sentence("The subscripted value is not an array or a pointer. Its type is `{type}`.",
                        {{"type", name_of(t.type)}}),
               sentence("Use `[]` only with arrays and pointers."));
    }
    const Typed i = value(*e.children[1]);
    if (i.type == nullptr || !i.type->is_integer())
        refuse(*e.children[1],
               sentence("An array index must be an integer, not `{type}`.", {{"type", name_of(i.type)}}),
               i.type != nullptr && i.type->is_real() ? sentence("Convert it to int.") : std::string());
    if (!is_array) return pointee(t, e);
    t.type = t.type->of;
    t.is_lvalue = true;
    t.constant = {};
    return t;
}

/// Checks a component of threadIdx, blockIdx, blockDim, or gridDim, such as `threadIdx.x`.
std::optional<Typed> Expressions::dimension(const Expression& e) {
    if (!is_dimension(*e.children[0])) return std::nullopt;
    const std::string& of = e.children[0]->text;
    if (e.text != "x" && e.text != "y" && e.text != "z")
        refuse(e, sentence("`{name}` has no member `{member}`.", {{"name", of}, {"member", e.text}}),
               sentence("The members are x, y, and z."));
    context_.require_device(e, "`" + of + "`");
    return rvalue(context_.type_of(Kind::uint32));
}

Typed Expressions::member(const Expression& e) {
    const Expression& of = *e.children[0];
    if (e.is_arrow) {
        const Typed pointer = value(of);
        if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
            refuse(e, sentence("The left operand of `->` must be a pointer to a struct."),
                   sentence("Use `.` instead of `->`."));
        return field(e, pointee(pointer, e), true);
    }
    if (const auto size = dimension(e)) return *size;
    const bool is_result = of.what == Expression::What::call || of.what == Expression::What::construct ||
                           ((of.what == Expression::What::binary || of.what == Expression::What::unary) &&
                            check(of).callee != nullptr); // an overloaded operator
    const Typed t = is_result ? check(of) : lvalue(of);
    if (t.type != nullptr && t.type->kind == Kind::pointer)
        refuse(e, sentence("`{name}` is a pointer and requires `->`.", {{"name", variable_in(of)}}),
               sentence("Use `->` instead of `.`."));
    return field(e, t, !is_result);
}

Typed Expressions::field(const Expression& e, const Typed& record, bool is_lvalue) {
    if (record.type == nullptr || record.type->kind != Kind::record)
        refuse(e, sentence("Type `{type}` has no fields.", {{"type", name_of(record.type)}}), "");
    std::vector<std::string> names;
    for (const StructField& field : record.type->fields) {
        names.push_back(field.name);
        if (field.name != e.text) continue;
        Typed t = record;
        t.type = field.type;
        t.is_lvalue = is_lvalue;
        t.constant = {};
        t.callee = nullptr;
        return t;
    }
    refuse(e, sentence("`{type}` has no field `{name}`.", {{"type", record.type->name}, {"name", e.text}}),
           context_.library.near_to(e.text, names, e.place));
}

Typed Expressions::cast(const Expression& e) {
    const Type* const to = context_.type_of(e.type);
    const Typed v = value(*e.children[0]);
    if (to->kind == Kind::none) return {};
    const bool is_static = e.word == Keyword::static_cast_ && to->kind == Kind::pointer && v.type != nullptr &&
                           v.type->kind == Kind::pointer;
    Typed t = sema_.conversions.convert(v, to, e, !is_static);
    t.is_lvalue = t.is_const = false;
    return t;
}

Typed Expressions::construct(const Expression& e) {
    if (is_list(&e))
        refuse(e, sentence("A braced list is not allowed here."), sentence("Use the list to initialize a variable."));
    const Type* const type = context_.type_of(e.type);
    if (type->kind == Kind::record) {
        sema_.conversions.initialise(type, e);
        return rvalue(type);
    }
    if (e.children.size() > 1)
        refuse(e, sentence("Type `{type}` takes one value.", {{"type", type->name}}),
               sentence("Remove the other values."));
    Typed t = sema_.conversions.convert(
        e.children.empty() ? constant(whole(context_.type_of(Kind::int32), 0)) : value(*e.children[0]), type, e, true);
    t.is_lvalue = t.is_const = false;
    return t;
}

Typed Expressions::size_of(const Expression& e) {
    const Type* const type = e.children.empty() ? context_.type_of(e.type) : check(*e.children[0]).type;
    if (type == nullptr) refuse(e, sentence("The operand of `sizeof` has no type."), "");
    return constant(whole(context_.type_of(Kind::uint64), static_cast<std::uint64_t>(type->bytes)));
}

} // namespace warploom::simt
