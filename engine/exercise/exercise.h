#pragma once

#include "engine/exercise/measure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// An exercise asks a student to write a kernel in CUDA C. Solutions are tested on fixed and random inputs. The grade
// depends on memory access counts on a simulated GPU, which must meet certain conditions. It never depends on times,
// because times differ between machines.

namespace warploom::exercise {

struct Gate : Measure {
    std::string id, title;
    std::string input; ///< input for the metric; if empty, the first input of the exercise
    std::optional<double> at_least, at_most;
    double points = 1;
    std::vector<std::string> needs; ///< IDs of criteria that must be met before this one is evaluated
    std::string says;               ///< hint that is displayed if the criterion is not met

    static const protocol::Fields<Gate>& fields();
    void settle(const protocol::Reader& in);
    bool is_met_by(double value) const;
    std::string bound() const; ///< returns the pass condition in words, such as "at most 0.3"
};

/// A hint for one kind of failure. The kind "right" covers all wrong results. The kinds "unwritten", "nan",
/// "empty-rows" and "long-rows" are more specific. A hint can also be for a kind of detected error or the code of a
/// compilation error.
struct Hint {
    std::string on, says;
    static const protocol::Fields<Hint>& fields();
    void settle(const protocol::Reader& in);
};

struct Exercise {
    int version = 0;
    std::string id, title;
    std::string lesson; ///< ID of the lesson that introduces the exercise's topic; may be empty
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string card = "h200", x = "random:1";
    std::string format;  ///< format that a solution must read; if empty, any format
    std::string problem; ///< shipped problem that a solution must specify; empty unless the operation is `free`
    int block = 128;
    /// Size of the largest tridiagonal system that a solution must solve; 0 for no limit.
    std::int64_t most_unknowns = 0;
    bool allows_domain = false;  ///< whether a solution may declare that it is correct only for some sizes
    bool allows_prepare = false; ///< whether the work of the function `prepare` is excluded from the counts
    std::vector<std::string> task;
    std::vector<std::string> inputs;
    /// Test inputs with placeholders for random numbers, such as "banded:n={100..300},seed={seed}".
    std::vector<std::string> drawn;
    /// Points for a correct result, and points for a run without detected errors.
    double points_right = 2, points_clean = 1;
    std::vector<Gate> gates;
    std::vector<Hint> advice;
    std::vector<std::string> hints;
    /// CUDA C source code that students start from. It is created by made_text() and is not part of the exercise file.
    std::string starter;

    static const protocol::Fields<Exercise>& fields();
    void settle(const protocol::Reader& in);
    double points() const; ///< maximum total score, including the points for all pass criteria
    std::string advice_on(const std::string& what) const;
};

/// Maximum file sizes in bytes.
constexpr std::size_t largest_exercise = std::size_t{1} << 18, largest_answer = std::size_t{1} << 18;

/// Parses an exercise file. `where` is the file name in error messages. Throws Error("exercise.format") with the line
/// number.
Exercise exercise_from_json(const std::string& text, const std::string& where);

/// Returns the built-in exercises in course order. The files are parsed only on the first call.
const std::vector<Exercise>& own_exercises();
/// Returns a built-in exercise by its ID, or reads an exercise.json file by its path, along with the starter.cu file in
/// the same folder. Throws Error("exercise.unknown") with the list of exercises, Error("exercise.format"), or an error
/// for a file that cannot be read.
Exercise find_exercise(const std::string& id_or_path);

/// Returns the random test inputs of an exercise for a seed. The same seed produces the same inputs on every machine.
/// Throws Error("exercise.format").
std::vector<std::string> draw_inputs(const Exercise& exercise, std::uint64_t seed);

} // namespace warploom::exercise
