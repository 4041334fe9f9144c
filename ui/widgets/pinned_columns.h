#pragma once

class QTableView;

namespace warploom::ui {

/// Keeps the first `count` columns of a table view visible during horizontal scrolling. The view must already have a
/// model. Returns a second table view, which shows these columns on top of the first one. It is visible only while the
/// first view is scrolled to the right.
QTableView* pinColumns(QTableView* view, int count);

} // namespace warploom::ui
