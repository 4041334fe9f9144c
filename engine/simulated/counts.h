#pragma once

#include "engine/simulated/card.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

// Derives counts from a trace under the rules of a card: transactions, bank conflicts, cache hits. Counts are facts of
// the execution under the card's published rules; only times are estimates.

namespace warploom::simulated {

/// A piece of global memory that one transaction moves.
struct Transaction {
    std::uint64_t address = 0;
    int bytes = 0;           ///< 32, 64 or 128
    std::uint32_t lanes = 0; ///< which lanes it serves
};
/// The transactions of one access to global memory, in the order in which the card makes them. `addresses` of active
/// lanes are byte addresses of elements of `element_bytes` (1 to 16). Sources: CUDA C Programming Guide, sections on
/// global memory of compute capabilities 1.2/1.3 (a segment of 128 bytes, 64 for 2-byte and 32 for 1-byte elements,
/// around the lowest lane that is left serves every lane of the half-warp in it, then shrinks to the half that is
/// used), 2.x (half-warps apart for 8-byte, quarter-warps for 16-byte elements) and 5.x on. `result` is replaced;
/// nothing is allocated once it has room for 64.
void find_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                       std::uint32_t active, int element_bytes, std::vector<Transaction>& result);
/// Distinct bytes that the active lanes ask for.
std::int64_t bytes_used(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active, int element_bytes);

/// Transactions that the same distinct elements would need if each group of lanes that is served together found its
/// elements side by side from the start of a segment.
std::int64_t ideal_transactions(Coalescing rule, Access access, const std::array<std::uint64_t, warp_size>& addresses,
                                std::uint32_t active, int element_bytes);

/// How the banks of shared memory serve one access.
struct BankUse {
    int passes = 0; ///< number of passes over the banks; without conflicts the minimum for the data width
    int ideal = 0;
    int degree = 0; ///< most words that one bank must give in one pass group: 1 without conflicts
};
BankUse find_bank_use(int banks, const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active,
                      int element_bytes);
/// How often the atomics of one access must follow each other: the most lanes on one address.
int atomic_serialisation(const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t active);

struct SiteCounts {
    std::int64_t warp_instructions = 0, lane_accesses = 0;
    std::int64_t divergent = 0; ///< warp instructions with fewer than 32 active lanes
    // Global memory.
    std::int64_t transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t ideal_transactions = 0;      ///< had the same bytes lain side by side
    std::int64_t l1_hits = 0;                 ///< transactions (sectors of them, where L1 has sectors) found in L1
    std::int64_t l2_sectors = 0, l2_hits = 0; ///< of 32 bytes
    std::int64_t dram_bytes = 0;
    std::int64_t serialised = 0; ///< atomics: passes beyond the first
    // Shared memory.
    std::int64_t bank_passes = 0, bank_conflicts = 0; ///< conflicts: passes beyond the ideal
    std::int64_t flops = 0;
    /// Requests of atomics, with serialization of lanes on one address: each transaction counts as often as the maximum
    /// number of its lanes that share an address. This is the count that an H200 reports instead of `transactions`
    /// (docs/results/h200-counts.md).
    std::int64_t atomic_passes = 0;

    SiteCounts& operator+=(const SiteCounts&);
};

/// The resource usage of one block: the input of the model.
struct BlockCounts {
    std::int64_t block = 0;
    int warps = 0;
    double warp_instructions = 0;                     ///< recorded ones; arithmetic besides flops is not recorded
    double flops = 0, flop_instructions = 0;          ///< of lanes; of warps
    double transactions = 0, gather_transactions = 0; ///< both count; gathers are not part of the first
    /// Of these, the requests that hit an open DRAM row, because an earlier request of the same lanes opened it.
    double row_mates = 0, gather_row_mates = 0;
    double l1_hits = 0, l2_sectors = 0, l2_hits = 0, dram_bytes = 0;
    double bank_passes = 0, bank_conflicts = 0, serialised = 0, barriers = 0;
    /// At a barrier all warps wait for the slowest one. This is the sum over barrier intervals of the longest warp in
    /// each; without barriers, the longest warp.
    double longest_warp = 0; ///< warp instructions
    /// Round trips to memory that follow each other: a load waits for those before it when it gathers and the last one
    /// did not, when it does not gather and something was computed in between (compilers bring the gathers of an
    /// unrolled loop forward), and after an atomic, a shuffle, a ballot or a barrier.
    double longest_memory_chain = 0;
    /// The number of waits that went beyond L1: the data was missing, or another warp had requested it since this
    /// warp's last turn, so that it was still in flight. For the warp with the most of them.
    double longest_wait_beyond_l1 = 0;
    double longest_wait_of_gathers = 0; ///< of these the ones that a gather began
    /// The same of all warps together, and the sectors that L2 did not have ready: a round trip ends when the last of
    /// its sectors has come, so one that is late is enough.
    double stream_waits = 0, gather_waits = 0;
    double stream_sectors_late = 0, gather_sectors_late = 0;
    double longest_chain_of_a_warp = 0;      ///< round trips of one warp, without its waiting at barriers
    double longest_warp_transactions = 0;    ///< of global memory, of the busiest warp
    double l2_single_requests = 0;           ///< requests to L2 for one sector of a line
    double dram_singles = 0, dram_pairs = 0; ///< places in memory of which one or two sectors were moved at a time
    /// Atomics that follow each other at the slices of L2, this block's part of them: those of blocks that run at the
    /// same time on the same line wait for each other.
    double atomic_turns = 0;
};

struct LaunchCounts {
    LaunchInfo launch;
    std::int64_t shared_bytes = 0;
    std::vector<SiteCounts> sites;   ///< by number of the site
    std::vector<BlockCounts> blocks; ///< traced ones, ascending
    int element_bytes = 8;           ///< of the kernel's floating-point type: which units its flops use
};

/// Counts a traced call for one card, caches included.
/// - L1, where the card has one, is shared by the blocks of a multiprocessor and empty at the start of each launch.
///   Loads go through it: whole lines on cards with 128-byte lines, sectors later. Stores and atomics bypass it; with
///   128-byte lines they invalidate the line. Independent loads of a warp reach it back to back, in issue order;
///   otherwise warps alternate.
/// - Misses, and all stores and atomics, go through L2 after the launch, alternating between multiprocessors every 64
///   requests, so that the result does not depend on host threads. L2 keeps its contents between launches.
/// - `dram_bytes`: sectors that L2 fetches, and dirty sectors that it evicts; dirty data that remains in L2 is not
///   counted. A sector that is completely overwritten before it is evicted is not fetched. Without L2 every
///   transaction that misses L1 reaches memory.
/// - `traced_share_of_l2`: the share of L2 that the traced blocks can count on, when only a sample of them is traced.
/// - `turns_ahead` of a launch: the number of loop iterations that the compiler overlaps, issuing all of their loads
///   before the first sum. The trace records them separately; here they are issued together, so that a thread reads
///   all it needs from a sector at once. Only on cards with sectors: the compilers for earlier ones did not do this for
///   an unknown number of iterations.
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

    std::vector<LaunchCounts> take(); ///< all launches since the last take; caches stay warm

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
