#include "ui/mainwindow/saved_states.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/window_state.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/menu_actions.h"
#include "ui/mainwindow/window_docks.h"
#include "ui/pages/run/run_page.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/file_dialogs.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QStatusBar>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString lesson_filter = QStringLiteral("*.md"), lesson_folder = QStringLiteral("lesson/folder");

} // namespace

SavedStates::SavedStates(QMainWindow& window, Session& session, PageStack& pages, WindowDocks& docks,
                         LessonTabs& lessons)
    : QObject(&window), window_(window), session_(session), pages_(pages), docks_(docks), lessons_(lessons) {}

bool SavedStates::isLessonFile(const QString& file) {
    return file.endsWith(QLatin1String(".md")) || lesson::is_link(file.left(20).toStdString());
}

void SavedStates::addActions(QMenu& file) {
    addNamed(window_, &file, "openLesson", tr("Open a &lesson or state..."),
             tr("Open a lesson or a saved state from a file"), QKeySequence(QStringLiteral("Ctrl+Alt+O")), this,
             &SavedStates::askForLesson);
    addNamed(window_, &file, "saveState", tr("&Save state..."),
             tr("Save the page, matrix, options, layout and visible results as a lesson step"),
             QKeySequence(QStringLiteral("Ctrl+Alt+S")), this, &SavedStates::askToSave);
    addNamed(window_, &file, "copyLink", tr("Copy a lin&k to this state"),
             tr("Copy a link that opens the same page, matrix and options on another computer"),
             QKeySequence(QStringLiteral("Ctrl+Alt+C")), this, &SavedStates::copyLink);
    addNamed(window_, &file, "openLink", tr("Open a l&ink..."),
             tr("Open a link to a saved state, such as one sent by another user"), {}, this, &SavedStates::askForLink);
}

void SavedStates::askForLesson() {
    const QString file =
        askToOpen(&window_, tr("Open a lesson or a saved state"), lesson_folder, tr("Lessons (%1)").arg(lesson_filter));
    if (!file.isEmpty()) lessons_.openLesson(file);
}

void SavedStates::askForLink() {
    bool ok = false;
    const QString copied = QApplication::clipboard()->text().trimmed();
    const QString text = QInputDialog::getText(
        &window_, tr("Open a link"), tr("Enter a &link that starts with warploom:"), QLineEdit::Normal,
        lesson::is_link(copied.left(20).toStdString()) ? copied : QString(), &ok);
    if (ok && !text.trimmed().isEmpty()) lessons_.openLesson(text.trimmed());
}

void SavedStates::askToSave() {
    // If the file is an existing lesson, add the step to it instead of replacing the file.
    const QString file = ui::askToSave(&window_, tr("Save the state as a lesson step"), lesson_folder,
                                       QStringLiteral("state.md"), tr("Lessons (%1)").arg(lesson_filter), false);
    if (!file.isEmpty()) saveTo(file);
}

void SavedStates::copyLink() {
    const QString text = link();
    if (text.isEmpty()) return;
    QApplication::clipboard()->setText(text);
    session_.note(tr("The link was copied: %1").arg(text));
    window_.statusBar()->showMessage(tr("The link was copied."), 5000);
}

lesson::State SavedStates::stateNow(const QByteArray& layout) const {
    const Page& page = *pages_.current();
    lesson::State state = stateOf(session_, PageStack::nameOf(page), layout, page.shownChoices());
    state.step = page.shownStep();
    return state;
}

void SavedStates::saveTo(const QString& file) {
    lesson::LessonStep step;
    step.title = tr("%1 page").arg(pages_.current()->title()).toStdString();
    step.words = tr("Write the step text here.").toStdString();
    step.state = stateNow(docks_.layout());
    step.state.runs = pageOf<RunPage>(pages_.pages())->store().shownDocuments();
    const std::string path = QFile::encodeName(file).toStdString();
    try {
        std::string text;
        if (QFileInfo::exists(file)) { // add the step to the existing lesson
            text = read_regular_file(path, lesson::largest_lesson);
            // Throws an error if the file is not a lesson, so that it is not modified.
            lesson::lesson_from_text(text, path);
            if (!text.ends_with('\n')) text += '\n';
            text += "\n" + lesson::text_of(step);
        } else {
            lesson::Lesson lesson;
            lesson.id = "state";
            lesson.title = tr("A saved state").toStdString();
            lesson.words = tr("Describe the lesson here.").toStdString();
            lesson.steps.push_back(step);
            text = lesson::text_of(lesson);
        }
        write_whole_file(path, text);
        session_.exported(tr("The state was saved to %1.").arg(file), file);
    } catch (const Error& error) { session_.reportFailure(error); }
}

QString SavedStates::link() {
    lesson::State state = stateNow({});
    // Omit the machine setting, because it has no meaning on another computer.
    std::erase_if(state.choices, [](const auto& choice) { return lesson::says_where_it_runs(choice.first); });
    // Omit the user's own kernels, because they are files on this computer. The rest of the state can still be shared.
    const auto is_file = [](const Json& value) {
        return value.is_string() && lesson::may_name_file(value.get<std::string>());
    };
    std::erase_if(state.choices, [&](auto& choice) {
        Json value = Json::parse(choice.second, nullptr, false);
        if (value.is_array()) {
            value.erase(std::remove_if(value.begin(), value.end(), is_file), value.end());
            choice.second = value.dump();
        }
        return is_file(value) || (value.is_array() && value.empty());
    });
    try {
        return toQString(lesson::link_of(state));
    } catch (const Error& error) {
        if (error.code() == "link.too-long") session_.reportFailure(error);
        else
            session_.report(
                tr("This state cannot be shared as a link because %1 is a local file.").arg(toQString(state.matrix)),
                tr("Use File > Save state to create a file that you can send along with the matrix."));
    }
    return {};
}

} // namespace warploom::ui
