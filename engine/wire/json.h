#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace warploom::wire {

/// Fields stay in the order they were written, so that transcripts read well.
using Json = nlohmann::ordered_json;

/// One line without its end. Text that is not UTF-8 (a file's name) gets replacement characters.
std::string to_line(const Json&);
/// Null where the value is not finite; a whole number as one, so that 5 stays 5.
Json number(double value);

/// Where a document comes from, for the sentences that refuse it.
struct Source {
    std::string code;     ///< of the Error: "trace.malformed"
    std::string lead;     ///< how its sentence begins: "The worker's trace is damaged"
    std::string hint;     ///< what to do about it
    std::string text{};   ///< of a file, so that the sentence can name the line; empty: lines mean nothing
    int most_levels = 64; ///< of brackets in brackets
};

/// Parses source.text. Refused: what is not JSON, a key that stands twice in an object, brackets nested too deeply.
Json parse(const Source& source);
/// Throws the Error of `source`. `line` 0: of no line. `hint` stands in for that of the source.
[[noreturn]] void refuse(const Source& source, int line, const std::string& what, const std::string& hint = {});

/// 4096, 0.2, 1e+30: whole numbers without an exponent, and what was read is what is written.
std::string number_text(double number);

} // namespace warploom::wire
