#pragma once

#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

// Words that the parser recognizes: keywords of the supported language, and words of C++ and CUDA that are rejected
// with a suggested replacement.

namespace warploom::simt {

/// Returns whether a word cannot be used as a name: `if`, `__shared__`, `int`.
bool is_reserved_word(const std::string& word);
/// Returns whether a word is part of number types: `unsigned`, `long`, `size_t`.
bool is_number_word(const std::string& word);
/// Returns the plain name of a number type: "int32_t" -> "int", "size_t" -> "unsigned long long". Other words are
/// returned unchanged.
std::string plain_number(const std::string& word);

/// Returns the operator for an alternative token: "&&" for "and". Empty for other words.
std::string_view sign_of_word(std::string_view word);

struct ForeignWord {
    const char* word; ///< "std::vector"; "std::" matches all other names in std
    const char* hint;
    bool is_keyword = false; ///< cannot be used as a name; other words are rejected only in calls and declarations
    const char* sentence = sentence_pattern("`{name}` is not supported.");
};
/// Returns the error for the word, which the source spells as `name`.
Refusal refusal_of(const ForeignWord& word, const std::string& name, SourceLocation at);
/// Returns the explanation for an unsupported word; null if there is none.
const ForeignWord* find_foreign_word(const std::string& word);

/// Returns whether a name looks like a CUDA runtime function: `cudaOccupancyMaxPotentialBlockSize`.
bool is_runtime_function(const std::string& word);

/// Returns a hint with the type that was probably meant.
std::string nearest_type(const std::string& word, const std::vector<std::string>& records);

} // namespace warploom::simt
