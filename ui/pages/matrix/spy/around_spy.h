#pragma once

#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/pages/matrix/spy/spy_image.h"

#include <QWidget>

#include <memory>

namespace warploom::ui {

/// Row numbers left of the spy, or column numbers above it, on the spy's frame.
class AxisRuler : public QWidget {
    Q_OBJECT
public:
    explicit AxisRuler(Qt::Orientation orientation, QWidget* parent = nullptr);
    void setFrame(const SpyFrame& frame);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::Orientation orientation_;
    SpyFrame frame_;
};

class SpyView;

/// What the colours of a spy picture mean, as they are at this zoom.
class LegendStrip : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(SpyView* spy, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SpyView* spy_;
};

} // namespace warploom::ui
