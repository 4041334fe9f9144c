#pragma once

#include <string>

namespace warploom::runner {

/// Sets the environment so that a test sees the same desktop everywhere: the fonts of support/fonts.cmake, Qt's
/// offscreen platform unless another is named, and no scaling, style or theme of the user's. Call it before the
/// application is made. Returns an empty string, or the reason why the font family of WARPLOOM_TEST_FONT cannot be
/// used.
std::string set_up_desktop();

/// Sets the locale as the programs do. Call it after the application is made, because Qt selects the user's locale.
void set_up_locale();

} // namespace warploom::runner
