#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/compiler/compiler.h"
#include "engine/simt/language/effort.h"
#include "engine/simt/language/tokens.h"
#include "engine/simt/language/tree.h"
#include "engine/simt/program.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// A scratch array that a directive declares, such as `// scratch: carry int[rows / 32 + 1]`.
struct ScratchNote {
    SourceLocation place;
    std::string name;
    /// Tokens of the size expression, which can use the numeric arguments of `run`. The last token represents the end.
    std::vector<Token> size;
};

/// A compiled user-written kernel.
struct Program {
    struct Half { ///< the compiled code of a program for one precision
        std::unique_ptr<Library> translated;
        const Instance* checked_run = nullptr;
        const Instance* checked_preparation = nullptr;
        std::vector<const Instance*> checked_kernels;
        Code run;
        /// Code of the host function `prepare`; std::nullopt if the program does not define it.
        std::optional<Code> preparation;
    };

    explicit Program(const std::atomic<bool>* stop) : effort(stop) {}

    std::string name, text;
    Head head;
    CompileBudget effort;
    std::uint64_t hash = 0; ///< hash of the kernel source file and its headers
    TranslationUnit tree;
    std::vector<ScratchNote> scratch;
    std::vector<Inclusion> inclusions;
    std::vector<Diagnostic> refusals;
    /// Namespaces and `std::` names that were removed from the source code (see FlatTokens). device_text() uses them.
    std::set<std::string> namespaces, standard_names;
    /// Compiled code for float and for double. If `run` is not a template, there is only code for double.
    std::array<Half, 2> halves;
    bool is_template = false;
    const Half& half(bool is_double) const { return halves[is_double || !is_template ? 1 : 0]; }
};

/// Computes the number of elements of a scratch array. Errors: "kernel.scratch" for unknown names and invalid
/// expressions.
std::int64_t size_of_scratch(const ScratchNote& note, const std::map<std::string, std::int64_t>& numbers);

} // namespace warploom::simt
