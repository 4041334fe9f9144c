#include "app/advice/reordering.h"

#include "app/advice/sampled_trace.h"
#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/ordering/fill.h"
#include "engine/ordering/order.h"
#include "engine/sentence.h"

#include <chrono>
#include <string>

namespace warploom::app {

namespace {

constexpr const char* judged_by = "csr-adaptive";
/// Matrices with up to this many entries are traced completely. The gain from reordering may be only a few percent,
/// which is less than the sampling error.
constexpr std::int64_t entries_counted = 4'000'000;

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

void add_row(Table& table, const std::string& order, const CsrMatrix& matrix, double ns, double before_ns,
             double took_ns, bool is_symmetric) {
    const double gain = before_ns - ns;
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
    table.add_row({order, figures.bandwidth, figures.profile, figures.blocks_filled, levels, cholesky,
                   figures.sectors_a_warp, number_cell(ns), number_cell(before_ns / ns), number_cell(took_ns),
                   number_cell(took_ns > 0 && gain > 0 ? took_ns / gain : protocol::not_known), std::string()});
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
                     {"pays_after", "products"},
                     {"remark", ""}};
    const double before = modelled_ns(matrix.csr, card, precision, progress);
    add_row(table, sentence("original"), matrix.csr, before, before, 0, true);
    std::int64_t done = 0;
    for (const ordering::OrderInfo& info : ordering::orders()) {
        progress.check(done++, static_cast<std::int64_t>(ordering::orders().size()));
        try {
            const auto start = std::chrono::steady_clock::now();
            const ordering::Order order = ordering::find_order(info.kind, info.usual, matrix.csr, progress);
            const CsrMatrix ordered = ordering::reordered(matrix.csr, order);
            const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
            add_row(table, order.name(), ordered, modelled_ns(ordered, card, precision, progress), before, took.count(),
                    order.of == ordering::OrderOf::both);
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            std::vector<Cell> row(table.columns.size());
            row.front() = std::string(to_string(info.kind));
            row.back() = std::string(error.what());
            table.add_row(std::move(row));
        }
    }
    return table;
}

} // namespace warploom::app
