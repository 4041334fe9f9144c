#include "ui/components/spy/spy_painting.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

const std::int32_t* columnsFrom(const CsrMatrix& m, std::int64_t row, std::int64_t col) {
    const auto* begin = m.column.data() + m.row_pointer[row];
    const auto* end = m.column.data() + m.row_pointer[row + 1];
    return std::lower_bound(begin, end, col, [](std::int32_t a, std::int64_t b) { return a < b; });
}

bool isZero(const CsrMatrix& m, std::size_t entry) {
    return m.value[entry] == 0 && (m.imaginary.empty() || m.imaginary[entry] == 0);
}

QString entryText(const CsrMatrix& m, std::size_t entry, int digits) {
    const QString real = valueText(m.value[entry], digits);
    if (m.imaginary.empty()) return real;
    const double imaginary = m.imaginary[entry];
    return real + (imaginary < 0 ? QStringLiteral("−") : QStringLiteral("+")) + valueText(std::abs(imaginary), digits) +
           QLatin1Char('i');
}

MatrixWindow clipped(const CsrMatrix& m, const MatrixWindow& w) {
    return {std::max<std::int64_t>(w.row_begin, 0), std::min(w.row_end, m.rows), std::max<std::int64_t>(w.col_begin, 0),
            std::min(w.col_end, m.cols)};
}

// Draws only the visible part, because the painter's fixed-point coordinates are limited to 32767 pixels.
void drawSeenPart(QPainter& painter, const SpyFrame& frame, const SpyImage& spy) {
    const MatrixWindow& w = spy.grid.window;
    const QRectF target = frame.cellsRect(w.row_begin, w.row_end, w.col_begin, w.col_end);
    const QRectF seen = target & QRectF(QPointF(0, 0), frame.canvas());
    if (seen.isEmpty() || target.isEmpty()) return;
    const double sx = spy.image.width() / target.width(), sy = spy.image.height() / target.height();
    if (seen == target) painter.drawImage(target, spy.image);
    else
        painter.drawImage(seen, spy.image,
                          QRectF((seen.left() - target.left()) * sx, (seen.top() - target.top()) * sy,
                                 seen.width() * sx, seen.height() * sy));
}

void drawCells(QPainter& painter, const SpyFrame& frame, const CsrMatrix& m, const Colours& colours) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const bool printed = valuesVisible(frame, metrics);
    const QColor full = DensityScale(colours, 1).at(0);
    const double gap = printed ? 1.0 : 0.5;
    const QColor tint = pale(full, 0.14F);
    for (std::int64_t row = frame.firstRow(); row < frame.lastRow(); ++row) {
        const auto* entry = columnsFrom(m, row, frame.firstCol());
        const auto* end = m.column.data() + m.row_pointer[row + 1];
        for (; entry != end && *entry < frame.lastCol(); ++entry) {
            const auto index = static_cast<std::size_t>(entry - m.column.data());
            const QRectF cell = frame.cellsRect(row, row + 1, *entry, *entry + 1).adjusted(gap, gap, -gap, -gap);
            if (isZero(m, index)) { // mark an explicit zero with an outline and a diagonal line
                paintBox(painter, cell.adjusted(0.5, 0.5, -0.5, -0.5), QPen(colours.wrong, 1.5));
                if (!printed) painter.drawLine(cell.bottomLeft(), cell.topRight());
            } else if (printed) {
                paintBox(painter, cell.adjusted(0.5, 0.5, -0.5, -0.5), QPen(full, 1), tint);
            } else {
                painter.fillRect(cell, full);
            }
            if (!printed) continue;
            QString text;
            for (int digits = 4; digits >= 1; --digits) {
                text = entryText(m, index, digits);
                if (metrics.horizontalAdvance(text) <= cell.width() - 4) break;
            }
            paintText(painter, colours.text, cell, Qt::AlignCenter,
                      metrics.elidedText(text, Qt::ElideRight, cell.width() - 2));
        }
    }
}

QString range(std::int64_t begin, std::int64_t end) {
    return end - begin == 1 ? shortCount(begin) : QStringLiteral("%1–%2").arg(shortCount(begin), shortCount(end - 1));
}

} // namespace

