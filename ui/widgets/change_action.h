#pragma once

#include <QAction>

class QToolButton;

namespace warploom::ui {

class Session;

/// The action "Edit on the Write page", which opens the source code of the current kernel. It is enabled if the source
/// code is available, as it is for built-in CUDA C kernels and the user's kernels.
class ChangeAction : public QAction {
    Q_OBJECT
public:
    ChangeAction(Session& session, QObject* parent);

    /// Sets the current kernel; `kernel` is empty if the page shows no kernel.
    void setKernel(const QString& operation, const QString& kernel);
    void addTo(QWidget* widget);
    /// Creates a tool button for the action. `name` is the object name of the button.
    QToolButton* button(const QString& name);

private:
    Session& session_;
    QString text_; ///< name of the kernel source to open on the Write page
};

} // namespace warploom::ui
