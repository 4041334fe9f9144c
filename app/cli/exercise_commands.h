#pragma once

#include "app/cli/commands.h"
#include "app/exercise/grade.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>

namespace warploom::app {

/// `exercise list | show | start | check | seal`, and `grade` for teachers (docs/exercises.md).
class ExerciseCommands {
public:
    ExerciseCommands(CLI::App& app, bool& json);
    ExerciseCommands(const ExerciseCommands&) = delete;
    ExerciseCommands& operator=(const ExerciseCommands&) = delete;

    bool is_asked() const { return exercise_->parsed() || grade_->parsed() || grader_->parsed(); }
    /// Throws CLI::RequiredError for an `exercise` without what to do.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    ExitStatus list(const Answer& answer) const;
    ExitStatus show(const Answer& answer) const;
    ExitStatus start(const Answer& answer) const;
    ExitStatus check(const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus seal(const Answer& answer) const;
    ExitStatus grade(const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus grader(const Answer& answer) const;

    CLI::App *exercise_ = nullptr, *list_ = nullptr, *show_ = nullptr, *start_ = nullptr, *check_ = nullptr,
             *seal_ = nullptr, *grade_ = nullptr, *grader_ = nullptr;
    GradeSettings settings_;
    std::string file_, name_, folder_, csv_, format_, out_, kind_, package_, jplag_;
    int hints_ = 0, seconds_ = 0;
};

} // namespace warploom::app
