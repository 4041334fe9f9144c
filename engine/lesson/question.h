#pragma once

#include "engine/exercise/measure.h"
#include "engine/protocol/messages/words.h"

#include <optional>
#include <string>
#include <vector>

// A question in a lesson. The correct answer is not stored, but computed when the question is displayed.

namespace warploom::lesson {

enum class Ask {
    count,        ///< a metric (exercise::Measure) of a kernel, computed from a trace on a simulated GPU
    fewer,        ///< which of two kernels has the smaller metric
    faster,       ///< which of two kernels has the shorter modeled time
    times_faster, ///< modeled time of the second kernel divided by the modeled time of the first kernel
    padding,
    rows_changed, ///< number of rows that one step of a tridiagonal solver changes
    steps,        ///< number of steps of a tridiagonal solver
    iterations,   ///< number of iterations that CG needs on the host
    converges,    ///< whether CG converges to its tolerance: "yes" or "no"
    finding_line, ///< line of the first error that the simulated GPU detects in a kernel
    finding_lanes ///< number of lanes with this error in the first warp in which it occurs
};
constexpr auto words_of(Ask) {
    return std::array{"count", "fewer",      "faster",    "times_faster", "padding",      "rows_changed",
                      "steps", "iterations", "converges", "finding_line", "finding_lanes"};
}
using warploom::to_string;

struct Question : exercise::Measure {
    std::string text;
    Ask ask = Ask::count;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string matrix, card;
    std::vector<std::string> kernels;
    int block = 128;
    std::string format;
    std::string method = "cr"; ///< solver: "thomas", "cr" or "pcr"; used only for Ask::rows_changed and Ask::steps
    int n = 8, step = 1;       ///< number of unknowns, and solver step counted from 1
    double tolerance = 1e-8;
    int limit = 1000;
    double within = 0;   ///< accepted relative error of a numeric answer
    std::string because; ///< explanation to show together with the correct answer

    static const protocol::Fields<Question>& fields();
    bool is_number() const;
    std::vector<std::string> choices() const;
};

struct Answer {
    std::optional<double> number;
    std::string word;               ///< correct answer if it is not a number
    std::vector<std::string> facts; ///< sentences that describe the results on which the answer is based

    static const protocol::Fields<Answer>& fields();
    /// Returns whether a student's answer is correct. A number must be within the accepted relative error; a word must
    /// match exactly. A comma can be a decimal separator ("28,8") or a thousands separator ("32,768").
    bool fits(const Question& question, const std::string& said) const;
    std::string text() const;
};

/// Formats a number for display. Integers are written with all digits ("3906", "1,769,472"), and other numbers with
/// four significant digits.
std::string number_text(double number);

} // namespace warploom::lesson
