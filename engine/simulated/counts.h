#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

// Derives transactions, bank conflicts and cache hits from a trace by the rules of a simulated GPU. The counts are
// exact under published rules. Only times are estimates.

namespace warploom::simulated {

/// The segment of global memory that a transaction transfers.
struct Transaction {
    std::uint64_t address = 0;
    int bytes = 0;           ///< size of the segment in bytes: 32, 64 or 128
    std::uint32_t lanes = 0; ///< mask of the lanes that the transaction serves
};
/// Computes the transactions of a global memory access, in the order in which the GPU makes them. `addresses` contains
/// the byte addresses of the elements in active lanes. Elements have `element_bytes` bytes (1 to 16). Source: CUDA C
/// Programming Guide, sections on global memory. On compute capability 1.2 and 1.3, a transaction reads the segment
/// that the lowest remaining lane accesses, and serves all lanes of the half-warp that access this segment. A segment
/// has 128 bytes (64 for 2-byte elements, and 32 for 1-byte elements). If only one half of it is used, the transaction
/// is reduced to this half. On 2.x, half-warps are served separately for 8-byte elements, and quarter-warps for 16-byte
/// elements. On later GPUs, the entire warp is served together. Replaces `result` without allocating memory if its
/// capacity is at least 64.
void find_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                       std::uint32_t active, int element_bytes, std::vector<Transaction>& result);
std::int64_t bytes_used(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active, int element_bytes);

/// Returns the minimum number of transactions. It is reached if the elements of each group of lanes are contiguous and
/// aligned.
std::int64_t ideal_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                                std::uint32_t active, int element_bytes);

/// Describes how the banks of shared memory serve an access of a warp.
struct BankUse {
    /// Number of passes over the banks. Without conflicts, this is the minimum for the data width.
    int passes = 0;
    int ideal = 0;
    int degree = 0; ///< maximum number of words that one bank delivers to lanes served together; 1 without conflicts
};
BankUse find_bank_use(int banks, const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active,
                      int element_bytes);
/// Returns the number of serialized passes of an atomic access, which is the maximum number of lanes with the same
/// address.
int atomic_serialisation(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active);

struct SiteCounts {
    std::int64_t warp_instructions = 0, lane_accesses = 0;
    std::int64_t divergent = 0; ///< number of warp instructions with fewer than 32 active lanes
    std::int64_t transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t ideal_transactions = 0;      ///< number of transactions if all addresses were contiguous and aligned
    std::int64_t l1_hits = 0;                 ///< number of transactions (or sectors, if L1 has sectors) that hit in L1
    std::int64_t l2_sectors = 0, l2_hits = 0; ///< number of 32-byte sectors requested from L2, and number that hit
    std::int64_t dram_bytes = 0;
    /// Number of memory locations where only one or two sectors are transferred at a time, as in BlockCounts.
    std::int64_t dram_singles = 0, dram_pairs = 0;
    std::int64_t serialised = 0; ///< number of extra passes of atomics in which several lanes have the same address
    /// Number of passes over the banks, and number of extra passes because several lanes access different words in one
    /// bank.
    std::int64_t bank_passes = 0, bank_conflicts = 0;
    std::int64_t flops = 0;
    /// Number of atomic requests, including serialization. Each transaction is counted once for each lane that accesses
    /// its most contended address. An H200 reports this count instead of `transactions` (docs/results/h200-counts.md).
    std::int64_t atomic_passes = 0;

    SiteCounts& operator+=(const SiteCounts&);
};

