#include "ui/pages/reproduce/claims_view.h"

#include "engine/experiment/cells.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>

namespace warploom::ui {
namespace {

using experiment::CellColumn;
using experiment::ClaimJudgment;
using experiment::Verdict;

QColor colour_of(Verdict verdict) {
    const Colours& colours = theme().colours();
    switch (verdict) {
    case Verdict::holds: return colours.strokeColour(2);
    case Verdict::fails: return colours.strokeColour(3);
    case Verdict::cannot_tell:
    case Verdict::outside: return colours.muted;
    }
    return colours.text;
}

QString counted(const ClaimJudgment& judgement, bool is_quick) {
    if (judgement.verdict == Verdict::outside) return {};
    const int all = judgement.right + judgement.wrong + judgement.unknown;
    if (all == 0) return is_quick ? Text::tr("full run only") : Text::tr("no matching cells");
    if (judgement.right + judgement.wrong == 0) return Text::tr("no values");
    return judgement.unknown == 0 ? Text::tr("%1 of %n comparisons confirmed", nullptr, all).arg(judgement.right)
                                  : Text::tr("%1 of %n comparisons confirmed (%2 undecided)", nullptr, all)
                                        .arg(judgement.right)
                                        .arg(judgement.unknown);
}

} // namespace

QString verdictText(Verdict verdict) {
    switch (verdict) {
    case Verdict::holds: return Text::tr("✔ holds");
    case Verdict::fails: return Text::tr("✘ fails");
    case Verdict::cannot_tell: return Text::tr("? cannot tell");
    case Verdict::outside: return Text::tr("- not applicable");
    }
    return {};
}

QString claimsReading(const std::vector<experiment::ClaimResult>& claims) {
    if (claims.empty()) return {};
    QStringList parts;
    for (const CellColumn column : experiment::columns) {
        int holds = 0, fails = 0;
        for (const experiment::ClaimResult& claim : claims) {
            holds += claim[column].verdict == Verdict::holds ? 1 : 0;
            fails += claim[column].verdict == Verdict::fails ? 1 : 0;
        }
        if (holds + fails == 0) continue;
        const int judged = holds + fails;
        const QString text = column == CellColumn::published
                                 ? Text::tr("The published values confirm %1 of %n claims.", nullptr, judged)
                             : column == CellColumn::modelled
                                 ? Text::tr("The modeled values confirm %1 of %n claims.", nullptr, judged)
                                 : Text::tr("The measured values confirm %1 of %n claims.", nullptr, judged);
        parts.append(text.arg(holds));
    }
    return paragraph(parts);
}

ClaimsView::ClaimsView(QWidget* parent) : QWidget(parent) {
    table_ = named(new QTableWidget, "reproduceClaims", tr("Claims from the paper and whether they were confirmed"));
    table_->setColumnCount(5);
    table_->setHorizontalHeaderLabels({tr("claim"), tr("published"), tr("modeled"), tr("measured"), tr("bound")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(true);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    why_ = sentenceLabel("reproduceClaimWhy", {}, Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    preface_ = richLabel("reproduceClaimPreface");
    preface_->hide();
    inColumn(this, {preface_, {table_, 1}, why_}, -1, {0, 4, 0, 0});
    connect(table_, &QTableWidget::itemSelectionChanged, this, &ClaimsView::explain);
    onTheme(this, [this] {
        for (int c = 1; c < 4; ++c) table_->setColumnWidth(c, theme().px(118));
        table_->setColumnWidth(4, theme().px(64));
        fill();
    });
}

void ClaimsView::setResult(const ResultHandle& result) {
    result_ = result;
    claims_.clear();
    if (result_ != nullptr) claims_ = experiment::verdicts_of(result_->experiment, result_->cells);
    if (result_ != nullptr && result_->is_quick) {
        // A quick run computes only a few cells. Claims about published values, however, can be checked with all cells
        // of the full experiment.
        const experiment::Experiment& all = result_->experiment;
        if (printed_of_ != all.id || printed_.size() != claims_.size()) {
            printed_ = experiment::verdicts_of(all, experiment::expand(all, false));
            printed_of_ = all.id;
        }
        constexpr auto published = static_cast<std::size_t>(CellColumn::published);
        for (std::size_t i = 0; i < claims_.size(); ++i) claims_[i].in[published] = printed_[i].in[published];
    }
    fill();
}

void ClaimsView::setPreface(const QString& html) {
    preface_->setText(html);
    preface_->setVisible(!html.isEmpty());
}

void ClaimsView::fill() {
    const int row = table_->currentRow();
    const QSignalBlocker quiet(table_);
    table_->setRowCount(static_cast<int>(claims_.size()));
    for (std::size_t i = 0; i < claims_.size(); ++i) {
        const int at = static_cast<int>(i);
        const QString text = QString::fromStdString(result_->experiment.claims[i].text);
        auto* claim = new QTableWidgetItem(text);
        claim->setToolTip(text);
        table_->setItem(at, 0, claim);
        for (const CellColumn column : experiment::columns) {
            const ClaimJudgment& judgement = claims_[i][column];
            auto* item = new QTableWidgetItem(verdictText(judgement.verdict) + QLatin1Char('\n') +
                                              counted(judgement, result_->is_quick));
            item->setToolTip(QString::fromStdString(judgement.sentence));
            item->setForeground(colour_of(judgement.verdict));
            const bool is_told = judgement.verdict == Verdict::holds || judgement.verdict == Verdict::fails;
            item->setFont(theme().font(1.0, is_told));
            table_->setItem(at, 1 + static_cast<int>(column), item);
        }
        const experiment::Claim& said = result_->experiment.claims[i];
        auto* bound = new QTableWidgetItem(said.threshold == "source" ? tr("source")
                                           : said.threshold.empty()   ? QString()
                                                                      : tr("ours"));
        bound->setToolTip(QString::fromStdString(experiment::threshold_text(said)));
        bound->setForeground(theme().colours().muted);
        table_->setItem(at, 4, bound);
    }
    fitHeight();
    if (row >= 0 && row < table_->rowCount()) table_->selectRow(row);
    explain();
}

/// In a short window, where the whole page scrolls, makes the table as tall as its rows.
void ClaimsView::fitHeight() {
    table_->resizeRowsToContents();
    const bool low = isLow(this);
    const int whole =
        table_->verticalHeader()->length() + table_->horizontalHeader()->sizeHint().height() + theme().px(4);
    table_->setMinimumHeight(low ? whole : theme().px(140));
    table_->setVerticalScrollBarPolicy(low ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

void ClaimsView::explain() {
    const int row = table_->currentRow();
    if (row < 0 || row >= static_cast<int>(claims_.size())) {
        why_->setText(claims_.empty() ? tr("This experiment has no claims.")
                                      : tr("Select a claim to see the reason for its verdict."));
        return;
    }
    QStringList lines;
    for (const CellColumn column : experiment::columns) {
        const QString sentence = QString::fromStdString(claims_[row][column].sentence);
        if (!sentence.isEmpty()) lines.append(QStringLiteral("%1: %2").arg(columnText(column), sentence));
    }
    if (const std::string bound = experiment::threshold_text(result_->experiment.claims[row]); !bound.empty())
        lines.append(QString::fromStdString(bound));
    why_->setText(lines.join(QLatin1Char('\n')));
}

void ClaimsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

} // namespace warploom::ui
