#pragma once

#include "engine/ordering/fill.h"
#include "engine/table.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace warploom::ui {

// The numbers of the Matrix page in words and tables.

/// One sentence on the row lengths and what they do to a warp whose lanes take a row each; `waiting` is
/// waitingShare() of the matrix.
QString rowLengthReading(const MatrixStatistics& statistics, double waiting);
/// Every statistic with its name in plain words: columns quantity, value, meaning. `fill` is that of the matrix, where
/// it was counted.
Table statisticsTable(const LoadedMatrix& matrix, double waiting,
                      const std::optional<ordering::FillFigures>& fill = std::nullopt);
/// Bars of the histogram of row lengths: columns length_first, length_last, rows.
Table histogramTable(const MatrixStatistics& statistics);
/// The largest block size whose blocks are at least this full, or 1 where none is.
int detectedBlock(const MatrixStatistics& statistics, double fill = 0.9);

} // namespace warploom::ui
