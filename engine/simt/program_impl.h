#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/compiler/compiler.h"
#include "engine/simt/language/effort.h"
#include "engine/simt/language/tokens.h"
#include "engine/simt/language/tree.h"
#include "engine/simt/program.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// A scratch array in a directive, such as `// scratch: carry int[rows / 32 + 1]`.
struct ScratchNote {
    SourceLocation place;
    std::string name;
    /// Tokens of the size expression, which may contain the numeric arguments of `run`. The last token marks the end.
    std::vector<Token> size;
};

struct Program {
    struct Half {
        std::unique_ptr<Library> translated;
        const Instance* checked_run = nullptr;
        const Instance* checked_preparation = nullptr;
        std::vector<const Instance*> checked_kernels;
        Code run;
        std::optional<Code> preparation;
    };

    explicit Program(const StopRequest* stop) : effort(stop) {}

    std::string name, text;
    Head head;
    CompileBudget effort;
    std::uint64_t hash = 0;
    TranslationUnit tree;
    std::vector<ScratchNote> scratch;
    std::vector<Inclusion> inclusions;
    std::vector<Diagnostic> refusals;
    std::vector<Diagnostic> missing_headers; ///< headers that do not exist; no declaration of theirs was needed
    /// Namespaces and `std::` names that were removed from the source code (see FlatTokens). device_text() needs them.
    std::set<std::string> namespaces, standard_names;
    /// Index 0 is float, and index 1 is double. If `run` is not a template, only double is used.
    std::array<Half, 2> halves;
    bool is_template = false;
    const Half& half(bool is_double) const { return halves[is_double || !is_template ? 1 : 0]; }
};

/// Computes the size of a scratch array. Errors: "kernel.scratch" for unknown names and invalid expressions.
std::int64_t size_of_scratch(const ScratchNote& note, const std::map<std::string, std::int64_t>& numbers);

} // namespace warploom::simt
