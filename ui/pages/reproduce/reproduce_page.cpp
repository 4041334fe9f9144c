#include "ui/pages/reproduce/reproduce_page.h"

#include "ui/charts/chart_view.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/pages/reproduce/cell_table.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/experiment_controls.h"
#include "ui/pages/reproduce/result_actions.h"
#include "ui/pages/reproduce/seal_banner.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

namespace warploom::ui {

ReproducePage::ReproducePage(Session& session, QWidget* parent)
    : Page(session, tr("Reproduce"), QStringLiteral("reproduce"), parent), store_(new ExperimentStore(session, this)),
      files_(new ResultLibrary(session, this)), tree_(new ResultTree(*store_, *files_)),
      actions_(new ResultActions(session, *files_, this)), controls_(new ExperimentControls(session, *store_, this)) {
    conclusion_ = richLabel("reproduceConclusion", {}, Qt::TextSelectableByMouse);
    said_ = sentenceLabel("reproduceReading", {}, Qt::TextSelectableByMouse);
    left_ = new QWidget;
    inColumn(left_, {{tree_, 1}, conclusion_, said_, controls_->strip(), actions_->strip()}, 6);
    inRow(this, {left_, {buildRight(), 1}}, 10, {8, 8, 8, 8});
    connectAll();
    controls_->show(std::nullopt, nullptr);
    actions_->setResult(nullptr);
    onTheme(this, [this] { fitTexts(); });
}

QWidget* ReproducePage::buildRight() {
    seal_ = new SealBanner;
    title_ = sentenceLabel("reproduceTitle", {}, Qt::TextSelectableByMouse);
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
    inColumn(right, {title_, seal_, controls_->stage(), {stack_, 1}}, 4);
    return right;
}

void ReproducePage::connectAll() {
    connect(tree_, &ResultTree::chosen, this, [this](const ShownResult& shown) {
        const auto* const chosen = std::get_if<ExperimentKey>(&shown);
        // Keep the last selected form of the experiment (quick or full).
        if (chosen != nullptr) showEntry(ExperimentKey{chosen->id, shownKey() == nullptr || shownKey()->quick});
        else showEntry(shown);
    });
    connect(actions_, &ResultActions::openRequested, this, &ReproducePage::openFile);
    connect(actions_, &ResultActions::experimentRequested, this, &ReproducePage::openExperiment);
    connect(actions_, &ResultActions::compareRequested, this, &ReproducePage::compareWith);
    connect(actions_, &ResultActions::dataFolderChanged, controls_, &ExperimentControls::refresh);
    connect(files_, &ResultLibrary::resultOpened, this, [this](int number) {
        shown_ = OpenedNumber{number};
        fillTree();
    });
    connect(files_, &ResultLibrary::pairOpened, this, [this](int number) {
        shown_ = PairNumber{number};
        fillTree();
    });
    connect(controls_, &ExperimentControls::formChosen, this,
            [this](bool quick) { showExperiment(shownKey()->id, quick); });
    connect(deck_, &ChartDeck::invitationAccepted, this, [this] {
        if (shownKey() != nullptr) showExperiment(shownKey()->id, true);
        controls_->run(false);
    });
    connect(table_, &CellTable::selectionChanged, this, &Page::inspectorChanged);
    connect(store_, &ExperimentStore::experimentsChanged, this, &ReproducePage::fillTree);
    connect(store_, &ExperimentStore::runningChanged, this, [this] {
        tree_->showStates();
        if (!store_->isRunning()) emit chartsChanged();
    });
    connect(store_, &ExperimentStore::changed, this, [this](const ExperimentKey& key) {
        if (shownKey() != nullptr && *shownKey() == key) refresh();
        else tree_->showStates();
    });
}

void ReproducePage::fitTexts() {
    const bool low = isLow(this);
    title_->setFont(theme().font(low ? 1.0 : 1.25, true));
    // Make the list a quarter of the page's width, within limits that avoid unnecessary line breaks.
    left_->setFixedWidth(std::min(std::max(theme().px(150), width() / 4), theme().px(270)));
    layout()->activate(); // without this call, the title would keep its previous width
    const QWidget* seen = parentWidget() == nullptr ? this : parentWidget();
    const bool roomy = seen->height() >= theme().px(480) || shownPair() != nullptr;
    conclusion_->setText(conclusion_html_);
    conclusion_->setVisible(roomy && !conclusion_html_.isEmpty());
    said_->setVisible(!low && !said_->text().isEmpty());
    claims_->setPreface(roomy ? QString() : conclusion_html_);
}

void ReproducePage::showEvent(QShowEvent* event) {
    ensureFilled();
    Page::showEvent(event);
}

void ReproducePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitTexts();
}

