#include "ui/mainwindow/edit_menu.h"

#include "ui/mainwindow/edit_actions.h"
#include "ui/mainwindow/menu_actions.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

namespace warploom::ui {

EditMenu::EditMenu(QMainWindow& window, Session& session, QMenu& menu)
    : QObject(&window), window_(window), menu_(menu) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && window_.isAncestorOf(now) && qobject_cast<QMenuBar*>(now) == nullptr) edited_ = now;
    });
    QUndoStack& settings = session.undoStack();
    const auto undo = addTurn(Turn::undo, tr("&Undo the last edit"), settings.createUndoAction(&window, tr("&Undo")));
    const auto redo = addTurn(Turn::redo, tr("&Redo the last edit"), settings.createRedoAction(&window, tr("&Redo")));
    const auto both = [undo, redo] {
        undo();
        redo();
    };
    connect(&menu, &QMenu::aboutToShow, this, both);
    connect(qApp, &QApplication::focusChanged, this, both);
    for (QAction* each : menu.actions()) connect(each, &QAction::triggered, this, both);
    menu.addSeparator();
    addClipboard("cut", tr("Cu&t"), QKeySequence::Cut, tr("Cut the selection"), cutFrom,
                 tr("Click a text field first."));
    addClipboard("copy", tr("&Copy"), QKeySequence::Copy, tr("Copy the selection, or the chart and its data"), copyFrom,
                 tr("Click some text, a table or a chart first."));
    addClipboard("paste", tr("&Paste"), QKeySequence::Paste, tr("Paste"), pasteInto, tr("Click a text field first."));
}

std::function<void()> EditMenu::addTurn(Turn turn, const QString& in_text, QAction* of_choices) {
    const bool undoes = turn == Turn::undo;
    QAction* action = addNamed(window_, &menu_, undoes ? "undo" : "redo", of_choices->text(), {},
                               undoes ? QKeySequence::Undo : QKeySequence::Redo, this, [this, turn, of_choices] {
                                   if (!turnIn(edited_, turn)) of_choices->trigger();
                               });
    const auto refresh = [this, turn, in_text, of_choices, action] {
        const bool in_a_text = canTurn(edited_, turn);
        action->setText(in_a_text ? in_text : of_choices->text());
        action->setEnabled(in_a_text || of_choices->isEnabled());
    };
    connect(of_choices, &QAction::changed, action, refresh);
    refresh();
    return refresh;
}

void EditMenu::addClipboard(const char* name, const QString& text, const QKeySequence& shortcut, const QString& tip,
                            bool (*does)(QWidget*), const QString& refusal) {
    addNamed(window_, &menu_, name, text, tip, shortcut, this, [this, does, refusal] {
        if (!does(edited_)) window_.statusBar()->showMessage(refusal, 5000);
    });
}

} // namespace warploom::ui
