#pragma once

#include <string>
#include <vector>

// Man pages and shell completions of a program, generated from the options that it parses, so that they cannot become
// outdated.

namespace warploom::app {

struct ManualOption {
    std::vector<std::string> names;   ///< "--json", "-h"; empty for a positional argument
    std::string value;                ///< placeholder of its value: "FILE"; empty if it takes none
    std::string about;                ///< one sentence
    std::vector<std::string> choices; ///< the valid values, if known
};

struct ManualCommand {
    std::string name, about;
    std::vector<ManualOption> options;
    std::vector<ManualCommand> commands;
};

/// Returns a man page in roff, which `man -l FILE` displays. `version` is the version of the program.
std::string manual_page(const ManualCommand& program, const std::string& version);

std::string bash_completion(const ManualCommand& program);
std::string zsh_completion(const ManualCommand& program);
std::string fish_completion(const ManualCommand& program);

/// Returns the text of one of the kinds above. Errors: "manual.kind" for another word.
std::string manual(const std::string& kind, const ManualCommand& program, const std::string& version);

} // namespace warploom::app
