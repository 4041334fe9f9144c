#include "engine/sentence.h"
#include "engine/simt/language/words.h"
#include "engine/simt/sema/evaluate.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>

namespace warploom::simt {

namespace {

constexpr int deepest_calls = 20; // maximum call depth at which the tracer can record an access

std::vector<const Function*> methods_of(const RecordInstance& instance, const std::string& name) {
    std::vector<const Function*> list;
    for (const auto& method : instance.record->methods)
        if (method->name == name) list.push_back(method.get());
    return list;
}

} // namespace

Calls::Calls(Sema& sema) : sema_(sema), context_(sema.context), library_(sema.context.library) {}

Typed Calls::call(const Expression& e) {
    if (e.is_method) return call_method(e);
    if (!e.type.name.empty()) return call_static(e);
    const Symbol* const object = context_.find(e.text);
    if (object != nullptr && object->what == Symbol::What::variable && object->type->kind == Kind::record &&
        has_method(object->type, call_operator))
        return call_method_of(e, {object->type, object->is_const, e.text}, call_operator);
    if (has_method(struct_around(), e.text))
        return call_method_of(e, {struct_around(), context_.instance().function->is_const, {}}, e.text);
    if (const auto& all = library_.functions(e.text); !all.empty())
        return call_function(e, chosen(e, all, nullptr), nullptr);
    if (const auto known = sema_.built_ins.call(e)) return *known;
    if (const ForeignWord* const word = find_foreign_word(e.text)) throw refusal_of(*word, e.text, e.place);
    if (is_runtime_function(e.text))
        refuse(e,
               sentence("`{name}` is not supported. The function run can only launch kernels and call cudaMemset.",
                        {{"name", e.text}}),
               sentence(
                   "Remove the call. Arrays are passed to run as parameters, and so is the block size (`int block`)."));
    if (object != nullptr)
        refuse(e, sentence("`{name}` is not a function.", {{"name", e.text}}),
               sentence("Check whether an operator is missing before `(`."));
    if (library_.is_skipped(e.text))
        refuse(e,
               sentence("`{name}` cannot be called, because it contains statements that are not supported.",
                        {{"name", e.text}}),
               sentence("Use only launches, numbers, `if` and loops in host functions that `run` calls."));
    std::vector<std::string> known = library_.function_names();
    for (const auto& name : BuiltIns::names()) known.push_back(name);
    context_.refuse_unknown(e, sentence("Function `{name}` is not declared.", {{"name", e.text}}), known);
}

bool Calls::has_method(const Type* type, const std::string& name) const {
    const RecordInstance* const record = type == nullptr ? nullptr : library_.record_of(type);
    return record != nullptr && !methods_of(*record, name).empty();
}

Typed Calls::call_method(const Expression& e) {
    const Expression& of = *e.children[0];
    const Typed t =
        e.is_arrow ? sema_.expressions.pointee(sema_.expressions.value(of), e) : sema_.expressions.check(of);
    if (t.type == nullptr)
        refuse(e, sentence("This expression has no value, so it has no method `{name}`.", {{"name", e.text}}), "");
    if (!e.is_arrow && of.what == Expression::What::name && t.type->kind == Kind::pointer)
        refuse(e, sentence("`{name}` is a pointer and requires `->`.", {{"name", of.text}}),
               sentence("Use `->` instead of `.`."));
    if (library_.record_of(t.type) == nullptr)
        refuse(e, sentence("Type `{type}` has no methods.", {{"type", t.type->name}}),
               sentence("Only structs have methods."));
    return call_method_of(e, {t.type, t.is_const && t.is_lvalue, sema_.expressions.variable_in(of)}, e.text);
}

Typed Calls::call_static(const Expression& e) {
    const Type* const type = context_.type_of(e.type);
    if (!has_method(type, e.text))
        refuse(e, sentence("`{type}` has no static function `{name}`.", {{"type", type->name}, {"name", e.text}}), "");
    return call_method_of(e, {type, false, {}}, e.text);
}

Typed Calls::call_method_of(const Expression& e, const Object& object, const std::string& name) {
    const RecordInstance& record = *library_.record_of(object.type);
    const auto all = methods_of(record, name);
    if (all.empty()) {
        const bool is_of_cuda = object.type->name.starts_with("cuda::");
        const std::string in_group = (is_of_cuda ? object.type->name.substr(0, object.type->name.find('<'))
                                                 : "cooperative_groups::" + object.type->name) +
                                     "::" + name;
        if (const ForeignWord* const word = find_foreign_word(in_group); word != nullptr && word->word == in_group)
            throw refusal_of(*word, in_group, e.place);
        std::vector<std::string> names;
        for (const auto& method : record.record->methods) names.push_back(method->name);
        refuse(e, sentence("`{type}` has no method `{name}`.", {{"type", object.type->name}, {"name", name}}),
               library_.near_to(name, names, e.place));
    }
    const bool is_open = std::any_of(all.begin(), all.end(), [](const Function* method) { return method->is_const; });
    if (object.is_const && !is_open)
        refuse(e,
               sentence("Method `{method}` is not const and cannot be called for the const object `{name}`.",
                        {{"method", name}, {"name", object.name.empty() ? object.type->name : object.name}}),
               sentence("If `{method}` does not modify the object, write `const` after its parameter list.",
                        {{"method", name}}));
    const Function& function = chosen(e, all, &object);
    const bool has_object =
        e.is_method || name == call_operator || (e.type.name.empty() && !context_.instance().function->is_static);
    if (!has_object && !function.is_static)
        refuse(e, sentence("Method `{name}` is not static and must be called for an object.", {{"name", name}}),
               sentence("Write `static` before the method, or `object.{name}(...)`.", {{"name", name}}));
    return call_function(e, function, &object);
}

std::vector<const Type*> Calls::argument_types(const Expression& e, const Function& function) {
    std::vector<const Type*> types;
    const auto arguments = arguments_of(e);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
        const Typed& t = sema_.expressions.check(*arguments[a]);
        const bool is_array = a < function.parameters.size() && !function.parameters[a].extents.empty() && t.is_lvalue;
        types.push_back(is_array ? t.type : decayed(library_.types, t));
    }
    return types;
}

