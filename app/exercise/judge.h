#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace warploom::app {

/// Grades a student's answer. Compiles it, runs it on the exercise's card with each specified and each random input,
/// and evaluates the counters. Results are compared only if there are no findings, because a kernel with a race may
/// give a correct result by chance. Only correct answers earn points. `path` is a CUDA C file. Errors in the answer are
/// part of the result. Throws "cancelled"; "exercise.answer" if the file name does not end in .cu; errors from reading
/// the file or the card, or from generating inputs.
exercise::Grading judge(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                        const std::atomic<bool>* cancelled = nullptr);

/// Like judge(), but also counts the costs of a correct answer on random inputs, which the answer cannot know in
/// advance. Does not assign points, because they depend on the points of the starter code.
exercise::Grading judge_for_contest(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                                    const std::atomic<bool>* cancelled = nullptr);

/// Grades a student's answer step by step, so that a page can show a preliminary result immediately. Points are
/// assigned only in the last step. Until then, the criteria "clean" and "right" apply to the inputs tested so far, and
/// the other criteria are not evaluated.
class GradualJudgement {
public:
    GradualJudgement(exercise::Exercise exercise, std::string path, std::uint64_t seed);
    ~GradualJudgement();
    GradualJudgement(const GradualJudgement&) = delete;
    GradualJudgement& operator=(const GradualJudgement&) = delete;

    /// Grades the answer on a single small random input. The same input is tested again later. Errors: any error from
    /// judge().
    exercise::Grading first_word() const;
    /// Returns the number of inputs that have not been tested; 0 if the answer does not compile or does not terminate.
    std::int64_t left() const;
    /// Tests the answer on the next input. After the last input, returns the same result as judge(). Errors: any error
    /// from judge().
    exercise::Grading go_on();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::app
