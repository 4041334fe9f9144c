#pragma once

#include "engine/experiment/result.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStyledItemDelegate>

#include <memory>

namespace warploom::ui {

/// Returns the name of a column: "published", "modeled" or "measured".
QString columnText(experiment::CellColumn column);

/// The figures of a result as a table: a row a cell; series, each variable, published, modelled, measured, the three
/// ratios, and what there is to say. The three kinds stand in columns of their own and are drawn each in its look
/// (CellLook).
class CellModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int sort_role = Qt::UserRole;
    static constexpr int kind_role = Qt::UserRole + 1;   ///< int of experiment::CellColumn; only of the three columns
    static constexpr int fitted_role = Qt::UserRole + 2; ///< bool: the cell was used to fit the card

    explicit CellModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Keeps selection and scrolling where the cells are those that it showed before.
    void setResult(std::shared_ptr<const experiment::Result> result);
    const experiment::Result* result() const { return result_.get(); }
    int variableCount() const;
    int columnOf(experiment::CellColumn column) const { return 1 + variableCount() + static_cast<int>(column); }
    int notesColumn() const { return 1 + variableCount() + 6; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Returns the description of a row: "ELL, order 4096, float, block 128".
    QString rowTitle(int row) const;
    bool isEmpty(int column) const; ///< no row shows anything there

private:
    const experiment::Cell& cell(int row) const { return result_->cells[row]; }
    QVariant format_number(const experiment::Cell& cell, experiment::CellColumn column, int role) const;
    QVariant ratio(const experiment::Cell& cell, int which, int role) const;
    QString notes(const experiment::Cell& cell) const;
    std::string unitOf(const experiment::Cell& cell) const;

    std::shared_ptr<const experiment::Result> result_;
    QHash<QString, int> series_numbers_; ///< in the order of the file, for sorting
};

/// Shows the rows of one series, or with one value of a variable.
class CellFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    /// An empty text shows all of a column.
    void setWanted(int column, const QString& text);
    QString wanted(int column) const { return wanted_.value(column); }
    void clear();

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    /// Rows without a number come last whichever way the others are ordered.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QHash<int, QString> wanted_;
};

/// Draws a figure in the look of its kind: published in an outline, modelled on a hatch, measured on a solid ground.
class CellLook : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A little box in one of the looks, for a legend: `kind` is an int of experiment::CellColumn.
void paintKind(QPainter& painter, const QRectF& box, int kind);

} // namespace warploom::ui
