#pragma once

#include "engine/simulated/model.h"

#include <cstdint>
#include <vector>

// Simulates how the blocks of a grid share the resources of a GPU over time.

namespace warploom::simulated {

/// The resource demand of a block, in ns. If n blocks share a resource, each block gets an equal share. A block that
/// needs less leaves the rest to the others.
struct BlockCost {
    /// Demand for resources shared by all multiprocessors (memory), as the time that the block would take alone on the
    /// GPU.
    double card = 0;
    /// Demand for resources shared by the blocks on a multiprocessor, as the time that the block would take alone on
    /// the multiprocessor.
    double multiprocessor = 0;
    double floor = 0; ///< minimum duration of the block, which is its longest chain of waits
};

struct Slots {
    int multiprocessors = 1;
    int resident_blocks = 1; ///< number of block slots per multiprocessor, at least 1
};

struct Schedule {
    double ns = 0;                      ///< time at which the last block ends
    std::vector<ScheduledBlock> blocks; ///< times of every n-th block of the grid (n = `every`), in ascending order
    std::int64_t every = 1;
};

/// Simulates the execution of blocks 0 .. blocks - 1, which start in order, each in the first free slot. `costs[i]` is
/// the cost of block `known[i]` (in ascending order, within the grid). Any other block has the cost of the nearest
/// known block, or of the lower one if two are equally near. At most `most_listed` blocks are listed. In grids of many
/// waves, ranges of consecutive blocks are simulated together, except for the last 16 waves, with time steps of a
/// thousandth of the total. Small grids are simulated event by event.
Schedule schedule_blocks(std::int64_t blocks, const std::vector<std::int64_t>& known,
                         const std::vector<BlockCost>& costs, Slots places, std::int64_t most_listed = 4096);

/// Returns, for each block in `known`, the number of blocks of the grid to which its cost applies.
std::vector<double> blocks_represented(std::int64_t blocks, const std::vector<std::int64_t>& known);

/// Distributes `capacity` over several demands. Returns the level at which demands are capped, which is infinite if all
/// demands can be met.
double water_level(const std::vector<double>& wants, double capacity);

} // namespace warploom::simulated
