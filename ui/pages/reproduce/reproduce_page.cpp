#include "ui/pages/reproduce/reproduce_page.h"

#include "ui/charts/chart_view.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/pages/reproduce/cell_table.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/seal_banner.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {
namespace {

bool any_number(const experiment::Result& result, experiment::CellColumn column) {
    return std::any_of(result.cells.begin(), result.cells.end(),
                       [&](const experiment::Cell& cell) { return cell.value(column).number.has_value(); });
}

bool has_begun(const experiment::Result& result) {
    return any_number(result, experiment::CellColumn::modelled) ||
           any_number(result, experiment::CellColumn::measured) || result.is_complete;
}

} // namespace

ReproducePage::ReproducePage(Session& session, QWidget* parent)
    : Page(session, tr("Reproduce"), QStringLiteral("reproduce"), parent), store_(new ExperimentStore(session, this)) {
    left_ = buildLeft();
    inRow(this, {left_, {buildRight(), 1}}, 10, {8, 8, 8, 8});
    connectAll();
    fillMachines();
    dress();
}

QWidget* ReproducePage::buildLeft() {
    tree_ = named(new QTreeWidget, "reproduceTree", tr("Sources and their experiments"),
                  tr("Select a table or figure from a paper or another source"));
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setRootIsDecorated(true);
    tree_->setIndentation(14);
    tree_->setUniformRowHeights(false);
    tree_->setWordWrap(true);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setMinimumSectionSize(8);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    wrapTree();
    // Place small buttons in two rows, so that they fit the width of the list.
    const auto tool = [this](const char* object, const QString& words, const QString& tip, auto pressed) {
        QToolButton* made = named(toolButton(words, tip), object, words, tip);
        connect(made, &QToolButton::clicked, this, pressed);
        return made;
    };
    auto* open = tool("reproduceOpen", tr("Open..."),
                      tr("Open a result or report (.json, .html), such as a submission. You can also drop the file on "
                         "the Warploom window."),
                      [this] { askToOpen(); });
    save_ = tool("reproduceSave", tr("Save..."), tr("Save this result to a file"), [this] { askToSave(); });
    compare_ = tool("reproduceCompare", tr("Compare..."),
                    tr("Compare this result with another result of the same experiment"), [this] { askToCompare(); });
    report_ =
        tool("reproduceReport", tr("Report..."),
             tr("Export a report with tables, charts, claims and all data to a folder"), [this] { askForReport(); });
    hand_in_ = tool("reproduceHandIn", tr("Submit..."),
                    tr("Save a sealed copy of this result, with your name, to submit to your teacher"),
                    [this] { askForHandIn(); });
    auto* more = named(toolButton(tr("More"), {}), "reproduceMore", tr("Use your own experiments and data"),
                       tr("Use your own experiments and data"));
    auto* own = new QMenu(more);
    own->setToolTipsVisible(true);
    own->addAction(tr("Open an &experiment..."), this, [this] { askToOpenExperiment(); })
        ->setToolTip(tr("Open an experiment file and add it to the list"));
    own->addAction(tr("&Data folder..."), this, [this] { askForDataFolder(); })
        ->setToolTip(tr("Select the folder that contains data files such as Richmond_standard.inp. Without these "
                        "files, a synthetic network is used."));
    more->setMenu(own);
    more->setPopupMode(QToolButton::InstantPopup);
    auto* left = new QWidget;
    inColumn(left, {{tree_, 1}, inStrip({open, save_, compare_, report_, hand_in_, more})}, 4);
    return left;
}

QWidget* ReproducePage::buildStrip() {
    form_ = comboBox("reproduceForm", tr("Quick or full run"),
                     tr("Quick: compute some of the cells, in less than a minute. Full: compute all cells of the "
                        "original table or figure."),
                     {{tr("quick"), true}, {tr("full"), false}});
    machine_ = comboBox("reproduceMachine", tr("Columns to compute"),
                        tr("Modeled: estimated for the card used in the source. Measured: timed on this machine."));
    holdWidth(machine_, 18, 10);
    run_ = pushButton("reproduceRun", tr("Run"), {}, this, [this] { run(startsAnew()); });
    stop_ = pushButton("reproduceStop", tr("Stop"),
                       tr("Stop after the current launch. Click again to stop immediately. Finished values are kept."),
                       this, [this] { store_->stop(); });
    anew_ = pushButton("reproduceAnew", tr("Restart"), tr("Discard all modeled and measured values and start over"),
                       this, [this] { run(true); });
    followIcon(run_, QStringLiteral("play"));
    followIcon(stop_, QStringLiteral("stop"));
    progress_ = named(new QProgressBar, "reproduceProgress", tr("Progress"));
    progress_->setFormat(QStringLiteral("%v / %m"));
    return inStrip({form_, machine_, run_, stop_, anew_, progress_});
}

