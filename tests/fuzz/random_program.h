#pragma once

#include "fuzz/random_expressions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom::fuzz {

/// A line, or a construct that contains lines.
struct Node {
    std::string head;
    std::vector<Node> parts = {};
    std::string tail = {};
};

/// A CUDA C kernel `k` with everything that it calls, which reads and writes the arrays of DifferentialData. Its
/// behavior is defined in C++, except that signed integers wrap around.
struct RandomProgram {
    std::uint64_t seed = 0;
    std::vector<std::string> macros; ///< names
    std::vector<Node> parts;

    std::string text() const;
    std::size_t size() const; ///< number of nodes
    /// Returns the program without a node and its contents. Nodes are numbered in source order.
    RandomProgram without(std::size_t node) const;
    /// Returns variants in which a node's line is shortened in different ways. Most of them are not valid programs.
    std::vector<RandomProgram> with_less(std::size_t node) const;
};

/// Returns a program that depends only on the seed and the parts, on every machine.
RandomProgram random_program(std::uint64_t seed, const Parts& parts);

} // namespace warploom::fuzz
