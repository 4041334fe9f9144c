#pragma once

#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

// Words that the parser recognizes: those of the supported language, and those of C++ and CUDA that are rejected with a
// suggested replacement.

namespace warploom::simt {

/// Words that cannot be names: `if`, `__shared__`, `int`.
bool is_reserved_word(const std::string& word);
/// Words that number types are made of: `unsigned`, `long`, `size_t`.
bool is_number_word(const std::string& word);
/// "int32_t" -> "int", "size_t" -> "unsigned long long"; other words as they are.
std::string plain_number(const std::string& word);

/// "&&" for "and"; empty for other words.
std::string_view sign_of_word(std::string_view word);

struct ForeignWord {
    const char* word; ///< "std::vector"; "std::" stands for all others of it
    const char* hint;
    bool is_keyword = false; ///< cannot be a name; other words are rejected only in calls and declarations
    const char* sentence = sentence_pattern("`{name}` is not supported.");
};
/// Returns the error for the word, which the source spells as `name`.
Refusal refusal_of(const ForeignWord& word, const std::string& name, SourceLocation at);
/// Null for words without an explanation.
const ForeignWord* find_foreign_word(const std::string& word);

/// Whether a name looks like one of the CUDA runtime API: `cudaOccupancyMaxPotentialBlockSize`.
bool is_runtime_function(const std::string& word);

/// A hint which type may have been meant.
std::string nearest_type(const std::string& word, const std::vector<std::string>& records);

} // namespace warploom::simt
