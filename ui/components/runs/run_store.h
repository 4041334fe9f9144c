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

/// A row of results from the worker, with its status in the window: first "waiting", then "running", then the final
/// status.
struct RunResult : protocol::Row {
    QString matrix;
    /// Numbers of rows and nonzeros of the matrix; both are 0 until the worker reports them.
    std::int64_t order = 0, nonzeros = 0;
    double copy_gbytes_per_s = no_figure;

    /// Returns the median error of the model on this card.
    double model_error() const { return model ? model->error : no_figure; }
    double speedup_ratio() const { return speedup ? speedup->ratio : no_figure; }
};

/// A run started by the user, with its results. Completed rows are kept even if the run fails.
struct Run {
    enum class State { running, finished, stopped, failed };

    int number = 0;
    QString name;      ///< name given by the user; if empty, a name is derived from the contents of the run
    QString file;      ///< file from which the run is restored at the next start; empty if the run is not stored
    bool shown = true; ///< whether the run is selected in the runs dock and shown in the charts
    /// Whether the run comes from an opened state file. Such a run is never stored, and is removed together with the
    /// state.
    bool is_lent = false;
    State state = State::running;
    protocol::RunPlan plan;
    QDateTime started;
    QString ending;
    std::vector<RunResult> results;
    /// Facts shown in captions and exports: machine, settings, environment.
    QVector<std::pair<QString, QString>> facts;

    measure::TimeKind kind() const { return results.empty() ? measure::TimeKind::measured : results.front().time.kind; }
    QString title() const;
    QString shortName() const; ///< Returns the name, or a default such as "run 3". Used in legends.
};

/// Stores the runs and handles messages from the worker about the current run.
class RunStore : public QObject {
    Q_OBJECT
public:
    explicit RunStore(Session& session, QObject* parent = nullptr);

    bool isRunning() const { return current_ != nullptr; }
    const std::vector<std::shared_ptr<Run>>& runs() const { return runs_; }
    std::vector<std::shared_ptr<const Run>> shownRuns() const;
    std::shared_ptr<const Run> current() const { return current_; }

    /// Sets the folder for storing completed runs. Loads the existing runs in the background and initially hides them.
    /// Reports files that cannot be read as errors, but does not delete them.
    void keepIn(const QString& folder);

    void start(const protocol::RunPlan& plan);
    void stop(); ///< Stops the run. If called again, terminates the worker. Completed rows are kept.
    /// Shows or hides a run. Runs of different operations are not shown together, because their results are not
    /// comparable.
    void setShown(int index, bool shown);
    /// Hides the runs of all other operations. If no run of this operation is visible, shows the newest one.
    void showOperation(const QString& operation);
    /// Makes a kernel the baseline in every run of the operation that includes it.
    void setBaseline(const QString& operation, const QString& kernel);
    /// Returns the operation of the visible runs, or an empty string if no run is shown.
    QString shownOperation() const;
    void rename(int index, const QString& name); ///< Renames a run. An empty name restores the default name.
    /// Removes runs from the list and the folder, except for the current run. The user can undo the removal.
    void remove(const QVector<int>& indexes);
    void clear();

    /// Returns the visible runs that have ended, oldest first, each as a single-line document (protocol::KeptRun).
    std::vector<std::string> shownDocuments() const;
    /// Replaces the visible runs with those in `documents` until restoreShown() is called. A second call replaces the
    /// runs from the first call. Throws Error("run.kept") if a document is invalid.
    void showTemporarily(const std::vector<std::string>& documents, const QString& where);
    void restoreShown();

signals:
    void runsChanged();    ///< Emitted when a run was added, ended, shown or hidden.
    void resultsChanged(); ///< Emitted when new results have arrived, at most once per worker event.

private:
    void sendNext();
    void handleEvent(const std::string& name, const Json& event);
    void handleDone(const protocol::Run& run, const std::vector<protocol::RowSummary>& ends);
    /// Ends the current run. Rows without a result show the message `refusal`.
    void finish(Run::State state, const QString& sentence, const QString& hint, const QString& refusal = {});
    RunResult* find(const std::string& kernel, int block, std::optional<int> threads);
    void keep(Run& run);
    void leave(Run& run); ///< Deletes the file in which the run is stored.
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
    /// Folder for storing runs; if empty, runs are not stored.
    QString folder_;
    /// The runs that were visible before runs were shown temporarily; std::nullopt if no runs are shown temporarily.
    std::optional<std::vector<std::shared_ptr<Run>>> ticked_before_;
    BackgroundPool files_{"kept runs", 1}; ///< a pool with one thread, so that writes and deletions stay in order
};

} // namespace warploom::ui
