#include "ui/pages/model/model_page.h"

#include "engine/protocol/messages/profiler.h"
#include "ui/charts/chart_frame.h"
#include "ui/charts/chart_view.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/runs/run_store.h"
#include "ui/components/traces/model_tables.h"
#include "ui/pages/model/card_comparison.h"
#include "ui/pages/model/card_editor/card_editor.h"
#include "ui/pages/model/schedule_view.h"
#include "ui/session/roomier_card.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusTipEvent>
#include <QTabWidget>

namespace warploom::ui {

ModelPage::ModelPage(Session& session, RunStore* runs, QWidget* parent)
    : Page(session, tr("Model"), QStringLiteral("model"), parent), store_(TraceStore::of(session)), runs_(runs) {
    headline_ = sentenceLabel("modelHeadline", tr("Modeled time"));
    selection_ = sentenceLabel("modelSelection");
    selection_->hide();
    stack_ = inStack(
        {sentencePage(unseen_, invitation_button_, {}, tr("Open the random rows sample (prata2010)")), buildCharts()});
    connect(invitation_button_, &QPushButton::clicked, this, [this] {
        if (roomier_card_.isEmpty()) this->session().openMatrix(invitation_);
        else this->session().setCard(roomier_card_);
    });
    strip_ = buildStrip();
    what_if_ = new WhatIfStrip(session);
    inColumn(this, {strip_, what_if_, headline_, selection_, {stack_, 1}}, 4, {8, 8, 8, 8});

    connect(&store_, &TraceStore::changed, this, &ModelPage::refresh);
    connect(&session, &Session::rowSelectionChanged, this, [this] {
        schedule_->setSelection(this->session().rowSelection());
        refresh();
    });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (isTracedKey(key)) refresh();
    });
    if (runs_ != nullptr) connect(runs_, &RunStore::runsChanged, this, &ModelPage::drawRoofline);
    onTheme(this, [this] {
        headline_->setFont(theme().font(1.05, true));
        arrange();
    });
    refresh();
}

QWidget* ModelPage::buildStrip() {
    boxes_ = new TracedBoxes(session(), QStringLiteral("model"), this);
    auto* const precision = precisionBox(session(), "modelPrecision",
                                         tr("Select the precision of the values. Indices always take 4 bytes."));
    auto* const block = blockBox(session(), "modelBlock", tr("Threads per block"));
    return inStrip({boxes_->operation, labelled(tr("&Kernel"), boxes_->kernel), boxes_->change,
                    labelled(tr("&on"), boxes_->input), labelled(tr("&Precision"), precision),
                    labelled(tr("Threads per blo&ck"), block)});
}

QWidget* ModelPage::buildCharts() {
    terms_ = new ChartView(termsSpec({}));
    roofline_ = new ChartView(rooflineSpec());
    for (ChartView* chart : {terms_, roofline_}) chart->setGrowing(true);
    roofline_->setInvitation(tr("There is nothing to plot because the trace has no arithmetic intensity."));
    schedule_ = new ScheduleView;
    schedule_frame_ = new ChartFrame(schedule_, schedule_);
    schedule_reading_ = sentenceLabel("scheduleReading");
    auto* blocks = new QWidget;
    inColumn(blocks, {{schedule_frame_, 1}, schedule_reading_}, 2, {8, 4, 8, 4});
    const auto choose = [this](int launch, qint64 block) { session().setWarp({launch, block, 0}); };
    connect(schedule_, &ScheduleView::blockChosen, this, choose);
    connect(schedule_, &ScheduleView::blockChosen, this, &Page::inspectorChanged);
    connect(schedule_, &ScheduleView::hoverTextChanged, this, [this](const QString& text) {
        QStatusTipEvent tip(text);
        QApplication::sendEvent(this, &tip);
        emit inspectorChanged();
    });
    cards_ = new CardComparison(session());
    connect(cards_, &CardComparison::changed, this, &Page::chartsChanged);
    editor_ = new CardEditor(session());
    findings_ = named(new QListWidget, "modelFindings", tr("Findings from the simulated GPU"));
    findings_->setWordWrap(true);
    findings_->setFrameShape(QFrame::NoFrame);
    tabs_ = inTabs({{blocks, tr("Blocks")},
                    {roofline_, tr("Roofline")},
                    {buildAccesses(), tr("Accesses")},
                    {cards_, tr("Two cards")},
                    {editor_, tr("Card")},
                    {findings_, tr("Findings")}});
    tabs_->setAccessibleName(tr("Model views"));
    sizeAsShown(tabs_->findChild<QStackedWidget*>());
    splitter_ = inSplitter(Qt::Horizontal, {{terms_, 2}, {tabs_, 3}});
    return splitter_;
}

