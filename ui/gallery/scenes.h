#pragma once

#include <QList>

#include <functional>

namespace warploom::ui {

class Page;

/// What leads a page to its most telling picture: each step is asked again until it answers true, then comes the next.
using Scene = QList<std::function<bool()>>;

/// The scene of a page; of one that has none of its own: wait until it has settled.
Scene sceneOf(Page& page);

} // namespace warploom::ui
