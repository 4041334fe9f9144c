#include "ui/pages/model/model_tables.h"

#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

QString placeOf(const wire::TraceAccess& a) {
    return QStringLiteral("%1:%2  %3 %4")
        .arg(QFileInfo(qt(a.file)).fileName())
        .arg(a.line)
        .arg(QLatin1String(to_string(a.kind)), qt(a.array))
        .trimmed();
}
QString arrayOf(const wire::TraceAccess& a) {
    const QString kind = QLatin1String(to_string(a.kind));
    const bool is_shared = a.space == simulated::Space::shared;
    return a.array.empty() ? kind : QStringLiteral("%1 (%2)").arg(qt(a.array), is_shared ? words("shared") : kind);
}

/// Of the bytes that were fetched; NaN where none were.
double usedShare(const wire::Counts& c) {
    return c.bytes_fetched > 0 ? static_cast<double>(c.bytes_used) / static_cast<double>(c.bytes_fetched) : no_figure;
}

/// Sums what has one name, in the order in which names come first.
std::vector<std::pair<QString, wire::TraceAccess>> gathered(const wire::Trace& trace, bool by_array) {
    std::vector<std::pair<QString, wire::TraceAccess>> result;
    for (const wire::TraceAccess& a : trace.accesses) {
        const QString name = by_array ? arrayOf(a) : placeOf(a);
        const auto found =
            std::find_if(result.begin(), result.end(), [&](const auto& entry) { return entry.first == name; });
        if (found == result.end()) {
            result.emplace_back(name, a);
            continue;
        }
        found->second += a;
    }
    return result;
}

} // namespace

Table accessTable(const wire::Trace& trace, bool by_array) {
    Table table;
    table.title = "accesses";
    addTraceFacts(table, trace);
    table.columns = {{"access", ""}, {"array", ""}, {"kind", ""}, {"space", ""}, {"file", ""}, {"line", ""}};
    for (Column& column : wire::Counts::fields().columns()) table.columns.push_back(std::move(column));
    table.columns.push_back({"used_share", ""});
    for (const auto& [name, a] : gathered(trace, by_array)) {
        std::vector<Cell> row{name.toStdString(),
                              a.array,
                              std::string(to_string(a.kind)),
                              std::string(to_string(a.space)),
                              by_array ? Cell() : Cell(a.file),
                              by_array ? Cell() : Cell(std::int64_t{a.line})};
        wire::Counts::fields().add_cells(a, row);
        row.push_back(number_cell(usedShare(a)));
        table.add_row(std::move(row));
    }
    return table;
}

ChartSpec accessSpec(AccessQuantity quantity, bool by_array) {
    ChartSpec spec;
    spec.name = QStringLiteral("model-accesses");
    spec.category = "access";
    const QString where = by_array ? words("each array") : words("each line");
    switch (quantity) {
    case AccessQuantity::bytes:
        spec.title = words("Bytes that %1 fetches and uses").arg(where);
        spec.value = "fetched";
        spec.inner = "used";
        spec.inner_title = words("used by the lanes");
        spec.outer_title = words("fetched for nothing");
        spec.value_title = words("bytes from global memory");
        break;
    case AccessQuantity::transactions:
        spec.title = words("Memory transactions of %1").arg(where);
        spec.value = "transactions";
        spec.inner = "ideal_transactions";
        spec.inner_title = words("needed if the bytes lay side by side");
        spec.outer_title = words("beyond that");
        spec.value_title = words("transactions");
        break;
    case AccessQuantity::warp_instructions:
        spec.title = words("Warp instructions of %1").arg(where);
        spec.value = "warp_instructions";
        spec.value_title = words("warp instructions");
        break;
    case AccessQuantity::active_lanes:
        spec.title = words("Mean active lanes of %1 (of 32)").arg(where);
        spec.value = "mean_active_lanes";
        spec.value_title = words("active lanes");
        spec.reference_value = 32;
        spec.reference_title = words("all lanes");
        break;
    case AccessQuantity::conflicts:
        spec.title = words("Bank conflicts of %1 in shared memory").arg(where);
        spec.value = "bank_conflicts";
        spec.value_title = words("extra passes over the banks");
        break;
    }
    return spec;
}

