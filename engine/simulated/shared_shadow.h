#pragma once

#include <cstdint>
#include <vector>

namespace warploom::simulated {

/// Remembers for every element of a shared array who wrote and read it, to find reads before any write and races: two
/// threads on one element, one of them writing, with no barrier between, or, inside one warp, no warp operation.
/// Atomic operations do not race with each other.
class SharedShadow {
public:
    SharedShadow() = default;
    explicit SharedShadow(std::int64_t size) : element_(static_cast<std::size_t>(size)) {}

    void grow(std::int64_t size) { element_.resize(static_cast<std::size_t>(size)); }

    /// How far the block and the warp that accesses have come: meetings passed so far, plus 1.
    struct When {
        std::uint32_t block = 1, warp = 1;
    };
    struct Verdict {
        bool is_unwritten = false;
        bool is_race = false;
        int other = -1; ///< the other thread of a race
    };
    Verdict read(std::int64_t index, int thread, When when);
    Verdict write(std::int64_t index, int thread, When when, bool is_atomic);

private:
    struct Element {
        // The last write.
        std::uint32_t write_block = 0, write_warp = 0; ///< when; 0 never
        std::int16_t writer = -1;
        bool was_atomic = false;
        bool is_written = false;
        // Reads since the block's last barrier.
        std::uint32_t read_block = 0, read_warp = 0;
        std::uint32_t reading_warps = 0; ///< bit: warp
        std::int16_t last_warp = -1;     ///< that read
        std::uint32_t last_lanes = 0;    ///< of it, since its last warp operation
    };
    std::vector<Element> element_;
};

} // namespace warploom::simulated
