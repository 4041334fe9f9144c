#pragma once

#include <QList>

namespace warploom::ui {

class Page;
class Session;

/// Creates all pages in the order in which they are listed. To add a page, add a line to pages.cpp.
QList<Page*> makePages(Session& session);

/// Returns the page of the given class.
template <class P> P* pageOf(const QList<Page*>& pages) {
    for (Page* page : pages)
        if (auto* own = qobject_cast<P*>(page)) return own;
    return nullptr;
}

} // namespace warploom::ui
