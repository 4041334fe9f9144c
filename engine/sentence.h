#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Translatable sentences for the user. A sentence is a complete pattern with named placeholders, and the pattern is its
// identifier in a catalog. The engine works with the English text. The program remembers the pattern and the arguments
// of each text that it creates, and code that displays a text looks them up.
//
// {name} is replaced by the argument. {name:row|rows} is replaced by the first word if the argument is 1, otherwise by
// the second. Do not assemble a sentence from clauses, because a translation could not change their order.

namespace warploom {

/// The value of a placeholder: a text or a decimal integer. Format other numbers first (format_number.h).
struct SentenceArgument {
    SentenceArgument(std::string of, std::string is) : name(std::move(of)), value(std::move(is)) {}

    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    SentenceArgument(std::string of, Integer is) : name(std::move(of)), value(std::to_string(is)) {}

    std::string name, value;
};

/// The pattern and the arguments of a sentence.
struct SentenceParts {
    std::string pattern;
    std::vector<SentenceArgument> arguments;
};

/// Returns the English text of a pattern, and remembers its pattern and arguments. `pattern` must be a string literal,
/// because tools/engine-sentences collects the patterns from the source code. A text without arguments is its own
/// pattern and does not have to be remembered.
std::string sentence(const char* pattern, std::initializer_list<SentenceArgument> arguments = {});

/// Marks a pattern that is passed to sentence() later, for example one in a table, for tools/engine-sentences.
constexpr const char* sentence_pattern(const char* pattern) { return pattern; }

/// Replaces the placeholders of a pattern. Unknown placeholders are not replaced.
std::string fill_in(const std::string& pattern, const std::vector<SentenceArgument>& arguments);

/// Remembers the pattern and arguments of a text that a plug-in of this process has created, in the same way as
/// sentence().
void add_sentence(const std::string& text, const SentenceParts& parts);
/// Passes all sentences that are created from now on to `to`. A plug-in has a separate copy of this code, so it passes
/// its sentences to add_sentence() of the program.
void forward_sentences(void (*to)(const std::string& text, const SentenceParts& parts));
/// Remembers the pattern and arguments of a text that another process has created.
void remember_sentence(const std::string& text, SentenceParts parts);
/// Returns the pattern and arguments of a text that was created by sentence() or remembered; absent for other texts.
/// Thread-safe. Only the last few thousand texts are remembered.
std::optional<SentenceParts> parts_of_sentence(const std::string& text);
/// Returns the texts created since the last call with their patterns and arguments, at most a few hundred.
std::vector<std::pair<std::string, SentenceParts>> take_new_sentences();

} // namespace warploom
