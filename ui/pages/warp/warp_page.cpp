#include "ui/pages/warp/warp_page.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/components/warp/player.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/comparison/warp_comparison.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/pages/warp/trace_prompt.h"
#include "ui/pages/warp/trace_requester.h"
#include "ui/pages/warp/warp_choices.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/pages/warp/warp_panes.h"
#include "ui/pages/warp/warp_predictions.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

/// Pages of the stack below the options.
enum Shown { prompt, views, both_warps };

/// Returns the step of a walkthrough that corresponds to a step of a warp.
WalkthroughWarp walkthroughWarp(const protocol::WarpDocument& trace, int step) {
    WalkthroughWarp done;
    done.operation = toQString(trace.operation);
    done.kernel = toQString(trace.kernel);
    done.warp = {trace.launch, trace.block_index, trace.warp};
    if (done.operation == QLatin1String("ata")) done.section = barriersBefore(trace, step);
    else done.row = rowAt(trace, step);
    return done;
}

} // namespace

WarpPage::WarpPage(Session& session, QWidget* parent)
    : Page(session, tr("Warp"), QStringLiteral("warp"), parent), requester_(new TraceRequester(session, this)),
      files_(new TraceFiles(session, this)), predictions_(new WarpPredictions(session, this)),
      comparison_(new WarpComparison(session, this)),
      choices_(new WarpChoices(session, comparison_->box(), predictions_->button(), this)),
      panes_(new WarpPanes(session)), player_(new Player), prompt_(new TracePrompt(session, this)) {
    stack_ = inStack({prompt_->widget()});
    // Ignore the size hints of the views, so that the player stays visible. The views use the remaining space.
    stack_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    // At a large font scale, the views scroll while the options, the text and the player stay visible.
    for (QWidget* const each : {static_cast<QWidget*>(panes_), static_cast<QWidget*>(comparison_->view())}) {
        QScrollArea* area = scrolled(each);
        area->installEventFilter(this);
        stack_->addWidget(area);
    }
    view_tabs_ = named(new QTabBar, "warpViewTabs", tr("Warp view"));
    for (const QString& title : WarpPanes::tabTitles()) view_tabs_->addTab(title);
    view_tabs_->setExpanding(false);
    view_tabs_->setDrawBase(false);
    sentence_ = sentenceLabel("", tr("Step description"), Qt::TextSelectableByMouse);
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* const foot = new QWidget;
    inColumn(foot, {predictions_->strip(), sentence_, player_}, theme().px(4));
    const int gap = theme().px(6);
    inColumn(this, {choices_->strip(), view_tabs_, {stack_, 1}, foot}, theme().px(4), {gap, gap, gap, gap});

    const auto ask = [this] {
        if (isVisible()) requester_->ask(trace_, stepNow());
    };
    pause_ = pauseTimer(this, 80, ask);
    connect(view_tabs_, &QTabBar::currentChanged, this, &WarpPage::arrange);
    connect(stack_, &QStackedWidget::currentChanged, this, &WarpPage::arrange);
    connect(panes_, &WarpPanes::stepChosen, player_, &Player::setStep);
    connect(player_, &Player::stepChanged, this, &WarpPage::stepChanged);
    // Do not update the inspector at every step during playback.
    connect(player_, &Player::stopped, this, &Page::inspectorChanged);
    connect(player_, &Player::worstAsked, this, &WarpPage::goToWorst);
    connect(prompt_, &TracePrompt::retryRequested, this, [this] {
        requester_->forgetFailure();
        pause_->start();
    });
    connect(choices_, &WarpChoices::longestRowRequested, requester_, &TraceRequester::goToLongestRow);
    connect(choices_, &WarpChoices::walkthroughRequested, this, [this] {
        if (trace_ && trace_->step_count() > 0)
            emit walkthroughRequested(walkthroughWarp(*trace_, stepNow()), static_cast<int>(trace_->matrix.rows));
    });
    connect(choices_, &WarpChoices::openRequested, files_, &TraceFiles::askToOpen);
    connect(choices_, &WarpChoices::saveRequested, this, [this] {
        if (trace_) files_->askToSave(*analysis_);
    });
    connect(files_, &TraceFiles::opened, this, &WarpPage::showOpened);
    connect(predictions_, &WarpPredictions::revealed, this, [this] {
        stepChanged(player_->step());
        (comparison_->isShown() ? comparison_->view()->lanesView(0) : panes_->lanes())->setFocus();
    });
    connect(comparison_->view(), &BesideView::tickChosen, player_, &Player::setStep);
    connect(comparison_, &WarpComparison::ready, this, &WarpPage::showComparison);
    connect(comparison_, &WarpComparison::failed, this, [this](const QString& sentence, const QString& hint) {
        if (comparison_->isShown()) return this->session().note(sentence); // the current comparison remains visible
        this->session().report(sentence, hint);
        if (trace_) stack_->setCurrentIndex(views);
    });
    connect(requester_, &TraceRequester::targetChanged, pause_, qOverload<>(&QTimer::start));
    connect(requester_, &TraceRequester::outdated, this, ask);
    connect(requester_, &TraceRequester::answered, this, &WarpPage::setTrace);
    connect(requester_, &TraceRequester::returned, this,
            [this] { stack_->setCurrentIndex(comparison_->isShown() ? both_warps : views); });
    connect(requester_, &TraceRequester::started, this, [this] {
        if (trace_) return;
        prompt_->showTracing();
        stack_->setCurrentIndex(prompt);
    });
    connect(requester_, &TraceRequester::failed, this, [this](const WorkerError& error) {
        prompt_->showError(error);
        stack_->setCurrentIndex(prompt);
    });
    connect(&session, &Session::matrixChanged, this, &WarpPage::matrixChanged);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (isTracedKey(key) || key == QLatin1String("block") || key == QLatin1String("precision")) choicesChanged();
        if (WarpComparison::isSetting(key)) comparisonChanged();
        if (WarpPredictions::isSetting(key)) stepChanged(player_->step());
    });
    connect(&session, &Session::warpChanged, this, [this] {
        if (!requester_->hasAnswerFor(this->session().warp())) choicesChanged();
        choices_->showWarp(trace_.get(), trace_ && !requester_->hasAnswer());
    });
    connect(&session, &Session::cardChanged, this, [this] {
        comparison_->fillBox();
        // If the matrix does not fit on one card, the same request may succeed with another card.
        if (requester_->forgetFailure()) pause_->start();
        // The steps of the trace do not depend on the card. Therefore, only the costs are computed again, without a new
        // request.
        if (trace_) judgeBy(this->session().card());
    });
    connect(&session.texts(), &KernelSources::textChanged, this, [this](const QString& name) {
        if (tracedChoice(this->session()).kernel.endsWith(name)) choicesChanged();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &WarpPage::choicesChanged);
    choices_->showOperation();
    comparison_->fillBox();
    choices_->showWarp(nullptr, false);
    onTheme(this, [this] { arrange(); });
    matrixChanged();
}

