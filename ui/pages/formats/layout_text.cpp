#include "ui/pages/formats/layout_text.h"

#include "ui/look/words.h"

#include <QStringList>

namespace warploom::ui {

Table footprintTable(const wire::Footprints& footprints) {
    Table table;
    table.title = "Bytes and padding of each format";
    table.columns = {{"format", ""},          {"status", ""},      {"reason", ""},  {"footprint", "bytes"},
                     {"relative_to_csr", ""}, {"value_slots", ""}, {"padding", ""}, {"padding_share", "percent"},
                     {"conversion", "ns"}};
    const auto csr_bytes = static_cast<double>(footprints.csr_bytes);
    for (const wire::Footprint& f : footprints.formats) {
        if (!f.reason.empty()) {
            table.add_row({f.format, std::string("skipped"), f.reason, {}, {}, {}, {}, {}, {}});
            continue;
        }
        const std::int64_t bytes = f.bytes.value_or(wire::Wide{}), all = f.value_slots.value_or(0),
                           padding = f.padding.value_or(0);
        table.add_row({f.format, std::string("ok"), std::string(), bytes,
                       csr_bytes > 0 ? static_cast<double>(bytes) / csr_bytes : 0.0, all, padding,
                       all > 0 ? 100.0 * static_cast<double>(padding) / static_cast<double>(all) : 0.0,
                       f.conversion_ns.value_or(0)});
    }
    return table;
}

QString ownerText(const std::vector<wire::LayoutOwner>& owners) {
    QStringList parts;
    for (const wire::LayoutOwner& owner : owners) {
        if (parts.size() == 12) {
            parts << words("and %1 more").arg(owners.size() - 12);
            break;
        }
        parts << words("thread %1 of block %2: warp %3, lane %4")
                     .arg(owner.thread)
                     .arg(owner.block)
                     .arg(owner.warp)
                     .arg(owner.lane);
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace warploom::ui
