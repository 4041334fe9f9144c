#pragma once

#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <string>

namespace warploom::app {

/// `page write`: pages that run in a browser without the program (docs/pages-that-run.md).
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
    CLI::App *page_ = nullptr, *write_ = nullptr;
    std::string out_;
};

} // namespace warploom::app