QWidget* ReproducePage::buildRight() {
    title_ = sentenceLabel("reproduceTitle", {}, Qt::TextSelectableByMouse);
    conclusion_ = richLabel("reproduceConclusion", {}, Qt::TextSelectableByMouse);
    remarks_ = richLabel("reproduceRemarks", {}, Qt::TextBrowserInteraction);
    connect(remarks_, &QLabel::linkActivated, this, [this] {
        remarks_whole_ = !remarks_whole_;
        fitTexts();
    });
    seal_ = new SealBanner;
    strip_ = buildStrip();
    stage_ = sentenceLabel("reproduceStage", {}, Qt::TextSelectableByMouse);
    said_ = sentenceLabel("reproduceReading", {}, Qt::TextSelectableByMouse);
    table_ = new CellTable;
    deck_ = new ChartDeck;
    claims_ = new ClaimsView;
    tabs_ = named(inTabs({{table_, tr("Table")}, {deck_, tr("Charts")}, {claims_, tr("Claims")}}), "reproduceTabs",
                  tr("Show the table, the charts or the claims"));
    sizeAsShown(tabs_->findChild<QStackedWidget*>());
    comparison_ = new ComparisonView;
    stack_ = inStack({tabs_, comparison_});
    sizeAsShown(stack_);
    auto* right = new QWidget;
    inColumn(right, {title_, conclusion_, remarks_, seal_, strip_, stage_, said_, {stack_, 1}}, 6);
    return right;
}

void ReproducePage::connectAll() {
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { choose(item); });
    connect(form_, &QComboBox::activated, this, [this] {
        if (shown_.entry == Entry::experiment) showExperiment(shown_.key.id, form_->currentData().toBool());
    });
    connect(machine_, &QComboBox::activated, this, [this] {
        session().presetChoice(QStringLiteral("reproduce/machine"), machine_->currentData());
        refreshButtons();
    });
    connect(deck_, &ChartDeck::invitationAccepted, this, [this] {
        if (shown_.entry == Entry::experiment) showExperiment(shown_.key.id, true);
        run(false);
    });
    connect(table_, &CellTable::selectionChanged, this, &Page::inspectorChanged);
    connect(store_, &ExperimentStore::experimentsChanged, this, &ReproducePage::fillTree);
    connect(store_, &ExperimentStore::progressed, this, &ReproducePage::refreshButtons);
    connect(store_, &ExperimentStore::runningChanged, this, [this] {
        refreshButtons();
        updateStates();
        if (!store_->isRunning()) emit chartsChanged();
    });
    connect(store_, &ExperimentStore::changed, this, [this](const ExperimentKey& key) {
        if (shown_.entry == Entry::experiment && shown_.key == key) refresh();
        else updateStates();
    });
    connect(&session().worker(), &WorkerClient::handshakeChanged, this, &ReproducePage::fillMachines);
    connect(&theme(), &Theme::changed, this, &ReproducePage::dress);
}

void ReproducePage::dress() {
    setMuted(stage_);
    setMuted(remarks_);
    progress_->setFixedWidth(theme().px(130));
    fitTexts();
}

void ReproducePage::fitTexts() {
    const bool low = isLow(this);
    title_->setFont(theme().font(low ? 1.0 : 1.25, true));
    // Make the list a quarter of the page's width, within limits that avoid unnecessary line breaks.
    left_->setFixedWidth(std::min(std::max(theme().px(150), width() / 4), theme().px(270)));
    layout()->activate(); // without this call, the title would keep its previous width
    const QWidget* seen = parentWidget() == nullptr ? this : parentWidget();
    const bool roomy = seen->height() >= theme().px(480) || shown_.entry == Entry::compared;
    conclusion_->setText(conclusion_html_);
    conclusion_->setVisible(roomy && !conclusion_html_.isEmpty());
    remarks_->setText(remarksHtml());
    remarks_->setAccessibleName(remarks_text_);
    remarks_->setVisible(roomy && !remarks_text_.isEmpty());
    QString preface = conclusion_html_;
    if (!remarks_text_.isEmpty()) preface += QStringLiteral(" <i>%1</i>").arg(remarks_text_.toHtmlEscaped());
    said_->setVisible(!low && !said_->text().isEmpty());
    claims_->setPreface(roomy ? QString() : preface);
}

