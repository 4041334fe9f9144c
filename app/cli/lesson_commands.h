#pragma once

#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>

namespace warploom::app {

/// `lesson list | show | check`: the lessons of the program, and those that a teacher writes (docs/lessons.md).
class LessonCommands {
public:
    LessonCommands(CLI::App& app, bool& json);
    LessonCommands(const LessonCommands&) = delete;
    LessonCommands& operator=(const LessonCommands&) = delete;

    bool is_asked() const { return lesson_->parsed(); }
    /// Throws CLI::RequiredError for a `lesson` without what to do.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    ExitStatus list(const Answer& answer) const;
    ExitStatus show(const Answer& answer) const;
    ExitStatus check(const Answer& answer, const std::atomic<bool>& cancelled) const;

    CLI::App *lesson_ = nullptr, *list_ = nullptr, *show_ = nullptr, *check_ = nullptr;
    std::string name_;
};

} // namespace warploom::app
