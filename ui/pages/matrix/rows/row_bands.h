#pragma once

#include "ui/session/row_selection.h"

#include <QColor>
#include <QPainter>
#include <QRectF>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

/// Lays a veil over selected rows of a picture that shows [begin, end) along `along` pixels; a row is never thinner than
/// two pixels. `place(at, thick)` is the painter's rectangle for a stretch of that axis.
template <class Place>
void paintRowBands(QPainter& painter, const RowSelection& rows, double begin, double end, double along,
                   const QColor& colour, Place&& place) {
    if (rows.isEmpty() || end <= begin) return;
    QColor veil = colour;
    veil.setAlphaF(0.28F);
    const double per_pixel = (end - begin) / along;
    double from = -1;
    const int pixels = static_cast<int>(std::ceil(along));
    for (int p = 0; p <= pixels; ++p) {
        const auto first = static_cast<std::int64_t>(std::floor(begin + per_pixel * p));
        const auto last = std::max(first, static_cast<std::int64_t>(std::ceil(begin + per_pixel * (p + 1))) - 1);
        const bool is = p < pixels && rows.meets(first, last);
        if (is && from < 0) from = p;
        if (!is && from >= 0) {
            painter.fillRect(place(from, std::max(2.0, p - from)), veil);
            from = -1;
        }
    }
}

} // namespace warploom::ui
