// Stores each run in its own file, so that it is available after a restart. The file is written when the run ends, when
// it is renamed, and when undo restores it.

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "ui/components/runs/run_store.h"
#include "ui/session/session.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>
#include <QUuid>

#include <algorithm>
#include <cerrno>

namespace warploom::ui {
namespace {

constexpr std::size_t longest_file = std::size_t{16} << 20;
/// Maximum number of runs to load, newest first; files of older runs stay in the folder.
constexpr int most_shown = 200;

protocol::KeptRun keptRun(const Run& run) {
    protocol::KeptRun kept;
    kept.name = run.name.toStdString();
    kept.number = run.number;
    kept.started = run.started.toString(Qt::ISODate).toStdString();
    kept.end = run.state == Run::State::finished  ? protocol::RunEnd::finished
               : run.state == Run::State::stopped ? protocol::RunEnd::stopped
                                                  : protocol::RunEnd::failed;
    kept.ending = run.ending.toStdString();
    kept.plan = run.plan;
    for (const auto& [fact, value] : run.facts) kept.facts.emplace_back(fact.toStdString(), value.toStdString());
    for (const RunResult& result : run.results)
        kept.rows.push_back({result.matrix.toStdString(), result.order, result.nonzeros, result.copy_gbytes_per_s,
                             protocol::write_row(kept.plan.operation, result)});
    return kept;
}

std::shared_ptr<Run> runOf(const protocol::KeptRun& kept, const std::string& file) {
    auto run = std::make_shared<Run>();
    run->number = kept.number;
    run->name = toQString(kept.name);
    run->shown = false;
    run->state = kept.end == protocol::RunEnd::finished  ? Run::State::finished
                 : kept.end == protocol::RunEnd::stopped ? Run::State::stopped
                                                         : Run::State::failed;
    run->ending = toQString(kept.ending);
    run->started = QDateTime::fromString(toQString(kept.started), Qt::ISODate);
    run->plan = kept.plan;
    for (const auto& [fact, value] : kept.facts) run->facts.append({toQString(fact), toQString(value)});
    for (const protocol::KeptRow& row : kept.rows) {
        RunResult result;
        static_cast<protocol::Row&>(result) = protocol::row_of(row, file);
        result.matrix = toQString(row.matrix);
        result.order = row.order;
        result.nonzeros = row.nonzeros;
        result.copy_gbytes_per_s = row.copy_gbytes_per_s;
        run->results.push_back(std::move(result));
    }
    return run;
}

/// The runs stored in a folder, oldest first.
struct Kept {
    std::vector<std::shared_ptr<Run>> runs;
    std::vector<Error> complaints;
};

Kept keptIn(const QString& folder) {
    Kept kept;
    QStringList names = QDir(folder).entryList({QStringLiteral("run-*.json")}, QDir::Files, QDir::Name);
    // File names start with a time stamp, so the newest runs come last.
    if (names.size() > most_shown) names = names.mid(names.size() - most_shown);
    for (const QString& name : names) {
        const QString path = QDir(folder).filePath(name);
        try {
            const std::string file = path.toStdString();
            kept.runs.push_back(runOf(protocol::read_kept_run(read_regular_file(file, longest_file), file), file));
            kept.runs.back()->file = path;
        } catch (const Error& error) { kept.complaints.push_back(error); }
    }
    std::stable_sort(kept.runs.begin(), kept.runs.end(),
                     [](const auto& a, const auto& b) { return a->started < b->started; });
    return kept;
}

void writeKept(const Run& run) {
    const QString folder = QFileInfo(run.file).path();
    if (!QDir().mkpath(folder)) refuse_writing(folder.toStdString(), errno);
    const std::string text = protocol::write(keptRun(run)).dump();
    if (text.size() > longest_file)
        throw Error("run.kept", "This run is too large to be kept after a restart.",
                    "It stays in the list until you close Warploom. To keep the results, export the tables.");
    write_whole_file(run.file.toStdString(), text);
}

} // namespace

/// An undo command for removing runs from the list. Undo restores them to their original positions.
class RunsForgotten : public QUndoCommand {
public:
    RunsForgotten(RunStore& store, std::vector<std::shared_ptr<Run>> runs)
        : QUndoCommand(RunStore::tr("remove %n runs", nullptr, static_cast<int>(runs.size()))), store_(store),
          runs_(std::move(runs)) {}

    void redo() override {
        for (const auto& run : runs_) {
            store_.leave(*run);
            auto& all = store_.runs_;
            all.erase(std::remove(all.begin(), all.end(), run), all.end());
        }
        store_.changed();
    }
    void undo() override {
        for (const auto& run : runs_) {
            auto& all = store_.runs_;
            const auto behind = std::find_if(all.begin(), all.end(), [&](const auto& other) {
                return other->number > run->number || other == store_.current_;
            });
            all.insert(behind, run);
            store_.keep(*run);
        }
        store_.changed();
    }

private:
    RunStore& store_;
    std::vector<std::shared_ptr<Run>> runs_;
};

class RunRenamed : public QUndoCommand {
public:
    RunRenamed(RunStore& store, std::shared_ptr<Run> run, QString name)
        : QUndoCommand(RunStore::tr("rename %1").arg(run->title())), store_(store), run_(std::move(run)),
          other_(std::move(name)) {}

