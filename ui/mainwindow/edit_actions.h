#pragma once

class QWidget;

namespace warploom::ui {

/// Copies the selection of the focused widget: selected text, selected rows as tab-separated text, or the picture and
/// data of a chart. Returns false if there is nothing to copy.
bool copyFrom(QWidget* focus);
/// Letters from the clipboard, where letters are written. False: nothing is written there.
bool pasteInto(QWidget* focus);
bool cutFrom(QWidget* focus);

enum class Turn { undo, redo };
/// Whether what has the focus is a text that is written, with a change of its own to take back or to repeat.
bool canTurn(QWidget* focus, Turn turn);
/// Does it. False: there is no such text.
bool turnIn(QWidget* focus, Turn turn);

} // namespace warploom::ui
