#pragma once

#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

// Words that the parser recognizes: keywords of the kernel language, and words of C++ and CUDA that are rejected with a
// suggestion.

namespace warploom::simt {

/// Returns whether a word is reserved, such as `if`, `__shared__` or `int`. Reserved words cannot be used as names.
bool is_reserved_word(const std::string& word);
/// Returns whether a word can be part of a number type, such as `unsigned`, `long` or `size_t`.
bool is_number_word(const std::string& word);
/// Returns the canonical name of a number type, such as "int" for "int32_t", or "unsigned long long" for "size_t".
/// Returns all other words unchanged.
std::string plain_number(const std::string& word);

/// Returns the operator that a C++ alternative token represents, such as "&&" for "and". Returns an empty string for
/// all other words.
std::string_view sign_of_word(std::string_view word);

struct ForeignWord {
    /// Rejected word, such as "std::vector"; "std::" stands for all other names in the namespace std.
    const char* word;
    const char* hint;
    /// Whether the word is always rejected; if not, it is rejected only in calls and declarations.
    bool is_keyword = false;
    const char* sentence = sentence_pattern("`{name}` is not supported.");
};
/// Returns the compiler error for an unsupported C++ or CUDA word. `name` is the spelling in the source file.
Refusal refusal_of(const ForeignWord& word, const std::string& name, SourceLocation at);
/// Returns the table entry for an unsupported C++ or CUDA word, or null if there is none.
const ForeignWord* find_foreign_word(const std::string& word);

/// Returns whether a name looks like a CUDA runtime function, such as `cudaOccupancyMaxPotentialBlockSize`.
bool is_runtime_function(const std::string& word);

/// Returns a hint that suggests the type name that is most similar to an unknown word.
std::string nearest_type(const std::string& word, const std::vector<std::string>& records);

} // namespace warploom::simt
