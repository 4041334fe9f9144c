#include "engine/simt/compiler/compiler.h"

#include "engine/simt/findings/unset.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <memory>

// Compiles function calls, which are always inlined. In a method, the members of the struct are in scope.

namespace warploom::simt {

Value Compiler::call(const Expression& e) {
    const Instance* const callee = typed(e).callee;
    if (callee == nullptr) return built_in(e);
    if (callee->object == nullptr || callee->function->is_static) return call_function(e, *callee);
    if (e.is_method) return call_method(e, *callee);
    const Storage* const functor = callee->function->name == call_operator ? find(e.text) : nullptr;
    if (functor == nullptr) return call_function(e, *callee, object_around());
    Target object = functor->target;
    if (functor->is_value) object.unit = materialize(functor->value, e.place);
    object.type = callee->object;
    return call_function(e, *callee, &object);
}

/// Compiles a function call. `object` is the object of a method call; it is null for other functions.
Value Compiler::call_function(const Expression& e, const Instance& instance, const Target* object) {
    const Function& function = *instance.function;
    const auto arguments = arguments_of(e);
    const auto& changed = library_.changed(function);
    const bool has_references =
        (object != nullptr && !function.is_const) ||
        std::any_of(function.parameters.begin(), function.parameters.end(),
                    [](const Declaration& p) { return p.type.is_reference || p.type.pointers > 0; });
    const std::uint32_t top = top_;
    Call inside;
    inside.instance = &instance;
    inside.slot = slot_;
    inside.is_simple = library_.returns_last(function);
    if (instance.returns->kind != Kind::none && !inside.is_simple) inside.result = temporary(instance.returns, e.place);
    Variables variables;
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Declaration& parameter = function.parameters[p];
        // Copy arguments in registers only if necessary, that is, if the function modifies the parameter, or if the
        // function has reference parameters that may refer to the same registers.
        const bool must_copy = changed.count(parameter.name) != 0 || (has_references && parameter.type.pointers == 0);
        const bool is_given = p < arguments.size();
        const Instance* const caller = instance_;
        if (!is_given) instance_ = &instance; // evaluate default arguments in the scope of the called function
        bind_parameter(is_given ? *arguments[p] : *parameter.initial, parameter, instance.parameters[p], must_copy,
                       variables);
        instance_ = caller;
    }
    const std::size_t outer_scope = std::exchange(first_scope_, scopes_.size());
    inside.first_loop = loops_.size();
    if (object != nullptr) add_fields(*object);
    open_scope(std::move(variables));
    const std::optional<SourceLocation> outer_caller = caller_;
    if (is_header_of_cuda(function.place.header) && !caller_) {
        caller_ = e.place;
        caller_name_ = e.text.substr(e.text.rfind(':') + 1);
    }
    const bool is_shown = !caller_.has_value();
    if (is_shown) call_lines_.push_back({e.place.line, 0, e.place.header});
    calls_.push_back(inside);
    const Instance* const caller = std::exchange(instance_, &instance);
    const std::uint32_t begin = next_instruction();
    run_inlined(inside);
    if (is_shown)
        code_.calls.push_back(
            {instance.name, begin, next_instruction(), static_cast<std::uint32_t>(call_lines_.size())});
    instance_ = caller;
    Value result = calls_.back().value;
    calls_.pop_back();
    while (scopes_.size() > first_scope_) close_scope();
    if (is_shown) call_lines_.pop_back();
    caller_ = outer_caller;
    first_scope_ = outer_scope;
    if (instance.returns->kind == Kind::none) {
        top_ = top;
        return {};
    }
    if (!inside.is_simple) result = registers(instance.returns, inside.result);
    const bool is_own = result.form == Value::Form::registers && result.unit >= top && result.unit < most_units_;
    if (result.form != Value::Form::local_pointer)
        top_ = is_own ? result.unit + static_cast<std::uint32_t>(result.type->units) : top;
    return result;
}

void Compiler::run_inlined(Call& inside) {
    const Function& function = *inside.instance->function;
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
                              bool must_copy, Variables& variables) {
    const bool is_const = parameter.type.is_const_itself();
    const bool may_be_value = is_const && argument.what != Expression::What::name && parameter.extents.empty();
    Storage& storage = variables[parameter.name];
    if (parameter.type.is_reference && !may_be_value) {
        storage.target = target(argument);
        storage.target.is_const = storage.target.is_const || is_const;
        return;
    }
    const std::uint32_t top = top_;
    const Value v = value(argument);
    const bool is_fresh = v.form == Value::Form::registers && v.unit >= top && v.unit < top_;
    if (v.form == Value::Form::local_pointer) {
        storage = local_pointer_variable(v, must_copy && !is_const, argument.place);
        return;
    }
    if (!must_copy && !is_fresh) {
        storage = storage_of(v);
        return;
    }
    storage.target.type = type;
    storage.target.name = parameter.name;
    storage.target.is_const = is_const;
    storage.target.unit = is_fresh ? v.unit : temporary(type, argument.place);
    if (!is_fresh) copy(type, storage.target.unit, materialize(v, argument.place), false, argument.place);
}

