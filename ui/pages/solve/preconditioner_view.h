#pragma once

#include "ui/pages/solve/preconditioner_comparison.h"
#include "ui/pages/solve/solve_tables.h"

#include <QList>
#include <QWidget>

class QSplitter;
class QTableView;

namespace warploom::ui {

class Chart;
class ChartView;
class TableModel;

/// A row for each preconditioner: iterations, times, true residual, how it ended.
Table comparisonTable(const PreconditionerComparison& comparison, const SolveFacts& facts);
/// The residuals of all of them by iteration.
Table comparedResiduals(const PreconditionerComparison& comparison, const SolveFacts& facts);

/// The comparison of preconditioners as charts over its table.
class PreconditionerView : public QWidget {
    Q_OBJECT
public:
    explicit PreconditionerView(QWidget* parent = nullptr);

    void show(const PreconditionerComparison& comparison, const SolveFacts& facts);
    QList<Chart*> charts() const;
    QTableView* table() const { return table_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();

    ChartView *residual_ = nullptr, *iterations_ = nullptr, *time_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QTableView* table_ = nullptr;
    TableModel* model_ = nullptr;
};

} // namespace warploom::ui
