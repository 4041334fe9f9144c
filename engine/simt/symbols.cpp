#include "engine/simt/symbols.h"

#include "engine/error.h"
#include "engine/simt/language/macros.h"
#include "engine/simt/language/namespaces.h"
#include "engine/simt/language/parser.h"
#include "engine/simt/language/types.h"
#include "engine/simt/program_impl.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace warploom::simt {

namespace {

using SymbolKind = SourceSymbol::Kind;

std::string spelled(const TypeWords& type) {
    if (type.value != nullptr) return type.value->text.empty() ? "..." : type.value->text;
    std::string text = std::string(type.is_const ? "const " : "") + (type.is_volatile ? "volatile " : "") + type.name;
    for (std::size_t a = 0; a < type.arguments.size(); ++a)
        text += (a == 0 ? "<" : ", ") + spelled(type.arguments[a]) + (a + 1 == type.arguments.size() ? ">" : "");
    for (int star = 0; star < type.pointers; ++star) text += (type.const_stars >> star & 1u) != 0 ? "* const" : "*";
    return text + (type.is_reference ? "&" : "");
}

std::string extents_of(const Declaration& declaration) {
    std::string text;
    for (const ExpressionPointer& extent : declaration.extents) {
        const bool is_plain =
            extent != nullptr && (extent->what == Expression::What::integer || extent->what == Expression::What::name);
        text += "[" + (extent == nullptr ? std::string() : is_plain ? extent->text : "...") + "]";
    }
    return text;
}

bool is_identifier(const std::string& name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                                std::string::npos;
}

auto order_of(const SourceLocation& at) { return std::tuple(at.header != 0, at.header, at.line, at.column); }

/// Collects the declarations in a syntax tree for an editor.
class SymbolList {
public:
    std::vector<SourceSymbol> all;

    void add_file(const TranslationUnit& tree) {
        constexpr int last = std::numeric_limits<int>::max();
        const auto file = [](SourceLocation from) { return SourceRange{{from.line, from.column, 0}, {last, last, 0}}; };
        for (const Declaration& constant : tree.constants)
            add(SymbolKind::constant, constant, file(constant.place), constant.type);
        for (const Alias& alias : tree.aliases)
            all.push_back(
                {SymbolKind::alias, alias.name, spelled(alias.type), {}, {}, {}, alias.place, file(alias.place)});
        for (const Record& record : tree.records) {
            all.push_back({SymbolKind::record, record.name, "struct", {}, {}, {}, record.place, file(record.place)});
            owner_ = record.name;
            for (const Declaration& field : record.fields) add(SymbolKind::field, field, file(field.place), field.type);
            for (const auto& method : record.methods) add_function(*method, SymbolKind::method, record.name);
        }
        for (const auto& function : tree.functions)
            add_function(*function,
                         function->where == Function::Where::kernel   ? SymbolKind::kernel
                         : function->where == Function::Where::device ? SymbolKind::device_function
                                                                      : SymbolKind::host_function,
                         {});
    }

private:
    void add(SymbolKind kind, const Declaration& declaration, const SourceRange& scope, const TypeWords& type) {
        if (!is_identifier(declaration.name)) return;
        std::string text = (declaration.is_shared ? "__shared__ " : "") + spelled(type);
        if (declaration.is_constant && !type.is_const) text = "const " + text;
        all.push_back({kind, declaration.name, text, owner_, {}, extents_of(declaration), declaration.place, scope});
    }

    void add_function(const Function& function, SymbolKind kind, const std::string& owner) {
        SourceSymbol made{kind, function.name,  spelled(function.returns),     owner, {},
                          {},   function.place, {function.begin, function.end}};
        for (const Declaration& parameter : function.parameters)
            made.parameters.push_back(spelled(parameter.type) + (parameter.name.empty() ? "" : " ") + parameter.name +
                                      extents_of(parameter));
        all.push_back(std::move(made));
        owner_ = function.name;
        const SourceRange scope{function.begin, function.end};
        for (const TemplateParameter& parameter : function.template_parameters)
            all.push_back({parameter.is_type ? SymbolKind::type_parameter : SymbolKind::number_parameter,
                           parameter.name,
                           parameter.is_type ? "typename" : "int",
                           owner_,
                           {},
                           {},
                           parameter.place,
                           scope});
        for (const Declaration& parameter : function.parameters)
            add(SymbolKind::parameter, parameter, scope, parameter.type);
        if (function.body != nullptr) add_statement(*function.body, function.end);
    }

