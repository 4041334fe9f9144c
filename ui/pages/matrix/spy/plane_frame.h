#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace warploom::ui {

/// Which part of a plane a picture shows. Both directions have one scale, so that distances keep their proportions; the
/// plane's y goes up, as on a map, and the pixels' y goes down.
class PlaneFrame {
public:
    PlaneFrame() = default;
    /// `bounds`: what there is to be seen; `margin`: pixels around it while all of it is seen.
    PlaneFrame(const QRectF& bounds, const QSizeF& canvas, double margin);

    bool isEmpty() const { return canvas_.isEmpty() || bounds_.isNull(); }
    QSizeF canvas() const { return canvas_; }
    double scale() const { return scale_; } ///< pixels for one unit of the plane
    bool isFit() const;

    QPointF toPixel(const QPointF& place) const {
        return {canvas_.width() / 2 + (place.x() - centre_.x()) * scale_,
                canvas_.height() / 2 - (place.y() - centre_.y()) * scale_};
    }
    QPointF toPlane(const QPointF& pixel) const {
        return {centre_.x() + (pixel.x() - canvas_.width() / 2) / scale_,
                centre_.y() - (pixel.y() - canvas_.height() / 2) / scale_};
    }
    /// The part of the plane that is seen.
    QRectF seen() const;

    void fit();
    void zoom(double factor, const QPointF& anchor); ///< the point under `anchor` stays there
    void pan(const QPointF& pixels);
    void resize(const QSizeF& canvas); ///< keeps the middle and the scale, or the fit where all was seen

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
