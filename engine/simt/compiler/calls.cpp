#include "engine/simt/compiler/compiler.h"

#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr std::size_t deepest_calls = 20; // of which the tracer keeps the lines

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
    if (const Target* const around = object_around(); has_method(around, e.text)) return call_method_of(e, *around);
    if (const auto& all = library_.functions(e.text); !all.empty()) return call_function(e, chosen(e, all, nullptr));
    Value result;
    if (built_in(e, result)) return result;
    if (const ForeignWord* const word = find_foreign_word(e.text)) refuse(e.place, word->sentence, word->hint);
    if (is_runtime_function(e.text))
        refuse(e.place, "`" + e.text + "` is not supported: run only launches kernels and calls cudaMemset.",
               "Remove the call; run is given its arrays, and `int block` if it asks for it.");
    if (find(e.text) != nullptr)
        refuse(e.place, "`" + e.text + "` is no function.", "Perhaps an operator is missing before `(`.");
    if (library_.is_damaged(e.text) || !failed_.insert(e.text).second) throw Refusal(e.place, {});
    std::vector<std::string> known = library_.function_names();
    for (const auto& name : built_in_names()) known.push_back(name);
    refuse(e.place, "There is no function `" + e.text + "`.", library_.near_to(e.text, known, e.place));
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

/// `object`: the struct, for methods.
Value Compiler::call_function(const Expression& e, const Function& function, const Target* object) {
    if (function.where == Function::Where::kernel)
        refuse(e.place, "Kernel `" + function.name + "` is called like a function.",
               is_host() ? "Launch it: " + function.name + "<<<blocks, threads>>>(...)."
                         : "A kernel starts no kernels; make it a __device__ function.");
    if (!is_host() && function.where == Function::Where::host)
        refuse(e.place, "`" + function.name + "` runs on the host and cannot be called by a kernel.",
               "Write `__device__` before it.");
    if (is_host() && function.where == Function::Where::device && !function.is_everywhere)
        refuse(e.place, "`" + function.name + "` runs on the GPU and cannot be called by the host.",
               "Write `__host__ __device__` before it.");
    failed_.insert(function.damaged.begin(), function.damaged.end());
    if (calls_.size() >= deepest_calls)
        refuse(e.place, "Calls are nested more than 20 deep.", "Call fewer functions inside of functions.");
    const auto arguments = arguments_of(e);
    if (arguments.size() != function.parameters.size())
        refuse(e.place,
               "`" + function.name + "` takes " + std::to_string(function.parameters.size()) +
                   (function.parameters.size() == 1 ? " argument" : " arguments") + ", not " +
                   std::to_string(arguments.size()) + ".",
               "");
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
    for (const Call& outer : calls_) // with other template arguments it is another function
        if (outer.function == &function && outer.instance == inside.instance)
            refuse(e.place,
                   "`" + function.name + "` calls itself, which is not in the language: a thread has no stack.",
                   "Write a loop.");
    inside.returns = library_.type_of(function.returns, names);
    inside.is_simple = library_.returns_last(function);
    if (inside.returns->kind != Kind::none && !inside.is_simple) inside.result = temporary(inside.returns, e.place);
    for (std::size_t p = 0; p < arguments.size(); ++p) {
        const Declaration& parameter = function.parameters[p];
        const Type* type = library_.type_of(parameter, names);
        // A write through a reference must not change a parameter that shares registers with the same variable.
        const bool must_copy = changed.count(parameter.name) != 0 || (has_references && parameter.type.pointers == 0);
        bind_parameter(*arguments[p], parameter, type, must_copy, scope);
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
               "Function `" + function.name + "` promises a `" + inside.returns->name + "` but never returns one.",
               "Write `return value;`.");
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
                   "A `" + symbol.target.type->name + "` stands where a `" + type->name + "&` is needed.",
                   "A reference needs a variable of the same type.");
        if (symbol.target.is_const && !is_const)
            refuse(argument.place, "`" + symbol.target.name + "` may not be written, but the function may write to it.",
                   "Write `const` before the type of the parameter.");
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