namespace {

/// Sets the tooltip of a combo box item to the Nsight Compute metrics that correspond to the counts with these IDs.
void tipItem(QComboBox& box, int item, std::initializer_list<const char*> ids) {
    QStringList metrics;
    for (const char* const id : ids) metrics << QString::fromLatin1(protocol::profiler_counter(id).metric);
    box.setItemData(box.findData(item), ModelPage::tr("In Nsight Compute:\n%1").arg(metrics.join('\n')),
                    Qt::ToolTipRole);
}

} // namespace

QWidget* ModelPage::buildAccesses() {
    const auto is = [](AccessQuantity quantity) { return static_cast<int>(quantity); };
    quantity_ = comboBox("accessQuantity", tr("Metric to show as bars"), {},
                         {{tr("bytes fetched and used"), is(AccessQuantity::bytes)},
                          {tr("transactions"), is(AccessQuantity::transactions)},
                          {tr("warp instructions"), is(AccessQuantity::warp_instructions)},
                          {tr("active lanes"), is(AccessQuantity::active_lanes)},
                          {tr("bank conflicts"), is(AccessQuantity::conflicts)}});
    tipItem(*quantity_, is(AccessQuantity::transactions), {"load_sectors", "store_sectors"});
    tipItem(*quantity_, is(AccessQuantity::warp_instructions),
            {"load_requests", "store_requests", "atomic_requests", "shared_load_requests", "shared_store_requests"});
    tipItem(*quantity_, is(AccessQuantity::conflicts), {"shared_load_conflicts", "shared_store_conflicts"});
    by_ = comboBox("accessBy", tr("Group by"), {}, {{tr("by source line"), false}, {tr("by array"), true}});
    accesses_ = new ChartView(accessSpec(AccessQuantity::bytes, false));
    QWidget* strip = inStrip({quantity_, by_});
    strip->layout()->setContentsMargins(8, 0, 8, 0);
    auto* page = new QWidget;
    inColumn(page, {strip, {accesses_, 1}}, -1, {0, 4, 0, 0});
    for (QComboBox* box : {quantity_, by_})
        connect(box, &QComboBox::currentIndexChanged, this, &ModelPage::drawAccesses);
    return page;
}

QString modelledTimeText(const protocol::Trace& trace) {
    const QString pattern =
        trace.card.is_checked()
            ? ModelPage::tr("%1 on %2: modeled time %3 (median model error for this card: %5). %4")
            : ModelPage::tr(
                  "%1 on %2: modeled time %3 (counts are exact, but times have not been validated on this card). %4");
    const QString text = pattern.arg(toQString(trace.kernel), toQString(trace.card.title), timeText(trace.modelled_ns),
                                     causeText(trace));
    if (!trace.card.is_checked()) return text;
    return text.arg(percentText(trace.card.model_error > 0 ? trace.card.model_error : trace.card.measured_error));
}

QString effectText(const TraceHandle& original, const TraceHandle& edited) {
    if (edited == nullptr) return {};
    const auto times = [](double ratio) { return numberText(ratio, 3); };
    if (original == nullptr || original == edited) return modelledTimeText(*edited);
    const double ratio = original->modelled_ns > 0 ? edited->modelled_ns / original->modelled_ns : no_figure;
    return ModelPage::tr("%1 on %2: modeled time %3 with the original parameters and %4 with your changes (ratio: %5).")
        .arg(toQString(edited->kernel), toQString(original->card.title), timeText(original->modelled_ns),
             timeText(edited->modelled_ns), times(ratio));
}

QList<Chart*> ModelPage::charts() const {
    QList<Chart*> all{terms_, roofline_, schedule_, accesses_};
    if (!cards_->chart()->chartTable().rows.empty()) all.append(cards_->chart());
    return all;
}

QString ModelPage::headline() const { return headline_->text(); }

void ModelPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
}

void ModelPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
    const Qt::Orientation orientation = width() < theme().px(820) ? Qt::Vertical : Qt::Horizontal;
    if (orientation == splitter_->orientation() && isSplit_) return;
    splitter_->setOrientation(orientation);
    if (orientation == Qt::Horizontal) splitter_->setSizes({width() * 2 / 5, width() * 3 / 5});
    isSplit_ = true;
}

