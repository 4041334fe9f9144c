#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <utility>

namespace warploom::ui {

class Page;

/// Steps that bring a page into an informative state. Each step is called repeatedly until it returns true; then the
/// next step starts.
using Scene = QList<std::function<bool()>>;

/// Returns the scene of a page. The default scene waits until the page has settled.
Scene sceneOf(Page& page);

/// Returns additional scenes with other inputs. Each has its own file name.
QList<std::pair<QString, Scene>> moreScenesOf(Page& page);

} // namespace warploom::ui
