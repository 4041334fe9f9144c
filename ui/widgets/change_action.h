#pragma once

#include <QAction>

class QToolButton;

namespace warploom::ui {

class Session;

/// The action "Change it on Write": opens the source of the shown kernel on the Write page. It is enabled if the kernel
/// has a source: a built-in CUDA C kernel, or one of the user's.
class ChangeAction : public QAction {
    Q_OBJECT
public:
    ChangeAction(Session& session, QObject* parent);

    void setKernel(const QString& operation, const QString& kernel); ///< empty if none is shown
    /// Adds the action to the context menu of a widget.
    void addTo(QWidget* widget);
    /// Creates a button for the action; `name` is its object name.
    QToolButton* button(const QString& name);

private:
    Session& session_;
    QString text_; ///< the kernel to open on the Write page
};

} // namespace warploom::ui
