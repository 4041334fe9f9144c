#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace warploom::app {

/// Grades an answer: compiles it, runs it on the card of the exercise for each given and each random input, and counts.
/// Findings come first: only a kernel without any has its result compared, because the result of one with a race may be
/// right by luck. Only a correct answer earns points.
/// `path`: a file in CUDA C. Errors in the answer are part of the judgment. Errors: "cancelled", "exercise.answer"
/// where its name does not end in .cu, those of reading the file, of the card, and of inputs that the exercise names
/// and that cannot be made.
exercise::Grading judge(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                        const std::atomic<bool>* cancelled = nullptr);

/// Same in parts, for a page that shows a preliminary result immediately. Until the last part, a judgment has no
/// points: its gates "clean" and "right" refer to the inputs tested so far, and the other gates are not evaluated.
class GradualJudgement {
public:
    GradualJudgement(exercise::Exercise exercise, std::string path, std::uint64_t seed);
    ~GradualJudgement();
    GradualJudgement(const GradualJudgement&) = delete;
    GradualJudgement& operator=(const GradualJudgement&) = delete;

    /// On one small drawn input alone, which comes again in its turn. Errors: those of judge.
    exercise::Grading first_word() const;
    /// How many inputs are still to be looked at; 0 where the answer is refused or does not end.
    std::int64_t left() const;
    /// Tests one more input. After the last one, returns the result of judge. Errors: those of judge.
    exercise::Grading go_on();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::app
