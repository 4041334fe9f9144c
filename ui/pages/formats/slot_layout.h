#pragma once

#include "engine/protocol/messages/layout.h"
#include "engine/table.h"

#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <cstdint>
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

/// How the slots of a format are drawn: as they are, or narrower, where its arrays have more columns than there is room
/// for.
struct SlotForm {
    int digits = 3;
    bool is_tight = false;    ///< no zero before the point, less air
    bool names_above = false; ///< arrays stand below their names, not beside them
};

/// One slot of one array of one format, and where it is drawn.
struct Slot {
    int format = 0, array = 0, index = 0;
    int nonzero = -1;
    bool padding = false;
    QRectF rect;
};

/// Between `index` and the slot behind it a pointer array has the stretch that a nonzero stands in.
struct PointerPlace {
    int array = 0, index = 0;
};
/// row_pointer[r] and its like (of columns, diagonals, slices, rows of blocks), for a nonzero of a format: those of its
/// pointer arrays whose stretch holds the nonzero's slot.
std::vector<PointerPlace> pointersOf(const protocol::FormatLayout& format, int nonzero);

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
    std::vector<SlotForm> forms; ///< of the formats, in the document's order; empty: all as they are

    SlotForm formOf(int format) const {
        return format < static_cast<int>(forms.size()) ? forms[static_cast<std::size_t>(format)] : SlotForm();
    }
    /// The slot under a pixel, or null.
    const Slot* slotAt(const QPointF& pixel) const;
    /// All slots, of all formats, that hold a nonzero.
    std::vector<const Slot*> slotsOf(int nonzero) const;
    /// Slot `index` of an array, or null where it is not drawn.
    const Slot* slotOf(int format, int array, int index) const;
};

/// Returns the text of a slot: integers unchanged, values rounded to a few digits, nothing for padding.
QString slotText(const protocol::LayoutArray& array, int index, const SlotForm& form = {});

/// Formats under one another; `only` >= 0 draws that one alone. Arrays with a row length of their own (`columns`) keep
/// it, in the widest form that fits into `width`, or as they are where none does; the others are wrapped.
SlotLayout layOut(const protocol::Layout& document, double width, const SlotMetrics& metrics, int only = -1);

/// The width that layOut() needs at least to show such arrays whole.
double leastWidth(const protocol::Layout& document, const SlotMetrics& metrics, int only = -1);

/// Of each format only what stands around one nonzero, `near` slots to either side of it and of its pointers; formats
/// side by side.
SlotLayout layOutAround(const protocol::Layout& document, int nonzero, double width, const SlotMetrics& metrics,
                        int near = 2);

/// Columns format, status (ok or skipped), reason, footprint in bytes, relative to CSR, value slots, padding, padding
/// in percent of the value slots, conversion in ns. A refused format keeps its row.
Table footprintTable(const protocol::Footprints& footprints);

/// "thread 37 of block 0: warp 1, lane 5"; several owners are joined, a dozen at most are named.
QString ownerText(const std::vector<protocol::LayoutOwner>& owners);

/// "CSR · 1,234 bytes · 0 of 96 slots padding", or why the format refuses. `title`: empty where only the id is known.
QString formatText(const protocol::FormatLayout& format, const QString& title);
/// The same with less and less in it, for where that does not fit.
QStringList shorterFormatTexts(const protocol::FormatLayout& format, const QString& title);

/// "row 3, column 4, value 2.5 · csr-scalar: thread 3 of block 0: warp 0, lane 3"; row and column are those of the
/// matrix.
QString nonzeroText(const protocol::Layout& document, int nonzero, std::int64_t row, std::int64_t col);

} // namespace warploom::ui
