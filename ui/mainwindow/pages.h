#pragma once

#include <QList>

namespace warploom::ui {

class Page;
class RunPage;
class Session;
class StepPage;
class WarpPage;
class WritePage;

/// Creates all pages in the order in which they are listed. To add a page, add a line to pages.cpp.
QList<Page*> makePages(Session& session);

/// Opens the Warp page or the Run page when the Write page asks for it.
void connectPages(WritePage& write, WarpPage& warp, RunPage& run);
/// Opens the Warp page when the Step page asks for it, and the other way around.
void connectPages(StepPage& step, WarpPage& warp);

/// Returns the page of the given class.
template <class P> P* pageOf(const QList<Page*>& pages) {
    for (Page* page : pages)
        if (auto* own = qobject_cast<P*>(page)) return own;
    return nullptr;
}

} // namespace warploom::ui
