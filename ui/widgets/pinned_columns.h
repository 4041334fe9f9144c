#pragma once

class QTableView;

namespace warploom::ui {

/// The first `count` columns of a wide table stay in sight while the others scroll. The view has its model already.
/// Returns the small table that lies over the view; it is there only while the view is scrolled to the right.
QTableView* pinColumns(QTableView* view, int count);

} // namespace warploom::ui
