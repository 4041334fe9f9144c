#pragma once

#include "engine/simt/findings/even_steps.h"
#include "engine/simt/findings/global_shadow.h"
#include "engine/simt/findings/guesses.h"
#include "engine/simt/findings/launch_shadow.h"
#include "engine/simt/findings/race_ends.h"
#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/machine/machine.h"
#include "engine/simt/machine/printed.h"
#include "engine/simulated/stepped_block.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simt {

/// The data of a launch that all of its blocks share.
struct LaunchPlan {
    const Code* code = nullptr;
    const std::string* file = nullptr;
    std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0; ///< size of the extern __shared__ arrays
    std::vector<Object> objects;   ///< the null pointer, followed by the arrays of run
    std::vector<std::byte> frame;  ///< initial contents of a warp's registers
    ExecutionLimits limits;
    std::shared_ptr<EndlessLoop> endless = std::make_shared<EndlessLoop>();
    LoopStates* loops = nullptr; ///< cached loop states of the call
    TargetTraits traits;
    ReadOnlyLoads* read_only = nullptr;         ///< set if the kernel uses __ldg()
    LaunchShadow* shadow = nullptr;             ///< set if races between blocks are detected
    FlagOrder* order = nullptr;                 ///< set if fences and flags may order threads
    Guesses* guesses = nullptr;                 ///< set if atomic operations may check earlier plain reads
    simulated::Findings* same_values = nullptr; ///< receives stores of the same value, which are not races
    bool is_repeated = false;                   ///< the launch has run before, so its findings have been reported
    bool is_alone = false;                      ///< a single host thread runs all traced blocks
    bool is_by_itself = false;                  ///< each block runs to its end before the next one starts
    SpareShadows* spare = nullptr;              ///< set if there is a tracer
    Printer* printer = nullptr;                 ///< may be null

    std::int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
    int block_size() const { return static_cast<int>(block[0] * block[1] * block[2]); }
    /// Returns the threads per block, rounded up to whole warps.
    std::int64_t threads_run() const {
        return (std::int64_t{block_size()} + lanes_of_a_warp - 1) / lanes_of_a_warp * lanes_of_a_warp;
    }
};

/// Returns the size of a shared array in bytes, which may depend on the launch.
std::int64_t bytes_of(const SharedArray& array, const LaunchPlan& plan);

/// Executes one block: its warps, barriers, and shared memory.
class Block final : public simulated::SteppedBlock {
public:
    /// `sites` is null if steps are not recorded.
    Block(const LaunchPlan& plan, simulated::SiteTable* sites, simulated::Findings& findings);
    ~Block() override;

    void begin(std::int64_t block, std::uint64_t seed) override;
    void set_schedule(simulated::BlockSchedule schedule) override;
    /// Runs the block to its end without recording. Returns false if it could not continue; a finding gives the reason.
    bool run();

    bool advance(simulated::StepSink& sink) override { return make_steps(sink) || end(); }
    std::int64_t number() const override { return around_.block; }
    int warps() const override { return static_cast<int>(warps_.size()); }
    std::int64_t lane_accesses() const override { return lane_accesses_; }

private:
    enum class State : std::uint8_t { running, waiting, done };

