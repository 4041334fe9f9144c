#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/sema/sema.h"

namespace warploom::simt {

Nesting::Nesting(int& levels, CompileBudget& effort, SourceLocation at) : levels_(levels) {
    constexpr int most = 1100;
    effort.spend(at);
    if (levels_ == most)
        refuse(at, sentence("Calls and expressions are nested more than {most} levels deep.", {{"most", most}}),
               sentence("Store intermediate results in variables."));
    ++levels_;
}

void refuse(const ErrorPlace& place, const std::string& sentence, const std::string& hint) {
    throw Refusal(place.at, place.range, sentence, hint);
}

void refuse_count(const ErrorPlace& at, const std::string& name, std::size_t expected, std::size_t given,
                  const std::string& hint) {
    refuse(at,
           sentence("`{name}` requires {expected} {expected:argument|arguments}, but {n} {n:was|were} given.",
                    {{"name", name}, {"expected", expected}, {"n", given}}),
           hint);
}

void Context::add(const std::string& name, Symbol symbol, SourceLocation at) {
    symbol.place = at;
    const auto [place, is_new] = frame().scopes.back().try_emplace(name, std::move(symbol));
    if (!is_new)
        refuse(at,
               sentence("`{name}` is already declared on {place}.",
                        {{"name", name}, {"place", line_of(place->second.place)}}),
               sentence("Choose another name."));
}

const Symbol* Context::find(const std::string& name) const {
    const auto& scopes = frame().scopes;
    for (std::size_t s = scopes.size(); s-- > 0;) {
        const auto known = scopes[s].find(name);
        if (known != scopes[s].end()) return &known->second;
    }
    const auto known = library.globals().find(name);
    return known == library.globals().end() ? nullptr : &known->second;
}

void Context::report(const Refusal& refusal) {
    instance().has_errors = true;
    if (refusal.diagnostic.sentence.empty()) return;
    Diagnostic diagnostic = refusal.diagnostic;
    for (std::size_t f = frames.size(); f > 0 && is_header_of_cuda(diagnostic.header); --f) {
        const std::optional<SourceLocation>& call = frames[f - 1]->call;
        if (!call) break;
        diagnostic.line = call->line;
        diagnostic.column = call->column;
        diagnostic.header = call->header;
        diagnostic.begin_column = diagnostic.end_column = 0;
    }
    library.refusals.push_back(std::move(diagnostic));
}

void Context::warn(SourceLocation at, const char* sentence, const char* hint) {
    library.warnings.push_back({at.line, at.column, sentence, hint, at.header});
}

void Context::require_device(const ErrorPlace& at, const std::string& what) const {
    if (is_host())
        refuse(at,
               sentence("{name} cannot be used in the host function `{function}`.",
                        {{"name", what}, {"function", frames.front()->instance.function->name}}),
               sentence("Use it in a `__global__` kernel."));
}

void Context::refuse_unknown(const Expression& e, const std::string& sentence, const std::vector<std::string>& known) {
    if (library.is_damaged(e.text) || !failed.insert(e.text).second) throw Refusal(e.place, {});
    refuse(e, sentence, library.near_to(e.text, known, e.place));
}

} // namespace warploom::simt
