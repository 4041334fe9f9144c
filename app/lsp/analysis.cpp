#include "app/lsp/analysis.h"

#include "app/check/free_verdict.h"
#include "engine/declared/directives.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/proposal/proposal.h"
#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/operations/operation.h"

#include <algorithm>
#include <utility>

namespace warploom::app {

namespace {

/// Returns whether a source appears to define a function `run`. The source may contain errors.
bool mentions_run(const SourceText& source) {
    const std::string& text = source.text();
    for (std::size_t at = text.find("run"); at != std::string::npos; at = text.find("run", at + 3)) {
        const std::size_t behind = text.find_first_not_of(" \t\r\n", at + 3);
        if (behind != std::string::npos && text[behind] == '(' && source.word(at) == "run") return true;
    }
    return false;
}

/// Adds the proposed lines to a source without a function `run`. Returns false if no lines can be proposed, or if
/// adding them would change the line numbers of the source.
bool add_proposed_lines(std::string& source) {
    if (!proposal::needs_proposal(source)) return false;
    try {
        const proposal::Proposal made = proposal::propose(source);
        if (made.is_aligned && made.is_complete) source = made.aligned_source;
        return made.is_aligned && made.is_complete;
    } catch (const Error&) { return false; } // some of the lines cannot be suggested
}

/// Returns the name suggested by a hint of the form `Did you mean "name"?`, or an empty string for any other hint.
std::string meant_name(const std::string& hint) {
    const std::string begin = "Did you mean \"";
    const std::size_t at = hint.find(begin);
    if (at == std::string::npos) return {};
    const std::size_t from = at + begin.size(), to = hint.find('"', from);
    return to == std::string::npos ? std::string() : hint.substr(from, to - from);
}

/// Returns the range of the source that a compiler error refers to.
std::pair<simt::SourceLocation, simt::SourceLocation> range_of(const simt::Diagnostic& error,
                                                               const SourceText& source) {
    simt::SourceLocation begin{error.line, error.column, 0}, end = begin;
    if (error.begin_column > 0) begin.column = error.begin_column;
    if (error.end_column > 0) return {begin, {error.line, error.end_column, 0}};
    const std::size_t at = source.offset(end);
    const std::size_t behind = std::max(source.word_at(at).second, at);
    end = behind > at ? source.location(behind) : simt::SourceLocation{error.line, error.column + 1, 0};
    return {begin, end};
}

/// Returns the format specified in a kernel source or, failing that, the first format that provides all parameters of
/// `run`.
std::string format_of(const std::string& text, const std::vector<std::string>& parameters) {
    try {
        if (const std::string named = simt::head_of_text(text).format; !named.empty()) return named;
    } catch (const Error&) {} // ignore the error here; the compiler reports the invalid line
    for (const kernels::FormatInfo& info : kernels::formats()) {
        const auto names = kernels::run_names(Operation::spmv, info.id);
        if (std::all_of(parameters.begin(), parameters.end(), [&](const std::string& parameter) {
                return std::any_of(names.begin(), names.end(),
                                   [&](const kernels::RunName& known) { return known.name == parameter; });
            }))
            return info.id;
    }
    return "csr";
}

std::vector<kernels::RunName> run_names_of(const Analysis& analysis, const std::string& name, const std::string& text) {
    if (declared::declares_problem(text)) {
        try {
            return transform_to_vector(declared_names(name, text), [](const protocol::CheckName& known) {
                return kernels::RunName{known.name, known.type, known.about};
            });
        } catch (const Error&) { return {}; } // the source does not declare a valid problem
    }
    std::vector<std::string> parameters;
    for (const simt::SourceSymbol& symbol : analysis.symbols)
        if (symbol.kind == simt::SourceSymbol::Kind::parameter && symbol.owner == "run")
            parameters.push_back(symbol.name);
    const Operation operation = kernels::operation_with(parameters);
    try {
        return kernels::run_names(operation, format_of(text, parameters));
    } catch (const Error&) { return {}; } // the source specifies an unknown format
}

} // namespace

Json diagnostic_of(const Json& range, Severity severity, const std::string& sentence, const std::string& hint) {
    return {{"range", range},
            {"severity", static_cast<int>(severity)},
            {"source", "warploom"},
            {"message", hint.empty() ? sentence : sentence + " " + hint}};
}

Analysis analyzed(const std::string& name, const SourceText& source) {
    Analysis made;
    made.symbols = simt::symbols_of(source.text());
    made.has_run = mentions_run(source);
    made.run_names = run_names_of(made, name, source.text());
    made.checked_source = source.text();
    const bool is_proposed = !made.has_run && add_proposed_lines(made.checked_source);
    simt::Translation translation = simt::translate(name, made.checked_source);
    made.program = translation.program;
    if (is_proposed) {
        made.diagnostics.push_back(
            diagnostic_of(source.range_of_line(1), Severity::information,
                          sentence("The file has no function `run`, so it is checked with proposed lines."),
                          sentence("`warploom-engine check --propose` prints them.")));
    } else if (!made.has_run) {
        made.diagnostics.push_back(
            diagnostic_of(source.range_of_line(1), Severity::information,
                          sentence("Warploom does not check this file, because it has no function `run`."),
                          sentence("Write `void run(...)`, which launches the kernels, to check and debug them.")));
        return made;
    }
    for (const simt::Diagnostic& error : translation.refusals) {
        const auto [begin, end] = range_of(error, source);
        made.diagnostics.push_back(
            diagnostic_of(source.range(begin, end), Severity::error, error.sentence, error.hint));
        const std::string meant = meant_name(error.hint);
        const std::size_t at = source.offset(simt::SourceLocation{error.line, error.column, 0});
        const auto [from, to] = source.word_at(at);
        if (!meant.empty() && from < to) made.fixes.push_back({source.location(from), source.location(to), meant});
    }
    if (made.program != nullptr)
        for (const simt::Diagnostic& warning : simt::warnings_of(*made.program, true)) {
            const auto [begin, end] = range_of(warning, source);
            made.diagnostics.push_back(
                diagnostic_of(source.range(begin, end), Severity::warning, warning.sentence, warning.hint));
        }
    return made;
}

Json range_of_run(const Analysis& analysis, const SourceText& source) {
    for (const simt::SourceSymbol& symbol : analysis.symbols)
        if (symbol.kind == simt::SourceSymbol::Kind::host_function && symbol.name == "run")
            return source.range(symbol.place, {symbol.place.line, symbol.place.column + 3, 0});
    return source.range_of_line(1);
}

} // namespace warploom::app
