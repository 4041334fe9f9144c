#pragma once

#include "ui/pages/reproduce/experiment_store.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QWidget;

namespace warploom::ui {

/// Returns whether a result has modeled or measured values.
bool hasBegun(const experiment::Result& result);
bool hasNumbers(const experiment::Result& result, experiment::CellColumn column);

/// The fields and buttons that run an experiment, and the progress of the run.
class ExperimentControls : public QObject {
    Q_OBJECT
public:
    ExperimentControls(Session& session, ExperimentStore& store, QObject* parent);

    QWidget* strip() const { return strip_; }
    QLabel* stage() const { return stage_; }
    QPushButton* runButton() const { return run_; }
    /// Sets the displayed experiment and enables its controls. If there is no experiment, shows the form (quick or
    /// full) of `opened`, which is a result from a file and may be null.
    void show(const std::optional<ExperimentKey>& key, const ResultHandle& opened);
    /// Runs the experiment. If `anew` is true, first discards the values from earlier runs.
    void run(bool anew);
    void refresh();

signals:
    void formChosen(bool quick);

private:
    void fillMachines();
    void applyTheme();
    void showStage(bool is_running_this);
    ExperimentChoice choice() const;
    ResultHandle result() const { return key_ ? store_.result(*key_) : opened_; }
    bool startsAnew() const; ///< Returns whether the Run button would discard all values and start over.

    Session& session_;
    ExperimentStore& store_;
    std::optional<ExperimentKey> key_;
    ResultHandle opened_;
    QWidget* strip_ = nullptr;
    QComboBox *form_ = nullptr, *machine_ = nullptr;
    QPushButton *run_ = nullptr, *stop_ = nullptr, *anew_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* stage_ = nullptr;
};

} // namespace warploom::ui
