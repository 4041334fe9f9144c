#pragma once

namespace warploom::ui {

/// Boxes of choices are read by their names ("Threads"), and the chosen entry ("128") is their value: Qt 6 on Unix says
/// the value for both. Called once, by the window.
void installBoxAccessibles();

} // namespace warploom::ui
