// Opens and saves result files.
#include "ui/pages/reproduce/reproduce_page.h"

#include "engine/atomic_file.h"
#include "ui/session/background.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>

namespace warploom::ui {
namespace {

const QString folder_key = QStringLiteral("experiments/folder");

QString asked_to_open(QWidget* parent, const QString& title, const QString& filter) {
    return askToOpen(parent, title, folder_key, filter);
}
QString asked_to_save(QWidget* parent, const QString& title, const QString& name) {
    return askToSave(parent, title, folder_key, name, ReproducePage::tr("Results (*.json)"));
}

/// Returns whether a file contains an experiment. The first key of an experiment file does not occur in result files.
bool holds_experiment(const QString& file) {
    QFile in(file);
    // Do not open a pipe, because this would block.
    if (!QFileInfo(file).isFile() || !in.open(QIODevice::ReadOnly)) return false;
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
    session().note(tr("Opening %1...").arg(file));
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
    if (holds_experiment(path)) return openExperiment(path);
    read(path, [this](const ReadResult& read) {
        // If the file is already open, replace the earlier entry.
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
        shown_.entry == Entry::opened ? QFileInfo(opened_[shown_.number].file).completeBaseName() : tr("this result");
    // Compare a copy, because the values of a running experiment keep changing.
    const auto copy = std::make_shared<const experiment::Result>(*mine);
    read(QFileInfo(file).absoluteFilePath(), [this, copy, name](const ReadResult& read) {
        try {
            experiment::compare(*copy, *read.result);
        } catch (const std::exception& failure) {
            session().reportFailure(failure);
            return;
        }
        if (!read.seal.is_sealed || !read.seal.is_intact)
            session().report(tr("The seal of %1 is missing or broken: %2")
                                 .arg(QFileInfo(read.file).fileName(), QString::fromStdString(read.seal.sentence)),
                             tr("Open the file to see which values were changed."));
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
        session().exported(tr("The result was saved to %1.").arg(file), file);
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
        session().exported(tr("The submission by %1 was saved to %2.").arg(author, file), file);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::writeReport(const QString& folder) {
    const ResultHandle result = shownResult();
    if (result == nullptr || !reportWriter) return;
    try {
        const QStringList files = reportWriter(*result, folder);
        session().exported(tr("%n files were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), folder);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::openExperiment(const QString& file) {
    ensureFilled();
    try {
        showExperiment(store_->addFile(file), true);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::askToOpen() {
    const QString file = asked_to_open(this, tr("Open a result"), results_filter());
    if (!file.isEmpty()) openFile(file);
}

void ReproducePage::askToOpenExperiment() {
    const QString file = asked_to_open(this, tr("Open an experiment"), tr("Experiments (*.json);;All files (*)"));
    if (!file.isEmpty()) openExperiment(file);
}

void ReproducePage::askToCompare() {
    const QString file = asked_to_open(this, tr("Select a result to compare with"), results_filter());
    if (!file.isEmpty()) compareWith(file);
}

void ReproducePage::askToSave() {
    const QString file = asked_to_save(this, tr("Save the result"), stem() + QStringLiteral(".json"));
    if (!file.isEmpty()) saveResult(file);
}

void ReproducePage::askForReport() {
    const QString folder = askForFolder(this, tr("Select a folder for the report"), folder_key);
    if (!folder.isEmpty()) writeReport(folder);
}

/// Asks for the author's name and a comment, then saves the submission. The OK button is disabled until a name is
/// entered.
void ReproducePage::askForHandIn() {
    QDialog dialog(this);
    dialog.setWindowTitle(tr("Submit: %1").arg(resultTitle()));
    dialog.setObjectName(QStringLiteral("handInDialog"));
    auto* author = named(new QLineEdit(QSettings().value(QStringLiteral("handin/author")).toString()), "handInAuthor",
                         tr("Your name"));
    auto* words = named(new QPlainTextEdit, "handInWords", tr("Comment"));
    words->setPlaceholderText(tr("Which claims hold on this machine, and why?"));
    words->setTabChangesFocus(true);
    words->setMinimumSize(theme().px(360), theme().px(110));
    auto* note = new QLabel(
        tr("The file contains all values with their samples, the settings, the machine, the program version, and "
           "hashes of the inputs. The seal shows whether any of this information was changed afterward."));
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* ok = buttons->button(QDialogButtonBox::Ok);
    ok->setText(tr("Save submission..."));
    ok->setObjectName(QStringLiteral("handInOk"));
    auto* form = new QFormLayout(&dialog);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("Your &name"), author);
    form->addRow(tr("C&omment"), words);
    form->addRow(note);
    form->addRow(buttons);
    const auto check = [ok, author] {
        const bool nameless = author->text().trimmed().isEmpty();
        ok->setEnabled(!nameless);
        ok->setToolTip(nameless ? tr("Enter your name") : QString());
    };
    connect(author, &QLineEdit::textChanged, &dialog, check);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    check();
    if (dialog.exec() != QDialog::Accepted) return;
    const QString name = author->text().trimmed();
    QSettings().setValue(QStringLiteral("handin/author"), name);
    const QString file = asked_to_save(this, tr("Save the submission"), stem() + QStringLiteral("-hand-in.json"));
    if (!file.isEmpty()) handIn(file, name, words->toPlainText().trimmed());
}

void ReproducePage::askForDataFolder() {
    QSettings settings;
    const QStringList known = settings.value(QStringLiteral("experiments/data")).toStringList();
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Select the folder that contains the experiment data"), known.value(0, QDir::homePath()));
    if (folder.isEmpty()) return;
    settings.setValue(QStringLiteral("experiments/data"), QStringList{folder});
    session().note(tr("Experiments will read their data files from %1.").arg(folder));
    refreshButtons();
}

} // namespace warploom::ui
