#include "ui/pages/run/run_page.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/plot_data.h"
#include "ui/components/advice/advice_panel.h"
#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/operations.h"
#include "ui/components/operations/run_lines.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/exchange_panel.h"
#include "ui/pages/run/exchange_view.h"
#include "ui/pages/run/run_scaling.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>

namespace warploom::ui {
namespace {

// Milliseconds between updates while samples arrive.
constexpr int refresh_ms = 100;

/// Returns the first operation that has the given chart. Used if no operation is selected.
QString firstWith(RunChart chart) {
    for (const OperationView* const view : operationViews())
        if (hasRunChart(chart, view->info().id)) return view->info().id;
    return {};
}

/// Returns whether measured and modeled bars have separate panels, each with its own scale and order.
bool hasPanels(RunChart chart) { return chart < RunChart::limit; }

ChartSpec modelledSpec(ChartSpec spec) {
    spec.title = RunPage::tr("%1, modeled").arg(spec.title);
    spec.name += QStringLiteral("-modelled");
    return spec;
}

ShownRuns ofKind(const ShownRuns& runs, measure::TimeKind kind) {
    ShownRuns some;
    for (const auto& run : runs)
        if (run->kind() == kind) some.push_back(run);
    return some;
}

} // namespace

bool RunPage::hasPicture() const { return !store_->shownRuns().empty(); }

ChartView* RunPage::addChart(const ChartSpec& spec) {
    auto* chart = new ChartView(spec);
    connect(chart, &ChartView::invitationAccepted, this, [this, chart] {
        if (!this->session().matrix() && charts_.indexOf(chart) != static_cast<int>(RunChart::sweep))
            return this->session().openMatrix(viewOf(choices_->operation()).samples().first().name);
        if (charts_.indexOf(chart) == static_cast<int>(RunChart::sweep)) chooseSweep();
        run();
    });
    connect(chart, &ChartView::barClicked, this, [this, chart](int row) { compareWith(*chart, row); });
    return chart;
}

RunPage::RunPage(Session& session, QWidget* parent)
    : Page(session, tr("Run"), QStringLiteral("run"), parent), store_(new RunStore(session, this)),
      choices_(new ChoicesPanel(session)), tabs_(new QTabWidget) {
    QScrollArea* const scroll = scrolled(choices_);
    scroll->setFocusPolicy(Qt::StrongFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fields_ = scroll;
    const auto fit = [this, scroll] {
        forgetSizes(choices_); // discard the size hints computed for the previous font scale
        scroll->setMinimumWidth(std::max(theme().px(180), choices_->minimumSizeHint().width() + theme().px(16)));
    };
    onTheme(this, [this, fit] {
        fit();
        tabs_->tabBar()->setFont(theme().font(theme().scale() < 1.5 ? 1.0 : 0.9));
        // Update the charts, because the space available for their panels has changed.
        if (refresh_timer_ != nullptr) refresh_timer_->start();
    });

    for (int i = 0; i < runCharts(); ++i) {
        const auto which = static_cast<RunChart>(i);
        const QString tab = runChartTab(which, firstWith(which));
        ChartView* const chart = addChart(runChartSpec(which, {}, firstWith(which)));
        charts_.append(chart);
        if (which == RunChart::scaling) {
            exchange_ = new ExchangePanel(session);
            tabs_->addTab(inSplitter(Qt::Horizontal, {{chart, 3}, {exchange_, 2}}), tab);
            continue;
        }
        if (!hasPanels(which)) {
            tabs_->addTab(chart, tab);
            continue;
        }
        ChartView* const modelled = addChart(modelledSpec(chart->spec()));
        modelled->hide();
        modelled_.append(modelled);
        tabs_->addTab(inSplitter(Qt::Vertical, {chart, modelled}), tab);
    }
    advice_ = new AdvicePanel(session);
    tabs_->addTab(advice_, tr("Advice"));
    tabs_->setTabToolTip(tabs_->indexOf(advice_), tr("Show which kernel to use for this matrix, and why"));
    connect(advice_, &AdvicePanel::taken, this,
            [this](const QString& operation, const QString& machine, const QString& kernel) {
                tickKernel(this->session(), operation, machine, kernel);
                tabs_->setCurrentIndex(0);
            });
    tabs_->setDocumentMode(true);
    tabs_->setAccessibleName(tr("Run charts"));
    QSplitter* splitter = inSplitter(Qt::Horizontal, {scroll, {tabs_, 1}});
    splitter->setChildrenCollapsible(true);
    inRow(this, {splitter});

    refresh_timer_ = pauseTimer(this, refresh_ms, &RunPage::refresh);
    connect(store_, &RunStore::resultsChanged, this, [this] {
        if (!refresh_timer_->isActive()) refresh_timer_->start();
    });
    connect(store_, &RunStore::runsChanged, this, [this] {
        refresh();
        emit canRunChanged();
    });
    connect(tabs_, &QTabWidget::currentChanged, this, &RunPage::refresh);
    connect(&session, &Session::matrixChanged, this, &RunPage::refresh);
    connect(choices_, &ChoicesPanel::planChanged, this, &RunPage::canRunChanged);
    // Keep the charts and the options on the same operation: selecting an operation shows its last run, and showing a
    // run selects its operation.
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == choices_->baselineKey()) {
            // After undo, the setting may be empty, in which case the default baseline is used.
            const QString kernel = this->session().choice(key).toString();
            store_->setBaseline(choices_->operation(),
                                kernel.isEmpty() ? toQString(choices_->plan().settings.baseline) : kernel);
        }
        if (key != QLatin1String("run/operation")) return;
        store_->showOperation(choices_->operation());
        showOperation();
    });
    connect(store_, &RunStore::runsChanged, this, [this] {
        const QString shown = store_->shownOperation();
        if (!shown.isEmpty() && shown != choices_->operation())
            this->session().presetChoice(QStringLiteral("run/operation"), shown);
    });
    showOperation();
}

