#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Fields keep the order in which they were written, which keeps transcripts readable.
using Json = nlohmann::ordered_json;

} // namespace warploom

namespace warploom::protocol {

/// Serializes a value to one line without a newline. Text that is not valid UTF-8, such as a file name, gets
/// replacement characters.
std::string to_line(const Json&);
/// Returns null if the value is not finite, and an integer if the value is integral, so that 5 is not written as 5.0.
Json number(double value);

/// Limits that bound the time and memory for parsing any text.
struct JsonLimits {
    /// The maximum size of the whole text, which is also the limit for a line of the protocol.
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t levels = 64;                     ///< maximum nesting depth
    std::size_t keys = 1000;                     ///< the maximum number of keys in an object
    std::size_t values = 8'000'000;              ///< the maximum total number of values
    std::size_t one_text = std::size_t{4} << 20; ///< the maximum size of a string or key in bytes
};

/// The origin of a document for use in error messages.
struct DocumentSource {
    std::string code;   ///< the code of the Error, such as "trace.malformed"
    std::string lead;   ///< a sentence without its period, such as "The worker's trace is damaged"
    std::string hint;   ///< suggested remedy
    std::string text{}; ///< the contents of a file, for line numbers; empty if line numbers are meaningless
    JsonLimits limits{};
    bool is_request = false; ///< whether it is a request, in which case messages name the field and have no lead
};

/// Parses JSON from an external source. No other function does so. Takes linear time for any text. Throws the Error of
/// the source if the text is not JSON in UTF-8, an object has duplicate keys, a number exceeds the range of double, or
/// a limit is exceeded. Throws "memory.limit" if the values would not fit in memory.
Json parse(const DocumentSource& source); ///< parses source.text
/// For text without meaningful line numbers. source.text must be empty.
Json parse(std::string_view text, const DocumentSource& source);
/// Throws the Error of `source`. `problem` is a sentence, which is truncated if it is long. If `line` is 0, no line is
/// mentioned. `hint` replaces the hint of the source.
[[noreturn]] void refuse(const DocumentSource& source, int line, const std::string& problem,
                         const std::string& hint = {});

/// Returns at most `most` bytes of the text, without splitting a UTF-8 character.
std::string shortened(const std::string& text, std::size_t most);

/// Formats a number, as in 4096, 0.2 or 1e+30. Integers have no exponent. A number that was read is written in the same
/// way.
std::string number_text(double number);
/// Returns whether the whole text is a number.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::protocol
