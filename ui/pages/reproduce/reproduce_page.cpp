#include "ui/pages/reproduce/reproduce_page.h"

#include "engine/error.h"
#include "ui/charts/chart_view.h"
#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/pages/reproduce/cell_table.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/report_writer.h"
#include "ui/pages/reproduce/seal_banner.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/session/worker_client.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {
namespace {

bool any_number(const experiment::Result& result, experiment::Column column) {
    return std::any_of(result.cells.begin(), result.cells.end(),
                       [&](const experiment::Cell& cell) { return cell.value(column).number.has_value(); });
}

bool has_begun(const experiment::Result& result) {
    return any_number(result, experiment::Column::modelled) || any_number(result, experiment::Column::measured) ||
           result.is_complete;
}

} // namespace

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
        title_->setText(tr("%1, %2: two results")
                            .arg(QString::fromStdString(both.a->experiment.source),
                                 QString::fromStdString(both.a->experiment.place)));
        conclusion_html_ = QString::fromStdString(both.a->experiment.title).toHtmlEscaped();
        remarks_text_.clear();
        comparison_->setResults(both);
    } else if (const ResultHandle result = shownResult()) {
        const experiment::Experiment& experiment = result->experiment;
        title_->setText(resultTitle());
        conclusion_html_ =
            experiment.conclusion.empty()
                ? QString()
                : QStringLiteral("<b>%1</b> %2")
                      .arg(tr("The source concludes:"), QString::fromStdString(experiment.conclusion).toHtmlEscaped());
        remarks_text_ =
            experiment.remarks.empty() ? QString() : tr("Here: %1").arg(QString::fromStdString(experiment.remarks));
        if (shown_.entry == Entry::opened) {
            const OpenedResult& opened = opened_[shown_.number];
            seal_->showSeal(*result, opened.seal, QFileInfo(opened.file).fileName());
        }
        table_->setResult(result);
        deck_->setInvitation(tr("Nothing was printed for this picture. Run the experiment, and it is drawn."),
                             shown_.entry == Entry::experiment ? tr("Run the quick form") : QString());
        deck_->setCharts(allCharts(*result));
        tabs_->setTabVisible(1, deck_->count() > 0);
        claims_->setResult(result);
    }
    refreshReading();
    refreshButtons();
    updateStates();
    fitTexts();
    fitHeight();
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
        parts.append(tr("An earlier result is being read."));
    if (!has_begun(*result) && shown_.entry == Entry::experiment)
        parts.append(tr("So far only what was printed. Run fills in the other columns."));
    for (const QString& text : {ratioReading(*result), claimsReading(claims_->claims())})
        if (!text.isEmpty()) parts.append(text);
    said_->setText(parts.join(QLatin1Char(' ')));
    said_->setVisible(!parts.isEmpty());
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
                  : result->is_complete ? tr("Go on")
                                        : tr("Resume"));
    run_->setEnabled(own && !running && greeted);
    const QString why = !own ? tr("This is a result from a file. Choose the experiment at the left to run it here.")
                        : running && !mine       ? tr("Another experiment is running.")
                        : !greeted               ? tr("The worker has not said yet what it can run.")
                        : begun && !startsAnew() ? tr("Fills in what is still missing; what is there stays")
                                                 : tr("Fills in the columns modelled and measured");
    run_->setToolTip(why);
    run_->setStatusTip(why);
    stop_->setEnabled(mine);
    anew_->setEnabled(own && !running && greeted && begun);
    anew_->setVisible(own && begun);
    for (QPushButton* button : {save_, hand_in_, compare_}) button->setEnabled(result != nullptr);
    if (begun)
        said_->setToolTip(
            tr("Modelled for %1; measured on %2")
                .arg(result->modelled_on.empty() ? QStringLiteral("–") : QString::fromStdString(result->modelled_on),
                     result->measured_on.empty() ? QStringLiteral("–") : QString::fromStdString(result->measured_on)));
    report_->setEnabled(result != nullptr && reportWriter() != nullptr);
    progress_->setVisible(mine);
    stage_->setVisible(running);
    if (mine) {
        progress_->setRange(0, store_->total());
        progress_->setValue(store_->done());
        stage_->setText(store_->stage().isEmpty() ? tr("waiting for the worker") : store_->stage());
    } else if (running) {
        const experiment::Experiment* other = store_->find(store_->running()->id);
        stage_->setText(
            tr("Running: %1").arg(other == nullptr ? store_->running()->id : QString::fromStdString(other->place)));
    }
    const auto& claims = claims_->claims();
    tabs_->setTabText(2, claims.empty() ? tr("Claims") : tr("Claims (%1)").arg(claims.size()));
}