    bool run_warps();
    bool make_steps(simulated::StepSink& sink);
    enum class Stepped : std::uint8_t { yes, barrier, done, stuck };
    Stepped make_step(std::size_t warp, simulated::StepSink& sink);
    bool is_passed_over();
    bool end(); ///< ends the block; always returns false, because it does not continue
    void fill_frame(int warp);
    void add_shared(simulated::SiteTable* sites);
    bool meet();
    void give_votes();
    void report_missed_barrier();
    bool stand_at_one_barrier();
    bool are_in_one_turn(const Warp& first, const Warp& other) const;
    bool stands_still();
    bool let_lanes_drift();
    void report_standstill();
    void check_shared(const Warp& warp);
    bool is_shared_fine(const Warp& warp, const Object& object, const std::int64_t* element, bool tells);
    std::uint32_t read_unnoticed(const Warp& warp, simulated::SharedShadow& shadow, const std::int64_t* element) const;
    /// Returns the number of the current barrier interval, which is unique among all blocks.
    std::uint64_t interval() const { return static_cast<std::uint64_t>(around_.block + 1) << 32 | meetings_; }
    void note_race_end(const Warp& warp);
    /// Returns the other access of a race that a shadow has detected.
    template <class Verdict> static RaceEnds::End end_of(const Verdict& verdict) {
        return {verdict.other, verdict.other_reads    ? RaceEnds::Use::read
                               : verdict.other_atomic ? RaceEnds::Use::atomic
                                                      : RaceEnds::Use::write};
    }
    /// Returns the lanes of a race without the lane of the other access, which is reported separately.
    static std::uint32_t without_end(std::uint32_t lanes, const Warp& warp, RaceEnds::End other) {
        const bool is_same_warp = other.thread >= 0 && other.thread / lanes_of_a_warp == warp.number;
        return is_same_warp ? lanes & ~(1u << other.thread % lanes_of_a_warp) : lanes;
    }
    /// Returns whether flags order a thread's last access to an element after the accesses that a shadow reports.
    bool is_ordered(const Warp& warp, int thread, std::int64_t element,
                    const simulated::SharedShadow::Verdict& verdict) const;
    void check_copies(const Warp& warp, const Object& object);
    void finish_copies();
    void check_global(const Warp& warp);
    void note_read_only(const Warp& warp, const std::int64_t* element);
    bool is_global_fine(const Warp& warp, const Object& object, const std::int64_t* element, const std::int64_t* place);
    const MemoryAccess& last_access() const;
    /// Returns the current barrier interval of the block and of this warp.
    simulated::SharedShadow::When when(const Warp& warp) const {
        return {meetings_, warp.meetings, warp.order->is_partial() ? warp.order : nullptr};
    }
    /// Returns how many pieces of `each` bytes the last access covers per lane.
    std::int64_t touched_at_once(std::int64_t each) const;
    void note_first_writes(const Warp& warp, const Object& object, const std::int64_t* element);
    void mark_for_others(const Warp& warp, const std::int64_t* element, const std::int64_t* place);
    LaunchShadow::Use use_of_last() const;
    /// Returns the layout of the shadow records of the object that was accessed last.
    const Arrangement& arrangement_of(const std::int64_t* element);
    const std::int64_t* places(const Arrangement& arrangement, const std::int64_t* element);
    /// Whether the last step must still be tracked per element, within the block and between blocks.
    struct Left {
        bool for_block = true, for_others = true;
    };
    Left note_evenly(const Warp& warp, const std::int64_t* element, const Arrangement& arrangement);
    void note_run(const EvenSteps::Step& step);
    void give_runs();
    /// Returns for each lane of the last step the piece of `each` bytes with index `nth`, of touched_at_once(each)
    /// pieces.
    const std::int64_t* touched(std::int64_t each, std::int64_t nth);
    bool gives_same(const Warp& warp, std::size_t a, std::size_t b) const;
    bool writes_same(const Warp& warp, std::size_t lane, const std::int64_t* element,
                     const simulated::SharedShadow::Verdict& verdict) const;
    void note_same_value(const Warp& warp, std::uint32_t lanes, const Object& object, const std::int64_t* element);

    void note_flags(const Warp& warp, const std::int64_t* element);
    void note_reads(const Warp& warp, const std::int64_t* element);
    bool is_flag_access() const;
    bool is_look_access() const;
    void note_guesses(const Warp& warp, const std::int64_t* element);
    std::optional<std::uint32_t> reader_of(int thread, std::int64_t element) const;

    const LaunchPlan& plan_;
    simulated::Findings repeated_; ///< findings of a repeated launch, which are discarded
    ExecutionContext around_;
    Machine machine_;
    Frames frames_, shadow_frames_;
    std::vector<Warp> warps_;
    std::optional<BlockFlags> flags_;   ///< set if steps are recorded and fences may order threads
    std::optional<AsyncCopies> copies_; ///< set if steps are recorded and the kernel has asynchronous copies
    std::vector<simulated::LaneOrder> lane_orders_; ///< one per warp, if steps are recorded
    std::vector<std::uint32_t> slots_, shadowed_, loop_turns_;
    std::vector<Warp::Walk> walks_;
    std::vector<State> states_;
    std::vector<std::int64_t> order_;
    simulated::BlockSchedule schedule_ = simulated::BlockSchedule::ascending;
    std::uint64_t choices_ = 0; ///< state of the random schedule
    std::vector<std::vector<std::max_align_t>> shared_;
    std::vector<simulated::SharedShadow> shadows_;
    std::unique_ptr<GlobalShadow> global_; ///< set if steps are recorded
    std::optional<EvenSteps> even_;        ///< set with `global_` if the order of steps does not matter to other blocks
    std::optional<RaceEnds> ends_;         ///< set if steps are recorded
    std::vector<LaunchShadow::Run> runs_;  ///< runs of this block that have not been passed to the launch yet
    std::vector<Arrangement> arrangements_; ///< one per object; the shift is -1 until it is known
    std::uint32_t meetings_ = 1;
    int rounds_ = 0;                ///< rounds of all running warps
    std::uint64_t known_state_ = 0; ///< state of the warps some rounds ago
    bool has_written_ = false;      ///< whether a warp has written since then
    simulated::WarpInstruction step_;
    std::array<std::int64_t, lanes_of_a_warp> scaled_{}; ///< elements of the last step, if lanes access several each
    std::array<std::int64_t, lanes_of_a_warp> placed_{}; ///< the positions at which the shadows track the accesses
    bool are_neighbours_ = false; ///< the last step accessed consecutive elements of global memory in lane order
    /// The last plain reads of a thread, which an atomic operation may check later.
    struct PlainReads {
        struct Read {
            std::size_t object = 0;
            std::int64_t element = 0;
            std::uint32_t pc = 0;
        };
        std::array<Read, 4> reads;
        std::size_t next = 0;
    };
    std::vector<PlainReads> plain_reads_;
    std::int64_t lane_accesses_ = 0;
};

} // namespace warploom::simt
