#pragma once

#include "engine/simt/passes/loops.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Estimates the number of instructions in an unrolled loop, including nested loops and inlined functions.
class UnrolledSize {
public:
    explicit UnrolledSize(Library& library) : library_(library) {}

    /// Returns whether a loop is small enough to be unrolled. This is the case unless there would be too many
    /// instructions or too many constants.
    bool fits(const Instance& instance, const Statement& loop, const std::vector<Constant>& turns,
              const KnownNames& names);

private:
    /// The variables in scope during the estimate. A variable without a value is not constant.
    struct Names {
        const KnownNames& outer;
        std::vector<std::pair<std::string, std::optional<Constant>>> inner = {};
        std::optional<Constant> operator()(const std::string& name) const;
    };

    void add(const Instance& instance, const Statement& s, Names& names);
    void add(const Instance& instance, const Expression& e, Names& names);
    void add_operands(const Instance& instance, const Expression& e, Names& names);
    void add_call(const Instance& instance, const Expression& e, Names& names);
    void add_turns(const Instance& instance, const Statement& loop, const std::vector<Constant>& turns, Names& names);
    bool is_long() const;

    Library& library_;
    std::size_t instructions_ = 0;
    std::set<std::pair<const Type*, std::uint64_t>> constants_;
};

} // namespace warploom::simt
