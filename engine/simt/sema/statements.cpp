#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

#include <set>

namespace warploom::simt {

Statements::Statements(Sema& sema) : sema_(sema), context_(sema.context) {}

void Statements::body(Instance& instance, std::optional<SourceLocation> call) {
    const Function& function = *instance.function;
    Context::Frame frame{instance, {}};
    frame.call = call;
    if (instance.object != nullptr) {
        const RecordInstance& record = *context_.library.record_of(instance.object);
        frame.scopes.push_back(record.names);
        context_.library.effort.spend(function.place, static_cast<std::int64_t>(instance.object->fields.size()));
        if (!function.is_static)
            for (const StructField& field : instance.object->fields)
                frame.scopes.back()[field.name] = {.type = field.type, .is_const = function.is_const};
    }
    frame.scopes.push_back(instance.names);
    frame.scopes.emplace_back();
    instance.is_being_checked = instance.is_checked = true;
    context_.frames.push_back(&frame);
    context_.failed.insert(function.damaged.begin(), function.damaged.end());
    const int levels = context_.levels;
    try {
        parameters(instance);
        if (context_.is_root()) statement(*function.body); // statement() adds the scope for the function body
        else statements(function.body->parts);
        const bool lacks_result = instance.returns->kind != Kind::none && !instance.has_result;
        if (lacks_result && function.is_damaged) instance.has_errors = true;
        if (lacks_result && !instance.has_errors)
            refuse(function.place,
                   sentence("Function `{name}` has return type `{type}` but no return statement.",
                            {{"name", function.name}, {"type", instance.returns->name}}),
                   sentence("Write `return value;`."));
    } catch (const Refusal& refusal) { context_.report(refusal); }
    context_.levels = levels;
    context_.frames.pop_back();
    instance.is_being_checked = false;
    // Follow-up errors are not reported, but a function that contains errors must never be executed.
    if (instance.has_errors && context_.library.refusals.empty())
        context_.library.refusals.push_back(
            Refusal(function.place, sentence("`{name}` cannot be compiled.", {{"name", function.name}})).diagnostic);
}

void Statements::parameters(Instance& instance) {
    const Function& function = *instance.function;
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Declaration& d = function.parameters[p];
        if (d.initial != nullptr) sema_.conversions.converted_value(*d.initial, instance.parameters[p]);
    }
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Declaration& d = function.parameters[p];
        Symbol symbol{.type = instance.parameters[p], .is_const = d.type.is_const_itself()};
        symbol.is_volatile = d.type.is_reference && d.type.is_volatile;
        symbol.place = d.place;
        if (context_.is_root()) context_.add(d.name, symbol, d.place);
        else context_.frame().scopes.back()[d.name] = symbol;
    }
}

/// Warns about a loop with an empty body if the next statement is indented like a loop body.
void Statements::warn_of_empty_body(const Statement& s, const Statement& next, int indentation) {
    const bool is_loop = s.what == Statement::What::for_ || s.what == Statement::What::while_;
    const bool is_empty =
        is_loop && !s.parts.empty() && s.parts.back() != nullptr && s.parts.back()->what == Statement::What::empty;
    if (!is_empty || next.place.line <= s.place.line || next.place.column <= indentation) return;
    context_.warn(s.place, sentence_pattern("The body of this loop is empty, because a `;` follows the parenthesis."),
                  sentence_pattern("Remove the `;`."));
}

/// Checks a list of statements. Continues with the next statement after an error.
void Statements::statements(const std::vector<StatementPointer>& list) {
    for (std::size_t n = 0; n + 1 < list.size(); ++n)
        if (list[n] != nullptr && list[n + 1] != nullptr && list.front() != nullptr &&
            list.front()->what != Statement::What::case_ && list.front()->what != Statement::What::default_)
            warn_of_empty_body(*list[n], *list[n + 1], list.front()->place.column);
    for (const auto& part : list) {
        if (part == nullptr) continue; // the init-statement of a `for` loop may be missing
        Context::Frame& frame = context_.frame();
        const auto figures = std::tuple(frame.loops, frame.breakable, context_.levels);
        const std::size_t scopes = frame.scopes.size(), frames = context_.frames.size();
        try {
            statement(*part);
        } catch (const Refusal& refusal) {
            context_.frames.resize(frames);
            context_.report(refusal);
            std::tie(frame.loops, frame.breakable, context_.levels) = figures;
            frame.scopes.resize(scopes);
            for (const Declaration& d : part->variables)
                if (context_.find(d.name) == nullptr) context_.failed.insert(d.name);
            inner_statements(*part);
        }
    }
}

