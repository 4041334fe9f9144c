#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <utility>

namespace warploom::ui {

class Page;

/// Steps that bring a page into its most informative state: each step is repeated until it returns true, then the next
/// one runs.
using Scene = QList<std::function<bool()>>;

/// The scene of a page; of one that has none of its own: wait until it has settled.
Scene sceneOf(Page& page);

/// Further pictures of a page with other inputs than all pages show, each with the name of its file.
QList<std::pair<QString, Scene>> moreScenesOf(Page& page);

} // namespace warploom::ui
