#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/counts.h"

#include <cstdint>
#include <string>
#include <vector>

// The time of a card for these counts: an estimate, never to be mixed with measured times.
//
// A block uses resources that the whole card shares (memory) and resources that the blocks of its multiprocessor share
// (issue slots, arithmetic units, shared memory), and it cannot be faster than its longest dependency chain. Blocks
// start in order in the first free slot; resident blocks get equal shares of each resource, and a block that needs less
// leaves the rest to the others (schedule.h). A launch takes until its last block ends, plus the launch overhead.

namespace warploom::simulated {

/// The time of a launch if a single resource were the bottleneck, for each resource, in ns; in `block_terms`, of a
/// single block.
struct ModelTerms {
    double dram =
        0;         ///< bytes to and from memory / (dram_efficiency * dram_gbytes_per_s), of the whole card; a place of
                   ///< which only one or two sectors move takes dram_access_ns
    double l2 = 0; ///< L2 sectors and requests, or the serialized atomics there
    double transactions =
        0;                 ///< those that open a row of memory * transaction_ns + gathered ones * gather_transaction_ns
    double start = 0;      ///< blocks * block_start_ns, of the whole card
    double shared = 0;     ///< passes over the shared memory banks of a multiprocessor
    double issue = 0;      ///< warp instructions, and accesses that are issued again for each transaction or conflict
    double arithmetic = 0; ///< floating-point operations
    double latency = 0;    ///< the longest chain of loads that wait for each other, with nothing else in the way
    double launch = 0, transfer = 0; ///< these two are added, not overlapped; a call's first launch has start_us more
};
/// The names, in the order in which charts show them, with the member.
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
    int resident_blocks = 0; ///< of one multiprocessor at a time
    double occupancy = 0;    ///< resident threads / the card's limit
    std::string limited_by;  ///< "threads", "blocks", "shared memory", "registers", "grid"
    /// Blocks 0, schedule_every, ... of the grid, at most 4,096. Untraced blocks take the costs of their neighbors.
    std::vector<ScheduledBlock> schedule;
    std::int64_t schedule_every = 1;
    double flops = 0, dram_bytes = 0; ///< of the whole grid
};

struct ModelledTime {
    double ns = 0;
    ModelTerms terms;    ///< sums over the launches
    std::string binding; ///< key of the largest of them
    std::vector<LaunchModel> launches;
};

struct ModelOptions {
    double transfer_bytes = 0; ///< host to device and back; 0: not requested
    /// These launches are timed by a clock, so start_us counts; false for a part of a call
    bool has_start = true;
    int registers_per_thread = 0; ///< the compiler's choice is not known; 0: assumed_registers
};

/// Errors: "model.block" where a block does not fit on a multiprocessor of this card.
ModelledTime model_time(const std::vector<LaunchCounts>& counts, const Card& card, const ModelOptions& options = {});

/// Computes the time of one block running alone on the card; launch and transfer are 0.
ModelTerms block_terms(const BlockCounts& block, const Card& card, int element_bytes);

/// Blocks of `block_size` threads and `shared_bytes` that fit on a multiprocessor at a time; `why` gets the limit.
/// `registers_per_thread` 0: assumed_registers.
int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread = 0,
                    std::string* why = nullptr);
/// So many registers that a multiprocessor can be full of threads, at most 32.
int assumed_registers(const Card& card);

} // namespace warploom::simulated