    void redo() override { swap(); }
    void undo() override { swap(); }

private:
    void swap() {
        std::swap(run_->name, other_);
        if (run_->state != Run::State::running) store_.keep(*run_);
        store_.changed();
    }
    RunStore& store_;
    std::shared_ptr<Run> run_;
    QString other_;
};

void RunStore::keepIn(const QString& folder) {
    folder_ = folder;
    const auto read = [folder] { return keptIn(folder); };
    computeInBackground(files_, this, read, [this](const Kept& kept) {
        for (const Error& complaint : kept.complaints) session_.reportFailure(complaint);
        take(kept.runs);
    });
}

void RunStore::take(const std::vector<std::shared_ptr<Run>>& kept) {
    if (kept.empty()) return;
    int number = 0; // assign new numbers, because two windows may have used the same number
    for (const auto& run : kept) run->number = number = std::max(run->number, number + 1);
    // The runs in this list were started before the files were loaded.
    for (const auto& run : runs_) run->number += number;
    runs_.insert(runs_.begin(), kept.begin(), kept.end());
    changed();
}

void RunStore::keep(Run& run) {
    if (folder_.isEmpty() || run.is_lent) return;
    if (run.file.isEmpty())
        run.file = QDir(folder_).filePath(QStringLiteral("run-%1-%2.json")
                                              .arg(run.started.toString(QStringLiteral("yyyyMMdd-HHmmss")),
                                                   QUuid::createUuid().toString(QUuid::WithoutBraces).left(8)));
    const auto copy = std::make_shared<const Run>(run);
    runInBackground(files_, this, [this, copy]() -> std::function<void()> {
        try {
            writeKept(*copy);
        } catch (const Error& error) {
            return [this, error] { session_.reportFailure(error); };
        }
        return [] {};
    });
}

void RunStore::leave(Run& run) {
    if (!run.file.isEmpty()) runInBackground(files_, [file = run.file] { QFile::remove(file); });
    run.file.clear();
}

void RunStore::rename(int index, const QString& name) {
    if (index < 0 || index >= static_cast<int>(runs_.size()) || runs_[index]->name == name.simplified()) return;
    session_.undoStack().push(new RunRenamed(*this, runs_[index], name.simplified()));
}

void RunStore::remove(const QVector<int>& indexes) {
    std::vector<std::shared_ptr<Run>> gone;
    for (const int index : indexes)
        if (index >= 0 && index < static_cast<int>(runs_.size()) && runs_[index] != current_)
            gone.push_back(runs_[index]);
    if (!gone.empty()) session_.undoStack().push(new RunsForgotten(*this, std::move(gone)));
}

void RunStore::clear() {
    QVector<int> all;
    for (int i = 0; i < static_cast<int>(runs_.size()); ++i) all.append(i);
    remove(all);
}

std::vector<std::string> RunStore::shownDocuments() const {
    std::vector<std::string> documents;
    for (const auto& run : runs_)
        if (run->shown && run->state != Run::State::running) documents.push_back(protocol::write(keptRun(*run)).dump());
    return documents;
}

void RunStore::showTemporarily(const std::vector<std::string>& documents, const QString& where) {
    std::vector<std::shared_ptr<Run>> lent;
    for (const std::string& document : documents) {
        const std::string file = where.toStdString();
        lent.push_back(runOf(protocol::read_kept_run(document, file), file));
        lent.back()->is_lent = lent.back()->shown = true;
    }
    if (!ticked_before_) {
        ticked_before_.emplace();
        for (const auto& run : runs_)
            if (run->shown) ticked_before_->push_back(run);
    }
    dropLent();
    for (const auto& run : runs_) run->shown = false;
    int number = runs_.empty() ? 0 : runs_.back()->number;
    for (const auto& run : lent) {
        run->number = ++number;
        runs_.push_back(run);
    }
    changed();
}

void RunStore::dropLent() {
    runs_.erase(std::remove_if(runs_.begin(), runs_.end(), [](const auto& run) { return run->is_lent; }), runs_.end());
}

void RunStore::restoreShown() {
    if (!ticked_before_) return;
    dropLent();
    for (const auto& run : runs_)
        run->shown = std::find(ticked_before_->begin(), ticked_before_->end(), run) != ticked_before_->end();
    ticked_before_.reset();
    changed();
}

void RunStore::changed() {
    emit runsChanged();
    emit resultsChanged();
}

} // namespace warploom::ui
