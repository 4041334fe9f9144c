// Exports charts and step-by-step pages from the main window.
#include "engine/atomic_file.h"
#include "engine/protocol/messages/requests.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/report_page.h"
#include "ui/components/runs/run_store.h"
#include "ui/export/lesson_pages.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/write_page.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace warploom::ui {

void MainWindow::addExportActions(QMenu* file) {
    followIcon(addNamed(file, "exportAll", tr("Export &all charts..."),
                        tr("Export all charts to a folder as PNG, SVG, PDF and CSV, with an HTML page that shows them"),
                        QKeySequence(QStringLiteral("Ctrl+Shift+E")), &MainWindow::askForFolder),
               QStringLiteral("export"));
    addNamed(file, "exportLesson", tr("Export lesson &page..."),
             tr("Export the steps of this page as a single HTML file"), {}, &MainWindow::askForLessonPage);
    addNamed(file, "exportRunningPage", tr("Export r&unnable page..."),
             tr("Export the Write page or the open exercise as a single HTML file that runs in any browser"), {},
             &MainWindow::askForRunningPage);
    addNamed(file, "openExports", tr("Open export &folder"), tr("Open the folder of the last export"), {},
             [this] { openFolder(QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString()); });
}

void MainWindow::openFolder(const QString& folder) {
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        session_.report(tr("The exported files are in %1.").arg(folder),
                        tr("No file manager was found. Open the folder manually."));
}

