#include "engine/proposal/kernel_uses.h"

#include "engine/proposal/words.h"

#include <algorithm>
#include <map>
#include <optional>

namespace warploom::proposal {

namespace {

using simt::Expression;
using simt::Keyword;
using simt::Operator;
using simt::Statement;
using What = Expression::What;

constexpr int longest_chain = 12; ///< maximum number of variable definitions to follow in a chain
/// Maximum number of steps for all expressions together. The work can grow exponentially, because definitions refer to
/// other definitions.
constexpr int most_steps = 2'000'000;

/// Describes how an integer expression is computed: the thread indices, the divisor, and the arrays that it depends on.
struct Form {
    unsigned threads = 0, blocks = 0; ///< bit d is set if threadIdx or blockIdx of dimension d is used
    int divisor = 1;                  ///< number that the thread index is divided by
    std::set<std::string> loads;      ///< arrays from which values are loaded

    bool is_item() const { return threads != 0 || blocks != 0; }
    void add(const Form& other) {
        threads |= other.threads;
        blocks |= other.blocks;
        divisor = std::max(divisor, other.divisor);
        loads.insert(other.loads.begin(), other.loads.end());
    }
};

int dimension_of(const std::string& member) { return member == "x" ? 0 : member == "y" ? 1 : member == "z" ? 2 : -1; }

bool is_comparison(Operator op) {
    return op == Operator::less || op == Operator::greater || op == Operator::less_equal ||
           op == Operator::greater_equal || op == Operator::not_equal;
}

class UseReader {
public:
    explicit UseReader(const simt::Function& kernel) : kernel_(kernel) {
        use_.name = kernel.name;
        for (const auto& parameter : kernel.template_parameters) {
            if (parameter.is_type) use_.type_parameter = parameter.name;
            else use_.has_number_parameters = true;
        }
        for (const auto& parameter : kernel.parameters) {
            ParameterUse made;
            made.name = parameter.name;
            made.type = parameter.type.name;
            made.is_pointer = parameter.type.pointers > 0 || !parameter.extents.empty();
            made.is_const = parameter.type.is_const;
            use_.parameters.push_back(made);
        }
    }

    FunctionUse read() {
        if (kernel_.body == nullptr) return use_;
        each_statement(*kernel_.body, [&](const Statement& s) { define(s); });
        each_expression(*kernel_.body, [&](const Expression& e) { note_assignment(e); });
        each_expression(*kernel_.body, [&](const Expression& e) { note_bound(e); });
        each_expression(*kernel_.body, [&](const Expression& e) { note_dimension(e); });
        each_statement(*kernel_.body, [&](const Statement& s) {
            if (s.value) visit(*s.value, true);
            if (s.step) visit(*s.step, true);
            for (const auto& variable : s.variables)
                if (variable.initial && !is_alias(variable)) visit(*variable.initial, true);
        });
        for (ParameterUse& parameter : use_.parameters)
            for (const std::string& index : indices_[parameter.name])
                if (indices_[parameter.name].count(index + " + 1") != 0) parameter.is_row_pointer = true;
        return std::move(use_);
    }

private:
    template <class Visitor> void each_statement(const Statement& s, const Visitor& visitor) {
        visitor(s);
        for (const auto& part : s.parts)
            if (part) each_statement(*part, visitor);
    }
    template <class Visitor> void each_part(const Expression& e, const Visitor& visitor) {
        visitor(e);
        for (const auto& child : e.children)
            if (child) each_part(*child, visitor);
    }
    template <class Visitor> void each_expression(const Statement& statement, const Visitor& visitor) {
        each_statement(statement, [&](const Statement& s) {
            if (s.value) each_part(*s.value, visitor);
            if (s.step) each_part(*s.step, visitor);
            for (const auto& variable : s.variables)
                if (variable.initial) each_part(*variable.initial, visitor);
        });
    }