    void add_statement(const Statement& statement, const SourceLocation& end) {
        using What = Statement::What;
        SourceLocation scope_end = statement.what == What::block ? statement.end : end;
        if (statement.what == What::for_ && !statement.parts.empty() && statement.parts.back() != nullptr &&
            statement.parts.back()->what == What::block)
            scope_end = statement.parts.back()->end;
        for (const Declaration& variable : statement.variables)
            add(statement.what == What::alias ? SymbolKind::alias : SymbolKind::variable, variable,
                {variable.place, scope_end}, variable.type);
        for (const StatementPointer& part : statement.parts)
            if (part != nullptr) add_statement(*part, scope_end);
    }

    std::string owner_;
};

/// Returns the type for a letter in the signature of a built-in function (see sema/built_ins.cpp).
std::string type_of_letter(char letter) {
    switch (letter) {
    case 'v': return "void";
    case 'b': return "bool";
    case 'i': return "int";
    case 'u': return "unsigned";
    case 'l': return "long long";
    case 'L': return "unsigned long long";
    case 'f': return "float";
    case 'd': return "double";
    case '0': return "cudaError_t";
    default: return "T";
    }
}

struct NamedParameters {
    const char* prefix;
    std::vector<std::string> parameters;
};

/// Returns the parameters of a built-in function whose signature does not describe them, or null for any other
/// function.
const std::vector<std::string>* named_parameters(const std::string& name) {
    static const std::vector<NamedParameters> known{
        {"__shfl_sync", {"unsigned mask", "T value", "int lane", "int width = 32"}},
        {"__shfl_up_sync", {"unsigned mask", "T value", "unsigned delta", "int width = 32"}},
        {"__shfl_down_sync", {"unsigned mask", "T value", "unsigned delta", "int width = 32"}},
        {"__shfl_xor_sync", {"unsigned mask", "T value", "int lane_mask", "int width = 32"}},
        {"__ballot_sync", {"unsigned mask", "bool predicate"}},
        {"__any_sync", {"unsigned mask", "bool predicate"}},
        {"__all_sync", {"unsigned mask", "bool predicate"}},
        {"__match_any_sync", {"unsigned mask", "T value"}},
        {"__match_all_sync", {"unsigned mask", "T value", "int* is_same"}},
        {"__reduce_", {"unsigned mask", "T value"}},
        {"__syncwarp", {"unsigned mask = 0xffffffff"}},
        {"__syncthreads_", {"bool predicate"}},
        {"atomicCAS", {"T* address", "T compare", "T value"}},
        {"atomic", {"T* address", "T value"}},
        {"__pipeline_memcpy_async", {"void* to_shared", "const void* from_global", "size_t bytes"}},
        {"__pipeline_wait_prior", {"int groups"}},
        {"__ld", {"const T* address"}},
        {"printf", {"const char* format", "..."}},
        {"fprintf", {"FILE* stream", "const char* format", "..."}},
        {"assert", {"bool condition"}},
        {"cudaMemset", {"void* array", "int value", "size_t bytes"}},
        {"fma", {"T x", "T y", "T z"}},
        {"pow", {"T base", "T exponent"}},
    };
    for (const NamedParameters& each : known)
        if (name.starts_with(each.prefix)) return &each.parameters;
    return nullptr;
}

} // namespace

bool is_in(const SourceRange& range, SourceLocation at) {
    return order_of(range.begin) <= order_of(at) && order_of(at) <= order_of(range.end);
}

std::vector<SourceSymbol> symbols_of(const std::string& text) {
    constexpr std::size_t most_bytes = 1 << 20;
    SymbolList list;
    if (text.size() > most_bytes) return {};
    try {
        CompileBudget effort(nullptr);
        TokenList tokens = expand_macros(tokens_of(text, effort), effort);
        const FlatTokens flat = without_namespaces(std::move(tokens.tokens), tokens.wrong);
        list.add_file(Parser(flat.tokens, effort).file());
    } catch (const Refusal&) {
    } catch (const BudgetExceeded&) {}
    return std::move(list.all);
}

