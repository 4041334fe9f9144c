#pragma once

#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

// Words that the parser recognizes: keywords, and unsupported words of C++ and CUDA. Unsupported words have a
// suggestion.

namespace warploom::simt {

/// Returns whether a word is reserved and cannot be used as a name, such as `if`, `__shared__` or `int`.
bool is_reserved_word(const std::string& word);
/// Returns whether a word can be part of a number type, such as `unsigned`, `long` or `size_t`.
bool is_number_word(const std::string& word);
/// Returns the canonical name of a number type, such as "int" for "int32_t", or "unsigned long long" for "size_t".
/// Returns all other words unchanged.
std::string plain_number(const std::string& word);

/// Returns the operator for a C++ alternative token, such as "&&" for "and", or an empty string for other words.
std::string_view sign_of_word(std::string_view word);

struct ForeignWord {
    /// An unsupported word, such as "std::vector". "std::" stands for all other names in namespace std.
    const char* word;
    const char* hint;
    /// Whether the word is rejected everywhere. Otherwise, it is rejected only in calls and declarations.
    bool is_keyword = false;
    const char* sentence = sentence_pattern("`{name}` is not supported.");
};
/// Returns the error for an unsupported word. `name` is its spelling in the source file.
Refusal refusal_of(const ForeignWord& word, const std::string& name, SourceLocation at);
/// Returns the entry for an unsupported word, or null if there is none.
const ForeignWord* find_foreign_word(const std::string& word);

/// Returns whether a name looks like a CUDA runtime function, such as `cudaOccupancyMaxPotentialBlockSize`.
bool is_runtime_function(const std::string& word);

/// Returns a hint that suggests the type most similar to an unknown word.
std::string nearest_type(const std::string& word, const std::vector<std::string>& records);

} // namespace warploom::simt
