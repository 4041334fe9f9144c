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

/// Two results of one experiment that stand beside each other.
struct ComparedResults {
    ResultHandle a, b;
    QString name_a, name_b;
};

/// Returns the differences in form, machine, settings and inputs, as lines "measured on: A | B". Empty if only the
/// figures differ.
QStringList differences(const ComparedResults& both);

/// The figures of both with their ratio, the charts with both, and a banner that says what else differs.
class ComparisonView : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonView(QWidget* parent = nullptr);
    /// Throws Error("result.compare") where the two are not of one experiment.
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
