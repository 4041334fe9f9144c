// Exports an HTML page with the conclusions, charts and claims of an experiment.
#include "engine/experiment/claims.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/export/lesson_pages.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/experiment_charts.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <qcustomplot.h>

namespace warploom::ui {
namespace {

using experiment::CellColumn;
using experiment::Result;

/// Data shared by all steps of the exported page.
struct ResultParts {
    std::shared_ptr<const Result> result;
    std::vector<ExperimentChart> charts;
    std::vector<experiment::ClaimResult> claims;
};

PageStep firstStep(const ResultParts& report) {
    const Result& result = *report.result;
    PageStep step;
    step.name = Text::tr("Conclusion of the paper");
    QStringList sentences;
    const QString readings[] = {toQString(result.experiment.conclusion), toQString(result.experiment.remarks),
                                claimsReading(report.claims), ratioReading(result)};
    for (const QString& reading : readings)
        if (!reading.isEmpty()) sentences << reading;
    if (!result.is_complete) sentences << Text::tr("The run was stopped early, so some values are missing.");
    step.sentence = sentences.join(QLatin1Char('\n'));
    Table facts;
    facts.title = Text::tr("Machine and settings").toStdString();
    facts.columns = {{"what", ""}, {"value", ""}};
    const std::pair<const char*, std::string> heads[] = {
        {"modelled for", result.modelled_on}, {"measured on", result.measured_on}, {"date", result.date}};
    for (const auto& [what, value] : heads)
        if (!value.empty()) facts.add_row({std::string(what), value});
    for (const auto& [what, value] : result.facts) facts.add_row({what, value});
    step.tables = {facts};
    return step;
}

PageStep chartStep(const ExperimentChart& chart) {
    PageStep step;
    step.name = chart.spec.title;
    const QString facts = captionText(chart.table);
    step.sentence = facts.isEmpty() ? chart.spec.title : facts;
    const auto view = std::make_shared<ChartView>(chart.spec);
    view->setTable(chart.table);
    step.pictures.append({chart.spec.title, paperSize(chart),
                          [view](QCPPainter& painter, const QSize& room, const Colours& colours) {
                              view->drawChart(painter, room, colours);
                          },
                          true});
    step.tables = {chart.table};
    step.tables.front().title = Text::tr("Data for this chart").toStdString();
    return step;
}

QString verdictWord(experiment::Verdict verdict) {
    switch (verdict) {
    case experiment::Verdict::holds: return Text::tr("holds");
    case experiment::Verdict::fails: return Text::tr("fails");
    case experiment::Verdict::cannot_tell: return Text::tr("undecided");
    case experiment::Verdict::outside: break;
    }
    return Text::tr("not applicable");
}

PageStep claimStep(const experiment::Claim& claim, const experiment::ClaimResult& judged) {
    PageStep step;
    step.name = Text::tr("Claim");
    step.sentence = toQString(claim.text);
    Table table{.title = Text::tr("Verdict").toStdString(), .columns = {{"figures", ""}, {"verdict", ""}, {"why", ""}}};
    std::optional<CellColumn> asked;
    for (const CellColumn column : experiment::columns) {
        const experiment::ClaimJudgment& judgement = judged[column];
        table.add_row({std::string(experiment::to_string(column)),
                       std::string(experiment::to_string(judgement.verdict)), judgement.sentence});
        // Ask about the last column with a verdict. Measured values take precedence over modeled values, which take
        // precedence over published values.
        if (judgement.right + judgement.wrong > 0) asked = column;
        step.sentence += QStringLiteral("\n%1: %2. %3")
                             .arg(columnText(column), verdictWord(judgement.verdict), toQString(judgement.sentence));
    }
    if (const std::string bound = experiment::threshold_text(claim); !bound.empty())
        step.sentence += QLatin1Char('\n') + toQString(bound);
    step.tables = {table};
    if (asked) {
        QStringList choices;
        for (const auto verdict :
             {experiment::Verdict::holds, experiment::Verdict::fails, experiment::Verdict::cannot_tell})
            choices << verdictWord(verdict);
        step.question = PageQuestion{
            Text::tr("Claim: \"%1\" Do the %2 values confirm it?").arg(toQString(claim.text), columnText(*asked)),
            verdictWord(judged[*asked].verdict), choices};
    }
    return step;
}

} // namespace

LessonPage resultLessonPage(const std::shared_ptr<const Result>& result) {
    const auto report = std::make_shared<ResultParts>();
    report->result = result;
    for (ExperimentChart& chart : allCharts(*result))
        if (!chart.table.rows.empty()) report->charts.push_back(std::move(chart));
    report->claims = experiment::verdicts_of(result->experiment, result->cells);
    LessonPage page;
    page.name = toQString(result->experiment.id);
    page.title = toQString(result->experiment.title);
    page.summary = Text::tr("%1, %2. Published, modeled and measured values are kept separate.")
                       .arg(toQString(result->experiment.source), toQString(result->experiment.place));
    page.steps = 1 + static_cast<int>(report->charts.size() + report->claims.size());
    page.tables = {experiment::cell_table(result->experiment, result->cells)};
    page.tables.front().title = Text::tr("All values").toStdString();
    page.step = [report](int number) {
        const auto charts = static_cast<int>(report->charts.size());
        if (number == 0) return firstStep(*report);
        if (number <= charts) return chartStep(report->charts[static_cast<std::size_t>(number - 1)]);
        const auto claim = static_cast<std::size_t>(number - 1 - charts);
        return claimStep(report->result->experiment.claims[claim], report->claims[claim]);
    };
    return page;
}

} // namespace warploom::ui