/// Checks the body of a statement whose condition has an error, so that all errors are reported at once.
void Statements::inner_statements(const Statement& s) {
    const bool is_loop =
        s.what == Statement::What::for_ || s.what == Statement::What::while_ || s.what == Statement::What::do_;
    if (!is_loop && s.what != Statement::What::if_) return;
    Context::Frame& frame = context_.frame();
    frame.scopes.emplace_back();
    frame.loops += is_loop ? 1 : 0;
    frame.breakable += is_loop ? 1 : 0;
    statements(s.parts);
    frame.loops -= is_loop ? 1 : 0;
    frame.breakable -= is_loop ? 1 : 0;
    frame.scopes.pop_back();
}

void Statements::inner(const Statement& s) {
    context_.frame().scopes.emplace_back();
    statement(s);
    context_.frame().scopes.pop_back();
}

void Statements::statement(const Statement& s) {
    const Nesting nesting(context_.levels, context_.library.effort, s.place);
    switch (s.what) {
    case Statement::What::empty: return;
    case Statement::What::block:
        context_.frame().scopes.emplace_back();
        statements(s.parts);
        context_.frame().scopes.pop_back();
        return;
    case Statement::What::expression:
        sema_.expressions.check(*s.value);
        look_at_result(*s.value);
        return;
    case Statement::What::declare:
        for (const Declaration& d : s.variables) declare(d);
        return;
    case Statement::What::alias:
        return context_.add(s.variables[0].name, symbol_of(context_.type_of(s.variables[0].type), s.place), s.place);
    case Statement::What::if_: return if_statement(s);
    case Statement::What::for_:
    case Statement::What::while_:
    case Statement::What::do_: return loop(s);
    case Statement::What::switch_: return switch_statement(s);
    case Statement::What::case_:
    case Statement::What::default_:
        refuse(s.place, sentence("A `case` label is not directly inside a `switch`."),
               sentence("Move the label out of the inner block."));
    case Statement::What::break_:
    case Statement::What::continue_: return leave(s);
    case Statement::What::return_: return return_statement(s);
    }
}

const Type* Statements::declared_type(const Declaration& d) {
    const Type* type = context_.type_of(d.type);
    if (type->kind == Kind::none)
        refuse(d.place, sentence("Variable `{name}` cannot have type void.", {{"name", d.name}}),
               sentence("Declare it with another type, such as `int`."));
    for (std::size_t e = d.extents.size(); e-- > 0;) {
        if (d.extents[e] == nullptr) {
            if (e > 0 || (d.initial == nullptr && !d.is_extern))
                refuse(d.place, sentence("The size of array `{name}` is missing.", {{"name", d.name}}),
                       sentence("Write the size between the brackets."));
            if (d.is_extern) return type;
            const auto& list = d.initial->children;
            type = context_.library.types.array(type, static_cast<std::int64_t>(list.size()));
            continue;
        }
        const Typed size = sema_.expressions.value(*d.extents[e]);
        if (!size.is_constant() || !size.type->is_integer())
            refuse(*d.extents[e],
                   sentence("The size of array `{name}` must be a constant expression.", {{"name", d.name}}),
                   d.is_shared ? sentence("Use a constexpr variable, a template parameter, or `extern __shared__`.")
                               : sentence("Use a constexpr variable or a template parameter."));
        const auto count = static_cast<std::int64_t>(size.constant.bits);
        constexpr std::int64_t most = 1 << 20;
        if (count <= 0 || count > most)
            refuse(*d.extents[e],
                   sentence("Array `{name}` cannot have {n} elements.", {{"name", d.name}, {"n", count}}),
                   sentence("Specify a number from 1 to {most}.", {{"most", most}}));
        type = context_.library.types.array(type, count);
        if (type->bytes > (std::int64_t{1} << 24))
            refuse(d.place, sentence("Array `{name}` is too large.", {{"name", d.name}}),
                   sentence("Use a smaller array."));
    }
    return type;
}

