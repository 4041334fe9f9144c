#pragma once

#include "ui/pages/warp/warp_analysis.h"
#include "ui/session/row_selection.h"

#include <vector>

namespace warploom::ui {

/// Warps of one launch as one trace, one after the other. Kernels share rows out differently: where one warp has 32
/// rows, another has one, and only 32 of those do the same work.
struct JoinedWarps {
    WarpTraceHandle trace; ///< null: none
    std::vector<WarpChoice> warps;
    std::vector<int> first_steps; ///< of each warp in `trace`

    bool isEmpty() const { return trace == nullptr; }
    /// The place in `warps` of the one that does a step.
    std::size_t warpOf(int step) const;
};
/// In the order of their blocks and warps. They are of one kernel, launch and matrix; at least one.
JoinedWarps joinWarps(std::vector<WarpTraceHandle> warps);

/// Work done after each step. It never falls.
struct WorkDone {
    enum class Unit {
        nonzeros, ///< that no later step reads again
        flops     ///< floating-point operations, where no sparse matrix is read
    };
    Unit unit = Unit::nonzeros;
    std::vector<std::int64_t> after; ///< of each step

    std::int64_t all() const { return after.empty() ? 0 : after.back(); }
};
bool readsNonzeros(const protocol::WarpDocument& trace);
WorkDone workDone(const protocol::WarpDocument& trace, WorkDone::Unit unit);

/// Sums over the steps up to one, this one included.
struct WarpScore {
    std::int64_t steps = 0, work = 0, transactions = 0, lanes = 0, bytes_fetched = 0, bytes_used = 0, bank_passes = 0;
};

/// A trace with the rules of a card, and what it came to after each step.
class ScoredTrace {
public:
    ScoredTrace() = default;
    ScoredTrace(std::shared_ptr<const WarpAnalysis> analysis, WorkDone::Unit unit);

    bool isEmpty() const { return scores_.empty(); }
    const WarpAnalysis& analysis() const { return *analysis_; }
    const std::shared_ptr<const WarpAnalysis>& handle() const { return analysis_; }
    int steps() const { return static_cast<int>(scores_.size()); }
    const WarpScore& after(int step) const { return scores_[static_cast<std::size_t>(step)]; }
    const WarpScore& all() const { return scores_.back(); }

private:
    std::shared_ptr<const WarpAnalysis> analysis_;
    std::vector<WarpScore> scores_;
};

/// Two traces side by side: the one with less work done makes the next step, both where they are level. So the same
/// trace twice goes step by step, and of two kernels neither is ever a step further ahead than it must be.
class Abreast {
public:
    /// The step that each is at; -1: it has not begun.
    struct Tick {
        int left = -1, right = -1;
        bool left_moves = false, right_moves = false; ///< in this very tick
        bool operator==(const Tick&) const = default;
    };

    Abreast() = default;
    Abreast(const ScoredTrace& left, const ScoredTrace& right);

    int ticks() const { return static_cast<int>(ticks_.size()); }
    const Tick& at(int tick) const { return ticks_[static_cast<std::size_t>(tick)]; }
    /// The first tick at which one of them is at a step.
    int tickOfLeft(int step) const;
    int tickOfRight(int step) const;

private:
    std::vector<Tick> ticks_;
};

} // namespace warploom::ui