QList<Chart*> WarpPage::charts() const {
    return comparison_->isShown() ? comparison_->view()->charts() : panes_->charts();
}

QWidgetList WarpPage::choiceFields() const { return {choices_->strip()}; }

bool WarpPage::hasPicture() const { return stack_->currentIndex() != prompt; }

QAbstractButton* WarpPage::mainButton() const { return player_->playButton(); }

QString WarpPage::sentence() const { return sentence_->text(); }

void WarpPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (trace_) panes_->lanes()->setFocus();
    pause_->start(); // settings may have changed while another page was shown
}

void WarpPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    player_->stop();
}

void WarpPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
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

/// Fits the views and the text to the size of the page and the font scale. In a short window, shows one view at a time.
/// However, the lanes are always shown together with their addresses.
void WarpPage::arrange() {
    const bool low = isLow(this);
    view_tabs_->setVisible(low && stack_->currentIndex() == views);
    panes_->showTab(low ? std::optional(view_tabs_->currentIndex()) : std::nullopt);
    stack_->setMinimumHeight(theme().px(low ? 90 : 120));
    sentence_->setFont(theme().font(1.1));
    // Reserve a fixed number of text lines, so that the views do not move when the text changes.
    const int lines = theme().scale() >= 1.5 ? 3 : 2;
    sentence_->setVisible(lines == 2 || !comparison_->isShown() || (isPairHidden() && !predictions_->isAsking()));
    sentence_->setMinimumHeight(lines * QFontMetrics(sentence_->font()).lineSpacing());
    if (!panes_->arrange(theme().scale() >= 1.5 || width() < theme().px(620))) return;
    // Restore the tab order, in which the views are before the player.
    QWidgetList foot;
    QWidget* last = panes_;
    for (QWidget* at = nextInFocusChain(); at != this; at = at->nextInFocusChain()) {
        if (at->focusPolicy() == Qt::NoFocus) continue; // skip widgets that are not part of the tab order
        if (player_->isAncestorOf(at)) foot.append(at);
        if (panes_->isAncestorOf(at)) last = at;
    }
    for (QWidget* each : foot) {
        setTabOrder(last, each);
        last = each;
    }
}

