#pragma once

#include "ui/style/theme.h"

#include <QPainter>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// Returns round numbers (with steps of 1, 2, 5, 10, ...) in begin <= n < end: at most `most`, and at least one if the
/// range contains an integer.
std::vector<std::int64_t> niceTicks(double begin, double end, int most);

/// Rounds up to the next of 1, 2, 5, 10, 20, ... (at least 1).
std::int64_t niceCeiling(double value);

/// Rounds up in finer steps (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, ...), for the end of an axis that starts at zero.
std::int64_t niceLimit(double value);

/// Returns 1, 10, 100, ... up to `limit` for a logarithmic axis: at most `most` evenly spaced values.
std::vector<std::int64_t> powersOfTen(std::int64_t limit, int most);

/// Draws ticks and labels for round numbers next to `area`: on the left for a vertical axis, or above for a horizontal
/// one. `begin` and `end` are the values at the ends of the area. Labels are centered on their row or column if it is
/// wide enough.
void drawAxis(QPainter& painter, const QRectF& area, Qt::Orientation orientation, double begin, double end,
              std::int64_t count, const Colours& colours, double tickLength);

} // namespace warploom::ui