void Statements::declare_shared(const Declaration& d) {
    context_.require_device(d.place, sentence("`__shared__` memory"));
    if (d.initial != nullptr)
        refuse(d.place, sentence("An initializer is not allowed for a `__shared__` variable."),
               sentence("Assign the values in the kernel, then call __syncthreads()."));
    const Type* const type = declared_type(d);
    if (d.is_extern && (d.extents.empty() || d.extents[0] != nullptr))
        refuse(d.place,
               sentence("`extern __shared__` arrays must be declared without a size. The launch specifies the size."),
               sentence("Write `extern __shared__ {type} {name}[];`.", {{"type", type->name}, {"name", d.name}}));
    context_.instance().declared[&d] = type;
    context_.add(d.name,
                 {.type = d.is_extern ? context_.library.types.array(type, std::int64_t{1} << 20) : type,
                  .is_volatile = d.type.is_volatile,
                  .is_in_memory = true},
                 d.place);
}

/// Checks the declaration of a reference. Returns false if a const reference is bound to a temporary. Such a reference
/// is then treated like a variable.
bool Statements::declare_reference(const Declaration& d) {
    if (d.initial == nullptr)
        refuse(d.place, sentence("Reference `{name}` requires an initializer.", {{"name", d.name}}),
               sentence("Add `= variable`."));
    const Typed t = d.is_constant ? sema_.expressions.check(*d.initial) : sema_.expressions.lvalue(*d.initial);
    const Type* const type = d.type.name == "auto" || !d.extents.empty() ? t.type : context_.type_of(d.type);
    if (d.is_constant && (!t.is_lvalue || t.is_constant() || t.type != type)) return false;
    if (t.type != type)
        refuse(d.initial->place,
               sentence("A reference of type `{to}&` cannot be bound to a value of type `{from}`.",
                        {{"to", type->name}, {"from", t.type->name}}),
               sentence("Pass a variable of the same type."));
    context_.instance().declared[&d] = nullptr;
    context_.add(d.name,
                 {.type = t.type,
                  .is_const = t.is_const || d.is_constant,
                  .is_volatile = t.is_volatile || d.type.is_volatile,
                  .is_in_memory = t.is_in_memory},
                 d.place);
    return true;
}

void Statements::declare(const Declaration& d) {
    if (d.is_shared || d.is_extern) return declare_shared(d);
    if (d.type.is_reference && declare_reference(d)) return;
    const bool has_list = is_list(d.initial.get()), is_auto = d.type.name == "auto";
    if (is_auto && (d.initial == nullptr || has_list))
        refuse(d.place, sentence("A variable declared with `auto` requires an initializer."),
               sentence("Write the type."));
    const Type* const type = is_auto ? sema_.expressions.value(*d.initial).type : declared_type(d);
    // This conversion always throws, because the type of the initializer is void.
    if (type == nullptr) sema_.conversions.convert({}, type, d.place);
    context_.instance().declared[&d] = type;
    Symbol symbol{.type = type, .is_const = d.is_constant};
    if (d.initial == nullptr || has_list || type->kind == Kind::array) {
        if (d.is_constant && d.initial == nullptr && type->name != "dim3")
            refuse(d.place, sentence("Constant `{name}` requires an initializer.", {{"name", d.name}}),
                   sentence("Add `= value`."));
        if (type->kind == Kind::array && d.initial != nullptr && !has_list)
            refuse(d.place, sentence("An array must be initialized with a braced list, such as {1, 2}."));
        if (has_list) sema_.conversions.initialise(type, *d.initial);
    } else {
        const Typed v = sema_.conversions.converted_value(*d.initial, type, d.place);
        if (v.is_constant() && d.is_constant) symbol = symbol_of(v.constant);
        symbol.may_be_negative =
            type->is_integer() && (sema_.signs.may_be_negative(*d.initial) ||
                                   context_.library.shrunk(*context_.instance().function).count(d.name) != 0);
    }
    context_.add(d.name, symbol, d.place);
}

