#pragma once

#include <QToolButton>

class QAction;

namespace warploom::ui {

class Session;

/// Button that shows the open matrix, with a menu for opening another one.
class MatrixButton : public QToolButton {
    Q_OBJECT
public:
    explicit MatrixButton(Session& session, QWidget* parent = nullptr);

    void setOpenAction(QAction* open) { open_ = open; } ///< Sets the first action of the menu.
    /// Updates the text, which depends on the maximum width.
    void showMatrix();

private:
    void fillMenu();

    Session& session_;
    QAction* open_ = nullptr;
};

} // namespace warploom::ui
