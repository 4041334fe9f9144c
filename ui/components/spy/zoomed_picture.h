#pragma once

#include "ui/charts/painted_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

/// A chart whose visible part is determined by `Frame` (SpyFrame or PlaneFrame). The mouse wheel zooms at the mouse
/// pointer, and dragging pans. A double-click or Home shows the whole content. The arrow keys pan, and the + and - keys
/// zoom.
template <class Frame> class ZoomedPicture : public PaintedChart {
public:
    const Frame& frame() const { return frame_; }
    void zoomBy(double factor) {
        changeFrame([&](Frame& frame) { frame.zoom(factor, QPointF(width() / 2.0, height() / 2.0)); });
    }
    void fitAll() {
        changeFrame([](Frame& frame) { frame.fit(); });
    }

protected:
    using PaintedChart::PaintedChart;

    /// Returns the frame that shows the whole content, or an empty frame if there is no content.
    virtual Frame wholeFrame() const = 0;
    /// Called when the frame has changed and a new image is needed.
    virtual void frameMoved() = 0;
    virtual void hover(const QPointF& pixel) = 0;
    /// Returns whether the whole content is always visible, which disables zooming and panning.
    virtual bool isFixed() const { return false; }
    /// Returns whether a mouse press starts an action other than panning. In this case, dragged() and released() are
    /// called until the user releases the mouse button.
    virtual bool takesPress(QMouseEvent* /*event*/) { return false; }
    virtual void dragged(const QPointF& /*pixel*/) {}
    virtual void released(const QPointF& pixel) { hover(pixel); }

    template <class Change> void changeFrame(Change&& change) {
        const Frame before = frame_;
        change(frame_);
        if (frame_ == before) return;
        frameMoved();
        update();
    }
    void setWholeFrame() { frame_ = wholeFrame(); }
    /// Pans as if the arrow keys had been pressed `dx` times horizontally and `dy` times vertically.
    void panBy(double dx, double dy) {
        const double step = std::max(16.0, std::min(width(), height()) * 0.1);
        changeFrame([&](Frame& frame) { frame.pan(QPointF(-dx * step, -dy * step)); });
    }
    bool isTaken() const { return drag_ == Drag::other; }
    QPointF lastMouse() const { return last_mouse_; }

    void resizeEvent(QResizeEvent*) override {
        if (frame_.isEmpty()) {
            setWholeFrame();
            if (!frame_.isEmpty()) frameMoved();
            return;
        }
        changeFrame([this](Frame& frame) { frame.resize(QSizeF(size())); });
    }
    void wheelEvent(QWheelEvent* event) override {
        if (isFixed()) return event->ignore();
        const double steps = event->angleDelta().y() / 120.0;
        changeFrame([&](Frame& frame) { frame.zoom(std::pow(1.25, steps), event->position()); });
        hover(event->position());
        event->accept();
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() != Qt::LeftButton || frame_.isEmpty()) return;
        last_mouse_ = event->position();
        drag_ = takesPress(event) ? Drag::other : isFixed() ? Drag::none : Drag::canvas;
        if (drag_ == Drag::canvas) setCursor(Qt::ClosedHandCursor);
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        const QPointF moved = event->position() - last_mouse_;
        last_mouse_ = event->position();
        if (drag_ == Drag::canvas) changeFrame([&](Frame& frame) { frame.pan(moved); });
        else if (drag_ == Drag::other) dragged(event->position());
        else hover(event->position());
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        released(event->position());
        drag_ = Drag::none;
        unsetCursor();
        update();
    }
    void mouseDoubleClickEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton && !isFixed()) fitAll();
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (isFixed()) return QWidget::keyPressEvent(event);
        switch (event->key()) {
        case Qt::Key_Left: panBy(-1, 0); break;
        case Qt::Key_Right: panBy(1, 0); break;
        case Qt::Key_Up: panBy(0, -1); break;
        case Qt::Key_Down: panBy(0, 1); break;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoomBy(1.25); break;
        case Qt::Key_Minus: zoomBy(1 / 1.25); break;
        case Qt::Key_Home: fitAll(); break;
        default: QWidget::keyPressEvent(event); return;
        }
        event->accept();
    }

    Frame frame_;

private:
    enum class Drag { none, canvas, other };
    Drag drag_ = Drag::none;
    QPointF last_mouse_;
};

} // namespace warploom::ui
