#pragma once

class QWidget;

namespace warploom::ui {

/// Copies the selection of the focused widget: selected text, selected rows as tab-separated text, or a chart as an
/// image with its data. Returns false if there is nothing to copy.
bool copyFrom(QWidget* focus);
/// Pastes into the focused text field. Returns false if no text field has the focus.
bool pasteInto(QWidget* focus);
bool cutFrom(QWidget* focus);

enum class Turn { undo, redo };
/// Returns whether the focused widget is a text editor that can undo or redo.
bool canTurn(QWidget* focus, Turn turn);
/// Calls undo or redo on the focused text editor. Returns false if no text editor has the focus.
bool turnIn(QWidget* focus, Turn turn);

} // namespace warploom::ui