Typed Calls::call_function(const Expression& e, const Function& function, const Object* object) {
    const bool is_host = context_.is_host();
    if (function.where == Function::Where::kernel)
        refuse(e, sentence("Kernel `{name}` must be launched, not called.", {{"name", function.name}}),
               is_host ? sentence("Write {name}<<<blocks, threads>>>(...).", {{"name", function.name}})
                       : sentence("Declare it as a `__device__` function."));
    if (!is_host && function.where == Function::Where::host)
        refuse(e, sentence("Host function `{name}` cannot be called from device code.", {{"name", function.name}}),
               sentence("Write `__device__` before it."));
    if (is_host && function.where == Function::Where::device && !function.is_everywhere)
        refuse(e, sentence("Device function `{name}` cannot be called from host code.", {{"name", function.name}}),
               sentence("Write `__host__ __device__` before it."));
    if (context_.frames.size() > deepest_calls)
        refuse(e, sentence("Calls are nested more than 20 deep."), sentence("Reduce the depth of nested calls."));
    const auto arguments = arguments_of(e);
    if (arguments.size() > function.parameters.size() || arguments.size() < required_arguments(function))
        refuse_count(e, function.name, function.parameters.size(), arguments.size());
    std::vector<const Type*> types;
    if (!function.template_parameters.empty()) types = argument_types(e, function);
    const Deduced deduced = template_names(e, function, types);
    if (deduced.refusal) throw *deduced.refusal;
    Instance& instance =
        library_.instance(function, deduced.names, object == nullptr ? nullptr : object->type, is_host);
    // Only a recursive call refers to the instance being checked. A call with other template arguments would refer to
    // another instance.
    if (instance.is_being_checked)
        refuse(e, sentence("Recursion is not supported: `{name}` calls itself.", {{"name", function.name}}),
               sentence("Write a loop."));
    if (instance.returns == nullptr) {
        std::vector<Scope> names{instance.names};
        if (object != nullptr) names.insert(names.begin(), library_.record_of(object->type)->names);
        const Type* const returns = library_.type_of(function.returns, names);
        for (const Declaration& parameter : function.parameters)
            instance.parameters.push_back(library_.type_of(parameter, names));
        instance.returns = returns;
    }
    bool is_known = true;
    std::vector<Constant> values;
    for (std::size_t a = 0; a < arguments.size(); ++a) {
        bind_parameter(*arguments[a], function.parameters[a], instance.parameters[a]);
        values.push_back(sema_.expressions.check(*arguments[a]).constant);
        is_known = is_known && values.back().type != nullptr;
    }
    warn_of_aliases(e, function);
    if (!instance.is_checked) sema_.statements.body(instance, e.place);
    Instance& caller = context_.instance();
    caller.depth = std::max(caller.depth, instance.depth + 1);
    if (caller.depth > deepest_calls)
        refuse(e, sentence("Calls are nested more than 20 deep."), sentence("Reduce the depth of nested calls."));
    Typed t;
    t.callee = &instance;
    if (instance.returns->kind == Kind::none) return t;
    if (instance.has_errors && !instance.has_result) throw Refusal(function.place, {});
    t.type = instance.returns;
    if (is_known && (object == nullptr || function.is_static))
        if (const auto known = evaluate_call(library_, instance, values)) t.constant = *known;
    return t;
}

