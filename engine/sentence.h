#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Translatable sentences for the user. A sentence is a complete pattern with named placeholders. The pattern is the key
// in the translation catalog. The engine works with the English text. It stores the pattern and the arguments of each
// text, so that the window can look them up and translate the text.
//
// {name} is replaced with the argument. {name:row|rows} is replaced with the first word if the argument is 1, and with
// the second word otherwise. Do not assemble a sentence from clauses, because a translation could not change their
// order.

namespace warploom {

/// The value of a placeholder, which is text or an integer. Other numbers must be converted to text first
/// (format_number.h). An argument refers to the caller's text and must not outlive the call.
class SentenceArgument {
public:
    constexpr SentenceArgument(const char* name, std::string_view text) : name_(name), text_(text) {}
    SentenceArgument(const char* name, const std::string& text) : name_(name), text_(text) {}
    constexpr SentenceArgument(const char* name, const char* text) : name_(name), text_(text) {}

    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    constexpr SentenceArgument(const char* name, Integer number)
        : name_(name), kind_(std::is_signed_v<Integer> ? Kind::integer : Kind::unsigned_integer),
          number_(static_cast<unsigned long long>(number)) {}

    SentenceArgument(const SentenceArgument&) = delete; // deleted, because the text may be a temporary
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

/// Returns the English text of a pattern, and stores the pattern and the arguments for translation. `pattern` must be a
/// string literal, because tools/engine-sentences collects patterns from the source code. Text without arguments is not
/// stored, because it equals its pattern.
std::string sentence(const char* pattern, std::initializer_list<SentenceArgument> arguments = {});

/// Marks a pattern that is passed to sentence() later, such as a pattern in a table, so that tools/engine-sentences
/// finds it.
constexpr const char* sentence_pattern(const char* pattern) { return pattern; }

/// Returns a sentence with its placeholders replaced by their values. Unknown placeholders are left unchanged.
std::string fill_in(const SentenceParts& parts);

/// Stores the pattern and arguments of a sentence that a plug-in in this process has created.
void add_sentence(const std::string& text, const SentenceParts& parts);
/// Passes all sentences created from now on to the function `to`. A plug-in has its own copy of this code, so it
/// forwards its sentences to the program's add_sentence().
void forward_sentences(void (*to)(const std::string& text, const SentenceParts& parts));
/// Stores the pattern and arguments of a sentence that another process has created.
void remember_sentence(const std::string& text, SentenceParts parts);
/// Returns the pattern and arguments of a sentence, or std::nullopt if it is not among the few thousand most recent
/// ones. Thread-safe.
std::optional<SentenceParts> parts_of_sentence(const std::string& text);
/// Returns the sentences created since the last call (at most a few hundred), with their patterns and arguments.
std::vector<std::pair<std::string, SentenceParts>> take_new_sentences();

} // namespace warploom