    void define(const Statement& s) {
        for (const auto& variable : s.variables) {
            if (variable.is_shared && use_.shared.empty() && !variable.extents.empty()) {
                if (variable.is_extern) use_.dynamic_shared = variable.type.name;
                else
                    for (const auto& extent : variable.extents)
                        if (extent) use_.shared.push_back(spelled(*extent));
            }
            const bool is_new = definitions_.count(variable.name) == 0;
            definitions_[variable.name] = is_new && variable.extents.empty() ? variable.initial.get() : nullptr;
        }
    }
    /// A variable without an initial value that is assigned only once is defined by this assignment.
    void note_assignment(const Expression& e) {
        const bool is_step = e.what == What::postfix ||
                             (e.what == What::unary && (e.op == Operator::increment || e.op == Operator::decrement));
        if ((e.what != What::assign && !is_step) || e.children.empty() || e.children[0]->what != What::name) return;
        const auto known = definitions_.find(e.children[0]->text);
        if (known == definitions_.end()) return;
        if (e.what == What::assign && e.op == Operator::none && known->second == nullptr &&
            assigned_.insert(known->first).second) {
            known->second = e.children[1].get();
            return;
        }
        if (!is_step && e.op != Operator::plus) known->second = nullptr;
        else changing_.insert(known->first); // this is a loop variable, whose first value may be a thread index
    }

    const Expression* definition(const std::string& name) const {
        const auto known = definitions_.find(name);
        return known == definitions_.end() ? nullptr : known->second;
    }
    bool is_alias(const simt::Declaration& variable) const {
        return variable.type.pointers > 0 && variable.initial && base_of(*variable.initial, 0).array != nullptr;
    }

    Form form_of(const Expression& e, int depth = 0) const {
        Form form;
        if (depth > longest_chain || ++steps_ > most_steps) return form;
        if (e.what == What::member && e.children.size() == 1) {
            const int d = dimension_of(e.text);
            if (d >= 0 && e.children[0]->word == Keyword::thread_idx) form.threads = 1u << d;
            if (d >= 0 && e.children[0]->word == Keyword::block_idx) form.blocks = 1u << d;
            return form;
        }
        if (e.what == What::name) {
            if (const Expression* const from = definition(e.text)) form = form_of(*from, depth + 1);
            return form;
        }
        if (e.what == What::index || (e.what == What::unary && e.op == Operator::star)) {
            const Place place = place_of(e);
            if (place.array != nullptr) form.loads.insert(place.array->name);
            return form;
        }
        if (e.what == What::call && !e.is_method && e.text.starts_with("__ldg")) return form_of_load(e);
        const bool is_rest = e.what == What::binary && (e.op == Operator::percent || e.op == Operator::amp);
        if (is_rest) return form; // a remainder is a lane index, not the index of an item
        for (const auto& child : e.children) form.add(form_of(*child, depth + 1));
        if (e.what == What::binary && form.threads != 0) {
            const std::string by = spelled(*e.children[1]);
            const int number = by == "warpSize" ? 32 : is_whole_number(by) && by.size() < 5 ? std::stoi(by) : 0;
            if (e.op == Operator::slash && number > 1) form.divisor = number;
            if (e.op == Operator::shift_right && number > 0 && number < 11) form.divisor = 1 << number;
        }
        return form;
    }
    Form form_of_load(const Expression& call) const {
        Form form;
        if (call.children.empty()) return form;
        const Base base = base_of(*call.children[0], 0);
        if (base.array != nullptr) form.loads.insert(base.array->name);
        return form;
    }

    /// Returns an expression in terms of the numeric parameters, or std::nullopt if it contains anything else.
    std::optional<std::string> bound_text(const Expression& e, int depth = 0) const {
        if (depth > longest_chain || ++steps_ > most_steps) return std::nullopt;
        if (e.what == What::integer) return e.text;
        if (e.what == What::cast && e.children.size() == 1) return bound_text(*e.children[0], depth + 1);
        if (e.what == What::name) {
            if (const ParameterUse* const parameter = use_.find(e.text))
                return parameter->is_number() ? std::optional(e.text) : std::nullopt;
            if (changing_.count(e.text) != 0) return std::nullopt;
            const Expression* const from = definition(e.text);
            return from == nullptr ? std::nullopt : bound_text(*from, depth + 1);
        }
        if (e.what != What::binary) return std::nullopt;
        const auto left = bound_text(*e.children[0], depth + 1), right = bound_text(*e.children[1], depth + 1);
        if (!left || !right) return std::nullopt;
        const bool is_minor = is_whole_number(*right);
        // for an index such as n - 1, the size is n
        if ((e.op == Operator::minus || e.op == Operator::plus) && is_minor) return left;
        if (e.op == Operator::star) return *left + " * " + *right;
        return std::nullopt;
    }

