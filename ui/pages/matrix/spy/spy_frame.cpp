#include "ui/pages/matrix/spy/spy_frame.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

// Beyond this ratio of the sides a matrix drawn with square cells would be a hair line.
constexpr double mostSquare = 4.0;

double clampedOffset(double offset, double count, double visible) {
    if (visible >= count) return (count - visible) / 2; // smaller than the canvas: in its middle
    return std::clamp(offset, 0.0, count - visible);
}

} // namespace

SpyFrame::SpyFrame(std::int64_t rows, std::int64_t cols, const QSizeF& canvas, double scale)
    : rows_(rows), cols_(cols), canvas_(canvas), scale_(scale) {
    fit();
}

double SpyFrame::fitHeight() const {
    const double vertical = canvas_.height() / static_cast<double>(rows_);
    const double horizontal = canvas_.width() / static_cast<double>(cols_);
    if (std::max(vertical, horizontal) > mostSquare * std::min(vertical, horizontal)) return vertical;
    return std::min(vertical, horizontal);
}

double SpyFrame::fitWidth() const {
    const double vertical = canvas_.height() / static_cast<double>(rows_);
    const double horizontal = canvas_.width() / static_cast<double>(cols_);
    if (std::max(vertical, horizontal) > mostSquare * std::min(vertical, horizontal)) return horizontal;
    return std::min(vertical, horizontal);
}

bool SpyFrame::isFit() const {
    if (isEmpty()) return true;
    return rowHeight_ <= fitHeight() * (1 + 1e-9) && colWidth_ <= fitWidth() * (1 + 1e-9);
}

void SpyFrame::fit() {
    if (isEmpty()) return;
    rowHeight_ = fitHeight();
    colWidth_ = fitWidth();
    clamp();
}

void SpyFrame::clamp() {
    if (isEmpty()) return;
    const double height = fitHeight(), width = fitWidth();
    rowHeight_ = std::clamp(rowHeight_, height, std::max(height, cellLimit()));
    colWidth_ = std::clamp(colWidth_, width, std::max(width, cellLimit()));
    top_ = clampedOffset(top_, static_cast<double>(rows_), canvas_.height() / rowHeight_);
    left_ = clampedOffset(left_, static_cast<double>(cols_), canvas_.width() / colWidth_);
}

void SpyFrame::zoom(double factor, const QPointF& anchor) {
    if (isEmpty() || !(factor > 0)) return;
    const double row = rowAt(anchor.y()), col = colAt(anchor.x());
    rowHeight_ *= factor;
    colWidth_ *= factor;
    clamp();
    top_ = row - anchor.y() / rowHeight_;
    left_ = col - anchor.x() / colWidth_;
    clamp();
}

void SpyFrame::pan(const QPointF& pixels) {
    if (isEmpty()) return;
    top_ -= pixels.y() / rowHeight_;
    left_ -= pixels.x() / colWidth_;
    clamp();
}

void SpyFrame::show(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd) {
    if (isEmpty() || rowEnd <= rowBegin || colEnd <= colBegin) return;
    fit();
    const double factor = std::min(canvas_.height() / (rowHeight_ * static_cast<double>(rowEnd - rowBegin)),
                                   canvas_.width() / (colWidth_ * static_cast<double>(colEnd - colBegin)));
    rowHeight_ *= factor;
    colWidth_ *= factor;
    clamp();
    top_ = static_cast<double>(rowBegin + rowEnd) / 2 - canvas_.height() / rowHeight_ / 2;
    left_ = static_cast<double>(colBegin + colEnd) / 2 - canvas_.width() / colWidth_ / 2;
    clamp();
}

void SpyFrame::resize(const QSizeF& canvas) {
    const bool whole = isFit();
    canvas_ = canvas;
    if (whole) fit();
    else clamp();
}

std::int64_t SpyFrame::rowUnder(double y) const {
    const double row = std::floor(rowAt(y));
    return isEmpty() || row < 0 || row >= static_cast<double>(rows_) ? -1 : static_cast<std::int64_t>(row);
}

std::int64_t SpyFrame::colUnder(double x) const {
    const double col = std::floor(colAt(x));
    return isEmpty() || col < 0 || col >= static_cast<double>(cols_) ? -1 : static_cast<std::int64_t>(col);
}

std::int64_t SpyFrame::firstRow() const {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(rowAt(0))), 0, rows_);
}
std::int64_t SpyFrame::lastRow() const {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(rowAt(canvas_.height()))), 0, rows_);
}
std::int64_t SpyFrame::firstCol() const {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(colAt(0))), 0, cols_);
}
std::int64_t SpyFrame::lastCol() const {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(colAt(canvas_.width()))), 0, cols_);
}

QRectF SpyFrame::cellsRect(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin,
                           std::int64_t colEnd) const {
    const double x = xOfCol(static_cast<double>(colBegin)), y = yOfRow(static_cast<double>(rowBegin));
    return {x, y, xOfCol(static_cast<double>(colEnd)) - x, yOfRow(static_cast<double>(rowEnd)) - y};
}

} // namespace warploom::ui
