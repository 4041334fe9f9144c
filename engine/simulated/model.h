#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/counts.h"

#include <cstdint>
#include <string>
#include <vector>

// Estimates times on a simulated GPU from counts. Never mix these estimates with measured times.
//
// A block uses resources shared by the entire GPU (memory) and resources shared by the blocks on its multiprocessor
// (issue slots, arithmetic units, shared memory). It cannot be faster than its longest dependency chain. Blocks start
// in order in the first free slot. Resident blocks share each resource equally, except that a block that needs less
// leaves the rest to the others (schedule.h). A launch ends when its last block ends. The launch overhead is added.

namespace warploom::simulated {

/// For each resource, the time in ns that a launch would take if this resource were the only bottleneck. block_terms()
/// returns the times of a single block.
struct ModelTerms {
    /// Time for memory traffic at dram_efficiency * dram_gbytes_per_s, for the whole GPU. A location with only one or
    /// two transferred sectors takes dram_access_ns.
    double dram = 0;
    double l2 = 0; ///< time for L2 sectors and requests, or for the atomics that L2 serializes, whichever is longer
    /// Time for transactions that open a DRAM row: their number times transaction_ns, or gather_transaction_ns for
    /// gathers.
    double transactions = 0;
    double start = 0;      ///< time to start all blocks on the whole GPU: their number times block_start_ns
    double shared = 0;     ///< time for passes over the shared memory banks of a multiprocessor
    double issue = 0;      ///< time to issue warp instructions, including replays for each transaction or conflict
    double arithmetic = 0; ///< time for floating-point operations
    double latency = 0;    ///< time for the longest chain of dependent loads, without contention
    /// Launch overhead and host-device transfers, which do not overlap with the other terms. The first launch of a call
    /// takes an additional start_us.
    double launch = 0, transfer = 0;
};
/// Key and title of a term of the time model. The terms are in the order of the charts.
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
    std::string binding; ///< key of the largest term, which limits the speed
    int resident_blocks = 0;
    double occupancy = 0; ///< number of resident threads / maximum number of resident threads
    /// Limiting resource of the resident blocks: "threads", "blocks", "shared memory", "registers" or "grid".
    std::string limited_by;
    /// Times of blocks 0, schedule_every, 2 * schedule_every, and so on. The list has at most 4,096 blocks. Blocks that
    /// were not traced have the costs of the nearest traced blocks.
    std::vector<ScheduledBlock> schedule;
    std::int64_t schedule_every = 1;
    /// Totals of the grid: floating-point operations, and bytes of device memory traffic.
    double flops = 0, dram_bytes = 0;
};

struct ModelledTime {
    double ns = 0;
    ModelTerms terms;    ///< terms of the time model, summed over all launches
    std::string binding; ///< key of the largest term, which limits the speed
    std::vector<LaunchModel> launches;
};

struct ModelOptions {
    double transfer_bytes = 0; ///< bytes transferred in both directions; 0 to ignore transfers
    /// Whether launches are timed with the host clock, which adds start_us. False if only a part of a call is modeled.
    bool has_start = true;
    /// Number of registers per thread. If it is 0, the compiler's choice is unknown, and assumed_registers() is used.
    int registers_per_thread = 0;
};

/// Computes the modeled time of a call. Throws Error("model.block") if a block does not fit on a multiprocessor.
ModelledTime model_time(const std::vector<LaunchCounts>& counts, const Card& card, const ModelOptions& options = {});

/// Computes the modeled time of a block that is alone on the GPU. `launch` and `transfer` are 0.
ModelTerms block_terms(const BlockCounts& block, const Card& card, int element_bytes);

/// Returns the number of blocks with `block_size` threads and `shared_bytes` that can be resident on a multiprocessor.
/// `why` receives the limiting resource. If `registers_per_thread` is 0, uses assumed_registers().
int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread = 0,
                    std::string* why = nullptr);
/// Returns the largest number of registers per thread, up to 32, that allows full occupancy.
int assumed_registers(const Card& card);

} // namespace warploom::simulated
