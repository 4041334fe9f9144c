#include "engine/simt/compiler/compiler.h"

#include <algorithm>

// Unrolls loops whose counter is known in every iteration, as nvcc does: indices become constants, elements of local
// arrays become registers, and tests and jumps disappear. Unrolling never changes the trace. A loop is not unrolled
// if its trace would change, or if only some of its iterations compile.

namespace warploom::simt {

namespace {

constexpr std::size_t most_turns = 128, most_laid_out = 2048; // instructions per unrolled loop, including nested loops
constexpr std::size_t most_code = 20000, most_constants = 64, most_attempts = 256;

/// Returns whether a loop that contains this statement cannot be unrolled: the statement exits the iteration or the
/// loop, or it declares shared memory, which is allocated only once.
bool must_stay(const Statement& s, bool is_inner) {
    using What = Statement::What;
    if (s.what == What::break_ || s.what == What::continue_) return !is_inner;
    if (std::any_of(s.variables.begin(), s.variables.end(), [](const auto& d) { return d.is_shared || d.is_extern; }))
        return true;
    // A continue in a switch belongs to the enclosing loop.
    const bool is_loop = s.what == What::for_ || s.what == What::while_ || s.what == What::do_;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const auto& part) { return part != nullptr && must_stay(*part, is_inner || is_loop); });
}

bool is_comma(const Expression& e) { return e.what == Expression::What::binary && e.op == Operator::comma; }

/// Returns the part of a step expression that updates the counter: `++k` in `++k, slot += step`.
const Expression& counter_step(const Expression& step) {
    return is_comma(step) ? counter_step(*step.children[0]) : step;
}

bool names_or_calls(const Expression& e, const std::string& name) {
    if (e.what == Expression::What::call || (e.what == Expression::What::name && e.text == name)) return true;
    return std::any_of(e.children.begin(), e.children.end(),
                       [&](const auto& child) { return child != nullptr && names_or_calls(*child, name); });
}

/// Returns whether the other parts of a step expression do not use the counter.
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

} // namespace

bool Library::is_counting(const Statement& loop) {
    const auto [known, is_new] = counting_.try_emplace(&loop, false);
    if (is_new) known->second = counts_by_itself(loop);
    return known->second;
}

/// Prevents unrolling if a value that each iteration computes has become a constant, which would change the trace.
void Compiler::keep_loop() const {
    if (laid_out_ > 0) throw Refusal(function_.place, "This loop is not laid out.");
}

/// Checks an operand that a constant test skips. Prevents unrolling if the operand has floating-point operations,
/// because the loop may execute and count them at run time.
void Compiler::keep_unless_free(const Expression& e) {
    if (laid_out_ == 0 || !is_plain(e)) return;
    const State before = save();
    const int flops = flops_;
    value(e);
    const bool is_free = flops_ == flops;
    restore(before);
    if (!is_free) keep_loop();
}

/// Returns whether an operation on constants can be folded without changing the trace. Floating-point operations are
/// counted at run time, and integer overflows are reported there.
bool Compiler::is_told_alike(Op op, const Value& left, const Value& right, bool is_test) {
    return is_test || (!left.type->is_real() && !overflows(op, left, right));
}

/// Evaluates an expression of the counter. Prevents unrolling if it is not constant or emits code.
Value Compiler::known_in_turn(const Expression& e, const Type* type) {
    const std::size_t before = code_.instructions.size();
    const Value v = convert(value(e), type, e.place);
    if (!v.is_constant() || code_.instructions.size() != before) keep_loop();
    return v;
}

/// Returns the counter of each iteration. Prevents unrolling if the counters are unknown or there are too many.
std::vector<Value> Compiler::counts(const Statement& s) {
    const Declaration& counter = s.parts[0]->variables[0];
    const Expression& step = counter_step(*s.step);
    const Type* const type = counter.type.name == "auto" ? type_without_code(*counter.initial) : type_of(counter.type);
    if (!type->is_integer() || type->kind < Kind::int32) keep_loop();
    const Type* const boolean = library_.types.of(Kind::boolean);
    std::vector<Value> counts;
    Value count = known_in_turn(*counter.initial, type);
    for (;;) {
        Symbol& symbol = scopes_.back()[counter.name];
        symbol.what = Symbol::What::value;
        symbol.value = count;
        symbol.place = counter.place;
        if (known_in_turn(*s.value, boolean).bits == 0) return counts;
        if (counts.size() == most_turns) keep_loop();
        counts.push_back(count);
        const bool is_assignment = step.what == Expression::What::assign;
        const Value by = is_assignment ? value(*step.children[1]) : whole(library_.types.of(Kind::int32), 1);
        if (!by.is_constant() || !by.type->is_integer()) keep_loop();
        if (is_assignment && step.op == Operator::none) count = convert(by, type, step.place);
        else
            count = convert(arithmetic(step.op == Operator::increment   ? Operator::plus
                                       : step.op == Operator::decrement ? Operator::minus
                                                                        : step.op,
                                       count, by, step.place),
                            type, step.place);
    }
}

/// Compiles the parts of a step expression other than the update of the counter.
void Compiler::step_besides(const Expression& step) {
    if (!is_comma(step)) return;
    step_besides(*step.children[0]);
    expression(*step.children[1]);
}

void Compiler::emit_copies(const Statement& s) {
    const std::size_t start = code_.instructions.size(), constants = code_.known.size();
    if (start > most_code) keep_loop();
    for (const Value& count : counts(s)) {
        scopes_.back()[s.parts[0]->variables[0].name].value = count;
        scopes_.emplace_back();
        const std::uint32_t top = top_;
        statement(*s.parts[1]);
        scopes_.pop_back();
        step_besides(*s.step);
        top_ = top;
        const bool is_long = code_.instructions.size() - start > most_laid_out;
        if (is_long || code_.known.size() - constants > most_constants) keep_loop();
    }
    if (code_.instructions.size() == start) keep_loop(); // keeps a loop without iterations, to check its body
}

/// Unrolls a loop if possible and returns whether it did. Throws the errors of the loop body.
bool Compiler::unroll(const Statement& s) {
    if (is_host() || is_trial_ || attempts_ == most_attempts || !library_.is_counting(s)) return false;
    ++attempts_;
    const State before = save();
    const std::size_t scopes = scopes_.size();
    const auto take_back = [&] {
        restore(before);
        scopes_.resize(scopes);
    };
    if (laid_out_ == 0) { // nested loops have been checked together with the outer loop
        is_trial_ = true;
        turn_in_loop(s);
        is_trial_ = false;
        take_back();
    }
    ++laid_out_;
    bool is_done = true;
    try {
        scopes_.emplace_back();
        const std::uint32_t top = top_;
        emit_copies(s);
        top_ = top;
        scopes_.pop_back();
    } catch (const Refusal&) {
        is_done = false;
        take_back();
    }
    --laid_out_;
    return is_done;
}

} // namespace warploom::simt
