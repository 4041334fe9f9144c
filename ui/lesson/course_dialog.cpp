#include "ui/lesson/course_dialog.h"

#include "ui/lesson/course_progress.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {

namespace {

constexpr int row_height = 24; // height in pixels at a scale of 100 %

enum Column { title_column, kind_column, time_column, difficulty_column, state_column, column_count };

QString kindText(course::ItemKind kind) {
    switch (kind) {
    case course::ItemKind::lesson: return CourseDialog::tr("Lesson");
    case course::ItemKind::exercise: return CourseDialog::tr("Exercise");
    case course::ItemKind::problem: break;
    }
    return CourseDialog::tr("Problem");
}

QString difficultyText(int difficulty) {
    switch (difficulty) {
    case 1: return CourseDialog::tr("Easy");
    case 2: return CourseDialog::tr("Medium");
    default: return CourseDialog::tr("Difficult");
    }
}

QString timeText(int minutes) {
    if (minutes < 60) return CourseDialog::tr("%1 min").arg(minutes);
    return minutes % 60 == 0 ? CourseDialog::tr("%1 h").arg(minutes / 60)
                             : CourseDialog::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

bool isFinished(const course::CourseItem& item) { return ui::isFinished(item.kind, toQString(item.name)); }

/// Returns the course item that a list entry represents, or null if the entry is a week.
const course::CourseItem* itemOf(const QTreeWidgetItem* entry) {
    if (entry == nullptr || entry->parent() == nullptr) return nullptr;
    const auto week = static_cast<std::size_t>(entry->treeWidget()->indexOfTopLevelItem(entry->parent()));
    return &course::own_course()
                .weeks[week]
                .items[static_cast<std::size_t>(entry->parent()->indexOfChild(const_cast<QTreeWidgetItem*>(entry)))];
}

} // namespace

CourseDialog::CourseDialog(QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("courseDialog"));
    setWindowTitle(tr("Course"));
    progress_ = sentenceLabel("courseProgress");
    weeks_ = named(new QTreeWidget, "courseWeeks", tr("Weeks of the course"),
                   tr("Click a lesson, an exercise or a problem to open it"));
    weeks_->setColumnCount(column_count);
    weeks_->setHeaderLabels({tr("Title"), tr("Type"), tr("Time"), tr("Difficulty"), tr("Progress")});
    weeks_->setUniformRowHeights(true);
    weeks_->setExpandsOnDoubleClick(false);
    goal_ = sentenceLabel("courseGoal");
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    inColumn(this, {progress_, {weeks_, 1}, goal_, buttons}, -1, {9, 9, 9, 9});
    fill();
    weeks_->header()->setStretchLastSection(false);
    weeks_->header()->setMinimumSectionSize(theme().px(88));
    weeks_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    weeks_->header()->setSectionResizeMode(title_column, QHeaderView::Stretch);
    goal_->setMinimumHeight(2 * goal_->fontMetrics().lineSpacing()); // the height stays the same for all weeks
    resize(theme().px(860), theme().px(600));

    connect(weeks_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* current) { showGoal(current); });
    connect(weeks_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* entry) {
        if (entry->parent() == nullptr) return entry->setExpanded(!entry->isExpanded());
        openItem(entry);
    });
    connect(weeks_, &QTreeWidget::itemActivated, this, &CourseDialog::openItem);
}

/// Lists all weeks, and expands the first one with items that are not finished.
void CourseDialog::fill() {
    const course::Course& course = course::own_course();
    int minutes = 0, all = 0, finished = 0;
    QTreeWidgetItem* first = nullptr;
    for (std::size_t w = 0; w < course.weeks.size(); ++w) {
        const course::CourseWeek& week = course.weeks[w];
        auto* const of_week = new QTreeWidgetItem(weeks_);
        const auto done = static_cast<int>(
            std::count_if(week.items.begin(), week.items.end(), [](const auto& item) { return isFinished(item); }));
        const auto count = static_cast<int>(week.items.size());
        of_week->setText(title_column, tr("Week %1: %2").arg(w + 1).arg(toQString(week.title)));
        of_week->setText(time_column, timeText(week.minutes()));
        of_week->setText(state_column, tr("%1 of %2").arg(done).arg(count));
        QFont bold = weeks_->font();
        bold.setBold(true);
        of_week->setFont(title_column, bold);
        of_week->setSizeHint(title_column, {0, theme().px(row_height)});
        for (const course::CourseItem& item : week.items) {
            auto* const entry = new QTreeWidgetItem(of_week);
            entry->setText(title_column, toQString(item.title));
            entry->setText(kind_column, kindText(item.kind));
            entry->setText(time_column, timeText(item.minutes));
            entry->setText(difficulty_column, difficultyText(item.difficulty));
            entry->setText(state_column, isFinished(item) ? tr("✔ Finished") : QString());
            entry->setSizeHint(title_column, {0, theme().px(row_height)});
            entry->setForeground(title_column, theme().colours().accent);
        }
        if (first == nullptr && done < count) first = of_week;
        minutes += week.minutes();
        all += count;
        finished += done;
    }
    progress_->setText(tr("%1: %2. You have finished %3 of %n items.", nullptr, all)
                           .arg(toQString(course.title), timeText(minutes))
                           .arg(finished));
    if (first == nullptr) first = weeks_->topLevelItem(0);
    first->setExpanded(true);
    weeks_->setCurrentItem(first);
    showGoal(first);
}

void CourseDialog::showGoal(const QTreeWidgetItem* current) {
    if (current == nullptr) return;
    const QTreeWidgetItem* const week = current->parent() != nullptr ? current->parent() : current;
    const int index = weeks_->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(week));
    goal_->setText(toQString(course::own_course().weeks[static_cast<std::size_t>(index)].goal));
}

void CourseDialog::openItem(const QTreeWidgetItem* entry) {
    const course::CourseItem* const item = itemOf(entry);
    // A click that also activates the entry calls this function twice.
    if (item == nullptr || result() == QDialog::Accepted) return;
    accept();
    emit itemRequested(item->kind, toQString(item->name));
}

} // namespace warploom::ui
