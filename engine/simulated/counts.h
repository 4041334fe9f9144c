#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

// Derives counts from a trace under the rules of a card: transactions, bank conflicts, cache hits. Counts are facts of
// the execution under the card's published rules; only times are estimates.

namespace warploom::simulated {

/// A piece of global memory moved by one transaction.
struct Transaction {
    std::uint64_t address = 0;
    int bytes = 0;           ///< 32, 64 or 128
    std::uint32_t lanes = 0; ///< mask of the lanes that it serves
};
/// Computes the transactions of an access to global memory, in the order in which the card issues them. `addresses` of
/// active lanes are byte addresses of elements of `element_bytes` (1 to 16). Source: CUDA C Programming Guide, sections
/// on global memory. Compute capabilities 1.2 and 1.3: the segment around the lowest remaining lane (128 bytes; 64 for
/// 2-byte and 32 for 1-byte elements) serves every lane of the half-warp in it, then shrinks to the used half. 2.x:
/// half-warps separately for 8-byte elements, quarter-warps for 16-byte elements. Also 5.x and later. `result` is
/// replaced; nothing is allocated if it has capacity for 64.
void find_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                       std::uint32_t active, int element_bytes, std::vector<Transaction>& result);
/// Returns the number of distinct bytes that the active lanes request.
std::int64_t bytes_used(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active, int element_bytes);

/// Returns the number of transactions if the elements of each group of lanes that is served together were contiguous
/// and aligned to a segment.
std::int64_t ideal_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                                std::uint32_t active, int element_bytes);

/// How the banks of shared memory serve one access.
struct BankUse {
    int passes = 0; ///< number of passes over the banks; without conflicts the minimum for the data width
    int ideal = 0;
    int degree = 0; ///< maximum number of words that one bank must deliver in one pass group; 1 without conflicts
};
BankUse find_bank_use(int banks, const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active,
                      int element_bytes);
/// Returns the number of serialized passes of the atomics of one access: the maximum number of lanes with the same
/// address.
int atomic_serialisation(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active);

struct SiteCounts {
    std::int64_t warp_instructions = 0, lane_accesses = 0;
    std::int64_t divergent = 0; ///< warp instructions with fewer than 32 active lanes
    // Global memory.
    std::int64_t transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t ideal_transactions = 0;      ///< number of transactions if the same bytes were contiguous
    std::int64_t l1_hits = 0;                 ///< transactions (or sectors, if L1 has sectors) found in L1
    std::int64_t l2_sectors = 0, l2_hits = 0; ///< in 32-byte sectors
    std::int64_t dram_bytes = 0;
    std::int64_t serialised = 0; ///< additional passes of atomics because lanes access the same address
    // Shared memory.
    std::int64_t bank_passes = 0, bank_conflicts = 0; ///< conflicts: passes in excess of the conflict-free number
    std::int64_t flops = 0;
    /// Requests of atomics, including serialization: each transaction counts as often as the maximum number of its
    /// lanes that share an address. This is the count that an H200 reports instead of `transactions`
    /// (docs/results/h200-counts.md).
    std::int64_t atomic_passes = 0;

    SiteCounts& operator+=(const SiteCounts&);
};

