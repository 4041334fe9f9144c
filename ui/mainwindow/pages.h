#pragma once

#include <QList>

namespace warploom::ui {

class Page;
class Session;

/// Every page of the window, in the order of its list. One more page is one more line in pages.cpp.
QList<Page*> makePages(Session& session);

/// The page of a class among them.
template <class P> P* pageOf(const QList<Page*>& pages) {
    for (Page* page : pages)
        if (auto* own = qobject_cast<P*>(page)) return own;
    return nullptr;
}

} // namespace warploom::ui