/// Returns the first line of the remarks as HTML, with a link to the rest. Long remarks would leave too little
/// space for the table.
QString ReproducePage::remarksHtml() const {
    const QFontMetrics metrics(remarks_->font());
    const QString more = tr("more"), less = tr("less");
    const auto link = [](const QString& word) { return QStringLiteral(" <a href='#more'>%1</a>").arg(word); };
    const int line = std::max(100, title_->width() - metrics.averageCharWidth());
    if (metrics.horizontalAdvance(remarks_text_) <= line) return remarks_text_.toHtmlEscaped();
    if (remarks_whole_) return remarks_text_.toHtmlEscaped() + link(less);
    const int room = line - metrics.horizontalAdvance(more + QLatin1Char(' '));
    return metrics.elidedText(remarks_text_, Qt::ElideRight, room).toHtmlEscaped() + link(more);
}

void ReproducePage::showEvent(QShowEvent* event) {
    ensureFilled();
    Page::showEvent(event);
}

void ReproducePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitTexts();
}

ReproducePage::~ReproducePage() { files_.waitForDone(); }

ResultHandle ReproducePage::shownResult() const {
    switch (shown_.entry) {
    case Entry::experiment: return store_->result(shown_.key);
    case Entry::opened: return opened_[shown_.number].result;
    case Entry::group:
    case Entry::compared: break;
    }
    return nullptr;
}

void ReproducePage::showExperiment(const QString& id, bool quick) {
    ensureFilled();
    if (store_->find(id) == nullptr) return;
    showEntry({Entry::experiment, {id, quick}, -1});
}

void ReproducePage::showEntry(const Shown& shown) {
    if (!(shown == shown_)) remarks_whole_ = false;
    shown_ = shown;
    const QSignalBlocker quiet(tree_);
    if (QTreeWidgetItem* item = itemOf(shown)) {
        if (item->parent() != nullptr) item->parent()->setExpanded(true);
        tree_->setCurrentItem(item);
    }
    refresh();
    emit chartsChanged();
}

void ReproducePage::refresh() {
    const bool compares = shown_.entry == Entry::compared;
    stack_->setCurrentIndex(compares ? 1 : 0);
    strip_->setVisible(!compares);
    seal_->setVisible(shown_.entry == Entry::opened);
    if (compares) {
        const ComparedResults& both = compared_[shown_.number];
        title_->setText(tr("Comparison of two results: %1, %2")
                            .arg(toQString(both.a->experiment.source), toQString(both.a->experiment.place)));
        conclusion_html_ = toQString(both.a->experiment.title).toHtmlEscaped();
        remarks_text_.clear();
        comparison_->setResults(both);
    } else if (const ResultHandle result = shownResult()) {
        const experiment::Experiment& experiment = result->experiment;
        title_->setText(resultTitle());
        conclusion_html_ = experiment.conclusion.empty() ? QString()
                                                         : QStringLiteral("<b>%1</b> %2")
                                                               .arg(tr("The source concludes:"),
                                                                    toQString(experiment.conclusion).toHtmlEscaped());
        remarks_text_ = experiment.remarks.empty() ? QString() : tr("Remarks: %1").arg(toQString(experiment.remarks));
        if (shown_.entry == Entry::opened) {
            const OpenedResult& opened = opened_[shown_.number];
            seal_->showSeal(*result, opened.seal, QFileInfo(opened.file).fileName());
        }
        table_->setResult(result);
        deck_->setInvitation(
            tr("There are no published values for this chart. To plot your own values, run the experiment."),
            shown_.entry == Entry::experiment ? tr("Run the quick version") : QString());
        deck_->setCharts(allCharts(*result));
        tabs_->setTabVisible(1, deck_->count() > 0);
        claims_->setResult(result);
    }
    refreshReading();
    refreshButtons();
    updateStates();
    fitTexts();
    emit inspectorChanged();
}

