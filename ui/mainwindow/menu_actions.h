#pragma once

#include <QAction>
#include <QKeySequence>
#include <QMainWindow>

namespace warploom::ui {

/// Adds an action of a window to a menu. `name` is the object name of the action, by which lessons and tests find it.
QAction* addNamed(QMainWindow& window, QWidget* menu, const char* name, const QString& text, const QString& tip,
                  const QKeySequence& shortcut = {});

/// Adds an action to a menu. The action calls the slot `does` of `receiver` when triggered.
template <class Receiver, class Does>
QAction* addNamed(QMainWindow& window, QWidget* menu, const char* name, const QString& text, const QString& tip,
                  const QKeySequence& shortcut, Receiver* receiver, Does does) {
    QAction* const action = addNamed(window, menu, name, text, tip, shortcut);
    QObject::connect(action, &QAction::triggered, receiver, does);
    return action;
}

} // namespace warploom::ui
