#pragma once

#include "app/inputs/inputs.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Selects the available inputs of an experiment. Looks for files in the given folders, then in those listed in
/// $WARPLOOM_EXTRA_DATA (separated by colons), and finally in the working directory. Not thread-safe.
class InputChoice {
public:
    explicit InputChoice(std::vector<std::string> folders);

    struct Chosen {
        std::string name; ///< name to load, including the folder in which the file was found
        std::string note; ///< which input this one replaces, and why; empty for the first input
    };
    /// Loads and returns the first input that can be opened. Errors: if no input can be opened, the errors of loading
    /// the first input; "memory.limit" and "cancelled" are rethrown immediately.
    Chosen choose(Operation operation, const std::vector<std::string>& names, const Progress& progress);

    Inputs& inputs() { return inputs_; }
    /// Returns the selected inputs, by their names in the experiment, with hashes of their values.
    const std::vector<std::pair<std::string, std::uint64_t>>& hashes() const { return hashes_; }
    void note_hash(const std::string& name, std::uint64_t hash);

private:
    std::string found(const std::string& name) const;

    Inputs inputs_;
    std::vector<std::string> folders_;
    std::map<std::string, Chosen> chosen_; ///< chosen inputs, by the list of candidate names
    std::vector<std::pair<std::string, std::uint64_t>> hashes_;
};

} // namespace warploom::app
