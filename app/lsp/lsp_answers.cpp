#include "app/lsp/lsp_server.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

// Answers requests that refer to a position in a source, such as hover and completion.

namespace warploom::app {

namespace {

using SymbolKind = simt::SourceSymbol::Kind;

constexpr std::array index_variables{"threadIdx", "blockIdx", "blockDim", "gridDim"};

/// CompletionItemKind values of the Language Server Protocol.
enum class ItemKind { method = 2, function = 3, field = 5, variable = 6, keyword = 14, constant = 21, structure = 22 };

ItemKind item_kind(SymbolKind kind) {
    switch (kind) {
    case SymbolKind::kernel:
    case SymbolKind::device_function:
    case SymbolKind::host_function: return ItemKind::function;
    case SymbolKind::method: return ItemKind::method;
    case SymbolKind::field: return ItemKind::field;
    case SymbolKind::constant:
    case SymbolKind::number_parameter: return ItemKind::constant;
    case SymbolKind::record:
    case SymbolKind::alias:
    case SymbolKind::type_parameter: return ItemKind::structure;
    case SymbolKind::parameter:
    case SymbolKind::variable: break;
    }
    return ItemKind::variable;
}

/// Converts the kind of a symbol in the outline to a SymbolKind value of the Language Server Protocol.
int outline_kind(SymbolKind kind) {
    switch (kind) {
    case SymbolKind::record: return 23;
    case SymbolKind::constant: return 14;
    case SymbolKind::alias: return 5;
    default: return 12; // SymbolKind.Function
    }
}

bool is_function(const simt::SourceSymbol& symbol) {
    return symbol.kind == SymbolKind::kernel || symbol.kind == SymbolKind::device_function ||
           symbol.kind == SymbolKind::host_function || symbol.kind == SymbolKind::method;
}

bool is_member(const simt::SourceSymbol& symbol) {
    return symbol.kind == SymbolKind::field || symbol.kind == SymbolKind::method;
}

/// Returns whether the word at an offset follows `.` or `->`.
bool follows_member_sign(const std::string& text, std::size_t begin) {
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
    return (begin > 0 && text[begin - 1] == '.') || (begin > 1 && text[begin - 2] == '-' && text[begin - 1] == '>');
}

std::string declaration_of(const simt::BuiltInFunction& function) {
    std::string text = function.result + " " + function.name + "(";
    for (std::size_t p = 0; p < function.parameters.size(); ++p) text += (p == 0 ? "" : ", ") + function.parameters[p];
    return text + ")";
}

/// A function call whose parentheses enclose the cursor.
struct OpenCall {
    std::string name;
    std::size_t name_begin = 0;
    int argument = 0;
};

/// Finds the innermost function call around an offset. Searches backward to the beginning of the statement.
std::optional<OpenCall> open_call(const SourceText& source, std::size_t offset) {
    constexpr std::size_t farthest = 4096;
    const std::string& text = source.text();
    int depth = 0, commas = 0;
    const std::size_t least = offset > farthest ? offset - farthest : 0;
    for (std::size_t at = std::min(offset, text.size()); at-- > least;) {
        const char c = text[at];
        if (c == ';' || c == '{' || c == '}') return std::nullopt;
        if (c == ')' || c == ']') ++depth;
        if (c == ',' && depth == 0) ++commas;
        if (c == '[' && depth > 0) --depth;
        // The offset is inside an array index, so the commas before it do not separate arguments.
        else if (c == '[') commas = 0;
        if (c != '(') continue;
        if (depth-- > 0) continue;
        std::size_t end = at;
        while (end > least && (text[end - 1] == ' ' || text[end - 1] == '\n')) --end;
        if (end > least && text[end - 1] == '>') { // skip an execution configuration or template arguments
            const std::string_view open = text.compare(std::max<std::size_t>(end, 3) - 3, 3, ">>>") == 0 ? "<<<" : "<";
            const std::size_t begin = text.rfind(open, end - 1);
            if (begin == std::string::npos) return std::nullopt;
            end = begin;
        }
        const auto [begin, behind] = source.word_at(end);
        if (begin < behind && behind == end) return OpenCall{text.substr(begin, end - begin), begin, commas};
        depth = 0; // not a function call, so continue with the enclosing parentheses
        commas = 0;
    }
    return std::nullopt;
}

Json markdown(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

std::string code_block(const std::string& code) { return "```cuda\n" + code + "\n```"; }

Json signature(const std::string& label, const std::vector<std::string>& parameters) {
    Json list = Json::array();
    for (const std::string& each : parameters) list.push_back({{"label", each}});
    return {{"label", label}, {"parameters", std::move(list)}};
}

} // namespace

LspServer::Place LspServer::place(const Arguments& in) {
    Document& of = document(in);
    const Arguments position = in.object("position");
    const std::size_t offset = of.source.offset(position.whole("line"), position.whole("character"));
    return {of, offset, of.source.location(offset)};
}

const std::vector<simt::SourceSymbol>& LspServer::symbols(Document& of) {
    const Analysis& known = analysis(of);
    const bool is_readable =
        std::any_of(known.symbols.begin(), known.symbols.end(),
                    [](const simt::SourceSymbol& symbol) { return symbol.kind == SymbolKind::kernel; });
    return is_readable ? known.symbols : of.last_symbols;
}

Json LspServer::hover(const Arguments& in) {
    const Place at = place(in);
    const auto [begin, end] = at.document.source.word_at(at.offset);
    const std::string word = at.document.source.text().substr(begin, end - begin);
    const auto& known = symbols(at.document);
    const Analysis& facts = analysis(at.document);
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() || part.empty() ? "" : "\n\n") + part; };
    const bool is_of_object = follows_member_sign(at.document.source.text(), begin);
    if (is_of_object) {
        for (const simt::SourceSymbol& each : known)
            if (each.name == word && is_member(each)) add(code_block(simt::declaration_of(each)));
    } else if (const simt::SourceSymbol* const found = simt::find_symbol(known, word, at.at)) {
        simt::SourceSymbol shown = *found;
        if (shown.type.find("auto") != std::string::npos && facts.program != nullptr)
            if (const std::string type = simt::type_of_variable(*facts.program, word); !type.empty()) shown.type = type;
        add(code_block(simt::declaration_of(shown)));
        if (found->kind == SymbolKind::parameter)
            for (const kernels::RunName& name : facts.run_names)
                if (name.name == word && !name.about.empty()) add(name.about);
    } else if (const auto function = simt::find_built_in_function(word)) {
        add(code_block(declaration_of(*function)));
    } else if (std::find(index_variables.begin(), index_variables.end(), word) != index_variables.end()) {
        add(code_block(std::string(word == "threadIdx" || word == "blockIdx" ? "uint3 " : "dim3 ") + word));
    } else if (word == "warpSize") {
        add(code_block("const int warpSize = 32"));
    }
    if (at.document.checked) {
        const auto cost = at.document.checked->costs.find(at.at.line);
        if (cost != at.document.checked->costs.end())
            add(sentence("This line: {cost} ({input}).",
                         {{"cost", cost->second}, {"input", at.document.checked->input}}));
    }
    if (text.empty()) return nullptr;
    Json found{{"contents", markdown(text)}};
    if (begin < end)
        found["range"] = at.document.source.range(at.document.source.location(begin), at.document.source.location(end));
    return found;
}