/// The resource usage of one block: the input of the model.
struct BlockCounts {
    std::int64_t block = 0;
    int warps = 0;
    double warp_instructions = 0;                     ///< recorded instructions; arithmetic is recorded only as flops
    double flops = 0, flop_instructions = 0;          ///< per lane; per warp
    double transactions = 0, gather_transactions = 0; ///< disjoint: transactions does not include gathers
    /// Of these, the requests that hit an open DRAM row, because an earlier request of the same lanes opened it.
    double row_mates = 0, gather_row_mates = 0;
    double l1_hits = 0, l2_sectors = 0, l2_hits = 0, dram_bytes = 0;
    double bank_passes = 0, bank_conflicts = 0, serialised = 0, barriers = 0;
    /// At a barrier all warps wait for the slowest one. This is the sum over all barrier intervals of the longest warp
    /// in each; without barriers, the longest warp.
    double longest_warp = 0; ///< in warp instructions
    /// Number of dependent round trips to memory. A load waits for the preceding loads if it is a gather and the last
    /// one was not, if it is not a gather and something was computed in between (compilers hoist the gathers of an
    /// unrolled loop), and after an atomic, a shuffle, a ballot or a barrier.
    double longest_memory_chain = 0;
    /// Number of waits that went beyond L1, for the warp with the most of them: the data was missing, or another warp
    /// had requested it since this warp's last request, so that it was still in flight.
    double longest_wait_beyond_l1 = 0;
    double longest_wait_of_gathers = 0; ///< of these, the waits that began with a gather
    /// Total waits of all warps, and the sectors that L2 did not have ready: a round trip ends when its last sector has
    /// arrived, so a single late sector delays it.
    double stream_waits = 0, gather_waits = 0;
    double stream_sectors_late = 0, gather_sectors_late = 0;
    double longest_chain_of_a_warp = 0;      ///< round trips of one warp, without waiting at barriers
    double longest_warp_transactions = 0;    ///< global memory transactions of the busiest warp
    double l2_single_requests = 0;           ///< requests to L2 for a single sector of a line
    double dram_singles = 0, dram_pairs = 0; ///< memory locations of which only one or two sectors were moved at a time
    /// Share of this block in the serialized atomics at the slices of L2: atomics of concurrent blocks on the same line
    /// wait for each other.
    double atomic_turns = 0;
};

struct LaunchCounts {
    LaunchInfo launch;
    std::int64_t shared_bytes = 0;
    std::vector<SiteCounts> sites;   ///< indexed by site number
    std::vector<BlockCounts> blocks; ///< traced ones, ascending
    int element_bytes = 8; ///< size of the kernel's floating-point type, which determines the arithmetic units used
};

/// Counts a traced call for one card, including caches.
/// - If the card has an L1 cache, it is shared by the blocks of a multiprocessor and empty at the start of each launch.
///   Loads go through it: whole lines on cards with 128-byte lines, sectors on later ones. Stores and atomics bypass
///   it; with 128-byte lines they invalidate the line. Independent loads of a warp reach it back to back, in issue
///   order; otherwise warps alternate.
/// - Misses, and all stores and atomics, go through L2 after the launch, alternating between multiprocessors every 64
///   requests, so that the result does not depend on host threads. L2 keeps its contents between launches.
/// - `dram_bytes`: sectors that L2 fetches, and dirty sectors that it evicts; dirty data that remains in L2 is not
///   counted. A sector that is completely overwritten before it is evicted is not fetched. Without L2 every transaction
///   that misses L1 reaches memory.
/// - `traced_share_of_l2`: the fraction of L2 available to the traced blocks if only a sample is traced.
/// - `turns_ahead` of a launch: the number of loop iterations that the compiler overlaps, issuing all of their loads
///   before the first sum. The trace records them separately; here they are issued together, so that a thread reads all
///   it needs from a sector at once. Only on cards with sectors: compilers for earlier ones did not do this for an
///   unknown number of iterations.
/// - Requests that wait for L2 take at most 256 MB. If a multiprocessor exceeds its share, only every second (fourth,
///   ...) set of L2 is simulated in that launch, and l2_hits and dram_bytes are extrapolated.
class CountingSink : public TraceSink {
public:
    CountingSink(const Card&, const std::vector<TracedArray>& arrays, const std::vector<Site>& sites,
                 double traced_share_of_l2 = 1);
    ~CountingSink() override;
    void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>& traced_blocks) override;
    StepSink& multiprocessor(int number) override;
    void end_launch(std::int64_t shared_bytes) override;

    std::vector<LaunchCounts> take(); ///< returns all launches since the last take; caches stay warm

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
