#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include <optional>

class QPainter;

namespace warploom::ui {

/// A teacher's annotations on a figure: pen strokes, and a spotlight that dims the rest of the figure. Annotations
/// remain until they are cleared. Positions are relative to the size of the figure, so annotations stay in place when
/// it is resized.
class AnnotationOverlay {
public:
    enum class Tool { none, pen, spot };

    void take(Tool tool) { tool_ = tool; }
    Tool tool() const { return tool_; }
    bool isEmpty() const { return strokes_.isEmpty() && !spot_; }
    void wipe();

    /// These functions handle a mouse event at `at`, and return whether the figure must be repainted. `room` is the
    /// area of the figure.
    bool press(const QPointF& at, const QRectF& room);
    bool move(const QPointF& at, const QRectF& room);
    void paint(QPainter& painter, const QRectF& room, double unit) const;

    /// Returns the pen strokes. Positions are relative to the size of the figure, from 0 to 1.
    const QVector<QPolygonF>& strokes() const { return strokes_; }
    /// Returns the center of the spotlight, relative to the size of the figure, from 0 to 1.
    std::optional<QPointF> spot() const { return spot_; }

private:
    Tool tool_ = Tool::none;
    QVector<QPolygonF> strokes_;
    std::optional<QPointF> spot_;
};

} // namespace warploom::ui
