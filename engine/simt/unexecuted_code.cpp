#include "engine/simt/unexecuted_code.h"

#include "engine/simt/program_impl.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace warploom::simt {

namespace {

/// Calls `visit(place, is_executed)` for each instruction compiled from the kernel source file.
template <class Visit> void for_each_place(const Code& code, const Visit& visit) {
    if (code.branches == nullptr) return;
    bool is_executed = code.branches->has(0);
    for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
        const Op before = pc == 0 ? Op::end : code.instructions[pc - 1].op;
        switch (before) {
        case Op::if_begin:
        case Op::else_:
        case Op::join:
        case Op::loop_test:
        case Op::switch_case:
        case Op::switch_default: is_executed = code.branches->has(static_cast<std::uint32_t>(pc)); break;
        default: break;
        }
        switch (code.instructions[pc].op) { // ignore instructions that may belong to a construct on another line
        case Op::else_:
        case Op::join:
        case Op::loop_back:
        case Op::jump:
        case Op::end: continue;
        default: break;
        }
        const SourceLocation& place = code.places[code.where[pc]].place;
        if (place.header == 0 && place.line > 0) visit(place, is_executed);
    }
}

template <class Visit> void for_each_code(const Program& program, const Visit& visit) {
    for (const Program::Half& half : program.halves) {
        if (half.translated == nullptr) continue;
        for (const Code& code : half.translated->kernels) visit(code);
        visit(half.run);
        if (half.preparation) visit(*half.preparation);
    }
}

/// The lines and columns of a program's instructions, and whether any run has executed the instructions.
using Places = std::map<std::pair<int, int>, bool>;

Places places_of(const Program& program) {
    Places places;
    for_each_code(program, [&](const Code& code) {
        for_each_place(code, [&](const SourceLocation& place, bool is_executed) {
            bool& known = places[{place.line, place.column}];
            known = known || is_executed;
        });
    });
    return places;
}

/// Collects the constants in the conditions around statements.
class ConditionWalk {
public:
    explicit ConditionWalk(const Places& places) : places_(places) {}

    void add_file(const TranslationUnit& tree) {
        for (const Declaration& constant : tree.constants) remember(constant);
        const auto of_file = initial_;
        const auto add_function = [&](const Function& function) {
            initial_ = of_file;
            if (function.body != nullptr && function.place.header == 0) walk(*function.body, {});
        };
        for (const auto& function : tree.functions) add_function(*function);
        for (const Record& record : tree.records)
            for (const auto& method : record.methods) add_function(*method);
    }

    std::set<BranchCondition> found;          ///< conditions of branches that no run has taken
    std::set<BranchCondition> in_expressions; ///< conditions in expressions

private:
    void remember(const Declaration& d) {
        if (d.initial != nullptr && d.extents.empty()) initial_[d.name] = d.initial.get();
    }

    /// Returns whether the first line of a statement has instructions that no run has executed.
    bool is_unexecuted(const Statement& s) const {
        if (s.what == Statement::What::block) return false;
        const bool has_range =
            s.what == Statement::What::expression && s.value != nullptr && s.value->range.end.line == s.place.line &&
            s.value->range.end.column > s.place.column; // an expression that comes from a macro may begin elsewhere
        const auto end = has_range ? places_.lower_bound({s.place.line, s.value->range.end.column})
                                   : places_.lower_bound({s.place.line + 1, 0});
        const auto begin = places_.lower_bound({s.place.line, s.place.column});
        return begin != end && std::none_of(begin, end, [](const auto& place) { return place.second; });
    }

    /// Returns whether execution never continues after a statement.
    static bool leaves(const Statement& s) {
        using What = Statement::What;
        if (s.what == What::return_ || s.what == What::continue_ || s.what == What::break_) return true;
        return s.what == What::block && !s.parts.empty() && s.parts.back() != nullptr && leaves(*s.parts.back());
    }

    void walk(const Statement& s, BranchCondition around) {
        if (is_unexecuted(s) && (!around.limits.empty() || !around.remainders.empty())) found.insert(around);
        for (const Declaration& variable : s.variables) {
            remember(variable);
            if (variable.initial != nullptr) look_at(*variable.initial, around);
        }
        if (s.value != nullptr && s.what != Statement::What::if_) look_at(*s.value, around);
        if (s.what == Statement::What::block) {
            for (const auto& part : s.parts) {
                if (part == nullptr) continue;
                walk(*part, around);
                // `if (rows <= 1000) return;` imposes a condition on all statements after it.
                if (part->what == Statement::What::if_ && part->parts[0] != nullptr && leaves(*part->parts[0]))
                    collect(*part->value, around, deepest);
            }
            return;
        }
        if (s.value != nullptr && s.what != Statement::What::expression && s.what != Statement::What::return_)
            collect(*s.value, around, deepest);
        for (const auto& part : s.parts)
            if (part != nullptr) walk(*part, around);
    }

    /// Collects the conditions that `&&` and `?:` impose within an expression.
    void look_at(const Expression& e, const BranchCondition& around) {
        const bool is_choice = e.what == Expression::What::conditional,
                   is_both = e.what == Expression::What::binary && e.op == Operator::logical_and;
        if (is_choice || is_both) {
            BranchCondition condition;
            collect(is_choice ? *e.children[0] : e, condition, deepest);
            const auto is_large = [](std::int64_t limit) { return limit > 1; };
            const auto large = std::count_if(condition.limits.begin(), condition.limits.end(), is_large);
            if (static_cast<std::size_t>(large) + condition.remainders.size() > 1) {
                condition.limits.insert(around.limits.begin(), around.limits.end());
                condition.remainders.insert(around.remainders.begin(), around.remainders.end());
                in_expressions.insert(std::move(condition));
            }
            if (is_both) return;
        }
        for (const auto& child : e.children)
            if (child != nullptr) look_at(*child, around);
    }

