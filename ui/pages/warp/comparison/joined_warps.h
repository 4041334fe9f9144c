#pragma once

#include "ui/components/warp/warp_analysis.h"
#include "ui/session/row_selection.h"

#include <vector>

namespace warploom::ui {

/// Several warps of one kernel launch, concatenated into one trace. This makes kernels comparable that assign rows to
/// warps in different ways. For example, a warp of one kernel may process 32 rows, and a warp of another kernel only
/// one row. The second kernel then needs 32 warps for the same work.
struct JoinedWarps {
    WarpTraceHandle trace; ///< the joined trace; null if no warps were joined
    std::vector<WarpChoice> warps;
    std::vector<int> first_steps; ///< for each warp, the index of its first step in `trace`

    bool isEmpty() const { return trace == nullptr; }
    std::size_t warpOf(int step) const;
};
/// Joins warps in the order of their block and warp indices. All warps must be from the same kernel, launch and matrix.
JoinedWarps joinWarps(std::vector<WarpTraceHandle> warps);

/// The amount of work completed after each step of a trace, which never decreases.
struct WorkDone {
    enum class Unit {
        nonzeros, ///< number of nonzeros that have been read and that no later step reads again
        flops     ///< number of floating-point operations; used if the trace reads no sparse matrix
    };
    Unit unit = Unit::nonzeros;
    std::vector<std::int64_t> after;

    std::int64_t all() const { return after.empty() ? 0 : after.back(); }
};
bool readsNonzeros(const protocol::WarpDocument& trace);
WorkDone workDone(const protocol::WarpDocument& trace, WorkDone::Unit unit);

/// Total costs of all steps up to and including a given step.
struct WarpScore {
    std::int64_t steps = 0, work = 0, transactions = 0, lanes = 0, bytes_fetched = 0, bytes_used = 0, bank_passes = 0;
};

/// A trace with its costs according to the rules of a card, and the total costs after each step.
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

/// Pairs the steps of two traces, so that both sides have completed about the same amount of work at any time. The side
/// with less completed work advances next. If both have completed the same amount, both advance. If both sides are the
/// same trace, they advance in lockstep.
class Abreast {
public:
    /// A position on the common timeline: the current step of each side, or -1 if the side has not started.
    struct Tick {
        int left = -1, right = -1;
        /// For each side, whether it advances to its next step at this position.
        bool left_moves = false, right_moves = false;
        bool operator==(const Tick&) const = default;
    };

    Abreast() = default;
    Abreast(const ScoredTrace& left, const ScoredTrace& right);

    int ticks() const { return static_cast<int>(ticks_.size()); }
    const Tick& at(int tick) const { return ticks_[static_cast<std::size_t>(tick)]; }
    /// Returns the first position on the common timeline at which the left side reaches a step.
    int tickOfLeft(int step) const;
    int tickOfRight(int step) const;

private:
    std::vector<Tick> ticks_;
};

} // namespace warploom::ui
