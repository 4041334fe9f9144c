#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/trace.h"
#include "ui/charts/chart_spec.h"
#include "ui/session/row_selection.h"

#include <memory>
#include <vector>

namespace warploom::ui {

// Tables and texts for the charts of the Model page. All times are modeled.

/// Adds the facts that are shown below every chart of a trace: card, kernel, matrix, share of traced blocks, model
/// error.
void addTraceFacts(Table& table, const protocol::Trace& trace);

/// Returns the columns term, launch, kind, modelled (ns) with its range, share (of the total) and mark ("dominant").
/// The rows are all terms, followed by the total. More than six launches are combined.
Table termsTable(const protocol::Trace& trace);
ChartSpec termsSpec(const protocol::Trace& trace);
/// Returns the facts that the terms do not show: the tail after the longest term, and the share of traced blocks.
QString tailReading(const protocol::Trace& trace);

/// A measured point of the roofline, with the values reported by the run.
struct MeasuredPoint {
    QString name;
    double intensity = 0, gflops = 0;
};
/// Returns the columns series, kind, flop_per_byte, rate (GFLOP/s of limits and measured points) and modelled_rate. The
/// rows are the limits of the card, the modeled point of each trace, and the measured points. Empty if the trace has no
/// roofline.
Table rooflineTable(const std::vector<std::shared_ptr<const protocol::Trace>>& traces,
                    const std::vector<MeasuredPoint>& measured);
ChartSpec rooflineSpec();
QString rooflineReading(const protocol::Trace& trace);

/// The quantity shown by the bars of the access chart.
enum class AccessQuantity { bytes, transactions, warp_instructions, active_lanes, conflicts };
/// Returns one row per source location or per array, with all counts for global and shared memory.
Table accessTable(const protocol::Trace& trace, bool by_array);
ChartSpec accessSpec(AccessQuantity quantity, bool by_array);
QString accessReading(const protocol::Trace& trace);

/// Returns the cost of the selected rows: their share of all rows, nonzeros, warps, transactions and modeled time. A
/// block is counted if it contains a selected row. `row_pointer` belongs to the matrix (rows + 1 entries). Empty if
/// nothing is selected.
QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const protocol::Trace* trace);

/// Returns the title of a term, such as "memory transactions" for "transactions". Unknown keys are returned unchanged.
QString termTitle(const std::string& key);
/// Returns the main cause of the time of the kernel in whole sentences.
QString causeText(const protocol::Trace& trace);
/// If all other blocks of a product wait for the slowest block, names the longest row; otherwise returns an empty
/// string.
QString slowRowText(const protocol::Trace& trace, const CsrMatrix& csr);

QString percentText(double share); ///< for example "3.1 %" for 0.0312

} // namespace warploom::ui
