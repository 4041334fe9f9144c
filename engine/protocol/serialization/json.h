#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// JSON that keeps the members of objects in insertion order, so that transcripts are readable.
using Json = nlohmann::ordered_json;

} // namespace warploom

namespace warploom::protocol {

/// Serializes a value to a single line without a newline. Invalid UTF-8, for example in a file name, is replaced with
/// replacement characters.
std::string to_line(const Json&);
/// Converts a number to JSON: null if it is not finite, and an integer if it is integral, so that 5 is not written as
/// 5.0.
Json number(double value);

/// Limits on the time and memory used for parsing a text.
struct JsonLimits {
    /// The maximum size of the text; the default is the limit for a line of the protocol.
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t levels = 64;                     ///< maximum nesting depth
    std::size_t keys = 1000;                     ///< the maximum number of keys in an object
    std::size_t values = 8'000'000;              ///< the maximum total number of values
    std::size_t one_text = std::size_t{4} << 20; ///< the maximum size of a string or key in bytes
};

/// Describes where a document comes from, for error messages.
struct DocumentSource {
    std::string code;   ///< the code of the Error, such as "trace.malformed"
    std::string lead;   ///< a sentence without its period, such as "The worker sent an invalid trace"
    std::string hint;   ///< suggested fix
    std::string text{}; ///< contents of the file, for determining line numbers; empty if line numbers are meaningless
    JsonLimits limits{};
    bool is_request = false; ///< whether the document is a request: messages then name the field and omit the lead
};

/// Parses untrusted JSON in linear time. All external JSON is parsed by this function. Throws the Error of the source
/// if the text is not JSON in UTF-8, an object has duplicate keys, a number exceeds the range of double, or a limit is
/// exceeded. Throws "memory.limit" if the values would not fit into memory.
Json parse(const DocumentSource& source); ///< parses source.text
/// Parses text without meaningful line numbers. source.text must be empty.
Json parse(std::string_view text, const DocumentSource& source);
/// Throws the Error of `source`. `problem` is a sentence; long ones are truncated. If `line` is 0, the message contains
/// no line number. A nonempty `hint` replaces the hint of the source.
[[noreturn]] void refuse(const DocumentSource& source, int line, const std::string& problem,
                         const std::string& hint = {});

/// Truncates text to at most `most` bytes without splitting a UTF-8 character, and appends " ..." if it was longer.
std::string shortened(const std::string& text, std::size_t most);

/// Formats a number in its shortest form that reads back as the same value, such as 4096, 0.2 or 1e+30. Integers below
/// 1e15 have no exponent.
std::string number_text(double number);
/// Returns whether the whole text is a number.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::protocol
