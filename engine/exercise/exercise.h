#pragma once

#include "engine/exercise/measure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// An exercise asks for a kernel in CUDA C. Solutions are tested on fixed and random inputs and graded by conditions on
// the counts of a simulated card. Times are never used, because only counts are the same on every machine.

namespace warploom::exercise {

struct Gate : Measure {
    std::string id, title;
    std::string input; ///< input on which to count; if empty, the first input of the exercise
    std::optional<double> at_least, at_most;
    double points = 1;
    std::vector<std::string> needs; ///< IDs of gates that must be met before this gate is evaluated
    std::string says;               ///< hint to show if the gate is not met

    static const protocol::Fields<Gate>& fields();
    void settle(const protocol::Reader& in);
    bool is_met_by(double value) const;
    std::string bound() const; ///< Returns the condition in words, such as "at most 0.3".
};

/// The hint for one kind of failure: "right" (wrong result), the way in which a result is wrong ("unwritten", "nan",
/// "empty-rows", "long-rows"), the kind of a finding, or the code of a compilation error.
struct Hint {
    std::string on, says;
    static const protocol::Fields<Hint>& fields();
    void settle(const protocol::Reader& in);
};

struct Exercise {
    int version = 0;
    std::string id, title;
    std::string lesson; ///< ID of the lesson that introduces the exercise; may be empty
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string card = "h200", x = "random:1";
    std::string format;  ///< format that a solution must read; empty for any format
    std::string problem; ///< shipped problem that a solution must name; empty unless the operation is `free`
    int block = 128;     ///< number of threads per block, passed to `run`
    /// Size of the largest tridiagonal system that a solution must solve; 0 for no limit.
    std::int64_t most_unknowns = 0;
    bool allows_prepare = false; ///< whether gates ignore the work done by `prepare`
    std::vector<std::string> task;
    std::vector<std::string> inputs;
    /// Inputs with placeholders for random numbers, such as "banded:n={100..300},seed={seed}".
    std::vector<std::string> drawn;
    double points_right = 2, points_clean = 1; ///< points for a correct result, and for having no findings
    std::vector<Gate> gates;
    std::vector<Hint> advice;
    std::vector<std::string> hints;
    std::string starter; ///< CUDA C source from which students start; created by made_text(), not part of the file

    static const protocol::Fields<Exercise>& fields();
    void settle(const protocol::Reader& in);
    double points() const; ///< maximum total score, including the points for all gates
    /// Returns the exercise's hint for this kind of failure, or the general hint if the exercise has none. Empty if
    /// there is no hint at all.
    std::string advice_on(const std::string& what) const;
};

constexpr std::size_t largest_exercise = std::size_t{1} << 18, largest_answer = std::size_t{1} << 18; ///< bytes

/// Parses an exercise. `where` is the file name in error messages. Throws Error("exercise.format") with the line
/// number.
Exercise exercise_from_json(const std::string& text, const std::string& where);

/// Returns the built-in exercises in course order. The files are parsed only once.
const std::vector<Exercise>& own_exercises();
/// Returns a built-in exercise by its ID, or reads an exercise.json by path, along with the starter.cu next to it.
/// Throws Error("exercise.unknown") with the list of exercises, Error("exercise.format"), and the errors of reading a
/// file.
Exercise find_exercise(const std::string& id_or_path);

/// Returns the random test inputs for a seed. A seed produces the same inputs on every machine. Throws
/// Error("exercise.format").
std::vector<std::string> draw_inputs(const Exercise& exercise, std::uint64_t seed);

} // namespace warploom::exercise