void WarpPage::clearTrace() {
    trace_.reset();
    analysis_.reset();
    requester_->forgetPlace();
    endComparison();
    panes_->setAnalysis(nullptr);
    player_->setSteps(0);
    player_->setStep(0);
    sentence_->clear();
    predictions_->close();
    predictions_->forgetSteps();
    choices_->setTraced(false, false);
    prompt_->showWhatIsMissing();
    stack_->setCurrentIndex(prompt);
    emit inspectorChanged();
    emit chartsChanged();
}

void WarpPage::matrixChanged() {
    clearTrace();
    requester_->matrixOpened();
    // Opening the sample matrix may have selected a different operation.
    prompt_->showWhatIsMissing();
    if (session().matrix() && whyNotTraced(session()).isEmpty()) pause_->start();
}

void WarpPage::choicesChanged() {
    choices_->showOperation();
    comparison_->fillBox();
    requester_->settingsChanged();
    const bool is_other = trace_ && toQString(trace_->operation) != tracedChoice(session()).operation;
    // The launch, block and row of one operation are meaningless for another.
    if (is_other && !requester_->hasTarget()) session().setWarp({});
    if (is_other || !trace_) clearTrace();
    pause_->start();
}

void WarpPage::show(const NavigationTarget& target) { requester_->goTo(target); }

void WarpPage::goToStep(int step) { requester_->goToStep(std::max(0, step - 1)); }

void WarpPage::setTrace(const WarpTraceHandle& trace) {
    const bool was_there = trace_ != nullptr;
    trace_ = trace;
    predictions_->forgetSteps();
    const int step = requester_->firstStep(*trace_);
    endComparison();
    analysis_ = std::make_shared<const WarpAnalysis>(trace_, session().card());
    panes_->setAnalysis(analysis_);
    // Minimum and maximum number of unknowns in a walkthrough.
    constexpr std::int64_t least = 4, most = 64;
    const bool has_walkthrough =
        !walkthroughOfKernel(toQString(trace_->operation), toQString(trace_->kernel)).isEmpty();
    const bool is_small = trace_->matrix.rows >= least && trace_->matrix.rows <= most;
    choices_->setTraced(true, has_walkthrough && (trace_->operation == "ata" || is_small));
    choices_->showWarp(trace_.get(), !requester_->hasAnswer());
    {
        const QSignalBlocker silent(player_); // emit only one change signal
        player_->setSteps(trace_->step_count());
        player_->setStep(step);
    }
    // Keep showing the current comparison if the next one follows immediately.
    if (stack_->currentIndex() != both_warps || !comparison_->isWanted()) stack_->setCurrentIndex(views);
    stepChanged(player_->step());
    // Move the keyboard focus away from the operation combo box, which may have it until the first trace arrives. The
    // Space key then starts playback rather than opening the combo box.
    const QWidget* focused = focusWidget();
    if (!was_there && isVisible() &&
        (focused == nullptr || focused == prompt_->button() || focused == choices_->operation()))
        panes_->lanes()->setFocus();
    emit chartsChanged();
    comparison_->start(trace_);
}

void WarpPage::showOpened(const QString& file, const SavedWarp& saved) {
    requester_->forgetPlace();
    setTrace(saved.trace);
    requester_->pauseUntilChange();
    const simulated::Card& current = session().card();
    if (saved.card && simulated::card_to_json(*saved.card) != simulated::card_to_json(current)) judgeBy(*saved.card);
    choices_->showFile(file);
    session().note(tr("Opened %1: %2 on %3, block %4, warp %5.")
                       .arg(file, toQString(trace_->kernel), toQString(trace_->matrix.name))
                       .arg(trace_->block_index)
                       .arg(trace_->warp));
}

void WarpPage::judgeBy(const simulated::Card& card) {
    analysis_ = std::make_shared<const WarpAnalysis>(trace_, card);
    panes_->setAnalysis(analysis_);
    if (comparison_->isShown()) showComparison();
    else stepChanged(player_->step());
    emit chartsChanged();
}

bool WarpPage::isHidden(int step) const {
    return analysis_ && !comparison_->isShown() && predictions_->isHidden(*analysis_, step);
}

bool WarpPage::isPairHidden() const {
    return comparison_->isShown() && predictions_->isPairHidden(comparison_->name());
}