/// Warns if the same array is passed to two restrict-qualified parameters, unless both point to const. The compiler may
/// then reorder a write through one of them and a read through the other.
void Calls::warn_of_aliases(const Expression& e, const Function& function) {
    const auto arguments = arguments_of(e);
    const auto is_array = [&](std::size_t a) {
        return arguments[a]->what == Expression::What::name && function.parameters[a].type.is_restrict;
    };
    for (std::size_t a = 0; a < arguments.size(); ++a)
        for (std::size_t b = a + 1; b < arguments.size(); ++b) {
            if (!is_array(a) || !is_array(b) || arguments[a]->text != arguments[b]->text) continue;
            if (function.parameters[a].type.is_const && function.parameters[b].type.is_const) continue;
            context_.warn(
                e.place,
                sentence_pattern("This call passes the same array to two `__restrict__` parameters, and at least one "
                                 "of them can be written."),
                sentence_pattern("Pass different arrays, or remove `__restrict__` from these parameters."));
            return;
        }
}

void Calls::bind_parameter(const Expression& argument, const Declaration& parameter, const Type* type) {
    const bool is_const = parameter.type.is_const_itself();
    const bool may_be_value = is_const && argument.what != Expression::What::name && parameter.extents.empty();
    if (!parameter.type.is_reference || may_be_value) {
        sema_.conversions.converted_value(argument, type);
        return;
    }
    const Typed& t = sema_.expressions.lvalue(argument);
    if (t.type != type)
        refuse(argument,
               sentence("A reference of type `{to}&` cannot be bound to a value of type `{from}`.",
                        {{"to", type->name}, {"from", t.type->name}}),
               sentence("Pass a variable of the same type."));
    if (t.is_const && !is_const)
        refuse(argument,
               sentence("`{name}` is const and cannot be bound to a non-const reference.",
                        {{"name", sema_.expressions.variable_in(argument)}}),
               sentence("Declare the parameter as a reference to const."));
}