std::optional<double> storedValue(const CsrMatrix& m, std::int64_t row, std::int64_t col) {
    if (row < 0 || row >= m.rows || col < 0 || col >= m.cols) return {};
    const auto* entry = columnsFrom(m, row, col);
    const auto* end = m.column.data() + m.row_pointer[row + 1];
    if (entry == end || *entry != col) return {};
    return m.value[entry - m.column.data()];
}

HoveredNonzero firstNonzeroIn(const CsrMatrix& m, const MatrixWindow& window) {
    const MatrixWindow w = clipped(m, window);
    for (std::int64_t row = w.row_begin; row < w.row_end; ++row) {
        const auto* entry = columnsFrom(m, row, w.col_begin);
        const auto* end = m.column.data() + m.row_pointer[row + 1];
        if (entry != end && *entry < w.col_end) return {row, *entry};
    }
    return {};
}

std::int64_t nonzerosIn(const CsrMatrix& m, const MatrixWindow& window) {
    const MatrixWindow w = clipped(m, window);
    std::int64_t count = 0;
    for (std::int64_t row = w.row_begin; row < w.row_end && w.col_begin < w.col_end; ++row)
        count += columnsFrom(m, row, w.col_end) - columnsFrom(m, row, w.col_begin);
    return count;
}

bool cellsVisible(const SpyFrame& frame) { return std::min(frame.rowHeight(), frame.colWidth()) >= cellsFrom; }

bool valuesVisible(const SpyFrame& frame, const QFontMetricsF& metrics) {
    return frame.rowHeight() >= metrics.height() * 1.3 &&
           frame.colWidth() >= metrics.horizontalAdvance(QStringLiteral("-0.00")) + 8;
}

void paintSpy(QPainter& painter, const SpyFrame& frame, const CsrMatrix& matrix, const SpyImage* detail,
              const SpyImage* overview, const Colours& colours) {
    const QRectF canvas(QPointF(0, 0), frame.canvas());
    painter.fillRect(canvas, colours.surface);
    if (frame.isEmpty()) return;
    painter.fillRect(frame.matrixRect() & canvas, colours.canvas);
    painter.save();
    painter.setClipRect(canvas, Qt::IntersectClip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    if (cellsVisible(frame)) {
        drawCells(painter, frame, matrix, colours);
    } else {
        QRectF covered;
        if (detail) {
            const MatrixWindow& w = detail->grid.window;
            covered = frame.cellsRect(w.row_begin, w.row_end, w.col_begin, w.col_end) & canvas;
        }
        const QRectF needed = frame.matrixRect() & canvas;
        if (overview && !covered.contains(needed)) {
            painter.save();
            painter.setClipRegion(QRegion(needed.toAlignedRect()) - QRegion(covered.toRect()), Qt::IntersectClip);
            drawSeenPart(painter, frame, *overview);
            painter.restore();
        }
        if (detail) drawSeenPart(painter, frame, *detail);
    }
    painter.setPen(QPen(colours.outline, 1));
    painter.setBrush(Qt::NoBrush);
    const QRectF border = frame.matrixRect() & canvas.adjusted(-2, -2, 2, 2);
    painter.drawRect(
        border.adjusted(0, 0, border.right() >= canvas.right() ? -1 : 0, border.bottom() >= canvas.bottom() ? -1 : 0));
    painter.restore();
}

QString legendUnit(const SpyImage& image) {
    const auto plain = [](double cells) { return shortCount(std::round(cells)); };
    if (image.rowsPerCell < 1.05 && image.colsPerCell < 1.05) return Text::tr("one matrix element per cell");
    return Text::tr("nonzeros per cell (about %1 × %2 elements each)")
        .arg(plain(image.rowsPerCell), plain(image.colsPerCell));
}

void paintLegend(QPainter& painter, const QRectF& area, const SpyImage& image, const Colours& colours) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const DensityScale scale(colours, image.cap);
    const double bar = std::max(6.0, metrics.height() * 0.7);
    const QString one = QStringLiteral("1"), most = shortCount(static_cast<std::int64_t>(image.cap)),
                  unit = legendUnit(image);
    const double gap = metrics.averageCharWidth();
    double x = area.left();
    const double baseline = area.center().y() + metrics.ascent() / 2 - metrics.descent() / 2;
    const auto write = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QPointF(x, baseline), text);
        x += metrics.horizontalAdvance(text) + gap;
    };
    const double strip = std::clamp(area.width() * 0.22, bar * 2, bar * 9);
    if (image.cap <= 1) {
        painter.fillRect(QRectF(x, area.center().y() - bar / 2, bar, bar), scale.at(0));
        x += bar + gap;
        write(Text::tr("one nonzero"), colours.text);
    } else {
        write(one, colours.text);
        QLinearGradient gradient(x, 0, x + strip, 0);
        for (int i = 0; i <= 10; ++i) gradient.setColorAt(i / 10.0, scale.at(i / 10.0));
        painter.fillRect(QRectF(x, area.center().y() - bar / 2, strip, bar), gradient);
        x += strip + gap;
        write(most, colours.text);
    }
    write(metrics.elidedText(unit, Qt::ElideRight, std::max(0.0, area.right() - x)), colours.muted);
}

