#pragma once

#include "engine/wire/layout.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <vector>

namespace warploom::ui {

/// Lengths that the drawing of arrays is made from, in pixels.
struct SlotMetrics {
    double lineHeight = 16;
    double slotHeight = 20;
    double slotWidth = 24; ///< the least width of a slot
    double gap = 8;
    std::function<double(const QString&)> textWidth = [](const QString& text) {
        return 7.0 * static_cast<double>(text.size());
    };
};

/// One slot of one array of one format, and where it is drawn.
struct Slot {
    int format = 0, array = 0, index = 0;
    int nonzero = -1;
    bool padding = false;
    QRectF rect;
};

/// Where every format, array and slot stands; made once for a width, then only looked up.
struct SlotLayout {
    struct Heading {
        int format = 0;
        QRectF rect;
    };
    struct Label {
        int format = 0, array = 0;
        QRectF rect;
    };
    std::vector<Heading> headings;
    std::vector<Label> labels;
    std::vector<Slot> cells;
    QSizeF size;

    /// The slot under a pixel, or null.
    const Slot* slotAt(const QPointF& pixel) const;
    /// All slots, of all formats, that hold a nonzero.
    std::vector<const Slot*> slotsOf(int nonzero) const;
};

/// What a slot shows: whole numbers as they are, values in three digits, padding nothing.
QString slotText(const wire::LayoutArray& array, int index);

/// Formats under one another; `only` >= 0 draws that one alone. Arrays with a row length of their own (`columns`) keep it,
/// however wide that is; the others are wrapped at `width`.
SlotLayout layOut(const wire::Layout& document, double width, const SlotMetrics& metrics, int only = -1);

} // namespace warploom::ui
