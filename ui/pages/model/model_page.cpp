#include "ui/pages/model/model_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/charts/chart_view.h"
#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/pages/model/card_editor/card_editor.h"
#include "ui/pages/model/model_tables.h"
#include "ui/pages/model/schedule_view.h"
#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_store.h"
#include "ui/session/worker_client.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>

#include <cmath>

namespace warploom::ui {

QString effectText(const TraceHandle& original, const TraceHandle& edited) {
    if (edited == nullptr) return {};
    const auto times = [](double ratio) { return numberText(ratio, 3); };
    if (original == nullptr || original == edited)
        return ModelPage::tr("%1 on %2: %3 modelled")
                   .arg(qt(edited->kernel), qt(edited->card.title), timeText(edited->modelled_ns)) +
               (edited->card.model_error > 0 ? ModelPage::tr(" (median error of this card's model: %1)")
                                                   .arg(percentText(edited->card.model_error))
                                             : QString()) +
               QLatin1Char('.');
    const double ratio = original->modelled_ns > 0 ? edited->modelled_ns / original->modelled_ns : no_figure;
    return ModelPage::tr("%1 on %2 as listed: %3; with your figures: %4 (both modelled), %5 times.")
        .arg(qt(edited->kernel), qt(original->card.title), timeText(original->modelled_ns),
             timeText(edited->modelled_ns), times(ratio));
}

QList<Chart*> ModelPage::charts() const { return {terms_, roofline_, schedule_, accesses_}; }

QString ModelPage::headline() const { return headline_->text(); }

void ModelPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
}

void ModelPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    const Qt::Orientation orientation = width() < theme().px(820) ? Qt::Vertical : Qt::Horizontal;
    if (orientation == splitter_->orientation() && isSplit_) return;
    splitter_->setOrientation(orientation);
    if (orientation == Qt::Horizontal) splitter_->setSizes({width() * 2 / 5, width() * 3 / 5});
    isSplit_ = true;
}

void ModelPage::readChoices() {
    const auto show = [](QComboBox* box, const QVariant& value) {
        const int index = box->findData(value);
        box->setCurrentIndex(index);
    };
    show(kernel_, session().kernel());
    show(precision_, session().precision());
    if (block_->findData(session().block()) < 0) block_->addItem(QString::number(session().block()), session().block());
    show(block_, session().block());
}

void ModelPage::fillKernels() {
    kernel_->clear();
    for (const wire::Kernel& kernel : tracedKernels(session().worker().handshake())) {
        kernel_->addItem(qt(kernel.id), qt(kernel.id));
        kernel_->setItemData(kernel_->count() - 1, qt(kernel.title), Qt::ToolTipRole);
    }
    readChoices();
}

void ModelPage::refresh() {
    const MatrixHandle& matrix = session().matrix();
    if (matrix == nullptr) {
        unseen_->setText(tr("The model needs a matrix: open one, or start with a sample."));
        invitation_button_->show();
        stack_->setCurrentIndex(0);
        return;
    }
    if (isVisible()) store_.want();
    const bool stale = store_.document() == nullptr;
    const TraceHandle document = stale ? store_.latest() : store_.document();
    if (!store_.problem().isEmpty() && stale) {
        // The card's table stays within reach: its figures may be what the worker does not like.
        headline_->setText(store_.problem());
    } else if (stale) {
        headline_->setText(tr("Counting what the warps of %1 do on %2 ...")
                               .arg(session().kernel(), QString::fromStdString(session().card().title)));
    } else {
        QString text = effectText(store_.original(), document);
        if (session().isCardEdited() && store_.original() == nullptr)
            text += tr(" The card as listed is being modelled ...");
        headline_->setText(text);
    }
    headline_->setAccessibleDescription(headline_->text());
    if (document == nullptr && !session().isCardEdited()) {
        unseen_->setText(store_.problem().isEmpty() ? headline_->text() : store_.problem());
        invitation_button_->hide();
        stack_->setCurrentIndex(0);
    } else {
        stack_->setCurrentIndex(1);
    }
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
    terms_->setTable(termsTable(*shown_));
    terms_->setReading(termsReading(*shown_));
    schedule_->setTrace(shown_);
    schedule_frame_->refresh();
    schedule_reading_->setText(scheduleReading(schedule_->layout(), *shown_));
    drawRoofline();
    drawAccesses();
    for (const wire::TraceFinding& finding : shown_->findings) {
        auto* item = new QListWidgetItem(qt(finding.sentence), findings_);
        item->setToolTip(tr("%1, %2 line %3, %4 times")
                             .arg(QLatin1String(to_string(finding.kind)), qt(finding.file))
                             .arg(finding.line)
                             .arg(finding.times));
        item->setIcon(theme().icon(QStringLiteral("warning")));
    }
    if (shown_->findings.empty()) {
        auto* item = new QListWidgetItem(
            tr("Nothing was found: no race, no read of what nobody wrote, no index out of an array, no barrier that "
               "some lanes never reach."),
            findings_);
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
                // Another machine's measurement does not belong under this card's limits.
                if (!r.is_modelled() && r.machine.starts_with("cuda") && r.kernel == shown_->kernel &&
                    r.matrix == qt(shown_->matrix.name) && r.gflops > 0 && r.gbytes_per_s > 0)
                    measured.push_back({tr("%1 measured on %2").arg(qt(r.kernel), qt(r.machine)),
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

QString ModelPage::inspectorText() const {
    QString html = tr("<h3>What is modelled</h3><p>The kernel ran here, access by access; the counts are facts under "
                      "the card's rules. "
                      "The time is an <i>estimate</i>: blocks are dealt to the multiprocessors, each takes as long as "
                      "its slowest term.</p>");
    if (shown_ == nullptr) return html;
    const wire::Trace& d = *shown_;
    html += tr("<h3>%1</h3><table>").arg(qt(d.card.title).toHtmlEscaped());
    const auto line = [&html](const QString& name, const QString& value) {
        html +=
            QStringLiteral("<tr><td>%1&nbsp;</td><td>%2</td></tr>").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    line(tr("modelled"), timeText(d.modelled_ns));
    line(tr("decides"), termTitle(d.binding));
    if (!d.launches.empty()) {
        const wire::TraceLaunch& launch = d.launches.front();
        line(tr("blocks"), countText(launch.blocks));
        line(tr("resident"), tr("%1 a multiprocessor").arg(launch.resident_blocks));
        line(tr("occupancy"), percentText(launch.occupancy));
        if (!launch.limited_by.empty()) line(tr("limited by"), qt(launch.limited_by));
    }
    line(tr("active lanes"), tr("%1 of 32").arg(numberText(d.mean_active_lanes, 3)));
    line(tr("counted"), d.is_sampled() ? tr("%1 of the blocks").arg(percentText(d.traced_share)) : tr("every block"));
    html += QStringLiteral("</table>");
    if (schedule_->current() >= 0)
        html += QStringLiteral("<h3>%1</h3><p>%2</p>")
                    .arg(tr("Block"), schedule_->blockText(schedule_->current()).toHtmlEscaped());
    return html;
}

void ModelPage::themeChanged() {
    headline_->setFont(theme().font(1.05, true));
    const int height = theme().px(220);
    terms_->setMinimumSize(theme().px(330), height);
    tabs_->setMinimumHeight(height);
}

} // namespace warploom::ui
