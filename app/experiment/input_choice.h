#pragma once

#include "app/inputs/inputs.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Selects the inputs of an experiment from the available ones. Searches for files in the specified folders, then in
/// the folders listed in $WARPLOOM_EXTRA_DATA (separated by colons), and finally in the working directory. Not
/// thread-safe.
class InputChoice {
public:
    explicit InputChoice(std::vector<std::string> folders);

    struct Chosen {
        std::string name; ///< name of the input to load; for a file, includes the folder
        /// Sentence that states which input was replaced and why; empty if the first choice was available.
        std::string note;
    };
    /// Returns the first of the named inputs that can be loaded. If none can be loaded, throws the error from loading
    /// the first one. "memory.limit" and "cancelled" are rethrown immediately.
    Chosen choose(Operation operation, const std::vector<std::string>& names, const Progress& progress);

    Inputs& inputs() { return inputs_; }
    /// Returns the inputs selected so far. Each pair consists of the input's name in the experiment and a hash of its
    /// values.
    const std::vector<std::pair<std::string, std::uint64_t>>& hashes() const { return hashes_; }
    void note_hash(const std::string& name, std::uint64_t hash);

private:
    std::string found(const std::string& name) const;

    Inputs inputs_;
    std::vector<std::string> folders_;
    std::map<std::string, Chosen> chosen_; ///< selected inputs, keyed by the list of candidate names
    std::vector<std::pair<std::string, std::uint64_t>> hashes_;
};

} // namespace warploom::app
