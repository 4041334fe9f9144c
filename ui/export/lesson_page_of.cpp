// Selects the export function for each page of the application.
#include "ui/components/warp/player.h"
#include "ui/export/lesson_pages.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/comparison/warp_comparison.h"
#include "ui/pages/warp/warp_page.h"

#include <algorithm>

namespace warploom::ui {

std::optional<ShownLessonPage> lessonPageOf(const Page& page) {
    if (const auto* const step = qobject_cast<const StepPage*>(&page)) {
        if (!step->walkthrough()) return std::nullopt;
        return ShownLessonPage{stepLessonPage(step->walkthrough(), step->view()->chosen()),
                               std::max(0, step->player()->step())};
    }
    if (const auto* const warp = qobject_cast<const WarpPage*>(&page)) {
        if (warp->analysis() == nullptr || warp->analysis()->trace().step_count() == 0) return std::nullopt;
        if (warp->comparison().isShown())
            return ShownLessonPage{
                besideLessonPage(warp->comparison().view()->side(0), warp->comparison().view()->side(1)),
                std::max(0, warp->player()->step())};
        return ShownLessonPage{warpLessonPage(std::make_shared<const WarpAnalysis>(*warp->analysis())),
                               warp->stepNow()};
    }
    if (const auto* const formats = qobject_cast<const FormatsPage*>(&page)) {
        const Session& session = formats->session();
        if (!session.matrix() || !formats->layoutDocument()) return std::nullopt;
        const FormatSubject subject{session.matrix(), session.window(), formats->layoutDocument(),
                                    formats->formatTitles(), formats->shownFormat()};
        return ShownLessonPage{formatLessonPage(subject), subject.only < 0 ? 0 : formats->hoveredIndex() + 1};
    }
    if (const auto* const reproduce = qobject_cast<const ReproducePage*>(&page)) {
        const ResultHandle result = reproduce->shownResult();
        if (result == nullptr || result->cells.empty()) return std::nullopt;
        return ShownLessonPage{resultLessonPage(result), 0};
    }
    return std::nullopt;
}

} // namespace warploom::ui
