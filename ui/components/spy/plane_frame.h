#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace warploom::ui {

/// The visible part of a plane, with the same scale in both directions. The y axis of the plane points up, as on a map,
/// whereas pixel coordinates increase downward.
class PlaneFrame {
public:
    PlaneFrame() = default;
    /// Creates a frame for content with the given bounding rectangle. `margin` is the space around the content when all
    /// of it is visible, in pixels.
    PlaneFrame(const QRectF& bounds, const QSizeF& canvas, double margin);

    bool isEmpty() const { return canvas_.isEmpty() || bounds_.isNull(); }
    QSizeF canvas() const { return canvas_; }
    double scale() const { return scale_; } ///< Returns the number of pixels per unit of the plane.
    bool isFit() const;

    QPointF toPixel(const QPointF& place) const {
        return {canvas_.width() / 2 + (place.x() - centre_.x()) * scale_,
                canvas_.height() / 2 - (place.y() - centre_.y()) * scale_};
    }
    QPointF toPlane(const QPointF& pixel) const {
        return {centre_.x() + (pixel.x() - canvas_.width() / 2) / scale_,
                centre_.y() - (pixel.y() - canvas_.height() / 2) / scale_};
    }
    /// Returns the visible part of the plane.
    QRectF seen() const;

    void fit();
    void zoom(double factor, const QPointF& anchor); ///< Zooms by a factor and keeps the point under `anchor` in place.
    void pan(const QPointF& pixels);
    /// Sets the canvas size. Keeps the center and the scale, or fits the content again if all of it was visible.
    void resize(const QSizeF& canvas);

    bool operator==(const PlaneFrame&) const = default;

private:
    double fitScale() const;
    void clamp();

    QRectF bounds_;
    QSizeF canvas_;
    double margin_ = 0;
    QPointF centre_;
    double scale_ = 1;
};

} // namespace warploom::ui
