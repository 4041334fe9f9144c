#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// JSON that preserves the order of object members, to keep saved messages readable.
using Json = nlohmann::ordered_json;

} // namespace warploom

namespace warploom::protocol {

/// Serializes a JSON value to a single line without a newline. Invalid UTF-8 sequences, for example in a file name,
/// become replacement characters (U+FFFD).
std::string to_line(const Json&);
/// Converts a number to JSON. NaN and infinity become null. Integral values become integers, so that 5 is not written
/// as 5.0.
Json number(double value);

/// Limits for untrusted JSON. They bound the time and memory that parsing takes.
struct JsonLimits {
    /// Maximum size of the text. The default is the maximum length of a line in the protocol.
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t levels = 64; ///< maximum nesting depth
    std::size_t keys = 1000;
    std::size_t values = 8'000'000;
    std::size_t one_text = std::size_t{4} << 20; ///< maximum size of a string or key in bytes
};

/// The origin of a JSON document, as described in error messages.
struct DocumentSource {
    std::string code;   ///< error code, such as "trace.malformed"
    std::string lead;   ///< start of error messages, such as "The worker sent an invalid trace", without a period
    std::string hint;   ///< suggested fix
    std::string text{}; ///< text of the file, used to find line numbers; if empty, messages contain no line numbers
    JsonLimits limits{};
    bool is_request = false; ///< whether this is a request; messages then start with the field name, not `lead`
};

/// Parses untrusted JSON in linear time. Use this function for all JSON from outside the program. Throws an error with
/// the error code in `source` if the text is not JSON in UTF-8 or exceeds a limit. Also rejects objects with duplicate
/// keys, and numbers outside the range of double. Throws "memory.limit" if the values would not fit in memory.
Json parse(const DocumentSource& source); ///< parses source.text
/// Parses JSON text in which line numbers have no meaning. source.text must be empty.
Json parse(std::string_view text, const DocumentSource& source);
/// Throws an error with the error code in `source`. `problem` is a sentence, which is truncated if it is long. If
/// `line` is 0, the message has no line number. A nonempty `hint` replaces the hint of the source.
[[noreturn]] void refuse(const DocumentSource& source, int line, const std::string& problem,
                         const std::string& hint = {});

/// Truncates text to `most` bytes without splitting a UTF-8 character, and appends " ..." if it was truncated.
std::string shortened(const std::string& text, std::size_t most);

/// Returns the shortest text that converts back to the same double, such as 4096, 0.2 or 1e+30. Integers below 1e15 are
/// formatted without an exponent.
std::string number_text(double number);
/// Returns whether the entire text is a finite number. If it is, and if `number` is not null, stores its value in
/// `*number`.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::protocol
