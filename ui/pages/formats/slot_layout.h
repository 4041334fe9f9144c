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

/// Lengths for the layout of arrays, in pixels.
struct SlotMetrics {
    double lineHeight = 16;
    double slotHeight = 20;
    double slotWidth = 24; ///< minimum width of a slot
    double gap = 8;
    std::function<double(const QString&)> textWidth = [](const QString& text) {
        return 7.0 * static_cast<double>(text.size());
    };
};

/// Display options for the slots of a format. Narrower forms are used if the arrays have more columns than fit.
struct SlotForm {
    int digits = 3;
    bool is_tight = false;    ///< no leading zero, less spacing
    bool names_above = false; ///< array names are above the arrays, not next to them
};

/// A slot of an array with its position in the view.
struct Slot {
    int format = 0, array = 0, index = 0;
    int nonzero = -1;
    bool padding = false;
    QRectF rect;
};

/// The entries `index` and `index` + 1 of a pointer array enclose the range that contains a nonzero.
struct PointerPlace {
    int array = 0, index = 0;
};
/// Returns the pointers, such as row_pointer[r], that enclose a nonzero's slot. Pointers can refer to rows, columns,
/// diagonals, slices, or block rows.
std::vector<PointerPlace> pointersOf(const protocol::FormatLayout& format, int nonzero);

/// Positions of all formats, arrays and slots for a given width.
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
    std::vector<SlotForm> forms; ///< in the order of the document; empty if all formats use the default

    SlotForm formOf(int format) const {
        return format < static_cast<int>(forms.size()) ? forms[static_cast<std::size_t>(format)] : SlotForm();
    }
    /// Returns the slot at a pixel, or null.
    const Slot* slotAt(const QPointF& pixel) const;
    /// Returns the slots of all formats that contain a nonzero.
    std::vector<const Slot*> slotsOf(int nonzero) const;
    /// Returns slot `index` of an array, or null if it is not shown.
    const Slot* slotOf(int format, int array, int index) const;
};

/// Returns the text of a slot: integers unchanged, values rounded to a few digits, nothing for padding.
QString slotText(const protocol::LayoutArray& array, int index, const SlotForm& form = {});

/// Arranges the formats below each other, or only the format `only` if it is not negative. Arrays with a fixed row
/// length (`columns`) keep it and use the widest form that fits into `width`, or the default form if none fits. Other
/// arrays are wrapped.
SlotLayout layOut(const protocol::Layout& document, double width, const SlotMetrics& metrics, int only = -1);

/// Returns the minimum width at which layOut() shows these arrays completely.
double leastWidth(const protocol::Layout& document, const SlotMetrics& metrics, int only = -1);

/// Arranges the formats side by side, with only the slots around one nonzero: `near` slots on each side of it and of
/// its pointers.
SlotLayout layOutAround(const protocol::Layout& document, int nonzero, double width, const SlotMetrics& metrics,
                        int near = 2);

/// Returns the columns format, status (ok or skipped), reason, footprint in bytes, footprint relative to CSR, value
/// slots, padding, padding as a percentage of value slots, and conversion in ns. Includes unsupported formats.
Table footprintTable(const protocol::Footprints& footprints);

/// Returns "thread 37 of block 0: warp 1, lane 5". Several owners are joined; at most a dozen are listed.
QString ownerText(const std::vector<protocol::LayoutOwner>& owners);

/// Returns "CSR · 1,234 bytes · 0 of 96 slots padding", or the reason why the format cannot store the matrix. `title`
/// is empty if only the id is known.
QString formatText(const protocol::FormatLayout& format, const QString& title);
/// Returns progressively shorter variants of formatText().
QStringList shorterFormatTexts(const protocol::FormatLayout& format, const QString& title);

/// Returns "row 3, column 4, value 2.5 · csr-scalar: thread 3 of block 0: warp 0, lane 3". Row and column refer to the
/// whole matrix.
QString nonzeroText(const protocol::Layout& document, int nonzero, std::int64_t row, std::int64_t col);

} // namespace warploom::ui