/// In a short window, moves the chart of the model's terms to a tab, because there is room for only one chart.
void ModelPage::arrange() {
    const bool low = isLow(this), is_tab = tabs_->indexOf(terms_) >= 0;
    if (low && !is_tab) {
        tabs_->insertTab(0, terms_, tr("Terms"));
        tabs_->setCurrentIndex(0);
    } else if (!low && is_tab) {
        tabs_->removeTab(tabs_->indexOf(terms_));
        splitter_->insertWidget(0, terms_);
        terms_->show();
        isSplit_ = false;
    }
    terms_->setMinimumSize(low ? QSize(0, 0) : QSize(theme().px(330), theme().px(220)));
    tabs_->setMinimumHeight(theme().px(low ? 150 : 220));
}

bool ModelPage::hasPicture() const { return stack_->currentIndex() == 1; }

/// Replaces the charts with a message and a button that opens a sample.
void ModelPage::invite(const QString& words) {
    const TracedChoice traced = tracedChoice(session());
    const bool is_spmv = traced.operation == QLatin1String("spmv");
    const ExampleMatrix sample = is_spmv ? sampleMatrices().front() : tracedSample(session());
    invitation_ = sample.name;
    roomier_card_.clear();
    invitation_button_->setText(is_spmv ? tr("Open the random rows sample (prata2010)")
                                        : tr("Show %1: %2").arg(traced.view->info().title, sample.title));
    unseen_->setText(words);
    headline_->clear();
    selection_->hide();
    invitation_button_->show();
    stack_->setCurrentIndex(0);
    emit inspectorChanged();
}

void ModelPage::refresh() {
    const MatrixHandle& matrix = session().matrix();
    if (matrix == nullptr) {
        invite(tr("Open a matrix or a sample to model a kernel."));
        return;
    }
    if (const QString refusal = whyNotTraced(session()); !refusal.isEmpty() && !session().isCardEdited()) {
        invite(refusal);
        return;
    }
    if (isVisible()) store_.want();
    const bool stale = store_.document() == nullptr;
    const TraceHandle document = stale ? store_.latest() : store_.document();
    if (!store_.problem().isEmpty() && stale) {
        // If the request has failed, keep the card editor available, because a parameter of the card may be the cause.
        headline_->setText(store_.problem());
    } else if (stale) {
        headline_->setText(tr("Tracing the warps of %1 on %2...")
                               .arg(tracedChoice(session()).kernel, toQString(session().card().title)));
    } else {
        QString text = effectText(store_.original(), document);
        if (session().isCardEdited() && store_.original() == nullptr)
            text = paragraph({text, tr("Modeling the original card...")});
        headline_->setText(text);
    }
    headline_->setAccessibleDescription(headline_->text());
    const simulated::Card* const roomier =
        stale ? cardWithMoreSharedMemory(session().cards(), store_.missingShared()) : nullptr;
    if ((document == nullptr || roomier != nullptr) && !session().isCardEdited()) {
        unseen_->setText(store_.problem().isEmpty() ? headline_->text() : store_.problem());
        roomier_card_ = roomier == nullptr ? QString() : toQString(roomier->id);
        if (roomier != nullptr) invitation_button_->setText(roomierCardText(*roomier));
        invitation_button_->setVisible(roomier != nullptr);
        stack_->setCurrentIndex(0);
    } else {
        stack_->setCurrentIndex(1);
    }
    // If no chart is shown, a message in the center of the page replaces the headline.
    headline_->setVisible(stack_->currentIndex() == 1);
    if (document != shown_) {
        shown_ = document;
        showDocument();
    }
    splitter_->setEnabled(true);
    for (QWidget* chart : std::initializer_list<QWidget*>{terms_, roofline_, schedule_, accesses_})
        chart->setEnabled(!stale);
    selection_->setText(selectionReading(session().rowSelection(), matrix->matrix.csr.row_pointer, document.get()));
    selection_->setVisible(!selection_->text().isEmpty());
    emit inspectorChanged();
}

