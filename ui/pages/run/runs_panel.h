#pragma once

#include <QWidget>

class QListWidget;
class QTableView;

namespace warploom::ui {

class RunStore;
class TableModel;

/// The runs dock: earlier runs to tick for a comparison at the left, the results of those that are ticked at the right.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(RunStore& store, QWidget* parent = nullptr);

    QTableView* results() const { return results_; }

private:
    void fillRuns();
    void addActions();
    int chosen() const; ///< the current run's place in the store; -1 without one
    void fillResults();
    void fitColumns();

    RunStore& store_;
    QListWidget* runs_ = nullptr;
    QTableView* results_ = nullptr;
    TableModel* model_ = nullptr;
    bool filling_ = false, was_running_ = false;
};

} // namespace warploom::ui