int WarpPage::stepNow() const { return comparison_->isShown() ? comparison_->ownStep() : player_->step(); }

void WarpPage::stepChanged(int step) {
    if (!analysis_) return;
    if (comparison_->isShown()) return tickChanged(step);
    const bool hides = isHidden(step);
    sentence_->setText(
        hides ? tr("How much memory traffic will this step generate? Answer the question to see the result.")
              : stepSentence(*analysis_, step));
    if (hides) {
        player_->stop();
        predictions_->askStep(analysis_, step);
    } else predictions_->close();
    panes_->showStep(step, hides, sentence_->text());
    // Do not update the text at every step, because this would slow down playback.
    if (!player_->isPlaying()) emit inspectorChanged();
}

void WarpPage::tickChanged(int tick) {
    BesideView* const both = comparison_->view();
    both->setTick(tick);
    const bool hides = isPairHidden();
    if (both->isVeiled() != hides) both->setVeiled(hides);
    if (hides) player_->stop();
    if (hides && !comparison_->isBusy()) {
        sentence_->setText(
            tr("Which kernel will generate less memory traffic? Answer the question to see the result."));
        predictions_->askPair(comparison_->name(), pairQuestion(*both));
    } else {
        if (hides) sentence_->setText(tr("Tracing the warps that process these rows..."));
        predictions_->close();
    }
    // At a large font scale, hide the sentence, because the lanes need the space and the score or the question contains
    // the same information.
    sentence_->setVisible(theme().scale() < 1.5 || (hides && !predictions_->isAsking()));
    if (hides) return emit inspectorChanged();
    QString text = both->reading();
    if (comparison_->isCut())
        text = paragraph({text, tr("Only the first %n warps that process these rows are shown.", nullptr,
                                   static_cast<int>(SameRows::most_warps))});
    sentence_->setText(text);
    if (!player_->isPlaying()) emit inspectorChanged();
}

void WarpPage::comparisonChanged() {
    comparison_->fillBox();
    if (!trace_) return;
    const int step = stepNow();
    endComparison();
    {
        const QSignalBlocker silent(player_);
        player_->setSteps(trace_->step_count());
        player_->setStep(step);
    }
    if (stack_->currentIndex() == both_warps) stack_->setCurrentIndex(views);
    stepChanged(player_->step());
    comparison_->start(trace_);
    emit chartsChanged();
}

void WarpPage::showComparison() {
    const int step = stepNow();
    const bool had_keys = panes_->lanes()->hasFocus() || comparison_->hasFocus();
    if (!trace_ || !comparison_->show(analysis_->card())) return;
    {
        const QSignalBlocker silent(player_);
        player_->setSteps(comparison_->view()->ticks());
        player_->setStep(comparison_->tickOfOwn(step)); // go to the position of the current step
    }
    choices_->hideWalkthrough();
    stack_->setCurrentIndex(both_warps);
    tickChanged(player_->step());
    if (had_keys) comparison_->view()->lanesView(0)->setFocus();
    emit chartsChanged();
}

void WarpPage::endComparison() {
    const bool had_keys = comparison_->hasFocus();
    comparison_->end();
    sentence_->show();
    if (had_keys) panes_->lanes()->setFocus();
}

void WarpPage::goToWorst() {
    if (!analysis_ || analysis_->worstSteps().empty()) return;
    player_->stop();
    if (comparison_->isShown()) return player_->setStep(comparison_->view()->worstTick());
    const std::vector<int>& worst = analysis_->worstSteps();
    const auto at = std::find(worst.begin(), worst.end(), player_->step());
    // If the current step is in the list of the worst steps, go to the next one in the list; otherwise, go to the worst
    // step.
    const bool walking = at != worst.end() && worst_step_ == player_->step();
    const int step = walking && at + 1 != worst.end() ? *(at + 1) : worst.front();
    player_->setStep(step);
    worst_step_ = step;
}

QString WarpPage::inspectorText() const {
    if (!analysis_)
        return tr("<p>A warp is a group of 32 threads that execute the same instruction at the same time. Select a "
                  "kernel, a block and a warp.</p>");
    if (comparison_->isShown()) return comparison_->inspectorText(sentence_->text(), isPairHidden());
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
    if (files_->isOpening() || !session().matrix() || session().isLoading() || requester_->isBusy() ||
        pause_->isActive() || comparison_->isBusy())
        return false;
    // The page is also up to date if there is no trace and no response is pending.
    return trace_ || (stack_->currentIndex() == prompt && prompt_->isFinal());
}

} // namespace warploom::ui
