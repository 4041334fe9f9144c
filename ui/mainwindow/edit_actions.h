#pragma once

class QWidget;

namespace warploom::ui {

/// Copies the selection of the widget that has keyboard focus. This is the selected text, the selected rows as
/// tab-separated text, or a chart as an image together with its data. Returns false if there is nothing to copy.
bool copyFrom(QWidget* focus);
/// Pastes into the text field with keyboard focus. Returns false if no text field has keyboard focus.
bool pasteInto(QWidget* focus);
bool cutFrom(QWidget* focus);

enum class Turn { undo, redo };
/// Returns whether the widget with keyboard focus is a text editor that can currently undo or redo.
bool canTurn(QWidget* focus, Turn turn);
/// Calls undo or redo on the text editor with keyboard focus. Returns false if no text editor has keyboard focus.
bool turnIn(QWidget* focus, Turn turn);

} // namespace warploom::ui
