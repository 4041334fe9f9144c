#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Translatable sentences for the user. A sentence is a complete pattern with named placeholders, and the pattern is its
// identifier in a catalog. The engine works with the English text. The program remembers the pattern and arguments of
// each text that it creates, and code that displays a text looks them up.
//
// {name} is replaced by the argument. {name:row|rows} is replaced by the first word if the argument is 1, otherwise by
// the second. Do not assemble a sentence from clauses, because a translation could not change their order.

namespace warploom {

/// The value of a placeholder: text, or an integer in decimal notation. Format other numbers first (format_number.h).
/// An argument refers to its text, so it must not outlive the call that it is passed to.
class SentenceArgument {
public:
    constexpr SentenceArgument(const char* name, std::string_view text) : name_(name), text_(text) {}
    SentenceArgument(const char* name, const std::string& text) : name_(name), text_(text) {}
    constexpr SentenceArgument(const char* name, const char* text) : name_(name), text_(text) {}

    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    constexpr SentenceArgument(const char* name, Integer number)
        : name_(name), kind_(std::is_signed_v<Integer> ? Kind::integer : Kind::unsigned_integer),
          number_(static_cast<unsigned long long>(number)) {}

    SentenceArgument(const SentenceArgument&) = delete; // refers to a text that may be a temporary of the call
    SentenceArgument& operator=(const SentenceArgument&) = delete;

    const char* name() const { return name_; }
    std::string value() const;

private:
    enum class Kind : char { text, integer, unsigned_integer };

    const char* name_;
    std::string_view text_;
    Kind kind_ = Kind::text;
    unsigned long long number_ = 0;
};

/// The pattern of a sentence, and the values of its placeholders by name.
struct SentenceParts {
    std::string pattern;
    std::vector<std::pair<std::string, std::string>> arguments;
};

/// Returns the English text of a pattern, and remembers the pattern and arguments. `pattern` must be a string literal,
/// because tools/engine-sentences collects the patterns from the source code. A text without arguments is identical to
/// its pattern, so it need not be remembered.
std::string sentence(const char* pattern, std::initializer_list<SentenceArgument> arguments = {});

/// Marks a pattern that is passed to sentence() later, for example, in a table, so that tools/engine-sentences finds
/// it.
constexpr const char* sentence_pattern(const char* pattern) { return pattern; }

/// Replaces the placeholders in the pattern of `parts`. Unknown placeholders remain unchanged.
std::string fill_in(const SentenceParts& parts);

/// Like sentence(), remembers a pattern and its arguments, but for a text that a plug-in in this process created.
void add_sentence(const std::string& text, const SentenceParts& parts);
/// Passes all sentences created from now on to `to`. A plug-in has a separate copy of this code, so it passes its
/// sentences to add_sentence() of the program.
void forward_sentences(void (*to)(const std::string& text, const SentenceParts& parts));
/// Remembers the pattern and arguments of a text created by another process.
void remember_sentence(const std::string& text, SentenceParts parts);
/// Returns the pattern and arguments of a text that was created by sentence() or remembered; absent for other texts.
/// Thread-safe. Only the last few thousand texts are remembered.
std::optional<SentenceParts> parts_of_sentence(const std::string& text);
/// Returns the texts created since the last call with their patterns and arguments, at most a few hundred.
std::vector<std::pair<std::string, SentenceParts>> take_new_sentences();

} // namespace warploom
