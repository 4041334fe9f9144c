#pragma once

#include "engine/protocol/messages/kept_run.h"
#include "engine/protocol/messages/run.h"
#include "ui/session/background.h"
#include "ui/style/number_text.h"

#include <QDateTime>
#include <QObject>
#include <QVector>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::ui {

class CancelController;
class Session;

/// A result row from the worker, with its state in the window: from "waiting" over "running" to the final status.
struct RunResult : protocol::Row {
    QString matrix;
    std::int64_t order = 0, nonzeros = 0; ///< of the matrix; 0 until reported by the worker
    double copy_gbytes_per_s = no_figure;

    double model_error() const { return model ? model->error : no_figure; } ///< median error of the model for the card
    double speedup_ratio() const { return speedup ? speedup->ratio : no_figure; }
};

/// A run started by the user, with its results. Completed rows are kept even if the run fails.
struct Run {
    enum class State { running, finished, stopped, failed };

    int number = 0;
    QString name;         ///< set by the user; if empty, the run is named after its contents
    QString file;         ///< where it is stored for the next start; empty if not stored
    bool shown = true;    ///< selected in the runs dock and shown in the charts
    bool is_lent = false; ///< from an opened state file: removed with it, and never stored
    State state = State::running;
    protocol::RunPlan plan;
    QDateTime started;
    QString ending; ///< error message of a failed run
    std::vector<RunResult> results;
    QVector<std::pair<QString, QString>> facts; ///< for captions and exports: machine, settings, environment

    /// Returns whether its times are measured or modeled.
    measure::TimeKind kind() const { return results.empty() ? measure::TimeKind::measured : results.front().time.kind; }
    QString title() const;
    QString shortName() const; ///< the name, or "run 3"; used in legends
};

/// Stores the runs and handles the worker's messages about the current one.
class RunStore : public QObject {
    Q_OBJECT
public:
    explicit RunStore(Session& session, QObject* parent = nullptr);

    bool isRunning() const { return current_ != nullptr; }
    const std::vector<std::shared_ptr<Run>>& runs() const { return runs_; }
    std::vector<std::shared_ptr<const Run>> shownRuns() const;
    std::shared_ptr<const Run> current() const { return current_; }

    /// Sets the folder where completed runs are stored from now on. Runs already in the folder are loaded in the
    /// background and are not shown at first. Files that cannot be read are kept and reported as errors.
    void keepIn(const QString& folder);

    void start(const protocol::RunPlan& plan);
    void stop(); ///< stops the run; a second call terminates the worker. Completed rows are kept.
    /// Shows or hides a run. Only runs of one operation are shown at a time, because their results are not comparable.
    void setShown(int index, bool shown);
    /// Hides the runs of other operations. Shows the newest run of this operation if none is shown.
    void showOperation(const QString& operation);
    /// Uses this kernel as the baseline for all runs of the operation in which it was timed.
    void setBaseline(const QString& operation, const QString& kernel);
    QString shownOperation() const;              ///< empty if no run is shown
    void rename(int index, const QString& name); ///< an empty name restores the automatic one
    /// Removes runs from the list and the folder, except the current one; can be undone.
    void remove(const QVector<int>& indexes);
    void clear(); ///< removes all runs except the current one

    /// Returns the shown runs that have ended, oldest first, each as a single-line document (protocol::KeptRun).
    std::vector<std::string> shownDocuments() const;
    /// Shows these results instead of the selected ones until restoreShown() is called. They replace results from an
    /// earlier call. Errors: "run.kept".
    void showTemporarily(const std::vector<std::string>& documents, const QString& where);
    void restoreShown(); ///< shows the runs that were visible before

signals:
    void runsChanged();    ///< a run was added, ended, shown or hidden
    void resultsChanged(); ///< new numbers arrived; emitted at most once per worker event

private:
    void sendNext();
    void handleEvent(const std::string& name, const Json& event);
    void handleDone(const protocol::Run& run, const std::vector<protocol::RowSummary>& ends);
    /// `refusal` is shown in the rows without a result.
    void finish(Run::State state, const QString& sentence, const QString& hint, const QString& refusal = {});
    RunResult* find(const std::string& kernel, int block, std::optional<int> threads);
    void keep(Run& run);
    void leave(Run& run); ///< deletes the stored file
    void take(const std::vector<std::shared_ptr<Run>>& kept);
    void dropLent();
    void changed();

    friend class RunsForgotten;
    friend class RunRenamed;
    Session& session_;
    std::vector<std::shared_ptr<Run>> runs_;
    std::shared_ptr<Run> current_;
    std::size_t next_matrix_ = 0;
    CancelController* stop_;
    QString request_;
    QString folder_;                                                 ///< empty: runs are not stored
    std::optional<std::vector<std::shared_ptr<Run>>> ticked_before_; ///< while temporary results are shown
    BackgroundPool files_{"kept runs", 1}; ///< one thread, so that writes and deletions keep their order
};

} // namespace warploom::ui
