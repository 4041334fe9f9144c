#pragma once

#include "ui/pages/reproduce/experiment_store.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLabel;
class QTableView;

namespace warploom::ui {

class CellFilter;
class CellModel;

/// The table of an experiment's result, with a filter for each variable.
class CellTable : public QWidget {
    Q_OBJECT
public:
    explicit CellTable(QWidget* parent = nullptr);

    void setResult(const ResultHandle& result);
    QTableView* view() const { return view_; }
    /// Returns the container of the filter combo boxes, which are shown above the table.
    QWidget* filters() const { return strip_; }
    CellModel* model() const { return model_; }
    CellFilter* filter() const { return filter_; }
    /// Returns the title of the selected row, such as "ELL, order 4096", or an empty string if no row is selected.
    QString selectedTitle() const;
    const experiment::Cell* selectedCell() const;

signals:
    void selectionChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildFilters();
    void fitHeight();
    void fitColumns();
    void updateCount();

    CellModel* model_ = nullptr;
    CellFilter* filter_ = nullptr;
    QTableView* view_ = nullptr;
    QWidget* strip_ = nullptr;
    QList<QComboBox*> boxes_;
    QLabel* count_ = nullptr;
    QStringList same_; ///< text with the values that are equal in all rows, such as "precision: double"
    QString shown_;    ///< experiment and form (quick or full) for which the filters and column widths were set
};

} // namespace warploom::ui
