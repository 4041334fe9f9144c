#pragma once

#include "engine/experiment/result.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStyledItemDelegate>

#include <memory>

namespace warploom::ui {

/// Returns the display name of a column: "published", "modeled" or "measured".
QString columnText(experiment::CellColumn column);

/// Table model of an experiment's result, with one row per cell of the experiment. The columns are the series, the
/// variables, the published, modeled and measured values, the ratios between them, and notes. Published, modeled and
/// measured values have different styles (CellLook).
class CellModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int sort_role = Qt::UserRole;
    /// Item data role for an int with the value of an experiment::CellColumn. Only items in the three value columns
    /// have this data.
    static constexpr int kind_role = Qt::UserRole + 1;
    /// Item data role for a bool that states whether the cell was used to fit the card.
    static constexpr int fitted_role = Qt::UserRole + 2;

    explicit CellModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Sets the result to show. If the cells are the same as before, keeps the selection and scroll position.
    void setResult(std::shared_ptr<const experiment::Result> result);
    const experiment::Result* result() const { return result_.get(); }
    int variableCount() const;
    int columnOf(experiment::CellColumn column) const { return 1 + variableCount() + static_cast<int>(column); }
    int notesColumn() const { return 1 + variableCount() + 6; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Returns the title of a table row, such as "ELL, order 4096, float, block 128".
    QString rowTitle(int row) const;
    bool isEmpty(int column) const; ///< Returns whether all rows of a column are empty.

private:
    const experiment::Cell& cell(int row) const { return result_->cells[row]; }
    QVariant format_number(const experiment::Cell& cell, experiment::CellColumn column, int role) const;
    QVariant ratio(const experiment::Cell& cell, int which, int role) const;
    QString notes(const experiment::Cell& cell) const;
    std::string unitOf(const experiment::Cell& cell) const;

    std::shared_ptr<const experiment::Result> result_;
    /// Position of each series in the experiment file, which determines the sort order.
    QHash<QString, int> series_numbers_;
};

/// Filters rows by series or by the value of a variable.
class CellFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    /// Sets the filter of a column. An empty string removes the filter.
    void setWanted(int column, const QString& text);
    QString wanted(int column) const { return wanted_.value(column); }
    void clear();

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    /// Sorts rows without a value last, both in ascending and in descending order.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QHash<int, QString> wanted_;
};

/// Paints values in different styles: published values with an outline, modeled values with hatching, and measured
/// values with a solid background.
class CellLook : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Paints a small legend box in the style of a value column. `kind` is the value of an experiment::CellColumn.
void paintKind(QPainter& painter, const QRectF& box, int kind);

} // namespace warploom::ui
