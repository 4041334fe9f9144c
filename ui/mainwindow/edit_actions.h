#pragma once

class QWidget;

namespace warploom::ui {

/// Copies the selection of the focused widget: selected text, selected rows as tab-separated text, or the picture and
/// the data of a chart. Returns false if there is nothing to copy.
bool copyFrom(QWidget* focus);
/// Pastes into the focused text field. Returns false if there is none.
bool pasteInto(QWidget* focus);
bool cutFrom(QWidget* focus);

enum class Turn { undo, redo };
/// Returns whether the focused widget is a text editor that can undo or redo.
bool canTurn(QWidget* focus, Turn turn);
/// Performs undo or redo in the focused text editor. Returns false if there is none.
bool turnIn(QWidget* focus, Turn turn);

} // namespace warploom::ui
