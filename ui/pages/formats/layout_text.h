#pragma once

#include "engine/table.h"
#include "engine/wire/layout.h"

#include <QString>

#include <vector>

namespace warploom::ui {

/// Columns format, status (ok or skipped), reason, footprint in bytes, relative to CSR, value slots, padding, padding in
/// percent of the value slots, conversion in ns. A refused format keeps its row.
Table footprintTable(const wire::Footprints& footprints);

/// "thread 37 of block 0: warp 1, lane 5"; several owners are joined, a dozen at most are named.
QString ownerText(const std::vector<wire::LayoutOwner>& owners);

} // namespace warploom::ui