const SourceSymbol* find_symbol(const std::vector<SourceSymbol>& symbols, const std::string& name, SourceLocation at) {
    const SourceSymbol* found = nullptr;
    for (const SourceSymbol& each : symbols) {
        if (each.name != name || each.kind == SymbolKind::field || each.kind == SymbolKind::method) continue;
        const bool is_function = each.kind == SymbolKind::kernel || each.kind == SymbolKind::device_function ||
                                 each.kind == SymbolKind::host_function;
        if (!is_function && !is_in(each.scope, at)) continue;
        if (found == nullptr || order_of(found->scope.begin) <= order_of(each.scope.begin) || !is_function)
            found = &each;
    }
    return found;
}

std::string declaration_of(const SourceSymbol& symbol) {
    std::string text = symbol.type + (symbol.type.empty() || symbol.type.back() == '*' ? "" : " ");
    if (symbol.type.ends_with("*")) text += " ";
    text += symbol.name + symbol.extents;
    switch (symbol.kind) {
    case SymbolKind::kernel: text = "__global__ " + text; break;
    case SymbolKind::device_function: text = "__device__ " + text; break;
    case SymbolKind::host_function:
    case SymbolKind::method: break;
    case SymbolKind::alias: return "using " + symbol.name + " = " + symbol.type;
    default: return text;
    }
    text += "(";
    for (std::size_t p = 0; p < symbol.parameters.size(); ++p) text += (p == 0 ? "" : ", ") + symbol.parameters[p];
    return text + ")";
}

std::string type_of_variable(const Program& program, const std::string& name) {
    std::string type;
    const Program::Half& half = program.half(true);
    if (half.translated == nullptr) return type;
    for (const Code& code : half.translated->kernels)
        for (const ScopedVariable& variable : code.variables) {
            if (variable.name != name || variable.type == nullptr) continue;
            if (!type.empty() && type != variable.type->name) return {};
            type = variable.type->name;
        }
    return type;
}

std::vector<std::string> built_in_function_names() { return BuiltIns::names(); }

std::optional<BuiltInFunction> find_built_in_function(const std::string& name) {
    BuiltInFunction made{name, {}, {}};
    const std::string_view signature = signature_of_built_in(name);
    if (signature.empty()) {
        const NamedConversion conversion = conversion_of(name);
        if (conversion.from != Kind::none) {
            const Types types;
            made.result = types.of(conversion.to)->name;
            made.parameters = {types.of(conversion.from)->name + " value"};
            return made;
        }
        if (!name.starts_with("make_")) return std::nullopt;
        const Types types;
        const Type* const type = types.named(name.substr(5));
        if (type == nullptr || type->kind != Kind::record) return std::nullopt;
        made.result = type->name;
        for (const auto& field : type->fields) made.parameters.push_back(field.type->name + " " + field.name);
        return made;
    }
    const bool is_load = name.starts_with("__ld"), is_atomic = name.starts_with("atomic");
    made.result = signature[1] == '?' && !is_load && !is_atomic && !name.starts_with("__reduce_")
                      ? "int"
                      : type_of_letter(signature[1]);
    if (name.starts_with("__match_all")) made.result = "unsigned";
    if (const std::vector<std::string>* const named = named_parameters(name)) {
        made.parameters = *named;
        return made;
    }
    bool is_optional = false;
    char letter_of_name = 'x';
    for (const char letter : signature.substr(3)) {
        if (letter == '|') is_optional = true;
        else if (letter == '*') made.parameters.emplace_back("...");
        else made.parameters.push_back(type_of_letter(letter) + " " + letter_of_name++ + (is_optional ? " = 0" : ""));
    }
    return made;
}

std::vector<std::string> built_in_type_names() {
    std::vector<std::string> names = Types().names();
    for (const char* const word : {"size_t", "int32_t", "uint32_t", "int64_t", "uint64_t"}) names.emplace_back(word);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

} // namespace warploom::simt
