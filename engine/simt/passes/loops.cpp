#include "engine/simt/passes/loops.h"

#include "engine/simt/sema/sema.h"

#include <algorithm>

namespace warploom::simt {

namespace {

constexpr std::size_t most_turns = 128;

/// Returns whether a statement prevents its loop from being unrolled. This is the case for statements that leave the
/// iteration or the loop, and for declarations of shared memory, which must be allocated only once.
bool must_stay(const Statement& s, bool is_inner) {
    using What = Statement::What;
    if (s.what == What::break_ || s.what == What::continue_) return !is_inner;
    if (std::any_of(s.variables.begin(), s.variables.end(), [](const auto& d) { return d.is_shared || d.is_extern; }))
        return true;
    // A `continue` in a switch applies to the enclosing loop.
    const bool is_loop = s.what == What::for_ || s.what == What::while_ || s.what == What::do_;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const auto& part) { return part != nullptr && must_stay(*part, is_inner || is_loop); });
}

/// Returns the part of an iteration expression that updates the loop counter, such as `++k` in `++k, slot += step`.
const Expression& counter_step(const Expression& step) {
    return is_comma(step) ? counter_step(*step.children[0]) : step;
}

bool names_or_calls(const Expression& e, const std::string& name) {
    if (e.what == Expression::What::call || (e.what == Expression::What::name && e.text == name)) return true;
    return std::any_of(e.children.begin(), e.children.end(),
                       [&](const auto& child) { return child != nullptr && names_or_calls(*child, name); });
}

/// Returns whether the parts of an iteration expression other than the update of the loop counter neither use the
/// counter nor call functions.
bool is_rest_apart(const Expression& step, const std::string& counter) {
    return !is_comma(step) ||
           (!names_or_calls(*step.children[1], counter) && is_rest_apart(*step.children[0], counter));
}

bool counts_by_itself(const Statement& s) {
    if (s.what != Statement::What::for_ || s.parts[0] == nullptr || s.value == nullptr || s.step == nullptr)
        return false;
    if (s.parts[0]->what != Statement::What::declare || s.parts[0]->variables.size() != 1) return false;
    const Declaration& counter = s.parts[0]->variables[0];
    if (counter.initial == nullptr || !counter.extents.empty() || counter.type.pointers > 0) return false;
    if (counter.type.is_reference || counter.is_shared || counter.is_constant) return false;
    if (!is_rest_apart(*s.step, counter.name)) return false;
    const Expression& step = counter_step(*s.step);
    const bool is_step =
        step.what == Expression::What::assign || step.what == Expression::What::postfix ||
        (step.what == Expression::What::unary && (step.op == Operator::increment || step.op == Operator::decrement));
    const bool is_its_own =
        is_step && step.children[0]->what == Expression::What::name && step.children[0]->text == counter.name;
    return is_its_own && !must_stay(*s.parts[1], false);
}

bool is_variable(const Expression& e, const std::string& name) {
    if (e.what == Expression::What::conditional)
        return is_variable(*e.children[1], name) || is_variable(*e.children[2], name);
    return e.what == Expression::What::name && e.text == name;
}

bool changes(const Instance& instance, const Expression& e, const std::string& name) {
    const bool is_step = e.what == Expression::What::assign || e.what == Expression::What::postfix ||
                         (e.what == Expression::What::unary &&
                          (e.op == Operator::increment || e.op == Operator::decrement || e.op == Operator::amp));
    if (is_step && is_variable(*e.children[0], name)) return true;
    const auto typed = e.what == Expression::What::call ? instance.expressions.find(&e) : instance.expressions.end();
    if (typed != instance.expressions.end() && typed->second.callee != nullptr) {
        const auto arguments = arguments_of(e);
        const auto& parameters = typed->second.callee->function->parameters;
        for (std::size_t a = 0; a < arguments.size(); ++a)
            if (parameters[a].type.is_reference && is_variable(*arguments[a], name)) return true;
    }
    return std::any_of(e.children.begin(), e.children.end(),
                       [&](const auto& child) { return changes(instance, *child, name); });
}

bool changes(const Instance& instance, const Statement& s, const std::string& name) {
    for (const Expression* e : {s.value.get(), s.step.get()})
        if (e != nullptr && changes(instance, *e, name)) return true;
    for (const Declaration& d : s.variables) {
        const bool is_reference = d.type.is_reference && !d.is_constant;
        if (d.initial != nullptr &&
            ((is_reference && is_variable(*d.initial, name)) || changes(instance, *d.initial, name)))
            return true;
    }
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const auto& part) { return part != nullptr && changes(instance, *part, name); });
}

const std::string* root_of(const Expression& e) {
    if (e.what == Expression::What::name) return &e.text;
    if (e.what == Expression::What::member && !e.is_arrow) return root_of(*e.children[0]);
    return nullptr;
}

} // namespace

