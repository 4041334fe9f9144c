#pragma once

#include <QList>

namespace warploom::ui {

class Page;
class RunPage;
class Session;
class StepPage;
class WarpPage;
class WritePage;

/// Creates all pages of the main window in display order. To add a page, add a line to pages.cpp.
QList<Page*> makePages(Session& session);

/// Connects the Write page to the Warp page and the Run page, which open when the Write page requests them.
void connectPages(WritePage& write, WarpPage& warp, RunPage& run);
/// Connects the Step page and the Warp page, so that each can open the other.
void connectPages(StepPage& step, WarpPage& warp);

/// Returns the page of class P in the list, or null if there is none.
template <class P> P* pageOf(const QList<Page*>& pages) {
    for (Page* page : pages)
        if (auto* own = qobject_cast<P*>(page)) return own;
    return nullptr;
}

} // namespace warploom::ui