std::optional<MatrixWindow> cellsUnder(const SpyFrame& frame, const QPointF& pixel) {
    const std::int64_t row = frame.rowUnder(pixel.y()), col = frame.colUnder(pixel.x());
    if (row < 0 || col < 0) return {};
    const double y = std::floor(pixel.y()), x = std::floor(pixel.x());
    MatrixWindow window{row, row + 1, col, col + 1};
    if (frame.rowHeight() < 1) {
        window.row_begin = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(frame.rowAt(y))));
        window.row_end = std::min(frame.rows(), static_cast<std::int64_t>(std::ceil(frame.rowAt(y + 1))));
    }
    if (frame.colWidth() < 1) {
        window.col_begin = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(frame.colAt(x))));
        window.col_end = std::min(frame.cols(), static_cast<std::int64_t>(std::ceil(frame.colAt(x + 1))));
    }
    return window;
}

QString describePixel(const SpyFrame& frame, const CsrMatrix& matrix, const QPointF& pixel,
                      const DensityPyramid* pyramid) {
    const auto cells = cellsUnder(frame, pixel);
    if (!cells) return {};
    const std::int64_t high = cells->row_end - cells->row_begin, wide = cells->col_end - cells->col_begin;
    if (high == 1 && wide == 1) {
        const auto value = storedValue(matrix, cells->row_begin, cells->col_begin);
        const QString place =
            Text::tr("row %1 · column %2").arg(shortCount(cells->row_begin), shortCount(cells->col_begin));
        const std::int64_t length = matrix.row_length(cells->row_begin);
        const QString row = Text::tr("%1 nonzeros in this row", nullptr, pluralOf(length)).arg(shortCount(length));
        if (!value) return Text::tr("%1 · no stored entry · %2").arg(place, row);
        const auto index =
            static_cast<std::size_t>(columnsFrom(matrix, cells->row_begin, cells->col_begin) - matrix.column.data());
        if (isZero(matrix, index)) return Text::tr("%1 · explicit zero (stored) · %2").arg(place, row);
        return Text::tr("%1 · value %2 · %3").arg(place, entryText(matrix, index, 6), row);
    }
    const bool is_counted = pyramid == nullptr || pyramid->is_exact(*cells, 1, 1);
    const std::int64_t count = is_counted ? nonzerosIn(matrix, *cells) : pyramid->count(*cells, 1, 1).count.front();
    const double density = static_cast<double>(count) / (static_cast<double>(high) * static_cast<double>(wide));
    const QString pattern =
        is_counted ? Text::tr("rows %1 · columns %2 · %3 nonzeros, density %4%", nullptr, pluralOf(count))
                   : Text::tr("rows %1 · columns %2 · about %3 nonzeros, density %4%", nullptr, pluralOf(count));
    return pattern.arg(range(cells->row_begin, cells->row_end), range(cells->col_begin, cells->col_end),
                       shortCount(count), QLocale().toString(density * 100, 'g', 3));
}

} // namespace warploom::ui
