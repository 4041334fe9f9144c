#include "ui/mainwindow/window_docks.h"

#include "ui/components/runs/run_store.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"
#include "ui/style/theme.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/page_parts.h"

#include <QDateTime>
#include <QDockWidget>
#include <QEvent>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTextBrowser>
#include <QTimer>

#include <utility>

namespace warploom::ui {

namespace {

constexpr int layout_version = 1;

} // namespace

WindowDocks::WindowDocks(QMainWindow& window, PageStack& pages, Session& session)
    : QObject(&window), window_(window), pages_(pages), run_page_(*pageOf<RunPage>(pages.pages())),
      scale_(theme().scale()) {
    inspector_text_ = named(new QTextBrowser, "", tr("Details of the selection"));
    inspector_text_->setFrameShape(QFrame::NoFrame);
    inspector_text_->setOpenExternalLinks(true);
    inspector_ = dock("inspectorDock", tr("Inspector"), inspector_text_, Qt::RightDockWidgetArea);
    runs_ = dock("runsDock", tr("Runs"), new RunsPanel(run_page_.store()), Qt::BottomDockWidgetArea);
    auto* const log = named(new QPlainTextEdit, "", tr("Log"));
    log->setReadOnly(true);
    log->setMaximumBlockCount(5000);
    log->setFrameShape(QFrame::NoFrame);
    log_ = dock("logDock", tr("Log"), log, Qt::BottomDockWidgetArea);
    window_.tabifyDockWidget(runs_, log_);
    runs_->raise();
    // Hide the runs dock before the first run to leave its space to the page.
    runs_->hide();
    log_->hide();
    window_.resizeDocks({inspector_}, {230}, Qt::Horizontal);
    window_.resizeDocks({runs_}, {150}, Qt::Vertical);
    lesson_ = dock("lessonDock", tr("Lesson"), nullptr, Qt::RightDockWidgetArea);
    lesson_->hide();
    connect(&session, &Session::noted, log, [log](const QString& line) {
        log->appendPlainText(QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
    });
    connect(&run_page_.store(), &RunStore::runsChanged, this, [this] {
        if (run_page_.store().isRunning()) place();
    });
    connect(lesson_, &QDockWidget::visibilityChanged, this,
            [this](bool on) { // Wait until the dock has its place in the layout.
                if (on) QTimer::singleShot(0, this, &WindowDocks::boundLesson);
            });
    // Show the inspector again even if the user closes the dock with its close button.
    connect(lesson_->toggleViewAction(), &QAction::toggled, this, [this](bool on) {
        if (!on) endExercise();
    });
    // Install event filters to detect when the user closes a dock.
    for (QDockWidget* each : {inspector_, runs_}) each->installEventFilter(this);
}

QDockWidget* WindowDocks::dock(const char* object, const QString& title, QWidget* widget, Qt::DockWidgetArea area) {
    auto* made = new QDockWidget(title, &window_);
    made->setObjectName(QLatin1String(object));
    if (widget != nullptr) made->setWidget(widget);
    made->setTitleBarWidget(new DockTitle(*made));
    window_.addDockWidget(area, made);
    return made;
}

bool WindowDocks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close && watched == runs_) runs_rule_ = RunsRule::closed;
    if (event->type() == QEvent::Close && watched == inspector_) inspector_folded_ = false;
    return QObject::eventFilter(watched, event);
}

void WindowDocks::toggle(QDockWidget* dock) {
    const bool is_in_front = dock->isVisible() && !dock->visibleRegion().isEmpty();
    if (dock == runs_) runs_rule_ = is_in_front ? RunsRule::closed : RunsRule::pinned;
    if (dock == inspector_) inspector_folded_ = false;
    dock->setVisible(!is_in_front);
    // Wait until the dock is part of the layout before raising it.
    if (!is_in_front) QTimer::singleShot(0, dock, [dock] { dock->raise(); });
}

void WindowDocks::place() {
    if (put_away_) return;
    const bool is_run = pages_.current() == &run_page_, has_runs = !run_page_.store().runs().empty();
    if (runs_rule_ != RunsRule::closed && is_run && has_runs && runs_->isHidden()) {
        runs_->show();
        runs_->raise();
        // On a small projector, reduce the height of the dock to leave more space for the charts.
        window_.resizeDocks({runs_}, {theme().px(window_.height() < theme().px(800) ? 115 : 150)}, Qt::Vertical);
    } else if (!is_run && runs_rule_ != RunsRule::pinned) {
        runs_->hide();
    }
    const bool is_empty = pages_.current()->inspectorText().isEmpty();
    if (is_empty && !inspector_->isHidden()) {
        inspector_folded_ = true;
        inspector_->hide();
    } else if (!is_empty && inspector_folded_) {
        inspector_folded_ = false;
        inspector_->show();
    }
}

void WindowDocks::updateInspector() {
    const QString html = pages_.current()->inspectorText();
    if (html == inspector_html_) return;
    inspector_html_ = html;
    inspector_text_->setHtml(html);
}

