#include "ui/pages/step/lessons/lesson.h"

#include "engine/steps/pane_steps.h"
#include "ui/look/text.h"
#include "ui/pages/step/lessons/ata_lesson.h"
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

template <steps::PaneSteps (*made)()> LessonHandle panes(const LessonChoices&) { return paneLesson(made()); }

template <Method method> LessonHandle sheet(const LessonChoices& chosen) {
    return paneLesson(steps::reduction_sheet(method, chosen.is_poster));
}

LessonHandle sheet_of_sums(const LessonChoices& chosen) { return paneLesson(steps::segmented_sheet(chosen.is_poster)); }

constexpr const char* formats_in_order[] = {"coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr", "dia"};
template <int number> LessonHandle building(const LessonChoices& chosen) {
    steps::PaneSteps shown =
        steps::build_format(formats_in_order[number], chosen.corner ? *chosen.corner : steps::format_example()).shown;
    if (chosen.corner) shown.title += ": " + chosen.corner_name.toStdString();
    return paneLesson(std::move(shown));
}

using Boxes = LessonEntry::Boxes;
using MakeLesson = LessonHandle (*)(const LessonChoices&);

/// A wide picture of global memory alone.
LessonEntry wide(const char* name, const QString& title, MakeLesson make, Boxes boxes = Boxes::none) {
    return {.name = QString::fromLatin1(name),
            .title = title,
            .boxes = boxes,
            .make = make,
            .is_wide = true,
            .has_banks = false};
}

template <int number> LessonEntry buildingEntry(const QString& title) {
    return wide(("building-" + std::string(formats_in_order[number])).c_str(), title, building<number>, Boxes::formats);
}

} // namespace

const QList<LessonEntry>& lessonEntries() {
    static const QList<LessonEntry> all{
        {.name = QStringLiteral("thomas"),
         .title = Text::tr("Thomas"),
         .make = equations<Method::thomas>,
         .has_banks = false},
        {.name = QStringLiteral("cr"),
         .title = Text::tr("Cyclic reduction (CR)"),
         .make = equations<Method::cr>,
         .shares_steps = true},
        {.name = QStringLiteral("pcr"),
         .title = Text::tr("Parallel CR (PCR)"),
         .make = equations<Method::pcr>,
         .shares_steps = true},
        {.name = QStringLiteral("cr-beside-pcr"),
         .title = Text::tr("CR beside PCR"),
         .make = equations<Method::cr, Method::pcr>,
         .is_wide = true,
         .shares_steps = true,
         .quoted_lines = 2},
        wide("grid", Text::tr("Threads, blocks, grid"), panes<steps::grid_steps>),
        {.name = QStringLiteral("ata"),
         .title = Text::tr("AᵀA in tiles"),
         .boxes = Boxes::tiles,
         .make = tiles,
         .is_wide = true},
        wide("coo", Text::tr("COO, segmented sums"), sums, Boxes::sums),
        wide("cr-sheet", Text::tr("CR on one sheet"), sheet<Method::cr>),
        wide("pcr-sheet", Text::tr("PCR on one sheet"), sheet<Method::pcr>),
        wide("coo-sheet", Text::tr("COO on one sheet"), sheet_of_sums),
        wide("pcr-rows", Text::tr("PCR on the host: rows and threads"), panes<steps::row_owner_steps>),
        {.name = QStringLiteral("coo-shared"),
         .title = Text::tr("COO, sums in shared memory"),
         .boxes = Boxes::none,
         .make = panes<steps::coo_shared_steps>,
         .is_wide = true},
        wide("bcsr-warp", Text::tr("BCSR: a warp in a block row"), panes<steps::bcsr_warp_steps>),
        wide("ata-naive", Text::tr("AᵀA, naive"), panes<steps::naive_ata_steps>),
        wide("ata-shelves", Text::tr("AᵀA in tiles: three memories"), panes<steps::ata_shelves_steps>),
        buildingEntry<0>(Text::tr("Building COO")),
        buildingEntry<1>(Text::tr("Building CSR")),
        buildingEntry<2>(Text::tr("Building CSC")),
        buildingEntry<3>(Text::tr("Building ELL")),
        buildingEntry<4>(Text::tr("Building JAD")),
        buildingEntry<5>(Text::tr("Building SELL")),
        buildingEntry<6>(Text::tr("Building HYB")),
        buildingEntry<7>(Text::tr("Building BCSR")),
        buildingEntry<8>(Text::tr("Building DIA")),
    };
    return all;
}

} // namespace warploom::ui
