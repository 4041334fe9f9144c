#pragma once

#include "engine/ordering/fill.h"
#include "engine/table.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace warploom::ui {

// Sentences and tables for the Matrix page.

/// Returns a sentence about how the row lengths affect a warp with one row per lane. `waiting` is the result of
/// waitingShare().
QString rowLengthReading(const MatrixStatistics& statistics, double waiting);
/// Returns a table of all statistics with descriptive names and the columns quantity, value and meaning. `fill` is
/// optional.
Table statisticsTable(const LoadedMatrix& matrix, double waiting,
                      const std::optional<ordering::FillFigures>& fill = std::nullopt);
/// Returns a table of the row length histogram with one row per bar. The columns are length_first, length_last and
/// rows.
Table histogramTable(const MatrixStatistics& statistics);
/// Returns the largest block size whose fill ratio is at least `fill`, or 1 if there is none.
int detectedBlock(const MatrixStatistics& statistics, double fill = 0.9);

} // namespace warploom::ui
