#include "ui/lesson/grade_dialog.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/protocol/messages/requests.h"
#include "engine/table.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <cmath>

namespace warploom::ui {

GradeDialog::GradeDialog(Session& session, QWidget* parent) : QDialog(parent), session_(session) {
    setObjectName(QStringLiteral("gradeDialog"));
    setWindowTitle(tr("Grade a class"));
    folder_ = named(new QLineEdit, "gradeFolder", tr("Folder with submissions"),
                    tr("Select a folder that contains CUDA C files (.cu) or one subfolder per student"));
    auto* choose = named(new QPushButton(tr("&Choose...")), "gradeChoose", tr("Choose a folder"), {});
    exercise_ = named(new QComboBox, "gradeExercise", tr("Exercise"), tr("Exercise to grade"));
    for (const exercise::Exercise& each : exercise::own_exercises())
        exercise_->addItem(toQString(each.title), toQString(each.id));
    seed_ = named(new QSpinBox, "gradeSeed", tr("Seed"),
                  tr("Set the seed for generating the hidden inputs. The same seed always produces the same grades."));
    constexpr int most = 1'000'000'000;
    seed_->setRange(0, most);
    seed_->setValue(1);
    grade_ = pushButton("gradeStart", tr("&Grade"), tr("Grade every submission"), this, &GradeDialog::grade);
    save_ = pushButton("gradeSave", tr("&Save CSV..."), tr("Save the grades as a CSV file for your learning platform"),
                       this, &GradeDialog::askForFile);
    progress_ = named(new QProgressBar, "gradeProgress", tr("Progress"), {});
    progress_->hide();
    words_ = sentenceLabel("gradeWords");
    table_ = new TableModel(this);
    QTableView* const view = sortedView(table_);
    named(view, "gradeTable", tr("Grades"), {});

    auto* form = new QFormLayout;
    auto* const hand_ins = new QLabel(tr("&Submissions"));
    hand_ins->setBuddy(folder_);
    form->addRow(hand_ins, inRow(nullptr, {{folder_, 1}, choose}));
    form->addRow(tr("&Exercise"), exercise_);
    form->addRow(tr("See&d"), seed_);
    inColumn(this, {form, inRow(nullptr, {grade_, {progress_, 1}, save_}), words_, {view, 1}}, -1, {9, 9, 9, 9});
    resize(theme().px(760), theme().px(480));
    choose->setAutoDefault(false);
    grade_->setDefault(true); // pressing Enter in the folder field starts grading
    grade_->setEnabled(false);
    save_->setEnabled(false);

    connect(folder_, &QLineEdit::textChanged, this,
            [this](const QString& folder) { grade_->setEnabled(!folder.trimmed().isEmpty() && request_.isEmpty()); });
    connect(choose, &QPushButton::clicked, this, &GradeDialog::askForFolder);
}

void GradeDialog::setFolder(const QString& folder) { folder_->setText(folder); }

void GradeDialog::done(int result) {
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    QDialog::done(result);
}

void GradeDialog::grade() {
    RequestHandlers handlers;
    handlers.progress = [this](const protocol::ProgressEvent& at) {
        progress_->setRange(0, static_cast<int>(at.total));
        progress_->setValue(static_cast<int>(at.done));
    };
    handlers.done = [this](const Json& result) {
        request_.clear();
        const auto csv = result.find("csv");
        showTable(csv == result.end() || !csv->is_string() ? QString() : toQString(csv->get<std::string>()));
    };
    handlers.error = [this](const WorkerError& error) {
        request_.clear();
        say(toQString(error.message) + QLatin1Char(' ') + toQString(error.hint));
    };
    say(tr("Grading..."));
    progress_->setRange(0, 0);
    progress_->show();
    grade_->setEnabled(false);
    protocol::GradeRequest request;
    request.exercise = exercise_->currentData().toString().toStdString();
    request.folder = folder_->text().trimmed().toStdString();
    request.seed = static_cast<std::uint64_t>(seed_->value());
    request_ = session_.worker().request(request, handlers, this);
}

void GradeDialog::showTable(const QString& csv) {
    csv_ = csv;
    Table table = table_from_csv(csv.toStdString());
    say(tr("%n submissions graded.", nullptr, static_cast<int>(table.rows.size())));
    for (auto& row : table.rows) // show integers without decimals, because points are usually integers
        for (Cell& cell : row)
            if (const double* const number = std::get_if<double>(&cell);
                number != nullptr && *number == std::floor(*number))
                cell = static_cast<std::int64_t>(*number);
    table_->setTable(std::move(table));
    save_->setEnabled(!csv.isEmpty());
}

void GradeDialog::say(const QString& words) {
    words_->setText(words);
    progress_->hide();
    grade_->setEnabled(true);
}

void GradeDialog::askForFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with submissions"), folder_->text());
    if (!folder.isEmpty()) setFolder(folder);
}

void GradeDialog::askForFile() {
    const QString file = askToSave(this, tr("Save the grades"), QStringLiteral("export/folder"),
                                   QStringLiteral("grades.csv"), tr("CSV (*.csv)"));
    if (!file.isEmpty()) saveTo(file);
}

void GradeDialog::saveTo(const QString& file) {
    try {
        write_whole_file(QFile::encodeName(file).toStdString(), csv_.toStdString());
        say(tr("Saved to %1.").arg(file));
    } catch (const Error& error) { say(toQString(error.what()) + QLatin1Char(' ') + toQString(error.hint())); }
}

} // namespace warploom::ui
