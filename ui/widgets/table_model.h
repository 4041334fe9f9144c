#pragma once

#include "engine/table.h"
#include "ui/style/number_text.h"

#include <QAbstractTableModel>

#include <vector>

class QTableView;

namespace warploom::ui {

/// An engine Table for Qt's views: the table twin of every chart. `sort_role` orders numbers as numbers.
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
    std::vector<AxisUnit> units_; ///< one for a column, so that its numbers can be compared
    int status_ = -1, reason_ = -1;
};

/// A striped table without numbers at its rows. Tab leaves it.
QTableView* plainView(QAbstractItemModel* model);

/// Rows as high as a letter and `air` (in pixels at 100 %), also after larger letters; returns that height.
int setRowHeight(QTableView* view, int air);

/// A table whose heads sort it when they are clicked; until then its rows stand as in the model. Tab leaves it. Its
/// first `pinned` columns stay where they are when the table is scrolled to the right.
QTableView* sortedView(TableModel* model, int pinned = 1);

} // namespace warploom::ui
