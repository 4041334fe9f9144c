#pragma once

#include "engine/exercise/measure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// An exercise that requires a kernel in CUDA C. Answers are checked for correctness on given and on random inputs, and
// graded by requirements on the counts of a simulated card. Counts are the same on every machine; times are never used.

namespace warploom::exercise {

struct Gate : Measure {
    std::string id, title;
    std::string input; ///< empty: the first of the exercise
    std::optional<double> at_least, at_most;
    double points = 1;
    std::vector<std::string> needs; ///< gates without which this one is not looked at
    std::string says;               ///< a hint for an answer that misses it

    static const protocol::Fields<Gate>& fields();
    void settle(const protocol::Reader& in);
    bool is_met_by(double value) const;
    std::string bound() const; ///< "at most 0.3"
};

/// The hint for one kind of failure. Kinds are "right" (the result), the way in which a result is wrong ("unwritten",
/// "nan", "empty-rows", "long-rows"), the kind of a finding, or the code of an error.
struct Hint {
    std::string on, says;
    static const protocol::Fields<Hint>& fields();
    void settle(const protocol::Reader& in);
};

struct Exercise {
    int version = 0;
    std::string id, title;
    std::string lesson; ///< the id of the lesson that leads to it; may be empty
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    std::string card = "h200", x = "random:1";
    std::string format;             ///< of the matrix that an answer must read; empty: any
    int block = 128;                ///< threads, as run receives them
    std::int64_t most_unknowns = 0; ///< of tridiagonal systems that an answer must solve; 0: any number
    bool allows_prepare = false;    ///< gates leave out the work of `prepare`
    std::vector<std::string> task;
    std::vector<std::string> inputs;
    /// Inputs with numbers to be drawn: "banded:n={100..300},seed={seed}".
    std::vector<std::string> drawn;
    double points_right = 2, points_clean = 1; ///< for a right result, and for no finding
    std::vector<Gate> gates;
    std::vector<Hint> advice;
    std::vector<std::string> hints;
    std::string starter; ///< text in CUDA C, as made_text() makes it; not part of the file

    static const protocol::Fields<Exercise>& fields();
    void settle(const protocol::Reader& in);
    double points() const; ///< of all gates together
    /// Returns the hint of the exercise, else the general one; empty if there is none.
    std::string advice_on(const std::string& what) const;
};

constexpr std::size_t largest_exercise = std::size_t{1} << 18, largest_answer = std::size_t{1} << 18; ///< bytes

/// `where` names the file in sentences. Errors: "exercise.format" with the line.
Exercise exercise_from_json(const std::string& text, const std::string& where);

/// Those of the program, by their order in a course. Read once.
const std::vector<Exercise>& own_exercises();
/// One of the program by its id, or an exercise.json by its path, with the starter.cu beside it.
/// Errors: "exercise.unknown" with the list, "exercise.format", those of reading a file.
Exercise find_exercise(const std::string& id_or_path);

/// The drawn inputs of a seed: the same on every machine. Errors: "exercise.format".
std::vector<std::string> draw_inputs(const Exercise& exercise, std::uint64_t seed);

} // namespace warploom::exercise
