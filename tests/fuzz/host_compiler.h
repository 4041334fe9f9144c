#pragma once

#include "fuzz/random_program.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warploom::fuzz {

/// The results of a program: the elements of `out`, the bits of the elements of `real_out`, and the printed text, lane
/// by lane.
struct Results {
    std::vector<long long> wholes;
    std::vector<std::uint64_t> reals;
    std::string printed;
    std::uint64_t hash = 0;
};

/// A C++ compiler, and the executables that it builds from random programs. Both run in the root of the source tree.
class HostCompiler {
public:
    /// `folder`: for files that are overwritten each time.
    HostCompiler(std::string command, std::filesystem::path folder)
        : command_(std::move(command)), folder_(std::move(folder)) {}

    const std::string& name() const { return command_; }
    bool is_there() const;
    /// Returns the hash of each program's results; none if it is not compiled or does not terminate.
    std::vector<std::optional<std::uint64_t>> hashes(const std::vector<RandomProgram>& programs);
    std::optional<Results> results(const RandomProgram& program);
    /// Returns whether the program has no undefined behavior in C++.
    bool is_defined(const RandomProgram& program);
    /// Returns the last message of the compiler.
    std::string complaint() const;

private:
    using Programs = std::vector<const RandomProgram*>;
    bool compile(const Programs& programs, const std::vector<std::string>& options = {});
    void fill(const Programs& programs, std::size_t first, std::vector<std::optional<std::uint64_t>>& to);
    std::filesystem::path file(const char* name) const { return folder_ / (command_ + name); }

    std::string command_;
    std::filesystem::path folder_;
};

} // namespace warploom::fuzz
