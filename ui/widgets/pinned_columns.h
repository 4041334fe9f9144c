#pragma once

class QTableView;

namespace warploom::ui {

/// Keeps the first `count` columns of a table visible while the table is scrolled horizontally. The model of the view
/// must already be set. Returns the overlay table, which is visible only while the view is scrolled to the right.
QTableView* pinColumns(QTableView* view, int count);

} // namespace warploom::ui