void Statements::condition(const Expression& e, const char* what) {
    look_at_condition(e);
    const Typed v = sema_.expressions.value(e);
    if (v.type == nullptr || !v.type->is_scalar())
        refuse(e, sentence("The condition of `{statement}` must be a number or a pointer.", {{"statement", what}}),
               sentence("Write a comparison."));
    sema_.conversions.truth(e);
}

/// Warns about an assignment in a condition. Throws if the left operand of the assignment is const.
void Statements::look_at_condition(const Expression& e) {
    if (e.what != Expression::What::assign || e.op != Operator::none) return;
    const Expression& left = *e.children[0];
    const Symbol* const symbol = left.what == Expression::What::name ? context_.find(left.text) : nullptr;
    if (symbol != nullptr && symbol->is_const)
        refuse(e, sentence("This condition assigns a value."), sentence("Did you mean `==`?"));
    context_.warn(e.place, sentence_pattern("This condition assigns a value."), sentence_pattern("Did you mean `==`?"));
}

/// Warns if the result of a shuffle or vote is not used.
void Statements::look_at_result(const Expression& e) {
    if (e.what != Expression::What::call || e.is_method) return;
    if (e.text.starts_with("__shfl_") || e.text == "__ballot_sync" || e.text == "__any_sync" || e.text == "__all_sync")
        context_.warn(e.place, sentence_pattern("The result of this call is not used."),
                      sentence_pattern("Assign it to a variable, or remove the call."));
}

/// Checks an `if` statement. In a template, skips a branch that a constant condition excludes, because the branch may
/// be invalid for these template arguments.
void Statements::if_statement(const Statement& s) {
    condition(*s.value, "if");
    const Typed test = sema_.expressions.value(*s.value);
    const bool is_template = !context_.instance().function->template_parameters.empty();
    for (std::size_t p = 0; p < s.parts.size(); ++p)
        if (!is_template || !test.is_constant() || test.constant.is_true() == (p == 0)) inner(*s.parts[p]);
}

void Statements::loop(const Statement& s) {
    Context::Frame& frame = context_.frame();
    frame.scopes.emplace_back();
    const bool is_for = s.what == Statement::What::for_, is_do = s.what == Statement::What::do_;
    if (is_for && s.parts[0] != nullptr) statement(*s.parts[0]);
    if (!is_do && s.value != nullptr) condition(*s.value, "loop");
    ++frame.loops;
    ++frame.breakable;
    inner(*s.parts[is_for ? 1 : 0]);
    --frame.loops;
    --frame.breakable;
    if (is_do && s.value != nullptr) condition(*s.value, "loop");
    if (is_for && s.step != nullptr) sema_.expressions.check(*s.step);
    frame.scopes.pop_back();
}

void Statements::switch_statement(const Statement& s) {
    const Type* const wide = context_.type_of(Kind::int64);
    const Typed chosen = sema_.expressions.value(*s.value);
    if (chosen.type == nullptr || !chosen.type->is_integer())
        refuse(*s.value, sentence("The condition of `switch` must be an integer."), sentence("Use `if`."));
    sema_.conversions.converted_value(*s.value, wide);
    std::set<std::uint64_t> seen;
    bool has_default = false;
    for (const auto& part : s.parts[0]->parts) {
        if (part->what == Statement::What::default_) {
            if (has_default)
                refuse(part->place, sentence("Multiple `default` labels in one `switch`."), sentence("Remove one."));
            has_default = true;
        }
        if (part->what != Statement::What::case_) continue;
        const Typed label = sema_.conversions.converted_value(*part->value, wide, part->place);
        if (!label.is_constant())
            refuse(part->value->place, sentence("The value of a `case` label must be a constant expression."),
                   sentence("Use `if`."));
        if (!seen.insert(label.constant.bits).second)
            refuse(part->value->place, sentence("Duplicate `case` value."), sentence("Remove one of them."));
    }
    Context::Frame& frame = context_.frame();
    frame.scopes.emplace_back();
    ++frame.breakable;
    for (const auto& part : s.parts[0]->parts)
        if (part->what != Statement::What::case_ && part->what != Statement::What::default_) statement(*part);
    --frame.breakable;
    frame.scopes.pop_back();
}

