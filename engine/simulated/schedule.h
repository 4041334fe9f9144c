#pragma once

#include "engine/simulated/model.h"

#include <cstdint>
#include <vector>

// Simulates how the blocks of a grid share the resources of a GPU over time.

namespace warploom::simulated {

/// The demand of a block in ns. Blocks that share a resource get equal shares, but a block that needs less leaves the
/// rest to the other blocks.
struct BlockCost {
    /// Demand for the resources of the whole GPU (memory), as the time of the block if it is alone on the GPU.
    double card = 0;
    /// Demand for the resources of a multiprocessor, as the time of the block if it is alone on the multiprocessor.
    double multiprocessor = 0;
    double floor = 0; ///< minimum duration of the block in ns, determined by its longest chain of waits
};

struct Slots {
    int multiprocessors = 1;
    int resident_blocks = 1; ///< block slots per multiprocessor, at least 1
};

struct Schedule {
    double ns = 0;
    std::vector<ScheduledBlock> blocks; ///< every n-th block of the grid (n = `every`), in ascending order
    std::int64_t every = 1;
};

/// Simulates the execution of blocks 0 .. blocks - 1, which start in order as soon as a multiprocessor has room for
/// another block. `costs[i]` is the cost of block `known[i]`; `known` is in ascending order. Any other block has the
/// cost of the nearest known block (the lower one if there are two). Lists at most `most_listed` blocks. Small grids
/// are simulated event by event. In grids with many waves, ranges of consecutive blocks are simulated together, except
/// for the last 16 waves. The time step is then a thousandth of the total time.
Schedule schedule_blocks(std::int64_t blocks, const std::vector<std::int64_t>& known,
                         const std::vector<BlockCost>& costs, Slots places, std::int64_t most_listed = 4096);

/// Returns the number of blocks of the grid that each block in `known` represents.
std::vector<double> blocks_represented(std::int64_t blocks, const std::vector<std::int64_t>& known);

/// Distributes `capacity` over several demands. Returns the maximum amount that any demand gets, or infinity if all
/// demands can be met.
double water_level(const std::vector<double>& wants, double capacity);

} // namespace warploom::simulated
