#pragma once

#include <QWidget>

class QListWidget;
class QTableView;

namespace warploom::ui {

class RunStore;
class TableModel;

/// The runs dock. A list on the left shows earlier runs, which can be selected for comparison. A table on the right
/// shows the results of the selected runs.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(RunStore& store, QWidget* parent = nullptr);

    QTableView* results() const { return results_; }

private:
    void fillRuns();
    void addActions();
    int chosen() const; ///< Returns the index of the current run in the store, or -1 if there is none.
    void fillResults();
    void fitColumns();
    void hideEmptyColumns();

    RunStore& store_;
    QListWidget* runs_ = nullptr;
    QTableView* results_ = nullptr;
    TableModel* model_ = nullptr;
    bool filling_ = false, was_running_ = false;
};

} // namespace warploom::ui
