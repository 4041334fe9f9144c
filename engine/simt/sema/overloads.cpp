#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>

namespace warploom::simt {

namespace {

/// Returns a number that indicates how specialized a parameter type is. A concrete type is more specialized than `T*`,
/// and `T*` is more specialized than `T`.
int said_by(const Declaration& parameter, const Function& function) {
    const bool is_open = std::any_of(function.template_parameters.begin(), function.template_parameters.end(),
                                     [&](const TemplateParameter& p) { return p.name == parameter.type.name; });
    return (is_open ? 0 : 1) + parameter.type.pointers + static_cast<int>(parameter.extents.size());
}

/// Returns whether `a` is better than `b` in overload resolution. This is the case if at least one element of list `a`
/// is better than the corresponding element of list `b`, and none is worse.
template <class List, class Better> bool is_better(const List& a, const List& b, Better better) {
    bool is = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (better(b[i], a[i])) return false;
        is = is || better(a[i], b[i]);
    }
    return is;
}

struct Candidate {
    const Function* function = nullptr;
    std::vector<ConversionRank> fits;

    bool is_better_than(const Candidate& other) const {
        if (fits != other.fits)
            return is_better(fits, other.fits, [](ConversionRank a, ConversionRank b) { return a < b; });
        const bool is_template = !function->template_parameters.empty(),
                   is_other_template = !other.function->template_parameters.empty();
        if (is_template != is_other_template) return is_other_template;
        std::vector<int> own, others;
        for (const auto& parameter : function->parameters) own.push_back(said_by(parameter, *function));
        for (const auto& parameter : other.function->parameters) others.push_back(said_by(parameter, *other.function));
        return is_better(own, others, [](int a, int b) { return a > b; });
    }
};

std::string lines_of(const std::vector<const Function*>& functions) {
    std::string lines;
    for (std::size_t f = 0; f < functions.size(); ++f) lines += (f == 0 ? "" : ", ") + line_of(functions[f]->place);
    return lines;
}

} // namespace

ConversionRank Calls::fit(const Type* from, const Declaration& parameter, const Type* to) const {
    if (from == nullptr || from->kind == Kind::none) return ConversionRank::none;
    if (from == to) return ConversionRank::same;
    if (parameter.type.is_reference && !parameter.type.is_const) return ConversionRank::none;
    if (to->kind == Kind::pointer) {
        if (from->kind != Kind::pointer) return ConversionRank::none;
        // This argument of the function call is nullptr.
        if (from->of->kind == Kind::none) return ConversionRank::converted;
        if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile)) return ConversionRank::none;
        if (from->of == to->of) return ConversionRank::adds_const;
        return to->of->kind == Kind::none ? ConversionRank::converted : ConversionRank::none;
    }
    if (to->kind == Kind::boolean && from->is_scalar()) return ConversionRank::converted;
    if (!to->is_number() || !from->is_number()) return ConversionRank::none;
    const bool is_promoted = (from->is_integer() && to == promoted(library_.types, from)) ||
                             (from->kind == Kind::float32 && to->kind == Kind::float64);
    return is_promoted ? ConversionRank::promoted : ConversionRank::converted;
}

/// Returns the conversion rank of each argument of a call, or std::nullopt if the function is not viable.
std::optional<std::vector<ConversionRank>> Calls::fits(const Expression& e, const Function& function,
                                                       const Object* object) {
    const std::vector<const Type*> types = argument_types(e, function);
    if (types.size() > function.parameters.size() || types.size() < required_arguments(function)) return std::nullopt;
    const bool is_const_object = object != nullptr && object->is_const;
    if (is_const_object && !function.is_const) return std::nullopt;
    const Deduced deduced = template_names(e, function, types);
    if (deduced.refusal) return std::nullopt;
    std::vector<Scope> names{deduced.names};
    std::vector<ConversionRank> list;
    if (object != nullptr) {
        names.insert(names.begin(), library_.record_of(object->type)->names);
        list.push_back(function.is_const == is_const_object ? ConversionRank::same : ConversionRank::adds_const);
    }
    for (std::size_t p = 0; p < types.size(); ++p) {
        const Declaration& parameter = function.parameters[p];
        list.push_back(fit(types[p], parameter, library_.type_of(parameter, names)));
        if (list.back() == ConversionRank::none) return std::nullopt;
    }
    return list;
}

/// Selects the best overload for a call. For a method call, `object` is the object on which the method is called. For
/// all other calls, it is null.
const Function& Calls::chosen(const Expression& e, const std::vector<const Function*>& all, const Object* object) {
    // If the only candidate does not match, a later check reports the error.
    if (all.size() == 1) return *all.front();
    library_.effort.spend(e.place, static_cast<std::int64_t>(all.size()));
    std::vector<Candidate> candidates;
    for (const Function* function : all)
        if (auto found = fits(e, *function, object)) candidates.push_back({function, std::move(*found)});
    const auto is_best = [&](const Candidate& one) {
        return std::all_of(candidates.begin(), candidates.end(),
                           [&](const Candidate& c) { return &c == &one || one.is_better_than(c); });
    };
    const auto best = std::find_if(candidates.begin(), candidates.end(), is_best);
    if (best != candidates.end()) return *best->function;
    if (candidates.empty()) {
        std::string types;
        for (const auto& argument : arguments_of(e)) {
            types += (types.empty() ? "" : ", ") + name_of(sema_.expressions.value(*argument).type);
        }
        refuse(e,
               sentence("No overload of `{name}` matches the argument types ({types}).",
                        {{"name", e.text}, {"types", types}}),
               sentence("Candidates are declared on {places}.", {{"places", lines_of(all)}}));
    }
    std::vector<const Function*> possible;
    for (const Candidate& candidate : candidates) possible.push_back(candidate.function);
    refuse(e,
           sentence("The call to `{name}` is ambiguous. Candidates are declared on {places}.",
                    {{"name", e.text}, {"places", lines_of(possible)}}),
           sentence("Convert the arguments to the parameter types of one candidate."));
}

} // namespace warploom::simt
