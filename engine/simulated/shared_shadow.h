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

// Here, because they are called for every lane of every access.

inline SharedShadow::Verdict SharedShadow::read(std::int64_t index, int thread, When when) {
    Element& e = element_[static_cast<std::size_t>(index)];
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    verdict.is_unwritten = !e.is_written;
    if (e.write_block == when.block && e.writer != thread &&
        (e.writer / warp_size != warp || e.write_warp == when.warp)) {
        verdict.is_race = true;
        verdict.other = e.writer;
    }
    if (e.read_block != when.block) {
        e.read_block = when.block;
        e.reading_warps = 0;
        e.last_warp = -1;
    }
    if (e.last_warp != warp || e.read_warp != when.warp) e.last_lanes = 0;
    e.last_warp = static_cast<std::int16_t>(warp);
    e.read_warp = when.warp;
    e.last_lanes |= 1u << lane;
    e.reading_warps |= 1u << warp;
    return verdict;
}

inline SharedShadow::Verdict SharedShadow::write(std::int64_t index, int thread, When when, bool is_atomic) {
    Element& e = element_[static_cast<std::size_t>(index)];
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    if (e.write_block == when.block && e.writer != thread && !(is_atomic && e.was_atomic) &&
        (e.writer / warp_size != warp || e.write_warp == when.warp)) {
        verdict.is_race = true;
        verdict.other = e.writer;
    }
    if (e.read_block == when.block) {
        const std::uint32_t other_warps = e.reading_warps & ~(1u << warp);
        const std::uint32_t other_lanes =
            e.last_warp == warp && e.read_warp == when.warp ? e.last_lanes & ~(1u << lane) : 0;
        if (other_warps != 0 || other_lanes != 0) {
            verdict.is_race = true;
            verdict.other = other_lanes != 0 ? warp * warp_size + std::countr_zero(other_lanes)
                                             : std::countr_zero(other_warps) * warp_size;
        }
    }
    verdict.is_unwritten = is_atomic && !e.is_written; // it reads as well
    e.write_block = when.block;
    e.write_warp = when.warp;
    e.writer = static_cast<std::int16_t>(thread);
    e.was_atomic = is_atomic;
    e.is_written = true;
    return verdict;
}

} // namespace warploom::simulated
