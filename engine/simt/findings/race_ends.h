#pragma once

#include "engine/simt/code/code.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom::simt {

/// Records the memory accesses of a block since the last block-level barrier, so that the report of a race contains the
/// source lines of both accesses. Records nothing for very long kernels.
class RaceEnds {
public:
    RaceEnds(const Code& code, int warps);

    /// Records that lanes of a warp executed the memory access at `pc` to array `object`. `interval` is the number of
    /// the current barrier interval (the time between two block-level barriers).
    void note(std::uint32_t pc, std::size_t object, int warp, std::uint32_t lanes, std::uint64_t interval) {
        if (seen_.empty()) return;
        Seen& seen = seen_[code_.instructions[pc].a * warps_ + static_cast<std::size_t>(warp)];
        if (seen.interval != interval || seen.object != object) seen = {interval, 0, pc, object};
        seen.lanes |= lanes;
    }

    enum class Use : std::uint8_t { read, write, atomic };
    struct End {
        int thread = 0;
        Use use = Use::read;
    };
    enum class Order : std::uint8_t { barrier, syncwarp, none };
    enum class Remedy : std::uint8_t { atomic_update, one_writer, barrier };
    struct Race {
        Use use = Use::read;
        End other;
        std::vector<SourceLocation> lines; ///< source lines that may contain the other access; empty if unknown
        Remedy remedy = Remedy::barrier;
        /// Describes a race and how to fix it. `lanes` is the number of lanes that detected the race.
        std::string message(Order order, const std::string& array, std::int64_t element, int lanes) const;
    };
    /// Describes the race between the access at `pc` and an earlier access by another thread.
    Race race(std::uint32_t pc, std::size_t object, End other, std::uint64_t interval) const;

private:
    struct Seen {
        std::uint64_t interval = 0; ///< barrier interval of the access; 0 if there was no access
        std::uint32_t lanes = 0, pc = 0;
        std::size_t object = 0;
    };
    const MemoryAccess& access_of(std::uint32_t pc) const { return code_.accesses[code_.instructions[pc].a]; }
    SourceLocation place_of(std::uint32_t pc) const { return code_.places[code_.where[pc]].place; }
    Use use_of(std::uint32_t pc) const;
    bool is_read_of_update(const MemoryAccess& load) const;
    /// Returns the instructions that the other thread of a race may have used to access the element.
    std::vector<std::uint32_t> accesses_of(std::size_t object, End other, std::uint64_t interval) const;

    const Code& code_;
    std::size_t warps_;
    std::vector<Seen> seen_; ///< last access by each memory instruction in each warp; empty for very long kernels
};

} // namespace warploom::simt