/// Returns the template arguments of a function call. Template arguments that the call does not specify are deduced
/// from the function arguments.
Calls::Deduced Calls::template_names(const Expression& e, const Function& function,
                                     const std::vector<const Type*>& arguments) {
    Scope scope;
    const auto& parameters = function.template_parameters;
    if (e.template_arguments.size() > parameters.size())
        return {{},
                Refusal(e.place, sentence("Too many template arguments for `{name}`: expected at most {n}.",
                                          {{"name", function.name}, {"n", parameters.size()}}))};
    for (std::size_t p = 0; p < e.template_arguments.size(); ++p) {
        const auto& given = e.template_arguments[p];
        const TemplateParameter& parameter = parameters[p];
        if (parameter.is_type != (given.value == nullptr))
            return {{},
                    Refusal(e.place,
                            parameter.is_type
                                ? sentence("Template parameter `{parameter}` of `{name}` must be a type.",
                                           {{"parameter", parameter.name}, {"name", function.name}})
                                : sentence("Template parameter `{parameter}` of `{name}` must be a constant.",
                                           {{"parameter", parameter.name}, {"name", function.name}}),
                            parameter.is_type ? sentence("Write a type such as `float` or `double`.")
                                              : sentence("Write a constant."))};
        if (parameter.is_type) {
            scope[parameter.name] = symbol_of(context_.type_of(given.type), parameter.place);
            continue;
        }
        const Typed v = sema_.expressions.value(*given.value);
        if (!v.is_constant() || !v.type->is_integer())
            return {{},
                    Refusal(given.value->place, sentence("A template argument must be a constant."),
                            sentence("Use a constexpr variable or a literal."))};
        scope[parameter.name] = symbol_of(converted(v.constant, context_.type_of(Kind::int32)), parameter.place);
    }
    const Scope given = scope;
    for (std::size_t p = 0; p < arguments.size() && p < function.parameters.size(); ++p)
        if (arguments[p] != nullptr && !deduce(library_, function.parameters[p], arguments[p], function, given, scope))
            return {
                {},
                Refusal(arguments_of(e)[p]->place,
                        sentence("Conflicting types for a template parameter of `{name}`.", {{"name", function.name}}),
                        sentence("Write the template argument at the call: {name}<double>(...).",
                                 {{"name", function.name}}))};
    for (const auto& parameter : parameters) {
        if (scope.count(parameter.name) != 0) continue;
        if (parameter.is_type ? parameter.standard_type.name.empty() : parameter.standard == nullptr)
            return {{},
                    Refusal(e.place,
                            sentence("Template parameter `{parameter}` of `{name}` cannot be deduced.",
                                     {{"parameter", parameter.name}, {"name", function.name}}),
                            sentence("Write the template argument at the call: {name}<{example}>.",
                                     {{"name", function.name}, {"example", parameter.is_type ? "double" : "32"}}))};
        scope[parameter.name] = parameter.is_type
                                    ? symbol_of(library_.type_of(parameter.standard_type, {scope}), parameter.place)
                                    : symbol_of(constant_of(library_, *parameter.standard, scope), parameter.place);
    }
    return {std::move(scope), std::nullopt};
}

Typed Calls::launch(const Expression& e) {
    const auto& all = library_.functions(e.text);
    if (all.empty())
        context_.refuse_unknown(e, sentence("Kernel `{name}` is not declared.", {{"name", e.text}}),
                                library_.function_names());
    // A name identifies only one kernel, because kernels cannot be overloaded.
    const Function& function = *all.front();
    if (function.where != Function::Where::kernel)
        refuse(e, sentence("`{name}` is not a kernel and cannot be launched.", {{"name", e.text}}),
               sentence("Write `__global__` before it."));
    if (!context_.is_host())
        refuse(e, sentence("Launching a kernel from a kernel (dynamic parallelism) is not supported."),
               sentence("Launch both kernels from run, one after the other."));
    if (e.children.size() != function.parameters.size())
        refuse_count(e, e.text, function.parameters.size(), e.children.size());
    for (std::size_t c = 0; c < 2; ++c) {
        const Typed v = sema_.expressions.value(*e.configuration[c]);
        const Type* const dim3 = library_.types.named("dim3");
        if (v.type == nullptr || (v.type != dim3 && !v.type->is_integer()))
            refuse(*e.configuration[c], sentence("The size of a grid or block must be an integer or a dim3."), "");
        sema_.conversions.converted_value(*e.configuration[c], dim3);
    }
    if (e.configuration.size() > 2)
        sema_.conversions.converted_value(*e.configuration[2], context_.type_of(Kind::int64), e);
    std::vector<const Type*> types;
    for (const auto& argument : e.children) types.push_back(sema_.expressions.value(*argument).type);
    const Deduced deduced =
        template_names(e, function, function.template_parameters.empty() ? std::vector<const Type*>{} : types);
    if (deduced.refusal) throw *deduced.refusal;
    for (std::size_t p = 0; p < types.size(); ++p)
        sema_.conversions.converted_value(*e.children[p],
                                          library_.type_of(function.parameters[p].type, {deduced.names}));
    warn_of_aliases(e, function);
    Typed t;
    t.callee = &check_kernel(library_, function, deduced.names);
    return t;
}

} // namespace warploom::simt
