#include "ui/pages/warp/warp_page.h"

#include "engine/error.h"
#include "engine/protocol/framing/trace_file.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/session/background.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/file_dialogs.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLabel>

namespace warploom::ui {

/// A trace from a file, or an error message.
struct WarpPage::OpenedTrace {
    SavedWarp saved;
    QString sentence, hint;
};

SavedWarp readSavedWarp(const std::string& file) {
    const protocol::TraceFile content = protocol::read_trace_file(file);
    if (content.warp.is_null())
        throw Error("trace.format",
                    WarpPage::tr("'%1' does not contain any warp steps.").arg(toQString(file)).toStdString(),
                    WarpPage::tr("The file was saved on the Model page or by 'warploom-engine trace'. Open it with "
                                 "'warploom-engine trace open'.")
                        .toStdString());
    SavedWarp saved{std::make_shared<const protocol::WarpDocument>(protocol::read_warp(content.warp)), {}};
    const Json& card = saved.trace->card.json;
    if (!card.empty()) saved.card = simulated::card_from_document(card, "in " + file);
    return saved;
}

void WarpPage::saveTrace(const QString& file) {
    if (!trace_) return;
    try {
        protocol::TraceFile content;
        content.program = QCoreApplication::applicationVersion().toStdString();
        protocol::WarpDocument warp = *trace_;
        warp.card = protocol::CardInUse::of(analysis_->card()); // the saved card includes the user's edits
        content.warp = protocol::write(warp);
        protocol::write_trace_file(file.toStdString(), content);
        session().exported(tr("The trace was saved to %1.").arg(file), file);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void WarpPage::openTrace(const QString& file) {
    ++opening_;
    session().note(tr("Opening %1...").arg(file));
    const auto work = [path = file.toStdString()] {
        OpenedTrace opened;
        try {
            opened.saved = readSavedWarp(path);
        } catch (const Error& error) {
            opened.sentence = toQString(error.what());
            opened.hint = toQString(error.hint());
        } catch (const std::exception& failure) {
            opened.sentence = tr("Could not read '%1': %2.").arg(toQString(path), toQString(failure.what()));
        }
        return opened;
    };
    computeInBackground(files_, this, work, [this, file](const OpenedTrace& opened) {
        --opening_;
        if (opened.sentence.isEmpty()) showOpened(file, opened);
        else session().report(opened.sentence, opened.hint);
    });
}

void WarpPage::showOpened(const QString& file, const OpenedTrace& opened) {
    const simulated::Card card = opened.saved.card.value_or(session().card());
    shown_ = wanted(); // send no trace request until a setting changes
    place_.reset();
    const bool same = simulated::card_to_json(card) == simulated::card_to_json(session().card());
    setTrace(opened.saved.trace);
    shown_.reset();
    failed_ = wanted();
    if (!same) judgeBy(card);
    fillSpins();
    from_file_->setText(tr("from %1").arg(QFileInfo(file).fileName()));
    from_file_->setToolTip(file);
    from_file_->show();
    session().note(tr("Opened %1: %2 on %3, block %4, warp %5.")
                       .arg(file, toQString(trace_->kernel), toQString(trace_->matrix.name))
                       .arg(trace_->block_index)
                       .arg(trace_->warp));
}

void WarpPage::askForFile(bool save) {
    if (save && !trace_) return;
    const QString key = QStringLiteral("trace/folder"), kind = tr("Traces (*.warploom-trace)");
    if (save) {
        const QString file = askToSave(this, tr("Save the trace"), key,
                                       toQString(trace_->kernel) + QStringLiteral(".warploom-trace"), kind);
        if (!file.isEmpty()) saveTrace(file);
        return;
    }
    const QString file = askToOpen(this, tr("Open a trace"), key, kind);
    if (!file.isEmpty()) openTrace(file);
}

} // namespace warploom::ui
