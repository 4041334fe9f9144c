#pragma once

#include "engine/simt/findings/even_steps.h"
#include "engine/simt/findings/race_ends.h"
#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/machine/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Detects races between threads of a block in shared and global memory (racecheck), and reads of uninitialized shared
/// memory. Also records global accesses, so that races with other blocks can be detected.
class RaceCheck final : public BlockObserver {
public:
    /// Creates the check for a block. `around` must already contain the shared arrays of the block.
    RaceCheck(const LaunchPlan& plan, ExecutionContext& around, Machine& machine);
    ~RaceCheck() override;

    void begin_block(std::vector<Warp>& warps) override;
    void access(const AccessEvent& event) override;
    void barrier(const std::vector<Warp>& warps) override;
    void end_block() override;

private:
    void check_shared(const Warp& warp, Object& object);
    void check_global(const Warp& warp, const Object& object);
    bool is_shared_fine(const Warp& warp, const Object& object, const std::int64_t* element, bool tells);
    std::uint32_t read_unnoticed(const Warp& warp, SharedShadow& shadow, const std::int64_t* element) const;
    /// Returns the number of the current barrier interval, which is the time between two block-level barriers. The
    /// number is unique across all blocks.
    std::uint64_t interval() const { return static_cast<std::uint64_t>(around_.block + 1) << 32 | meetings_; }
    SourceLocation place_of_last() const { return machine_.reports().where(machine_.last().pc).place; }
    /// Reports a race with the last access, if races are checked and not only initialization. Returns the finding, or
    /// null if races are not checked.
    template <class Message>
    Finding* report_race(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, const Message& message) {
        if (!plan_.policy.checks.races) return nullptr;
        return &machine_.reports().report(kind, warp, lanes, place_of_last(), message);
    }
    void note_race_end(const Warp& warp);
    /// Returns the earlier access of a race. `verdict` is the result of checking the later access.
    template <class Verdict> static RaceEnds::End end_of(const Verdict& verdict) {
        return {verdict.other, verdict.other_reads    ? RaceEnds::Use::read
                               : verdict.other_atomic ? RaceEnds::Use::atomic
                                                      : RaceEnds::Use::write};
    }
    /// Removes the lane of the earlier access from the mask of lanes that detected a race, because the message
    /// describes that lane separately.
    static std::uint32_t without_end(std::uint32_t lanes, const Warp& warp, RaceEnds::End other) {
        const bool is_same_warp = other.thread >= 0 && other.thread / lanes_of_a_warp == warp.number;
        return is_same_warp ? lanes & ~(1u << other.thread % lanes_of_a_warp) : lanes;
    }
    /// Returns whether flags order the earlier access in `verdict` before the current access. If so, there is no race.
    bool is_ordered(const Warp& warp, int thread, std::int64_t element, const SharedShadow::Verdict& verdict) const;
    void check_copies(const Warp& warp, const Object& object);
    void finish_copies();
    bool is_global_fine(const Warp& warp, const Object& object, const std::int64_t* element, const std::int64_t* place);
    const MemoryAccess& last_access() const { return event_->operands; }
    /// Returns the current time of the block and of a warp, measured in barriers.
    SharedShadow::When when(const Warp& warp) const {
        return {meetings_, warp.meetings, warp.order->is_partial() ? warp.order : nullptr};
    }
    void mark_for_others(const Warp& warp, const std::int64_t* element, const std::int64_t* place);
    LaunchShadow::Use use_of_last() const;
    /// Returns the record layout of the last accessed object.
    const Arrangement& arrangement_of(const std::int64_t* element);
    const std::int64_t* places(const Arrangement& arrangement, const std::int64_t* element);
    /// Whether the elements of the last access must still be tracked individually, in order to detect races within the
    /// block (`for_block`) or with other blocks (`for_others`).
    struct Left {
        bool for_block = true, for_others = true;
    };
    Left note_evenly(const Warp& warp, const std::int64_t* element, const Arrangement& arrangement);
    void note_run(const EvenSteps::Step& step);
    void give_runs();
    bool gives_same(const Warp& warp, std::size_t a, std::size_t b) const;
    bool writes_same(const Warp& warp, std::size_t lane, const std::int64_t* element,
                     const SharedShadow::Verdict& verdict) const;
    void note_same_value(const Warp& warp, std::uint32_t lanes, const Object& object, const std::int64_t* element);

    void note_flags(const Warp& warp, const std::int64_t* element);
    void note_reads(const Warp& warp, const std::int64_t* element);
    void find_awaited_objects();
    bool may_access_flag() const;
    bool is_flag_access() const;
    bool is_look_access() const;
    void note_guesses(const Warp& warp, const std::int64_t* element);
    std::optional<std::uint32_t> reader_of(int thread, std::int64_t element) const;

    const LaunchPlan& plan_;
    ExecutionContext& around_;
    Machine& machine_;
    const AccessEvent* event_ = nullptr;
    const WarpInstruction* step_ = nullptr;
    /// For each object, whether a loop waits until one of its elements changes. Empty if these objects are unknown.
    std::vector<bool> awaited_objects_;
    /// Happens-before order of the threads; std::nullopt unless fences may order threads.
    std::optional<BlockFlags> flags_;
    std::optional<AsyncCopies> copies_; ///< pending asynchronous copies; std::nullopt if the kernel has none
    std::vector<LaneOrder> lane_orders_;
    std::vector<SharedShadow> shadows_;
    /// For each shared array of bytes, the size in bytes of the units that the blocks so far have accessed.
    std::vector<std::int64_t> grains_;
    RaceEnds ends_;
    std::unique_ptr<GlobalShadow> global_;
    /// Tracks accesses by adjacent lanes to adjacent elements. Used only if the order of accesses does not affect
    /// whether they race with other blocks.
    std::optional<EvenSteps> even_;
    /// Runs of adjacent elements that have not been passed to the LaunchShadow yet.
    std::vector<LaunchShadow::Run> runs_;
    /// Record layout of each object. The shift is -1 if the layout has not been determined yet.
    std::vector<Arrangement> arrangements_;
    std::uint32_t meetings_ = 1; ///< 1 plus the number of block-level barriers that the block has passed
    /// Buffer for element indices if each lane accesses several elements.
    std::array<std::int64_t, lanes_of_a_warp> scaled_{};
    /// For each lane, the position of its element in the record layout.
    std::array<std::int64_t, lanes_of_a_warp> placed_{};
    /// The most recent plain reads of a thread, which a later atomic operation may validate.
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
};

} // namespace warploom::simt