Json LspServer::completion(const Arguments& in) {
    const Place at = place(in);
    const SourceText& source = at.document.source;
    const auto& known = symbols(at.document);
    const Analysis& facts = analysis(at.document);
    const std::size_t begin = source.word_at(at.offset).first;
    Json items = Json::array();
    std::set<std::string> names;
    const auto add = [&](const std::string& label, ItemKind kind, const std::string& detail,
                         const std::string& about = {}, const std::string& inserted = {}) {
        if (!names.insert(label).second) return;
        Json item{{"label", label}, {"kind", static_cast<int>(kind)}};
        if (!detail.empty()) item["detail"] = detail;
        if (!about.empty()) item["documentation"] = about;
        if (!inserted.empty()) item["insertText"] = inserted;
        items.push_back(std::move(item));
    };
    if (follows_member_sign(source.text(), begin)) {
        for (const simt::SourceSymbol& each : known)
            if (is_member(each)) add(each.name, item_kind(each.kind), simt::declaration_of(each));
        for (const char* const part : {"x", "y", "z", "w"}) add(part, ItemKind::field, "");
        return items;
    }
    const auto call = open_call(source, begin);
    const bool is_in_run = call && call->name == "run";
    if (is_in_run)
        for (const kernels::RunName& name : facts.run_names)
            add(name.name, ItemKind::variable, name.type, name.about, name.type + " " + name.name);
    // The symbols of an outdated source have locations that do not match the current text.
    const bool is_stale = &known != &facts.symbols;
    for (auto each = known.rbegin(); each != known.rend(); ++each)
        if (!is_member(*each) && (is_function(*each) || is_stale || simt::is_in(each->scope, at.at)))
            add(each->name, item_kind(each->kind), simt::declaration_of(*each));
    for (const kernels::RunName& name : facts.run_names) add(name.name, ItemKind::variable, name.type, name.about);
    for (const char* const name : index_variables) add(name, ItemKind::variable, "dim3");
    add("warpSize", ItemKind::constant, "int");
    for (const std::string& name : simt::built_in_function_names())
        if (const auto function = simt::find_built_in_function(name))
            add(name, ItemKind::function, declaration_of(*function));
    for (const std::string& name : simt::built_in_type_names()) add(name, ItemKind::structure, "");
    for (const char* const word : {"__global__", "__device__", "__shared__", "__restrict__", "__launch_bounds__",
                                   "template",   "typename",   "const",      "constexpr",    "struct",
                                   "if",         "else",       "for",        "while",        "do",
                                   "switch",     "case",       "break",      "continue",     "return",
                                   "sizeof",     "static_cast"})
        add(word, ItemKind::keyword, "");
    return items;
}