void RunPage::showOperation() {
    const QString operation = choices_->operation();
    // If the operation does not have the chart of the current tab, select the first chart rather than a neighboring
    // tab.
    if (tabs_->currentWidget() != advice_ && !hasRunChart(static_cast<RunChart>(tabs_->currentIndex()), operation))
        tabs_->setCurrentIndex(0);
    advice_->setOperation(operation);
    for (int i = 0; i < runCharts(); ++i) {
        const auto which = static_cast<RunChart>(i);
        const bool has = hasRunChart(which, operation);
        // Do not show the scaling tab here, because it is visible only if it has results.
        if (which != RunChart::scaling) tabs_->setTabVisible(i, has);
        if (!has) continue;
        charts_[i]->setSpec(runChartSpec(which, {}, operation));
        if (hasPanels(which)) modelled_[i]->setSpec(modelledSpec(charts_[i]->spec()));
        if (const QString tab = runChartTab(which, operation); !tab.isEmpty()) tabs_->setTabText(i, tab);
    }
    refresh();
}

QList<Chart*> RunPage::charts() const {
    // Update all tabs, because an export includes hidden charts, which are otherwise updated only when they are shown.
    const ShownRuns runs = store_->shownRuns();
    QList<Chart*> all;
    for (int i = 0; i < charts_.size(); ++i) {
        if (!tabs_->isTabVisible(i)) continue;
        fill(i, runs);
        all.append(charts_[i]);
        if (i == static_cast<int>(RunChart::scaling)) all.append(exchange_->view());
        if (i < modelled_.size() && !modelled_[i]->isHidden()) all.append(modelled_[i]);
    }
    return all;
}