void ReproducePage::refreshReading() {
    const ResultHandle result = shownResult();
    if (result == nullptr) {
        said_->clear();
        said_->setVisible(false);
        return;
    }
    QStringList parts;
    if (store_->isLoading(shown_.key) && shown_.entry == Entry::experiment)
        parts.append(tr("Loading an earlier result..."));
    if (!has_begun(*result) && shown_.entry == Entry::experiment)
        parts.append(any_number(*result, experiment::CellColumn::published)
                         ? tr("Only published values are available. Select Run to compute the other columns.")
                         : tr("The source does not contain values for this table. Select Run to compute values."));
    for (const QString& text : {ratioReading(*result), claimsReading(claims_->claims())})
        if (!text.isEmpty()) parts.append(text);
    said_->setText(parts.join(QLatin1Char(' ')));
    said_->setVisible(!parts.isEmpty() && !isLow(this));
}

bool ReproducePage::startsAnew() const {
    const ResultHandle result = shownResult();
    return result != nullptr && result->is_complete && store_->lastChoice(shown_.key) == choice();
}

void ReproducePage::refreshButtons() {
    const ResultHandle result = shownResult();
    const bool own = shown_.entry == Entry::experiment && result != nullptr;
    const bool running = store_->isRunning(), mine = own && store_->isRunning(shown_.key);
    const bool begun = result != nullptr && has_begun(*result);
    const bool greeted = !session().worker().handshake().machines.empty();
    form_->setCurrentIndex(own ? (shown_.key.quick ? 0 : 1) : (result != nullptr && result->is_quick ? 0 : 1));
    form_->setEnabled(own);
    machine_->setEnabled(own && !running && greeted);
    run_->setText(!begun                ? tr("Run")
                  : startsAnew()        ? tr("Run again")
                  : result->is_complete ? tr("Continue")
                                        : tr("Resume"));
    run_->setEnabled(own && !running && greeted);
    const QString why =
        !own ? tr("This result was loaded from a file. To run the experiment here, select it in the list on the left.")
        : running && !mine       ? tr("Another experiment is running.")
        : !greeted               ? tr("Waiting for the worker to list its devices.")
        : begun && !startsAnew() ? tr("Compute the missing values. Finished values are kept.")
                                 : tr("Compute the modeled and measured columns");
    run_->setToolTip(why);
    run_->setStatusTip(why);
    stop_->setEnabled(mine);
    anew_->setEnabled(own && !running && greeted && begun);
    anew_->setVisible(own && begun);
    for (QToolButton* each : {save_, hand_in_, compare_}) each->setEnabled(result != nullptr);
    if (begun)
        said_->setToolTip(tr("Modeled for %1; measured on %2")
                              .arg(result->modelled_on.empty() ? QStringLiteral("–") : toQString(result->modelled_on),
                                   result->measured_on.empty() ? QStringLiteral("–") : toQString(result->measured_on)));
    report_->setEnabled(result != nullptr && reportWriter != nullptr);
    progress_->setVisible(mine);
    stage_->setVisible(running);
    if (mine) {
        progress_->setRange(0, store_->total());
        progress_->setValue(store_->done());
        stage_->setText(store_->stage().isEmpty() ? tr("Waiting for the worker") : store_->stage());
    } else if (running) {
        const experiment::Experiment* other = store_->find(store_->running()->id);
        stage_->setText(tr("Running: %1").arg(other == nullptr ? store_->running()->id : toQString(other->place)));
    }
    const auto& claims = claims_->claims();
    tabs_->setTabText(2, claims.empty() ? tr("Claims") : tr("Claims (%1)").arg(claims.size()));
}

