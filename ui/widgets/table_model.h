#pragma once

#include "engine/table.h"
#include "ui/style/number_text.h"

#include <QAbstractTableModel>

#include <vector>

class QTableView;

namespace warploom::ui {

/// Adapts an engine Table to Qt's item views, for the data of every chart. With `sort_role`, numbers are sorted by
/// value.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int sort_role = Qt::UserRole;

    explicit TableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setTable(Table table);
    const Table& table() const { return table_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    Table table_;
    std::vector<AxisUnit> units_; ///< unit of each column, chosen so that the values in the column are comparable
    int status_ = -1, reason_ = -1;
};

/// Creates a table view with alternating row colors and no row header. The Tab key moves keyboard focus out of the
/// table.
QTableView* plainView(QAbstractItemModel* model);

/// Sets the row height of a table view to the font height plus `air` (in pixels at a scale of 100 %), and updates it
/// after font changes. Returns the row height in pixels.
int setRowHeight(QTableView* view, int air);

/// Creates a table view that the user sorts by clicking its headers. Initially, rows are in the order of the model. The
/// Tab key moves keyboard focus out of the table. The first `pinned` columns stay visible during horizontal scrolling.
QTableView* sortedView(TableModel* model, int pinned = 1);

} // namespace warploom::ui
