#include "ui/mainwindow/window_exports.h"

#include "engine/atomic_file.h"
#include "engine/protocol/messages/requests.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/report_page.h"
#include "ui/export/lesson_pages.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/mainwindow/menu_actions.h"
#include "ui/mainwindow/page_stack.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QUrl>

#include <utility>

namespace warploom::ui {

namespace {

const QString folder_key = QStringLiteral("export/folder");

} // namespace

WindowExports::WindowExports(QMainWindow& window, Session& session, PageStack& pages, ExercisePanel& exercises)
    : QObject(&window), window_(window), session_(session), pages_(pages), exercises_(exercises) {}

void WindowExports::addActions(QMenu& file) {
    followIcon(addNamed(window_, &file, "exportAll", tr("Export &all charts..."),
                        tr("Export all charts to a folder as PNG, SVG, PDF and CSV, with an HTML page that shows them"),
                        QKeySequence(QStringLiteral("Ctrl+Shift+E")), this, &WindowExports::askForFolder),
               QStringLiteral("export"));
    addNamed(window_, &file, "exportLesson", tr("Export lesson &page..."),
             tr("Export the steps of this page as a single HTML file"), {}, this, &WindowExports::askForLessonPage);
    addNamed(window_, &file, "exportRunningPage", tr("Export r&unnable page..."),
             tr("Export the Write page or the open exercise as a single HTML file that runs in any browser"), {}, this,
             &WindowExports::askForRunningPage);
    addNamed(window_, &file, "openExports", tr("Open export &folder"), tr("Open the folder of the last export"), {},
             this, [this] { openFolder(QSettings().value(folder_key, QDir::homePath()).toString()); });
}

void WindowExports::openFolder(const QString& folder) {
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        session_.report(tr("The exported files are in %1.").arg(folder),
                        tr("No file manager was found. Open the folder manually."));
}

void WindowExports::askForLessonPage() {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*pages_.current());
    if (!shown) {
        saveLessonPage({}); // this call shows a message that explains why there is nothing to export
        return;
    }
    const QString file = askToSave(&window_, tr("Export a lesson page"), folder_key,
                                   shown->page.name + QStringLiteral(".html"), tr("Pages (*.html)"));
    if (!file.isEmpty()) saveLessonPage(file);
}

bool WindowExports::saveLessonPage(const QString& file) {
    const std::optional<ShownLessonPage> shown = lessonPageOf(*pages_.current());
    if (!shown) {
        session_.report(tr("The %1 page has no steps to export.").arg(pages_.current()->title()),
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

void WindowExports::askForRunningPage() {
    const QString name = exercises_.isStarted() ? exercises_.exerciseId() : QStringLiteral("write");
    const QString file = askToSave(&window_, tr("Export a runnable page"), folder_key, name + QStringLiteral(".html"),
                                   tr("Pages (*.html)"));
    if (!file.isEmpty()) saveRunningPage(file);
}

void WindowExports::saveRunningPage(const QString& file) {
    protocol::PageExportRequest request;
    if (exercises_.isStarted()) request.exercise = exercises_.exerciseId().toStdString();
    else if (const auto* const write = pageOf<WritePage>(pages_.pages()))
        request.text = write->editor()->text().toStdString();
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

void WindowExports::askForFolder() {
    const QString folder = ui::askForFolder(&window_, tr("Export all charts to a folder"), folder_key);
    if (folder.isEmpty()) return;
    // Ask before overwriting, because the folder may contain an index.html file that is not an export.
    if (QFileInfo::exists(QDir(folder).filePath(QStringLiteral("index.html"))) &&
        QMessageBox::question(
            &window_, tr("Export all charts"),
            tr("The folder already contains index.html. Replace it and any charts with the same names?"),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel) != QMessageBox::Yes)
        return;
    saveCharts(folder);
}

QStringList WindowExports::saveCharts(const QString& folder) {
    try {
        QStringList files;
        QList<ReportSection> sections;
        for (Page* page : pages_.pages()) {
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
