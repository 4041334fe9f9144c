#pragma once

class QTableView;

namespace warploom::ui {

/// Keeps the first `count` columns of a table view visible while the view is scrolled horizontally. The model of the
/// view must already be set. Returns the overlay table view, which is visible only while the view is scrolled to the
/// right.
QTableView* pinColumns(QTableView* view, int count);

} // namespace warploom::ui