void RunPage::fill(int chart, const ShownRuns& runs) const {
    const auto which = static_cast<RunChart>(chart);
    const QString subject = matrixTitle(runMatrix(runs));
    const auto show = [&](ChartView& view, const ShownRuns& some) {
        view.setSubject(subject);
        view.setTable(runTable(which, some), which == RunChart::time ? sampleTable(some) : Table{});
        view.setReading(some.empty() ? QString() : runReading(which, some));
    };
    const ShownRuns measured = ofKind(runs, measure::TimeKind::measured);
    const ShownRuns modelled = ofKind(runs, measure::TimeKind::modelled);
    const bool both = hasPanels(which) && !measured.empty() && !modelled.empty();
    for (ChartView* const view : {charts_[chart], modelled_.value(chart)})
        if (view != nullptr) view->setCompact(isLow(this) || (both && theme().scale() >= 1.5));
    show(*charts_[chart], both ? measured : runs);
    if (!hasPanels(which)) return;
    if (both && modelled_[chart]->isHidden()) // give both panels the same size at first
        static_cast<QSplitter*>(tabs_->widget(chart))->setSizes({1000, 1000});
    modelled_[chart]->setVisible(both);
    show(*modelled_[chart], both ? modelled : ShownRuns{});
    if (both && which == RunChart::time)
        modelled_[chart]->setReading(runReading(which, modelled) + runDifference(runs));
}

QString RunPage::whyNot() const { return store_->isRunning() ? tr("A run is in progress.") : choices_->whyNot(); }

void RunPage::run() {
    const QString refusal = whyNot();
    if (!refusal.isEmpty()) {
        session().report(refusal);
        return;
    }
    const protocol::RunPlan plan = choices_->plan();
    store_->start(plan);
    if (plan.sweep != protocol::Sweep::none) {
        tabs_->setCurrentWidget(charts_[static_cast<int>(RunChart::sweep)]);
    } else if (tabs_->currentWidget() == charts_[static_cast<int>(RunChart::sweep)]) {
        tabs_->setCurrentIndex(0);
    }
}

/// Selects the sweep for this machine: matrix sizes on the host, where kernels have no block size, and block sizes on
/// other machines.
void RunPage::chooseSweep() {
    const protocol::RunPlan plan = choices_->plan();
    if (plan.sweep != protocol::Sweep::none) return;
    const bool is_host = plan.machine == "cpu";
    session().setChoice(QStringLiteral("run/sweep"), is_host ? QStringLiteral("orders") : QStringLiteral("blocks"),
                        is_host ? tr("sweep over matrix sizes") : tr("sweep over block sizes"));
}

void RunPage::stop() { store_->stop(); }

void RunPage::compareWith(const ChartView& chart, int row) {
    const Table table = chart.chartTable();
    const int column = columnOf(table, "kernel");
    if (column < 0) return;
    const QString kernel = toQString(table.text(static_cast<std::size_t>(row), static_cast<std::size_t>(column)));
    session().setChoice(choices_->baselineKey(), kernel, tr("baseline %1").arg(kernel));
}

