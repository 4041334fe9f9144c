#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr std::size_t deepest_calls = 20; // call lines that the tracer records per access

bool has_return(const Statement& s) {
    if (s.what == Statement::What::return_) return true;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [](const auto& part) { return part != nullptr && has_return(*part); });
}
} // namespace

bool Library::returns_last(const Function& function) {
    const auto [known, is_new] = returns_last_.try_emplace(&function, true);
    if (!is_new) return known->second;
    const auto& parts = function.body->parts;
    for (std::size_t p = 0; p + 1 < parts.size(); ++p)
        if (has_return(*parts[p])) return known->second = false;
    return known->second =
               parts.empty() || parts.back()->what == Statement::What::return_ || !has_return(*parts.back());
}

Value Compiler::call(const Expression& e) {
    if (e.is_method) return call_method(e);
    if (const Symbol* const object = find(e.text); object != nullptr && object->what == Symbol::What::target &&
                                                   object->target.type->kind == Kind::record &&
                                                   has_method(&object->target, call_operator))
        return call_method_of(e, object->target, call_operator);
    if (const Target* const around = object_around(); has_method(around, e.text))
        return call_method_of(e, *around, e.text);
    if (const auto& all = library_.functions(e.text); !all.empty()) return call_function(e, chosen(e, all, nullptr));
    Value result;
    if (built_in(e, result)) return result;
    if (const ForeignWord* const word = find_foreign_word(e.text)) throw refusal_of(*word, e.text, e.place);
    if (is_runtime_function(e.text))
        refuse(e.place,
               sentence("`{name}` is not supported. The function run can only launch kernels and call cudaMemset.",
                        {{"name", e.text}}),
               sentence(
                   "Remove the call. Arrays are passed to run as parameters, and so is the block size (`int block`)."));
    if (find(e.text) != nullptr)
        refuse(e.place, sentence("`{name}` is not a function.", {{"name", e.text}}),
               sentence("Check whether an operator is missing before `(`."));
    if (library_.is_skipped(e.text))
        refuse(e.place,
               sentence("`{name}` cannot be called, because it contains statements that are not supported.",
                        {{"name", e.text}}),
               sentence("Use only launches, numbers, `if` and loops in host functions that `run` calls."));
    if (library_.is_damaged(e.text) || !failed_.insert(e.text).second) throw Refusal(e.place, {});
    std::vector<std::string> known = library_.function_names();
    for (const auto& name : built_in_names()) known.push_back(name);
    refuse(e.place, sentence("Function `{name}` is not declared.", {{"name", e.text}}),
           library_.near_to(e.text, known, e.place));
}

std::vector<const Type*> Compiler::argument_types(const Expression& e, const Function& function) {
    std::vector<const Type*> types;
    const auto arguments = arguments_of(e);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
        using What = Expression::What;
        const What what = arguments[a]->what;
        const bool is_array = a < function.parameters.size() && !function.parameters[a].extents.empty() &&
                              (what == What::name || what == What::member || what == What::index);
        types.push_back(type_without_code(*arguments[a], !is_array));
    }
    return types;
}

