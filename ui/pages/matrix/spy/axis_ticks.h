#pragma once

#include "ui/style/theme.h"

#include <QPainter>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// Whole numbers a reader likes (steps of 1, 2, 5, 10, ...) in begin <= n < end, at most `most` of them (at least one
/// where a whole number is in the range).
std::vector<std::int64_t> niceTicks(double begin, double end, int most);

/// The next of 1, 2, 5, 10, 20, ... not under `value` (at least 1).
std::int64_t niceCeiling(double value);

/// The same in finer steps (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, ...): where an axis ends that begins at zero.
std::int64_t niceLimit(double value);

/// 1, 10, 100, ... up to `limit`, at most `most` of them, evenly apart: for a logarithmic axis.
std::vector<std::int64_t> powersOfTen(std::int64_t limit, int most);

/// Draws ticks and labels beside `area`, one for each nice number of the axis; `begin` and `end` are the numbers at the
/// ends of the area. For the vertical axis the labels stand left of `area`, for the horizontal one above it. A label
/// stands at the middle of its row (or column) once rows are wide enough to be told apart.
void drawAxis(QPainter& painter, const QRectF& area, Qt::Orientation orientation, double begin, double end,
              std::int64_t count, const Colours& colours, double tickLength);

} // namespace warploom::ui
