#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace warploom::ui {

/// The title bar of a dock, whose words and button grow with the presenter scale. A dock is dragged by it; a double
/// click floats it. It is underlined while the keyboard is in the dock.
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
