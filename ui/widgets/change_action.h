#pragma once

#include <QAction>

class QToolButton;

namespace warploom::ui {

class Session;

/// "Change it on Write": opens the text of a kernel that is shown somewhere on the page Write. It can be pressed where
/// the kernel has a text: a built-in one of CUDA C, or one that is written there.
class ChangeAction : public QAction {
    Q_OBJECT
public:
    ChangeAction(Session& session, QObject* parent);

    void setKernel(const QString& operation, const QString& kernel); ///< empty: none is shown
    /// Into the menu of the right mouse button.
    void addTo(QWidget* widget);
    /// A button of its own; `name` is what it is found by.
    QToolButton* button(const QString& name);

private:
    Session& session_;
    QString text_; ///< the kernel to open on the Write page
};

} // namespace warploom::ui