QString accessReading(const wire::Trace& trace) {
    wire::Counts all;
    const wire::TraceAccess* worst = nullptr;
    for (const wire::TraceAccess& a : trace.accesses) {
        all += a;
        if (a.bytes_fetched > 0 &&
            (worst == nullptr || a.bytes_fetched - a.bytes_used > worst->bytes_fetched - worst->bytes_used))
            worst = &a;
    }
    if (all.bytes_fetched == 0) return words("No access to global memory was counted.");
    QString text =
        words("%1 of the fetched bytes are used; %2 transactions where %3 would do.")
            .arg(percentText(usedShare(all)), countText(all.transactions), countText(all.ideal_transactions));
    if (worst != nullptr && usedShare(*worst) < 1 / 1.05)
        text += words(" Most is wasted by %1 at line %2 (%3 used); %4 of 32 lanes are active on average.")
                    .arg(qt(worst->array))
                    .arg(worst->line)
                    .arg(percentText(usedShare(*worst)), numberText(trace.mean_active_lanes, 3));
    return text;
}

QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const wire::Trace* trace) {
    if (rows.isEmpty() || row_pointer.size() < 2) return {};
    const auto order = static_cast<std::int64_t>(row_pointer.size()) - 1;
    const double nonzeros = static_cast<double>(row_pointer.back());
    double count = 0, entries = 0;
    for (const auto& stretch : rows.stretches) {
        const std::int64_t begin = std::clamp<std::int64_t>(stretch.begin, 0, order),
                           end = std::clamp<std::int64_t>(stretch.end, begin, order);
        count += static_cast<double>(end - begin);
        entries += static_cast<double>(row_pointer[end] - row_pointer[begin]);
    }
    QString text =
        words("%1: %2 of the rows, %3 of the nonzeros.")
            .arg(rows.words.isEmpty() ? words("The selection") : rows.words.at(0).toUpper() + rows.words.mid(1),
                 percentText(count / static_cast<double>(order)),
                 nonzeros > 0 ? percentText(entries / nonzeros) : words("0 %"));
    if (trace == nullptr) return text;
    double ns = 0, all_ns = 0, transactions = 0, all_transactions = 0;
    std::int64_t touched = 0, known = 0, warps = 0, touched_warps = 0, covered = 0, longest = 0;
    for (const wire::TraceBlock& block : trace->blocks)
        if (block.has_rows()) longest = std::max(longest, block.last_row - block.first_row + 1);
    // A row for each thread, or a row for each warp: then it is known which warps they are.
    const std::int64_t rows_of_warp = longest == trace->block ? 32 : longest == trace->block / 32 ? 1 : 0;
    for (const wire::TraceBlock& block : trace->blocks) {
        if (!block.has_rows()) continue;
        ++known;
        covered += block.last_row - block.first_row + 1;
        all_ns += block.ns;
        all_transactions += block.transactions;
        for (std::int64_t row = block.first_row; rows_of_warp > 0 && row <= block.last_row; row += rows_of_warp) {
            ++warps;
            touched_warps += rows.meets(row, std::min(row + rows_of_warp - 1, block.last_row)) ? 1 : 0;
        }
        if (!rows.meets(block.first_row, block.last_row)) continue;
        ++touched;
        ns += block.ns;
        transactions += block.transactions;
    }
    // Blocks that take their rows from all over the matrix (sorted formats) cannot be told apart by first and last row.
    if (known == 0 || !(all_ns > 0) || covered > order + order / 8)
        return text + words(" %1 does not tell which block works on which rows.").arg(qt(trace->kernel));
    if (warps > 0) text += words(" They lie in %1 of %2 warps.").arg(countText(touched_warps), countText(warps));
    text += words(" The %1 of %2 blocks that hold them make %3 of the transactions and %4 of the modelled time of all "
                  "blocks (%5 on %6).")
                .arg(countText(touched), countText(known),
                     all_transactions > 0 ? percentText(transactions / all_transactions) : words("0 %"),
                     percentText(ns / all_ns), qt(trace->kernel), qt(trace->card.title));
    return text;
}

} // namespace warploom::ui
