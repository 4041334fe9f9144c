#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

// Checks implicit and explicit conversions, and initializers.

namespace warploom::simt {

Conversions::Conversions(Sema& sema) : sema_(sema), types_(sema.context.library.types) {}

Typed Conversions::converted_value(const Expression& e, const Type* to, const ErrorPlace& at) {
    const Typed v = sema_.expressions.value(e), result = convert(v, to, at);
    if (v.type != to) sema_.expressions.check(e).converted = to;
    return result;
}

Typed Conversions::truth(const Expression& e, const ErrorPlace& at) {
    const Typed v = sema_.expressions.value(e), result = truth(v, at);
    if (v.type != result.type) sema_.expressions.check(e).converted = result.type;
    return result;
}

Typed Conversions::truth(const Typed& v, const ErrorPlace& at) const {
    if (v.type == nullptr || !v.type->is_scalar())
        refuse(at, sentence("This expression cannot be converted to bool."), sentence("Write a comparison."));
    const Type* const boolean = types_.of(Kind::boolean);
    return v.is_constant() ? constant(whole(boolean, v.constant.is_true() ? 1 : 0)) : rvalue(boolean);
}

Typed Conversions::convert(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit) {
    if (v.type == nullptr || v.type->kind == Kind::none)
        refuse(at, sentence("A void expression cannot be used as a value."),
               sentence("Write the call to a void function as a separate statement."));
    if (v.type == to) return v;
    if (to->kind == Kind::none) return {};
    if (to->kind == Kind::pointer) return convert_pointer(v, to, at, is_explicit);
    if (to->kind == Kind::boolean && v.type->is_scalar()) return truth(v, at);
    if (to->is_number() && v.type->is_number())
        return v.is_constant() ? constant(converted(v.constant, to)) : rvalue(to);
    // An integer is converted implicitly, as in `dim3 grid = blocks`.
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

Typed Conversions::convert_pointer(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit) const {
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

void Conversions::initialise(const Type* type, const Expression& list) {
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
