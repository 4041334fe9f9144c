#pragma once

#include <string>
#include <vector>

// Generates man pages and shell completions from the program's option parser, so that they are always up to date.

namespace warploom::app {

struct ManualOption {
    /// Names of an option, such as "--json" and "-h"; empty for a positional argument.
    std::vector<std::string> names;
    /// Placeholder for the option's value, such as "FILE"; empty if the option has no value.
    std::string value;
    std::string about;
    std::vector<std::string> choices;
};

struct ManualCommand {
    std::string name, about;
    std::vector<ManualOption> options;
    std::vector<ManualCommand> commands;
};

/// Returns a man page in roff format, which can be viewed with `man -l FILE`. `version` is the version of the program.
std::string manual_page(const ManualCommand& program, const std::string& version);

std::string bash_completion(const ManualCommand& program);
std::string zsh_completion(const ManualCommand& program);
std::string fish_completion(const ManualCommand& program);

/// Returns the man page or the completion script for `kind`. Errors: "manual.kind" if `kind` is unknown.
std::string manual(const std::string& kind, const ManualCommand& program, const std::string& version);

} // namespace warploom::app
