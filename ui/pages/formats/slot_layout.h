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

/// Dimensions for the layout of a storage format's arrays, in pixels.
struct SlotMetrics {
    double lineHeight = 16;
    double slotHeight = 20;
    double slotWidth = 24;
    double gap = 8;
    std::function<double(const QString&)> textWidth = [](const QString& text) {
        return 7.0 * static_cast<double>(text.size());
    };
};

/// Display options for the slots of a format. A more compact form is used if the arrays have more columns than fit.
struct SlotForm {
    int digits = 3;
    bool is_tight = false;    ///< whether to omit leading zeros and reduce the spacing
    bool names_above = false; ///< whether array names are above the arrays instead of to their left
};

/// A slot of an array and its position in the view.
struct Slot {
    int format = 0, array = 0, index = 0;
    int nonzero = -1;
    bool padding = false;
    QRectF rect;
};

/// Elements `index` and `index` + 1 of a pointer array such as row_pointer, which delimit the range with a nonzero.
struct PointerPlace {
    int array = 0, index = 0;
};
/// Returns the pointers, such as row_pointer[r], that delimit the range with a nonzero. Depending on the format, the
/// ranges are rows, columns, diagonals, slices or block rows.
std::vector<PointerPlace> pointersOf(const protocol::FormatLayout& format, int nonzero);

/// Positions of all formats, arrays and slots at a given width, in pixels.
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
    /// Display options of each format, in document order; empty if all formats use the default options.
    std::vector<SlotForm> forms;

    SlotForm formOf(int format) const {
        return format < static_cast<int>(forms.size()) ? forms[static_cast<std::size_t>(format)] : SlotForm();
    }
    /// Returns the slot at a pixel position, or null if there is none.
    const Slot* slotAt(const QPointF& pixel) const;
    /// Returns the slots of a nonzero in all formats.
    std::vector<const Slot*> slotsOf(int nonzero) const;
    /// Returns slot `index` of an array, or null if it is not shown.
    const Slot* slotOf(int format, int array, int index) const;
};

/// Returns the text of a slot: integers with all digits, values rounded to a few digits, and nothing for padding.
QString slotText(const protocol::LayoutArray& array, int index, const SlotForm& form = {});

/// Arranges the formats one below the other. If `only` is not negative, shows only the format with this index. If an
/// array has a fixed row length (`columns`), it is drawn in the least compact form that fits in `width`, or in the
/// default form if none fits. Other arrays are wrapped.
SlotLayout layOut(const protocol::Layout& document, double width, const SlotMetrics& metrics, int only = -1);

/// Returns the minimum width of a layout that does not require horizontal scrolling.
double leastWidth(const protocol::Layout& document, const SlotMetrics& metrics, int only = -1);

/// Arranges the formats side by side, and shows only the slots (array positions) around one nonzero. The layout
/// contains the slots of the nonzero and of the pointers that delimit its range, with `near` more slots on each side.
SlotLayout layOutAround(const protocol::Layout& document, int nonzero, double width, const SlotMetrics& metrics,
                        int near = 2);

/// Returns a table with the columns format, status (ok or skipped), reason, footprint in bytes, footprint relative to
/// CSR, number of stored values, padding, padding as a percentage of the stored values, and conversion time in ns.
/// Includes formats that cannot store the matrix.
Table footprintTable(const protocol::Footprints& footprints);

/// Returns a description of the threads that read a slot, such as "thread 37 of block 0: warp 1, lane 5". Lists at most
/// twelve threads.
QString ownerText(const std::vector<protocol::LayoutOwner>& owners);

/// Returns a description such as "CSR · 1,234 bytes · padding: 0 of 96 slots", or the reason why the format cannot
/// store the matrix. If `title` is empty, uses the ID of the format.
QString formatText(const protocol::FormatLayout& format, const QString& title);
/// Returns increasingly shorter variants of formatText().
QStringList shorterFormatTexts(const protocol::FormatLayout& format, const QString& title);

/// Returns a description such as "row 3, column 4, value 2.5 · csr-scalar: thread 3 of block 0: warp 0, lane 3". Row
/// and column refer to the whole matrix.
QString nonzeroText(const protocol::Layout& document, int nonzero, std::int64_t row, std::int64_t col);

} // namespace warploom::ui
