#include "ui/mainwindow/lesson_tabs.h"

#include "engine/error.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/course_progress.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/window_docks.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/write_page.h"
#include "ui/widgets/page_parts.h"

#include <QDockWidget>
#include <QTabBar>

namespace warploom::ui {

LessonTabs::LessonTabs(Session& session, PageStack& pages, WindowDocks& docks)
    : QObject(&docks), session_(session), pages_(pages), docks_(docks), lessons_(new LessonPanel(session)),
      exercises_(new ExercisePanel(session)) {
    tabs_ = inTabs({{lessons_, tr("Lesson")}, {exercises_, tr("Exercise")}});
    tabs_->setDocumentMode(false);
    docks_.lesson()->setWidget(tabs_);
    connect(tabs_, &QTabWidget::currentChanged, this, &LessonTabs::tabChanged);
    connectLessons();
    connectExercises();
    keepCourseProgress();
}

void LessonTabs::connectLessons() {
    connect(lessons_, &LessonPanel::opened, this, [this] {
        if (!docks_.isInLesson()) before_lesson_ = {pages_.currentIndex(), pages_.current()->shownStep()};
        docks_.beginLesson();
        emit lessonOpened();
    });
    RunStore& runs = pageOf<RunPage>(pages_.pages())->store();
    connect(lessons_, &LessonPanel::runsWanted, this, [this, &runs](const std::vector<std::string>& documents) {
        try {
            if (documents.empty()) runs.restoreShown();
            else runs.showTemporarily(documents, tr("the state"));
        } catch (const Error& error) { session_.reportFailure(error); }
    });
    connect(lessons_, &LessonPanel::left, this, [this, &runs] {
        runs.restoreShown();
        docks_.endLesson();
        pages_.showPage(before_lesson_.page);
        if (before_lesson_.step >= 0) pages_.current()->goToStep(before_lesson_.step);
    });
    connect(lessons_, &LessonPanel::stepWanted, this, [this](int step) { pages_.current()->goToStep(step); });
    connect(lessons_, &LessonPanel::pointWanted, this, &LessonTabs::pointRequested);
    connect(lessons_, &LessonPanel::exerciseWanted, this, &LessonTabs::openExercise);
    connect(lessons_, &LessonPanel::sourceWanted, this,
            [this](const QString& name) { pages_.show<WritePage>()->beginFrom(name); });
    connect(lessons_, &LessonPanel::pageRequested, &pages_, &PageStack::showPageNamed);
    connect(lessons_, &LessonPanel::layoutWanted, &docks_, &WindowDocks::showLayout);
}

void LessonTabs::connectExercises() {
    connect(lessons_, &LessonPanel::opening, exercises_, &ExercisePanel::leave);
    connect(exercises_, &ExercisePanel::chosen, &docks_, &WindowDocks::beginExercise);
    connect(exercises_, &ExercisePanel::starting, this, [this] {
        lessons_->leave();
        docks_.lesson()->show();
        tabs_->setCurrentWidget(exercises_);
        docks_.beginExercise();
    });
    connect(exercises_, &ExercisePanel::left, this, [this] {
        docks_.lesson()->hide();
        docks_.endExercise();
    });
    connect(exercises_, &ExercisePanel::textWanted, this,
            [this](const QString& name) { pages_.show<WritePage>()->showText(name); });
}

/// Stores which lessons, exercises and problems the user finishes, so that the course can show this.
void LessonTabs::keepCourseProgress() {
    using course::ItemKind;
    const auto finishes = [](ItemKind kind) { return [kind](const QString& name) { setFinished(kind, name); }; };
    connect(lessons_, &LessonPanel::finished, this, finishes(ItemKind::lesson));
    connect(exercises_, &ExercisePanel::solved, this, finishes(ItemKind::exercise));
    auto* const page = pageOf<WritePage>(pages_.pages());
    connect(page, &WritePage::problemSolved, this, [this, page](const QString& name) {
        // The starter code of an exercise may also be correct.
        if (!exercises_->isStarted() || page->current() != exercises_->answer()) setFinished(ItemKind::problem, name);
    });
}

void LessonTabs::openLesson(const QString& lesson) {
    tabs_->setCurrentWidget(lessons_);
    lessons_->openLesson(lesson);
}

void LessonTabs::openExercise(const QString& exercise) {
    docks_.lesson()->show();
    tabs_->setCurrentWidget(exercises_);
    exercises_->openExercise(exercise);
}

void LessonTabs::openCourseItem(course::ItemKind kind, const QString& name) {
    switch (kind) {
    case course::ItemKind::lesson: return openLesson(name);
    case course::ItemKind::exercise: return openExercise(name);
    case course::ItemKind::problem: return pages_.show<WritePage>()->beginProblem(name);
    }
}

void LessonTabs::showList() {
    docks_.lesson()->show();
    docks_.lesson()->raise();
    lessons_->setFocus();
}

void LessonTabs::setTabBarShown(bool on) {
    tabs_->tabBar()->setVisible(on || !lessons_->isOpen() || tabs_->currentWidget() != lessons_);
}

} // namespace warploom::ui
