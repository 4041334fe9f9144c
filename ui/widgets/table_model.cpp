#include "ui/widgets/table_model.h"

#include "ui/style/theme.h"
#include "ui/widgets/pinned_columns.h"

#include <QBrush>
#include <QFont>
#include <QFontMetrics>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <cmath>

namespace warploom::ui {

void TableModel::setTable(Table table) {
    const bool same_shape = table.columns.size() == table_.columns.size() && table.rows.size() == table_.rows.size();
    bool same_columns = same_shape;
    for (std::size_t c = 0; same_columns && c < table.columns.size(); ++c)
        same_columns = table.columns[c].header() == table_.columns[c].header();
    // If the columns are the same, update only the rows, because resetting the model for each new sample would lose the
    // selection and the scroll position.
    if (!same_columns) beginResetModel();
    table_ = std::move(table);
    status_ = reason_ = -1;
    units_.clear();
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
        double largest = 0;
        for (std::size_t r = 0; r < table_.rows.size(); ++r) {
            const double value = std::fabs(table_.number(r, c));
            if (value > largest) largest = value;
        }
        units_.push_back(axisUnit(largest, table_.columns[c].unit));
    }
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
        if (table_.columns[c].name == "status") status_ = static_cast<int>(c);
        if (table_.columns[c].name == "reason" || table_.columns[c].name == "meaning") reason_ = static_cast<int>(c);
    }
    if (!same_columns) {
        endResetModel();
    } else if (!table_.rows.empty() && !table_.columns.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        // Larger values may change the unit in the column header, for example, from ns to ms.
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const Cell& cell = table_.rows[row][column];
    const bool is_text = std::holds_alternative<std::string>(cell);
    switch (role) {
    case Qt::DisplayRole:
        if (std::holds_alternative<std::monostate>(cell)) return QString();
        if (is_text) return QString::fromStdString(std::get<std::string>(cell));
        if (const auto* whole = std::get_if<std::int64_t>(&cell); whole != nullptr && units_[column].factor == 1)
            return countText(*whole);
        return numberText(table_.number(row, column) * units_[column].factor, 4);
    case sort_role:
        if (is_text) return QString::fromStdString(std::get<std::string>(cell));
        return std::holds_alternative<std::monostate>(cell) ? QVariant() : QVariant(table_.number(row, column));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (is_text ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ForegroundRole:
        if (status_ >= 0) {
            const std::string status = table_.text(row, static_cast<std::size_t>(status_));
            if (status == "skipped") return QBrush(theme().colours().muted);
            if (status == "wrong" || status == "error") return QBrush(theme().colours().strokeColour(3));
        }
        return {};
    case Qt::FontRole:
        if (status_ >= 0 && table_.text(row, static_cast<std::size_t>(status_)) == "wrong") {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ToolTipRole:
        if (reason_ >= 0) return QString::fromStdString(table_.text(row, static_cast<std::size_t>(reason_)));
        return {};
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) return {};
    if (orientation == Qt::Vertical) return section + 1;
    const auto column = static_cast<std::size_t>(section);
    if (column >= table_.columns.size()) return {};
    const Column& c = table_.columns[column];
    const QString title = columnTitle(c.name);
    return c.unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, units_[column].unit);
}

QTableView* plainView(QAbstractItemModel* model) {
    auto* view = new QTableView;
    view->setModel(model);
    view->setAlternatingRowColors(true);
    view->setTabKeyNavigation(false);
    view->setFrameShape(QFrame::NoFrame);
    view->verticalHeader()->hide();
    return view;
}

int setRowHeight(QTableView* view, int air) {
    const int height = QFontMetrics(theme().font()).height() + theme().px(air);
    view->verticalHeader()->setMinimumSectionSize(height);
    view->verticalHeader()->setDefaultSectionSize(height);
    return height;
}

QTableView* sortedView(TableModel* model, int pinned) {
    auto* sorted = new QSortFilterProxyModel(model->parent());
    sorted->setSourceModel(model);
    sorted->setSortRole(TableModel::sort_role);
    QTableView* view = plainView(sorted);
    view->verticalHeader()->show();
    view->setSortingEnabled(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    pinColumns(view, pinned);
    return view;
}

} // namespace warploom::ui
