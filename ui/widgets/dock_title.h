#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace warploom::ui {

/// The title bar of a dock, scaled with the presenter scale. The dock is moved by dragging it and detached by a
/// double-click. It is underlined while the dock has keyboard focus.
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
