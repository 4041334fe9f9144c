#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace warploom::ui {

/// The title bar of a dock, whose words and button grow with the presenter scale. A dock is dragged by it; a double click floats it.
class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget& dock);
};

} // namespace warploom::ui
