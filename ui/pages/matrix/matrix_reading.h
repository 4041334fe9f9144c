#pragma once

#include "engine/ordering/fill.h"
#include "engine/table.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace warploom::ui {

// Texts and tables of the Matrix page.

/// Returns a sentence about the row lengths and their effect on a warp with one row per lane. `waiting` is the result
/// of waitingShare().
QString rowLengthReading(const MatrixStatistics& statistics, double waiting);
/// Returns all statistics with descriptive names: columns quantity, value, meaning. `fill` is optional.
Table statisticsTable(const LoadedMatrix& matrix, double waiting,
                      const std::optional<ordering::FillFigures>& fill = std::nullopt);
/// Returns the bars of the histogram of row lengths: columns length_first, length_last, rows.
Table histogramTable(const MatrixStatistics& statistics);
/// Returns the largest block size with at least this fill ratio, or 1 if there is none.
int detectedBlock(const MatrixStatistics& statistics, double fill = 0.9);

} // namespace warploom::ui
