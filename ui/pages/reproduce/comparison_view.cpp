#include "ui/pages/reproduce/comparison_view.h"

#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/experiment_charts.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QHeaderView>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

QString or_none(const std::string& text) { return text.empty() ? QStringLiteral("–") : toQString(text); }

/// Makes a table more readable by replacing series IDs with titles and removing decimal places from integers.
Table readable(Table table, const experiment::Experiment& experiment) {
    for (std::vector<warploom::Cell>& row : table.rows) {
        if (auto* id = std::get_if<std::string>(&row.front()))
            if (const experiment::Series* series = experiment.find_series(*id);
                series != nullptr && !series->title.empty())
                *id = series->title;
        for (std::size_t v = 1; v <= experiment.variables.size(); ++v)
            if (const auto* number = std::get_if<double>(&row[v]);
                number != nullptr && *number == std::floor(*number) && std::fabs(*number) < 1e15)
                row[v] = static_cast<std::int64_t>(*number);
    }
    return table;
}

} // namespace

QStringList differences(const ComparedResults& both) {
    QStringList lines;
    const auto compare = [&](const QString& what, const std::string& a, const std::string& b) {
        if (a != b) lines.append(QStringLiteral("%1: %2 | %3").arg(what, or_none(a), or_none(b)));
    };
    const auto form = [](const experiment::Result& result) {
        return (result.is_quick ? ComparisonView::tr("quick") : ComparisonView::tr("full")).toStdString();
    };
    compare(ComparisonView::tr("scope"), form(*both.a), form(*both.b));
    compare(ComparisonView::tr("measured on"), both.a->measured_on, both.b->measured_on);
    compare(ComparisonView::tr("modeled for"), both.a->modelled_on, both.b->modelled_on);
    if (both.a->experiment.text != both.b->experiment.text)
        lines.append(ComparisonView::tr("different experiment files"));
    std::vector<std::string> keys;
    for (const experiment::Result* result : {both.a.get(), both.b.get()})
        for (const auto& [key, value] : result->facts)
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    for (const std::string& key : keys) {
        // Skip dates, which always differ.
        if (toQString(key).contains(QLatin1String("date"))) continue;
        compare(toQString(key), experiment::value_of(both.a->facts, key), experiment::value_of(both.b->facts, key));
    }
    return lines;
}

ComparisonView::ComparisonView(QWidget* parent) : QWidget(parent) {
    what_ = sentenceLabel("comparisonWhat");
    banner_ = richLabel("comparisonBanner", {}, Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    banner_->setAutoFillBackground(true);
    banner_->setMargin(6);
    model_ = new TableModel(this);
    view_ = named(sortedView(model_), "comparisonTable", tr("Values of both results"));
    view_->verticalHeader()->hide();
    deck_ = new ChartDeck;
    tabs_ = inTabs({{view_, tr("Table")}, {deck_, tr("Charts")}});
    tabs_->setObjectName(QStringLiteral("comparisonTabs"));
    inColumn(this, {what_, banner_, {tabs_, 1}}, 6);
    onTheme(this, [this] {
        setInk(banner_, theme().colours().text, theme().colours().problem);
        view_->setMinimumHeight(theme().px(180));
        setRowHeight(view_, 8);
        QMetaObject::invokeMethod(view_, &QTableView::resizeColumnsToContents, Qt::QueuedConnection);
    });
}

void ComparisonView::setResults(const ComparedResults& both) {
    // Create the table before changing the view, because this call may throw.
    model_->setTable(readable(experiment::compare(*both.a, *both.b), both.a->experiment));
    what_->setText(tr("Result a: %1, result b: %2").arg(both.name_a, both.name_b));
    const QStringList lines = differences(both);
    QString html = lines.isEmpty()
                       ? tr("Only the values differ. The scope, machine, settings and inputs are identical.")
                       : tr("<b>The scope, machine, settings or inputs also differ</b> (a | b):");
    constexpr qsizetype shown_at_most = 8;
    for (qsizetype i = 0; i < lines.size() && i < shown_at_most; ++i)
        html += QStringLiteral("<br>&nbsp;&nbsp;") + lines[i].toHtmlEscaped();
    if (lines.size() > shown_at_most)
        html += QStringLiteral("<br>&nbsp;&nbsp;") +
                tr("and %n more", nullptr, static_cast<int>(lines.size() - shown_at_most));
    banner_->setText(html);
    banner_->setAutoFillBackground(!lines.isEmpty());
    banner_->setToolTip(lines.join(QLatin1Char('\n')));
    deck_->setCharts(comparisonCharts(*both.a, *both.b, tr("a"), tr("b")));
    view_->resizeColumnsToContents();
}

QString ComparisonView::banner() const {
    QTextDocument document;
    document.setHtml(banner_->text());
    return document.toPlainText();
}

QList<Chart*> ComparisonView::charts() { return deck_->charts(); }

} // namespace warploom::ui
