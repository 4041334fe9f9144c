#include "ui/components/spy/spy_frame.h"

namespace warploom::ui {

namespace {

// Maximum aspect ratio of a matrix that is drawn with square cells. A longer matrix would be only a thin line.
constexpr double mostSquare = 4.0;

} // namespace

SpyFrame::SpyFrame(std::int64_t rows, std::int64_t cols, const QSizeF& canvas, double scale)
    : rows_{rows, canvas.height()}, cols_{cols, canvas.width()}, scale_(scale) {
    fit();
}

double SpyFrame::fitted(const Side& side) const {
    const double vertical = rows_.canvas / static_cast<double>(rows_.count);
    const double horizontal = cols_.canvas / static_cast<double>(cols_.count);
    if (std::max(vertical, horizontal) > mostSquare * std::min(vertical, horizontal))
        return side.canvas / static_cast<double>(side.count);
    return std::min(vertical, horizontal);
}

bool SpyFrame::isFit() const {
    if (isEmpty()) return true;
    return rows_.size <= fitted(rows_) * (1 + 1e-9) && cols_.size <= fitted(cols_) * (1 + 1e-9);
}

void SpyFrame::fit() {
    if (isEmpty()) return;
    for (Side* side : {&rows_, &cols_}) side->size = fitted(*side);
    clamp();
}

void SpyFrame::clamp() {
    if (isEmpty()) return;
    for (Side* side : {&rows_, &cols_}) {
        const double least = fitted(*side);
        side->size = std::clamp(side->size, least, std::max(least, largestCell * scale_));
        const double visible = side->canvas / side->size, count = static_cast<double>(side->count);
        // Center a matrix that is smaller than the canvas.
        side->first = visible >= count ? (count - visible) / 2 : std::clamp(side->first, 0.0, count - visible);
    }
}

void SpyFrame::grow(double factor, double row, double y, double col, double x) {
    rows_.size *= factor;
    cols_.size *= factor;
    clamp();
    rows_.first = row - y / rows_.size;
    cols_.first = col - x / cols_.size;
    clamp();
}

void SpyFrame::zoom(double factor, const QPointF& anchor) {
    if (isEmpty() || !(factor > 0)) return;
    grow(factor, rowAt(anchor.y()), anchor.y(), colAt(anchor.x()), anchor.x());
}

void SpyFrame::pan(const QPointF& pixels) {
    if (isEmpty()) return;
    rows_.first -= pixels.y() / rows_.size;
    cols_.first -= pixels.x() / cols_.size;
    clamp();
}

void SpyFrame::show(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd) {
    if (isEmpty() || rowEnd <= rowBegin || colEnd <= colBegin) return;
    fit();
    const double factor = std::min(rows_.canvas / (rows_.size * static_cast<double>(rowEnd - rowBegin)),
                                   cols_.canvas / (cols_.size * static_cast<double>(colEnd - colBegin)));
    grow(factor, static_cast<double>(rowBegin + rowEnd) / 2, rows_.canvas / 2,
         static_cast<double>(colBegin + colEnd) / 2, cols_.canvas / 2);
}

void SpyFrame::resize(const QSizeF& canvas) {
    const bool whole = isFit();
    rows_.canvas = canvas.height();
    cols_.canvas = canvas.width();
    if (whole) fit();
    else clamp();
}

std::int64_t SpyFrame::under(const Side& side, double pixel) const {
    const double place = std::floor(side.at(pixel));
    return isEmpty() || place < 0 || place >= static_cast<double>(side.count) ? -1 : static_cast<std::int64_t>(place);
}

QRectF SpyFrame::cellsRect(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin,
                           std::int64_t colEnd) const {
    const double x = xOfCol(static_cast<double>(colBegin)), y = yOfRow(static_cast<double>(rowBegin));
    return {x, y, xOfCol(static_cast<double>(colEnd)) - x, yOfRow(static_cast<double>(rowEnd)) - y};
}

} // namespace warploom::ui