/// `object` is the object of a method call; null for other functions.
Value Compiler::call_function(const Expression& e, const Function& function, const Target* object) {
    if (function.where == Function::Where::kernel)
        refuse(e.place, sentence("Kernel `{name}` must be launched, not called.", {{"name", function.name}}),
               is_host() ? sentence("Write {name}<<<blocks, threads>>>(...).", {{"name", function.name}})
                         : sentence("Declare it as a `__device__` function."));
    if (!is_host() && function.where == Function::Where::host)
        refuse(e.place,
               sentence("Host function `{name}` cannot be called from device code.", {{"name", function.name}}),
               sentence("Write `__device__` before it."));
    if (is_host() && function.where == Function::Where::device && !function.is_everywhere)
        refuse(e.place,
               sentence("Device function `{name}` cannot be called from host code.", {{"name", function.name}}),
               sentence("Write `__host__ __device__` before it."));
    failed_.insert(function.damaged.begin(), function.damaged.end());
    if (calls_.size() >= deepest_calls)
        refuse(e.place, sentence("Calls are nested more than 20 deep."), sentence("Reduce the depth of nested calls."));
    const auto arguments = arguments_of(e);
    if (arguments.size() > function.parameters.size() || arguments.size() < required_arguments(function))
        refuse_count(e.place, function.name, function.parameters.size(), arguments.size());
    std::vector<const Type*> types;
    if (!function.template_parameters.empty()) types = argument_types(e, function);
    Scope scope = template_names(e, function, types);
    const auto& changed = library_.changed(function);
    const bool has_references =
        (object != nullptr && !function.is_const) ||
        std::any_of(function.parameters.begin(), function.parameters.end(),
                    [](const Declaration& p) { return p.type.is_reference || p.type.pointers > 0; });
    const std::uint32_t top = top_;
    Call inside;
    inside.function = &function;
    inside.slot = slot_;
    std::vector<Scope> names{scope};
    if (object != nullptr) names.insert(names.begin(), library_.record_of(object->type)->names);
    inside.instance = instance_of(function, scope) + (object != nullptr ? " of " + object->type->name : "");
    for (const Call& outer : calls_) // a call with other template arguments calls another function
        if (outer.function == &function && outer.instance == inside.instance)
            refuse(e.place, sentence("Recursion is not supported: `{name}` calls itself.", {{"name", function.name}}),
                   sentence("Write a loop."));
    inside.returns = library_.type_of(function.returns, names);
    inside.is_simple = library_.returns_last(function);
    if (inside.returns->kind != Kind::none && !inside.is_simple) inside.result = temporary(inside.returns, e.place);
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Declaration& parameter = function.parameters[p];
        const Type* type = library_.type_of(parameter, names);
        // A write through a reference must not change a parameter that shares registers with the same variable.
        const bool must_copy = changed.count(parameter.name) != 0 || (has_references && parameter.type.pointers == 0);
        const bool is_given = p < arguments.size();
        if (!is_given) scopes_.push_back(scope); // a default argument may use the template arguments
        bind_parameter(is_given ? *arguments[p] : *parameter.initial, parameter, type, must_copy, scope);
        if (!is_given) scopes_.pop_back();
    }
    inside.first_scope = scopes_.size();
    inside.first_loop = loops_.size();
    if (object != nullptr) {
        scopes_.push_back(std::move(names.front()));
        add_fields(*object, e.place);
    }
    scopes_.push_back(std::move(scope));
    call_lines_.push_back({e.place.line, 0, e.place.header});
    calls_.push_back(inside);
    run_inlined(function, inside);
    Value result = calls_.back().value;
    const bool has_result = calls_.back().has_result;
    calls_.pop_back();
    call_lines_.pop_back();
    scopes_.resize(inside.first_scope);
    if (inside.returns->kind == Kind::none) {
        top_ = top;
        return {};
    }
    if (!has_result && (has_errors_ || function.is_damaged)) throw Refusal(function.place, {});
    if (!has_result)
        refuse(function.place,
               sentence("Function `{name}` has return type `{type}` but no return statement.",
                        {{"name", function.name}, {"type", inside.returns->name}}),
               sentence("Write `return value;`."));
    if (!inside.is_simple) result = registers(inside.returns, inside.result);
    const bool is_own = result.form == Value::Form::registers && result.unit >= top && result.unit < most_units_;
    if (result.form != Value::Form::local_pointer)
        top_ = is_own ? result.unit + static_cast<std::uint32_t>(result.type->units) : top;
    return result;
}

std::string instance_of(const Function& function, const Scope& scope) {
    std::string arguments;
    for (const auto& parameter : function.template_parameters) {
        const Symbol& symbol = scope.at(parameter.name);
        arguments +=
            (arguments.empty() ? "<" : ", ") +
            (parameter.is_type ? symbol.type->name : std::to_string(static_cast<std::int32_t>(symbol.value.bits)));
    }
    return function.name + arguments + (arguments.empty() ? "" : ">");
}

void Compiler::run_inlined(const Function& function, Call& inside) {
    if (inside.is_simple) {
        statements(function.body->parts);
        return;
    }
    const int outer = join_, end = new_label();
    emit_code(Op::call_begin, function.place, 0, inside.slot);
    if (inside.result != no_register) leave_result_unset(inside);
    slot_ = inside.slot + 1;
    join_ = end;
    statements(function.body->parts);
    bind(end);
    join_ = outer;
    emit_code(Op::join, function.place, 0, inside.slot, 0, outer);
    slot_ = inside.slot;
}

