#pragma once

#include "engine/simulated/counts.h"

#include <ctime>

// Hand-made launches for tests of counting.

namespace warploom::simulated::test {

constexpr std::uint32_t all = ~0u;

/// The arrays and sites of hand-made launches: x (gathered doubles), column (ints) and y (doubles) in global memory, s
/// (floats) in shared memory, and a site for each kind of access.
struct Stage {
    std::vector<TracedArray> arrays{{"column", Space::global, 4, 1 << 24, 256},
                                    {"x", Space::global, 8, 1 << 24, 1 << 27},
                                    {"y", Space::global, 8, 1 << 24, 1 << 28},
                                    {"s", Space::shared, 4, 1024, 0}};
    std::vector<Site> sites;
    int load_column = site(Access::load, Space::global, 0), gather_x = site(Access::load, Space::global, 1, true),
        store_y = site(Access::store, Space::global, 2), add_y = site(Access::atomic, Space::global, 2),
        load_y = site(Access::load, Space::global, 2), store_s = site(Access::store, Space::shared, 3),
        barrier = site(Access::barrier, Space::none, -1), shuffle = site(Access::shuffle, Space::none, -1),
        add_s = site(Access::atomic, Space::shared, 3);

    int site(Access access, Space space, int array, bool is_gather = false) {
        Site s;
        s.access = access;
        s.space = space;
        s.array = array;
        s.element_bytes = array >= 0 ? arrays[array].element_bytes : 0;
        s.is_gather = is_gather;
        sites.push_back(s);
        return static_cast<int>(sites.size()) - 1;
    }
};

/// Returns the processor time of this process, which does not depend on other programs.
inline double cpu_ns() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// Returns a step in which the lanes access the elements first, first + stride, ...
inline WarpInstruction step(int site, std::int64_t first = 0, std::int64_t stride = 1, std::uint32_t active = all,
                            std::uint32_t flops = 0) {
    WarpInstruction s;
    s.site = site;
    s.active = active;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        s.index[lane] = first + stride * static_cast<std::int64_t>(lane);
    s.flops = flops;
    s.flop_instructions = flops > 0 ? 1 : 0;
    return s;
}

/// Counts a launch with a single warp that executes these steps.
inline LaunchCounts counted(CountingSink& sink, const std::vector<WarpInstruction>& steps) {
    sink.begin_launch({0, "drawn", 1, 32}, {0});
    StepSink& multiprocessor = sink.multiprocessor(0);
    multiprocessor.begin_block(0, 1);
    for (const auto& s : steps) multiprocessor.step(0, 0, s);
    multiprocessor.end_block(0);
    sink.end_launch(0);
    auto launches = sink.take();
    return launches.at(0);
}
inline LaunchCounts counted(const Card& card, const Stage& stage, const std::vector<WarpInstruction>& steps) {
    CountingSink sink(card, stage.arrays, stage.sites);
    return counted(sink, steps);
}

} // namespace warploom::simulated::test
