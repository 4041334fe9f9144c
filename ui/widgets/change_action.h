#pragma once

#include <QAction>

class QToolButton;

namespace warploom::ui {

class Session;

/// The action "Change it on Write", which opens the source of the current kernel on the Write page. It is enabled if
/// the kernel has a source, which is the case for built-in CUDA C kernels and for kernels of the user.
class ChangeAction : public QAction {
    Q_OBJECT
public:
    ChangeAction(Session& session, QObject* parent);

    void setKernel(const QString& operation, const QString& kernel); ///< empty if no kernel is shown
    /// Adds the action to the context menu of a widget.
    void addTo(QWidget* widget);
    /// Creates a button for the action. `name` is its object name.
    QToolButton* button(const QString& name);

private:
    Session& session_;
    QString text_; ///< the kernel that is opened on the Write page
};

} // namespace warploom::ui
