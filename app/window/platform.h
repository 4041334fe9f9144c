#pragma once

namespace warploom {

/// Chooses where Qt draws, before the application object is made. What needs no display (--gallery, --report, --experiment-report, --version,
/// --help) draws in memory. Returns false, with a sentence on standard error, when a window is wanted and there is no display.
bool choose_platform(int argc, char** argv);

} // namespace warploom
