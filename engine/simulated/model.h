#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/counts.h"

#include <cstdint>
#include <string>
#include <vector>

// Estimates times on a card from counts. Never mix these times with measured times.
//
// A block uses resources shared by the entire card (memory) and resources shared by the blocks on its multiprocessor
// (issue slots, arithmetic units, shared memory), and it cannot be faster than its longest dependency chain. Blocks
// start in order in the first free slot. Resident blocks get equal shares of each resource, and a block that needs less
// leaves the rest to the others (schedule.h). A launch ends when its last block ends. The launch overhead is added.

namespace warploom::simulated {

/// For each resource, the time in ns that a launch would take if this resource were the only bottleneck. In
/// `block_terms`, the time of a single block.
struct ModelTerms {
    /// Bytes transferred to and from memory / (dram_efficiency * dram_gbytes_per_s), for the entire card. A location
    /// from which only one or two sectors are transferred takes dram_access_ns.
    double dram = 0;
    double l2 = 0; ///< time of L2 sectors and requests, or of the atomics that L2 serializes
    /// Transactions that open a memory row * transaction_ns + gathers that open one * gather_transaction_ns.
    double transactions = 0;
    double start = 0;      ///< number of blocks * block_start_ns, for the entire card
    double shared = 0;     ///< time of passes over the shared memory banks of a multiprocessor
    double issue = 0;      ///< time of issuing warp instructions, including replays for each transaction or conflict
    double arithmetic = 0; ///< time of floating-point operations
    double latency = 0;    ///< time of the longest chain of dependent loads, without contention
    /// Launch overhead and transfers are added, not overlapped. The first launch of a call takes an additional
    /// start_us.
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
    double occupancy = 0;    ///< occupancy: resident threads / maximum of the card
    /// what limits the number of resident blocks: "threads", "blocks", "shared memory", "registers" or "grid"
    std::string limited_by;
    /// Schedule of blocks 0, schedule_every, ... of the grid, at most 4,096 blocks. Untraced blocks have the costs of
    /// the nearest traced blocks.
    std::vector<ScheduledBlock> schedule;
    std::int64_t schedule_every = 1;
    double flops = 0, dram_bytes = 0; ///< totals of the entire grid
};

struct ModelledTime {
    double ns = 0;
    ModelTerms terms;    ///< sums of the terms over all launches
    std::string binding; ///< key of the largest term
    std::vector<LaunchModel> launches;
};

struct ModelOptions {
    double transfer_bytes = 0; ///< number of bytes transferred to the device and back; 0 if transfers are not included
    /// Whether these launches are timed with the host clock, so that the time includes start_us; false for a part of a
    /// call.
    bool has_start = true;
    /// registers per thread; 0 selects assumed_registers(), because the compiler's choice is unknown
    int registers_per_thread = 0;
};

/// Computes the time of a call. Throws Error("model.block") if a block does not fit on a multiprocessor of this card.
ModelledTime model_time(const std::vector<LaunchCounts>& counts, const Card& card, const ModelOptions& options = {});

/// Computes the time of a block that runs alone on the card. Launch and transfer are 0.
ModelTerms block_terms(const BlockCounts& block, const Card& card, int element_bytes);

/// Returns the number of blocks with `block_size` threads and `shared_bytes` that can be resident on a multiprocessor
/// at the same time. `why` receives the limiting resource. If `registers_per_thread` is 0, uses assumed_registers().
int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread = 0,
                    std::string* why = nullptr);
/// Returns the largest number of registers per thread, at most 32, that allows full occupancy of a multiprocessor.
int assumed_registers(const Card& card);

} // namespace warploom::simulated
