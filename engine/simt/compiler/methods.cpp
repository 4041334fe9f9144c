#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

#include <algorithm>

// Method calls. Like all calls they are inlined: the members are names in scope that refer to the object, in
// registers or in memory.

namespace warploom::simt {

namespace {
constexpr const char* self = "this";

const Type* type_of_name(const Symbol& symbol) {
    return symbol.what == Symbol::What::value ? symbol.value.type : symbol.target.type;
}

std::vector<const Function*> methods_of(const RecordInstance& instance, const std::string& name) {
    std::vector<const Function*> list;
    for (const auto& method : instance.record->methods)
        if (method->name == name) list.push_back(method.get());
    return list;
}
} // namespace

/// Returns the object of the current method; null outside of methods.
const Target* Compiler::object_around() const {
    const Symbol* const symbol = find(self);
    return symbol == nullptr ? nullptr : &symbol->target;
}

Value Compiler::pointer_to_object(SourceLocation at) {
    if (object_around() == nullptr)
        refuse(at, sentence("`this` can be used only inside a method."), sentence("Use the name of the variable."));
    return address_of(*object_around(), at);
}

bool Compiler::names_object(const Expression& e) const {
    return e.what == Expression::What::name && e.text == self && object_around() != nullptr;
}

bool Compiler::has_method(const Target* object, const std::string& name) const {
    const RecordInstance* const record = object == nullptr ? nullptr : library_.record_of(object->type);
    return record != nullptr && !methods_of(*record, name).empty();
}

/// Returns the object to the left of `.` or `->`.
Target Compiler::object_of(const Expression& e) {
    const Expression& of = *e.children[0];
    if (e.is_arrow && names_object(of)) return *object_around();
    if (e.is_arrow) return behind(value(of), e.place);
    using What = Expression::What;
    const bool is_value = of.what == What::call || of.what == What::construct || of.what == What::cast ||
                          of.what == What::conditional || of.what == What::binary || of.what == What::assign;
    if (!is_value) return target(of);
    const Value v = value(of);
    Target t;
    t.type = v.type;
    t.unit = v.type == nullptr || v.type->kind != Kind::record ? 0 : materialize(v, of.place);
    if (t.type == nullptr)
        refuse(e.place, sentence("This expression has no value, so it has no method `{name}`.", {{"name", e.text}}),
               "");
    return t;
}

/// Saves the location of the object, because its index may be a variable that the method modifies.
void Compiler::freeze(Target& object, SourceLocation at) {
    const auto keep = [&](std::uint32_t& unit, Kind kind) {
        if (unit == no_register) return;
        const Type* const type = library_.types.of(kind);
        const std::uint32_t kept = temporary(type, at);
        copy(type, kept, unit, false, at);
        unit = kept;
    };
    if (object.form == Target::Form::registers) return;
    keep(object.index, object.is_wide_index ? Kind::int64 : Kind::int32);
    if (object.form == Target::Form::memory && !object.is_uniform) keep(object.pointer, Kind::uint64);
}

Value Compiler::call_method(const Expression& e) {
    const std::uint32_t top = top_;
    const Symbol* const named = e.children[0]->what == Expression::What::name ? find(e.children[0]->text) : nullptr;
    if (!e.is_arrow && named != nullptr && named->what != Symbol::What::type &&
        type_of_name(*named)->kind == Kind::pointer)
        refuse(e.place, sentence("`{name}` is a pointer and requires `->`.", {{"name", e.children[0]->text}}),
               sentence("Use `->` instead of `.`."));
    Target object = object_of(e);
    if (library_.record_of(object.type) == nullptr)
        refuse(e.place, sentence("Type `{type}` has no methods.", {{"type", object.type->name}}),
               sentence("Only structs have methods."));
    freeze(object, e.place);
    const Value result = call_method_of(e, object, e.text);
    if (result.form == Value::Form::none || result.is_constant()) top_ = top;
    return result;
}

Value Compiler::call_method_of(const Expression& e, Target object, const std::string& name) {
    const auto all = methods_of(*library_.record_of(object.type), name);
    if (all.empty()) {
        std::vector<std::string> names;
        for (const auto& method : library_.record_of(object.type)->record->methods) names.push_back(method->name);
        refuse(e.place, sentence("`{type}` has no method `{name}`.", {{"type", object.type->name}, {"name", name}}),
               library_.near_to(name, names, e.place));
    }
    const bool is_open = std::any_of(all.begin(), all.end(), [](const Function* method) { return method->is_const; });
    if (object.is_const && !is_open)
        refuse(e.place,
               sentence("Method `{method}` is not const and cannot be called for the const object `{name}`.",
                        {{"method", name}, {"name", object.name.empty() ? object.type->name : object.name}}),
               sentence("If `{method}` does not modify the object, write `const` after its parameter list.",
                        {{"method", name}}));
    const Function& method = chosen(e, all, &object);
    object.is_const = object.is_const || method.is_const;
    return call_function(e, method, &object);
}

/// Adds the members of the struct in their own scope, so that parameters and local variables can hide them.
void Compiler::add_fields(const Target& object, SourceLocation at) {
    spend(at, static_cast<std::int64_t>(object.type->fields.size()));
    Scope& scope = scopes_.back();
    for (const StructField& field : object.type->fields) {
        Symbol& symbol = scope[field.name] = symbol_of(field_of(object, field));
        symbol.target.name = field.name;
    }
    scope[self] = symbol_of(object);
}

} // namespace warploom::simt
