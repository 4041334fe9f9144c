#include "ui/pages/warp/warp_page.h"

#include "engine/error.h"
#include "engine/protocol/trace_file.h"
#include "ui/look/qt_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QSettings>

namespace warploom::ui {

namespace {

void report(Session& session, const Error& error) {
    session.report(QString::fromUtf8(error.what()), QString::fromStdString(error.hint()));
}

} // namespace

void WarpPage::saveTrace(const QString& file) {
    if (!trace_) return;
    try {
        protocol::TraceFile content;
        content.program = QCoreApplication::applicationVersion().toStdString();
        wire::Warp warp = *trace_;
        warp.card = wire::CardInUse::of(analysis_->card()); // as it is seen here, with its edits
        content.warp = wire::write(warp);
        protocol::write_trace_file(file.toStdString(), content);
        session().note(tr("The trace was saved as %1.").arg(file));
    } catch (const Error& error) { report(session(), error); }
}

void WarpPage::openTrace(const QString& file) {
    try {
        const protocol::TraceFile content = protocol::read_trace_file(file.toStdString());
        if (content.warp.is_null())
            throw Error("trace.format", tr("'%1' holds no steps of a warp.").arg(file).toStdString(),
                        tr("It was saved from the Model page, or by 'warploom-engine trace': open it with "
                           "'warploom-engine trace open'.")
                            .toStdString());
        const auto trace = std::make_shared<const wire::Warp>(wire::read_warp(content.warp));
        simulated::Card card = session().card();
        if (!trace->card.json.empty())
            card = simulated::card_from_json(wire::to_line(trace->card.json), file.toStdString());
        shown_ = wanted(); // nobody is asked until something is chosen
        place_.reset();
        const bool same = simulated::card_to_json(card) == simulated::card_to_json(session().card());
        setTrace(trace);
        shown_.reset();
        failed_ = wanted();
        if (!same) {
            analysis_ = std::make_shared<const WarpAnalysis>(trace_, card);
            showAnalysis();
        }
        fillSpins();
        from_file_->setText(tr("from %1").arg(QFileInfo(file).fileName()));
        from_file_->setToolTip(file);
        from_file_->show();
        session().note(tr("Opened %1: %2 on %3, block %4, warp %5.")
                           .arg(file, qt(trace->kernel), qt(trace->matrix.name))
                           .arg(trace->block_index)
                           .arg(trace->warp));
    } catch (const Error& error) { report(session(), error); }
}

void WarpPage::askForFile(bool save) {
    if (save && !trace_) return;
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("trace/folder"), QDir::homePath()).toString();
    const QString filter = tr("Traces (*.warploom-trace)");
    QString file = save ? QFileDialog::getSaveFileName(
                              this, tr("Save the trace"),
                              QDir(folder).filePath(qt(trace_->kernel) + QStringLiteral(".warploom-trace")), filter)
                        : QFileDialog::getOpenFileName(this, tr("Open a trace"), folder, filter);
    if (file.isEmpty()) return;
    if (save && QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".warploom-trace");
    settings.setValue(QStringLiteral("trace/folder"), QFileInfo(file).absolutePath());
    save ? saveTrace(file) : openTrace(file);
}

} // namespace warploom::ui