void ModelPage::showDocument() {
    findings_->clear();
    const int tab = tabs_->indexOf(findings_);
    if (shown_ == nullptr) {
        for (ChartView* chart : {terms_, roofline_, accesses_}) chart->setTable({});
        schedule_->setTrace(nullptr);
        schedule_frame_->refresh();
        tabs_->setTabText(tab, tr("Findings"));
        return;
    }
    terms_->setSpec(termsSpec(*shown_));
    terms_->setTable(termsTable(*shown_));
    const MatrixHandle& matrix = session().matrix();
    // The headline states which term dominates the time. Add only information that the terms do not show.
    terms_->setReading(
        paragraph({tailReading(*shown_), matrix ? slowRowText(*shown_, matrix->matrix.csr) : QString()}));
    schedule_->setTrace(shown_);
    schedule_frame_->refresh();
    schedule_reading_->setText(scheduleReading(schedule_->layout(), *shown_));
    drawRoofline();
    drawAccesses();
    for (const protocol::TraceFinding& finding : shown_->findings) {
        auto* item = new QListWidgetItem(toQString(finding.sentence), findings_);
        item->setToolTip(tr("%1: %2, line %3 (%n times)", nullptr, pluralOf(finding.times))
                             .arg(QLatin1String(to_string(finding.kind)), toQString(finding.file))
                             .arg(finding.line));
        item->setIcon(theme().icon(QStringLiteral("warning")));
    }
    if (shown_->findings.empty()) {
        auto* item =
            new QListWidgetItem(tr("No problems found by memcheck, racecheck, initcheck or synccheck."), findings_);
        item->setFlags(Qt::ItemIsEnabled);
    }
    tabs_->setTabText(tab,
                      shown_->findings.empty() ? tr("Findings") : tr("Findings (%1)").arg(shown_->findings.size()));
    emit chartsChanged();
}

void ModelPage::drawRoofline() {
    if (shown_ == nullptr) return;
    std::vector<MeasuredPoint> measured;
    if (runs_ != nullptr) {
        for (const auto& run : runs_->shownRuns())
            for (const RunResult& r : run->results)
                // Use only measurements on GPUs, because the roofline shows the limits of a GPU.
                if (!r.is_modelled() && r.machine.starts_with("cuda") && r.kernel == shown_->kernel &&
                    r.matrix == toQString(shown_->matrix.name) && r.gflops > 0 && r.gbytes_per_s > 0)
                    measured.push_back({tr("%1 measured on %2").arg(toQString(r.kernel), toQString(r.machine)),
                                        r.gflops / r.gbytes_per_s, r.gflops});
    }
    roofline_->setTable(rooflineTable(store_.others(shown_), measured));
    roofline_->setReading(rooflineReading(*shown_));
}

void ModelPage::drawAccesses() {
    if (shown_ == nullptr) return;
    const auto quantity = static_cast<AccessQuantity>(quantity_->currentData().toInt());
    const bool by_array = by_->currentData().toBool();
    accesses_->setSpec(accessSpec(quantity, by_array));
    accesses_->setTable(accessTable(*shown_, by_array));
    accesses_->setReading(accessReading(*shown_));
}

bool ModelPage::isSettled() const {
    if (session().isLoading()) return false;
    return session().matrix() == nullptr || !whyNotTraced(session()).isEmpty() ||
           (store_.isAnswered() && !cards_->isRunning());
}

QString ModelPage::inspectorText() const {
    QString html = tr("<h3>About the model</h3><p>Every memory access of the kernel was simulated, so the counts are "
                      "exact according to the rules of this card. The time is an <i>estimate</i>: blocks are scheduled "
                      "on the multiprocessors, and the time of each block is determined by its limiting factor.</p>");
    if (shown_ == nullptr) return html;
    const protocol::Trace& d = *shown_;
    html += tr("<h3>%1</h3><table>").arg(toQString(d.card.title).toHtmlEscaped());
    const auto line = [&html](const QString& name, const QString& value) {
        html +=
            QStringLiteral("<tr><td>%1&nbsp;</td><td>%2</td></tr>").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    line(tr("modeled"), timeText(d.modelled_ns));
    line(tr("limiting factor"), termTitle(d.binding));
    if (!d.launches.empty()) {
        const protocol::TraceLaunch& launch = d.launches.front();
        line(tr("blocks"), countText(launch.blocks));
        line(tr("resident"), tr("%1 per multiprocessor").arg(launch.resident_blocks));
        line(tr("occupancy"), percentText(launch.occupancy));
        if (!launch.limited_by.empty()) line(tr("limited by"), toQString(launch.limited_by));
    }
    line(tr("active lanes"), tr("%1 of 32").arg(numberText(d.mean_active_lanes, 3)));
    line(tr("traced"), d.is_sampled() ? tr("%1 of the blocks").arg(percentText(d.traced_share)) : tr("all blocks"));
    html += QStringLiteral("</table>");
    if (schedule_->current() >= 0)
        html += QStringLiteral("<h3>%1</h3><p>%2</p>")
                    .arg(tr("Block"), schedule_->blockText(schedule_->current()).toHtmlEscaped());
    return html;
}

} // namespace warploom::ui
