// Results that come from files and go into files.
#include "ui/pages/reproduce/reproduce_page.h"

#include "engine/whole_file.h"
#include "ui/pages/reproduce/hand_in_dialog.h"
#include "ui/pages/reproduce/report_writer.h"
#include "ui/session/background.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace warploom::ui {
namespace {

QString start_folder() { return QSettings().value(QStringLiteral("experiments/folder"), QDir::homePath()).toString(); }

void keep_folder(const QString& file) {
    QSettings().setValue(QStringLiteral("experiments/folder"), QFileInfo(file).absolutePath());
}

/// An experiment's file begins with a key that no result has.
bool holds_experiment(const QString& file) {
    QFile in(file);
    if (!QFileInfo(file).isFile() || !in.open(QIODevice::ReadOnly)) return false; // opening a pipe would wait for it
    const QByteArray begin = in.read(4096);
    return begin.contains("\"warploom_experiment\"") && !begin.contains("\"warploom_result\"");
}

QString results_filter() { return ReproducePage::tr("Results and reports (*.json *.html *.htm);;All files (*)"); }

} // namespace

bool ReproducePage::isResultFile(const QString& file) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    return suffix == QLatin1String("json") || suffix == QLatin1String("html") || suffix == QLatin1String("htm");
}

QString ReproducePage::stem() const {
    const ResultHandle result = shownResult();
    return result == nullptr ? QStringLiteral("result") : QString::fromStdString(result->experiment.id);
}

QString ReproducePage::resultTitle() const {
    const ResultHandle result = shownResult();
    if (result == nullptr) return {};
    const experiment::Experiment& experiment = result->experiment;
    QString title = QString::fromStdString(experiment.source);
    if (!experiment.place.empty()) title += QStringLiteral(", ") + QString::fromStdString(experiment.place);
    if (!title.isEmpty()) title += QStringLiteral(": ");
    return title + QString::fromStdString(experiment.title);
}

void ReproducePage::read(const QString& file, std::function<void(const ReadResult&)> then) {
    ++reading_;
    session().note(tr("Opening %1 ...").arg(file));
    computeInBackground(
        files_, this, [file] { return readResultFile(file); },
        [this, then](const ReadResult& read) {
            --reading_;
            if (read.result == nullptr) session().report(read.sentence, read.hint);
            else then(read);
        });
}

void ReproducePage::openFile(const QString& file) {
    ensureFilled();
    const QString path = QFileInfo(file).absoluteFilePath();
    if (holds_experiment(path)) {
        try {
            showExperiment(store_->addFile(path), true);
        } catch (const std::exception& failure) { session().reportFailure(failure); }
        return;
    }
    read(path, [this](const ReadResult& read) {
        // Opened again, it takes the place of what was read before.
        int number = -1;
        for (std::size_t i = 0; i < opened_.size(); ++i)
            if (opened_[i].file == read.file) number = static_cast<int>(i);
        if (number < 0) {
            number = static_cast<int>(opened_.size());
            opened_.emplace_back();
        }
        opened_[number] = {read.file, read.result, read.seal};
        shown_ = {Entry::opened, {}, number};
        fillTree();
    });
}

void ReproducePage::compareWith(const QString& file) {
    const ResultHandle mine = shownResult();
    if (mine == nullptr) return;
    const QString name =
        shown_.entry == Entry::opened ? QFileInfo(opened_[shown_.number].file).completeBaseName() : tr("this one");
    // What goes on running changes; the comparison is of what was there when it was asked for.
    const auto copy = std::make_shared<const experiment::Result>(*mine);
    read(QFileInfo(file).absoluteFilePath(), [this, copy, name](const ReadResult& read) {
        try {
            experiment::compare(*copy, *read.result);
        } catch (const std::exception& failure) {
            session().reportFailure(failure);
            return;
        }
        if (!read.seal.is_sealed || !read.seal.is_intact)
            session().report(tr("The seal of %1 does not hold: %2")
                                 .arg(QFileInfo(read.file).fileName(), QString::fromStdString(read.seal.sentence)),
                             tr("Open it to see which figures were changed."));
        compared_.push_back({copy, read.result, name, QFileInfo(read.file).completeBaseName()});
        shown_ = {Entry::compared, {}, static_cast<int>(compared_.size()) - 1};
        fillTree();
    });
}

void ReproducePage::saveResult(const QString& file) {
    const ResultHandle result = shownResult();
    if (result == nullptr) return;
    try {
        write_whole_file(file.toStdString(), experiment::result_to_json(*result));
        session().note(tr("The result was saved as %1.").arg(file));
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::handIn(const QString& file, const QString& author, const QString& words) {
    const ResultHandle result = shownResult();
    if (result == nullptr) return;
    experiment::Result copy = *result;
    copy.author = author.toStdString();
    copy.words = words.toStdString();
    try {
        write_whole_file(file.toStdString(), experiment::result_to_json(copy), true);
        session().note(tr("The hand-in of %1 was saved as %2.").arg(author, file));
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::writeReport(const QString& folder) {
    const ResultHandle result = shownResult();
    if (result == nullptr || !reportWriter()) return;
    try {
        const QStringList files = reportWriter()(*result, folder);
        session().note(tr("%n file(s) written to %1.", nullptr, static_cast<int>(files.size())).arg(folder));
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::askToOpen() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a result"), start_folder(), results_filter());
    if (file.isEmpty()) return;
    keep_folder(file);
    openFile(file);
}

void ReproducePage::askToOpenExperiment() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open an experiment"), start_folder(),
                                                      tr("Experiments (*.json);;All files (*)"));
    if (file.isEmpty()) return;
    keep_folder(file);
    ensureFilled();
    try {
        showExperiment(store_->addFile(file), true);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::askToCompare() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Compare with a result"), start_folder(), results_filter());
    if (file.isEmpty()) return;
    keep_folder(file);
    compareWith(file);
}

void ReproducePage::askToSave() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the result"),
                                                      QDir(start_folder()).filePath(stem() + QStringLiteral(".json")),
                                                      tr("Results (*.json)"));
    if (file.isEmpty()) return;
    keep_folder(file);
    saveResult(file);
}

void ReproducePage::askForReport() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Write the report into a folder"), start_folder());
    if (folder.isEmpty()) return;
    QSettings().setValue(QStringLiteral("experiments/folder"), folder);
    writeReport(folder);
}

void ReproducePage::askForHandIn() {
    HandInDialog dialog(resultTitle(), this);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the hand-in"), QDir(start_folder()).filePath(stem() + QStringLiteral("-hand-in.json")),
        tr("Results (*.json)"));
    if (file.isEmpty()) return;
    keep_folder(file);
    handIn(file, dialog.author(), dialog.words());
}

void ReproducePage::askForDataFolder() {
    QSettings settings;
    const QStringList known = settings.value(QStringLiteral("experiments/data")).toStringList();
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with files that experiments name"),
                                                             known.value(0, QDir::homePath()));
    if (folder.isEmpty()) return;
    settings.setValue(QStringLiteral("experiments/data"), QStringList{folder});
    session().note(tr("Files that experiments name are looked for in %1.").arg(folder));
    refreshButtons();
}

} // namespace warploom::ui
