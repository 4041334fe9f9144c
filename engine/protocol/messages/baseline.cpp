#include "engine/protocol/messages/baseline.h"

#include <algorithm>
#include <cmath>

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

/// Returns the distance from a row's conversion time to the given end of its range, or 0 if there is no range.
double beyond_median(const Row& row, double end) { return std::isfinite(end) ? end - row.conversion_ns : 0; }

/// Sets the break-even point, and its range, for a row that is faster than the baseline. The range follows from the
/// ranges of the conversion times and of the speedup.
void set_break_even(Row& row, const Row& against) {
    const double saving = against.time.median - row.time.median;
    // The time saved per call is modeled if the times are modeled. One-time conversion costs are always measured on
    // this host.
    if (!(saving > 0) || row.time.kind != against.time.kind) return;
    const double extra = one_time_cost(row) - one_time_cost(against);
    row.break_even = std::max(0.0, extra) / saving;
    const double least =
        extra + beyond_median(row, row.conversion_low_ns) - beyond_median(against, against.conversion_high_ns);
    const double most =
        extra + beyond_median(row, row.conversion_high_ns) - beyond_median(against, against.conversion_low_ns);
    row.break_even_low = std::max(0.0, least) / (row.time.median * (row.speedup->high - 1));
    if (row.speedup->low > 1) row.break_even_high = std::max(0.0, most) / (row.time.median * (row.speedup->low - 1));
}

} // namespace

double model_error_of(const Row& a, const Row& b) {
    double error = 0;
    for (const Row* row : {&a, &b})
        if (row->is_modelled())
            error = std::max(error, row->model && row->model->error > 0 ? row->model->error
                                                                        : measure::error_of_unvalidated_model);
    return error;
}

void compare_with_baseline(const std::vector<Row*>& rows, const std::string& baseline) {
    for (Row* row : rows) {
        row->speedup.reset();
        row->break_even = row->break_even_low = row->break_even_high = not_known;
        const Row* against = row->has_time() ? baseline_of(rows, baseline, *row) : nullptr;
        if (against == nullptr) continue;
        if (against == row) { // the speedup of the baseline is 1 by definition, regardless of noise
            row->speedup = {{1, 1, 1, measure::Comparison::Verdict::same, {}}, baseline};
            continue;
        }
        row->speedup = {measure::compare(row->time, row->time.kind, against->time, against->time.kind,
                                         model_error_of(*row, *against)),
                        baseline};
        set_break_even(*row, *against);
    }
}

} // namespace warploom::protocol
