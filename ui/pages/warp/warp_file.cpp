#include "ui/pages/warp/warp_file.h"

#include "engine/error.h"
#include "engine/protocol/framing/trace_file.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/file_dialogs.h"

#include <QCoreApplication>
#include <QWidget>

namespace warploom::ui {

namespace {

const QString folder_key = QStringLiteral("trace/folder");

QString traceFilter() { return TraceFiles::tr("Traces (*.warploom-trace)"); }

/// A trace from a file, or an error message.
struct OpenedTrace {
    SavedWarp saved;
    QString sentence, hint;
};

OpenedTrace readTrace(const std::string& path) {
    OpenedTrace opened;
    try {
        opened.saved = readSavedWarp(path);
    } catch (const Error& error) {
        opened.sentence = toQString(error.what());
        opened.hint = toQString(error.hint());
    } catch (const std::exception& failure) {
        opened.sentence = TraceFiles::tr("Could not read '%1': %2.").arg(toQString(path), toQString(failure.what()));
    }
    return opened;
}

} // namespace

SavedWarp readSavedWarp(const std::string& file) {
    const protocol::TraceFile content = protocol::read_trace_file(file);
    if (content.warp.is_null())
        throw Error("trace.format",
                    TraceFiles::tr("'%1' does not contain any warp steps.").arg(toQString(file)).toStdString(),
                    TraceFiles::tr("The file was saved on the Model page or by 'warploom-engine trace'. Open it with "
                                   "'warploom-engine trace open'.")
                        .toStdString());
    SavedWarp saved{std::make_shared<const protocol::WarpDocument>(protocol::read_warp(content.warp)), {}};
    const Json& card = saved.trace->card.json;
    if (!card.empty()) saved.card = simulated::card_from_document(card, "in " + file);
    return saved;
}

TraceFiles::TraceFiles(Session& session, QWidget* page) : QObject(page), session_(session), page_(page) {}

void TraceFiles::open(const QString& file) {
    ++opening_;
    session_.note(tr("Opening %1...").arg(file));
    const auto work = [path = file.toStdString()] { return readTrace(path); };
    computeInBackground(pool_, this, work, [this, file](const OpenedTrace& read) {
        --opening_;
        if (read.sentence.isEmpty()) emit opened(file, read.saved);
        else session_.report(read.sentence, read.hint);
    });
}

void TraceFiles::save(const QString& file, const WarpAnalysis& analysis) {
    try {
        protocol::TraceFile content;
        content.program = QCoreApplication::applicationVersion().toStdString();
        protocol::WarpDocument warp = analysis.trace();
        warp.card = protocol::CardInUse::of(analysis.card());
        content.warp = protocol::write(warp);
        protocol::write_trace_file(file.toStdString(), content);
        session_.exported(tr("The trace was saved to %1.").arg(file), file);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
}

void TraceFiles::askToOpen() {
    const QString file = ui::askToOpen(page_, tr("Open a trace"), folder_key, traceFilter());
    if (!file.isEmpty()) open(file);
}

void TraceFiles::askToSave(const WarpAnalysis& analysis) {
    const QString name = toQString(analysis.trace().kernel) + QStringLiteral(".warploom-trace");
    const QString file = ui::askToSave(page_, tr("Save the trace"), folder_key, name, traceFilter());
    if (!file.isEmpty()) save(file, analysis);
}

} // namespace warploom::ui
