#include "ui/model_views/model_tables.h"

#include "ui/number_text.h"
#include "ui/words.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

Cell text_cell(const QString& text) { return text.toStdString(); }
Cell number(double value) {
    if (!std::isfinite(value)) return std::monostate{};
    if (value == std::floor(value) && std::fabs(value) < 9e15) return static_cast<std::int64_t>(value);
    return value;
}

QString placeOf(const TraceAccess& a) {
    return QStringLiteral("%1:%2  %3 %4").arg(QFileInfo(a.file).fileName()).arg(a.line).arg(a.kind, a.array).trimmed();
}
QString arrayOf(const TraceAccess& a) {
    return a.array.isEmpty()
               ? a.kind
               : QStringLiteral("%1 (%2)").arg(a.array, a.space == QLatin1String("shared") ? words("shared") : a.kind);
}

/// Sums what has one name, in the order in which names come first.
std::vector<std::pair<QString, TraceAccess>> gathered(const TraceDocument& trace, bool by_array) {
    std::vector<std::pair<QString, TraceAccess>> result;
    for (const TraceAccess& a : trace.accesses) {
        const QString name = by_array ? arrayOf(a) : placeOf(a);
        const auto found =
            std::find_if(result.begin(), result.end(), [&](const auto& entry) { return entry.first == name; });
        if (found == result.end()) {
            result.emplace_back(name, a);
            continue;
        }
        for (double TraceAccess::*member :
             {&TraceAccess::warp_instructions, &TraceAccess::lane_accesses, &TraceAccess::divergent_steps,
              &TraceAccess::transactions, &TraceAccess::ideal_transactions, &TraceAccess::bytes_fetched,
              &TraceAccess::bytes_used, &TraceAccess::l1_hits, &TraceAccess::l2_sectors, &TraceAccess::l2_hits,
              &TraceAccess::dram_bytes, &TraceAccess::bank_passes, &TraceAccess::bank_conflicts,
              &TraceAccess::serialised, &TraceAccess::flops})
            found->second.*member += a.*member;
        if (found->second.warp_instructions > 0)
            found->second.mean_active_lanes = found->second.lane_accesses / found->second.warp_instructions;
    }
    return result;
}

} // namespace

Table accessTable(const TraceDocument& trace, bool by_array) {
    Table table;
    table.title = "accesses";
    addTraceFacts(table, trace);
    table.columns = {{"access", ""},
                     {"array", ""},
                     {"kind", ""},
                     {"space", ""},
                     {"file", ""},
                     {"line", ""},
                     {"warp_instructions", ""},
                     {"lane_accesses", ""},
                     {"mean_active_lanes", ""},
                     {"divergent_steps", ""},
                     {"transactions", ""},
                     {"ideal_transactions", ""},
                     {"fetched", "bytes"},
                     {"used", "bytes"},
                     {"used_share", ""},
                     {"l1_hits", ""},
                     {"l2_sectors", ""},
                     {"l2_hits", ""},
                     {"dram", "bytes"},
                     {"bank_passes", ""},
                     {"bank_conflicts", ""},
                     {"serialised", ""},
                     {"flops", ""}};
    for (const auto& [name, a] : gathered(trace, by_array)) {
        table.add_row({text_cell(name),
                       text_cell(a.array),
                       text_cell(a.kind),
                       text_cell(a.space),
                       by_array ? Cell() : text_cell(a.file),
                       by_array ? Cell() : Cell(std::int64_t{a.line}),
                       number(a.warp_instructions),
                       number(a.lane_accesses),
                       number(a.mean_active_lanes),
                       number(a.divergent_steps),
                       number(a.transactions),
                       number(a.ideal_transactions),
                       number(a.bytes_fetched),
                       number(a.bytes_used),
                       a.bytes_fetched > 0 ? Cell(a.bytes_used / a.bytes_fetched) : Cell(),
                       number(a.l1_hits),
                       number(a.l2_sectors),
                       number(a.l2_hits),
                       number(a.dram_bytes),
                       number(a.bank_passes),
                       number(a.bank_conflicts),
                       number(a.serialised),
                       number(a.flops)});
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

QString accessReading(const TraceDocument& trace) {
    double fetched = 0, used = 0, transactions = 0, ideal = 0;
    const TraceAccess* worst = nullptr;
    for (const TraceAccess& a : trace.accesses) {
        fetched += a.bytes_fetched;
        used += a.bytes_used;
        transactions += a.transactions;
        ideal += a.ideal_transactions;
        if (a.bytes_fetched > 0 &&
            (worst == nullptr || a.bytes_fetched - a.bytes_used > worst->bytes_fetched - worst->bytes_used))
            worst = &a;
    }
    if (!(fetched > 0)) return words("No access to global memory was counted.");
    QString text = words("%1 of the fetched bytes are used; %2 transactions where %3 would do.")
                       .arg(percentText(used / fetched), countText(static_cast<qint64>(transactions)),
                            countText(static_cast<qint64>(ideal)));
    if (worst != nullptr && worst->bytes_fetched > worst->bytes_used * 1.05)
        text += words(" Most is wasted by %1 at line %2 (%3 used); %4 of 32 lanes are active on average.")
                    .arg(worst->array)
                    .arg(worst->line)
                    .arg(percentText(worst->bytes_used / worst->bytes_fetched), numberText(trace.mean_active_lanes, 3));
    return text;
}

QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const TraceDocument* trace) {
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
    for (const TraceBlock& block : trace->blocks)
        if (block.hasRows()) longest = std::max(longest, block.last_row - block.first_row + 1);
    // A row for each thread, or a row for each warp: then it is known which warps they are.
    const std::int64_t rows_of_warp = longest == trace->block ? 32 : longest == trace->block / 32 ? 1 : 0;
    for (const TraceBlock& block : trace->blocks) {
        if (!block.hasRows()) continue;
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
        return text + words(" %1 does not tell which block works on which rows.").arg(trace->kernel);
    if (warps > 0) text += words(" They lie in %1 of %2 warps.").arg(countText(touched_warps), countText(warps));
    text += words(" The %1 of %2 blocks that hold them make %3 of the transactions and %4 of the modelled time of all "
                  "blocks (%5 on %6).")
                .arg(countText(touched), countText(known),
                     all_transactions > 0 ? percentText(transactions / all_transactions) : words("0 %"),
                     percentText(ns / all_ns), trace->kernel, trace->card_title);
    return text;
}

} // namespace warploom::ui
