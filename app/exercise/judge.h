#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace warploom::app {

/// Judges an answer: translates it, runs it on the card of the exercise for each given and each drawn input, and
/// counts. Findings come first: only a kernel without any has its result compared, because the result of one with a
/// race may be right by luck. Only a right one earns points at the gates.
/// `path`: a file in CUDA C. Mistakes of the answer stand in the judgement. Errors: "cancelled", "exercise.answer"
/// where its name does not end in .cu, those of reading the file, of the card, and of inputs that the exercise names
/// and that cannot be made.
exercise::Judgement judge(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                          const std::atomic<bool>* cancelled = nullptr);

/// The same in parts, for a page in which a first word shall stand at once. Until the last part a judgement has no
/// points: its gates "clean" and "right" tell of the inputs looked at so far, and no other gate is looked at.
class GradualJudgement {
public:
    GradualJudgement(exercise::Exercise exercise, std::string path, std::uint64_t seed);
    ~GradualJudgement();
    GradualJudgement(const GradualJudgement&) = delete;
    GradualJudgement& operator=(const GradualJudgement&) = delete;

    /// On one small drawn input alone, which comes again in its turn. Errors: those of judge.
    exercise::Judgement first_word() const;
    /// How many inputs are still to be looked at; 0 where the answer is refused or does not end.
    std::int64_t left() const;
    /// Looks at one input more. With the last one comes what judge gives. Errors: those of judge.
    exercise::Judgement go_on();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::app
