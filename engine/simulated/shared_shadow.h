#pragma once

#include "engine/simulated/trace.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simulated {

/// Remembers for every element of a shared array who wrote and read it, to find reads before any write and races: two
/// threads on one element, one of them writing, with no barrier between, or, inside one warp, no warp operation.
/// Atomic operations do not race with each other.
class SharedShadow {
public:
    /// How far the block and the warp that accesses have come: meetings passed so far, plus 1.
    struct When {
        std::uint32_t block = 1, warp = 1;
    };
    struct Verdict {
        bool is_unwritten = false;
        bool is_race = false;
        int other = -1; ///< the other thread of a race
    };
    /// What is remembered of one element.
    struct Element {
        Verdict read(int thread, When when);
        /// read() by each of the lanes of a warp where none of them can be a finding; else false, and nothing is changed.
        bool read_unnoticed(int warp, std::uint32_t lanes, When when);
        Verdict write(int thread, When when, bool is_atomic);

    private:
        void note_read(int warp, std::uint32_t lanes, When when);

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

    SharedShadow() = default;
    explicit SharedShadow(std::int64_t size) : element_(static_cast<std::size_t>(size)) {}

    Element& operator[](std::int64_t index) { return element_[static_cast<std::size_t>(index)]; }

private:
    std::vector<Element> element_;
};

// Here, because they are called for every lane of every access.

/// Without branches, because what was read before differs from element to element.
inline void SharedShadow::Element::note_read(int warp, std::uint32_t lanes, When when) {
    const bool is_same_block = read_block == when.block;
    const bool is_same_step = is_same_block && last_warp == warp && read_warp == when.warp;
    reading_warps = (is_same_block ? reading_warps : 0) | 1u << warp;
    last_lanes = (is_same_step ? last_lanes : 0) | lanes;
    read_block = when.block;
    read_warp = when.warp;
    last_warp = static_cast<std::int16_t>(warp);
}

inline SharedShadow::Verdict SharedShadow::Element::read(int thread, When when) {
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    verdict.is_unwritten = !is_written;
    if (write_block == when.block && writer != thread && (writer / warp_size != warp || write_warp == when.warp)) {
        verdict.is_race = true;
        verdict.other = writer;
    }
    note_read(warp, 1u << lane, when);
    return verdict;
}

inline bool SharedShadow::Element::read_unnoticed(int warp, std::uint32_t lanes, When when) {
    if (!is_written || write_block == when.block) return false;
    note_read(warp, lanes, when);
    return true;
}

inline SharedShadow::Verdict SharedShadow::Element::write(int thread, When when, bool is_atomic) {
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    if (write_block == when.block && writer != thread && !(is_atomic && was_atomic) &&
        (writer / warp_size != warp || write_warp == when.warp)) {
        verdict.is_race = true;
        verdict.other = writer;
    }
    if (read_block == when.block) {
        const std::uint32_t other_warps = reading_warps & ~(1u << warp);
        const std::uint32_t other_lanes = last_warp == warp && read_warp == when.warp ? last_lanes & ~(1u << lane) : 0;
        if (other_warps != 0 || other_lanes != 0) {
            verdict.is_race = true;
            verdict.other = other_lanes != 0 ? warp * warp_size + std::countr_zero(other_lanes)
                                             : std::countr_zero(other_warps) * warp_size;
        }
    }
    verdict.is_unwritten = is_atomic && !is_written; // it reads as well
    write_block = when.block;
    write_warp = when.warp;
    writer = static_cast<std::int16_t>(thread);
    was_atomic = is_atomic;
    is_written = true;
    return verdict;
}

} // namespace warploom::simulated
