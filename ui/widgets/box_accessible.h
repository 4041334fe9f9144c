#pragma once

namespace warploom::ui {

/// Makes combo boxes report their accessible name ("Threads") as the name and the current entry ("128") as the value to
/// screen readers. On Unix, Qt 6 reports the value as both. The main window calls this function once.
void installBoxAccessibles();

} // namespace warploom::ui
