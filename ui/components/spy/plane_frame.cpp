#include "ui/components/spy/plane_frame.h"

#include <algorithm>

namespace warploom::ui {

namespace {
// Maximum zoom factor. At this factor, even a single pipe is visible in a network of ten thousand pipes.
constexpr double mostZoom = 2000;
} // namespace

PlaneFrame::PlaneFrame(const QRectF& bounds, const QSizeF& canvas, double margin)
    : bounds_(bounds), canvas_(canvas), margin_(margin) {
    // Extend the area if all points coincide or lie on a line. Otherwise, the scale would be infinite.
    const double least = std::max({bounds_.width(), bounds_.height(), 1e-9}) * 1e-3;
    if (bounds_.width() < least) bounds_.adjust(-least, 0, least, 0);
    if (bounds_.height() < least) bounds_.adjust(0, -least, 0, least);
    fit();
}

double PlaneFrame::fitScale() const {
    const double wide = std::max(1.0, canvas_.width() - 2 * margin_);
    const double high = std::max(1.0, canvas_.height() - 2 * margin_);
    return std::min(wide / bounds_.width(), high / bounds_.height());
}

bool PlaneFrame::isFit() const { return isEmpty() || scale_ <= fitScale() * (1 + 1e-9); }

QRectF PlaneFrame::seen() const {
    const QPointF low = toPlane(QPointF(0, canvas_.height())), high = toPlane(QPointF(canvas_.width(), 0));
    return QRectF(low, high);
}

void PlaneFrame::fit() {
    if (isEmpty()) return;
    scale_ = fitScale();
    centre_ = bounds_.center();
}

void PlaneFrame::clamp() {
    const double least = fitScale();
    scale_ = std::clamp(scale_, least, least * mostZoom);
    // Keep the center of the canvas within the content. If all of the content fits, show it completely.
    const double free_x = std::max(0.0, bounds_.width() - (canvas_.width() - 2 * margin_) / scale_) / 2;
    const double free_y = std::max(0.0, bounds_.height() - (canvas_.height() - 2 * margin_) / scale_) / 2;
    centre_.setX(std::clamp(centre_.x(), bounds_.center().x() - free_x, bounds_.center().x() + free_x));
    centre_.setY(std::clamp(centre_.y(), bounds_.center().y() - free_y, bounds_.center().y() + free_y));
}

void PlaneFrame::zoom(double factor, const QPointF& anchor) {
    if (isEmpty() || !(factor > 0)) return;
    const QPointF held = toPlane(anchor);
    scale_ *= factor;
    clamp();
    const QPointF now = toPlane(anchor);
    centre_ += held - now;
    clamp();
}

void PlaneFrame::pan(const QPointF& pixels) {
    if (isEmpty()) return;
    centre_ += QPointF(-pixels.x() / scale_, pixels.y() / scale_);
    clamp();
}

void PlaneFrame::resize(const QSizeF& canvas) {
    const bool whole = isFit();
    canvas_ = canvas;
    if (isEmpty()) return;
    if (whole) fit();
    else clamp();
}

} // namespace warploom::ui
