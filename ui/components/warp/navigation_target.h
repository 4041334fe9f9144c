#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::ui {

/// A step in the trace of a warp that another page asks the Warp page to show.
struct NavigationTarget {
    QString matrix, kernel;
    QString operation = QStringLiteral("spmv");
    int block = 0;
    std::optional<WarpChoice> warp; ///< warp to show; if empty, the warp that processes `row`
    std::int64_t row = -1;
    std::optional<int> step; ///< step to show; if empty, the first step at the source line `line`
    int line = 0;
    /// Number of barriers before the step to show. The step is the first one after these barriers that accesses
    /// `array`.
    int section = -1;
    std::string array; ///< name of the array that the step accesses; empty for any array
};

} // namespace warploom::ui
