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

/// Tracks plain reads whose values the same thread later validates with an atomic operation on the same element, such
/// as `old = y[i]` before atomicCAS, or `if (v > best[0])` before atomicMax. Such reads do not race with atomic
/// operations of other threads. Once any thread of the launch has validated a value, all reads by the same instruction
/// are considered validated. Not thread-safe.
class Guesses {
public:
    void add(std::uint32_t pc, std::size_t object) {
        pcs_.insert(pc);
        objects_.insert(object);
    }
    /// Adds a volatile load. It does not race with atomic operations, whether or not its value is validated.
    void add_volatile(std::uint32_t pc) { pcs_.insert(pc); }
    bool is_guess(std::uint32_t pc) const { return pcs_.count(pc) != 0; }

    /// Stores a race between a plain read and an atomic operation. Such races are reported after all blocks have run.
    /// `pc` is the instruction of the read, if known.
    void keep(std::optional<std::uint32_t> pc, std::size_t object, std::function<Finding()> finding) {
        kept_.push_back({pc, object, std::move(finding)});
    }
    /// Calls to(finding) for each stored race with a read that has not been validated.
    template <class To> void give(const To& to) {
        for (Kept& each : kept_)
            if (each.pc ? !is_guess(*each.pc) : objects_.count(each.object) == 0) to(each.finding());
        kept_.clear();
    }
    /// Returns whether the maximum number of races has been stored. If so, further races are ignored.
    bool is_full() const { return kept_.size() >= most_kept; }

private:
    static constexpr std::size_t most_kept = 4096;
    struct Kept {
        std::optional<std::uint32_t> pc;
        std::size_t object = 0;
        /// Function that creates the finding. It is called only if the race is reported.
        std::function<Finding()> finding;
    };
    std::set<std::uint32_t> pcs_;
    std::set<std::size_t> objects_;
    std::vector<Kept> kept_;
};

} // namespace warploom::simt
