#pragma once

#include <QString>

#include <string>

namespace warploom::ui {

/// Converts the text of a lesson or exercise to HTML, including *emphasis* and `code`. An asterisk between numbers is
/// preserved.
QString shownWords(const std::string& words);

} // namespace warploom::ui
