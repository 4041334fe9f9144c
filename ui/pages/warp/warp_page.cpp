#include "ui/pages/warp/warp_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/warp/access_view.h"
#include "ui/components/warp/player.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/source_view.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/roomier_card.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/question_strip.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

QList<Chart*> WarpPage::charts() const {
    if (isBeside()) return beside_->charts();
    return {lanes_, access_, source_, owners_};
}

QString WarpPage::sentence() const { return sentence_->text(); }

void WarpPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (trace_) lanes_->setFocus();
    askSoon(); // settings may have changed while another page was shown
}

void WarpPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    player_->stop();
}

bool WarpPage::stepByKey(const QKeyEvent& event) {
    const bool is_worst = event.key() == Qt::Key_W && (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (is_worst) goToWorst();
    return is_worst || player_->stepByKey(event);
}

void WarpPage::keyPressEvent(QKeyEvent* event) {
    if (!stepByKey(*event)) Page::keyPressEvent(event);
}

bool WarpPage::eventFilter(QObject* watched, QEvent* event) {
    // Handle keys that the views ignore. Otherwise, arrow keys would scroll the scroll area.
    if (event->type() == QEvent::KeyPress && stepByKey(*static_cast<QKeyEvent*>(event))) return true;
    return Page::eventFilter(watched, event);
}

WarpPage::TraceKey WarpPage::wanted() const {
    const TracedChoice traced = tracedChoice(session());
    const QString text = traced.kernel.section(QLatin1Char(':'), -1); // for a CG method, use its SpMV kernel
    return {session().matrix() ? session().matrix()->name() : QString(),
            traced.operation,
            traced.kernel,
            session().precision(),
            session().texts().revision(text),
            session().block(),
            session().warp()};
}

void WarpPage::clearTrace() {
    trace_.reset();
    forgetPlace();
    endBeside();
    setAnalysis(nullptr);
    player_->setSteps(0);
    player_->setStep(0);
    sentence_->clear();
    question_->close();
    seen_.clear();
    from_file_->hide();
    save_->setEnabled(false);
    lesson_->hide();
}

void WarpPage::sayWhatIsMissing() {
    const TracedChoice traced = tracedChoice(session());
    const ExampleMatrix sample = tracedSample(session());
    const QString refusal = whyNotTraced(session());
    if (!session().matrix()) {
        const bool is_spmv = traced.operation == QLatin1String("spmv");
        sayInstead(tr("Open a matrix to see how the 32 lanes of a warp process it, step by step."),
                   is_spmv ? tr("Open a small matrix with random row lengths")
                           : tr("Show %1: %2").arg(traced.view->info().title, sample.title));
    } else if (!refusal.isEmpty()) {
        sayInstead(refusal, tr("Show %1: %2").arg(traced.view->info().title, sample.title));
    } else {
        sayInstead(tr("Tracing the warp..."), {});
    }
}

void WarpPage::matrixChanged() {
    clearTrace();
    const MatrixHandle& matrix = session().matrix();
    // Opening the sample matrix may select a different operation.
    if (wish_ && matrix && wish_->matrix == matrix->name()) follow(*wish_);
    sayWhatIsMissing();
    if (matrix && whyNotTraced(session()).isEmpty()) askSoon();
    emit inspectorChanged();
    emit chartsChanged();
}

void WarpPage::choicesChanged() {
    fillChoices();
    if (!wish_ && (session().warp() == WarpChoice{} || !shown_)) wanted_row_ = -1;
    failed_.reset();
    const bool is_other = trace_ && toQString(trace_->operation) != tracedChoice(session()).operation;
    if (is_other || !trace_) {
        // The launch, block and row of one operation are meaningless for another.
        if (is_other && !wish_) session().setWarp({});
        clearTrace();
        sayWhatIsMissing();
        emit inspectorChanged();
        emit chartsChanged();
    }
    askSoon();
}

void WarpPage::fillChoices() {
    longest_row_->setVisible(tracedChoice(session()).operation == QLatin1String("spmv"));
    fillBesideBox();
}

void WarpPage::fillSpins() {
    const QSignalBlocker quiet_block(block_), quiet_warp(warp_), quiet_launch(launch_);
    const WarpChoice at =
        shown_ || !trace_ ? session().warp() : WarpChoice{trace_->launch, trace_->block_index, trace_->warp};
    std::int64_t blocks = at.block + 1;
    int warps = at.warp + 1;
    launch_->clear();
    if (trace_) {
        for (std::size_t i = 0; i < trace_->launches.size(); ++i) {
            const protocol::WarpLaunch& launch = trace_->launches[i];
            const QString name = toQString(launch.kernel), phase = name.section(QStringLiteral(" ("), 1).chopped(1);
            const bool is_one = trace_->launches.size() == 1;
            launch_->addItem(
                is_one ? name
                       : QStringLiteral("%1  %2").arg(i + 1).arg(name.endsWith(QLatin1Char(')')) ? phase : name));
            launch_->setItemData(static_cast<int>(i), toQString(launch.title.empty() ? launch.kernel : launch.title),
                                 Qt::ToolTipRole);
        }
        const protocol::WarpLaunch& launch =
            trace_->launches[static_cast<std::size_t>(std::min<int>(at.launch, launch_->count() - 1))];
        blocks = std::max(blocks, launch.blocks);
        warps = std::max(warps, launch.warps_per_block);
    }
    launch_->setCurrentIndex(at.launch);
    launch_field_->setVisible(launch_->count() > 1);
    block_->setRange(0, static_cast<int>(std::min<std::int64_t>(blocks - 1, 2'000'000'000)));
    block_->setValue(static_cast<int>(at.block));
    warp_->setRange(0, warps - 1);
    warp_->setValue(at.warp);
}

/// Discards the stored position, so that the next trace starts at its first step.
void WarpPage::forgetPlace() {
    shown_.reset();
    failed_.reset();
    place_.reset();
    relocating_ = false;
    wanted_row_ = -1;
}

void WarpPage::askSoon() { pause_->start(); }

void WarpPage::show(const NavigationTarget& wish) {
    wish_ = wish;
    if (session().matrix() && session().matrix()->name() == wish.matrix) follow(wish);
    else session().openMatrix(wish.matrix);
}

void WarpPage::follow(const NavigationTarget& wish) {
    forgetPlace();
    chooseTraced(session(), wish.operation, wish.kernel);
    session().setChoice(QStringLiteral("block"), wish.block, tr("block size %1").arg(wish.block));
    session().setWarp(wish.warp.value_or(WarpChoice{}));
    wanted_row_ = wish.row;
    askSoon();
}

void WarpPage::goToStep(int step) {
    wish_.reset(); // a saved state specifies the warp explicitly
    forgetPlace();
    next_step_ = std::max(0, step - 1);
    askSoon();
}

/// Returns the first step to show in a new trace.
int WarpPage::stepToShow() {
    if (next_step_) return std::min(*std::exchange(next_step_, std::nullopt), std::max(0, trace_->step_count() - 1));
    const std::optional<NavigationTarget> wish = std::exchange(wish_, std::nullopt);
    if (wish && wish->step) return std::clamp(*wish->step, 0, std::max(0, trace_->step_count() - 1));
    for (int step = 0; wish && wish->line > 0 && step < trace_->step_count(); ++step)
        if (trace_->site_of(step).line == wish->line) return step;
    if (wish && (wish->section >= 0 || wish->row >= 0))
        if (const int step = stepOf(*trace_, wish->row, wish->section, wish->array); step >= 0) return step;
    const int step = place_ ? stepAt(*trace_, *place_) : 0;
    place_.reset();
    return step;
}

void WarpPage::ask() {
    if (!isVisible() || !request_.isEmpty()) return;
    const MatrixHandle& matrix = session().matrix();
    if (!matrix || session().isLoading() || !whyNotTraced(session()).isEmpty()) return;
    const TraceKey now = wanted();
    if (failed_ && *failed_ == now) return;
    // If a trace request has failed, the user may have returned to the settings of the displayed trace.
    if (shown_ && *shown_ == now) return stack_->setCurrentIndex(isBeside() ? 2 : 1);
    // Other kernels assign rows to blocks in different ways. Trace the first warp to find out which warp processes the
    // same rows.
    const bool other = shown_ && (shown_->kernel != now.kernel || shown_->block != now.block) &&
                       shown_->matrix == now.matrix && shown_->operation == now.operation;
    const bool probe = (other && !(now.warp == WarpChoice{})) || (wish_ && !wish_->warp && wish_->row >= 0);
    if (trace_ && shown_ && !relocating_) {
        place_ = placeOf(*trace_, stepNow());
        if (other) wanted_row_ = firstRow(*trace_);
    }
    const WarpQuestion question{now.matrix,    now.operation, now.kernel,
                                now.precision, now.block,     probe ? WarpChoice{} : now.warp};
    RequestHandlers handlers;
    handlers.done = [this, now, probe](const Json& result) {
        request_.clear();
        if (!(now == wanted())) return ask();
        answered(now, probe, std::make_shared<const protocol::WarpDocument>(protocol::read_warp(result)));
    };
    handlers.error = [this, now](const WorkerError& error) {
        request_.clear();
        relocating_ = false;
        if (!(now == wanted())) return ask();
        failed_ = now;
        const simulated::Card* const roomier = cardWithMoreSharedMemory(session().cards(), error.shared_bytes);
        // If there is a card with more shared memory, the page offers it instead of reporting the error.
        if (roomier == nullptr) session().report(toQString(error.message), toQString(error.hint));
        sayInstead(toQString(error.message + " " + error.hint),
                   roomier == nullptr ? tr("Try again") : roomierCardText(*roomier));
        roomier_card_ = roomier == nullptr ? QString() : toQString(roomier->id);
    };
    if (!trace_) sayInstead(tr("Tracing the warp..."), {});
    request_ = session().worker().request(warpRequest(session(), question), handlers, this);
}

void WarpPage::answered(const TraceKey& asked, bool probe, const WarpTraceHandle& trace) {
    shown_ = asked;
    if (probe) {
        if (wish_) wish_->warp = asked.warp; // search only once for the warp that processes the row
        const WarpChoice target = warpOfRow(*trace, wanted_row_, asked.warp, trace_ ? trace_->block_size : asked.block);
        shown_->warp = {trace->launch, trace->block_index, trace->warp};
        if (!(target == shown_->warp)) {
            relocating_ = true; // keep showing the current trace until the requested warp has been traced
            session().setWarp(target);
            return ask();
        }
        session().setWarp(target);
    }
    setTrace(trace);
}

void WarpPage::setTrace(const WarpTraceHandle& trace) {
    const bool was_there = trace_ != nullptr;
    trace_ = trace;
    seen_.clear();
    relocating_ = false;
    failed_.reset();
    from_file_->hide();
    const int step = stepToShow();
    endBeside();
    setAnalysis(std::make_shared<const WarpAnalysis>(trace_, session().card()));
    const QSignalBlocker quiet(file_);
    file_->clear();
    for (const protocol::WarpSource& source : trace_->sources) file_->addItem(toQString(source.title));
    file_->setVisible(file_->count() > 1);
    // Minimum and maximum number of unknowns in a walkthrough.
    constexpr std::int64_t least = 4, most = 64;
    const bool has_lesson = !walkthroughOfKernel(toQString(trace_->operation), toQString(trace_->kernel)).isEmpty();
    const bool is_small = trace_->matrix.rows >= least && trace_->matrix.rows <= most;
    lesson_->setVisible(has_lesson && (trace_->operation == "ata" || is_small));
    fillSpins();
    {
        const QSignalBlocker silent(player_); // emit only one change signal
        player_->setSteps(trace_->step_count());
        player_->setStep(step);
    }
    // Keep showing the current comparison if the next one follows immediately.
    if (stack_->currentIndex() != 2 || !wantsBeside()) stack_->setCurrentIndex(1);
    save_->setEnabled(true);
    stepChanged(player_->step());
    // Move the keyboard focus away from the operation combo box, which may have it until the first trace arrives. The
    // Space key then starts playback rather than opening the combo box.
    const QWidget* focused = focusWidget();
    if (!was_there && isVisible() && (focused == nullptr || focused == again_ || focused == boxes_->operation))
        lanes_->setFocus();
    emit chartsChanged();
    startBeside();
}

void WarpPage::cardChanged() {
    fillBesideBox();
    // If the matrix does not fit on one card, the same request may succeed with another card.
    if (failed_) {
        failed_.reset();
        askSoon();
    }
    if (!trace_) return;
    // The steps of the trace do not depend on the card, so no new request is needed.
    judgeBy(session().card());
}

void WarpPage::setAnalysis(const std::shared_ptr<const WarpAnalysis>& analysis) {
    analysis_ = analysis;
    lanes_->setAnalysis(analysis_);
    access_->setAnalysis(analysis_);
    source_->setAnalysis(analysis_);
    owners_->setAnalysis(analysis_);
}

void WarpPage::judgeBy(const simulated::Card& card) {
    setAnalysis(std::make_shared<const WarpAnalysis>(trace_, card));
    if (isBeside()) showBeside();
    else stepChanged(player_->step());
    emit chartsChanged();
}

void WarpPage::stepChanged(int step) {
    if (!analysis_) return;
    if (isBeside()) return tickChanged(step);
    lanes_->setStep(step);
    access_->setStep(step);
    source_->setStep(step);
    owners_->setStep(step);
    sentence_->setText(stepSentence(*analysis_, step));
    hideUntilPredicted(step);
    for (ChartFrame* frame : {lanes_frame_, access_frame_, source_frame_, owners_frame_}) frame->refresh();
    lanes_->setAccessibleDescription(sentence_->text());
    access_->setAccessibleDescription(sentence_->text());
    // Do not update the text at every step, because this would slow down playback.
    if (!player_->isPlaying()) emit inspectorChanged();
}

void WarpPage::showInStep() {
    if (!trace_ || trace_->step_count() == 0) return;
    WalkthroughWarp done;
    done.operation = toQString(trace_->operation);
    done.kernel = toQString(trace_->kernel);
    done.warp = {trace_->launch, trace_->block_index, trace_->warp};
    const int now = stepNow();
    if (done.operation == QLatin1String("ata")) done.section = barriersBefore(*trace_, now);
    else done.row = rowAt(*trace_, now);
    emit walkthroughRequested(done, static_cast<int>(trace_->matrix.rows));
}

void WarpPage::goToWorst() {
    if (!analysis_ || analysis_->worstSteps().empty()) return;
    player_->stop();
    if (isBeside()) return player_->setStep(beside_->worstTick());
    const std::vector<int>& worst = analysis_->worstSteps();
    const auto at = std::find(worst.begin(), worst.end(), player_->step());
    // If the current step is in the list of the worst steps, go to the next one in the list; otherwise, go to the worst
    // step.
    const bool walking = at != worst.end() && worst_step_ == player_->step();
    const int step = walking && at + 1 != worst.end() ? *(at + 1) : worst.front();
    player_->setStep(step);
    worst_step_ = step;
}

void WarpPage::showLongestRow() {
    const MatrixHandle& matrix = session().matrix();
    if (!matrix || matrix->matrix.csr.rows == 0) return;
    const CsrMatrix& csr = matrix->matrix.csr;
    NavigationTarget wish;
    for (std::int64_t row = 0; row < csr.rows; ++row)
        if (wish.row < 0 || csr.row_length(row) > csr.row_length(wish.row)) wish.row = row;
    const TracedChoice traced = tracedChoice(session());
    wish.matrix = matrix->name();
    wish.operation = traced.operation;
    wish.kernel = traced.kernel;
    wish.block = session().block();
    wish.step = 0;
    show(wish);
}

void WarpPage::sayInstead(const QString& words, const QString& button) {
    roomier_card_.clear();
    words_->setText(words);
    again_->setText(button);
    again_->setVisible(!button.isEmpty());
    stack_->setCurrentIndex(0);
}

QAbstractButton* WarpPage::mainButton() const { return player_->playButton(); }

QString WarpPage::inspectorText() const {
    if (!analysis_)
        return tr("<p>A warp is a group of 32 threads that execute the same instruction at the same time. Select a "
                  "kernel, a block and a warp.</p>");
    if (isBeside()) return besideInspector();
    const protocol::WarpDocument& trace = analysis_->trace();
    QString html = tr("<h3>Step %1</h3><p>%2</p>").arg(player_->step() + 1).arg(sentence_->text().toHtmlEscaped());
    html += tr("<h3>Warp %1 of block %2</h3><p>%3</p>")
                .arg(trace.warp)
                .arg(trace.block_index)
                .arg(warpSummary(*analysis_).toHtmlEscaped());
    if (const protocol::KernelEntry* kernel = session().worker().handshake().kernel(trace.kernel))
        html += tr("<h3>%1</h3><p>%2</p>")
                    .arg(toQString(kernel->title).toHtmlEscaped(), toQString(kernel->summary).toHtmlEscaped());
    const simulated::Card& card = analysis_->card();
    html += tr("<h3>%1</h3><p>Coalescing rule: %2. Shared memory has %3 banks.</p>")
                .arg(toQString(card.title).toHtmlEscaped(), QLatin1String(simulated::to_string(card.coalescing)))
                .arg(static_cast<int>(card.shared_banks));
    return html + tr("<p><b>Space</b>: play or pause. <b>Left</b>, <b>Right</b>: previous or next step. <b>Home</b>, "
                     "<b>End</b>: first or last step. <b>W</b>: go to the step with the most transactions per active "
                     "lane. <b>+</b>, <b>-</b>: zoom.</p>");
}

bool WarpPage::isSettled() const {
    if (isOpening() || !session().matrix() || session().isLoading() || !request_.isEmpty() || pause_->isActive() ||
        same_rows_->isBusy())
        return false;
    // Without a trace, the page is up to date if it shows a message and no response is pending.
    return trace_ || (stack_->currentIndex() == 0 && !again_->text().isEmpty());
}

} // namespace warploom::ui