void Compiler::leave_result_unset(const Call& call) {
    const Function& function = *call.instance->function;
    leave_unset({.name = function.name, .type = call.instance->returns, .place = function.body->end, .is_result = true},
                call.result);
}

Value Compiler::call_method(const Expression& e, const Instance& method) {
    const std::uint32_t top = top_;
    Target object = object_of(e);
    freeze(object, e.place);
    const Value result = call_function(e, method, &object);
    if (result.form == Value::Form::none || result.is_constant()) top_ = top;
    return result;
}

/// Adds the members of a struct to the scope of its method. They have a scope of their own, because parameters and
/// local variables hide members of the same name.
void Compiler::add_fields(const Target& object) {
    Variables variables;
    for (const StructField& field : object.type->fields) {
        Storage& storage = variables[field.name] = storage_of(field_of(object, field));
        storage.target.name = field.name;
    }
    variables[self] = storage_of(object);
    open_scope(std::move(variables));
}

Value Compiler::launch(const Expression& e) {
    const Instance& kernel = *typed(e).callee;
    LaunchCode launch;
    const auto compiled = [&](const ExpressionPointer& of) { return materialize(value(*of), of->place); };
    launch.grid = compiled(e.configuration[0]);
    launch.block = compiled(e.configuration[1]);
    if (e.configuration.size() > 2) launch.shared = compiled(e.configuration[2]);
    for (std::size_t p = 0; p < e.children.size(); ++p)
        launch.arguments.emplace_back(compiled(e.children[p]), kernel.parameters[p]->units);
    launch.kernel = compile_kernel(library_, kernel);
    code_.launches.push_back(launch);
    emit_code(Op::launch, e.place, static_cast<std::uint32_t>(code_.launches.size()) - 1);
    return {};
}

/// Compiles the body of a kernel or host function. The registers of its parameters already contain the arguments.
void Compiler::kernel_body() {
    const Function& function = *root_.function;
    const auto& changed = library_.changed(function);
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Declaration& d = function.parameters[p];
        const Type* const type = root_.parameters[p];
        const std::uint32_t unit = allocate(type->units, d.place);
        code_.parameters.push_back({d.name, d.place, type, unit});
        Storage storage;
        if (type->kind == Kind::pointer && changed.count(d.name) == 0) {
            storage = storage_of(registers(type, unit));
            storage.value.is_uniform = true;
        } else {
            storage.target.type = type;
            storage.target.unit = unit;
            storage.target.name = d.name;
            storage.target.is_const = d.type.is_const_itself();
        }
        add(d.name, std::move(storage));
    }
    const int end = join_ = new_label();
    statement(*function.body);
    bind(end);
    // The parameters are in scope until after the `end` instruction.
    list_variables(scopes_.back(), next_instruction() + 1);
}

Compiler::Compiler(Library& library, const Instance& instance, Code& code) : BuiltInCode(library, instance, code) {
    code_.name = instance.function->name;
    code_.is_host = is_host();
    for (std::size_t v = 0; v < library.variables.size() && !code_.is_host; ++v) {
        const GlobalVariable& variable = library.variables[v];
        Target target;
        target.form = Target::Form::memory;
        target.type = variable.type;
        target.name = variable.name;
        target.is_uniform = true;
        target.is_const = variable.is_constant;
        target.is_volatile = variable.is_volatile;
        target.pointer = known(Known::What::variable_pointer, true, v);
        globals_[variable.name] = storage_of(std::move(target));
    }
}

void Compiler::run() {
    try {
        kernel_body();
        finish();
        follow_unset(code_, most_units_, library_.kernels);
        code_.branches = std::make_shared<BranchMarks>(code_.instructions.size());
    } catch (const Refusal& refusal) { library_.refusals.push_back(refusal.diagnostic); }
}

int compile_kernel(Library& library, const Instance& instance) {
    const auto [known, is_new] =
        library.kernel_numbers.try_emplace(&instance, static_cast<int>(library.kernels.size()));
    if (!is_new) return known->second;
    const int number = known->second;
    Code& code = library.kernels.emplace_back();
    code.instance = instance.name;
    code.most_threads = instance.most_threads;
    code.registers = instance.registers;
    Compiler(library, instance, code).run();
    return number;
}

} // namespace warploom::simt
