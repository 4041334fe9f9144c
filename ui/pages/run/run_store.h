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

/// A row of the worker with what the window knows of it: from "waiting" over "running" to what the worker answered.
struct RunResult : protocol::Row {
    QString matrix;
    std::int64_t order = 0, nonzeros = 0; ///< of the matrix; 0 until the worker said so
    double copy_gbytes_per_s = no_figure;

    double model_error() const { return model ? model->error : no_figure; } ///< of the card: its median error
    double speedup_ratio() const { return speedup ? speedup->ratio : no_figure; }
};

/// One press of Run with all that came of it. Never deleted by a failure: finished rows stay.
struct Run {
    enum class State { running, finished, stopped, failed };

    int number = 0;
    QString name;         ///< given by a person; empty: the run is called after what it does
    QString file;         ///< where it is kept for the next start; empty: nowhere yet
    bool shown = true;    ///< ticked in the runs dock: takes part in the charts
    bool is_lent = false; ///< from an opened state: removed with it, and not saved
    State state = State::running;
    protocol::RunPlan plan;
    QDateTime started;
    QString ending; ///< the sentence of a failure
    std::vector<RunResult> results;
    QVector<std::pair<QString, QString>> facts; ///< for captions and exports: machine, settings, environment

    /// Returns the kind of its times.
    measure::TimeKind kind() const { return results.empty() ? measure::TimeKind::measured : results.front().time.kind; }
    QString title() const;
    QString shortName() const; ///< the name, or "run 3": for legends
};

/// Keeps the runs and talks to the worker about the one that is running.
class RunStore : public QObject {
    Q_OBJECT
public:
    explicit RunStore(Session& session, QObject* parent = nullptr);

    bool isRunning() const { return current_ != nullptr; }
    const std::vector<std::shared_ptr<Run>>& runs() const { return runs_; }
    std::vector<std::shared_ptr<const Run>> shownRuns() const;
    std::shared_ptr<const Run> current() const { return current_; }

    /// From now on every run that ended is kept in the folder; those that lie there come in the background, unticked.
    /// One that cannot be read stays where it is and is complained of.
    void keepIn(const QString& folder);

    void start(const protocol::RunPlan& plan);
    void stop(); ///< asked again, it ends the worker; finished rows stay
    /// Results of two operations say nothing of each other: ticking a run unticks those of other operations.
    void setShown(int index, bool shown);
    /// Unticks the runs of other operations; ticks the newest one of this, unless one is ticked.
    void showOperation(const QString& operation);
    /// The runs of the operation that have a time of the kernel are compared with it from now on.
    void setBaseline(const QString& operation, const QString& kernel);
    QString shownOperation() const;              ///< empty when nothing is shown
    void rename(int index, const QString& name); ///< empty: called after what it does again
    /// These, but not the one under way, leave the list and the folder; removal can be undone.
    void remove(const QVector<int>& indexes);
    void clear(); ///< removes all runs but the one under way

    /// The runs that are ticked and have ended, oldest first, each as a document in one line (protocol::KeptRun).
    std::vector<std::string> shownDocuments() const;
    /// Shows these results instead of the ticked ones, until restoreShown(). They take the place of those lent before.
    /// Errors: "run.kept".
    void showTemporarily(const std::vector<std::string>& documents, const QString& where);
    void restoreShown(); ///< the earlier ticks come back

signals:
    void runsChanged();    ///< a run was added, ended, ticked or unticked
    void resultsChanged(); ///< numbers arrived; at most once for each event of the worker

private:
    void sendNext();
    void handleEvent(const std::string& name, const Json& event);
    void handleDone(const protocol::Run& run, const std::vector<protocol::RowSummary>& ends);
    /// `refusal` stands on the rows that have no result.
    void finish(Run::State state, const QString& sentence, const QString& hint, const QString& refusal = {});
    RunResult* find(const std::string& kernel, int block, std::optional<int> threads);
    void keep(Run& run);
    void leave(Run& run); ///< it is kept no more
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
    QString folder_;                                                 ///< empty: nothing is kept
    std::optional<std::vector<std::shared_ptr<Run>>> ticked_before_; ///< while results are lent
    BackgroundPool files_{"kept runs", 1}; ///< one thread: writes and removals keep their order
};

} // namespace warploom::ui
