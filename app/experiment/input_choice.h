#pragma once

#include "app/inputs/inputs.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Which of the inputs that an experiment names are there. Files are looked for in the folders, then in those of
/// $WARPLOOM_EXTRA_DATA (separated by colons), then where the program was started. One thread at a time.
class InputChoice {
public:
    explicit InputChoice(std::vector<std::string> folders);

    struct Chosen {
        std::string name; ///< as it is loaded: with the folder that it was found in
        std::string note; ///< the input that it replaces, and the reason; empty for the first in the list
    };
    /// The first that can be opened; it is loaded then. Errors: those of loading the first one, when none can;
    /// "memory.limit" and "cancelled" at once.
    Chosen choose(Operation operation, const std::vector<std::string>& names, const Progress& progress);

    Inputs& inputs() { return inputs_; }
    /// The chosen input, as the experiment names it, with the hash of its numbers.
    const std::vector<std::pair<std::string, std::uint64_t>>& hashes() const { return hashes_; }
    void note_hash(const std::string& name, std::uint64_t hash);

private:
    std::string found(const std::string& name) const;

    Inputs inputs_;
    std::vector<std::string> folders_;
    std::map<std::string, Chosen> chosen_; ///< by the names
    std::vector<std::pair<std::string, std::uint64_t>> hashes_;
};

} // namespace warploom::app
