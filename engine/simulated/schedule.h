#pragma once

#include "engine/simulated/model.h"

#include <cstdint>
#include <vector>

// How the blocks of a grid share a card over time.

namespace warploom::simulated {

/// The resource demand of a block, in ns. While n blocks share a resource, each gets an equal share; a block that needs
/// less leaves the rest to the others.
struct BlockCost {
    /// Demand for resources that all multiprocessors share (memory), as the time of the block alone on the card
    double card = 0;
    /// Demand for resources that the blocks of a multiprocessor share, as the time of the block alone there
    double multiprocessor = 0;
    double floor = 0; ///< it takes at least this, even alone: its longest chain of waits
};

struct Slots {
    int multiprocessors = 1;
    int resident_blocks = 1; ///< of each multiprocessor at a time, at least 1
};

struct Schedule {
    double ns = 0;                      ///< when the last block ends
    std::vector<ScheduledBlock> blocks; ///< every `every`-th block, ascending
    std::int64_t every = 1;
};

/// Simulates blocks 0 .. blocks - 1, which start in order, each in the first free slot. `costs[i]` belongs to block
/// `known[i]` (ascending, within the grid); any other block has the cost of the nearest known one, the lower of two. At
/// most `most_listed` blocks are listed. Grids of many waves are simulated in runs of consecutive blocks except for
/// their last 16 waves, with time steps of a thousandth of the total; small grids event by event.
Schedule schedule_blocks(std::int64_t blocks, const std::vector<std::int64_t>& known,
                         const std::vector<BlockCost>& costs, Slots places, std::int64_t most_listed = 4096);

/// For each known block, how many blocks of the grid take its costs.
std::vector<double> blocks_represented(std::int64_t blocks, const std::vector<std::int64_t>& known);

/// Shares out `capacity` among several wants: the level above which none gets more, infinite when all wants fit.
double water_level(const std::vector<double>& wants, double capacity);

} // namespace warploom::simulated
