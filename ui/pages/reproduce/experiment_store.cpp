#include "ui/pages/reproduce/experiment_store.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/protocol/messages/requests.h"
#include "engine/regular_file.h"
#include "ui/session/cancel_controller.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <exception>
#include <filesystem>

namespace warploom::ui {
namespace {

constexpr int news_ms = 250, save_ms = 2000;

QString files_key() { return QStringLiteral("experiments/files"); }

bool has_own_figures(const experiment::Result& result) {
    return std::any_of(result.cells.begin(), result.cells.end(), [](const experiment::Cell& cell) {
        return cell.modelled.is_settled() || cell.measured.is_settled();
    });
}

/// Returns a key for the series and the variables of a cell. The variables are sorted, because the worker may send them
/// in a different order.
QString place_of(const experiment::Cell& cell) {
    QStringList values;
    for (const auto& [name, value] : cell.at) values.append(toQString(name + '=' + value));
    values.sort();
    return toQString(cell.series) + QChar(1) + values.join(QChar(1));
}

/// Copies the computed values of a cell from the worker, but keeps published values and the order of the variables.
void take_over(experiment::Cell& mine, const experiment::Cell& cell) {
    mine.modelled = cell.modelled;
    // If the document from the worker is long, it contains no samples. In this case, keep the samples that were sent
    // one by one.
    std::vector<double> samples;
    if (cell.measured.samples_ns.empty() && mine.measured.number == cell.measured.number)
        samples = mine.measured.samples_ns;
    mine.measured = cell.measured;
    if (!samples.empty()) mine.measured.samples_ns = std::move(samples);
}

} // namespace

ExperimentStore::ExperimentStore(Session& session, QObject* parent)
    : QObject(parent), session_(session), news_timer_(pauseTimer(this, news_ms,
                                                                 [this] {
                                                                     if (!running_ || !is_news_) return;
                                                                     is_news_ = false;
                                                                     const Mutable& now = results_[*running_];
                                                                     experiment::derive(now->experiment, now->cells);
                                                                     emit changed(*running_);
                                                                 })),
      save_timer_(pauseTimer(this, save_ms, &ExperimentStore::flush)), stop_(new CancelController(session, this)) {}

ExperimentStore::~ExperimentStore() {
    flush();
    files_.waitForDone();
}

const std::vector<experiment::Experiment>& ExperimentStore::experiments() {
    if (!read_) reload();
    return experiments_;
}

const experiment::Experiment* ExperimentStore::find(const QString& id) {
    for (const experiment::Experiment& each : experiments())
        if (each.id == id.toStdString()) return &each;
    return nullptr;
}

void ExperimentStore::reload() {
    read_ = true;
    std::vector<std::string> complaints;
    experiments_ = experiment::experiments(&complaints);
    for (const QString& file : QSettings().value(files_key()).toStringList()) {
        try {
            experiment::Experiment own = experiment::find_experiment(file.toStdString());
            std::erase_if(experiments_, [&](const experiment::Experiment& other) { return other.id == own.id; });
            experiments_.push_back(std::move(own));
        } catch (const Error& error) { complaints.push_back(error.what()); }
    }
    for (const std::string& complaint : complaints) session_.note(toQString(complaint));
    emit experimentsChanged();
}

QString ExperimentStore::addFile(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    const experiment::Experiment own = experiment::find_experiment(path.toStdString());
    QSettings settings;
    QStringList files = settings.value(files_key()).toStringList();
    files.removeAll(path);
    files.append(path);
    settings.setValue(files_key(), files);
    settings.sync();
    const QString id = toQString(own.id);
    // A modified file defines a different experiment, so discard the results for the previous version.
    for (const bool quick : {true, false}) {
        const ExperimentKey key{id, quick};
        if (const Mutable known = results_.value(key);
            known != nullptr && !experiment::are_alike(known->experiment, own) && !isRunning(key))
            results_.remove(key);
    }
    reload();
    return id;
}

QString ExperimentStore::savedFile(const ExperimentKey& key) {
    QString name = key.id;
    for (QChar& c : name)
        if (!c.isLetterOrNumber() && !QStringLiteral("-_.").contains(c)) c = QLatin1Char('_');
    const QDir folder(QFileInfo(toQString(experiment::user_folder())).dir().filePath(QStringLiteral("results")));
    return folder.filePath(name + (key.quick ? QStringLiteral("-quick.json") : QStringLiteral(".json")));
}

ExperimentStore::Mutable ExperimentStore::fresh(const ExperimentKey& key) {
    const experiment::Experiment* experiment = find(key.id);
    if (experiment == nullptr) return nullptr;
    auto made = std::make_shared<experiment::Result>();
    made->experiment = *experiment;
    made->is_quick = key.quick;
    made->cells = experiment::expand(*experiment, key.quick);
    experiment::derive(made->experiment, made->cells);
    return made;
}

ResultHandle ExperimentStore::result(const ExperimentKey& key) {
    if (const Mutable known = results_.value(key)) return known;
    try {
        const Mutable made = fresh(key);
        if (made == nullptr) return nullptr;
        results_.insert(key, made);
    } catch (const std::exception& failure) {
        session_.reportFailure(failure);
        return nullptr;
    }
    if (QFileInfo::exists(savedFile(key))) load(key);
    return results_.value(key);
}

void ExperimentStore::load(const ExperimentKey& key) {
    loading_.insert(key, std::nullopt);
    const auto deliver = [this, key](const ReadResult& read) {
        if (!loading_.contains(key)) return; // a new run started while the result was being loaded
        const std::optional<ExperimentChoice> waiting = loading_.take(key);
        const Mutable now = results_.value(key);
        if (read.result == nullptr) {
            session_.note(tr("An earlier result could not be loaded. %1").arg(read.sentence));
            outdated_.append(key);
        } else if (now == nullptr || !experiment::are_alike(read.result->experiment, now->experiment) ||
                   read.result->is_quick != key.quick) {
            session_.note(tr("The earlier result in %1 belongs to a different version of the experiment and was not "
                             "loaded. The file was kept.")
                              .arg(read.file));
            outdated_.append(key);
        } else {
            results_.insert(key, read.result);
            emit changed(key);
        }
        if (waiting) start(key, *waiting);
    };
    computeInBackground(
        files_, this, [file = savedFile(key)] { return readResultFile(file); }, deliver);
}

std::optional<ExperimentChoice> ExperimentStore::lastChoice(const ExperimentKey& key) const {
    const auto found = choices_.constFind(key);
    return found == choices_.constEnd() ? std::nullopt : std::make_optional(*found);
}

void ExperimentStore::start(const ExperimentKey& key, const ExperimentChoice& choice, bool anew) {
    if (running_ || result(key) == nullptr) return;
    if (anew) {
        loading_.remove(key);
        if (const Mutable made = fresh(key)) results_.insert(key, made);
    } else if (loading_.contains(key)) {
        loading_[key] = choice;
        return;
    }
    send(key, choice);
}

void ExperimentStore::send(const ExperimentKey& key, const ExperimentChoice& choice) {
    const Mutable now = results_.value(key);
    choices_.insert(key, choice);
    now->is_complete = false;
    running_ = key;
    stage_.clear();
    done_ = total_ = 0;
    protocol::ExperimentRequest request;
    request.experiment = now->experiment.text;
    request.quick = key.quick;
    request.model = choice.model;
    request.machine = choice.machine.toStdString();
    request.measure_host = choice.measure_host;
    request.data = textsOf(choice.data);
    if (has_own_figures(*now)) {
        request.have = experiment::cells_to_json(now->cells);
        request.measured_on = now->measured_on;
    }
    RequestHandlers handlers;
    handlers.progress = [this](const protocol::ProgressEvent& progress) { told(progress); };
    handlers.event = [this](const std::string& name, const Json& event) {
        if (name == "cell") takeCell(event);
    };
    handlers.done = [this](const Json& document) { finished(document); };
    handlers.error = [this](const WorkerError& error) {
        if (!stop_->explains(error)) session_.report(toQString(error.message), toQString(error.hint));
        ended();
    };
    request_ = session_.worker().request(request, handlers, this);
    emit runningChanged();
    emit changed(key);
}

void ExperimentStore::stop() {
    if (!running_) return;
    stage_ = tr("stopping");
    emit progressed();
    stop_->ask(request_);
}

void ExperimentStore::told(const protocol::ProgressEvent& progress) {
    if (!running_) return;
    stage_ = toQString(progress.stage + " " + progress.detail).trimmed();
    done_ = static_cast<int>(progress.done);
    total_ = static_cast<int>(progress.total);
    emit progressed();
}

void ExperimentStore::takeCell(const Json& event) {
    if (!running_) return;
    try {
        const experiment::Cell cell = experiment::cell_from_json(event.value("cell", Json()));
        const QString place = place_of(cell);
        for (experiment::Cell& mine : results_[*running_]->cells)
            if (mine.series == cell.series && place_of(mine) == place) take_over(mine, cell);
    } catch (const Error& error) {
        session_.note(toQString(error.what()));
        return;
    }
    is_news_ = unsaved_ = true;
    if (!news_timer_->isActive()) news_timer_->start();
    if (!save_timer_->isActive()) save_timer_->start();
}

void ExperimentStore::finished(const Json& document) {
    try {
        experiment::Result answer = experiment::result_from_json(document, "from the worker");
        // Create a copy, because views and background jobs may still use the previous result. The definition of the
        // experiment does not change.
        auto made = std::make_shared<experiment::Result>(*results_.value(*running_));
        QHash<QString, const experiment::Cell*> answered;
        for (const experiment::Cell& cell : answer.cells) answered.insert(place_of(cell), &cell);
        for (experiment::Cell& mine : made->cells)
            if (const experiment::Cell* found = answered.value(place_of(mine))) take_over(mine, *found);
        made->is_complete = answer.is_complete;
        made->date = answer.date;
        made->facts = std::move(answer.facts);
        made->measured_on = answer.measured_on;
        made->modelled_on = answer.modelled_on;
        made->profiles = std::move(answer.profiles);
        results_.insert(*running_, made);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    ended();
}

void ExperimentStore::ended() {
    const ExperimentKey key = *running_;
    const Mutable now = results_.value(key);
    experiment::derive(now->experiment, now->cells);
    unsaved_ = has_own_figures(*now);
    flush();
    running_.reset();
    request_.clear();
    stop_->over();
    stage_.clear();
    is_news_ = false;
    emit runningChanged();
    emit changed(key);
}

void ExperimentStore::flush() {
    save_timer_->stop();
    if (!unsaved_ || !running_) return;
    unsaved_ = false;
    save(*running_);
}

void ExperimentStore::save(const ExperimentKey& key) {
    const QString file = savedFile(key);
    const bool keep_aside = outdated_.removeAll(key) > 0;
    const auto copy = std::make_shared<const experiment::Result>(*results_.value(key));
    const auto work = [copy, file, keep_aside] {
        QString problem;
        try {
            QDir().mkpath(QFileInfo(file).path());
            if (keep_aside) {
                std::error_code none; // ignore errors, because the file may not exist
                std::filesystem::rename(file.toStdString(), file.chopped(5).toStdString() + "-earlier.json", none);
            }
            write_whole_file(file.toStdString(), experiment::result_to_json(*copy));
        } catch (const std::exception& error) { problem = toQString(error.what()); }
        return problem;
    };
    computeInBackground(files_, this, work, [this](const QString& problem) {
        if (!problem.isEmpty())
            session_.report(problem,
                            tr("The values will be lost when you close Warploom. Save them to a different folder."));
    });
}

ReadResult readResultFile(const QString& file) {
    ReadResult read;
    read.file = file;
    try {
        const std::string where = QFileInfo(file).fileName().toStdString();
        const std::string text = read_regular_file(file.toStdString(), experiment::largest_result);
        read.result = std::make_shared<experiment::Result>(experiment::result_from_text(text, where));
        read.seal = experiment::check_seal(text, where);
    } catch (const Error& error) {
        read.result.reset();
        read.sentence = toQString(error.what());
        read.hint = toQString(error.hint());
    } catch (const std::exception& error) {
        read.result.reset();
        read.sentence = QObject::tr("Could not read '%1': %2").arg(file, toQString(error.what()));
    }
    return read;
}

} // namespace warploom::ui
