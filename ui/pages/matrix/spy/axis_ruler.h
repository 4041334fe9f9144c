#pragma once

#include "ui/pages/matrix/spy/spy_frame.h"

#include <QWidget>

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

} // namespace warploom::ui