    std::optional<std::int64_t> value_of(const Expression& e, int depth = deepest) const {
        using What = Expression::What;
        if (e.what == What::integer && e.integer <= static_cast<std::uint64_t>(most))
            return static_cast<std::int64_t>(e.integer);
        if (e.what == What::cast && e.children.size() == 1) return value_of(*e.children[0], depth);
        if (e.what == What::name && depth > 0)
            if (const auto known = initial_.find(e.text); known != initial_.end())
                return value_of(*known->second, depth - 1);
        if (e.what != What::binary || e.children.size() != 2) return std::nullopt;
        const auto a = value_of(*e.children[0], depth), b = value_of(*e.children[1], depth);
        if (!a || !b) return std::nullopt;
        std::int64_t result = 0;
        switch (e.op) {
        case Operator::plus: return *a + *b;
        case Operator::minus: return *a - *b;
        case Operator::star: return __builtin_mul_overflow(*a, *b, &result) ? std::nullopt : std::optional(result);
        case Operator::slash: return *b > 0 ? std::optional(*a / *b) : std::nullopt;
        case Operator::shift_left:
            return *a >= 0 && *a < most && *b >= 0 && *b < 20 ? std::optional(*a << *b) : std::nullopt;
        default: return std::nullopt;
        }
    }

    /// Returns the divisor if the expression is a remainder: `n % 64`, or `n & 63`.
    std::optional<std::int64_t> divisor_of(const Expression& e, int depth = deepest) const {
        if (e.what == Expression::What::name && depth > 0)
            if (const auto known = initial_.find(e.text); known != initial_.end())
                return divisor_of(*known->second, depth - 1);
        if (e.what != Expression::What::binary || e.children.size() != 2) return std::nullopt;
        const auto by = value_of(*e.children[1]);
        if (!by || *by < 1) return std::nullopt;
        if (e.op == Operator::percent) return by;
        return e.op == Operator::amp && (*by & (*by + 1)) == 0 ? std::optional(*by + 1) : std::nullopt;
    }

    static void add_remainders(BranchCondition& to, std::int64_t divisor, std::int64_t near) {
        for (const std::int64_t remainder : {near, near + 1, near - 1})
            if (remainder >= 0 && remainder < divisor && divisor <= most_divisor)
                to.remainders.emplace(divisor, remainder);
    }

    void collect(const Expression& e, BranchCondition& to, int depth) const {
        const bool compares =
            e.what == Expression::What::binary && precedence_of(e.op) >= 6 && precedence_of(e.op) <= 7;
        if (compares) {
            for (const auto& [side, other] : {std::pair(e.children[0].get(), e.children[1].get()),
                                              std::pair(e.children[1].get(), e.children[0].get())}) {
                const auto value = value_of(*other);
                if (!value || *value < 0) continue;
                if (const auto divisor = divisor_of(*side)) {
                    if (e.op == Operator::equal) to.remainders.emplace(*divisor, *value % *divisor);
                    else add_remainders(to, *divisor, *value);
                    continue;
                }
                to.limits.insert(*value);
                if (side->what == Expression::What::binary && side->children.size() == 2)
                    if (const auto factor = value_of(*side->children[1]);
                        factor && *factor > 0 && *factor < most_divisor) {
                        if (side->op == Operator::slash) to.limits.insert(*value * *factor);
                        if (side->op == Operator::star) to.limits.insert(*value / *factor);
                        if (side->op == Operator::shift_right && *factor < 20) to.limits.insert(*value << *factor);
                    }
            }
            return;
        }
        if (const auto divisor = divisor_of(e)) { // this is a condition such as `if (row % 7)` or `if (!(row % 7))`
            add_remainders(to, *divisor, 0);
            return;
        }
        if (e.what == Expression::What::name && depth > 0)
            if (const auto known = initial_.find(e.text); known != initial_.end())
                collect(*known->second, to, depth - 1);
        for (const auto& child : e.children)
            if (child != nullptr) collect(*child, to, depth);
    }

    static constexpr int deepest = 3;
    static constexpr std::int64_t most = std::int64_t{1} << 40, most_divisor = 1 << 20;
    const Places& places_;
    std::map<std::string, const Expression*> initial_;
};

} // namespace

std::vector<int> unexecuted_lines(const Program& program) {
    std::vector<int> list;
    for (const auto& [place, is_executed] : places_of(program))
        if (!is_executed && (list.empty() || list.back() != place.first)) list.push_back(place.first);
    return list;
}

std::set<BranchCondition> conditions_in_expressions(const Program& program) {
    const Places none;
    ConditionWalk walk(none);
    walk.add_file(program.tree);
    return std::move(walk.in_expressions);
}

std::set<BranchCondition> conditions_of_unexecuted(const Program& program) {
    const Places places = places_of(program);
    ConditionWalk walk(places);
    if (std::any_of(places.begin(), places.end(), [](const auto& place) { return !place.second; }))
        walk.add_file(program.tree);
    return std::move(walk.found);
}

} // namespace warploom::simt
