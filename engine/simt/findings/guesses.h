#pragma once

#include "engine/simt/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Plain reads that the same thread subsequently validates by an atomic operation on the same element, such as `old =
/// y[i]` before atomicCAS, or `if (v > best[0])` before atomicMax. Such reads do not race with atomic operations of
/// other threads. An instruction counts as validated once any thread of the launch has validated a value that it read.
/// Not thread-safe.
class Guesses {
public:
    void add(std::uint32_t pc, std::size_t object) {
        pcs_.insert(pc);
        objects_.insert(object);
    }
    bool is_guess(std::uint32_t pc) const { return pcs_.count(pc) != 0; }

    /// Stores a race between a plain read and an atomic operation until all blocks have run. `pc` is the instruction of
    /// the read, if known.
    void keep(std::optional<std::uint32_t> pc, std::size_t object, std::function<Finding()> finding) {
        kept_.push_back({pc, object, std::move(finding)});
    }
    /// Calls to(finding) for each stored race whose read was not validated.
    template <class To> void give(const To& to) {
        for (Kept& each : kept_)
            if (each.pc ? !is_guess(*each.pc) : objects_.count(each.object) == 0) to(each.finding());
        kept_.clear();
    }
    /// Returns whether the maximum number of races has been stored, so that further races can be ignored.
    bool is_full() const { return kept_.size() >= most_kept; }

private:
    static constexpr std::size_t most_kept = 4096;
    struct Kept {
        std::optional<std::uint32_t> pc;
        std::size_t object = 0;
        std::function<Finding()> finding; ///< creates the finding, including its message, only when needed
    };
    std::set<std::uint32_t> pcs_;
    std::set<std::size_t> objects_;
    std::vector<Kept> kept_;
};

} // namespace warploom::simt
