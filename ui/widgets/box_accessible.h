#pragma once

namespace warploom::ui {

/// Makes combo boxes report their accessible name ("Threads") as the name and the current entry ("128") as the value to
/// screen readers. On Unix, Qt 6 reports the value as both. Called once by the main window.
void installBoxAccessibles();

} // namespace warploom::ui
