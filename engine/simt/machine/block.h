#pragma once

#include "engine/simt/machine/fault_checks.h"
#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/machine/machine.h"
#include "engine/simt/machine/observer.h"
#include "engine/simt/trace/recorder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Executes a block: its warps, barriers and shared memory.
class Block final : public SteppedBlock {
public:
    /// Creates a block of a launch. `sites` is the table of access sites, or null if steps are not recorded.
    Block(const LaunchPlan& plan, SiteTable* sites, Findings& findings);

    void begin(std::int64_t block, std::uint64_t seed) override;
    void set_schedule(BlockSchedule schedule) override;
    /// Runs the whole block without recording steps. Returns false if there is an error, which has been added to the
    /// findings.
    bool run();

    bool advance(StepSink& sink) override { return make_steps(sink) || end(); }
    std::int64_t number() const override { return around_.block; }
    int warps() const override { return static_cast<int>(warps_.size()); }
    std::int64_t lane_accesses() const override { return lane_accesses_; }

private:
    enum class State : std::uint8_t { running, waiting, done };

    bool run_warps();
    bool make_steps(StepSink& sink);
    enum class Stepped : std::uint8_t { yes, barrier, done, stuck };
    Stepped make_step(std::size_t warp, StepSink& sink);
    bool is_watched() const { return around_.sites != nullptr && around_.instructions != nullptr; }
    bool is_passed_over();
    bool end();
    void fill_frame(int warp);
    void add_shared(SiteTable* sites);
    bool meet();
    void give_votes();
    void report_missed_barrier();
    bool stand_at_one_barrier();
    bool are_in_one_turn(const Warp& first, const Warp& other) const;
    bool stands_still();
    bool let_lanes_drift();
    void report_standstill();
    void report_access(const Warp& warp, Object& object);

    const LaunchPlan& plan_;
    Findings repeated_; ///< findings of a launch that is repeated after a dry run; they are discarded
    ExecutionContext around_;
    FaultChecks fault_checks_;
    Machine machine_;
    Frames frames_, shadow_frames_;
    std::vector<Warp> warps_;
    std::vector<std::uint32_t> slots_, shadowed_, loop_turns_;
    std::vector<Warp::Walk> walks_;
    std::vector<State> states_;
    std::vector<std::int64_t> order_;
    BlockSchedule schedule_ = BlockSchedule::ascending;
    std::uint64_t choices_ = 0; ///< state of the random number generator for the random schedule
    std::vector<std::vector<std::max_align_t>> shared_;
    std::vector<std::unique_ptr<BlockObserver>> observers_;
    int rounds_ = 0;                ///< number of scheduling rounds; each running warp advances once per round
    std::uint64_t known_state_ = 0; ///< hash of the state of all warps at the last deadlock check
    bool has_written_ = false;      ///< whether a warp has written to memory since the last deadlock check
    WarpInstruction step_;
    std::int64_t lane_accesses_ = 0;
};

} // namespace warploom::simt
