#pragma once

#include "engine/matrix/tridiagonal_system.h"
#include "ui/pages/step/step_view.h"

#include <QList>

namespace warploom::ui {

/// What the boxes of the page say; a lesson takes of it what it needs.
struct LessonChoices {
    bool letters = false, real_tile = false, padding = false, prefetch = true, symmetric = true;
    int bytes = 8; ///< of a number in shared memory
    TridiagonalSystem system;
    QString system_name;
};

/// Something that the page steps through. One more lesson is one more entry in lessons.cpp.
struct LessonEntry {
    enum class Boxes { equations, tiles, sums }; ///< which choices are offered
    QString name;                                ///< of the choice "step/topic"
    QString title;
    Boxes boxes = Boxes::equations;
    LessonHandle (*make)(const LessonChoices&) = nullptr;
    bool is_wide = false;      ///< its picture leaves no room for the written step beside it
    bool has_banks = true;     ///< uses shared memory
    bool shares_steps = false; ///< stands on one line of time with the others that do: changing keeps the step
    int quoted_lines = 1;      ///< of kernels, in each step
};
const QList<LessonEntry>& lessonEntries();

} // namespace warploom::ui
