#include "ui/pages/formats/slot_layout.h"

#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/pages/matrix/spy/axis_ticks.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

const Slot* SlotLayout::slotAt(const QPointF& pixel) const {
    for (const Slot& slot : cells)
        if (slot.rect.contains(pixel)) return &slot;
    return nullptr;
}

std::vector<const Slot*> SlotLayout::slotsOf(int nonzero) const {
    std::vector<const Slot*> found;
    if (nonzero < 0) return found;
    for (const Slot& slot : cells)
        if (slot.nonzero == nonzero) found.push_back(&slot);
    return found;
}

QString slotText(const wire::LayoutArray& array, int index) {
    const auto& value = array.values[index];
    if (!value) return array.holds_entries() && array.nonzero[index] >= 0 ? QStringLiteral("n/a") : QString();
    if (array.element.starts_with("int")) return QString::number(static_cast<qlonglong>(*value));
    return valueText(*value, 3);
}

SlotLayout layOut(const wire::Layout& document, double width, const SlotMetrics& metrics, int only) {
    SlotLayout result;
    double label_width = 0;
    for (const wire::FormatLayout& format : document.formats)
        for (const wire::LayoutArray& array : format.arrays)
            label_width = std::max(label_width, metrics.textWidth(qt(array.name)));
    label_width += metrics.gap;

    double y = metrics.gap / 2, widest = width;
    for (int f = 0; f < static_cast<int>(document.formats.size()); ++f) {
        if (only >= 0 && f != only) continue;
        const wire::FormatLayout& format = document.formats[f];
        result.headings.push_back(
            {f, QRectF(metrics.gap, y, std::max(1.0, width - 2 * metrics.gap), metrics.lineHeight)});
        y += metrics.lineHeight + metrics.gap / 2;
        // Arrays that share slots get slots of one width, so that what belongs together stands over one another.
        double slot_width = metrics.slotWidth;
        for (const wire::LayoutArray& array : format.arrays)
            for (int i = 0; i < static_cast<int>(array.values.size()); ++i)
                slot_width = std::max(slot_width, std::ceil(metrics.textWidth(slotText(array, i)) + 6));
        const double left = metrics.gap + label_width;
        for (int a = 0; a < static_cast<int>(format.arrays.size()); ++a) {
            const wire::LayoutArray& array = format.arrays[a];
            const int fitting = std::max(1, static_cast<int>((width - left - metrics.gap) / slot_width));
            const int columns =
                array.columns > 0 ? static_cast<int>(std::min<std::int64_t>(array.columns, 1 << 20)) : fitting;
            const int count = static_cast<int>(array.values.size());
            const int lines = std::max(1, (count + columns - 1) / columns);
            result.labels.push_back({f, a, QRectF(metrics.gap, y, label_width, metrics.slotHeight)});
            for (int i = 0; i < count; ++i) {
                Slot slot{f, a, i, -1, false, {}};
                if (array.holds_entries()) {
                    slot.nonzero = array.nonzero[i];
                    slot.padding = slot.nonzero < 0;
                } else {
                    slot.padding = !array.values[i].has_value();
                }
                slot.rect = QRectF(left + (i % columns) * slot_width, y + (i / columns) * metrics.slotHeight,
                                   slot_width, metrics.slotHeight);
                widest = std::max(widest, slot.rect.right() + metrics.gap);
                result.cells.push_back(slot);
            }
            y += lines * metrics.slotHeight + metrics.gap / 2;
        }
        y += metrics.gap;
    }
    result.size = QSizeF(widest, y);
    return result;
}

} // namespace warploom::ui
