#include "ui/pages/solve/preconditioner_view.h"

#include "ui/charts/chart_view.h"
#include "ui/look/qt_text.h"
#include "ui/widgets/table_model.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

/// How it ended stands with the name, so that no bar is taken for a solution that is none.
QString titleOf(const ComparedSolution& solution) {
    const QString name = preconditionerTitle(solution.preconditioner);
    const bool short_of = solution.isSolved() && solution.figures()->state != "converged";
    return short_of ? PreconditionerView::tr("%1 (%2)").arg(name, qt(solution.figures()->state)) : name;
}

Cell cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

ChartSpec barSpec(const QString& title, const QString& name) {
    ChartSpec spec;
    spec.title = title;
    spec.name = name;
    spec.category = "preconditioner";
    spec.status_column = "status";
    spec.reason_column = "reason";
    return spec;
}

} // namespace

Table comparisonTable(const PreconditionerComparison& comparison, const SolveFacts& facts) {
    Table table;
    table.title = "preconditioners";
    table.facts = facts;
    table.columns = {{"preconditioner", ""},
                     {"kind", ""},
                     {"needed", "iterations"},
                     {"time", "ns"},
                     {"modelled", "ns"},
                     {"iteration_time", "ns"},
                     {"modelled_iteration", "ns"},
                     {"true_residual", ""},
                     {"ending", ""},
                     {"status", ""},
                     {"reason", ""}};
    for (const ComparedSolution& solution : comparison.solutions()) {
        const wire::Row& row = solution.row;
        const bool modelled = row.is_modelled();
        const wire::CgResult figures = solution.figures() != nullptr ? *solution.figures() : wire::CgResult{};
        const bool solved = solution.isSolved();
        const double whole = solved ? figures.solve_ns : no_figure, one = solved ? row.time.median : no_figure;
        table.add_row({titleOf(solution).toStdString(), std::string(solved ? to_string(row.time.kind) : ""),
                       solved ? Cell(figures.iterations) : Cell(), cell(modelled ? no_figure : whole),
                       cell(modelled ? whole : no_figure), cell(modelled ? no_figure : one),
                       cell(modelled ? one : no_figure), cell(solved ? figures.true_residual : no_figure),
                       solved ? figures.state : std::string(), std::string(to_string(row.status)), row.reason});
    }
    return table;
}

Table comparedResiduals(const PreconditionerComparison& comparison, const SolveFacts& facts) {
    Table table;
    table.facts = facts;
    table.columns = {{"preconditioner", ""}, {"what", ""}, {"iteration", ""}, {"residual", ""}, {"points", ""}};
    for (const ComparedSolution& solution : comparison.solutions()) {
        if (!solution.isSolved()) continue;
        const std::string name = titleOf(solution).toStdString();
        const auto add = [&](double iteration, double residual, const QString& points) {
            if (std::isfinite(residual))
                table.add_row({name, std::string("computed"), static_cast<std::int64_t>(iteration), residual,
                               points.toStdString()});
        };
        const wire::CgResult& figures = *solution.figures();
        for (std::size_t i = 0; i < figures.history.size(); ++i)
            add(static_cast<double>((i + 1) * static_cast<std::size_t>(figures.history_every)), figures.history[i], {});
        for (const auto& [iteration, residual] : figures.true_residuals)
            add(static_cast<double>(iteration), residual, PreconditionerView::tr("true residual ‖b - A x‖ / ‖b‖"));
    }
    return table;
}

PreconditionerView::PreconditionerView(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    ChartSpec lines = residualSpec();
    lines.title = tr("Residual by iteration and preconditioner");
    lines.name = QStringLiteral("preconditioners-residual");
    lines.series = "preconditioner";
    residual_ = new ChartView(lines);
    ChartSpec iterations = barSpec(tr("Iterations"), QStringLiteral("preconditioners-iterations"));
    iterations.value = "needed";
    iterations.value_title = tr("needed");
    iterations_ = new ChartView(iterations);
    ChartSpec time = barSpec(tr("Time of the whole solution"), QStringLiteral("preconditioners-time"));
    time.value = "time";
    time.modelled = "modelled";
    time.kind_column = "kind";
    time.value_title = tr("time");
    time_ = new ChartView(time);
    for (ChartView* chart : {residual_, iterations_, time_}) {
        chart->setObjectName(chart->chartName());
        chart->setInvitation(tr("The first solution is on its way."));
    }
    splitter_ = new QSplitter(Qt::Horizontal);
    auto* bars = new QSplitter(Qt::Vertical);
    bars->addWidget(iterations_);
    bars->addWidget(time_);
    splitter_->addWidget(residual_);
    splitter_->addWidget(bars);
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 2);
    for (QSplitter* each : {splitter_, bars}) each->setChildrenCollapsible(false);
    column->addWidget(splitter_, 1);
    model_ = new TableModel(this);
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("preconditionerTable"));
    table_->setAccessibleName(tr("The preconditioners compared"));
    table_->setModel(model_);
    table_->setAlternatingRowColors(true);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    column->insertWidget(0, table_); // the answer first: a small screen scrolls the charts, not the numbers
    connect(&theme(), &Theme::changed, this, &PreconditionerView::applyTheme);
    applyTheme();
}

void PreconditionerView::show(const PreconditionerComparison& comparison, const SolveFacts& facts) {
    const Table table = comparisonTable(comparison, facts);
    model_->setTable(table);
    // Of measured and modelled times only those that there are; the last two are seen in the charts and the tips.
    const bool modelled = [&] {
        for (const ComparedSolution& s : comparison.solutions())
            if (s.row.is_modelled()) return true;
        return false;
    }();
    for (const char* name : {"time", "iteration_time"})
        table_->setColumnHidden(static_cast<int>(table.column(name)), modelled);
    for (const char* name : {"modelled", "modelled_iteration"})
        table_->setColumnHidden(static_cast<int>(table.column(name)), !modelled);
    // A status and a reason are for solutions that there are not.
    const auto solved = [](const ComparedSolution& s) { return s.isSolved(); };
    const bool all = std::all_of(comparison.solutions().begin(), comparison.solutions().end(), solved);
    for (const char* name : {"status", "reason"}) table_->setColumnHidden(static_cast<int>(table.column(name)), all);
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setStretchLastSection(true);
    residual_->setTable(comparedResiduals(comparison, facts));
    iterations_->setTable(table);
    time_->setTable(table);
}

QList<Chart*> PreconditionerView::charts() const { return {residual_, iterations_, time_}; }

void PreconditionerView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
}

void PreconditionerView::applyTheme() {
    const int line = QFontMetrics(theme().font()).height() + theme().px(6);
    table_->verticalHeader()->setMinimumSectionSize(line);
    table_->verticalHeader()->setDefaultSectionSize(line);
    table_->setFixedHeight(3 * line + table_->horizontalHeader()->sizeHint().height() + theme().px(22));
    residual_->setMinimumHeight(theme().px(190));
    for (ChartView* chart : {iterations_, time_}) chart->setMinimumHeight(theme().px(120));
}

} // namespace warploom::ui
