#pragma once

#include "engine/course/course.h"

#include <QString>

namespace warploom::ui {

// The items of the course that the user has finished are stored in the settings, so that they are known in later
// sessions: lessons whose end has been reached, exercises whose gates have all been passed, and problems with a correct
// solution.

bool isFinished(course::ItemKind kind, const QString& name);
/// Stores that an item is finished. Items that are not part of the course are stored, too.
void setFinished(course::ItemKind kind, const QString& name);

} // namespace warploom::ui
