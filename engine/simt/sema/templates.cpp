#include "engine/simt/sema/library.h"

// Deduces template arguments from the arguments of a function call.

namespace warploom::simt {

namespace {

class Deduction {
public:
    Deduction(const Library& library, const Function& function, const Scope& given, Scope& names)
        : library_(library), function_(function), given_(given), names_(names) {}

    bool match(const TypeWords& words, const Type* type) {
        for (int p = 0; p < words.pointers; ++p) {
            // The type mismatch is reported later, when the argument is converted.
            if (type->kind != Kind::pointer) return true;
            type = type->of;
        }
        for (const auto& parameter : function_.template_parameters) {
            if (!parameter.is_type || parameter.name != words.name) continue;
            if (type->kind == Kind::none) return true; // a nullptr argument does not determine the type
            return bind(parameter, symbol_of(type, parameter.place));
        }
        const RecordInstance* const record = words.arguments.empty() ? nullptr : library_.record_of(type);
        if (record == nullptr || record->record->name != words.name) return true;
        for (std::size_t a = 0; a < words.arguments.size() && a < record->arguments.size(); ++a) {
            const TypeWords& argument = words.arguments[a];
            const RecordInstance::Argument& is = record->arguments[a];
            if ((argument.value != nullptr) != (is.type == nullptr)) continue;
            if (is.type != nullptr ? !match(argument, is.type) : !match_number(argument.value.get(), is.number))
                return false;
        }
        return true;
    }

    /// Deduces a non-type template parameter from an expression that consists only of the name of the parameter.
    /// Ignores all other expressions.
    bool match_number(const Expression* words, std::int64_t value) {
        for (const auto& parameter : function_.template_parameters)
            if (!parameter.is_type && words->what == Expression::What::name && words->text == parameter.name)
                return bind(parameter, number(library_.types, value, parameter.place));
        return true;
    }

private:
    bool bind(const TemplateParameter& parameter, const Symbol& symbol) {
        if (given_.count(parameter.name) != 0) return true;
        const auto [known, is_new] = names_.try_emplace(parameter.name, symbol);
        return is_new || (known->second.type == symbol.type && known->second.constant.bits == symbol.constant.bits);
    }

    const Library& library_;
    const Function& function_;
    const Scope& given_;
    Scope& names_;
};

} // namespace

Symbol number(const Types& types, std::int64_t value, SourceLocation at) {
    return symbol_of(whole(types.of(Kind::int32), static_cast<std::uint64_t>(value)), at);
}

bool deduce(const Library& library, const Declaration& parameter, const Type* type, const Function& function,
            const Scope& given, Scope& names) {
    Deduction deduction(library, function, given, names);
    for (const auto& extent : parameter.extents) {
        // The type mismatch is reported later, when the argument is bound to the parameter.
        if (type->kind != Kind::array) return true;
        if (!deduction.match_number(extent.get(), type->count)) return false;
        type = type->of;
    }
    return deduction.match(parameter.type, type);
}

std::string instance_of(const Function& function, const Scope& scope) {
    std::string arguments;
    for (const auto& parameter : function.template_parameters) {
        const Symbol& symbol = scope.at(parameter.name);
        arguments +=
            (arguments.empty() ? "<" : ", ") +
            (parameter.is_type ? symbol.type->name : std::to_string(static_cast<std::int32_t>(symbol.constant.bits)));
    }
    return function.name + arguments + (arguments.empty() ? "" : ">");
}

std::size_t required_arguments(const Function& function) {
    std::size_t count = function.parameters.size();
    while (count > 0 && function.parameters[count - 1].initial != nullptr) --count;
    return count;
}

} // namespace warploom::simt