void ReproducePage::ensureFilled() const {
    if (filled_) return;
    filled_ = true;
    store_->experiments(); // emits experimentsChanged()
}

void ReproducePage::fillTree() {
    tree_->fill();
    if (tree_->contains(shown_)) showEntry(shown_);
    else tree_->chooseFirst();
    tree_->showStates();
}

const OpenedResult* ReproducePage::shownFile() const {
    const auto* const shown = std::get_if<OpenedNumber>(&shown_);
    return shown == nullptr ? nullptr : &files_->opened()[static_cast<std::size_t>(shown->number)];
}

const ComparedResults* ReproducePage::shownPair() const {
    const auto* const shown = std::get_if<PairNumber>(&shown_);
    return shown == nullptr ? nullptr : &files_->compared()[static_cast<std::size_t>(shown->number)];
}

ResultHandle ReproducePage::shownResult() const {
    if (const ExperimentKey* const key = shownKey()) return store_->result(*key);
    const OpenedResult* const opened = shownFile();
    return opened == nullptr ? nullptr : opened->result;
}

void ReproducePage::showExperiment(const QString& id, bool quick) {
    ensureFilled();
    if (store_->find(id) != nullptr) showEntry(ExperimentKey{id, quick});
}

void ReproducePage::openFile(const QString& file) {
    ensureFilled();
    const QString path = QFileInfo(file).absoluteFilePath();
    if (ResultLibrary::holdsExperiment(path)) openExperiment(path);
    else files_->open(path);
}