    void note_bound(const Expression& e) {
        if (e.what != What::binary || !is_comparison(e.op)) return;
        note_bound(*e.children[0], *e.children[1], e.place);
        note_bound(*e.children[1], *e.children[0], e.place);
    }
    void note_bound(const Expression& item, const Expression& bound, simt::SourceLocation place) {
        const auto text = bound_text(bound);
        if (!text || bound_text(item)) return;
        const Form form = form_of(item);
        bounds_[spelled(item)].emplace_back(place, *text);
        if (item.what == What::name)
            if (const Expression* const from = definition(item.text))
                bounds_[spelled(*from)].emplace_back(place, *text);
        if (!form.is_item() || is_whole_number(*text)) return;
        for (int d = 0; d < 3; ++d) {
            const unsigned bit = 1u << d;
            if ((form.threads | form.blocks) != bit || !use_.items[static_cast<std::size_t>(d)].empty()) continue;
            use_.items[static_cast<std::size_t>(d)] = *text;
            if (d == 0) use_.threads_per_item = form.divisor;
            if (d == 0) use_.has_block_per_item = form.threads == 0;
        }
    }

    void note_dimension(const Expression& e) {
        if (e.what != What::member || e.children.size() != 1) return;
        const int d = dimension_of(e.text);
        const Keyword of = e.children[0]->word;
        if (d >= 0 && (of == Keyword::thread_idx || of == Keyword::block_idx))
            use_.uses_dimension[static_cast<std::size_t>(d)] = true;
        if (of == Keyword::grid_dim) use_.has_stride = true;
    }

    /// The array that a pointer points to, and the offsets that are added to the address of its first element.
    struct Base {
        ParameterUse* array = nullptr;
        std::vector<const Expression*> offsets;
    };
    using Place = Base;

    Base base_of(const Expression& e, int depth) const {
        if (depth > longest_chain || ++steps_ > most_steps) return {};
        if (e.what == What::name) {
            auto& parameters = const_cast<FunctionUse&>(use_).parameters;
            for (ParameterUse& parameter : parameters)
                if (parameter.name == e.text && parameter.is_pointer) return {&parameter, {}};
            const Expression* const from = definition(e.text);
            return from == nullptr || changing_.count(e.text) != 0 ? Base() : base_of(*from, depth + 1);
        }
        if (e.what == What::cast && e.children.size() == 1) return base_of(*e.children[0], depth + 1);
        if (e.what == What::unary && e.op == Operator::amp) return place_of(*e.children[0]);
        if (e.what == What::binary && e.op == Operator::plus) {
            for (const std::size_t pointer : {0u, 1u}) {
                Base base = base_of(*e.children[pointer], depth + 1);
                if (base.array == nullptr) continue;
                base.offsets.push_back(e.children[1 - pointer].get());
                return base;
            }
        }
        return {};
    }
    /// Returns the array element that an expression such as `a[i]` or `*a` refers to.
    Place place_of(const Expression& e) const {
        if (e.what == What::index) {
            Base base = base_of(*e.children[0], 0);
            base.offsets.push_back(e.children[1].get());
            return base;
        }
        if (e.what == What::unary && e.op == Operator::star) return base_of(*e.children[0], 0);
        return {};
    }

    /// Returns the struct that a field belongs to, or the expression itself if it is not a field.
    static const Expression& whole_struct(const Expression& e) {
        return e.what == What::member && !e.is_arrow && !e.children.empty() ? whole_struct(*e.children[0]) : e;
    }

