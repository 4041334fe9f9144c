#pragma once

#include "app/check/check.h"
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>

namespace warploom::app {

/// `check`: a kernel in CUDA C, judged as on the page Write, and the picture of a warp.
class CheckCommand {
public:
    CheckCommand(CLI::App& app, bool& json);
    CheckCommand(const CheckCommand&) = delete;
    CheckCommand& operator=(const CheckCommand&) = delete;

    bool is_asked() const { return check_->parsed(); }
    /// Errors are thrown; a kernel that is wrong is none, and ends with 1.
    ExitStatus run(const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    void write_picture(const Answer& answer, const wire::Check& check, const Progress& progress) const;

    CLI::App* check_ = nullptr;
    CheckSettings settings_;
    std::string card_ = "h200", precision_ = "double", picture_;
    int step_ = 1;
};

} // namespace warploom::app
