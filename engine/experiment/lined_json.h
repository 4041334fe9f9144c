#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warploom::experiment {

/// How a file is refused: every sentence names the file, and the line where there is one.
struct Refusal {
    std::string subject; ///< "The experiment drawn.json"
    /// Throws Error("experiment.format"). `line` 0: of no line.
    [[noreturn]] void operator()(int line, const std::string& what, const std::string& hint = {}) const;
};

/// A JSON value that remembers the line it stands in, so that a mistake that only shows much later can still name it.
struct LinedJson {
    enum class Kind { object, array, text, number, boolean, null };
    struct Member;

    Kind kind = Kind::null;
    int line = 0;
    std::string text; ///< of a text, and of a number in the shortest form that reads back the same
    double number = 0;
    bool boolean = false;
    std::vector<Member> members;  ///< of an object, in the order of the file
    std::vector<LinedJson> items; ///< of an array

    const LinedJson* find(const std::string& key) const;
    bool is_object() const { return kind == Kind::object; }
    bool is_array() const { return kind == Kind::array; }
    bool is_text() const { return kind == Kind::text; }
    bool is_number() const { return kind == Kind::number; }
};

struct LinedJson::Member {
    std::string key;
    int line = 0;
    LinedJson value;
};

/// Refused: what is not JSON, a key that stands twice in an object, more than 16 levels, more than 4 megabytes.
LinedJson lined_json(const std::string& text, const Refusal& refuse);

/// 4096, 0.2, 1e+30: whole numbers without an exponent, and what was read is what is written.
std::string number_text(double number);
/// A text that is nothing but a number.
bool is_number_text(const std::string& text, double* number = nullptr);

} // namespace warploom::experiment
