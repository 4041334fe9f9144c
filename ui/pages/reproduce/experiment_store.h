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

/// The cells that a run should compute.
struct ExperimentChoice {
    QString machine = QStringLiteral("none"); ///< for GPU series: `cuda:0`, or "none"
    bool measure_host = true, model = true;
    QStringList data; ///< folders with files that experiments refer to
    bool operator==(const ExperimentChoice&) const = default;
};

/// An experiment in its quick or full form.
struct ExperimentKey {
    QString id;
    bool quick = true;
    bool operator==(const ExperimentKey&) const = default;
};
inline size_t qHash(const ExperimentKey& key, size_t seed = 0) { return ::qHash(key.id, seed) ^ (key.quick ? 1U : 0U); }

/// The experiments, their results, and the running one. Each value is stored as soon as it arrives and written to the
/// user's folder within seconds, so a crash loses nothing. The next run continues from there.
class ExperimentStore : public QObject {
    Q_OBJECT
public:
    explicit ExperimentStore(Session& session, QObject* parent = nullptr);
    ~ExperimentStore() override;

    /// Returns the built-in experiments, those in the user's folder, and files opened by name. They are read on first
    /// use.
    const std::vector<experiment::Experiment>& experiments();
    const experiment::Experiment* find(const QString& id);
    void reload(); ///< reads the experiments again; errors are reported to the session
    /// Adds a user's file and returns the id. Throws the errors of find_experiment().
    QString addFile(const QString& file);

    /// Returns the current result, which includes at least the published values. Returns null for an unknown id. A
    /// saved result is loaded in the background; `changed` is emitted when it is available.
    ResultHandle result(const ExperimentKey& key);
    /// Returns the result without creating or loading it; null if it was not requested before.
    ResultHandle known(const ExperimentKey& key) const { return results_.value(key); }
    bool isLoading(const ExperimentKey& key) const { return loading_.contains(key); }

    bool isRunning() const { return running_.has_value(); }
    bool isRunning(const ExperimentKey& key) const { return running_ == key; }
    const std::optional<ExperimentKey>& running() const { return running_; }
    /// Starts a run that keeps the available values, or discards them if `anew` is true. Does nothing during another
    /// run.
    void start(const ExperimentKey& key, const ExperimentChoice& choice, bool anew = false);
    void stop();
    /// Returns the settings of the last run in this session, or std::nullopt before the first one.
    std::optional<ExperimentChoice> lastChoice(const ExperimentKey& key) const;

    QString stage() const { return stage_; } ///< current work: "model: ELL, order 4096"
    int done() const { return done_; }
    int total() const { return total_; } ///< 0 if unknown

    /// Returns the file that stores a result between sessions.
    static QString savedFile(const ExperimentKey& key);

signals:
    void experimentsChanged();
    void changed(const warploom::ui::ExperimentKey& key); ///< emitted at most a few times per second
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
    QHash<ExperimentKey, std::optional<ExperimentChoice>> loading_; ///< value: the run that starts after loading
    /// saved with another version of the experiment; backed up before being overwritten
    QList<ExperimentKey> outdated_;
    std::optional<ExperimentKey> running_;
    QString request_, stage_;
    int done_ = 0, total_ = 0;
    bool is_news_ = false, unsaved_ = false;
    QTimer *news_timer_ = nullptr, *save_timer_ = nullptr;
    CancelController* stop_;
    BackgroundPool files_{"experiments", 1}; ///< one thread, so that files are written in the order of the requests
};

/// A result file or report that was read in the background: the result, its seal and text, or an error message with a
/// hint.
struct ReadResult {
    QString file;
    std::shared_ptr<experiment::Result> result; ///< null if it could not be read
    experiment::SealReport seal;
    QString sentence, hint;
};
ReadResult readResultFile(const QString& file);

} // namespace warploom::ui
