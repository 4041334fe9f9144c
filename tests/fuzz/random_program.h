#pragma once

#include "fuzz/random_expressions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom::fuzz {

/// A line, or a construct with lines inside.
struct Node {
    std::string head;
    std::vector<Node> parts = {};
    std::string tail = {};
};

/// A kernel `k` in CUDA C with all that it calls; it reads and writes the arrays of DifferentialData. What it does is
/// defined by C++ but for signed integers that overflow, which wrap around.
struct RandomProgram {
    std::uint64_t seed = 0;
    std::vector<std::string> macros; ///< their names
    std::vector<Node> parts;

    std::string text() const;
    std::size_t size() const; ///< nodes
    /// Without the node of this number, counted as they stand in the text, and what is in it.
    RandomProgram without(std::size_t node) const;
    /// With less in the line of a node, in each of several ways; most of them are no programs.
    std::vector<RandomProgram> with_less(std::size_t node) const;
};

/// The same for the same seed and parts on every machine.
RandomProgram random_program(std::uint64_t seed, const Parts& parts);

} // namespace warploom::fuzz
