#pragma once

#include <QAction>

class QToolButton;

namespace warploom::ui {

class Session;

/// The action "Edit on the Write page", which opens the source of the current kernel. It is enabled if the kernel has a
/// source, that is, for built-in CUDA C kernels and for the user's kernels.
class ChangeAction : public QAction {
    Q_OBJECT
public:
    ChangeAction(Session& session, QObject* parent);

    void setKernel(const QString& operation, const QString& kernel); ///< `kernel` is empty if no kernel is shown
    /// Adds the action to the context menu of a widget.
    void addTo(QWidget* widget);
    /// Creates a button for the action. `name` is its object name.
    QToolButton* button(const QString& name);

private:
    Session& session_;
    QString text_; ///< kernel that is opened on the Write page
};

} // namespace warploom::ui
