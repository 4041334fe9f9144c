#pragma once

#include "engine/simulated/findings.h"
#include "engine/simulated/shared_shadow.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/warp_merge.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace warploom::simulated {

struct TracedLaunch;

/// A block of a launch that is being traced, step by step.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    virtual void begin(const TracedLaunch& launch, std::int64_t block) = 0;
    /// One step of each warp that can make one. False when the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    virtual std::int64_t lane_accesses() const = 0; ///< of all blocks that were run here
};

/// What the blocks of a launch have in common.
struct TracedLaunch {
    const char* kernel = "";
    int block_size = 0;
    bool meets = true; ///< the phase says that its threads meet
    void (*body)(const void* argument, std::int64_t block, int thread) = nullptr;
    const void* argument = nullptr;
    std::uint64_t seed = 0; ///< of the order of lanes and warps; 0: ascending
    /// Makes a block of another machine than the fibers; empty: `body` is run.
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    int turns_ahead = 1;      ///< turns of its loop that a compiler lays side by side, see CountingSink
    bool waits = false;       ///< blocks wait for others: they run in the order of their numbers, whether traced or not
    bool is_in_order = false; ///< blocks run one after another, because what they do depends on their order
};

/// 0 .. n - 1 in a random order that the seed decides, the same everywhere.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

/// A block that is being traced: its fibers, its warps, its shared memory.
class TracedBlock final : public SteppedBlock {
public:
    TracedBlock(SiteTable& table, SourceTree& tree, Findings& findings, int block_size);
    ~TracedBlock() override;

    void begin(const TracedLaunch& launch, std::int64_t block) override;
    bool advance(StepSink& sink) override;
    std::int64_t number() const override { return block_; }
    int warps() const override { return static_cast<int>(warp_.size()); }
    std::int64_t lane_accesses() const override { return lane_accesses_; }

    // From inside a lane.
    struct SharedPart {
        void* data;
        int array;
    };
    /// Errors: "simulated.undeclared".
    SharedPart shared(int key, const char* name, std::int64_t size, std::size_t element_bytes, int line);
    void require_meeting(int line) const;

private:
    struct SharedArray {
        int key = 0, array = 0;
        const char* name = nullptr;
        bool is_live = false;
        std::vector<std::max_align_t> bytes;
        SharedShadow shadow;
    };

    static void enter(void* lane);
    bool advance_warp(int warp, StepSink& sink);
    void pass_on(int warp, StepSink& sink);
    void check_shared(int warp, const Site& site);
    void report_miss(int warp);
    void report_divergence(int warp);
    void report_missed_barrier();
    Finding finding_at(Finding::Kind kind, int warp, std::uint32_t lanes) const;
    std::string meeting_text(int warp, int lane, bool is_one) const;

    SiteTable& table_;
    SourceTree& tree_;
    Findings& findings_;
    StackPool stacks_;
    std::unique_ptr<Lane[]> lane_;
    std::vector<WarpMerge> warp_;
    std::vector<std::uint32_t> warp_meetings_;
    std::uint32_t block_meetings_ = 0;
    std::vector<SharedArray> shared_;
    std::vector<std::uint8_t> lane_order_;
    std::vector<std::int64_t> warp_order_;
    std::vector<bool> is_done_;
    Step step_;
    TracedLaunch launch_;
    std::int64_t block_ = 0;
    std::int64_t lane_accesses_ = 0;
};

} // namespace warploom::simulated