bool names_one(const Expression& e, const std::string& name) {
    return (e.what == Expression::What::name && e.text == name) ||
           std::any_of(e.children.begin(), e.children.end(),
                       [&](const auto& child) { return child != nullptr && names_one(*child, name); });
}

bool may_change(const Expression& e, const Expression& test) {
    const std::function<bool(const Expression&)> stands_there = [&](const Expression& variable) {
        if (variable.what == Expression::What::conditional)
            return stands_there(*variable.children[1]) || stands_there(*variable.children[2]);
        const std::string* const name = root_of(variable);
        return name != nullptr && names_one(test, *name);
    };
    const bool is_step = e.what == Expression::What::assign || e.what == Expression::What::postfix ||
                         (e.what == Expression::What::unary &&
                          (e.op == Operator::increment || e.op == Operator::decrement || e.op == Operator::amp));
    if (is_step && stands_there(*e.children[0])) return true;
    // A function that is called may modify its arguments.
    const bool is_call = e.what == Expression::What::call;
    return std::any_of(e.children.begin(), e.children.end(), [&](const auto& child) {
        return child != nullptr && ((is_call && stands_there(*child)) || may_change(*child, test));
    });
}

namespace {

bool may_change(const Statement& s, const Expression& test) {
    for (const Expression* e : {s.value.get(), s.step.get()})
        if (e != nullptr && may_change(*e, test)) return true;
    for (const Declaration& d : s.variables)
        if (d.initial != nullptr && may_change(*d.initial, test)) return true;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const auto& part) { return part != nullptr && may_change(*part, test); });
}

} // namespace

bool has_known_turns(const Statement& s) {
    if (s.what != Statement::What::for_ || s.value == nullptr || s.step == nullptr) return false;
    const Expression &test = *s.value, &step = *s.step;
    const bool compares = test.op == Operator::less || test.op == Operator::less_equal ||
                          test.op == Operator::greater || test.op == Operator::greater_equal;
    if (test.what != Expression::What::binary || !compares) return false;
    const bool steps =
        (step.what == Expression::What::assign && (step.op == Operator::plus || step.op == Operator::minus)) ||
        ((step.what == Expression::What::postfix || step.what == Expression::What::unary) &&
         (step.op == Operator::increment || step.op == Operator::decrement));
    if (!steps || step.children[0]->what != Expression::What::name) return false;
    const std::string& counter = step.children[0]->text;
    const bool is_left = test.children[0]->what == Expression::What::name && test.children[0]->text == counter;
    const bool is_right = test.children[1]->what == Expression::What::name && test.children[1]->text == counter;
    return is_left != is_right && !may_change(*s.parts[1], test);
}

bool is_empty_loop(const Statement& s) {
    const bool is_for = s.what == Statement::What::for_;
    if (s.value == nullptr || s.step != nullptr || (is_for && s.parts[0] != nullptr)) return false;
    const Statement* body = s.parts[is_for ? 1 : 0].get();
    while (body != nullptr && body->what == Statement::What::block && body->parts.size() == 1)
        body = body->parts[0].get();
    return body == nullptr || body->what == Statement::What::empty ||
           (body->what == Statement::What::block && body->parts.empty());
}

std::vector<Constant> turns_of(Library& library, const Instance& instance, const Statement& s,
                               const KnownNames& names) {
    if (!counts_by_itself(s)) return {};
    const Declaration& counter = s.parts[0]->variables[0];
    const Expression& step = counter_step(*s.step);
    const Type* const type = instance.declared.at(&counter);
    if (!type->is_integer() || type->kind < Kind::int32 || changes(instance, *s.parts[1], counter.name)) return {};
    std::optional<Constant> count = evaluate(library, instance, *counter.initial, names);
    const KnownNames inside = [&](const std::string& name) { return name == counter.name ? count : names(name); };
    std::vector<Constant> turns;
    while (count && count->type->is_number() && turns.size() <= most_turns) {
        count = converted(*count, type);
        const auto test = evaluate(library, instance, *s.value, inside);
        if (!test) return {};
        if (!test->is_true()) return turns;
        turns.push_back(*count);
        const bool is_assignment = step.what == Expression::What::assign;
        std::optional<Constant> by = whole(library.types.of(Kind::int32), 1);
        if (is_assignment) by = evaluate(library, instance, *step.children[1], inside);
        if (!by || !by->type->is_integer()) return {};
        const Operator op = step.op == Operator::increment   ? Operator::plus
                            : step.op == Operator::decrement ? Operator::minus
                                                             : step.op;
        count = op == Operator::none ? by : folded(library.types, op, *count, *by);
    }
    return {};
}

} // namespace warploom::simt
