#pragma once

class QWidget;

namespace warploom::ui {

/// What has the focus is copied as it asks for: marked letters, marked rows as text with tabs, or the picture and the numbers of a chart.
/// False: there is nothing to copy.
bool copyFrom(QWidget* focus);
/// Letters from the clipboard, where letters are written. False: nothing is written there.
bool pasteInto(QWidget* focus);
bool cutFrom(QWidget* focus);

} // namespace warploom::ui
