#pragma once

namespace warploom::ui {

/// Makes combo boxes report their accessible name ("Threads") as name and the current entry ("128") as value. Qt 6 on
/// Unix reports the value for both. Called once by the main window.
void installBoxAccessibles();

} // namespace warploom::ui
