#pragma once

#include "engine/table.h"
#include "ui/style/number_text.h"

#include <QAbstractTableModel>

#include <vector>

class QTableView;

namespace warploom::ui {

/// Adapts an engine Table to Qt's views. Used for the data of every chart. `sort_role` sorts numbers by value.
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
    std::vector<AxisUnit> units_; ///< unit of each column, so that all values in the column are comparable
    int status_ = -1, reason_ = -1;
};

/// Creates a table with alternating row colors and no row header. The Tab key moves the focus out of the table.
QTableView* plainView(QAbstractItemModel* model);

/// Sets the row height to the font height plus `air` (in pixels at 100 %), and updates the row height after font
/// changes. Returns the row height.
int setRowHeight(QTableView* view, int air);

/// Creates a table that the user sorts by clicking its headers. Initially, rows are in model order. The Tab key moves
/// the focus out of the table. The first `pinned` columns stay visible when the table is scrolled horizontally.
QTableView* sortedView(TableModel* model, int pinned = 1);

} // namespace warploom::ui
