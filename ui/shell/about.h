#pragma once

class QWidget;

namespace warploom::ui {

/// What this is, its version and licence, and whose work it stands on.
void showAbout(QWidget* parent);

} // namespace warploom::ui
