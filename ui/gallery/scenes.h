#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <utility>

namespace warploom::ui {

class Page;

/// What leads a page to its most telling picture: each step is asked again until it answers true, then comes the next.
using Scene = QList<std::function<bool()>>;

/// The scene of a page; of one that has none of its own: wait until it has settled.
Scene sceneOf(Page& page);

/// Further pictures of a page with other inputs than all pages show, each with the name of its file.
QList<std::pair<QString, Scene>> moreScenesOf(Page& page);

} // namespace warploom::ui
