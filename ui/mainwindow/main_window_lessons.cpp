// Lessons and help in the main window: the lesson dock, the invitation to the first lesson, and saved states.

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/experiment/experiment.h"
#include "engine/lesson/lesson.h"
#include "engine/regular_file.h"
#include "ui/lesson/course_dialog.h"
#include "ui/lesson/course_progress.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/grade_dialog.h"
#include "ui/lesson/help_sheet.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/window_state.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/write_page.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/highlight_frame.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>

#include <utility>

namespace warploom::ui {

namespace {

/// Returns the name of a page in lessons. It is derived from the page's class name, so it does not depend on the
/// language of the user interface.
QString name_of(const Page& page) {
    QString name = QLatin1String(page.metaObject()->className());
    name = name.section(QStringLiteral("::"), -1);
    return name.endsWith(QLatin1String("Page")) ? name.chopped(4) : name;
}

const QString lesson_filter = QStringLiteral("*.md");

} // namespace

void MainWindow::createLessons() {
    lessons_ = new LessonPanel(session_);
    lesson_dock_ = new QDockWidget(tr("Lesson"), this);
    lesson_dock_->setObjectName(QStringLiteral("lessonDock"));
    lesson_dock_->setTitleBarWidget(new DockTitle(*lesson_dock_));
    exercises_ = new ExercisePanel(session_);
    lesson_tabs_ = inTabs({{lessons_, tr("Lesson")}, {exercises_, tr("Exercise")}});
    lesson_tabs_->setDocumentMode(false);
    lesson_dock_->setWidget(lesson_tabs_);
    addDockWidget(Qt::RightDockWidgetArea, lesson_dock_);
    lesson_dock_->hide();
    connect(lessons_, &LessonPanel::opened, this, [this] {
        if (state_before_lesson_.isEmpty()) { // if another lesson is already open, the saved state is not empty
            // If the inspector is hidden only because it is empty, show it before saving the state. Otherwise, it would
            // reappear when a matrix is opened during the lesson.
            if (!cramped_ && std::exchange(inspector_folded_, false)) inspector_dock_->show();
            page_before_lesson_ = static_cast<int>(pages_.indexOf(currentPage()));
            state_before_lesson_ = saveState(layout_version);
            step_before_lesson_ = currentPage()->shownStep();
        }
        inspector_dock_->hide(); // the lesson needs the space of the inspector, which is shown again afterward
        lesson_dock_->show();
        lesson_dock_->raise();
        adviseChoices();
    });
    connect(lesson_tabs_, &QTabWidget::currentChanged, this, &MainWindow::adviseChoices);
    connect(lessons_, &LessonPanel::runsWanted, this, [this](const std::vector<std::string>& documents) {
        try {
            if (documents.empty()) run_page_->store().restoreShown();
            else run_page_->store().showTemporarily(documents, tr("the state"));
        } catch (const Error& error) { session_.reportFailure(error); }
    });
    connect(lessons_, &LessonPanel::left, this, [this] {
        run_page_->store().restoreShown();
        lesson_dock_->hide();
        restoreState(state_before_lesson_, layout_version);
        state_before_lesson_.clear();
        if (std::exchange(inspector_after_lesson_, false)) inspector_dock_->show();
        showPage(page_before_lesson_);
        if (step_before_lesson_ >= 0) currentPage()->goToStep(step_before_lesson_);
    });
    connect(lessons_, &LessonPanel::stepWanted, this, [this](int step) { currentPage()->goToStep(step); });
    auto* const highlight = new HighlightFrame(this);
    connect(lessons_, &LessonPanel::pointWanted, highlight, [this, highlight](const QString& name) {
        QWidget* target = name.isEmpty() ? nullptr : findChild<QWidget*>(name);
        if (QAction* const named = name.isEmpty() ? nullptr : action(name); target == nullptr && named != nullptr)
            for (const QToolBar* const bar : {tool_bar_, page_bar_})
                if (QWidget* const button = bar->widgetForAction(named)) target = button;
        highlight->setTarget(target);
    });
    connect(lessons_, &LessonPanel::exerciseWanted, this, &MainWindow::openExercise);
    // Lessons and exercises restore the previous settings when they end, so only one lesson or exercise can be open at
    // a time.
    connect(lessons_, &LessonPanel::opening, exercises_, &ExercisePanel::leave);
    connect(exercises_, &ExercisePanel::chosen, this, &MainWindow::makeRoomForExercise);
    connect(lesson_dock_, &QDockWidget::visibilityChanged, this,
            [this](bool on) { // wait until the dock has been placed in the layout
                if (on) QTimer::singleShot(0, this, &MainWindow::boundLesson);
            });
    // Show the inspector again even if the user closes the dock with its close button.
    connect(lesson_dock_->toggleViewAction(), &QAction::toggled, this, [this](bool on) {
        if (!on && std::exchange(inspector_before_exercise_, false)) inspector_dock_->show();
    });
    connect(exercises_, &ExercisePanel::starting, this, [this] {
        lessons_->leave();
        lesson_dock_->show();
        lesson_tabs_->setCurrentWidget(exercises_);
        makeRoomForExercise();
    });
    connect(exercises_, &ExercisePanel::left, this, [this] {
        lesson_dock_->hide();
        if (std::exchange(inspector_before_exercise_, false)) inspector_dock_->show();
    });
    connect(exercises_, &ExercisePanel::textWanted, this,
            [this](const QString& name) { showPageOf<WritePage>()->showText(name); });
    keepCourseProgress();
    connect(lessons_, &LessonPanel::sourceWanted, this,
            [this](const QString& name) { showPageOf<WritePage>()->beginFrom(name); });
    connect(lessons_, &LessonPanel::pageRequested, this, &MainWindow::showPageNamed);
    connect(lessons_, &LessonPanel::layoutWanted, this, [this](const QByteArray& layout) {
        restoreState(layout, layout_version);
        lesson_dock_->show();
    });
}

void MainWindow::showPageNamed(const QString& name) {
    for (int i = 0; i < pages_.size(); ++i)
        if (name_of(*pages_[i]) == name) return showPage(i);
    session_.report(tr("The lesson refers to the page \"%1\", which does not exist.").arg(name),
                    tr("See docs/lessons.md for a list of pages."));
}

void MainWindow::keepWork() {
    const QDir folder = QFileInfo(toQString(experiment::user_folder())).dir();
    run_page_->store().keepIn(folder.filePath(QStringLiteral("runs")));
    const QString complaint = session_.predictions().keepIn(folder.filePath(QStringLiteral("predictions.jsonl")));
    if (!complaint.isEmpty()) session_.report(complaint);
}

void MainWindow::handInPredictions() {
    if (session_.predictions().all().isEmpty())
        return session_.report(tr("There are no predictions yet."),
                               tr("Select Predict on the Step page, or answer the questions in a lesson (F7)."));
    QSettings settings;
    bool ok = false;
    const QString name = QInputDialog::getText(this, tr("Submit predictions"), tr("Your &name"), QLineEdit::Normal,
                                               settings.value(QStringLiteral("predictions/name")).toString(), &ok);
    if (!ok) return;
    settings.setValue(QStringLiteral("predictions/name"), name);
    const QString path = askToSave(this, tr("Save predictions as a table"), QStringLiteral("export/folder"),
                                   QStringLiteral("predictions.csv"), tr("Tables (*.csv)"));
    if (path.isEmpty()) return;
    try {
        write_csv_file(path.toStdString(), session_.predictions().table(name));
        session_.exported(tr("%1 of %n predictions were correct. The table was saved to %2.", nullptr,
                             static_cast<int>(session_.predictions().all().size()))
                              .arg(session_.predictions().right())
                              .arg(path),
                          path);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
}

void MainWindow::openLesson(const QString& id_or_path) {
    lesson_tabs_->setCurrentWidget(lessons_);
    lessons_->openLesson(id_or_path);
}

/// Hides the inspector to make room for an exercise. It is shown again when the exercise is closed.
void MainWindow::makeRoomForExercise() {
    const bool was_folded = !cramped_ && std::exchange(inspector_folded_, false);
    inspector_before_exercise_ = inspector_before_exercise_ || was_folded || !inspector_dock_->isHidden();
    inspector_dock_->hide();
}

void MainWindow::openExercise(const QString& id_or_path) {
    lesson_dock_->show();
    lesson_tabs_->setCurrentWidget(exercises_);
    exercises_->openExercise(id_or_path);
}

bool MainWindow::isLessonFile(const QString& file) {
    return file.endsWith(QLatin1String(".md")) || lesson::is_link(file.left(20).toStdString());
}

void MainWindow::askForLesson() {
    const QString file = askToOpen(this, tr("Open a lesson or a saved state"), QStringLiteral("lesson/folder"),
                                   tr("Lessons (%1)").arg(lesson_filter));
    if (!file.isEmpty()) openLesson(file);
}

void MainWindow::askToSaveState() {
    // If the file is an existing lesson, add the step to it instead of replacing the file.
    const QString file = askToSave(this, tr("Save the state as a lesson step"), QStringLiteral("lesson/folder"),
                                   QStringLiteral("state.md"), tr("Lessons (%1)").arg(lesson_filter), false);
    if (!file.isEmpty()) saveStateTo(file);
}

lesson::State MainWindow::stateNow(const QByteArray& layout) const {
    const Page& page = *currentPage();
    lesson::State state = stateOf(session_, name_of(page), layout, page.shownChoices());
    state.step = page.shownStep();
    return state;
}

void MainWindow::saveStateTo(const QString& file) {
    lesson::LessonStep step;
    step.title = tr("%1 page").arg(currentPage()->title()).toStdString();
    step.words = tr("Write the step text here.").toStdString();
    step.state = stateNow(saveState(layout_version));
    step.state.runs = run_page_->store().shownDocuments();
    const std::string path = QFile::encodeName(file).toStdString();
    try {
        std::string text;
        if (QFileInfo::exists(file)) { // add the step to the existing lesson
            text = read_regular_file(path, lesson::largest_lesson);
            lesson::lesson_from_text(text, path); // throws if the file is not a lesson, and leaves it unchanged
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

void MainWindow::addLessonActions(QMenu* file) {
    addNamed(file, "openLesson", tr("Open a &lesson or state..."), tr("Open a lesson or a saved state from a file"),
             QKeySequence(QStringLiteral("Ctrl+Alt+O")), &MainWindow::askForLesson);
    addNamed(file, "saveState", tr("&Save state..."),
             tr("Save the page, matrix, options, layout and visible results as a lesson step"),
             QKeySequence(QStringLiteral("Ctrl+Alt+S")), &MainWindow::askToSaveState);
    addNamed(file, "copyLink", tr("Copy a lin&k to this state"),
             tr("Copy a link that opens the same page, matrix and options on another computer"),
             QKeySequence(QStringLiteral("Ctrl+Alt+C")), [this] {
                 const QString link = linkToState();
                 if (link.isEmpty()) return;
                 QApplication::clipboard()->setText(link);
                 session_.note(tr("The link was copied: %1").arg(link));
                 statusBar()->showMessage(tr("The link was copied."), 5000);
             });
    addNamed(file, "openLink", tr("Open a l&ink..."),
             tr("Open a link to a saved state, such as one sent by another user"), {}, [this] {
                 bool ok = false;
                 const QString copied = QApplication::clipboard()->text().trimmed();
                 const QString text = QInputDialog::getText(
                     this, tr("Open a link"), tr("Enter a &link that starts with warploom:"), QLineEdit::Normal,
                     lesson::is_link(copied.left(20).toStdString()) ? copied : QString(), &ok);
                 if (ok && !text.trimmed().isEmpty()) openLesson(text.trimmed());
             });
}

QString MainWindow::linkToState() {
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

void MainWindow::addClassActions(QMenu* tools) {
    addNamed(tools, "handInPredictions", tr("Submit &predictions..."),
             tr("Save your predictions and the correct answers as a table for your teacher"), {},
             &MainWindow::handInPredictions);
    addNamed(tools, "gradeClass", tr("&Grade a class..."),
             tr("Grade all submissions for an exercise and list the points in a table"), {}, [this] {
                 GradeDialog dialog(session_, this);
                 dialog.exec();
             });
}

void MainWindow::addHelpActions(QMenu* help) {
    addNamed(help, "keys", tr("&Help for this page"),
             tr("Show the terms used on this page, the lesson for this page and all keyboard shortcuts"),
             QKeySequence::HelpContents, &MainWindow::showHelp);
    addNamed(help, "startPage", tr("&Start page"),
             tr("Show the start page with first steps, sample matrices and recent files"), {},
             &MainWindow::showStartPage);
    QAction* const tour =
        addNamed(help, "tour", tr("Take the &tour (6 minutes)"), tr("Take a tour of all pages with a small matrix"), {},
                 [this] { openLesson(QStringLiteral("tour")); });
    QAction* const lessons =
        addNamed(help, "lessons", tr("&Lessons and exercises"),
                 tr("Show the lessons (six to nine minutes each) and the graded exercises"), {}, [this] {
                     lesson_dock_->show();
                     lesson_dock_->raise();
                     lessons_->setFocus();
                 });
    QAction* const course =
        addNamed(help, "course", tr("&Course"),
                 tr("Show a course of twelve weeks with lessons, exercises and problems, and your progress"), {},
                 &MainWindow::showCourse);
    QAction* const write = addNamed(help, "startWriting", tr("&Write a kernel"),
                                    tr("Write a kernel in CUDA C and check whether its results are correct"), {},
                                    [this] { showPageOf<WritePage>(); });
    QAction* const reproduce =
        addNamed(help, "startReproducing", tr("Reproduce a &paper"),
                 tr("Run an experiment from a paper and compare the results with the published tables"), {},
                 [this] { showPageOf<ReproducePage>(); });
    help->removeAction(write); // not shown in the Help menu, because the pages are already in the page list
    help->removeAction(reproduce);
    auto* const start = pageOf<StartPage>(pages_);
    start->setCommands({tour, course, write, action(QStringLiteral("open")), lessons, reproduce});
    connect(start, &StartPage::matrixChosen, this, [this] { showPageOf<MatrixPage>(); });
}

void MainWindow::showCourse() {
    CourseDialog dialog(this);
    connect(&dialog, &CourseDialog::itemRequested, this, &MainWindow::openCourseItem);
    dialog.exec();
}

void MainWindow::openCourseItem(course::ItemKind kind, const QString& name) {
    switch (kind) {
    case course::ItemKind::lesson: return openLesson(name);
    case course::ItemKind::exercise: return openExercise(name);
    case course::ItemKind::problem: return showPageOf<WritePage>()->beginProblem(name);
    }
}

/// Records finished items, so that the course can mark them.
void MainWindow::keepCourseProgress() {
    using course::ItemKind;
    const auto finishes = [](ItemKind kind) { return [kind](const QString& name) { setFinished(kind, name); }; };
    connect(lessons_, &LessonPanel::finished, this, finishes(ItemKind::lesson));
    connect(exercises_, &ExercisePanel::solved, this, finishes(ItemKind::exercise));
    auto* const page = pageOf<WritePage>(pages_);
    connect(page, &WritePage::problemSolved, this, [this, page](const QString& name) {
        // Ignore the answer of an exercise, because its starter code can already be a correct solution of the problem.
        if (!exercises_->isStarted() || page->current() != exercises_->answer()) setFinished(ItemKind::problem, name);
    });
}

void MainWindow::showHelp() {
    QString keys;
    const auto all = findChildren<QAction*>();
    for (const QAction* action : all)
        if (!action->shortcut().isEmpty())
            keys += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                             action->text().remove(QLatin1Char('&')).toHtmlEscaped());
    HelpSheet sheet(name_of(*currentPage()), currentPage()->title(), keys, currentPage()->helpText(), this);
    connect(&sheet, &HelpSheet::pageRequested, this, &MainWindow::showPageNamed);
    connect(&sheet, &HelpSheet::walkthroughRequested, this, &MainWindow::openLesson);
    sheet.exec();
}

} // namespace warploom::ui
