#pragma once

#include "engine/simt/passes/loops.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Estimates the number of instructions in an unrolled loop. The estimate includes nested loops and inlined functions.
class UnrolledSize {
public:
    explicit UnrolledSize(Library& library) : library_(library) {}

    /// Returns whether a loop can be unrolled without too many instructions or constants.
    bool fits(const Instance& instance, const Statement& loop, const std::vector<Constant>& turns,
              const KnownNames& names);

private:
    /// Variables in scope. Variables without a value are not constant.
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