void RunPage::refresh() {
    const ShownRuns runs = store_->shownRuns();
    const int scaling = static_cast<int>(RunChart::scaling);
    const bool scales = !scalingTable(runs).rows.empty() ||
                        (session().matrix() != nullptr && hasRunChart(RunChart::scaling, choices_->operation()));
    // Showing or hiding this tab may change the current tab, which leads to another update.
    if (scales != tabs_->isTabVisible(scaling)) tabs_->setTabVisible(scaling, scales);
    showExchange();
    const int i = tabs_->currentIndex();
    if (i < 0 || i >= charts_.size()) return; // the current tab is the advice panel, which updates itself
    const auto which = static_cast<RunChart>(i);
    ChartView* view = charts_[i];
    if (which == RunChart::sweep) {
        protocol::Sweep kind = protocol::Sweep::none;
        for (const auto& run : runs)
            if (run->plan.sweep != protocol::Sweep::none) kind = run->plan.sweep;
        const ChartSpec spec = runChartSpec(which, kind, choices_->operation());
        if (spec.x != view->spec().x) view->setSpec(spec);
    }
    fill(i, runs);
    const bool is_empty = !runs.empty() && view->chartTable().rows.empty();
    const bool rates = which == RunChart::gflops || which == RunChart::bandwidth || which == RunChart::speedup;
    if (which == RunChart::sweep) {
        const protocol::RunPlan plan = choices_->plan();
        view->setInvitation(tr("A sweep plots the time by block size or matrix size.\nSelect a sweep on the left."),
                            plan.sweep != protocol::Sweep::none ? tr("Run")
                            : plan.machine == "cpu"             ? tr("Sweep over matrix sizes")
                                                                : tr("Sweep over block sizes"));
    } else if (isOfOperation(which) && is_empty) {
        const bool is_host = choices_->plan().machine == "cpu";
        view->setInvitation(
            which == RunChart::ladder && is_host
                ? tr("The tiled kernel requires a GPU. Select a simulated card or a real GPU in the toolbar.")
            : which == RunChart::ladder ? tr("Select \"tiled\" and \"Add one at a time\" on the left, then press Run.")
                                        : tr("This run has no residuals or transfers."));
    } else if (which == RunChart::limit && is_empty) {
        view->setInvitation(tr(
            "Limits are shown only for complete measurements.\nThe Model page shows the limits of a simulated card."));
    } else if (which == RunChart::scaling) {
        view->setInvitation(tr("Run a kernel on one GPU and on several (cuda:0, then cuda:0,1) to compare the "
                               "times.\nThe number of bytes sent between GPUs is shown even without a GPU."));
    } else if (rates && is_empty) {
        view->setInvitation(tr("These runs were simulated. Simulation speed does not indicate how fast the card is."));
    } else if (!session().matrix()) {
        view->setInvitation(tr("Open a matrix or a sample to time kernels."),
                            tr("Open a sample: %1").arg(viewOf(choices_->operation()).samples().first().title));
    } else {
        view->setInvitation(tr("Select kernels on the left, then press Run.\nBars appear as samples arrive."),
                            tr("Run"));
    }
    emit inspectorChanged();
}

void RunPage::showExchange() {
    QString kernel;
    for (const RunResultRef& line : runLines(store_->shownRuns(), false))
        if (gpusOfMachine(toQString(line.result->machine)) > 1) kernel = toQString(line.result->kernel);
    const protocol::RunPlan plan = choices_->plan();
    if (kernel.isEmpty() && !plan.settings.kernels.empty()) kernel = toQString(plan.settings.kernels.front());
    exchange_->setKernel(choices_->operation(), kernel);
}

QString RunPage::inspectorText() const {
    const OperationInfo operation = viewOf(choices_->operation()).info();
    QString html =
        tr("<h3>What is timed</h3><p>%1 %2 Each kernel is checked first; incorrect kernels are not timed. <i>Cold</i> "
           "flushes the cache before each sample; <i>warm</i> runs the samples back to back.</p>")
            .arg(operation.what.toHtmlEscaped(), operation.timed);
    const ShownRuns runs = store_->shownRuns();
    if (!runs.empty()) {
        html += tr("<h3>%1</h3><table>").arg(runs.back()->title().toHtmlEscaped());
        for (const auto& [key, value] : runs.back()->facts)
            if (!value.isEmpty())
                html += QStringLiteral("<tr><td>%1&nbsp;</td><td>%2</td></tr>")
                            .arg(key.toHtmlEscaped(), value.toHtmlEscaped());
        html += QStringLiteral("</table>");
    }
    const QString no_cuda = toQString(session().worker().handshake().no_cuda);
    if (!no_cuda.isEmpty()) html += QStringLiteral("<p>%1</p>").arg(no_cuda.toHtmlEscaped());
    return html;
}

} // namespace warploom::ui
