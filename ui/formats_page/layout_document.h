#pragma once

#include "engine/table.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace warploom::ui {

// The worker's answers to `layout` and `footprints` (docs/protocol.md) as plain structs.

struct LayoutNonzero {
    std::int64_t row = 0, col = 0; ///< within the window
    double value = 0;
};

/// One array of a format, slot by slot.
struct LayoutArray {
    QString name, element;                     ///< as in the kernel; "int", "float" or "double"
    std::vector<std::optional<double>> values; ///< empty: nothing that counts (padding)
    std::vector<int>
        nonzero;     ///< which nonzero stands in the slot, -1: padding; empty where slots are no entries (pointers)
    int columns = 0; ///< slots in one drawn row; 0: as many as fit

    bool holdsEntries() const { return !nonzero.empty(); }
};

struct FormatLayout {
    QString format, reason; ///< reason: why it was refused, else empty
    std::int64_t bytes = 0, value_slots = 0, padding = 0;
    std::vector<LayoutArray> arrays;
};

/// The thread that read a nonzero.
struct LayoutOwner {
    int block = 0, thread = 0, warp = 0, lane = 0;
};

struct LayoutDocument {
    std::int64_t rows = 0, cols = 0;
    std::vector<LayoutNonzero> nonzeros; ///< in row order
    std::vector<FormatLayout> formats;
    QString kernel;       ///< whose owners these are; empty where the kernel tells none
    QString owner_reason; ///< why it tells none
    int block = 0;
    std::vector<std::vector<LayoutOwner>> owners; ///< one list for each nonzero; may be empty lists

    /// The number of the nonzero at a place of the window, or -1.
    int nonzeroAt(std::int64_t row, std::int64_t col) const;
};

/// Throws Error("layout.malformed") whose sentence names the field that is missing or wrong.
LayoutDocument parseLayout(const QJsonObject& object);

struct Footprint {
    QString format, reason;
    std::int64_t bytes = 0, value_slots = 0, padding = 0;
    double conversion_ns = 0;
};
struct FootprintDocument {
    std::int64_t csr_bytes = 0;
    std::vector<Footprint> formats;
};
/// Throws Error("layout.malformed").
FootprintDocument parseFootprints(const QJsonObject& object);
/// Columns format, status (ok or skipped), reason, footprint in bytes, relative to CSR, value slots, padding, padding in
/// percent of the value slots, conversion in ns. A refused format keeps its row.
Table footprintTable(const FootprintDocument& document);

/// "thread 37 of block 0: warp 1, lane 5"; several owners are joined, a dozen at most are named.
QString ownerText(const std::vector<LayoutOwner>& owners);

} // namespace warploom::ui
