#include "engine/simulated/schedule.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace warploom::simulated {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Maximum number of blocks, or ranges of blocks, that are simulated event by event.
constexpr std::int64_t most_exact_units = 4096;
constexpr std::int64_t tail_waves = 16, run_waves = 48;

/// Returns the rate at which a block makes progress with a resource: its share of the resource per unit of demand.
/// Returns infinity if there is no demand.
double rate_of(double share, double need) { return need > 0 ? share / need : never; }

/// A block, or a range of consecutive blocks that share one slot of a multiprocessor.
struct Unit {
    std::int64_t first = 0, count = 0;
    BlockCost cost;
};

std::vector<Unit> make_units(std::int64_t blocks, const std::vector<std::int64_t>& known,
                             const std::vector<BlockCost>& costs, std::int64_t slots) {
    const std::int64_t tail = std::min(blocks, std::max(most_exact_units, tail_waves * slots));
    const std::int64_t run = std::max<std::int64_t>(1, (blocks - tail) / (run_waves * slots));
    std::vector<Unit> units;
    std::size_t at = 0;
    for (std::int64_t block = 0; block < blocks;) {
        Unit unit{block, block < blocks - tail ? std::min(run, blocks - tail - block) : 1, {}};
        for (std::int64_t i = 0; i < unit.count; ++i, ++block) {
            while (at + 1 < known.size() && known[at + 1] - block < block - known[at]) ++at;
            unit.cost.card += costs[at].card;
            unit.cost.multiprocessor += costs[at].multiprocessor;
            unit.cost.floor += costs[at].floor;
        }
        units.push_back(unit);
    }
    return units;
}

struct Slot {
    int multiprocessor = 0;
    std::int64_t unit = -1; ///< index of the block (or range of blocks) in this slot; -1 if the slot is idle
    double left = 1;
    double rate = 0;
    double start = 0;
};

class Simulation {
public:
    Simulation(const std::vector<Unit>& units, Slots slots, std::int64_t every, Schedule& result)
        : units_(units), multiprocessors_(slots.multiprocessors), every_(every), result_(result),
          busy_(static_cast<std::size_t>(slots.multiprocessors)) {
        const std::int64_t total = static_cast<std::int64_t>(units.size());
        const std::int64_t used =
            std::min<std::int64_t>(total, std::int64_t{slots.multiprocessors} * slots.resident_blocks);
        slots_.resize(static_cast<std::size_t>(used));
        for (std::int64_t i = 0; i < used; ++i) {
            slots_[i].multiprocessor = static_cast<int>(i % multiprocessors_);
            slots_[i].unit = next_++;
        }
        if (total > most_exact_units) {
            double card = 0, unit = 0, floor = 0;
            for (const Unit& u : units) {
                card += u.cost.card;
                unit += u.cost.multiprocessor;
                floor += u.cost.floor;
            }
            step_ = std::max({card, unit / multiprocessors_, floor / static_cast<double>(used)}) / 1000;
        }
    }

    double run() {
        double now = 0;
        while (find_rates()) {
            double wait = never;
            for (const Slot& slot : slots_)
                if (slot.unit >= 0) wait = std::min(wait, slot.rate == never ? 0 : slot.left / slot.rate);
            now = advance(now, std::max(wait, step_));
        }
        return last_end_;
    }

private:
    /// Computes the rate of each running block. Returns false if no blocks are left.
    bool find_rates() {
        for (auto& slots : busy_) slots.clear();
        bool any = false;
        for (Slot& slot : slots_)
            if (slot.unit >= 0) {
                busy_[slot.multiprocessor].push_back(&slot);
                any = true;
            }
        wants_.clear();
        for (const auto& slots : busy_) {
            local_.clear();
            for (const Slot* slot : slots)
                if (cost(*slot).multiprocessor > 0)
                    local_.push_back(rate_of(cost(*slot).multiprocessor, cost(*slot).floor));
            const double level = local_.empty() ? never : water_level(local_, 1);
            for (Slot* slot : slots) {
                const BlockCost& c = cost(*slot);
                slot->rate = std::min(rate_of(1, c.floor), rate_of(level, c.multiprocessor));
                if (c.card > 0) wants_.push_back(c.card * slot->rate);
            }
        }
        card_level_ = wants_.empty() ? never : water_level(wants_, 1);
        for (Slot& slot : slots_)
            if (slot.unit >= 0) slot.rate = std::min(slot.rate, rate_of(card_level_, cost(slot).card));
        return any;
    }