/// The words with the numbers among template arguments computed: a name may be one of the function at work.
TypeWords Compiler::with_numbers(TypeWords words) {
    for (TypeWords& argument : words.arguments) {
        if (argument.value == nullptr) {
            argument = with_numbers(std::move(argument));
            continue;
        }
        const Value v = value(*argument.value);
        if (!v.is_constant() || !v.type->is_integer())
            refuse(argument.place, "A template argument must be a constant.", "Use a constexpr number.");
        argument.number = static_cast<std::int32_t>(v.bits);
    }
    return words;
}
const Type* Compiler::type_of(const TypeWords& words) {
    return library_.type_of(words.arguments.empty() ? words : with_numbers(words), scopes_);
}

/// Returns the template arguments of a call, explicit ones first, the others deduced from the function arguments.
Scope Compiler::template_names(const Expression& e, const Function& function,
                               const std::vector<const Type*>& arguments) {
    Scope scope;
    const auto& parameters = function.template_parameters;
    if (e.template_arguments.size() > parameters.size())
        refuse(e.place, "`" + function.name + "` takes " + std::to_string(parameters.size()) + " template arguments.",
               "");
    for (std::size_t p = 0; p < e.template_arguments.size(); ++p) {
        const auto& given = e.template_arguments[p];
        const TemplateParameter& parameter = parameters[p];
        if (parameter.is_type != (given.value == nullptr))
            refuse(e.place,
                   "Template parameter `" + parameter.name + "` of `" + function.name + "` is a " +
                       (parameter.is_type ? "type." : "number."),
                   parameter.is_type ? "Write float or double." : "Write a constant.");
        if (parameter.is_type) scope[parameter.name] = symbol_of(type_of(given.type), parameter.place);
        else {
            const Value v = value(*given.value);
            if (!v.is_constant() || !v.type->is_integer())
                refuse(given.value->place, "A template argument must be a constant.", "Use a constexpr number.");
            scope[parameter.name] = {.value = convert(v, library_.types.of(Kind::int32), e.place),
                                     .place = parameter.place};
        }
    }
    const Scope given = scope;
    for (std::size_t p = 0; p < arguments.size() && p < function.parameters.size(); ++p)
        if (arguments[p] != nullptr && !library_.deduce(function.parameters[p], arguments[p], function, given, scope))
            refuse(arguments_of(e)[p]->place,
                   "The arguments of `" + function.name + "` do not agree on a template parameter.",
                   "Give it at the call: " + function.name + "<double>(...).");
    for (const auto& parameter : parameters) {
        if (scope.count(parameter.name) != 0) continue;
        if (parameter.is_type ? parameter.standard_type.name.empty() : parameter.standard == nullptr)
            refuse(e.place,
                   "Nothing tells what template parameter `" + parameter.name + "` of `" + function.name + "` is.",
                   "Write it at the call: " + function.name + "<" + (parameter.is_type ? "double" : "32") + ">.");
        scope[parameter.name] =
            parameter.is_type
                ? symbol_of(library_.type_of(parameter.standard_type, {scope}), parameter.place)
                : Symbol{.value = constant(library_, *parameter.standard, scope), .place = parameter.place};
    }
    return scope;
}

/// The size of a grid or block in three registers.
std::uint32_t Compiler::dimensions(const Expression& e) {
    const Value v = value(e);
    const Type* const dim3 = library_.types.named("dim3");
    if (v.type == nullptr || (v.type != dim3 && !v.type->is_integer()))
        refuse(e.place, "The size of a grid or block is a whole number or a dim3.", "");
    return materialize(convert(v, dim3, e.place), e.place);
}

Value Compiler::launch(const Expression& e) {
    const auto& all = library_.functions(e.text);
    if (all.empty() && (library_.is_damaged(e.text) || !failed_.insert(e.text).second)) throw Refusal(e.place, {});
    if (all.empty())
        refuse(e.place, "There is no kernel `" + e.text + "`.",
               library_.near_to(e.text, library_.function_names(), e.place));
    const Function* const function = all.front(); // kernels cannot be overloaded
    if (function->where != Function::Where::kernel)
        refuse(e.place, "`" + e.text + "` is no kernel and cannot be launched.", "Write `__global__` before it.");
    if (!is_host())
        refuse(e.place, "A kernel cannot launch a kernel here.", "Launch both from run, one after the other.");
    if (e.children.size() != function->parameters.size())
        refuse(e.place,
               "Kernel `" + e.text + "` takes " + std::to_string(function->parameters.size()) +
                   (function->parameters.size() == 1 ? " argument" : " arguments") + ", not " +
                   std::to_string(e.children.size()) + ".",
               "");
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
