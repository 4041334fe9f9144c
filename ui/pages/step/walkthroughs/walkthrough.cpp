#include "ui/pages/step/walkthroughs/walkthrough.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/pages/step/walkthroughs/ata_walkthrough.h"
#include "ui/pages/step/walkthroughs/segmented_walkthrough.h"
#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"
#include "ui/style/text.h"

namespace warploom::ui {
namespace {

using walkthrough::Method;

template <Method... methods> WalkthroughHandle equations(const WalkthroughChoices& chosen) {
    return std::make_shared<const TridiagonalWalkthrough>(
        std::vector<Method>{methods...}, chosen.system,
        EquationLook{chosen.letters, {chosen.bytes, chosen.padding}, chosen.system_name});
}

WalkthroughHandle tiles(const WalkthroughChoices& chosen) {
    walkthrough::AtaShape shape;
    if (chosen.real_tile) shape = {32, 96, 16, 3, true, true, true, 8};
    shape.padding = chosen.padding;
    shape.prefetch = chosen.prefetch;
    shape.symmetric = chosen.symmetric;
    shape.element_bytes = chosen.bytes;
    return std::make_shared<const AtaWalkthrough>(shape);
}

WalkthroughHandle sums(const WalkthroughChoices& chosen) {
    return std::make_shared<const SegmentedWalkthrough>(chosen.letters);
}

template <walkthrough::PaneSteps (*made)()> WalkthroughHandle panes(const WalkthroughChoices&) {
    return paneWalkthrough(made());
}

template <Method method> WalkthroughHandle sheet(const WalkthroughChoices& chosen) {
    return paneWalkthrough(walkthrough::reduction_sheet(method, chosen.is_poster));
}

WalkthroughHandle sheet_of_sums(const WalkthroughChoices& chosen) {
    return paneWalkthrough(walkthrough::segmented_sheet(chosen.is_poster));
}

constexpr const char* formats_in_order[] = {"coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr", "dia"};
template <int number> WalkthroughHandle building(const WalkthroughChoices& chosen) {
    walkthrough::PaneSteps shown =
        walkthrough::build_format(formats_in_order[number],
                                  chosen.corner ? *chosen.corner : walkthrough::format_example())
            .shown;
    if (chosen.corner) shown.title += ": " + chosen.corner_name.toStdString();
    return paneWalkthrough(std::move(shown));
}

using Boxes = WalkthroughEntry::Boxes;
using MakeWalkthrough = WalkthroughHandle (*)(const WalkthroughChoices&);

/// Returns the list entry of a walkthrough that has a wide figure and whose kernel uses only global memory.
WalkthroughEntry wide(const char* name, const QString& title, MakeWalkthrough make, Boxes boxes = Boxes::none) {
    return {.name = QString::fromLatin1(name),
            .title = title,
            .boxes = boxes,
            .make = make,
            .is_wide = true,
            .has_banks = false};
}

template <int number> WalkthroughEntry buildingEntry(const QString& title) {
    return wide(("building-" + std::string(formats_in_order[number])).c_str(), title, building<number>, Boxes::formats);
}

} // namespace

const QList<WalkthroughEntry>& walkthroughEntries() {
    static const QList<WalkthroughEntry> all{
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
         .title = Text::tr("CR and PCR side by side"),
         .make = equations<Method::cr, Method::pcr>,
         .is_wide = true,
         .shares_steps = true,
         .quoted_lines = 2},
        wide("grid", Text::tr("Threads, blocks, grid"), panes<walkthrough::grid_steps>),
        {.name = QStringLiteral("ata"),
         .title = Text::tr("AᵀA in tiles"),
         .boxes = Boxes::tiles,
         .make = tiles,
         .is_wide = true},
        wide("coo", Text::tr("COO, segmented sums"), sums, Boxes::sums),
        wide("cr-sheet", Text::tr("CR: all steps on one page"), sheet<Method::cr>),
        wide("pcr-sheet", Text::tr("PCR: all steps on one page"), sheet<Method::pcr>),
        wide("coo-sheet", Text::tr("COO: all steps on one page"), sheet_of_sums),
        wide("pcr-rows", Text::tr("PCR on the host: rows and threads"), panes<walkthrough::row_owner_steps>),
        {.name = QStringLiteral("coo-shared"),
         .title = Text::tr("COO, sums in shared memory"),
         .boxes = Boxes::none,
         .make = panes<walkthrough::coo_shared_steps>,
         .is_wide = true},
        wide("bcsr-warp", Text::tr("BCSR: one warp per block row"), panes<walkthrough::bcsr_warp_steps>),
        wide("ata-naive", Text::tr("AᵀA, naive"), panes<walkthrough::naive_ata_steps>),
        wide("ata-shelves", Text::tr("AᵀA in tiles: three levels of memory"), panes<walkthrough::ata_shelves_steps>),
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
