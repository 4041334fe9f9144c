#include "app/advice/reordering.h"

#include "app/advice/advised_machine.h"
#include "app/advice/break_even.h"
#include "app/advice/sampled_trace.h"
#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/ordering/fill.h"
#include "engine/ordering/order.h"
#include "engine/protocol/messages/advice.h"
#include "engine/sentence.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

namespace warploom::app {

namespace {

constexpr const char* judged_by = "csr-adaptive";
/// Matrices with up to this many entries are traced completely. The gain from reordering may be only a few percent,
/// which is less than the sampling error.
constexpr std::int64_t entries_counted = 4'000'000;

Cell calls_cell(double calls) {
    return std::isfinite(calls) ? Cell(protocol::rounded_calls(calls)) : number_cell(protocol::not_known);
}

double modelled_ns(const CsrMatrix& matrix, const simulated::Card& card, Precision precision,
                   const Progress& progress) {
    const auto format = kernels::make_format("csr", matrix, precision, {}, progress);
    // Warp shuffles require compute capability 3.0, so older cards are evaluated with a kernel that does not use
    // shuffles.
    const TraceSettings settings{
        {std::atof(card.compute_capability.c_str()) < 3.0 ? "csr-scalar" : judged_by, card, precision}};
    return sampled_trace(spmv_subject(settings.kernel, format), settings, row_figures(matrix), entries_counted,
                         progress)
        .model.ns;
}

/// Modeled time of a product before and after reordering, and the relative error of the model.
struct ModeledGain {
    double before_ns = 0, after_ns = 0, error = 0;
};

void add_row(Table& table, const std::string& order, const CsrMatrix& matrix, const ModeledGain& gain,
             const ConversionTimes& took, bool is_symmetric) {
    const ordering::OrderFigures figures = ordering::order_figures(matrix);
    Cell levels, cholesky;
    // For a factorization, reordering only the rows would change the result.
    if (is_symmetric && matrix.rows == matrix.cols) {
        constexpr std::int64_t most_entries = 400'000'000;
        const ordering::FillFigures fill = ordering::fill_figures(matrix, most_entries);
        levels = fill.levels;
        if (fill.cholesky) cholesky = *fill.cholesky;
        else cholesky = sentence("more than 400 million");
    }
    const bool is_ordered = took.median_ns > 0;
    const BreakEven point = is_ordered ? break_even(took, gain.before_ns, gain.after_ns, gain.error) : BreakEven{};
    std::string remark;
    if (is_ordered &&
        std::max(gain.before_ns, gain.after_ns) <= (1 + gain.error) * std::min(gain.before_ns, gain.after_ns))
        remark = sentence("difference within the error of the model");
    table.add_row({order, figures.bandwidth, figures.profile, figures.blocks_filled, levels, cholesky,
                   figures.sectors_a_warp, number_cell(gain.after_ns), number_cell(gain.before_ns / gain.after_ns),
                   number_cell(took.median_ns), calls_cell(point.low), calls_cell(point.high), remark});
}

} // namespace

Table order_table(const Matrix& matrix, const simulated::Card& card, Precision precision, const Progress& progress) {
    require_runnable(matrix);
    Table table;
    table.title =
        sentence("Orderings of {matrix}, modeled for the {card}", {{"matrix", matrix.name}, {"card", card.title}});
    table.facts = {
        {"times", card.is_checked()
                      ? sentence("modeled")
                      : sentence("modeled; counters are exact, times have not been validated on this card")}};
    table.columns = {{"order", ""},
                     {"bandwidth", ""},
                     {"profile", ""},
                     {"blocks_filled", ""},
                     {"levels", ""},
                     {"cholesky", "entries"},
                     {"sectors_a_warp", ""},
                     {"modelled", "ns"},
                     {"speedup", ""},
                     {"took", "ns"},
                     {"pays_after_low", "products"},
                     {"pays_after_high", "products"},
                     {"remark", ""}};
    const double before = modelled_ns(matrix.csr, card, precision, progress);
    const double error = model_error_of(card);
    add_row(table, sentence("original"), matrix.csr, {before, before, error}, {}, true);
    std::int64_t done = 0;
    for (const ordering::OrderInfo& info : ordering::orders()) {
        progress.check(done++, static_cast<std::int64_t>(ordering::orders().size()));
        try {
            ordering::Order order;
            CsrMatrix ordered;
            const auto reorder = [&] {
                const auto start = std::chrono::steady_clock::now();
                order = ordering::find_order(info.kind, info.usual, matrix.csr, progress);
                ordered = ordering::reordered(matrix.csr, order);
                const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
                return took.count();
            };
            const ConversionTimes took = repeat_conversion(reorder(), reorder);
            add_row(table, order.name(), ordered, {before, modelled_ns(ordered, card, precision, progress), error},
                    took, order.of == ordering::OrderOf::both);
        } catch (const Error& failure) {
            if (failure.code() == "cancelled") throw;
            std::vector<Cell> row(table.columns.size());
            row.front() = std::string(to_string(info.kind));
            row.back() = std::string(failure.what());
            table.add_row(std::move(row));
        }
    }
    return table;
}

} // namespace warploom::app