void Statements::leave(const Statement& s) {
    const bool is_break = s.what == Statement::What::break_;
    if ((is_break ? context_.frame().breakable : context_.frame().loops) > 0) return;
    refuse(s.place,
           is_break ? sentence("`break` is not inside a loop or a `switch`.")
                    : sentence("`continue` is not inside a loop."),
           sentence("Remove the statement, or use `return`."));
}

bool Statements::has_value(const Expression& e) {
    const Type* const type = sema_.expressions.check(e).type;
    return type != nullptr && type->kind != Kind::none;
}

void Statements::return_statement(const Statement& s) {
    Instance& instance = context_.instance();
    const Function& function = *instance.function;
    const bool is_root = context_.is_root();
    if (is_root && s.value != nullptr && has_value(*s.value))
        refuse(*s.value, sentence("A kernel cannot return a value."), sentence("Store the result in an array."));
    if (is_root) return;
    if (instance.returns->kind == Kind::none) {
        if (s.value != nullptr && has_value(*s.value))
            refuse(*s.value,
                   sentence("Function `{name}` is void and cannot return a value.", {{"name", function.name}}),
                   sentence("Change the return type."));
        return;
    }
    if (s.value == nullptr)
        refuse(s.place, sentence("Function `{name}` must return a value.", {{"name", function.name}}),
               sentence("Write `return value;`."));
    sema_.conversions.converted_value(*s.value, instance.returns);
    instance.has_result = true;
}

Instance& check(Library& library, const Function& function, const Scope& names, bool is_host) {
    Instance& instance = library.instance(function, names, nullptr, is_host);
    if (instance.is_checked) return instance;
    instance.returns = library.types.of(Kind::none);
    Sema sema(library);
    for (const Declaration& p : function.parameters) {
        const Type* const type = library.type_of(p.type, {names});
        if (type->kind == Kind::none)
            refuse(p.place, sentence("Parameter `{name}` cannot have type void.", {{"name", p.name}}),
                   sentence("Declare it with another type, such as `int`."));
        if (p.type.is_reference || !p.extents.empty())
            refuse(p.place, sentence("Kernel parameters cannot be references."), sentence("Use a pointer."));
        instance.parameters.push_back(type);
    }
    sema.statements.body(instance);
    return instance;
}

Instance& check_kernel(Library& library, const Function& function, const Scope& names) {
    Instance& instance = library.instance(function, names, nullptr, false);
    if (instance.is_checked) return instance;
    constexpr std::size_t most_kernels = 256;
    if (++library.checked_kernels > most_kernels)
        refuse(function.place, sentence("This file has too many kernels."), sentence("Split the file."));
    const auto number_behind = [&](const Expression& words) {
        return static_cast<std::int64_t>(constant_of(library, words, names, library.types.of(Kind::int64)).bits);
    };
    if (function.most_threads != nullptr) {
        instance.most_threads = number_behind(*function.most_threads);
        if (instance.most_threads < 1)
            refuse(function.most_threads->place, sentence("The number of threads per block must be at least 1."),
                   sentence("Specify a positive number."));
    }
    if (function.registers != nullptr) {
        instance.registers = number_behind(*function.registers);
        // Maximum number of registers per thread (CUDA C++ Programming Guide, technical specifications).
        constexpr std::int64_t most = 255;
        if (instance.registers < 1 || instance.registers > most)
            refuse(function.registers->place, sentence("The number of registers per thread must be from 1 to 255."),
                   sentence("Specify a number from 1 to 255."));
    }
    return check(library, function, names, false);
}

std::optional<Constant> known_constant(Library& library, const Expression& expression, const Scope& names) {
    Instance nobody;
    static const Function nothing;
    nobody.function = &nothing;
    Sema sema(library);
    Context::Frame frame{nobody, {names}};
    sema.context.frames.push_back(&frame);
    const Typed v = sema.expressions.value(expression);
    return v.is_constant() && v.type->is_number() ? std::optional(v.constant) : std::nullopt;
}

Constant constant_of(Library& library, const Expression& expression, const Scope& names, const Type* to) {
    const auto v = known_constant(library, expression, names);
    if (!v)
        refuse(expression.place, sentence("Expression must have a constant value."),
               sentence("Use literals, constexpr variables, and operators."));
    return to == nullptr ? *v : converted(*v, to);
}

} // namespace warploom::simt
