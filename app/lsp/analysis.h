#pragma once

#include "app/lsp/source_text.h"
#include "engine/protocol/framing/messages.h"
#include "engine/simt/program.h"
#include "engine/simt/symbols.h"
#include "kernels/sources/names.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Quick fix for a misspelled name.
struct SpellingFix {
    simt::SourceLocation begin, end;
    std::string replacement;
};

/// The compiler's results for a source, which may be incomplete or contain errors.
struct Analysis {
    std::vector<Json> diagnostics;
    std::vector<SpellingFix> fixes;
    std::shared_ptr<const simt::Program> program; ///< compiled program; null if the source has errors
    std::vector<simt::SourceSymbol> symbols;
    std::vector<kernels::RunName> run_names; ///< parameter names that are valid for `run`
    bool has_run = false;
    /// Source that is checked. If the file has no function `run`, this is the file with proposed lines.
    std::string checked_source;
};

/// DiagnosticSeverity values of the Language Server Protocol.
enum class Severity { error = 1, warning, information, hint };
/// Returns a diagnostic in LSP format. The hint is appended to the message.
Json diagnostic_of(const Json& range, Severity severity, const std::string& sentence, const std::string& hint = {});

/// Compiles a kernel source. Error messages refer to the source as `name`.
Analysis analyzed(const std::string& name, const SourceText& source);

/// Returns the range of the name `run` in its definition. If `run` is not defined, returns the range of the first line.
Json range_of_run(const Analysis& analysis, const SourceText& source);

} // namespace warploom::app
