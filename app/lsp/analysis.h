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

/// A misspelled name and its replacement.
struct SpellingFix {
    simt::SourceLocation begin, end;
    std::string replacement;
};

/// What the compiler knows about a source that is being written.
struct Analysis {
    std::vector<Json> diagnostics; ///< of the protocol
    std::vector<SpellingFix> fixes;
    std::shared_ptr<const simt::Program> program; ///< null if the source has errors
    std::vector<simt::SourceSymbol> symbols;
    std::vector<kernels::RunName> run_names; ///< what the parameters of run can be
    bool has_run = false;
};

/// Severities of the protocol.
enum class Severity { error = 1, warning, information, hint };
/// Returns a diagnostic of the protocol. A hint is appended to the message.
Json diagnostic_of(const Json& range, Severity severity, const std::string& sentence, const std::string& hint = {});

/// Compiles a source. `name` is its name in messages.
Analysis analyzed(const std::string& name, const SourceText& source);

/// Returns the range of `run` in its definition; the first line if there is none.
Json range_of_run(const Analysis& analysis, const SourceText& source);

} // namespace warploom::app
