#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

// Checks implicit and explicit conversions, and initializers.

namespace warploom::simt {

Typed Expressions::convert(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit) {
    if (v.type == nullptr || v.type->kind == Kind::none)
        refuse(at, sentence("A void expression cannot be used as a value."),
               sentence("Write the call to a void function as a separate statement."));
    if (v.type == to) return v;
    if (to->kind == Kind::none) return {};
    if (to->kind == Kind::pointer) return convert_pointer(v, to, at, is_explicit);
    if (to->kind == Kind::boolean && v.type->is_scalar()) return truth(v, at);
    if (to->is_number() && v.type->is_number())
        return v.is_constant() ? constant(converted(v.constant, to)) : rvalue(to);
    // Implicit conversion of an integer, as in `dim3 grid = blocks`.
    if (to->name == "dim3" && v.type->is_integer()) return rvalue(to);
    if (v.type->kind == Kind::pointer && to->is_number())
        refuse(at,
               sentence("A pointer of type `{from}` cannot be converted to `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Read an element with `pointer[index]`."));
    refuse(
        at,
        sentence("A value of type `{from}` cannot be converted to `{to}`.", {{"from", v.type->name}, {"to", to->name}}),
        "");
}

Typed Expressions::convert_pointer(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit) {
    if (v.is_constant() && !v.type->is_real() && v.constant.bits == 0) return constant(whole(to, 0));
    if (v.type->kind != Kind::pointer)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to the pointer type `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Pass an array or `&array[index]`."));
    if (is_explicit) return rvalue(to);
    if (v.type->of != to->of && to->of->kind != Kind::none)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Use a pointer to the same type."));
    if (v.type->is_const && !to->is_const)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}` because this discards `const`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Declare the destination as a pointer to const."));
    if (v.type->is_volatile && !to->is_volatile)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}` because this discards `volatile`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Declare the destination as a pointer to volatile."));
    return rvalue(to);
}

Typed Expressions::cast(const Expression& e) {
    const Type* const to = context_.type_of(e.type);
    const Typed v = value(*e.children[0]);
    if (to->kind == Kind::none) return {};
    const bool is_static = e.word == Keyword::static_cast_ && to->kind == Kind::pointer && v.type != nullptr &&
                           v.type->kind == Kind::pointer;
    Typed t = convert(v, to, e, !is_static);
    t.is_lvalue = t.is_const = false;
    return t;
}

Typed Expressions::construct(const Expression& e) {
    if (is_list(&e))
        refuse(e, sentence("A braced list is not allowed here."), sentence("Use the list to initialize a variable."));
    const Type* const type = context_.type_of(e.type);
    if (type->kind == Kind::record) {
        initialise(type, e);
        return rvalue(type);
    }
    if (e.children.size() > 1)
        refuse(e, sentence("Type `{type}` takes one value.", {{"type", type->name}}),
               sentence("Remove the other values."));
    Typed t = convert(e.children.empty() ? constant(whole(context_.type_of(Kind::int32), 0)) : value(*e.children[0]),
                      type, e, true);
    t.is_lvalue = t.is_const = false;
    return t;
}

Typed Expressions::size_of(const Expression& e) {
    const Type* const type = e.children.empty() ? context_.type_of(e.type) : check(*e.children[0]).type;
    if (type == nullptr) refuse(e, sentence("The operand of `sizeof` has no type."), "");
    return constant(whole(context_.type_of(Kind::uint64), static_cast<std::uint64_t>(type->bytes)));
}

void Expressions::initialise(const Type* type, const Expression& list) {
    if (type->kind != Kind::array && type->kind != Kind::record) {
        if (list.children.size() > 1)
            refuse(list, sentence("Too many initializers for a single value."), sentence("Remove the other values."));
        if (!list.children.empty()) converted_value(*list.children[0], type, list);
        return;
    }
    const bool is_array = type->kind == Kind::array;
    const std::size_t parts = is_array ? static_cast<std::size_t>(type->count) : type->fields.size();
    if (list.children.size() > parts)
        refuse(*list.children[parts], sentence("Too many initializers for `{type}`.", {{"type", type->name}}),
               sentence("Specify at most {n} {n:value|values}.", {{"n", parts}}));
    for (std::size_t p = 0; p < list.children.size(); ++p) {
        const Type* const part = is_array ? type->of : type->fields[p].type;
        if (is_list(list.children[p].get())) initialise(part, *list.children[p]);
        else converted_value(*list.children[p], part, list);
    }
}

} // namespace warploom::simt
