#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Fields keep the order in which they were written, so that transcripts are readable.
using Json = nlohmann::ordered_json;

} // namespace warploom

namespace warploom::protocol {

/// Serializes to one line without a newline. Text that is not valid UTF-8 (such as a file name) gets replacement
/// characters.
std::string to_line(const Json&);
/// Returns null if the value is not finite, and an integer if it is integral, so that 5 stays 5.
Json number(double value);

/// Limits for a text. They bound the time and memory for parsing any input.
struct JsonLimits {
    /// Maximum size of the whole text; the same limit as for a line of the protocol.
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t levels = 64;                     ///< maximum nesting depth
    std::size_t keys = 1000;                     ///< maximum number of keys of one object
    std::size_t values = 8'000'000;              ///< maximum total number of values
    std::size_t one_text = std::size_t{4} << 20; ///< maximum bytes of one string or key
};

/// The origin of a document, for error messages.
struct DocumentSource {
    std::string code;   ///< of the Error: "trace.malformed"
    std::string lead;   ///< a sentence without its period: "The worker's trace is damaged"
    std::string hint;   ///< suggested remedy
    std::string text{}; ///< contents of a file, to report line numbers; empty if line numbers are meaningless
    JsonLimits limits{};
    bool is_request = false; ///< whether it is a request: messages name the field and have no lead
};

/// Parses JSON from an external source; the only function that does so. Takes time linear in the length of the text for
/// any contents. Throws the Error of the source for text that is not JSON in UTF-8, duplicate keys in an object,
/// numbers beyond double, and values above a limit. "memory.limit" if the values would not fit.
Json parse(const DocumentSource& source); ///< parses source.text
/// For text without meaningful line numbers; source.text is empty.
Json parse(std::string_view text, const DocumentSource& source);
/// Throws the Error of `source`. `problem` is a sentence; long ones are truncated. `line` 0: no line. `hint` replaces
/// that of the source.
[[noreturn]] void refuse(const DocumentSource& source, int line, const std::string& problem,
                         const std::string& hint = {});

/// Returns at most `most` bytes of the text, without splitting a UTF-8 character.
std::string shortened(const std::string& text, std::size_t most);

/// Formats a number: 4096, 0.2, 1e+30. Integers have no exponent, and a number that was read is written the same.
std::string number_text(double number);
/// Returns whether the text is a number and nothing else.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::protocol
