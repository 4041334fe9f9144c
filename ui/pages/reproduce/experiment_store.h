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

/// The cells that a run should fill in.
struct ExperimentChoice {
    QString machine = QStringLiteral("none"); ///< for series of GPUs: `cuda:0`, or "none"
    bool measure_host = true, model = true;
    QStringList data; ///< folders with files that experiments name
    bool operator==(const ExperimentChoice&) const = default;
};

/// An experiment in one of its two forms.
struct ExperimentKey {
    QString id;
    bool quick = true;
    bool operator==(const ExperimentKey&) const = default;
};
inline size_t qHash(const ExperimentKey& key, size_t seed = 0) { return ::qHash(key.id, seed) ^ (key.quick ? 1U : 0U); }

/// The experiments, the figures of each, and the one that is running. Every figure is kept the moment it comes and
/// written to the user's folder within seconds, so that a crash loses nothing; the next start goes on from there.
class ExperimentStore : public QObject {
    Q_OBJECT
public:
    explicit ExperimentStore(Session& session, QObject* parent = nullptr);
    ~ExperimentStore() override;

    /// The program's, the user's folder, and files opened by name. Read when first asked for.
    const std::vector<experiment::Experiment>& experiments();
    const experiment::Experiment* find(const QString& id);
    void reload(); ///< reads them again; complaints go to the session
    /// Takes up a user's file and returns the id. Throws what find_experiment throws.
    QString addFile(const QString& file);

    /// The figures so far: published ones at least. Null for an unknown id. An earlier result is read in the
    /// background; `changed` says when it is there.
    ResultHandle result(const ExperimentKey& key);
    /// The same, but nothing is made or read for it: null where it was not requested yet.
    ResultHandle known(const ExperimentKey& key) const { return results_.value(key); }
    bool isLoading(const ExperimentKey& key) const { return loading_.contains(key); }

    bool isRunning() const { return running_.has_value(); }
    bool isRunning(const ExperimentKey& key) const { return running_ == key; }
    const std::optional<ExperimentKey>& running() const { return running_; }
    /// Continues with the finished figures; with `anew` from nothing. No effect while another one runs.
    void start(const ExperimentKey& key, const ExperimentChoice& choice, bool anew = false);
    void stop();
    /// Returns the selection of the last run in this session, or nothing before the first one.
    std::optional<ExperimentChoice> lastChoice(const ExperimentKey& key) const;

    QString stage() const { return stage_; } ///< "model: ELL, order 4096"
    int done() const { return done_; }
    int total() const { return total_; } ///< 0: not known

    /// Where a result is kept between sessions.
    static QString savedFile(const ExperimentKey& key);

signals:
    void experimentsChanged();
    void changed(const warploom::ui::ExperimentKey& key); ///< at most some times a second
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
    QHash<ExperimentKey, std::optional<ExperimentChoice>> loading_; ///< with the start that waits for it
    QList<ExperimentKey> outdated_; ///< saved with another text of the experiment: kept aside before it is overwritten
    std::optional<ExperimentKey> running_;
    QString request_, stage_;
    int done_ = 0, total_ = 0;
    bool is_news_ = false, unsaved_ = false;
    QTimer *news_timer_ = nullptr, *save_timer_ = nullptr;
    CancelController* stop_;
    BackgroundPool files_{"experiments", 1}; ///< one thread: files are written in the order of the requests
};

/// Reads a result file or report in the background and hands over result, seal and text, or the error's sentence and
/// hint.
struct ReadResult {
    QString file;
    std::shared_ptr<experiment::Result> result; ///< null where it could not be read
    experiment::SealReport seal;
    QString sentence, hint;
};
ReadResult readResultFile(const QString& file);

} // namespace warploom::ui
