#include "ui/mainwindow/teaching_menus.h"

#include "ui/lesson/course_dialog.h"
#include "ui/lesson/grade_dialog.h"
#include "ui/lesson/help_sheet.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/menu_actions.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/start/start_page.h"
#include "ui/pages/write/write_page.h"
#include "ui/widgets/file_dialogs.h"

#include <QInputDialog>
#include <QMenu>
#include <QSettings>

namespace warploom::ui {

TeachingMenus::TeachingMenus(QMainWindow& window, Session& session, PageStack& pages, LessonTabs& lessons)
    : QObject(&window), window_(window), session_(session), pages_(pages), lessons_(lessons) {}

void TeachingMenus::addTools(QMenu& tools) {
    addNamed(window_, &tools, "handInPredictions", tr("Submit &predictions..."),
             tr("Save your predictions and the correct answers as a table for your teacher"), {}, this,
             &TeachingMenus::handInPredictions);
    addNamed(window_, &tools, "gradeClass", tr("&Grade a class..."),
             tr("Grade all submissions for an exercise and list the points in a table"), {}, this, [this] {
                 GradeDialog dialog(session_, &window_);
                 dialog.exec();
             });
}

void TeachingMenus::addHelp(QMenu& help) {
    addNamed(window_, &help, "keys", tr("&Help for this page"),
             tr("Show the terms used on this page, the lesson for this page and all keyboard shortcuts"),
             QKeySequence::HelpContents, this, &TeachingMenus::showHelp);
    addNamed(window_, &help, "startPage", tr("&Start page"),
             tr("Show the start page with first steps, sample matrices and recent files"), {}, this,
             [this] { pages_.show<StartPage>(); });
    QAction* const tour = addNamed(window_, &help, "tour", tr("Take the &tour (6 minutes)"),
                                   tr("Take a tour of all pages with a small matrix"), {}, this,
                                   [this] { lessons_.openLesson(QStringLiteral("tour")); });
    QAction* const lessons = addNamed(window_, &help, "lessons", tr("&Lessons and exercises"),
                                      tr("Show the lessons (six to nine minutes each) and the graded exercises"), {},
                                      &lessons_, &LessonTabs::showList);
    QAction* const course =
        addNamed(window_, &help, "course", tr("&Course"),
                 tr("Show a course of twelve weeks with lessons, exercises and problems, and your progress"), {}, this,
                 &TeachingMenus::showCourse);
    QAction* const write = addNamed(window_, &help, "startWriting", tr("&Write a kernel"),
                                    tr("Write a kernel in CUDA C and check whether its results are correct"), {}, this,
                                    [this] { pages_.show<WritePage>(); });
    QAction* const reproduce =
        addNamed(window_, &help, "startReproducing", tr("Reproduce a &paper"),
                 tr("Run an experiment from a paper and compare the results with the published tables"), {}, this,
                 [this] { pages_.show<ReproducePage>(); });
    help.removeAction(write); // the page list already contains these pages
    help.removeAction(reproduce);
    auto* const start = pageOf<StartPage>(pages_.pages());
    start->setCommands({tour, course, write, window_.findChild<QAction*>(QStringLiteral("open")), lessons, reproduce});
    connect(start, &StartPage::matrixChosen, this, [this] { pages_.show<MatrixPage>(); });
}

void TeachingMenus::showCourse() {
    CourseDialog dialog(&window_);
    connect(&dialog, &CourseDialog::itemRequested, &lessons_, &LessonTabs::openCourseItem);
    dialog.exec();
}

void TeachingMenus::showHelp() {
    QString keys;
    const auto all = window_.findChildren<QAction*>();
    for (const QAction* action : all)
        if (!action->shortcut().isEmpty())
            keys += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                             action->text().remove(QLatin1Char('&')).toHtmlEscaped());
    const Page& page = *pages_.current();
    HelpSheet sheet(PageStack::nameOf(page), page.title(), keys, page.helpText(), &window_);
    connect(&sheet, &HelpSheet::pageRequested, &pages_, &PageStack::showPageNamed);
    connect(&sheet, &HelpSheet::walkthroughRequested, &lessons_, &LessonTabs::openLesson);
    sheet.exec();
}

void TeachingMenus::handInPredictions() {
    if (session_.predictions().all().isEmpty())
        return session_.report(tr("There are no predictions yet."),
                               tr("Select Predict on the Step page, or answer the questions in a lesson (F7)."));
    QSettings settings;
    bool ok = false;
    const QString name = QInputDialog::getText(&window_, tr("Submit predictions"), tr("Your &name"), QLineEdit::Normal,
                                               settings.value(QStringLiteral("predictions/name")).toString(), &ok);
    if (!ok) return;
    settings.setValue(QStringLiteral("predictions/name"), name);
    const QString path = askToSave(&window_, tr("Save predictions as a table"), QStringLiteral("export/folder"),
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

} // namespace warploom::ui