/// The resources that a block uses, which are the input of the time model.
struct BlockCounts {
    std::int64_t block = 0;
    int warps = 0;
    /// Number of recorded instructions. Arithmetic instructions are not recorded; their operations are counted in
    /// `flops`.
    double warp_instructions = 0;
    /// Number of floating-point operations in all lanes, and number of warp instructions that execute these operations.
    double flops = 0, flop_instructions = 0;
    /// Number of transactions other than gathers, and number of transactions of gathers.
    double transactions = 0, gather_transactions = 0;
    /// Number of these transactions that hit a DRAM row opened by another transaction of the same lanes.
    double row_mates = 0, gather_row_mates = 0;
    double l1_hits = 0, l2_sectors = 0, l2_hits = 0, dram_bytes = 0;
    double bank_passes = 0, bank_conflicts = 0, serialised = 0, barriers = 0;
    /// At a barrier, all warps wait for the slowest one. Each of the following values is therefore a sum over the
    /// sections between barriers, in which each section contributes the maximum over its warps.
    double longest_warp = 0; ///< number of warp instructions
    /// Number of dependent memory round trips in the warp with the longest dependency chain. A gather waits for the
    /// preceding loads if the last load was not a gather. Any other load waits for them if it follows a computation
    /// (compilers hoist the gathers of an unrolled loop). All loads wait after an atomic, a shuffle, a ballot or a
    /// barrier.
    double longest_memory_chain = 0;
    /// Number of times that a warp waits for data beyond L1. The data was either missing in L1, or still in flight
    /// because another warp had requested it after this warp's last request.
    double longest_wait_beyond_l1 = 0;
    double longest_wait_of_gathers = 0; ///< number of these waits in round trips that started with a gather
    /// Number of waits of all warps, and number of awaited sectors that were not in L2. A round trip ends when its last
    /// sector arrives, so a single sector that was not in L2 delays it.
    double stream_waits = 0, gather_waits = 0;
    double stream_sectors_late = 0, gather_sectors_late = 0;
    double longest_chain_of_a_warp = 0; ///< maximum number of memory round trips of a warp, excluding waits at barriers
    double longest_warp_transactions = 0; ///< maximum number of global memory transactions of a warp
    double l2_single_requests = 0;        ///< number of L2 requests for a single sector of a line
    /// Numbers of memory locations where one sector, or two sectors, are transferred at a time.
    double dram_singles = 0, dram_pairs = 0;
    /// Share of this block in the time to serialize atomics in the L2 slices, in passes. Atomics of concurrent blocks
    /// on the same cache line wait for each other.
    double atomic_turns = 0;
};

struct LaunchCounts {
    LaunchInfo launch;
    std::int64_t shared_bytes = 0;
    std::vector<SiteCounts> sites;
    std::vector<BlockCounts> blocks;
    /// Size of the kernel's floating-point type in bytes. It determines the arithmetic units that the kernel uses.
    int element_bytes = 8;
};

/// Counts the events of a traced call on one simulated GPU, including caches.
/// - If the GPU has an L1 cache, it is shared by the blocks of a multiprocessor and empty at the start of each launch.
///   Loads fetch entire lines on cards with 128-byte lines, and sectors on later cards. Stores and atomics bypass L1;
///   on cards with 128-byte lines, they also invalidate the line. If the loads of a warp are independent, they reach L1
///   directly one after another; otherwise, the loads of different warps alternate.
/// - Misses, and all stores and atomics, go through L2 after the launch. L2 processes 64 requests of each
///   multiprocessor in turn, so that the result does not depend on host threads. L2 keeps its contents between
///   launches.
/// - `dram_bytes` counts the sectors that L2 fetches and the dirty sectors that it evicts, but not dirty data that
///   remains in L2. A sector that is completely overwritten before it is evicted is not fetched. Without L2, every
///   transaction that misses L1 reaches memory.
/// - `traced_share_of_l2` is the fraction of L2 that is available to the traced blocks if only a sample is traced.
/// - `turns_ahead` of a launch is the number of loop iterations that the compiler overlaps by issuing all of their
///   loads before the first sum. The trace records the iterations one after another, but their loads are counted as if
///   they were issued together, so that a thread reads everything that it needs from a sector at once. This applies
///   only to cards with sectors, because compilers for earlier cards did not overlap iterations if their number was
///   unknown.
/// - Requests that wait for L2 take up at most 256 MB. If a multiprocessor exceeds its share, only every second
///   (fourth, ...) set of L2 is simulated in that launch, and l2_hits and dram_bytes are extrapolated.
class CountingSink : public TraceSink {
public:
    CountingSink(const Card&, const std::vector<TracedArray>& arrays, const std::vector<Site>& sites,
                 double traced_share_of_l2 = 1);
    ~CountingSink() override;
    void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>& traced_blocks) override;
    StepSink& multiprocessor(int number) override;
    void end_launch(std::int64_t shared_bytes) override;

    std::vector<LaunchCounts> take(); ///< returns the launches since the last call; caches keep their contents

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
