#pragma once

#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// `page write`, `page exercise`, `page lesson`, `page explore`: pages that run in a browser without the program (docs/pages-that-run.md).
class PageCommands {
public:
    explicit PageCommands(CLI::App& app);
    PageCommands(const PageCommands&) = delete;
    PageCommands& operator=(const PageCommands&) = delete;

    bool is_asked() const { return page_->parsed(); }
    /// Throws CLI::RequiredError for a `page` without which.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const Answer& answer) const;

private:
    void write_out(const Answer& answer, const std::string& content) const;

    CLI::App *page_ = nullptr, *write_ = nullptr, *exercise_ = nullptr, *lesson_ = nullptr, *explore_ = nullptr;
    std::string out_, text_, lesson_name_;
    std::vector<std::string> exercises_;
    std::int64_t seed_ = 1;
    bool scorm_ = false;
};

} // namespace warploom::app
