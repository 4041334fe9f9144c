#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::fuzz {

/// Damages texts in the ways that readers meet: bits, pieces cut out, doubled and moved from one text to another, other
/// numbers, words of the format where they do not belong, a missing end.
class Mutator {
public:
    /// The words are those of the seeds.
    explicit Mutator(std::vector<std::string> seeds);

    /// One of the seeds, changed; the same for the same number on every machine.
    std::string input(std::uint64_t number) const;

private:
    std::vector<std::string> seeds_, words_;
};

} // namespace warploom::fuzz