void ReproducePage::fillMachines() {
    const QVariant before = session().choice(QStringLiteral("reproduce/machine"));
    const QSignalBlocker quiet(machine_);
    machine_->clear();
    machine_->addItem(tr("model only"), QStringLiteral("model"));
    machine_->addItem(tr("model, and this host"), QStringLiteral("none"));
    int best = 1;
    for (const wire::Machine& machine : session().worker().handshake().machines) {
        // Series over several GPUs take as many as there are by themselves.
        if (machine.kind != wire::MachineKind::cuda || machine.id.find(',') != std::string::npos ||
            machine.id.ends_with("all"))
            continue;
        machine_->addItem(tr("model, host and %1").arg(qt(machine.title)), qt(machine.id));
        if (best == 1) best = machine_->count() - 1; // whoever has a GPU wants to see it
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

QList<Chart*> ReproducePage::charts() const {
    ensureFilled();
    return shown_.entry == Entry::compared ? comparison_->charts() : deck_->charts();
}

QString ReproducePage::inspectorText() const {
    if (shown_.entry == Entry::compared) {
        QString html = tr("<h3>Two results</h3><p>What differs beside the figures, a | b:</p>");
        for (const QString& line : differences(compared_[shown_.number]))
            html += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
        return html;
    }
    const ResultHandle result = shownResult();
    if (result == nullptr) return tr("<p>Choose a table or a figure at the left.</p>");
    const experiment::Experiment& experiment = result->experiment;
    const auto escaped = [](const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); };
    QString html = QStringLiteral("<h3>%1</h3>").arg(escaped(experiment.title));
    if (const Source* source = findSource(QString::fromStdString(experiment.source)))
        html += QStringLiteral("<p>%1: %2</p>").arg(source->who.toHtmlEscaped(), source->detail.toHtmlEscaped());
    if (const experiment::Cell* cell = table_->selectedCell()) {
        html += QStringLiteral("<p><b>%1</b></p><table>").arg(table_->selectedTitle().toHtmlEscaped());
        const experiment::Series* series = experiment.find_series(cell->series);
        const std::string unit = series == nullptr ? std::string() : series->unit;
        for (const experiment::Column column : experiment::columns) {
            const experiment::Value& value = cell->value(column);
            QString text = value.number ? quantityText(*value.number, unit)
                                        : escaped(value.text.empty() ? value.why_not : value.text);
            if (value.low && value.high)
                text +=
                    tr("<br>middle half %1 to %2").arg(quantityText(*value.low, unit), quantityText(*value.high, unit));
            if (!value.samples_ns.empty()) text += tr("<br>%1 samples").arg(value.samples_ns.size());
            if (value.is_fitted) text += tr("<br>used to fit the card");
            if (!value.note.empty()) text += QStringLiteral("<br>") + escaped(value.note);
            html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(QLatin1String(to_string(column)), text);
        }
        html += QStringLiteral("</table>");
    }
    if (!experiment.remarks.empty()) html += tr("<p><b>Here:</b> %1</p>").arg(escaped(experiment.remarks));
    if (!result->modelled_on.empty()) html += tr("<p><b>Modelled</b> for %1.</p>").arg(escaped(result->modelled_on));
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
