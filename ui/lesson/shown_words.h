#pragma once

#include <QString>

#include <string>

namespace warploom::ui {

/// Converts the text of a lesson or exercise to HTML, including *emphasis* and `code`. Preserves an asterisk between
/// numbers.
QString shownWords(const std::string& words);

} // namespace warploom::ui