    void visit(const Expression& e, bool is_read, bool is_written = false) {
        if (const Place place = place_of(e); place.array != nullptr) {
            here_ = e.place;
            note_use(place, is_read, is_written);
            for (const Expression* const offset : place.offsets) visit(*offset, true);
            return;
        }
        if (e.what == What::assign && e.children.size() == 2) {
            const Expression& to = whole_struct(*e.children[0]);
            visit(to, e.op != Operator::none || &to != e.children[0].get(), true);
            visit(*e.children[1], true);
            return;
        }
        const bool is_step = e.what == What::postfix ||
                             (e.what == What::unary && (e.op == Operator::increment || e.op == Operator::decrement));
        if (is_step) return visit(whole_struct(*e.children[0]), true, true);
        // The parser converts `cuda::atomic_ref<int>(x)` to a struct that contains the address of x.
        const bool has_address = e.what == What::construct && e.children.size() == 1 &&
                                 e.children[0]->what == What::unary && e.children[0]->op == Operator::amp;
        if (has_address)
            if (const Place place = place_of(*e.children[0]->children[0]); place.array != nullptr) {
                here_ = e.place;
                note_use(place, true, true, true);
                for (const Expression* const offset : place.offsets) visit(*offset, true);
                return;
            }
        if (e.what == What::name) {
            if (ParameterUse* const parameter = use_.find(e.text); parameter != nullptr && parameter->is_number())
                parameter->is_read = true;
            return;
        }
        const bool is_call = e.what == What::call;
        const bool is_atomic = is_call && !e.is_method && e.text.starts_with("atomic");
        for (std::size_t c = 0; c < e.children.size(); ++c) {
            const Base base = is_call ? base_of(*e.children[c], 0) : Base();
            if (base.array == nullptr) {
                visit(*e.children[c], true);
                continue;
            }
            const bool changes = is_atomic || (!base.array->is_const && !e.text.starts_with("__ld"));
            here_ = e.place;
            note_use(base, true, changes, is_atomic);
            for (const Expression* const offset : base.offsets) visit(*offset, true);
        }
    }

    void note_use(const Place& place, bool is_read, bool is_written, bool is_atomic = false) {
        ParameterUse& array = *place.array;
        if (is_written) array.is_atomic = is_atomic && (!array.is_written || array.is_atomic);
        array.is_read = array.is_read || is_read;
        array.is_written = array.is_written || is_written;
        Form form;
        std::string index;
        for (const Expression* const offset : place.offsets) {
            form.add(form_of(*offset));
            index += (index.empty() ? "" : " + ") + spelled(*offset);
        }
        indices_[array.name].insert(index.empty() ? "0" : index);
        for (const std::string& load : form.loads)
            if (ParameterUse* const from = use_.find(load)) from->indexes.insert(array.name);
        auto sizes = sizes_of(place.offsets, 0);
        if (sizes.empty() && form.loads.size() == 1 && !form.is_item())
            if (const ParameterUse* const from = use_.find(*form.loads.begin()))
                if (from->type == "unsigned char") sizes = {"256"};
        if (sizes.size() > array.sizes.size() || (array.sizes.size() == 1 && array.sizes[0] == "1" && !sizes.empty()))
            array.sizes = sizes;
        if (sizes.empty() && form.blocks != 0 && form.threads == 0) array.is_sized_by_grid = true;
    }

    static void add_terms(const Expression& e, std::vector<const Expression*>& terms) {
        if (e.what == What::binary && (e.op == Operator::plus || e.op == Operator::minus))
            for (const auto& child : e.children) add_terms(*child, terms);
        else if (e.what == What::cast && e.children.size() == 1) add_terms(*e.children[0], terms);
        else terms.push_back(&e);
    }

    /// Returns the upper bound of an expression, according to the last comparison before the current access.
    std::string bound_of(const std::string& expression) const {
        const auto known = bounds_.find(expression);
        if (known == bounds_.end()) return {};
        const auto is_before = [](const simt::SourceLocation& a, const simt::SourceLocation& b) {
            return a.line < b.line || (a.line == b.line && a.column < b.column);
        };
        std::string text = known->second.front().second;
        for (const auto& [place, bound] : known->second)
            if (is_before(place, here_)) text = bound;
        return text;
    }

