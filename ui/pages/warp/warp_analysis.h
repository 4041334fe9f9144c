#pragma once

#include "engine/protocol/messages/warp.h"
#include "engine/simulated/counts.h"
#include "engine/table.h"

#include <vector>

namespace warploom::ui {

using WarpTraceHandle = std::shared_ptr<const protocol::WarpDocument>;

/// The cost of one step on the card.
struct StepCost {
    int transactions = 0, ideal_transactions = 0; ///< ideal: had the same bytes lain side by side
    std::int64_t bytes_fetched = 0, bytes_used = 0;
    simulated::BankUse banks; ///< of accesses to shared memory
    int serialised = 0;       ///< atomics: the most lanes on one address

    /// How often memory is asked: transactions, or passes over the banks.
    int services() const { return transactions + banks.passes; }
};

/// Sums over the steps of one site.
struct SiteCost {
    std::int64_t warp_instructions = 0, lane_accesses = 0, transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t bank_passes = 0, bank_conflicts = 0, flops = 0;
};

/// A trace seen with the rules of one card. Counts are facts under the card's rules, found here so that an edited card
/// is seen at once.
class WarpAnalysis {
public:
    WarpAnalysis(WarpTraceHandle trace, simulated::Card card);

    const protocol::WarpDocument& trace() const { return *trace_; }
    const simulated::Card& card() const { return card_; }
    const StepCost& cost(int step) const { return costs_[step]; }
    const std::vector<SiteCost>& sites() const { return sites_; }
    int mostServices() const { return most_services_; } ///< of any step
    /// The pieces of memory that a step moves; empty where it does not touch global memory.
    std::vector<simulated::Transaction> transactions(int step) const;

    /// Steps that touch memory, the one with the most transactions (or bank passes) for each active lane first; among
    /// equal ones that with more transactions, then the earlier one.
    const std::vector<int>& worstSteps() const { return worst_; }

    /// A row for each step: step, file, line, array, kind, lanes by state, counts.
    Table stepTable() const;
    /// A row for each place in the source.
    Table lineTable() const;
    /// A row for each lane of a step: index, address, the transaction that serves it.
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
