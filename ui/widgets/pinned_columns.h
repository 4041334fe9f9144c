#pragma once

class QTableView;

namespace warploom::ui {

/// Keeps the first `count` columns of a table view visible during horizontal scrolling. The view must already have a
/// model. Returns the overlay table view, which is visible only while the view is scrolled to the right.
QTableView* pinColumns(QTableView* view, int count);

} // namespace warploom::ui
