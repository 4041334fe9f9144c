#pragma once

#include <string>

namespace warploom::runner {

/// Sets the environment so that a test sees the same desktop everywhere: the fonts of support/fonts.cmake, Qt's
/// offscreen platform unless another one is chosen, and no scaling, style or theme of the user. Must be called before
/// the application is created. Returns an empty string, or the reason why the font family of WARPLOOM_TEST_FONT cannot
/// be used.
std::string set_up_desktop();

/// Sets the locale in the same way as the programs. Must be called after the application is created, because Qt then
/// selects the user's locale.
void set_up_locale();

} // namespace warploom::runner
