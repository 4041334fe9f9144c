#include "ui/pages/step/lesson.h"

#include "ui/look/words.h"
#include "ui/pages/step/ata_lesson.h"
#include "ui/pages/step/segmented_lesson.h"
#include "ui/pages/step/tridiagonal_lesson.h"

#include <QHash>

namespace warploom::ui {
namespace {

using steps::Method;

template <Method... methods> LessonHandle equations(const LessonChoices& chosen) {
    return std::make_shared<const TridiagonalLesson>(
        std::vector<Method>{methods...}, chosen.system,
        EquationLook{chosen.letters, {chosen.bytes, chosen.padding}, chosen.system_name});
}

LessonHandle tiles(const LessonChoices& chosen) {
    steps::AtaShape shape;
    if (chosen.real_tile) shape = {32, 96, 16, 3, true, true, true, 8};
    shape.padding = chosen.padding;
    shape.prefetch = chosen.prefetch;
    shape.symmetric = chosen.symmetric;
    shape.element_bytes = chosen.bytes;
    return std::make_shared<const AtaLesson>(shape);
}

LessonHandle sums(const LessonChoices& chosen) { return std::make_shared<const SegmentedLesson>(chosen.letters); }

} // namespace

const QList<LessonEntry>& lessonEntries() {
    using Boxes = LessonEntry::Boxes;
    static const QList<LessonEntry> all{
        {.name = QStringLiteral("thomas"),
         .title = words("Thomas"),
         .make = equations<Method::thomas>,
         .has_banks = false},
        {.name = QStringLiteral("cr"),
         .title = words("Cyclic reduction (CR)"),
         .make = equations<Method::cr>,
         .shares_steps = true},
        {.name = QStringLiteral("pcr"),
         .title = words("Parallel CR (PCR)"),
         .make = equations<Method::pcr>,
         .shares_steps = true},
        {.name = QStringLiteral("cr-beside-pcr"),
         .title = words("CR beside PCR"),
         .make = equations<Method::cr, Method::pcr>,
         .is_wide = true,
         .shares_steps = true,
         .quoted_lines = 2},
        {.name = QStringLiteral("ata"),
         .title = words("AᵀA in tiles"),
         .boxes = Boxes::tiles,
         .make = tiles,
         .is_wide = true},
        {.name = QStringLiteral("coo"),
         .title = words("COO, segmented sums"),
         .boxes = Boxes::sums,
         .make = sums,
         .is_wide = true,
         .has_banks = false},
    };
    return all;
}

QString lessonOfKernel(const QString& operation, const QString& kernel) {
    static const QHash<QString, QString> lessons{
        {QStringLiteral("tridiagonal thomas-gpu"), QStringLiteral("thomas")},
        {QStringLiteral("tridiagonal cr"), QStringLiteral("cr")},
        {QStringLiteral("tridiagonal pcr"), QStringLiteral("pcr")},
        {QStringLiteral("ata tiled"), QStringLiteral("ata")},
    };
    return lessons.value(operation + QLatin1Char(' ') + kernel.section(QLatin1Char('@'), 0, 0));
}

} // namespace warploom::ui