void Compiler::bind_parameter(const Expression& argument, const Declaration& parameter, const Type* type,
                              bool must_copy, Scope& scope) {
    Symbol symbol;
    symbol.place = parameter.place;
    symbol.what = Symbol::What::target;
    const bool is_const = parameter.type.is_const_itself();
    const bool may_be_value = is_const && argument.what != Expression::What::name && parameter.extents.empty();
    if (parameter.type.is_reference && !may_be_value) {
        symbol.target = target(argument);
        if (symbol.target.type != type)
            refuse(argument.place,
                   sentence("A reference of type `{to}&` cannot be bound to a value of type `{from}`.",
                            {{"to", type->name}, {"from", symbol.target.type->name}}),
                   sentence("Pass a variable of the same type."));
        if (symbol.target.is_const && !is_const)
            refuse(argument.place,
                   sentence("`{name}` is const and cannot be bound to a non-const reference.",
                            {{"name", symbol.target.name}}),
                   sentence("Declare the parameter as a reference to const."));
        symbol.target.is_const = symbol.target.is_const || is_const;
        scope[parameter.name] = symbol;
        return;
    }
    const std::uint32_t top = top_;
    const Value v = convert(value(argument), type, argument.place);
    const bool is_fresh = v.form == Value::Form::registers && v.unit >= top && v.unit < top_;
    if (v.form == Value::Form::local_pointer) {
        scope[parameter.name] = local_pointer_variable(v, must_copy && !is_const, argument.place);
        return;
    }
    if (!must_copy && !is_fresh) {
        symbol.what = Symbol::What::value;
        symbol.value = v;
        scope[parameter.name] = symbol;
        return;
    }
    symbol.target.type = type;
    symbol.target.name = parameter.name;
    symbol.target.is_const = is_const;
    symbol.target.unit = is_fresh ? v.unit : temporary(type, argument.place);
    if (!is_fresh) copy(type, symbol.target.unit, materialize(v, argument.place), false, argument.place);
    scope[parameter.name] = symbol;
}

/// Evaluates the non-type template arguments in a type, because their names may be local to the current function.
TypeWords Compiler::with_numbers(TypeWords words) {
    for (TypeWords& argument : words.arguments) {
        if (argument.value == nullptr) {
            argument = with_numbers(std::move(argument));
            continue;
        }
        const Value v = value(*argument.value);
        if (!v.is_constant() || !v.type->is_integer())
            refuse(argument.place, sentence("A template argument must be a constant."),
                   sentence("Use a constexpr variable or a literal."));
        argument.number = static_cast<std::int32_t>(v.bits);
    }
    return words;
}
const Type* Compiler::type_of(const TypeWords& words) {
    return library_.type_of(words.arguments.empty() ? words : with_numbers(words), scopes_);
}

