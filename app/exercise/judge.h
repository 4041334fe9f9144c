#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace warploom::app {

/// Grades a solution: compiles it, runs it on the card of the exercise for each given and each random input, and
/// evaluates the counts. Findings have priority: results are compared only for a kernel without findings, because a
/// kernel with a race may be correct by chance. Only a correct solution earns points. `path` is a CUDA C file. Errors
/// in the solution are part of the result. Errors: "cancelled", "exercise.answer" if the name does not end in .cu,
/// errors of reading the file, of the card, and of inputs that cannot be generated.
exercise::Grading judge(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                        const std::atomic<bool>* cancelled = nullptr);

/// Grades step by step, for a page that shows a preliminary result immediately. Until the last step, there are no
/// points: the gates "clean" and "right" refer to the inputs tested so far, and the other gates are not evaluated.
class GradualJudgement {
public:
    GradualJudgement(exercise::Exercise exercise, std::string path, std::uint64_t seed);
    ~GradualJudgement();
    GradualJudgement(const GradualJudgement&) = delete;
    GradualJudgement& operator=(const GradualJudgement&) = delete;

    /// Grades on a single small random input, which is tested again later. Errors: all errors of judge.
    exercise::Grading first_word() const;
    /// Returns the number of inputs that have not been tested yet; 0 if the solution does not compile or does not end.
    std::int64_t left() const;
    /// Tests one more input. After the last input, returns the result of judge. Errors: all errors of judge.
    exercise::Grading go_on();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::app
