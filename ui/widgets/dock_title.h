#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace warploom::ui {

/// The title bar of a dock, which adapts to the font scale. Dragging it moves the dock, and double-clicking detaches
/// the dock. The title is underlined while the dock has keyboard focus.
class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget& dock);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool has_focus_ = false;
};

} // namespace warploom::ui