/// Creates the status bar message about exported files, with a button that opens their folder. Showing the message does
/// not shift the layout.
void MainWindow::createWritten() {
    written_label_ = named(new QLabel, "writtenLabel", tr("Exported files"));
    written_label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    open_written_ = named(new QToolButton, "openWritten", tr("Open the folder that contains the exported files"));
    open_written_->setText(tr("Open folder"));
    open_written_->setFocusPolicy(Qt::TabFocus);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("closeWritten"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Dismiss"));
    close->setFocusPolicy(Qt::TabFocus);
    followIcon(close, QStringLiteral("close"));
    statusBar()->addWidget(written_label_, 3);
    statusBar()->addWidget(open_written_);
    statusBar()->addWidget(close);
    const QList<QWidget*> parts{written_label_, open_written_, close};
    const auto show = [parts](bool on) {
        for (QWidget* part : parts) part->setVisible(on);
    };
    show(false);
    // Hide the message about exported files after a while or at the next action, but not while the mouse pointer is
    // over it.
    auto* over = new QTimer(this);
    over->setObjectName(QStringLiteral("writtenOver"));
    over->setSingleShot(true);
    over->setInterval(12'000); // in milliseconds
    connect(over, &QTimer::timeout, this, [over, parts, show] {
        const bool is_wanted = std::any_of(parts.begin(), parts.end(),
                                           [](const QWidget* part) { return part->underMouse() || part->hasFocus(); });
        if (is_wanted) over->start();
        else show(false);
    });
    const auto gone = [over, show] {
        over->stop();
        show(false);
    };
    connect(close, &QToolButton::clicked, this, gone);
    connect(&session_, &Session::choiceChanged, this, gone);
    connect(stack_, &QStackedWidget::currentChanged, this, gone);
    connect(&run_page_->store(), &RunStore::runsChanged, this, [this, gone] {
        if (run_page_->store().isRunning()) gone();
    });
    connect(open_written_, &QToolButton::clicked, this, [this] { openFolder(written_folder_); });
    connect(&session_, &Session::written, this, [this, show, over](const QString& sentence, const QString& path) {
        over->start();
        const QFileInfo info(path);
        written_folder_ = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
        written_label_->setText(sentence);
        written_label_->setToolTip(sentence);
        show(true);
    });
}

void MainWindow::askForLessonPage() {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*currentPage());
    if (!shown) {
        exportLessonPageTo({}); // tells the user why there is nothing to export
        return;
    }
    const QString file = askToSave(this, tr("Export a lesson page"), QStringLiteral("export/folder"),
                                   shown->page.name + QStringLiteral(".html"), tr("Pages (*.html)"));
    if (!file.isEmpty()) exportLessonPageTo(file);
}

bool MainWindow::exportLessonPageTo(const QString& file) {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*currentPage());
    if (!shown) {
        session_.report(tr("The %1 page has no steps to export.").arg(currentPage()->title()),
                        tr("You can export steps from the Step page, from the Warp page (with a trace), from the "
                           "Formats page (with a matrix) and from the Reproduce page (with a result)."));
        return false;
    }
    try {
        const MadeLessonPage made = writeLessonPage(shown->page, file, shown->step);
        const QString missing = made.leftOut();
        session_.exported(missing.isEmpty()
                              ? tr("The lesson page was saved to %1.").arg(file)
                              : tr("The lesson page was saved to %1 without %2, because a page is limited to 2 MB.")
                                    .arg(file, missing),
                          file);
        return true;
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    return false;
}

void MainWindow::askForRunningPage() {
    const QString name = exercises_->isStarted() ? exercises_->exerciseId() : QStringLiteral("write");
    const QString file = askToSave(this, tr("Export a runnable page"), QStringLiteral("export/folder"),
                                   name + QStringLiteral(".html"), tr("Pages (*.html)"));
    if (!file.isEmpty()) exportRunningPageTo(file);
}

void MainWindow::exportRunningPageTo(const QString& file) {
    protocol::PageExportRequest request;
    if (exercises_->isStarted()) request.exercise = exercises_->exerciseId().toStdString();
    else if (const auto* const write = pageOf<WritePage>(pages_)) request.text = write->editor()->text().toStdString();
    RequestHandlers handlers;
    handlers.done = [this, file](const Json& result) {
        write_whole_file(QFile::encodeName(file).toStdString(), result.at("html").get<std::string>());
        session_.exported(tr("The runnable page was saved to %1.").arg(file), file);
    };
    handlers.error = [this](const WorkerError& error) {
        session_.report(toQString(error.message), toQString(error.hint));
    };
    session_.worker().request(request, std::move(handlers), this);
}

void MainWindow::askForFolder() {
    const QString folder = ui::askForFolder(this, tr("Export all charts to a folder"), QStringLiteral("export/folder"));
    if (folder.isEmpty()) return;
    // Ask before overwriting, because the folder may contain an index.html file that is not an export.
    if (QFileInfo::exists(QDir(folder).filePath(QStringLiteral("index.html"))) &&
        QMessageBox::question(
            this, tr("Export all charts"),
            tr("The folder already contains index.html. Replace it and any charts with the same names?"),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel) != QMessageBox::Yes)
        return;
    exportAllTo(folder);
}

QStringList MainWindow::exportAllTo(const QString& folder) {
    try {
        QStringList files;
        QList<ReportSection> sections;
        for (Page* page : qAsConst(pages_)) {
            ReportSection section;
            section.title = page->title();
            for (Chart* chart : page->charts())
                if (!chart->chartTable().rows.empty()) section.charts.append(chart);
            files += exportAll(section.charts, folder, {}, &section.drawings);
            if (!section.charts.isEmpty()) sections.append(section);
        }
        if (files.isEmpty()) {
            session_.report(tr("There are no charts to export yet."), tr("Open a matrix or run some kernels first."));
        } else {
            const QString index = QDir(folder).filePath(QStringLiteral("index.html"));
            const QByteArray html = reportPage(
                session_.matrix() ? session_.matrix()->name() : tr("Warploom"),
                tr("Each chart is also available in this folder as PNG, SVG and PDF, and its data as CSV."), sections);
            write_whole_file(index.toStdString(), {html.data(), static_cast<std::size_t>(html.size())});
            files.append(index);
            session_.exported(tr("%n files were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), index);
        }
        return files;
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    return {};
}

} // namespace warploom::ui
