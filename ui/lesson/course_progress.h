#pragma once

#include "engine/course/course.h"

#include <QString>

namespace warploom::ui {

// Stores which items of the course the user has finished. A lesson is finished when its end has been reached, an
// exercise when all of its criteria are met, and a problem when it has a correct solution. The items are stored in the
// settings, so that they are known in later sessions.

bool isFinished(course::ItemKind kind, const QString& name);
/// Marks an item as finished. Items that are not part of the course are also stored.
void setFinished(course::ItemKind kind, const QString& name);

} // namespace warploom::ui