void ReproducePage::fillMachines() {
    const QVariant before = session().choice(QStringLiteral("reproduce/machine"));
    const QSignalBlocker quiet(machine_);
    machine_->clear();
    machine_->addItem(tr("model only"), QStringLiteral("model"));
    machine_->addItem(tr("model and measure on this host"), QStringLiteral("none"));
    int best = 1;
    for (const protocol::MachineEntry& machine : session().worker().handshake().machines) {
        // Skip machines that are groups of GPUs, because multi-GPU series select their GPUs automatically.
        if (machine.kind != MachineKind::cuda || machine.id.find(',') != std::string::npos ||
            machine.id.ends_with("all"))
            continue;
        machine_->addItem(tr("model and measure on this host and %1").arg(toQString(machine.title)),
                          toQString(machine.id));
        if (best == 1) best = machine_->count() - 1; // prefer the first GPU over the host
    }
    const int chosen = machine_->findData(before);
    machine_->setCurrentIndex(chosen >= 0 ? chosen : best);
    refreshButtons();
}

ExperimentChoice ReproducePage::choice() const {
    ExperimentChoice choice;
    const QString id = machine_->currentData().toString();
    choice.measure_host = id != QLatin1String("model");
    choice.machine = choice.measure_host && !id.isEmpty() ? id : QStringLiteral("none");
    choice.data = QSettings().value(QStringLiteral("experiments/data")).toStringList();
    return choice;
}

void ReproducePage::run(bool anew) {
    if (shown_.entry != Entry::experiment || store_->isRunning()) return;
    store_->start(shown_.key, choice(), anew);
}

QAbstractButton* ReproducePage::runButton() const { return run_; }

QWidgetList ReproducePage::choiceFields() const { return {left_, table_->filters()}; }

QList<Chart*> ReproducePage::charts() const {
    ensureFilled();
    return shown_.entry == Entry::compared ? comparison_->charts() : deck_->charts();
}

QString ReproducePage::inspectorText() const {
    if (shown_.entry == Entry::compared) {
        QString html = tr("<h3>Comparison of two results</h3><p>Other differences between the results (a | b):</p>");
        for (const QString& line : differences(compared_[shown_.number]))
            html += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
        return html;
    }
    const ResultHandle result = shownResult();
    if (result == nullptr) return tr("<p>Select a table or figure on the left.</p>");
    const experiment::Experiment& experiment = result->experiment;
    const auto escaped = [](const std::string& text) { return toQString(text).toHtmlEscaped(); };
    QString html = QStringLiteral("<h3>%1</h3>").arg(escaped(experiment.title));
    if (const PaperSource* source = findSource(toQString(experiment.source)))
        html += QStringLiteral("<p>%1: %2</p>").arg(source->who.toHtmlEscaped(), source->detail.toHtmlEscaped());
    if (const experiment::Cell* cell = table_->selectedCell()) {
        html += QStringLiteral("<p><b>%1</b></p><table>").arg(table_->selectedTitle().toHtmlEscaped());
        const experiment::Series* series = experiment.find_series(cell->series);
        const std::string unit = series == nullptr ? std::string() : series->unit;
        const QLatin1String newline("<br>");
        for (const experiment::CellColumn column : experiment::columns) {
            const experiment::CellValue& value = cell->value(column);
            QString text = value.number ? quantityText(*value.number, unit)
                                        : escaped(value.text.empty() ? value.why_not : value.text);
            if (value.low && value.high)
                text += newline + tr("interquartile range: %1 to %2")
                                      .arg(quantityText(*value.low, unit), quantityText(*value.high, unit));
            if (!value.samples_ns.empty())
                text += newline + tr("%n samples", nullptr, static_cast<int>(value.samples_ns.size()));
            if (value.is_fitted) text += newline + tr("used to fit the card model");
            if (!value.note.empty()) text += newline + escaped(value.note);
            html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(columnText(column), text);
        }
        html += QStringLiteral("</table>");
    }
    if (!experiment.remarks.empty()) html += tr("<p><b>Remarks:</b> %1</p>").arg(escaped(experiment.remarks));
    if (!result->modelled_on.empty()) html += tr("<p><b>Modeled</b> for %1.</p>").arg(escaped(result->modelled_on));
    if (!result->measured_on.empty()) html += tr("<p><b>Measured</b> on %1.</p>").arg(escaped(result->measured_on));
    if (!result->facts.empty()) {
        html += QStringLiteral("<table>");
        for (const auto& [key, value] : result->facts)
            html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(escaped(key), escaped(value));
        html += QStringLiteral("</table>");
    }
    return html;
}

bool ReproducePage::isSettled() const { return !store_->isRunning() && !store_->isLoading(shown_.key); }

} // namespace warploom::ui
