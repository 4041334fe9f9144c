#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/trace.h"
#include "ui/charts/chart_spec.h"
#include "ui/session/row_selection.h"

#include <memory>
#include <vector>

namespace warploom::ui {

// The tables and sentences behind the charts of the page Model. Every time in them is modelled.

/// Adds the facts shown below every chart of a trace: card, kernel, matrix, share of traced blocks, model error.
void addTraceFacts(Table& table, const protocol::Trace& trace);

/// Columns term, launch, kind, modelled (ns) with its range, share (of the whole time), mark ("decides"). Every term of
/// the model, then the whole; more than six launches are summed up.
Table termsTable(const protocol::Trace& trace);
ChartSpec termsSpec(const protocol::Trace& trace);
/// Returns the facts that the terms do not show: the tail after the longest term, and the share of traced blocks.
QString tailReading(const protocol::Trace& trace);

/// A measured point for the roofline: rate and intensity as the run gives them.
struct MeasuredPoint {
    QString name;
    double intensity = 0, gflops = 0;
};
/// Columns series, kind, flop_per_byte, rate (GFLOP/s, limits and measured points), modelled_rate. The card's
/// limits, the modelled point of each trace, the measured points. Empty where the trace has no roofline.
Table rooflineTable(const std::vector<std::shared_ptr<const protocol::Trace>>& traces,
                    const std::vector<MeasuredPoint>& measured);
ChartSpec rooflineSpec();
QString rooflineReading(const protocol::Trace& trace);

/// The quantity that the bars of the accesses show.
enum class AccessQuantity { bytes, transactions, warp_instructions, active_lanes, conflicts };
/// A row for each place of the source, or for each array; all counts in columns, global memory and shared.
Table accessTable(const protocol::Trace& trace, bool by_array);
ChartSpec accessSpec(AccessQuantity quantity, bool by_array);
QString accessReading(const protocol::Trace& trace);

/// One line on what brushed rows cost: their share of rows, nonzeros, warps, transactions and modelled time. The blocks
/// that hold any of them are counted. `row_pointer` of the matrix (rows + 1). Empty when nothing is selected.
QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const protocol::Trace* trace);

/// "memory transactions" for "transactions"; an unknown key is its own title.
QString termTitle(const std::string& key);
/// Explains in one sentence why this term is the bottleneck.
QString termMeaning(const std::string& key);
/// Why the kernel takes as long as it does: the term that decides, or the block that all others wait for.
QString causeText(const protocol::Trace& trace);
/// Names the longest row if all other blocks of a product wait for the slowest block; otherwise empty.
QString slowRowText(const protocol::Trace& trace, const CsrMatrix& csr);

QString percentText(double share); ///< 0.0312 -> "3.1 %"

} // namespace warploom::ui