    /// Returns the sizes of an array that is accessed with this index. The index is the sum of `offsets`.
    std::vector<std::string> sizes_of(const std::vector<const Expression*>& offsets, int depth) const {
        if (depth > longest_chain || ++steps_ > most_steps) return {};
        if (offsets.empty()) return {"1"};
        if (offsets.size() == 1)
            if (const std::string bound = bound_of(spelled(*offsets[0])); !bound.empty()) return {bound};
        std::vector<const Expression*> terms;
        for (const Expression* const offset : offsets) add_terms(*offset, terms);
        std::vector<std::string> best;
        for (const Expression* const term : terms) {
            if (term->what != What::binary || term->op != Operator::star) continue;
            for (const std::size_t outer : {0u, 1u}) {
                const auto inner = bound_text(*term->children[1 - outer]);
                if (!inner || bound_text(*term->children[outer])) continue;
                const auto rows = sizes_of({term->children[outer].get()}, depth + 1);
                if (rows.empty() || (best.size() == 2 && inner->size() <= best[1].size())) continue;
                best = {rows.size() == 2 ? rows[0] + " * " + rows[1] : rows[0], *inner};
            }
        }
        if (!best.empty()) return best;
        if (terms.size() == 1 && terms[0]->what == What::name)
            if (const Expression* const from = definition(terms[0]->text))
                return changing_.count(terms[0]->text) != 0 ? std::vector<std::string>() : sizes_of({from}, depth + 1);
        if (terms.size() == 1 && terms[0]->what == What::integer) return {std::to_string(terms[0]->integer + 1)};
        if (terms.size() == 1 && terms[0]->what == What::binary && terms[0]->op == Operator::percent)
            if (const auto of = bound_text(*terms[0]->children[1])) return {*of};
        for (const Expression* const term : terms)
            if (terms.size() > 1)
                if (auto sizes = sizes_of({term}, depth + 1); !sizes.empty() && !is_whole_number(sizes[0]))
                    return sizes;
        return {};
    }

    const simt::Function& kernel_;
    FunctionUse use_;
    std::map<std::string, const Expression*> definitions_; ///< values of local variables; null if unknown
    std::set<std::string> assigned_, changing_;
    /// Upper bounds of expressions as written in the source, with the locations of the comparisons. There may be
    /// several bounds for an expression, because a variable can be assigned again.
    std::map<std::string, std::vector<std::pair<simt::SourceLocation, std::string>>> bounds_;
    simt::SourceLocation here_; ///< location of the current access
    mutable int steps_ = 0;
    std::map<std::string, std::set<std::string>> indices_;
};

} // namespace

bool ParameterUse::is_real() const { return type == "float" || type == "double" || type.size() == 1; }

const ParameterUse* FunctionUse::find(const std::string& parameter) const {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const ParameterUse& each) { return each.name == parameter; });
    return found == parameters.end() ? nullptr : &*found;
}
ParameterUse* FunctionUse::find(const std::string& parameter) {
    return const_cast<ParameterUse*>(std::as_const(*this).find(parameter));
}

FunctionUse uses_of(const simt::Function& kernel) { return UseReader(kernel).read(); }

std::string spelled(const Expression& e) {
    const auto nested = [](const Expression& part) {
        return part.what == What::binary ? "(" + spelled(part) + ")" : spelled(part);
    };
    switch (e.what) {
    case What::member: return spelled(*e.children[0]) + (e.is_arrow ? "->" : ".") + e.text;
    case What::index: return spelled(*e.children[0]) + "[" + spelled(*e.children[1]) + "]";
    case What::unary: return e.text + nested(*e.children[0]);
    case What::cast: return e.children.empty() ? e.text : spelled(*e.children[0]);
    case What::binary: {
        const bool is_sum = e.op == Operator::plus; // no parentheses are needed in sums such as i + j + 1
        return (is_sum ? spelled(*e.children[0]) : nested(*e.children[0])) + " " + e.text + " " +
               nested(*e.children[1]);
    }
    case What::call: {
        std::string text = e.text + "(";
        for (std::size_t c = 0; c < e.children.size(); ++c) text += (c == 0 ? "" : ", ") + spelled(*e.children[c]);
        return text + ")";
    }
    default: return e.text;
    }
}

} // namespace warploom::proposal