void WindowDocks::fit() {
    const bool is_cramped = window_.width() < theme().px(1100);
    if (is_cramped == put_away_.has_value()) return;
    if (!is_cramped) {
        bringBack();
        return place();
    }
    put_away_.emplace();
    for (QDockWidget* dock : {inspector_, runs_, log_}) {
        if (dock->isHidden()) continue;
        put_away_->append(dock);
        dock->hide();
    }
}

void WindowDocks::bringBack() {
    QList<QDockWidget*> away = std::exchange(put_away_, std::nullopt).value_or(QList<QDockWidget*>());
    // Hide the inspector during a lesson, because the lesson needs its space.
    const bool in_lesson = isInLesson() && lesson_->isVisible();
    inspector_after_lesson_ = in_lesson && away.removeOne(inspector_);
    for (QDockWidget* dock : qAsConst(away)) dock->show();
    if (away.contains(inspector_)) window_.resizeDocks({inspector_}, {theme().px(230)}, Qt::Horizontal);
}

void WindowDocks::applyTheme() {
    inspector_text_->document()->setDefaultFont(theme().font());
    scale(theme().scale() / std::exchange(scale_, theme().scale()));
    inspector_html_.clear();
    updateInspector();
}

/// Scales the width of the docks next to the page by the given factor, so that each line still holds as many characters
/// as before.
void WindowDocks::scale(double by) {
    if (by == 1) return;
    for (QDockWidget* dock : {inspector_, lesson_}) {
        if (dock->isHidden()) continue;
        const int width = static_cast<int>(dock->width() * by);
        // Wait until the widgets have the new font and have computed their minimum sizes.
        QTimer::singleShot(0, this, [this, dock, width, now = theme().scale()] {
            if (now == theme().scale()) window_.resizeDocks({dock}, {width}, Qt::Horizontal);
        });
    }
}

void WindowDocks::boundLesson() {
    if (lesson_->isVisible() && !lesson_->isFloating() && 2 * lesson_->width() > window_.width())
        window_.resizeDocks({lesson_}, {window_.width() * 2 / 5}, Qt::Horizontal);
}

QByteArray WindowDocks::layout() const { return window_.saveState(layout_version); }

bool WindowDocks::restore() {
    const QSettings settings;
    put_away_.reset();
    const bool is_restored =
        window_.restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), layout_version);
    // The dock widths may have been saved at a different font scale.
    const double before = settings.value(QStringLiteral("window/scale"), theme().scale()).toDouble();
    if (is_restored && before > 0) // defer scaling until the layout is complete
        QTimer::singleShot(0, this, [this, by = theme().scale() / before] { scale(by); });
    // On the first start, there is no saved layout, and the inspector remains hidden until it has contents.
    if (is_restored) inspector_folded_ = false;
    return is_restored;
}

void WindowDocks::keepDefaults() { defaults_ = layout(); }

void WindowDocks::restoreDefaults() {
    window_.restoreState(defaults_, layout_version);
    inspector_->show();
    runs_->setVisible(pages_.current() == &run_page_ && !run_page_.store().runs().empty());
    log_->hide();
    put_away_.reset();
    inspector_folded_ = false;
    runs_rule_ = RunsRule::automatic;
}

void WindowDocks::save() {
    QSettings settings;
    // If the inspector is hidden only because it is empty, show it before saving the layout.
    if (inspector_folded_) inspector_->show();
    bringBack(); // restore docks that were hidden for lack of space, because the user has not closed them
    settings.setValue(QStringLiteral("window/geometry"), window_.saveGeometry());
    settings.setValue(QStringLiteral("window/scale"), theme().scale());
    // A lesson rearranges the docks, so save the layout from before the lesson.
    settings.setValue(QStringLiteral("window/state"), before_lesson_.value_or(layout()));
}

/// Returns whether the inspector was hidden only because it is empty. In this case, marks it as shown.
bool WindowDocks::unfoldInspector() { return !put_away_ && std::exchange(inspector_folded_, false); }

void WindowDocks::beginLesson() {
    if (!before_lesson_) { // if another lesson is already open, keep the layout from before that lesson
        // If the inspector is hidden only because it is empty, show it before saving the layout. Otherwise, it would
        // reappear when a matrix is opened during the lesson.
        if (unfoldInspector()) inspector_->show();
        before_lesson_ = layout();
    }
    inspector_->hide(); // hide the inspector until the end of the lesson, because the lesson needs its space
    lesson_->show();
    lesson_->raise();
}

void WindowDocks::endLesson() {
    lesson_->hide();
    window_.restoreState(std::exchange(before_lesson_, std::nullopt).value_or(QByteArray()), layout_version);
    if (std::exchange(inspector_after_lesson_, false)) inspector_->show();
}

void WindowDocks::showLayout(const QByteArray& layout) {
    window_.restoreState(layout, layout_version);
    lesson_->show();
}

void WindowDocks::beginExercise() {
    const bool was_folded = unfoldInspector();
    inspector_before_exercise_ = inspector_before_exercise_ || was_folded || !inspector_->isHidden();
    inspector_->hide();
}

void WindowDocks::endExercise() {
    if (std::exchange(inspector_before_exercise_, false)) inspector_->show();
}

} // namespace warploom::ui
