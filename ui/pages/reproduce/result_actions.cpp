#include "ui/pages/reproduce/result_actions.h"

#include "ui/pages/reproduce/result_library.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSettings>
#include <QToolButton>

namespace warploom::ui {
namespace {

const QString folder_key = QStringLiteral("experiments/folder");

QString askForName(QWidget* parent, const QString& title, const QString& name) {
    return askToSave(parent, title, folder_key, name, ResultActions::tr("Results (*.json)"));
}

QString resultsFilter() { return ResultActions::tr("Results and reports (*.json *.html *.htm);;All files (*)"); }

} // namespace

ResultActions::ResultActions(Session& session, ResultLibrary& files, QWidget* page)
    : QObject(page), session_(session), files_(files), page_(page) {
    auto* const open = tool("reproduceOpen", tr("Open..."),
                            tr("Open a result or report (.json, .html), such as a submission. You can also drop the "
                               "file on the Warploom window."),
                            &ResultActions::askToOpen);
    hand_in_ = tool("reproduceHandIn", tr("Submit..."),
                    tr("Save a sealed copy of this result, with your name, to submit to your teacher"),
                    &ResultActions::askForHandIn);
    auto* more = named(toolButton(tr("More"), {}), "reproduceMore", tr("More actions for results"),
                       tr("Save, compare or export this result, or use your own experiments and data"));
    auto* own = new QMenu(more);
    own->setToolTipsVisible(true);
    const auto action = [this, own](const char* object, const QString& text, const QString& tip,
                                    void (ResultActions::*triggered)()) {
        QAction* const made = own->addAction(text, this, triggered);
        made->setObjectName(QLatin1String(object));
        made->setToolTip(tip);
        return made;
    };
    save_ = action("reproduceSave", tr("&Save..."), tr("Save this result to a file"), &ResultActions::askToSave);
    compare_ =
        action("reproduceCompare", tr("&Compare..."),
               tr("Compare this result with another result of the same experiment"), &ResultActions::askToCompare);
    report_ = action("reproduceReport", tr("Export &report..."),
                     tr("Export a report with tables, charts, claims and all data to a folder"),
                     &ResultActions::askForReport);
    own->addSeparator();
    own->addAction(tr("Open an &experiment..."), this, &ResultActions::askToOpenExperiment)
        ->setToolTip(tr("Open an experiment file and add it to the list"));
    own->addAction(tr("&Data folder..."), this, &ResultActions::askForDataFolder)
        ->setToolTip(tr("Select the folder that contains data files such as Richmond_standard.inp. Without these "
                        "files, a synthetic network is used."));
    more->setMenu(own);
    more->setPopupMode(QToolButton::InstantPopup);
    // A strip wraps, so that the buttons fit the width of the list.
    strip_ = inStrip({open, hand_in_, more});
}

QToolButton* ResultActions::tool(const char* object, const QString& words, const QString& tip,
                                 void (ResultActions::*pressed)()) {
    QToolButton* const made = named(toolButton(words, tip), object, words, tip);
    connect(made, &QToolButton::clicked, this, pressed);
    return made;
}

void ResultActions::setResult(const ResultHandle& result) {
    result_ = result;
    for (QAction* each : {save_, compare_}) each->setEnabled(result != nullptr);
    hand_in_->setEnabled(result != nullptr);
    report_->setEnabled(result != nullptr && reportWriter != nullptr);
}

void ResultActions::askToOpen() {
    const QString file = ui::askToOpen(page_, tr("Open a result"), folder_key, resultsFilter());
    if (!file.isEmpty()) emit openRequested(file);
}

void ResultActions::askToOpenExperiment() {
    const QString file =
        ui::askToOpen(page_, tr("Open an experiment"), folder_key, tr("Experiments (*.json);;All files (*)"));
    if (!file.isEmpty()) emit experimentRequested(file);
}

void ResultActions::askToCompare() {
    const QString file = ui::askToOpen(page_, tr("Select a result to compare with"), folder_key, resultsFilter());
    if (!file.isEmpty()) emit compareRequested(file);
}

void ResultActions::askToSave() {
    const ResultHandle result = result_;
    const QString file =
        askForName(page_, tr("Save the result"), toQString(result->experiment.id) + QStringLiteral(".json"));
    if (!file.isEmpty()) files_.save(*result, file);
}

void ResultActions::askForReport() {
    const ResultHandle result = result_;
    const QString folder = askForFolder(page_, tr("Select a folder for the report"), folder_key);
    if (!folder.isEmpty()) files_.writeReport(*result, folder);
}

/// Asks for the author's name and a comment, then saves the submission. The OK button is disabled until a name is
/// entered.
void ResultActions::askForHandIn() {
    const ResultHandle result = result_;
    QDialog dialog(page_);
    dialog.setWindowTitle(tr("Submit: %1").arg(resultTitle(*result)));
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
    const QString file = askForName(page_, tr("Save the submission"),
                                    toQString(result->experiment.id) + QStringLiteral("-hand-in.json"));
    if (!file.isEmpty()) files_.handIn(*result, file, name, words->toPlainText().trimmed());
}

void ResultActions::askForDataFolder() {
    QSettings settings;
    const QStringList known = settings.value(QStringLiteral("experiments/data")).toStringList();
    const QString folder = QFileDialog::getExistingDirectory(
        page_, tr("Select the folder that contains the experiment data"), known.value(0, QDir::homePath()));
    if (folder.isEmpty()) return;
    settings.setValue(QStringLiteral("experiments/data"), QStringList{folder});
    session_.note(tr("Experiments will read their data files from %1.").arg(folder));
    emit dataFolderChanged();
}

} // namespace warploom::ui
