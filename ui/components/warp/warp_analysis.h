#pragma once

#include "engine/protocol/messages/warp.h"
#include "engine/simulated/counts.h"
#include "engine/table.h"

#include <vector>

namespace warploom::ui {

using WarpTraceHandle = std::shared_ptr<const protocol::WarpDocument>;

/// Cost of one step of a warp on the card.
struct StepCost {
    /// `ideal_transactions` is the number of transactions for the same number of bytes at contiguous addresses.
    int transactions = 0, ideal_transactions = 0;
    std::int64_t bytes_fetched = 0, bytes_used = 0;
    simulated::BankUse banks; ///< bank conflicts; only for accesses to shared memory
    int serialised = 0;       ///< maximum number of lanes that access the same address; only for atomic operations

    /// Returns the number of memory requests: transactions plus passes over the shared memory banks.
    int services() const { return transactions + banks.passes; }
};

/// Total cost of all steps at one source location.
struct SiteCost {
    std::int64_t warp_instructions = 0, lane_accesses = 0, transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t bank_passes = 0, bank_conflicts = 0, flops = 0;
};

/// The trace of a warp with the cost of each step on a card. The costs are computed by the window rather than the
/// worker, so that edits to the card take effect immediately.
class WarpAnalysis {
public:
    WarpAnalysis(WarpTraceHandle trace, simulated::Card card);

    const protocol::WarpDocument& trace() const { return *trace_; }
    const simulated::Card& card() const { return card_; }
    const StepCost& cost(int step) const { return costs_[step]; }
    const std::vector<SiteCost>& sites() const { return sites_; }
    /// Returns the maximum number of memory requests in one step.
    int mostServices() const { return most_services_; }
    /// Returns the memory transactions of a step, or an empty list if the step does not access global memory.
    std::vector<simulated::Transaction> transactions(int step) const;

    /// Returns the steps that access memory, in descending order of transactions or wavefronts per active lane. Steps
    /// with equal numbers are sorted by the number of transactions, and then by their position in the trace.
    const std::vector<int>& worstSteps() const { return worst_; }

    /// Returns a table with one row per step. The columns are step, file, line, array, kind, number of lanes in each
    /// state, and counts.
    Table stepTable() const;
    /// Returns a table with the cost of each source line.
    Table lineTable() const;
    /// Returns a table for a step with one row per lane. The columns are index, address, and the transaction that
    /// serves the lane.
    Table laneTable(int step) const;

private:
    StepCost costOf(int step) const;
    std::vector<std::pair<std::string, std::string>> facts() const;

    WarpTraceHandle trace_;
    simulated::Card card_;
    std::vector<StepCost> costs_;
    std::vector<SiteCost> sites_;
    std::vector<int> worst_;
    int most_services_ = 0;
};

} // namespace warploom::ui
