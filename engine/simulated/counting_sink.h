#pragma once

#include "engine/simulated/cache.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/transactions.h"

namespace warploom::simulated {

/// Rules for counting memory accesses, precomputed from the parameters of the simulated GPU.
struct CountingRules {
    Coalescing coalescing = Coalescing::sectors_32;
    int banks = 32;
    double l1_bytes = 0, l1_line_bytes = 0, l1_ways = 0;
    bool has_l2 = false;
    /// Number of loop iterations that the compiler overlaps in the current launch (see CountingSink).
    int turns_ahead = 1;
    MemoryRows memory_rows;
    /// Maximum number of registers (4 bytes each) for pending loads of a thread; 0 if unknown.
    int words_in_flight = 0;
};

/// Counts the events of all warps on one multiprocessor. Not thread-safe.
class MultiprocessorCounter final : public StepSink {
public:
    MultiprocessorCounter(const CountingRules& rules, const std::vector<TracedArray>& arrays,
                          const std::vector<Site>& sites);

    void begin_launch(const SectoredCache& l2, std::size_t request_limit);
    void begin_block(std::int64_t block, int warps) override;
    void step(std::int64_t block, int warp, const WarpInstruction& step) override;
    void end_block(std::int64_t block) override;

    const L2Requests& requests() const { return requests_; }
    void add_from_l2(std::uint32_t block, int site, const L2Answer& answer);
    void add_atomic_turns(std::uint32_t block, double turns) { blocks_[block].atomic_turns += turns; }
    /// Adds the counts of each source location to the counts of `launch`, and appends the counts of each block to its
    /// list.
    void give(LaunchCounts& launch);

private:
    /// The counts of a source location, and the state for counting its accesses.
    struct SiteState {
        /// is_plain: whether elements are aligned and have 4, 8 or 16 bytes.
        bool is_known = false, is_gather = false, is_plain = false;
        Access access = Access::load;
        Space space = Space::none;
        int element_bytes = 0, lanes_together = warp_size;
        std::uint64_t base = 0;
        SiteCounts counts;
    };
    /// A load or store request for one cache line, held until it can be issued with neighboring requests.
    struct HeldRequest {
        std::uint32_t line = 0, sectors = 0;
        int site = 0;
        std::uint32_t words = 0;   ///< mask of the words that a store overwrites
        bool is_of_stream = false; ///< whether the load was issued with the streamed loads before the gather
    };
    /// Counts of one warp between two barriers, or their maximum over all warps of a block.
    struct Stretch {
        std::uint32_t instructions = 0, round_trips = 0, waits = 0, gather_waits = 0;
    };
    struct WarpState {
        std::uint32_t instructions = 0, round_trips = 0, waits = 0, gather_waits = 0, barriers = 0, transactions = 0;
        enum class Load : std::uint8_t { none, streamed, gathered } last_load = Load::none;
        /// Whether the warp has already waited for data during the current memory round trip.
        bool has_waited = false;
        bool is_gather_trip = false; ///< whether the current memory round trip started with a gather
        /// Whether the warp waited for the index of a gather in the previous round trip.
        bool has_stream_waited = false;
        bool is_of_stream = false; ///< whether the current load is issued with the streamed loads (see HeldRequest)
        /// Index of the iteration within the batch of iterations for which all loads are issued together.
        std::uint8_t turn = 0;
        int held_loads = 0;            ///< number of load instructions with requests that are being held
        int words = 0;                 ///< number of registers per thread that pending loads occupy
        std::vector<HeldRequest> held; ///< held requests of loads and stores that do not wait for each other
        std::uint32_t last_turn = 0;   ///< time stamp of the last request that the warp sent to L1
        Stretch at_barrier;
    };
    static constexpr int most_held_loads = 32; ///< maximum number of loaded values in the registers of a thread
    struct OpenBlock {
        std::uint32_t number = 0;
        std::vector<WarpState> warps;
        /// For each section between two barriers, the maximum counts of any warp.
        std::vector<Stretch> stretches;
    };

    SiteState& look_up(int site);
    OpenBlock& open_block(std::int64_t block);
    void count_global(SiteState& site, int site_number, OpenBlock& open, WarpState& warp, const WarpInstruction& step);
    void count_shared(SiteState& site, BlockCounts& block, const WarpInstruction& step);
    /// Holds back loads and stores if there are caches. Passes all other requests directly to L2 or memory.
    void request(SiteState& site, int site_number, OpenBlock& open, WarpState& warp, std::uint64_t line,
                 unsigned sectors, std::uint32_t words);
    /// Stores the counts of a warp since its last barrier. Called at the next barrier or at the end of the kernel.
    void end_stretch(OpenBlock& open, WarpState& warp);
    /// Sends the held requests of a warp to the caches.
    void release(OpenBlock& open, WarpState& warp);
    void go_beyond_l1(SiteState& site, int site_number, const OpenBlock& open, std::uint32_t line, unsigned sectors,
                      std::uint32_t words);

    const CountingRules& rules_;
    const std::vector<TracedArray>& arrays_;
    const std::vector<Site>& sites_;
    std::vector<SiteState> states_;
    std::vector<BlockCounts> blocks_;
    std::vector<OpenBlock> open_;         ///< the resident blocks
    std::vector<std::int64_t> open_name_; ///< block number of each element of open_
    std::size_t last_open_ = 0;
    SectoredCache l1_;
    L2Requests requests_;
    TouchedLines touched_;
    RowMates row_mates_;
    std::vector<Transaction> transactions_;
};

} // namespace warploom::simulated
