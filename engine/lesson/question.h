#pragma once

#include "engine/exercise/measure.h"
#include "engine/protocol/messages/words.h"

#include <optional>
#include <string>
#include <vector>

// A question of a lesson. Its answer is not stored, but computed when the question is shown.

namespace warploom::lesson {

enum class Ask {
    count,        ///< the count of a kernel on a card: exercise::Measure of its trace
    fewer,        ///< the kernel with the smaller count
    faster,       ///< the kernel with the shorter modeled time
    times_faster, ///< the ratio of the modeled times of the second and the first kernel
    padding,      ///< slots of a format that contain no nonzero
    rows_changed, ///< rows that change in one step of a tridiagonal solver
    steps,        ///< number of steps of a tridiagonal solver
    iterations,   ///< iterations that CG takes on the host
    converges     ///< whether CG converges to its tolerance: "yes" or "no"
};
constexpr auto words_of(Ask) {
    return std::array{"count",        "fewer", "faster",     "times_faster", "padding",
                      "rows_changed", "steps", "iterations", "converges"};
}
using warploom::to_string;

struct Question : exercise::Measure {
    std::string text; ///< the text of the question
    Ask ask = Ask::count;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string matrix, card;
    std::vector<std::string> kernels;
    int block = 128;
    std::string format;        ///< for `padding`
    std::string method = "cr"; ///< for `rows_changed` and `steps`: thomas, cr or pcr
    int n = 8, step = 1;       ///< the number of unknowns, and the number of the step, counted from 1
    double tolerance = 1e-8;   ///< for `iterations` and `converges`
    int limit = 1000;          ///< maximum number of iterations
    double within = 0;         ///< the relative error that is accepted in a numeric answer
    std::string because;       ///< the explanation that is displayed with the answer

    static const protocol::Fields<Question>& fields();
    bool is_number() const; ///< whether the answer is a number; otherwise, it is one of choices()
    std::vector<std::string> choices() const;
};

struct Answer {
    std::optional<double> number;
    std::string word;               ///< the answer if it is not a number
    std::vector<std::string> facts; ///< the facts found while computing the answer, one sentence each

    static const protocol::Fields<Answer>& fields();
    /// Returns whether a reader's answer is correct: a number within the accepted relative error, or the exact word. A
    /// comma can be a decimal comma ("28,8") or a thousands separator ("32,768").
    bool fits(const Question& question, const std::string& said) const;
    std::string text() const;
};

/// Formats a number for readers: integers with all digits ("3906", "1,769,472"), other numbers with four digits.
std::string number_text(double number);

} // namespace warploom::lesson
