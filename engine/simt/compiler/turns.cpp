#include "engine/simt/compiler/compiler.h"

#include <algorithm>

// Detects loops for which nvcc overlaps several iterations by issuing their loads before the first computation. It
// does so if the trip count is known before the loop and the body has no stores, branches, or barriers. Observed in
// sm_90 machine code (batches of 16, 8, and 4 iterations) and in hardware counters (docs/results/h200-counts.md).

namespace warploom::simt {

namespace {

constexpr int turns_side_by_side = 4; ///< the smallest batch, which short rows also fill

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
    const bool is_call = e.what == Expression::What::call; // the callee may take a reference
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

/// Returns whether an operation prevents overlapping iterations: the next iteration must wait for it, or may not
/// execute at all.
bool keeps_order(Op op) {
    switch (op) {
    case Op::store:
    case Op::atomic:
    case Op::if_begin:
    case Op::switch_begin:
    case Op::leave:
    case Op::barrier:
    case Op::warp_barrier:
    case Op::shuffle:
    case Op::ballot:
    case Op::print:
    case Op::check: return true;
    default: return false;
    }
}

} // namespace

/// Returns whether a loop has the form `for (...; k < end; k += step)` and nothing else modifies k or end.
bool Compiler::has_known_turns(const Statement& s) {
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

/// Computes Code::turns_ahead after all instructions exist. Returns 1 if a loop that reads memory cannot overlap
/// iterations.
int Compiler::turns_ahead() const {
    const auto& code = code_.instructions;
    bool is_any = false;
    std::size_t begin = code.size();
    for (std::size_t pc = 0; pc < code.size(); ++pc) {
        if (code[pc].op == Op::loop_begin) begin = pc;
        if (code[pc].op != Op::loop_back || begin == code.size()) continue;
        const auto from = code.begin() + static_cast<std::ptrdiff_t>(begin),
                   to = code.begin() + static_cast<std::ptrdiff_t>(pc);
        const auto has = [&](const auto& test) { return std::any_of(from, to, test); };
        const bool reads = has([](const Instruction& i) { return i.op == Op::load; });
        if (reads && (from->a == 0 || has([](const Instruction& i) { return keeps_order(i.op); }))) return 1;
        is_any = is_any || reads;
        begin = code.size(); // enclosing loops are not innermost loops
    }
    return is_any ? turns_side_by_side : 1;
}

} // namespace warploom::simt
