#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <utility>

namespace warploom::ui {

class Page;

/// A list of steps that prepare a page for a screenshot. A step is called repeatedly until it returns true. Then the
/// next step starts.
using Scene = QList<std::function<bool()>>;

/// Returns the scene of a page. The default scene waits until the page has settled.
Scene sceneOf(Page& page);

/// Returns additional scenes of a page with other inputs. The screenshot of each scene has its own file name.
QList<std::pair<QString, Scene>> moreScenesOf(Page& page);

} // namespace warploom::ui
