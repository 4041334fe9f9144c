#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/counts.h"

#include <cstdint>
#include <string>
#include <vector>

// Estimates the time of a card from counts. Never mix these times with measured times.
//
// A block uses resources that the whole card shares (memory) and resources that the blocks of its multiprocessor share
// (issue slots, arithmetic units, shared memory), and it cannot be faster than its longest dependency chain. Blocks
// start in order in the first free slot; resident blocks get equal shares of each resource, and a block that needs less
// leaves the rest to the others (schedule.h). A launch lasts until its last block ends, plus the launch overhead.

namespace warploom::simulated {

/// The time of a launch in ns if a single resource were the bottleneck, for each resource; in `block_terms`, of a
/// single block.
struct ModelTerms {
    /// Bytes to and from memory / (dram_efficiency * dram_gbytes_per_s), of the whole card; locations of which only one
    /// or two sectors are moved take dram_access_ns.
    double dram = 0;
    double l2 = 0; ///< L2 sectors and requests, or the atomics serialized there
    double transactions =
        0; ///< transactions that open a row of memory * transaction_ns + gathered ones * gather_transaction_ns
    double start = 0;      ///< blocks * block_start_ns, of the whole card
    double shared = 0;     ///< passes over the shared memory banks of a multiprocessor
    double issue = 0;      ///< warp instructions, including reissues of accesses for each transaction or conflict
    double arithmetic = 0; ///< floating-point operations
    double latency = 0;    ///< the longest chain of dependent loads, without contention
    /// These two are added, not overlapped; the first launch of a call takes start_us more.
    double launch = 0, transfer = 0;
};
/// The key and title of each term, in the order in which charts display them.
struct ModelTerm {
    const char* key;
    const char* title;
    double ModelTerms::*value;
};
const std::vector<ModelTerm>& model_terms();

struct ScheduledBlock {
    std::int64_t block = 0;
    int multiprocessor = 0;
    double start_ns = 0, end_ns = 0;
};

struct LaunchModel {
    double ns = 0;
    ModelTerms terms;
    std::string binding;     ///< key of the largest term
    int resident_blocks = 0; ///< number of resident blocks per multiprocessor
    double occupancy = 0;    ///< resident threads / maximum of the card
    std::string limited_by;  ///< "threads", "blocks", "shared memory", "registers", "grid"
    /// Blocks 0, schedule_every, ... of the grid, at most 4,096. Untraced blocks have the costs of their neighbors.
    std::vector<ScheduledBlock> schedule;
    std::int64_t schedule_every = 1;
    double flops = 0, dram_bytes = 0; ///< totals of the whole grid
};

struct ModelledTime {
    double ns = 0;
    ModelTerms terms;    ///< sums over all launches
    std::string binding; ///< key of the largest term
    std::vector<LaunchModel> launches;
};

struct ModelOptions {
    double transfer_bytes = 0; ///< host to device and back; 0 if transfers are not included
    /// Whether these launches are timed by a host clock, so that start_us is included; false for part of a call.
    bool has_start = true;
    int registers_per_thread = 0; ///< because the compiler's choice is not known; 0 for assumed_registers()
};

/// Computes the time of a call. Errors: "model.block" if a block does not fit on a multiprocessor of this card.
ModelledTime model_time(const std::vector<LaunchCounts>& counts, const Card& card, const ModelOptions& options = {});

/// Computes the time of one block running alone on the card; launch and transfer are 0.
ModelTerms block_terms(const BlockCounts& block, const Card& card, int element_bytes);

/// Returns the number of blocks with `block_size` threads and `shared_bytes` that fit on a multiprocessor at a time;
/// `why` receives the limiting resource. `registers_per_thread` 0: assumed_registers().
int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread = 0,
                    std::string* why = nullptr);
/// Returns the number of registers per thread with which a multiprocessor can be fully occupied, at most 32.
int assumed_registers(const Card& card);

} // namespace warploom::simulated
