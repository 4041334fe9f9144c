#include "ui/lesson/hand_in_dialog.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/regular_file.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>

namespace warploom::ui {

namespace {

const QString name_key = QStringLiteral("predictions/name"), folder_key = QStringLiteral("export/folder");

/// Throws if the file exists and is not a submission, so that the dialog does not overwrite other work.
void requireFree(const QString& file) {
    if (!QFileInfo::exists(file)) return;
    const std::string path = QFile::encodeName(file).toStdString();
    if (exercise::read_hand_in(read_regular_file(path, exercise::largest_answer)).is_sealed) return;
    throw Error("file.write",
                HandInDialog::tr("The file '%1' already exists and is not a submission.").arg(file).toStdString(),
                HandInDialog::tr("Choose another file name. The existing file was not changed.").toStdString());
}

} // namespace

HandInDialog::HandInDialog(Session& session, const std::string& exercise, const QString& text, QWidget* parent)
    : QDialog(parent), session_(session), exercise_(exercise), text_(text) {
    setObjectName(QStringLiteral("handInDialog"));
    setWindowTitle(tr("Submit: %1").arg(toQString(exercise)));
    QSettings settings;
    name_ = named(new QLineEdit(settings.value(name_key).toString()), "handInName", tr("Your name"),
                  tr("Enter your name. It is written to the first line of the file."));
    file_ = named(new QLineEdit, "handInFile", tr("File"), tr("Enter the name of the file to submit to your teacher"));
    auto* const choose = named(new QPushButton(tr("&Choose...")), "handInChoose", tr("Choose a file"));
    hand_in_ = pushButton("handInWrite", tr("&Submit"), tr("Save the solution with a seal that reveals later changes"),
                          this, &HandInDialog::handIn);
    choose->setAutoDefault(false);
    points_ = sentenceLabel("handInPoints");
    points_->hide();
    words_ = sentenceLabel("handInWords", tr("Result"), Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    words_->setText(
        tr("The file remains valid CUDA C. If the source is changed, the seal in the first line becomes invalid."));
    auto* form = new QFormLayout;
    const auto add = [form](const QString& label, QWidget* buddy, auto* row) {
        auto* const words = new QLabel(label);
        words->setBuddy(buddy);
        form->addRow(words, row);
    };
    add(tr("Your &name"), name_, name_);
    add(tr("&File"), file_, inRow(nullptr, {{file_, 1}, choose}));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(hand_in_, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    inColumn(this, {points_, form, words_, buttons}, -1, QMargins(9, 9, 9, 9));
    setMinimumWidth(theme().px(460));
    // Set the default button last, because QDialogButtonBox makes Close the default button.
    hand_in_->setDefault(true);

    connect(name_, &QLineEdit::textEdited, this, &HandInDialog::proposeFile);
    connect(choose, &QPushButton::clicked, this, &HandInDialog::askForFile);
    proposeFile();
}

void HandInDialog::setPoints(const QString& points) {
    points_->setText(tr("The current solution earns %1 points.").arg(points));
    points_->show();
}

QString HandInDialog::file() const { return file_->text().trimmed(); }

/// Suggests a file name such as "warp-a-row-Ada_Lovelace.cu" until the user edits it.
void HandInDialog::proposeFile() {
    if (file_->isModified()) return;
    QString stem = toQString(exercise_);
    QString name = name_->text().trimmed();
    name.replace(QRegularExpression(QStringLiteral("[^\\w.-]+"), QRegularExpression::UseUnicodePropertiesOption),
                 QStringLiteral("_"));
    if (!name.isEmpty()) stem += QLatin1Char('-') + name.left(60);
    const QString folder = QSettings().value(folder_key, QDir::homePath()).toString();
    file_->setText(QDir(folder).filePath(stem + QStringLiteral(".cu")));
}

void HandInDialog::askForFile() {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Save the submission as"), file(), tr("CUDA C (*.cu)"),
                                                        nullptr, QFileDialog::DontConfirmOverwrite);
    if (chosen.isEmpty()) return;
    file_->setText(chosen);
    file_->setModified(true);
}

void HandInDialog::handIn() {
    const QString name = name_->text().trimmed();
    if (name.isEmpty()) {
        say(tr("Enter your name."));
        return name_->setFocus();
    }
    QString path = file();
    if (path.isEmpty()) {
        say(tr("Enter a file name, or select a file."));
        return file_->setFocus();
    }
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".cu");
    path = QFileInfo(path).absoluteFilePath();
    try {
        const std::string sealed = exercise::seal_text(text_.toStdString(), exercise_, name.toStdString());
        if (sealed.size() > exercise::largest_answer)
            throw Error("file.large",
                        tr("The solution is larger than %1 KiB, which is the maximum size of a submission.")
                            .arg(exercise::largest_answer / 1024)
                            .toStdString());
        requireFree(path);
        write_whole_file(QFile::encodeName(path).toStdString(), sealed);
    } catch (const Error& error) {
        const bool is_name = error.code() == "hand-in.name"; // the hint for this error applies only to the command line
        return say(toQString(error.what()) + QLatin1Char(' ') +
                   (is_name ? tr("Enter a different name.") : toQString(error.hint())));
    }
    QSettings settings;
    settings.setValue(name_key, name);
    settings.setValue(folder_key, QFileInfo(path).absolutePath());
    const QString sentence =
        tr("The solution was sealed with the name %1. Send the file %2 to your teacher.").arg(name, path);
    say(sentence);
    session_.exported(sentence, path);
    emit handedIn(sentence);
}

void HandInDialog::say(const QString& words) {
    words_->setText(words);
    adjustSize();
}

} // namespace warploom::ui