void ReproducePage::openExperiment(const QString& file) {
    ensureFilled();
    try {
        showExperiment(store_->addFile(file), true);
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void ReproducePage::compareWith(const QString& file) {
    const ResultHandle mine = shownResult();
    if (mine == nullptr) return;
    const OpenedResult* const opened = shownFile();
    files_->compare(mine, opened == nullptr ? tr("this result") : QFileInfo(opened->file).completeBaseName(), file);
}

void ReproducePage::showEntry(const ShownResult& shown) {
    shown_ = shown;
    tree_->select(shown_);
    refresh();
    // The text below the list has changed the height of the list.
    QTimer::singleShot(0, tree_, [this] { tree_->scrollToItem(tree_->currentItem()); });
    emit chartsChanged();
}

void ReproducePage::refresh() {
    const ComparedResults* const pair = shownPair();
    const ResultHandle result = shownResult();
    stack_->setCurrentIndex(pair != nullptr ? 1 : 0);
    controls_->strip()->setVisible(pair == nullptr);
    seal_->setVisible(shownFile() != nullptr);
    if (pair != nullptr) showComparison(*pair);
    else if (result != nullptr) showResult(result);
    refreshReading(result);
    controls_->show(shownKey() == nullptr ? std::nullopt : std::optional(*shownKey()), result);
    actions_->setResult(result);
    const auto& claims = claims_->claims();
    tabs_->setTabText(2, claims.empty() ? tr("Claims") : tr("Claims (%1)").arg(claims.size()));
    tree_->showStates();
    fitTexts();
    emit inspectorChanged();
}

void ReproducePage::showComparison(const ComparedResults& both) {
    const experiment::Experiment& experiment = both.a->experiment;
    title_->setText(
        tr("Comparison of two results: %1, %2").arg(toQString(experiment.source), toQString(experiment.place)));
    conclusion_html_ = toQString(experiment.title).toHtmlEscaped();
    comparison_->setResults(both);
}

void ReproducePage::showResult(const ResultHandle& result) {
    const experiment::Experiment& experiment = result->experiment;
    title_->setText(resultTitle(*result));
    conclusion_html_ = experiment.conclusion.empty()
                           ? QString()
                           : QStringLiteral("<b>%1</b> %2")
                                 .arg(tr("The source concludes:"), toQString(experiment.conclusion).toHtmlEscaped());
    if (const OpenedResult* const opened = shownFile())
        seal_->showSeal(*result, opened->seal, QFileInfo(opened->file).fileName());
    table_->setResult(result);
    deck_->setInvitation(
        tr("There are no published values for this chart. To plot your own values, run the experiment."),
        shownKey() != nullptr ? tr("Run the quick version") : QString());
    deck_->setCharts(allCharts(*result));
    tabs_->setTabVisible(1, deck_->count() > 0);
    claims_->setResult(result);
}

void ReproducePage::refreshReading(const ResultHandle& result) {
    said_->setText(result == nullptr ? QString() : readingOf(*result));
    said_->setVisible(!said_->text().isEmpty() && !isLow(this));
    if (result != nullptr && hasBegun(*result))
        said_->setToolTip(tr("Modeled for %1; measured on %2")
                              .arg(result->modelled_on.empty() ? QStringLiteral("–") : toQString(result->modelled_on),
                                   result->measured_on.empty() ? QStringLiteral("–") : toQString(result->measured_on)));
}

QString ReproducePage::readingOf(const experiment::Result& result) const {
    QStringList parts;
    if (shownKey() != nullptr && store_->isLoading(*shownKey())) parts.append(tr("Loading an earlier result..."));
    if (shownKey() != nullptr && !hasBegun(result))
        parts.append(hasNumbers(result, experiment::CellColumn::published)
                         ? tr("Only published values are available. Select Run to compute the other columns.")
                         : tr("The source does not contain values for this table. Select Run to compute values."));
    for (const QString& text : {ratioReading(result), claimsReading(claims_->claims())})
        if (!text.isEmpty()) parts.append(text);
    return parts.join(QLatin1Char(' '));
}

QAbstractButton* ReproducePage::runButton() const { return controls_->runButton(); }

QWidgetList ReproducePage::choiceFields() const { return {left_, table_->filters()}; }

QList<Chart*> ReproducePage::charts() const {
    ensureFilled();
    return shownPair() != nullptr ? comparison_->charts() : deck_->charts();
}

QString ReproducePage::inspectorText() const {
    if (const ComparedResults* const pair = shownPair()) {
        QString html = tr("<h3>Comparison of two results</h3><p>Other differences between the results (a | b):</p>");
        for (const QString& line : differences(*pair)) html += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
        return html;
    }
    const ResultHandle result = shownResult();
    if (result == nullptr) return tr("<p>Select a table or figure on the left.</p>");
    const experiment::Experiment& experiment = result->experiment;
    const auto escaped = [](const std::string& text) { return toQString(text).toHtmlEscaped(); };
    QString html = QStringLiteral("<h3>%1</h3>").arg(escaped(experiment.title));
    if (const PaperSource* source = findSource(toQString(experiment.source)))
        html += QStringLiteral("<p>%1: %2</p>").arg(source->who.toHtmlEscaped(), source->detail.toHtmlEscaped());
    html += cellHtml(experiment);
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

/// Returns the values of the selected cell as HTML; empty if no cell is selected.
QString ReproducePage::cellHtml(const experiment::Experiment& experiment) const {
    const experiment::Cell* const cell = table_->selectedCell();
    if (cell == nullptr) return {};
    QString html = QStringLiteral("<p><b>%1</b></p><table>").arg(table_->selectedTitle().toHtmlEscaped());
    const experiment::Series* series = experiment.find_series(cell->series);
    const std::string unit = series == nullptr ? std::string() : series->unit;
    const QLatin1String newline("<br>");
    for (const experiment::CellColumn column : experiment::columns) {
        const experiment::CellValue& value = cell->value(column);
        QString text = value.number ? quantityText(*value.number, unit)
                                    : toQString(value.text.empty() ? value.why_not : value.text).toHtmlEscaped();
        if (value.low && value.high)
            text += newline + tr("interquartile range: %1 to %2")
                                  .arg(quantityText(*value.low, unit), quantityText(*value.high, unit));
        if (!value.samples_ns.empty())
            text += newline + tr("%n samples", nullptr, static_cast<int>(value.samples_ns.size()));
        if (value.is_fitted) text += newline + tr("used to fit the card model");
        if (!value.note.empty()) text += newline + toQString(value.note).toHtmlEscaped();
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(columnText(column), text);
    }
    return html + QStringLiteral("</table>");
}

bool ReproducePage::isSettled() const {
    return !store_->isRunning() && (shownKey() == nullptr || !store_->isLoading(*shownKey()));
}

} // namespace warploom::ui
