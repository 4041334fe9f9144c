#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Fields stay in the order they were written, so that transcripts read well.
using Json = nlohmann::ordered_json;

} // namespace warploom

namespace warploom::protocol {

/// One line without its end. Text that is not UTF-8 (a file's name) gets replacement characters.
std::string to_line(const Json&);
/// Null where the value is not finite; a whole number as one, so that 5 stays 5.
Json number(double value);

/// How much a text may hold before it is refused: reading any text ends soon and takes little memory.
struct JsonLimits {
    std::size_t bytes = std::size_t{16} << 20;   ///< of the whole text: as a line of the wire
    std::size_t levels = 64;                     ///< of brackets in brackets
    std::size_t keys = 1000;                     ///< of one object
    std::size_t values = 8'000'000;              ///< in all
    std::size_t one_text = std::size_t{4} << 20; ///< bytes of one text or key
};

/// Where a document comes from, for the sentences that refuse it.
struct DocumentSource {
    std::string code;   ///< of the Error: "trace.malformed"
    std::string lead;   ///< a sentence without its period: "The worker's trace is damaged"
    std::string hint;   ///< suggested remedy
    std::string text{}; ///< contents of a file, to report line numbers; empty if line numbers are meaningless
    JsonLimits limits{};
    bool is_request = false; ///< of the wire: sentences name the field, and have no lead
};

/// Parses JSON from an external source; the only function that does so. Takes time linear in the length of the text for
/// any contents. Throws the Error of the source for text that is not JSON in UTF-8, duplicate keys in an object,
/// numbers beyond double, and values above a limit. "memory.limit" if the values would not fit.
Json parse(const DocumentSource& source); ///< of source.text
/// For text without meaningful line numbers; source.text is empty
Json parse(std::string_view text, const DocumentSource& source);
/// Throws the Error of `source`. `problem` is a sentence; long ones are truncated. `line` 0: no line. `hint` replaces
/// that of the source.
[[noreturn]] void refuse(const DocumentSource& source, int line, const std::string& problem,
                         const std::string& hint = {});

/// At most so many bytes of it; no letter of UTF-8 is cut.
std::string shortened(const std::string& text, std::size_t most);

/// 4096, 0.2, 1e+30: whole numbers without an exponent, and a number read is written the same.
std::string number_text(double number);
/// A text that is nothing but a number.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::protocol
