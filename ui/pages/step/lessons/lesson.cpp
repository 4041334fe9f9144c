#include "ui/pages/step/lessons/lesson.h"

#include "ui/look/words.h"
#include "ui/pages/step/lessons/ata_lesson.h"
#include "ui/pages/step/lessons/board_lesson.h"
#include "ui/pages/step/lessons/segmented_lesson.h"
#include "ui/pages/step/lessons/tridiagonal_lesson.h"

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

template <steps::BoardSteps (*made)()> LessonHandle boards(const LessonChoices&) {
    return std::make_shared<const BoardLesson>(made());
}

template <Method method> LessonHandle sheet(const LessonChoices& chosen) {
    return std::make_shared<const BoardLesson>(steps::reduction_sheet(method, chosen.is_poster));
}

LessonHandle sheet_of_sums(const LessonChoices& chosen) {
    return std::make_shared<const BoardLesson>(steps::segmented_sheet(chosen.is_poster));
}

constexpr const char* formats_in_order[] = {"coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr", "dia"};
template <int number> LessonHandle building(const LessonChoices& chosen) {
    steps::BoardSteps shown =
        steps::build_format(formats_in_order[number], chosen.corner ? *chosen.corner : steps::format_example()).shown;
    if (chosen.corner) shown.title += ": " + chosen.corner_name.toStdString();
    return std::make_shared<const BoardLesson>(std::move(shown));
}

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
        {.name = QStringLiteral("grid"),
         .title = words("Threads, blocks, grid"),
         .boxes = Boxes::none,
         .make = boards<steps::grid_steps>,
         .is_wide = true,
         .has_banks = false},
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
        {.name = QStringLiteral("cr-sheet"),
         .title = words("CR on one sheet"),
         .boxes = Boxes::none,
         .make = sheet<Method::cr>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("pcr-sheet"),
         .title = words("PCR on one sheet"),
         .boxes = Boxes::none,
         .make = sheet<Method::pcr>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("coo-sheet"),
         .title = words("COO on one sheet"),
         .boxes = Boxes::none,
         .make = sheet_of_sums,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("pcr-rows"),
         .title = words("PCR on the host: rows and threads"),
         .boxes = Boxes::none,
         .make = boards<steps::row_owner_steps>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("coo-shared"),
         .title = words("COO, sums in shared memory"),
         .boxes = Boxes::none,
         .make = boards<steps::coo_shared_steps>,
         .is_wide = true},
        {.name = QStringLiteral("bcsr-warp"),
         .title = words("BCSR: a warp in a block row"),
         .boxes = Boxes::none,
         .make = boards<steps::bcsr_warp_steps>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("ata-naive"),
         .title = words("AᵀA, naive"),
         .boxes = Boxes::none,
         .make = boards<steps::naive_ata_steps>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("ata-shelves"),
         .title = words("AᵀA in tiles: three memories"),
         .boxes = Boxes::none,
         .make = boards<steps::ata_shelves_steps>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-coo"),
         .title = words("Building COO"),
         .boxes = Boxes::formats,
         .make = building<0>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-csr"),
         .title = words("Building CSR"),
         .boxes = Boxes::formats,
         .make = building<1>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-csc"),
         .title = words("Building CSC"),
         .boxes = Boxes::formats,
         .make = building<2>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-ell"),
         .title = words("Building ELL"),
         .boxes = Boxes::formats,
         .make = building<3>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-jad"),
         .title = words("Building JAD"),
         .boxes = Boxes::formats,
         .make = building<4>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-sell"),
         .title = words("Building SELL"),
         .boxes = Boxes::formats,
         .make = building<5>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-hyb"),
         .title = words("Building HYB"),
         .boxes = Boxes::formats,
         .make = building<6>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-bcsr"),
         .title = words("Building BCSR"),
         .boxes = Boxes::formats,
         .make = building<7>,
         .is_wide = true,
         .has_banks = false},
        {.name = QStringLiteral("building-dia"),
         .title = words("Building DIA"),
         .boxes = Boxes::formats,
         .make = building<8>,
         .is_wide = true,
         .has_banks = false},
    };
    return all;
}

} // namespace warploom::ui
