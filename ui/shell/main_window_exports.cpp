// What the window writes for others: charts, and pages that step.
#include "engine/whole_file.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/report_page.h"
#include "ui/export/lesson_pages.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <QUrl>

namespace warploom::ui {

void MainWindow::addExportActions(QMenu* file) {
    QAction* all = addNamed(file, QStringLiteral("exportAll"), tr("Export &all charts..."), QStringLiteral("export"),
                            QKeySequence(QStringLiteral("Ctrl+Shift+E")),
                            tr("PNG, SVG, PDF and CSV of every chart into one folder, and a page that shows them"));
    connect(all, &QAction::triggered, this, &MainWindow::askForFolder);
    QAction* lesson = addNamed(file, QStringLiteral("exportLesson"), tr("Export lesson &page..."), {}, {},
                               tr("What this page steps through, as one HTML file that opens in any browser"));
    connect(lesson, &QAction::triggered, this, &MainWindow::askForLessonPage);
    QAction* place = addNamed(file, QStringLiteral("openExports"), tr("Open the &folder of exports"), {}, {},
                              tr("Where the last chart was exported to"));
    connect(place, &QAction::triggered, this, [this] {
        const QString folder = QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString();
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
            session_.report(tr("The exports lie in %1.").arg(folder), tr("No program here shows folders."));
    });
}

void MainWindow::askForLessonPage() {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*currentPage());
    if (!shown) {
        exportLessonPageTo({}); // which says why not
        return;
    }
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("export/folder"), QDir::homePath()).toString();
    QString file = QFileDialog::getSaveFileName(this, tr("Export a lesson page"),
                                                QDir(folder).filePath(shown->page.name + QStringLiteral(".html")),
                                                tr("Pages (*.html)"));
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".html");
    settings.setValue(QStringLiteral("export/folder"), QFileInfo(file).absolutePath());
    exportLessonPageTo(file);
}

bool MainWindow::exportLessonPageTo(const QString& file) {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*currentPage());
    if (!shown) {
        session_.report(tr("The page %1 shows nothing that steps.").arg(currentPage()->title()),
                        tr("Step, Warp with a trace, Formats with a matrix and Reproduce with a result do."));
        return false;
    }
    try {
        writeLessonPage(shown->page, file, shown->step);
        session_.note(tr("The lesson page was written to %1.").arg(file));
        return true;
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    return false;
}

void MainWindow::askForFolder() {
    QSettings settings;
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Export all charts to a folder"),
                                          settings.value(QStringLiteral("export/folder"), QDir::homePath()).toString());
    if (folder.isEmpty()) return;
    settings.setValue(QStringLiteral("export/folder"), folder);
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
            session_.report(tr("There is no chart to export yet."), tr("Open a matrix or run some kernels first."));
        } else {
            const QString index = QDir(folder).filePath(QStringLiteral("index.html"));
            const QByteArray html = reportPage(
                session_.matrix() ? session_.matrix()->name() : tr("Warploom"),
                tr("Each chart lies beside this page as PNG, SVG and PDF, and its numbers as CSV."), sections);
            write_whole_file(index.toStdString(), {html.data(), static_cast<std::size_t>(html.size())});
            files.append(index);
            session_.note(tr("%n file(s) written to %1.", nullptr, static_cast<int>(files.size())).arg(folder));
        }
        return files;
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    return {};
}

} // namespace warploom::ui
