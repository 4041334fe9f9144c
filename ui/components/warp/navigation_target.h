#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::ui {

/// A step of a trace that another page has requested to show.
struct NavigationTarget {
    QString matrix, kernel;
    QString operation = QStringLiteral("spmv");
    int block = 0;                  ///< threads per block
    std::optional<WarpChoice> warp; ///< if empty, use the warp that processes `row`
    std::int64_t row = -1;
    std::optional<int> step; ///< if empty, use the first step at `line`
    int line = 0;
    int section = -1;  ///< if `array` is set, use the first step after this many barriers that accesses the array
    std::string array; ///< may be empty
};

} // namespace warploom::ui