/// Returns the template arguments of a call: the explicit ones, and the others deduced from the function arguments.
Scope Compiler::template_names(const Expression& e, const Function& function,
                               const std::vector<const Type*>& arguments) {
    Scope scope;
    const auto& parameters = function.template_parameters;
    if (e.template_arguments.size() > parameters.size())
        refuse(e.place,
               sentence("Too many template arguments for `{name}`: expected at most {n}.",
                        {{"name", function.name}, {"n", parameters.size()}}),
               "");
    for (std::size_t p = 0; p < e.template_arguments.size(); ++p) {
        const auto& given = e.template_arguments[p];
        const TemplateParameter& parameter = parameters[p];
        if (parameter.is_type != (given.value == nullptr))
            refuse(e.place,
                   parameter.is_type ? sentence("Template parameter `{parameter}` of `{name}` must be a type.",
                                                {{"parameter", parameter.name}, {"name", function.name}})
                                     : sentence("Template parameter `{parameter}` of `{name}` must be a constant.",
                                                {{"parameter", parameter.name}, {"name", function.name}}),
                   parameter.is_type ? sentence("Write a type such as `float` or `double`.")
                                     : sentence("Write a constant."));
        if (parameter.is_type) scope[parameter.name] = symbol_of(type_of(given.type), parameter.place);
        else {
            const Value v = value(*given.value);
            if (!v.is_constant() || !v.type->is_integer())
                refuse(given.value->place, sentence("A template argument must be a constant."),
                       sentence("Use a constexpr variable or a literal."));
            scope[parameter.name] = {.value = convert(v, library_.types.of(Kind::int32), e.place),
                                     .place = parameter.place};
        }
    }
    const Scope given = scope;
    for (std::size_t p = 0; p < arguments.size() && p < function.parameters.size(); ++p)
        if (arguments[p] != nullptr && !library_.deduce(function.parameters[p], arguments[p], function, given, scope))
            refuse(
                arguments_of(e)[p]->place,
                sentence("Conflicting types for a template parameter of `{name}`.", {{"name", function.name}}),
                sentence("Write the template argument at the call: {name}<double>(...).", {{"name", function.name}}));
    for (const auto& parameter : parameters) {
        if (scope.count(parameter.name) != 0) continue;
        if (parameter.is_type ? parameter.standard_type.name.empty() : parameter.standard == nullptr)
            refuse(e.place,
                   sentence("Template parameter `{parameter}` of `{name}` cannot be deduced.",
                            {{"parameter", parameter.name}, {"name", function.name}}),
                   sentence("Write the template argument at the call: {name}<{example}>.",
                            {{"name", function.name}, {"example", parameter.is_type ? "double" : "32"}}));
        scope[parameter.name] =
            parameter.is_type
                ? symbol_of(library_.type_of(parameter.standard_type, {scope}), parameter.place)
                : Symbol{.value = constant(library_, *parameter.standard, scope), .place = parameter.place};
    }
    return scope;
}

/// Returns three consecutive registers with the size of a grid or block.
std::uint32_t Compiler::dimensions(const Expression& e) {
    const Value v = value(e);
    const Type* const dim3 = library_.types.named("dim3");
    if (v.type == nullptr || (v.type != dim3 && !v.type->is_integer()))
        refuse(e.place, sentence("The size of a grid or block must be an integer or a dim3."), "");
    return materialize(convert(v, dim3, e.place), e.place);
}

Value Compiler::launch(const Expression& e) {
    const auto& all = library_.functions(e.text);
    if (all.empty() && (library_.is_damaged(e.text) || !failed_.insert(e.text).second)) throw Refusal(e.place, {});
    if (all.empty())
        refuse(e.place, sentence("Kernel `{name}` is not declared.", {{"name", e.text}}),
               library_.near_to(e.text, library_.function_names(), e.place));
    const Function* const function = all.front(); // kernels cannot be overloaded
    if (function->where != Function::Where::kernel)
        refuse(e.place, sentence("`{name}` is not a kernel and cannot be launched.", {{"name", e.text}}),
               sentence("Write `__global__` before it."));
    if (!is_host())
        refuse(e.place, sentence("Launching a kernel from a kernel (dynamic parallelism) is not supported."),
               sentence("Launch both kernels from run, one after the other."));
    if (e.children.size() != function->parameters.size())
        refuse_count(e.place, e.text, function->parameters.size(), e.children.size());
    LaunchCode launch;
    launch.grid = dimensions(*e.configuration[0]);
    launch.block = dimensions(*e.configuration[1]);
    if (e.configuration.size() > 2)
        launch.shared =
            materialize(convert(value(*e.configuration[2]), library_.types.of(Kind::int64), e.place), e.place);
    std::vector<Value> values;
    std::vector<const Type*> types;
    for (const auto& argument : e.children) {
        values.push_back(value(*argument));
        types.push_back(values.back().type);
    }
    const Scope scope =
        template_names(e, *function, function->template_parameters.empty() ? std::vector<const Type*>{} : types);
    for (std::size_t p = 0; p < values.size(); ++p) {
        const Type* const type = library_.type_of(function->parameters[p].type, {scope});
        const Value ready = convert(values[p], type, e.children[p]->place);
        launch.arguments.emplace_back(materialize(ready, e.children[p]->place), type->units);
    }
    launch.kernel = library_.kernel(*function, scope);
    code_.launches.push_back(launch);
    emit_code(Op::launch, e.place, static_cast<std::uint32_t>(code_.launches.size()) - 1);
    return {};
}

} // namespace warploom::simt
