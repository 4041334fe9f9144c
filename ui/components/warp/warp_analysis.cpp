#include "ui/components/warp/warp_analysis.h"

#include <algorithm>
#include <bit>

namespace warploom::ui {

using simulated::Access;
using simulated::Space;
using simulated::warp_size;

WarpAnalysis::WarpAnalysis(WarpTraceHandle trace, simulated::Card card)
    : trace_(std::move(trace)), card_(std::move(card)), sites_(trace_->sites.size()) {
    costs_.reserve(trace_->steps.size());
    for (int s = 0; s < trace_->step_count(); ++s) {
        const StepCost cost = costOf(s);
        const protocol::WarpStep& step = trace_->steps[s];
        SiteCost& site = sites_[step.site];
        site.warp_instructions += 1;
        site.lane_accesses += std::popcount(step.active.bits);
        site.transactions += cost.transactions;
        site.bytes_fetched += cost.bytes_fetched;
        site.bytes_used += cost.bytes_used;
        site.bank_passes += cost.banks.passes;
        site.bank_conflicts += cost.banks.passes - cost.banks.ideal;
        site.flops += step.flops;
        most_services_ = std::max(most_services_, cost.services());
        if (cost.services() > 0) worst_.push_back(s);
        costs_.push_back(cost);
    }
    std::stable_sort(worst_.begin(), worst_.end(), [this](int a, int b) {
        const auto lanes = [this](int s) { return std::int64_t{std::popcount(trace_->steps[s].active.bits)}; };
        const std::int64_t left = cost(a).services() * lanes(b), right = cost(b).services() * lanes(a);
        return left != right ? left > right : cost(a).services() > cost(b).services();
    });
}

StepCost WarpAnalysis::costOf(int s) const {
    StepCost cost;
    const protocol::WarpStep& step = trace_->steps[s];
    const protocol::WarpSite& site = trace_->site_of(s);
    if (site.space == Space::none) return cost;
    const auto addresses = trace_->addresses(s);
    if (site.space == Space::shared) {
        cost.banks =
            simulated::find_bank_use(static_cast<int>(card_.shared_banks), addresses, step.active, site.element_bytes);
    } else {
        std::vector<simulated::Transaction> found;
        simulated::find_transactions(card_.coalescing, site.access, addresses, step.active, site.element_bytes, found);
        cost.transactions = static_cast<int>(found.size());
        for (const simulated::Transaction& transaction : found) cost.bytes_fetched += transaction.bytes;
        cost.bytes_used = simulated::bytes_used(addresses, step.active, site.element_bytes);
        cost.ideal_transactions = static_cast<int>(
            simulated::ideal_transactions(card_.coalescing, site.access, addresses, step.active, site.element_bytes));
    }
    if (site.access == Access::atomic) cost.serialised = simulated::atomic_serialisation(addresses, step.active);
    return cost;
}

std::vector<simulated::Transaction> WarpAnalysis::transactions(int s) const {
    std::vector<simulated::Transaction> found;
    const protocol::WarpStep& step = trace_->steps[s];
    const protocol::WarpSite& site = trace_->site_of(s);
    if (site.space == Space::global)
        simulated::find_transactions(card_.coalescing, site.access, trace_->addresses(s), step.active,
                                     site.element_bytes, found);
    return found;
}

std::vector<std::pair<std::string, std::string>> WarpAnalysis::facts() const {
    std::vector<std::pair<std::string, std::string>> all{{"matrix", trace_->matrix.name},
                                                         {"kernel", trace_->kernel},
                                                         {"card", card_.title.empty() ? card_.id : card_.title},
                                                         {"coalescing", simulated::to_string(card_.coalescing)},
                                                         {"precision", to_string(trace_->precision)},
                                                         {"block_size", std::to_string(trace_->block_size)},
                                                         {"launch", std::to_string(trace_->launch)},
                                                         {"block", std::to_string(trace_->block_index)},
                                                         {"warp", std::to_string(trace_->warp)}};
    if (trace_->all_steps)
        all.emplace_back("steps", "the first " + std::to_string(trace_->step_count()) + " of " +
                                      std::to_string(*trace_->all_steps));
    return all;
}

Table WarpAnalysis::stepTable() const {
    Table table{.title = "Lanes of a warp, step by step"};
    table.columns = {{"step", ""},        {"file", ""},         {"line", ""},          {"kind", ""},
                     {"array", ""},       {"active_lanes", ""}, {"waiting_lanes", ""}, {"done_lanes", ""},
                     {"active_mask", ""}, {"waiting_mask", ""}, {"transactions", ""},  {"fetched", "bytes"},
                     {"used", "bytes"},   {"bank_passes", ""},  {"flops", ""}};
    table.facts = facts();
    for (int s = 0; s < trace_->step_count(); ++s) {
        const protocol::WarpStep& step = trace_->steps[s];
        const protocol::WarpSite& site = trace_->site_of(s);
        const StepCost& at = cost(s);
        const auto hex = [](std::uint32_t mask) {
            return QStringLiteral("%1").arg(mask, 8, 16, QLatin1Char('0')).toStdString();
        };
        const std::int64_t active = std::popcount(step.active.bits), waiting = std::popcount(step.waiting.bits);
        table.add_row({std::int64_t{s + 1}, site.file, std::int64_t{site.line}, std::string(to_string(site.access)),
                       trace_->array_of(s), active, waiting, warp_size - active - waiting, hex(step.active),
                       hex(step.waiting), std::int64_t{at.transactions}, at.bytes_fetched, at.bytes_used,
                       std::int64_t{at.banks.passes}, step.flops});
    }
    return table;
}

Table WarpAnalysis::lineTable() const {
    Table table{.title = "Memory accesses of each line of the kernel"};
    table.columns = {{"file", ""},
                     {"line", ""},
                     {"kernel_line", ""},
                     {"kind", ""},
                     {"array", ""},
                     {"space", ""},
                     {"warp_instructions", ""},
                     {"lane_accesses", ""},
                     {"mean_active_lanes", ""},
                     {"transactions", ""},
                     {"fetched", "bytes"},
                     {"used", "bytes"},
                     {"bank_passes", ""},
                     {"bank_conflicts", ""},
                     {"flops", ""}};
    table.facts = facts();
    for (std::size_t i = 0; i < sites_.size(); ++i) {
        const protocol::WarpSite& site = trace_->sites[i];
        const SiteCost& sum = sites_[i];
        Cell mean;
        if (sum.warp_instructions > 0)
            mean.emplace<double>(static_cast<double>(sum.lane_accesses) / static_cast<double>(sum.warp_instructions));
        table.add_row(
            {site.file, std::int64_t{site.line}, std::int64_t{site.kernel_line}, std::string(to_string(site.access)),
             site.array < 0 ? std::string() : trace_->arrays[site.array].name, std::string(to_string(site.space)),
             sum.warp_instructions, sum.lane_accesses, mean, sum.transactions, sum.bytes_fetched, sum.bytes_used,
             sum.bank_passes, sum.bank_conflicts, sum.flops});
    }
    return table;
}

Table WarpAnalysis::laneTable(int s) const {
    Table table;
    table.columns = {{"lane", ""},         {"state", ""},   {"array", ""},       {"index", ""},
                     {"value", ""},        {"address", ""}, {"transaction", ""}, {"segment_address", ""},
                     {"segment", "bytes"}, {"bank", ""},    {"row", ""},         {"column", ""}};
    table.facts = facts();
    if (s < 0 || s >= trace_->step_count()) return table;
    table.title = "Lanes of step " + std::to_string(s + 1);
    table.facts.emplace_back("step", std::to_string(s + 1));
    const protocol::WarpStep& step = trace_->steps[s];
    const protocol::WarpSite& site = trace_->site_of(s);
    const auto addresses = trace_->addresses(s);
    const auto served = transactions(s);
    const int banks = std::max(1, static_cast<int>(card_.shared_banks));
    for (std::size_t l = 0; l < warp_size; ++l) {
        std::vector<Cell> row(table.columns.size());
        row[0] = static_cast<std::int64_t>(l);
        const bool active = (step.active >> l & 1U) != 0;
        row[1] = std::string(active ? "active" : (step.waiting >> l & 1U) != 0 ? "waiting" : "done");
        if (active && (site.array >= 0 || site.access == Access::shuffle)) {
            if (site.array >= 0) row[2] = trace_->array_of(s);
            row[3] = step.index[l];
            if (!step.value.empty()) {
                const double value = step.value[l];
                if (value == value) row[4] = value;
            }
            if (site.array >= 0) row[5] = static_cast<std::int64_t>(addresses[l]);
            for (std::size_t t = 0; t < served.size(); ++t) {
                if ((served[t].lanes >> l & 1U) == 0) continue;
                row[6] = static_cast<std::int64_t>(t + 1);
                row[7] = static_cast<std::int64_t>(served[t].address);
                row[8] = std::int64_t{served[t].bytes};
                break;
            }
            if (site.space == Space::shared)
                row[9] = static_cast<std::int64_t>(addresses[l] / 4 % static_cast<std::uint64_t>(banks));
            if (!step.entry.empty()) {
                const protocol::MatrixEntry& entry = step.entry[l];
                if (entry.row >= 0) row[10] = entry.row;
                if (entry.row >= 0) row[11] = entry.col;
            }
        }
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
