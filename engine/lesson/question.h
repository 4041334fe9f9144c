#pragma once

#include "engine/exercise/measure.h"
#include "engine/protocol/messages/words.h"

#include <optional>
#include <string>
#include <vector>

// A question of a lesson. Its answer is computed when the question is shown, and is not stored.

namespace warploom::lesson {

enum class Ask {
    count,        ///< a count of a kernel on a card: exercise::Measure of its trace
    fewer,        ///< which of the kernels has the smaller count
    faster,       ///< which of the kernels has the shorter modeled time
    times_faster, ///< how many times faster the first kernel is than the second, by modeled times
    padding,      ///< places of a format that hold no nonzero
    rows_changed, ///< in one step of a method for tridiagonal systems
    steps,        ///< of such a method
    iterations,   ///< that conjugate gradients need on the host
    converges     ///< whether they come to their tolerance: "yes" or "no"
};
constexpr auto words_of(Ask) {
    return std::array{"count",        "fewer", "faster",     "times_faster", "padding",
                      "rows_changed", "steps", "iterations", "converges"};
}
using warploom::to_string;

struct Question : exercise::Measure {
    std::string text; ///< the question itself
    Ask ask = Ask::count;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string matrix, card;
    std::vector<std::string> kernels;
    int block = 128;
    std::string format;        ///< of `padding`
    std::string method = "cr"; ///< of `rows_changed` and `steps`: thomas, cr, pcr
    int n = 8, step = 1;       ///< unknowns, and the step counted from 1
    double tolerance = 1e-8;   ///< of `iterations` and `converges`
    int limit = 1000;          ///< iterations at most
    double within = 0;         ///< share by which a number may differ and still be right
    std::string because;       ///< the reason, shown with the answer

    static const protocol::Fields<Question>& fields();
    bool is_number() const; ///< else one of choices()
    std::vector<std::string> choices() const;
};

struct Answer {
    std::optional<double> number;
    std::string word;               ///< where it is no number
    std::vector<std::string> facts; ///< facts found on the way, a sentence each

    static const protocol::Fields<Answer>& fields();
    /// Whether an answer is right: a number within the share, a word as it is. A comma may be that of a fraction
    /// ("28,8") or of thousands ("32,768").
    bool fits(const Question& question, const std::string& said) const;
    std::string text() const;
};

/// As a person writes it: a whole number whole ("3906", "1,769,472"), any other one in four digits.
std::string number_text(double number);

} // namespace warploom::lesson
