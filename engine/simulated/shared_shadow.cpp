#include "engine/simulated/shared_shadow.h"

#include "engine/simulated/trace.h"

#include <bit>

namespace warploom::simulated {

SharedShadow::Verdict SharedShadow::read(std::int64_t index, int thread, When when) {
    Element& e = element_[index];
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

SharedShadow::Verdict SharedShadow::write(std::int64_t index, int thread, When when, bool is_atomic) {
    Element& e = element_[index];
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
