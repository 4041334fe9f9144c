#pragma once

#include "engine/experiment/result.h"
#include "engine/protocol/messages/layout.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/export/lesson_page.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/session/session.h"

#include <map>
#include <memory>
#include <optional>

namespace warploom::ui {

// Each of these functions exports a walkthrough as one HTML page. The functions require a QApplication, because the
// application's views paint the figures.

/// Exports a topic of the Step page. The formula refers to row `chosen`; if `chosen` is -1, the walkthrough selects the
/// row.
LessonPage stepLessonPage(const WalkthroughHandle& lesson, int chosen = -1);

/// Exports a traced warp with its costs on a card. The page shows the lanes, memory addresses, data and source lines.
LessonPage warpLessonPage(const std::shared_ptr<const WarpAnalysis>& analysis);

/// Exports a comparison of two kernels, or of one kernel on two cards, on the same matrix rows, side by side as on the
/// Warp page.
LessonPage besideLessonPage(const BesideView::Side& left, const BesideView::Side& right);

/// A window of a matrix in the formats that the Formats page shows.
struct FormatSubject {
    MatrixHandle matrix;
    MatrixWindow window;
    std::shared_ptr<const protocol::Layout> layout;
    std::map<QString, QString> titles; ///< titles of the formats, from the worker's handshake
    /// Index of the format to export, with one step per nonzero. If -1, all formats are exported, with one step per
    /// format.
    int only = -1;
};
LessonPage formatLessonPage(const FormatSubject& subject);

/// Exports the report of an experiment: its conclusions, its charts, and the verdict on each claim.
LessonPage resultLessonPage(const std::shared_ptr<const experiment::Result>& result);

class Page;

/// The exportable content of a page of the main window, and the step that is currently shown. lessonPageOf() returns
/// std::nullopt if the page has no steps.
struct ShownLessonPage {
    LessonPage page;
    int step = 0;
};
std::optional<ShownLessonPage> lessonPageOf(const Page& page);

} // namespace warploom::ui
