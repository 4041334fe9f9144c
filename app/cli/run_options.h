#pragma once

#include "app/cli/commands.h"
#include "app/cli/network_options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace warploom::app {

/// `run spmv`, `run cg` ..., with their options.
class RunOptions {
public:
    /// Adds one for each operation to `run`.
    void add_to(CLI::App& run, bool& json);

    bool is_asked() const { return asked() != nullptr; }
    /// What was asked; is_asked().
    RunCommand command() const;

private:
    struct Subcommand {
        kernels::Operation operation;
        CLI::App* app;
    };
    const Subcommand* asked() const;
    void add_common(CLI::App& app, bool& json);

    std::vector<Subcommand> subcommands_;
    RunCommand command_;
    std::vector<std::string> precisions_{"double"};
    NetworkOptions network_;
    std::string cache_;
};

} // namespace warploom::app