Json LspServer::signature_help(const Arguments& in) {
    const Place at = place(in);
    const auto call = open_call(at.document.source, at.offset);
    if (!call) return nullptr;
    Json signatures = Json::array();
    for (const simt::SourceSymbol& each : symbols(at.document))
        if (is_function(each) && each.name == call->name)
            signatures.push_back(signature(simt::declaration_of(each), each.parameters));
    if (const auto function = simt::find_built_in_function(call->name); function && signatures.empty())
        signatures.push_back(signature(declaration_of(*function), function->parameters));
    if (signatures.empty()) return nullptr;
    return {{"signatures", std::move(signatures)}, {"activeSignature", 0}, {"activeParameter", call->argument}};
}

Json LspServer::definition(const Arguments& in) {
    const Place at = place(in);
    const SourceText& source = at.document.source;
    const auto [begin, end] = source.word_at(at.offset);
    const std::string word = source.text().substr(begin, end - begin);
    const auto& known = analysis(at.document).symbols;
    Json places = Json::array();
    const auto add = [&](const simt::SourceSymbol& symbol) {
        if (symbol.place.header != 0) return; // headers are embedded in the program, so there is no file to open
        simt::SourceLocation behind = symbol.place;
        behind.column += static_cast<int>(symbol.name.size());
        places.push_back({{"uri", at.document.uri}, {"range", source.range(symbol.place, behind)}});
    };
    const bool is_of_object = follows_member_sign(source.text(), begin);
    const simt::SourceSymbol* const found = is_of_object ? nullptr : simt::find_symbol(known, word, at.at);
    for (const simt::SourceSymbol& each : known) {
        const bool is_overload = found != nullptr && is_function(*found) && is_function(each) && !is_member(each);
        if (each.name == word && (is_of_object ? is_member(each) : is_overload)) add(each);
    }
    if (found != nullptr && !is_function(*found)) add(*found);
    return places;
}

Json LspServer::code_action(const Arguments& in) {
    Document& of = document(in);
    const Arguments range = in.object("range");
    const auto offset = [&](const char* end) {
        const Arguments at = range.object(end);
        return of.source.offset(at.whole("line"), at.whole("character"));
    };
    const std::size_t begin = offset("start"), end = offset("end");
    Json actions = Json::array();
    for (const SpellingFix& fix : analysis(of).fixes) {
        if (of.source.offset(fix.end) < begin || of.source.offset(fix.begin) > end) continue;
        actions.push_back({{"title", sentence("Replace by `{name}`", {{"name", fix.replacement}})},
                           {"kind", "quickfix"},
                           {"edit",
                            {{"changes",
                              {{of.uri, Json::array({{{"range", of.source.range(fix.begin, fix.end)},
                                                      {"newText", fix.replacement}}})}}}}}});
    }
    return actions;
}

Json LspServer::code_lens(const Arguments& in) {
    Document& of = document(in);
    Json lenses = Json::array();
    if (!of.checked) return lenses;
    for (const auto& [line, cost] : of.checked->costs)
        lenses.push_back({{"range", of.source.range_of_line(line)}, {"command", {{"title", cost}, {"command", ""}}}});
    return lenses;
}

Json LspServer::document_symbols(const Arguments& in) {
    Document& of = document(in);
    Json all = Json::array();
    for (const simt::SourceSymbol& each : analysis(of).symbols) {
        const bool is_shown = (is_function(each) && each.kind != SymbolKind::method) ||
                              each.kind == SymbolKind::record || each.kind == SymbolKind::constant ||
                              each.kind == SymbolKind::alias;
        if (!is_shown || each.place.header != 0) continue;
        simt::SourceLocation behind = each.place;
        behind.column += static_cast<int>(each.name.size());
        const Json name = of.source.range(each.place, behind);
        simt::SourceLocation last = each.scope.end;
        ++last.column;
        all.push_back({{"name", each.name},
                       {"detail", simt::declaration_of(each)},
                       {"kind", outline_kind(each.kind)},
                       {"range", is_function(each) ? of.source.range(each.scope.begin, last) : name},
                       {"selectionRange", name}});
    }
    return all;
}

} // namespace warploom::app
