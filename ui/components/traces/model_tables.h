#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/trace.h"
#include "ui/charts/chart_spec.h"
#include "ui/session/row_selection.h"

#include <memory>
#include <vector>

namespace warploom::ui {

// Tables and summaries for the charts of the Model page. All times are modeled.

/// Adds the facts shown below every chart of a trace: card, kernel, matrix, fraction of blocks traced, and model error.
void addTraceFacts(Table& table, const protocol::Trace& trace);

/// Returns a table with one row per term of the modeled time, followed by the total. The columns are term, launch,
/// kind, modelled (in ns, with bounds), share (of the total) and mark ("limiting factor"). If there are more than six
/// kernel launches, their terms are combined.
Table termsTable(const protocol::Trace& trace);
ChartSpec termsSpec(const protocol::Trace& trace);
/// Returns sentences that complement the table of terms. They state how much longer the modeled time is than the
/// longest term, and what fraction of the blocks was traced.
QString tailReading(const protocol::Trace& trace);

/// A measured point of the roofline plot, with values from a run.
struct MeasuredPoint {
    QString name;
    double intensity = 0, gflops = 0;
};
/// Returns the table of the roofline plot with the columns series, kind, flop_per_byte, rate (GFLOP/s of limits and
/// measured points) and modelled_rate. The rows are the limits of the card, the modeled point of each trace, and the
/// measured points. Returns an empty table if the traces contain no roofline.
Table rooflineTable(const std::vector<std::shared_ptr<const protocol::Trace>>& traces,
                    const std::vector<MeasuredPoint>& measured);
ChartSpec rooflineSpec();
QString rooflineReading(const protocol::Trace& trace);

/// The metric shown by the bars of the access chart.
enum class AccessQuantity { bytes, transactions, warp_instructions, active_lanes, conflicts };
/// Returns a table with all counts for global and shared memory. There is one row per array or, if `by_array` is false,
/// one row per source location.
Table accessTable(const protocol::Trace& trace, bool by_array);
ChartSpec accessSpec(AccessQuantity quantity, bool by_array);
QString accessReading(const protocol::Trace& trace);

/// Returns the cost of the selected rows: their share of all rows, nonzeros, warps, transactions and modeled time. A
/// block counts as selected if it processes a selected row. `row_pointer` is the array of the matrix (rows + 1
/// elements). Returns an empty result if no rows are selected.
QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const protocol::Trace* trace);

/// Returns the display title of a term of the modeled time, such as "memory transactions" for "transactions". Returns
/// unknown keys unchanged.
QString termTitle(const std::string& key);
/// Returns sentences that explain what dominates the modeled time of the kernel.
QString causeText(const protocol::Trace& trace);
/// If all other blocks of an SpMV kernel wait for the slowest block, returns a sentence about the longest row of this
/// block. Otherwise, returns an empty string.
QString slowRowText(const protocol::Trace& trace, const CsrMatrix& csr);

QString percentText(double share); ///< Formats a fraction as a percentage, such as "3.1 %" for 0.0312.

} // namespace warploom::ui
