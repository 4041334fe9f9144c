#include "ui/pages/warp/trace_prompt.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/session/roomier_card.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>
#include <QPushButton>

namespace warploom::ui {

TracePrompt::TracePrompt(Session& session, QObject* parent) : QObject(parent), session_(session) {
    widget_ = sentencePage(words_, button_);
    connect(button_, &QPushButton::clicked, this, &TracePrompt::clicked);
}

bool TracePrompt::isFinal() const { return !button_->text().isEmpty(); }

void TracePrompt::showWhatIsMissing() {
    const TracedChoice traced = tracedChoice(session_);
    const ExampleMatrix sample = tracedSample(session_);
    const QString refusal = whyNotTraced(session_);
    const QString show_sample = tr("Show %1: %2").arg(traced.view->info().title, sample.title);
    if (!session_.matrix())
        show(tr("Open a matrix to see how the 32 lanes of a warp process it, step by step."),
             traced.operation == QLatin1String("spmv") ? tr("Open a small matrix with random row lengths")
                                                       : show_sample);
    else if (!refusal.isEmpty()) show(refusal, show_sample);
    else showTracing();
}

void TracePrompt::showTracing() { show(tr("Tracing the warp..."), {}); }

void TracePrompt::showError(const WorkerError& error) {
    const simulated::Card* const roomier = cardWithMoreSharedMemory(session_.cards(), error.shared_bytes);
    if (roomier == nullptr) session_.report(toQString(error.message), toQString(error.hint));
    show(toQString(error.message + " " + error.hint), roomier == nullptr ? tr("Try again") : roomierCardText(*roomier));
    roomier_card_ = roomier == nullptr ? QString() : toQString(roomier->id);
}

void TracePrompt::show(const QString& words, const QString& button) {
    roomier_card_.clear();
    words_->setText(words);
    button_->setText(button);
    button_->setVisible(!button.isEmpty());
}

void TracePrompt::clicked() {
    if (!session_.matrix() || !whyNotTraced(session_).isEmpty()) session_.openMatrix(tracedSample(session_).name);
    else if (!roomier_card_.isEmpty()) session_.setCard(roomier_card_);
    else emit retryRequested();
}

} // namespace warploom::ui
