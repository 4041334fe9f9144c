#pragma once

#include "engine/experiment/result.h"
#include "engine/protocol/messages/layout.h"
#include "ui/export/lesson_page.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/pages/warp/warp_analysis.h"
#include "ui/session/session.h"

#include <map>
#include <memory>
#include <optional>

namespace warploom::ui {

// Exports the walkthroughs of the window as one HTML page each. Requires a QApplication, because the views of the
// window paint them.

/// A topic of the page Step; `chosen` is the written-out row (-1: the lesson chooses).
LessonPage stepLessonPage(const WalkthroughHandle& lesson, int chosen = -1);

/// The warp of a trace under the rules of a card: lanes, addresses, what it works on, the kernel's line.
LessonPage warpLessonPage(const std::shared_ptr<const WarpAnalysis>& analysis);

/// Two kernels, or two cards, on the same rows, as the page Warp shows them side by side.
LessonPage besideLessonPage(const BesideView::Side& left, const BesideView::Side& right);

/// A window of a matrix in the formats of the page Formats.
struct FormatSubject {
    MatrixHandle matrix;
    MatrixWindow window;
    std::shared_ptr<const protocol::Layout> layout;
    std::map<QString, QString> titles; ///< of the formats, from the worker's handshake
    int only = -1;                     ///< number of a format: a step for each nonzero; -1: a step for each format
};
LessonPage formatLessonPage(const FormatSubject& subject);

/// The report of an experiment: what it says, its charts, and what becomes of each claim.
LessonPage resultLessonPage(const std::shared_ptr<const experiment::Result>& result);

class Page;

/// The page of the window that is shown, and its current step; nothing for a page without steps, or before there are
/// any.
struct ShownLessonPage {
    LessonPage page;
    int step = 0;
};
std::optional<ShownLessonPage> lessonPageOf(const Page& page);

} // namespace warploom::ui
