#pragma once

#include "engine/experiment/result.h"
#include "engine/protocol/messages/handshake.h"
#include "ui/session/background.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QTimer;

namespace warploom::ui {

class CancelController;
class Session;

using ResultHandle = std::shared_ptr<const experiment::Result>;

/// Settings that determine which cells of an experiment are computed.
struct ExperimentChoice {
    QString machine = QStringLiteral("none"); ///< machine ID such as `cuda:0` for series measured on a GPU, or "none"
    bool measure_host = true, model = true;
    QStringList data; ///< folders to search for the data files of experiments
    bool operator==(const ExperimentChoice&) const = default;
};

/// Identifies an experiment in its quick or full form.
struct ExperimentKey {
    QString id;
    bool quick = true;
    bool operator==(const ExperimentKey&) const = default;
};
inline size_t qHash(const ExperimentKey& key, size_t seed = 0) { return ::qHash(key.id, seed) ^ (key.quick ? 1U : 0U); }

/// Stores the experiments, their results, and the current run. Values are written to the user's folder within seconds,
/// so that almost nothing is lost in a crash. The next run computes only the missing values.
class ExperimentStore : public QObject {
    Q_OBJECT
public:
    explicit ExperimentStore(Session& session, QObject* parent = nullptr);
    ~ExperimentStore() override;

    /// Returns the built-in experiments, those in the user's folder, and those that the user opened from other files.
    /// Reads the files on first use.
    const std::vector<experiment::Experiment>& experiments();
    const experiment::Experiment* find(const QString& id);
    void reload(); ///< Reads all experiments again and reports errors to the session.
    /// Adds an experiment from a file and returns its ID. Throws the same errors as find_experiment().
    QString addFile(const QString& file);

    /// Returns the current result, which contains at least the published values, or null if the ID is unknown. A saved
    /// result is loaded in the background, and `changed` is emitted when it is available.
    ResultHandle result(const ExperimentKey& key);
    /// Returns the result if it has been requested before; otherwise, returns null. Does not create or load a result.
    ResultHandle known(const ExperimentKey& key) const { return results_.value(key); }
    bool isLoading(const ExperimentKey& key) const { return loading_.contains(key); }

    bool isRunning() const { return running_.has_value(); }
    bool isRunning(const ExperimentKey& key) const { return running_ == key; }
    const std::optional<ExperimentKey>& running() const { return running_; }
    /// Starts a run. Values from earlier runs are kept unless `anew` is true. Has no effect during another run.
    void start(const ExperimentKey& key, const ExperimentChoice& choice, bool anew = false);
    void stop();
    /// Returns the settings of the experiment's latest run in this session, or std::nullopt if there was none.
    std::optional<ExperimentChoice> lastChoice(const ExperimentKey& key) const;

    /// Returns the current activity of the run, such as "model: ELL, order 4096".
    QString stage() const { return stage_; }
    int done() const { return done_; }
    int total() const { return total_; } ///< Returns the total number of cells in the run, or 0 if it is unknown.

    /// Returns the path of the file that stores a result between sessions.
    static QString savedFile(const ExperimentKey& key);

signals:
    void experimentsChanged();
    /// Emitted when a result has changed, but at most a few times per second.
    void changed(const warploom::ui::ExperimentKey& key);
    void progressed();
    void runningChanged();

private:
    using Mutable = std::shared_ptr<experiment::Result>;
    void send(const ExperimentKey& key, const ExperimentChoice& choice);
    void told(const protocol::ProgressEvent& progress);
    void takeCell(const Json& event);
    void finished(const Json& document);
    void ended();
    void load(const ExperimentKey& key);
    void save(const ExperimentKey& key);
    void flush();
    Mutable fresh(const ExperimentKey& key);

    Session& session_;
    std::vector<experiment::Experiment> experiments_;
    bool read_ = false;
    QHash<ExperimentKey, Mutable> results_;
    QHash<ExperimentKey, ExperimentChoice> choices_;
    /// Results that are being loaded. Each entry may contain a run to start after loading.
    QHash<ExperimentKey, std::optional<ExperimentChoice>> loading_;
    /// Experiments with results that were saved with a different version of the experiment. The saved results are
    /// backed up before they are overwritten.
    QList<ExperimentKey> outdated_;
    std::optional<ExperimentKey> running_;
    QString request_, stage_;
    int done_ = 0, total_ = 0;
    bool is_news_ = false, unsaved_ = false;
    QTimer *news_timer_ = nullptr, *save_timer_ = nullptr;
    CancelController* stop_;
    /// A single thread, so that files are written in the order of the requests.
    BackgroundPool files_{"experiments", 1};
};

/// A result file or report that was read in the background: the result and its seal, or an error message with a hint.
struct ReadResult {
    QString file;
    std::shared_ptr<experiment::Result> result; ///< the result; null if the file could not be read
    experiment::SealReport seal;
    QString sentence, hint;
};
ReadResult readResultFile(const QString& file);

} // namespace warploom::ui