    /// Advances the simulation to now + wait at the current rates. A block that starts in the meantime gets the rate of
    /// its slot.
    double advance(double now, double wait) {
        const double end = now + wait;
        using Event = std::pair<double, std::size_t>;
        std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
        const auto ends_at = [](const Slot& slot, double from) {
            return slot.rate == never ? from : from + slot.left / slot.rate;
        };
        // The tolerance keeps rounding errors from leaving a tiny remainder of a block.
        const double soon = end + 1e-12 * end;
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            Slot& slot = slots_[i];
            if (slot.unit < 0) continue;
            const double when = ends_at(slot, now);
            if (when <= soon) events.emplace(std::min(when, end), i);
            else slot.left = std::max(0.0, slot.left - slot.rate * wait);
        }
        while (!events.empty()) {
            const auto [when, i] = events.top();
            events.pop();
            Slot& slot = slots_[i];
            finish(slot, when);
            if (next_ == static_cast<std::int64_t>(units_.size())) {
                slot.unit = -1;
                continue;
            }
            slot.unit = next_++;
            slot.left = 1;
            slot.start = when;
            const auto neighbours = static_cast<double>(busy_[slot.multiprocessor].size());
            const BlockCost& c = cost(slot);
            slot.rate = std::min(
                {rate_of(1, c.floor), rate_of(1, c.multiprocessor * neighbours), rate_of(card_level_, c.card)});
            if (step_ == 0) continue; // in exact mode, the new block starts to run in the next step
            const double its_end = ends_at(slot, when);
            if (its_end <= soon) events.emplace(its_end, i);
            else slot.left -= slot.rate * (end - when);
        }
        return end;
    }

    void finish(const Slot& slot, double when) {
        last_end_ = std::max(last_end_, when);
        const Unit& unit = units_[slot.unit];
        const double piece = (when - slot.start) / static_cast<double>(unit.count);
        for (std::int64_t block = (unit.first + every_ - 1) / every_ * every_; block < unit.first + unit.count;
             block += every_) {
            const double start = slot.start + piece * static_cast<double>(block - unit.first);
            const bool is_last = block + 1 == unit.first + unit.count;
            result_.blocks.push_back({block, slot.multiprocessor, start, is_last ? when : start + piece});
        }
    }

    const BlockCost& cost(const Slot& slot) const { return units_[slot.unit].cost; }

    const std::vector<Unit>& units_;
    int multiprocessors_;
    std::int64_t every_;
    Schedule& result_;
    std::vector<std::vector<Slot*>> busy_; ///< the slots with running blocks, for each multiprocessor
    std::vector<Slot> slots_;
    std::vector<double> wants_, local_;
    std::int64_t next_ = 0;
    double step_ = 0, card_level_ = 0, last_end_ = 0;
};

} // namespace

double water_level(const std::vector<double>& wants, double capacity) {
    double level = 0;
    for (std::size_t round = 0; round <= wants.size(); ++round) {
        double used = 0;
        std::size_t more = 0;
        for (const double want : wants)
            if (want > level) ++more;
            else used += want;
        if (more == 0) return never;
        const double next = (capacity - used) / static_cast<double>(more);
        if (next <= level) break;
        level = next;
    }
    return level;
}

std::vector<double> blocks_represented(std::int64_t blocks, const std::vector<std::int64_t>& known) {
    std::vector<double> result(known.size());
    std::int64_t from = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::int64_t to = i + 1 < known.size() ? (known[i] + known[i + 1]) / 2 + 1 : blocks;
        result[i] = static_cast<double>(to - from);
        from = to;
    }
    return result;
}

Schedule schedule_blocks(std::int64_t blocks, const std::vector<std::int64_t>& known,
                         const std::vector<BlockCost>& costs, Slots slots, std::int64_t most_listed) {
    Schedule result;
    if (blocks <= 0 || known.empty()) return result;
    result.every = (blocks + most_listed - 1) / most_listed;
    const auto units = make_units(blocks, known, costs, std::int64_t{slots.multiprocessors} * slots.resident_blocks);
    result.ns = Simulation(units, slots, result.every, result).run();
    std::sort(result.blocks.begin(), result.blocks.end(),
              [](const auto& a, const auto& b) { return a.block < b.block; });
    return result;
}

} // namespace warploom::simulated
