#include "engine/protocol/messages/baseline.h"

#include <algorithm>

namespace warploom::protocol {

namespace {

const Row* baseline_of(const std::vector<Row*>& rows, const std::string& baseline, const Row& row) {
    const Row* best = nullptr;
    for (const Row* other : rows) {
        if (other->kernel != baseline || other->precision != row.precision || !other->has_time()) continue;
        if (other->block == row.block && other->threads == row.threads) return other;
        if (best == nullptr || other->time.median < best->time.median) best = other;
    }
    return best;
}

double one_time_cost(const Row& row) { return row.conversion_ns + row.preprocess_ns + row.transfer_ns; }

} // namespace

void compare_with_baseline(const std::vector<Row*>& rows, const std::string& baseline) {
    for (Row* row : rows) {
        row->speedup.reset();
        row->break_even = not_known;
        const Row* against = row->has_time() ? baseline_of(rows, baseline, *row) : nullptr;
        if (against == nullptr) continue;
        if (against == row) { // the speedup of the baseline is 1 by definition, regardless of noise
            row->speedup = {{1, 1, 1, measure::Comparison::Verdict::same, {}}, baseline};
            continue;
        }
        row->speedup = {measure::compare(row->time, row->time.kind, against->time, against->time.kind), baseline};
        const double saving = against->time.median - row->time.median;
        const double extra = one_time_cost(*row) - one_time_cost(*against);
        // The time saved per call is modeled if the times are modeled. One-time conversion costs are always measured on
        // this host.
        if (saving > 0 && row->time.kind == against->time.kind) row->break_even = std::max(0.0, extra) / saving;
    }
}

} // namespace warploom::protocol
