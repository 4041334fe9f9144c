#pragma once

#include "ui/pages/reproduce/experiment_store.h"

#include <QWidget>

class QLabel;
class QTableView;
class QTabWidget;

namespace warploom::ui {

class Chart;
class ChartDeck;
class TableModel;

/// Two results of the same experiment to compare.
struct ComparedResults {
    ResultHandle a, b;
    QString name_a, name_b;
};

/// Returns the differences in form, machine, settings and inputs as lines such as "measured on: A | B". Returns an
/// empty list if only the values differ.
QStringList differences(const ComparedResults& both);

/// Compares two results of the same experiment. Shows their values and ratios in a table, draws charts that contain
/// both results, and lists other differences in a banner.
class ComparisonView : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonView(QWidget* parent = nullptr);
    /// Throws Error("result.compare") if the results are from different experiments.
    void setResults(const ComparedResults& both);
    QTableView* table() const { return view_; }
    QString banner() const;
    QList<Chart*> charts();

private:
    QLabel *what_ = nullptr, *banner_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QTableView* view_ = nullptr;
    TableModel* model_ = nullptr;
    ChartDeck* deck_ = nullptr;
};

} // namespace warploom::ui
