#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace warploom::ui {

enum class Turn;
class Session;

/// The Edit menu. Its actions apply to the widget that had keyboard focus before the menu was opened, or to the
/// settings of the session.
class EditMenu : public QObject {
    Q_OBJECT
public:
    EditMenu(QMainWindow& window, Session& session, QMenu& menu);

private:
    /// Adds an undo or redo action, which applies to the text editor with keyboard focus or, if there is none, to the
    /// settings. Returns a function that updates the text of the action.
    std::function<void()> addTurn(Turn turn, const QString& in_text, QAction* of_choices);
    void addClipboard(const char* name, const QString& text, const QKeySequence& shortcut, const QString& tip,
                      bool (*does)(QWidget*), const QString& refusal);

    QMainWindow& window_;
    QMenu& menu_;
    QPointer<QWidget> edited_; ///< widget other than a menu that most recently had keyboard focus
};

} // namespace warploom::ui
