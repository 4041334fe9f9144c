#include "ui/mainwindow/edit_actions.h"

#include "ui/charts/chart_frame.h"

#include <Qsci/qsciscintilla.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMetaObject>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Calls a slot of the focused text editor by name, because all types of text editors have slots with the same names.
/// For a spin box, calls the slot of its line edit.
bool does(QWidget* focus, const char* slot) {
    if (focus == nullptr) return false;
    if (auto* const field = focus->findChild<QLineEdit*>(); field != nullptr && focus->inherits("QAbstractSpinBox"))
        focus = field;
    const QByteArray signature = QByteArray(slot) + "()";
    return focus->metaObject()->indexOfMethod(signature) >= 0 && QMetaObject::invokeMethod(focus, slot);
}

QString rowsOf(const QAbstractItemView& view) {
    QModelIndexList marked =
        view.selectionModel() == nullptr ? QModelIndexList() : view.selectionModel()->selectedIndexes();
    if (marked.isEmpty() && view.currentIndex().isValid()) marked << view.currentIndex();
    std::sort(marked.begin(), marked.end());
    QString text;
    for (int i = 0; i < marked.size(); ++i) {
        if (i > 0) text += marked[i].row() == marked[i - 1].row() ? QLatin1Char('\t') : QLatin1Char('\n');
        text += marked[i].data().toString();
    }
    return text;
}

} // namespace

bool copyFrom(QWidget* focus) {
    if (focus == nullptr) return false;
    QString text;
    if (const auto* const label = qobject_cast<QLabel*>(focus)) text = label->selectedText();
    else if (const auto* const view = qobject_cast<QAbstractItemView*>(focus)) text = rowsOf(*view);
    else if (does(focus, "copy")) return true;
    if (!text.isEmpty()) {
        QApplication::clipboard()->setText(text);
        return true;
    }
    for (QWidget* at = focus; at != nullptr; at = at->parentWidget())
        if (auto* const frame = qobject_cast<ChartFrame*>(at)) {
            frame->copy();
            return true;
        }
    return false;
}

bool pasteInto(QWidget* focus) { return does(focus, "paste"); }

bool cutFrom(QWidget* focus) { return does(focus, "cut"); }

bool canTurn(QWidget* focus, Turn turn) {
    const auto* const text = qobject_cast<QsciScintilla*>(focus);
    return text != nullptr && !text->isReadOnly() &&
           (turn == Turn::undo ? text->isUndoAvailable() : text->isRedoAvailable());
}

bool turnIn(QWidget* focus, Turn turn) {
    return canTurn(focus, turn) && does(focus, turn == Turn::undo ? "undo" : "redo");
}

} // namespace warploom::ui
