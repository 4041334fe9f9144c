#pragma once

#include <QString>

#include <string>

namespace warploom::ui {

/// HTML of the words of a lesson or an exercise: *emphasis*, and `typed letters`. A star between numbers stays a star.
QString shownWords(const std::string& words);

} // namespace warploom::ui
