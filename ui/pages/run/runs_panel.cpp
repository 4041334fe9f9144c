#include "ui/pages/run/runs_panel.h"

#include "ui/components/operations/run_tables.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QAction>
#include <QHeaderView>
#include <QInputDialog>
#include <QListWidget>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace warploom::ui {

RunsPanel::RunsPanel(RunStore& store, QWidget* parent) : QWidget(parent), store_(store) {
    runs_ = named(new QListWidget(this), "runList", tr("Runs to compare"));
    runs_->setFrameShape(QFrame::NoFrame);
    runs_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    runs_->setTextElideMode(Qt::ElideMiddle);
    addActions();
    model_ = new TableModel(this);
    results_ = named(sortedView(model_, 2), "runResults", tr("Results of the selected runs"));
    results_->verticalHeader()->hide();
    results_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(runs_);
    splitter->addWidget(results_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 4);
    inRow(this, {splitter});

    QTimer* timer = pauseTimer(this, 150, &RunsPanel::fillResults);
    connect(&store_, &RunStore::resultsChanged, timer, [timer] {
        if (!timer->isActive()) timer->start();
    });
    connect(&store_, &RunStore::runsChanged, this, &RunsPanel::fillRuns);
    connect(runs_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (!filling_) store_.setShown(item->data(Qt::UserRole).toInt(), item->checkState() == Qt::Checked);
    });
    onTheme(this, [this] {
        setRowHeight(results_, 5);
        fitColumns();
    });
    fillRuns();
    fillResults();
}

int RunsPanel::chosen() const {
    const QListWidgetItem* const item = runs_->currentItem();
    return item != nullptr && item->data(Qt::UserRole).isValid() ? item->data(Qt::UserRole).toInt() : -1;
}

void RunsPanel::addActions() {
    runs_->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto add = [this](const char* name, const QString& text, const QKeySequence& key, auto act) {
        auto* action = new QAction(text, runs_);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, act);
        runs_->addAction(action);
    };
    add("renameRun", tr("Re&name..."), QKeySequence(Qt::Key_F2), [this] {
        const int run = chosen();
        if (run < 0) return;
        bool ok = false;
        const QString name = QInputDialog::getText(this, tr("Rename run"), tr("&Name (leave blank to use the default)"),
                                                   QLineEdit::Normal, store_.runs()[run]->name, &ok);
        if (ok) store_.rename(run, name);
    });
    add("repeatRun", tr("&Repeat"), QKeySequence(QStringLiteral("Ctrl+Return")), [this] {
        if (const int run = chosen(); run >= 0) store_.start(protocol::RunPlan(store_.runs()[run]->plan));
    });
    add("forgetRun", tr("Re&move"), QKeySequence(Qt::Key_Delete), [this] {
        if (const int run = chosen(); run >= 0) store_.remove({run});
    });
}

void RunsPanel::fillRuns() {
    filling_ = true;
    const int before = runs_->currentRow();
    runs_->clear();
    for (int i = static_cast<int>(store_.runs().size()) - 1; i >= 0; --i) {
        const Run& run = *store_.runs()[i];
        QString text = run.title();
        switch (run.state) {
        case Run::State::running: text = tr("%1 (running)").arg(text); break;
        case Run::State::stopped: text = tr("%1 (stopped)").arg(text); break;
        case Run::State::failed: text = tr("%1 (ended early)").arg(text); break;
        case Run::State::finished: break;
        }
        auto* item = new QListWidgetItem(text, runs_);
        item->setData(Qt::UserRole, i);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(run.shown ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(tr("%1\nPress F2 to rename, Ctrl+Enter to repeat or Del to remove this run.")
                             .arg(run.ending.isEmpty() ? run.started.toString(Qt::TextDate) : run.ending));
    }
    if (runs_->count() == 0) {
        auto* item = new QListWidgetItem(tr("No runs yet. Press F5 to start one."), runs_);
        item->setFlags(Qt::NoItemFlags);
    }
    if (before >= 0) runs_->setCurrentRow(std::min(before, runs_->count() - 1));
    filling_ = false;
}

void RunsPanel::fillResults() {
    const int before = model_->rowCount();
    model_->setTable(resultTable(store_.shownRuns()));
    hideEmptyColumns();
    // Texts and values change during a run, so fit the columns again afterward.
    const auto& runs = store_.runs();
    const bool is_running =
        std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run->state == Run::State::running; });
    if (model_->rowCount() != before || is_running != was_running_) fitColumns();
    was_running_ = is_running;
}

/// Limits the column widths, so that long text does not push the values out of view.
void RunsPanel::fitColumns() {
    results_->resizeColumnsToContents();
    const int most = theme().px(230);
    for (int column = 0; column < model_->columnCount(); ++column)
        if (results_->columnWidth(column) > most) results_->setColumnWidth(column, most);
}

/// Hides the columns without values, such as the measured times of modeled runs, because they would push the others out
/// of view.
void RunsPanel::hideEmptyColumns() {
    const Table& table = model_->table();
    for (int column = 0; column < model_->columnCount(); ++column) {
        bool is_empty = !table.rows.empty();
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            is_empty = is_empty && model_->index(static_cast<int>(row), column).data().toString().isEmpty();
        results_->setColumnHidden(column, is_empty);
    }
}

} // namespace warploom::ui
