#pragma once

#include <string>
#include <vector>

// Man pages and shell completions. They are generated from the options that the program parses, so they are always up
// to date.

namespace warploom::app {

struct ManualOption {
    std::vector<std::string> names;   ///< option names, such as "--json" and "-h"; empty for a positional argument
    std::string value;                ///< placeholder for the value, such as "FILE"; empty if the option has no value
    std::string about;                ///< one-sentence description
    std::vector<std::string> choices; ///< valid values, if known
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

/// Returns the man page or a completion script. Errors: "manual.kind" if `kind` is unknown.
std::string manual(const std::string& kind, const ManualCommand& program, const std::string& version);

} // namespace warploom::app
