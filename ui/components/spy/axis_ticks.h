#pragma once

#include "ui/style/theme.h"

#include <QPainter>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// Returns the tick positions in [begin, end), which are the multiples of a spacing such as 1, 2, 5 or 10. Returns at
/// most `most` positions, and at least one if the range contains an integer.
std::vector<std::int64_t> niceTicks(double begin, double end, int most);

/// Rounds up to the next value in 1, 2, 5, 10, 20, and so on; returns at least 1.
std::int64_t niceCeiling(double value);

/// Rounds up to the next value in 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, and so on. Use this function for the upper end of
/// an axis that starts at zero.
std::int64_t niceLimit(double value);

/// Returns at most `most` evenly spaced powers of ten up to `limit`, for a logarithmic axis.
std::vector<std::int64_t> powersOfTen(std::int64_t limit, int most);

/// Draws ticks and labels at round numbers next to `area`: on the left for a vertical axis, or on top for a horizontal
/// axis. `begin` and `end` are the values at the ends of the axis. A label is centered on its row or column if there is
/// enough room.
void drawAxis(QPainter& painter, const QRectF& area, Qt::Orientation orientation, double begin, double end,
              std::int64_t count, const Colours& colours, double tickLength);

} // namespace warploom::ui
