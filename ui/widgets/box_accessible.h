#pragma once

namespace warploom::ui {

/// Makes combo boxes report their accessible name ("Threads") as the name and the current entry ("128") as the value to
/// screen readers. On Unix, Qt 6 also reports the value as the name. The main window calls this function once.
void installBoxAccessibles();

} // namespace warploom::ui
