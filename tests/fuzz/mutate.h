#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::fuzz {

/// Damages texts in ways that readers encounter: flips bits, cuts, duplicates and moves pieces between texts, changes
/// numbers, inserts words of the format in wrong places, and truncates.
class Mutator {
public:
    /// The words come from the seeds.
    explicit Mutator(std::vector<std::string> seeds);

    /// Returns a modified seed. The result is the same for the same number on every machine.
    std::string input(std::uint64_t number) const;

private:
    std::vector<std::string> seeds_, words_;
};

} // namespace warploom::fuzz
