#include "ui/pages/solve/preconditioner_comparison.h"

#include "engine/protocol/messages/baseline.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/columns.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

QString preconditionerTitle(const QString& id) {
    if (id == QLatin1String("jacobi")) return PreconditionerComparison::tr("Jacobi");
    if (id == QLatin1String("ic0")) return PreconditionerComparison::tr("IC(0)");
    if (id == QLatin1String("ilu0")) return PreconditionerComparison::tr("ILU(0)");
    return id == QLatin1String("none") ? PreconditionerComparison::tr("none") : id;
}

PreconditionerComparison::PreconditionerComparison(Session& session, QObject* parent)
    : QObject(parent), session_(session) {}

void PreconditionerComparison::start(const CgSetup& setup) {
    if (running_) return;
    ++generation_;
    setup_ = setup;
    solutions_.clear();
    for (const char* id : compared) {
        ComparedSolution solution;
        solution.preconditioner = QLatin1String(id);
        solution.row.status = RowStatus::waiting;
        solutions_.push_back(solution);
    }
    at_ = 0;
    running_ = true;
    sendNext();
}

void PreconditionerComparison::stop() {
    if (running_) session_.worker().cancel(request_);
}

void PreconditionerComparison::clear() {
    stop();
    ++generation_;
    running_ = false;
    solutions_.clear();
    emit changed();
}

void PreconditionerComparison::sendNext() {
    solutions_[at_].row.status = RowStatus::running;
    protocol::RunRequest request;
    request.operation = Operation::cg;
    request.matrix = setup_.matrix.toStdString();
    request.machine = setup_.machine.toStdString();
    protocol::RunSettings& settings = request.settings;
    settings.kernels = {setup_.kernel.toStdString()};
    settings.baseline = setup_.kernel.toStdString();
    settings.precisions = {enumOf(setup_.precision, Precision::float64)};
    settings.blocks = {setup_.block};
    settings.quick = true;
    settings.cg.tolerance = setup_.tolerance;
    settings.cg.preconditioner = enumOf(solutions_[at_].preconditioner, Preconditioner::none);
    settings.cg.rhs = setup_.rhs.toStdString();
    const unsigned generation = generation_;
    RequestHandlers handlers;
    handlers.event = [this, generation](const std::string& name, const Json& event) {
        if (generation == generation_ && name == "row")
            solutions_[at_].row = protocol::read_row(event.value("row", Json()));
    };
    handlers.done = [this, generation](const Json& result) {
        if (generation != generation_) return;
        const auto [run, ends] = protocol::read_run_end(result);
        if (!ends.empty()) static_cast<protocol::RowSummary&>(solutions_[at_].row) = ends.front();
        // Do not use the incomplete results of a canceled run.
        if (run.was_cancelled || ends.empty()) {
            end(tr("stopped"));
            return;
        }
        if (++at_ < solutions_.size()) {
            sendNext();
            return;
        }
        running_ = false;
        emit changed();
    };
    handlers.error = [this, generation](const WorkerError& error) {
        if (generation != generation_) return;
        const bool stopped = error.code == "cancelled";
        if (!stopped) session_.report(toQString(error.message), toQString(error.hint));
        end(stopped ? tr("stopped") : toQString(error.message));
    };
    request_ = session_.worker().request(request, handlers, this);
    emit changed();
}

/// Marks all solves that have no result as skipped.
void PreconditionerComparison::end(const QString& reason) {
    running_ = false;
    for (ComparedSolution& solution : solutions_) {
        if (solution.row.is_settled()) continue;
        solution.row.status = RowStatus::skipped;
        solution.row.reason = reason.toStdString();
    }
    emit changed();
}

namespace {

/// Returns the time to solution, extrapolated from the time of one iteration.
measure::Summary solutionTime(const ComparedSolution& solution) {
    measure::Summary all = solution.row.time;
    const double iterations = solution.figures()->solve_ns / all.median;
    for (double* time : {&all.median, &all.q1, &all.q3, &all.min, &all.max}) *time *= iterations;
    return all;
}

/// Returns the mean time per iteration over the whole solve, because a single timed iteration may start with a cold
/// cache.
double iterationNs(const ComparedSolution& solution) {
    if (!solution.isSolved()) return no_figure;
    return solution.figures()->solve_ns /
           static_cast<double>(std::max<std::int64_t>(1, solution.figures()->iterations));
}

/// Compares two times by the rules in docs/measuring.md.
bool isFaster(const ComparedSolution& a, const ComparedSolution& b) {
    return measure::compare(solutionTime(a), a.row.time.kind, solutionTime(b), b.row.time.kind,
                            protocol::model_error_of(a.row, b.row))
               .verdict == measure::Comparison::Verdict::faster;
}

/// Returns a description of a solve such as "Jacobi (120 iterations, 3.4 ms)".
QString shortly(const ComparedSolution& solution) {
    return PreconditionerComparison::tr("%1 (%n iterations, %2)", nullptr, pluralOf(solution.figures()->iterations))
        .arg(preconditionerTitle(solution.preconditioner), timeText(solution.figures()->solve_ns));
}

} // namespace

QString PreconditionerComparison::sentence() const {
    if (solutions_.empty()) return {};
    if (running_) return tr("Solving (preconditioner: %1).").arg(preconditionerTitle(solutions_[at_].preconditioner));
    const auto converged = [](const ComparedSolution& s) { return s.isSolved() && s.figures()->state == "converged"; };
    const ComparedSolution& plain = solutions_.front();
    const ComparedSolution* best = nullptr;
    for (const ComparedSolution& s : solutions_)
        if (converged(s) && (best == nullptr || s.figures()->solve_ns < best->figures()->solve_ns)) best = &s;
    if (best == nullptr) {
        for (const ComparedSolution& s : solutions_)
            if (!s.row.reason.empty()) return tr("No run reached the tolerance: %1").arg(toQString(s.row.reason));
        return tr("No run reached the tolerance.");
    }
    const QString name = preconditionerTitle(best->preconditioner);
    const bool modelled = best->row.is_modelled();
    QStringList as_fast;
    for (const ComparedSolution& s : solutions_)
        if (&s != best && converged(s) && !isFaster(*best, s)) as_fast.append(shortly(s));
    if (!as_fast.isEmpty()) {
        const QString others = as_fast.join(QStringLiteral(", "));
        return (modelled ? tr("Modeled: %1 and %2 are equally fast within the model's error.")
                         : tr("%1 and %2 are equally fast within measurement noise."))
            .arg(shortly(*best), others);
    }
    const int n = pluralOf(best->figures()->iterations);
    const QString time = timeText(best->figures()->solve_ns);
    if (best == &plain)
        return (modelled ? tr("Modeled: the fastest run uses no preconditioner (%n iterations, %1).", nullptr, n)
                         : tr("The fastest run uses no preconditioner (%n iterations, %1).", nullptr, n))
            .arg(time);
    const QString fastest = (modelled ? tr("Modeled: %1 is the fastest (%n iterations, %2).", nullptr, n)
                                      : tr("%1 is the fastest (%n iterations, %2).", nullptr, n))
                                .arg(name, time);
    if (plain.figures() == nullptr || plain.figures()->state.empty()) return fastest;
    const int plain_n = pluralOf(plain.figures()->iterations);
    if (!converged(plain))
        return paragraph(
            {fastest, tr("Without a preconditioner, CG does not converge in %n iterations.", nullptr, plain_n)});
    const double fewer = static_cast<double>(plain.figures()->iterations) /
                         static_cast<double>(std::max<std::int64_t>(1, best->figures()->iterations));
    return paragraph(
        {fastest,
         tr("Without a preconditioner, CG takes %n iterations (%1 times as many) and %2.", nullptr, plain_n)
             .arg(numberText(fewer, 2), timeText(plain.figures()->solve_ns)),
         tr("With %1, each iteration takes %2 times as long.")
             .arg(name, numberText(iterationNs(*best) / iterationNs(plain), 2))});
}

namespace {

/// Returns the name of a preconditioner. If the solve did not converge, appends the outcome, so that users do not
/// misinterpret the bar.
QString titleOf(const ComparedSolution& solution) {
    const QString name = preconditionerTitle(solution.preconditioner);
    const protocol::CgResult* const figures = solution.figures();
    const bool short_of = figures != nullptr && !figures->state.empty() && figures->state != "converged";
    return short_of ? PreconditionerView::tr("%1 (%2)").arg(name, toQString(solution.figures()->state)) : name;
}

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
    Table table{.title = "preconditioners"};
    table.facts = facts;
    using S = ComparedSolution;
    static const auto of = [](const S& solution) {
        // If there is no result, use default values. figures() also returns the result of a method that did not
        // converge.
        return solution.figures() != nullptr ? *solution.figures() : protocol::CgResult{};
    };
    static const std::vector<ColumnOf<S>> columns{
        {"preconditioner", "", [](const S& s) { return Cell(titleOf(s).toStdString()); }},
        {"kind", "", [](const S& s) { return Cell(std::string(s.isSolved() ? to_string(s.row.time.kind) : "")); }},
        {"needed", "iterations", [](const S& s) { return s.isSolved() ? Cell(of(s).iterations) : Cell(); }},
        {"time", "ns", [](const S& s) { return number_cell(s.isSolved() ? of(s).solve_ns : no_figure); }, true,
         "modelled"},
        {"iteration_time", "ns", [](const S& s) { return number_cell(iterationNs(s)); }, true, "modelled_iteration"},
        {"true_residual", "", [](const S& s) { return number_cell(of(s).true_residual); }},
        {"ending", "", [](const S& s) { return Cell(of(s).state); }},
        {"status", "", [](const S& s) { return Cell(std::string(to_string(s.row.status))); }},
        {"reason", "", [](const S& s) { return Cell(s.row.reason); }}};
    const auto& solutions = comparison.solutions();
    fillTable(table, columns, std::vector<S>(solutions.begin(), solutions.end()),
              [](const S& solution) { return solution.row.is_modelled(); });
    return table;
}

Table comparedResiduals(const PreconditionerComparison& comparison, const SolveFacts& facts) {
    Table table;
    table.facts = facts;
    table.columns = {{"preconditioner", ""}, {"what", ""}, {"iteration", ""}, {"residual", ""}, {"points", ""}};
    for (const ComparedSolution& solution : comparison.solutions()) {
        if (solution.figures() == nullptr) continue;
        const std::string name = titleOf(solution).toStdString();
        const auto add = [&](double iteration, double residual, const QString& points) {
            if (std::isfinite(residual))
                table.add_row({name, kindCell(PlotKind::computed), static_cast<std::int64_t>(iteration), residual,
                               points.toStdString()});
        };
        const protocol::CgResult& figures = *solution.figures();
        for (std::size_t i = 0; i < figures.history.size(); ++i)
            add(static_cast<double>((i + 1) * static_cast<std::size_t>(figures.history_every)), figures.history[i], {});
        for (const auto& [iteration, residual] : figures.true_residuals)
            add(static_cast<double>(iteration), residual, PreconditionerView::tr("true residual ‖b - A x‖ / ‖b‖"));
    }
    return table;
}

PreconditionerView::PreconditionerView(QWidget* parent) : QWidget(parent) {
    ChartSpec lines = residualSpec();
    lines.title = tr("Residual by iteration and preconditioner");
    lines.name = QStringLiteral("preconditioners-residual");
    lines.series = "preconditioner";
    residual_ = new ChartView(lines);
    ChartSpec iterations = barSpec(tr("Iterations"), QStringLiteral("preconditioners-iterations"));
    iterations.value = "needed";
    iterations.value_title = tr("iterations");
    iterations_ = new ChartView(iterations);
    ChartSpec time = barSpec(tr("Time to solution"), QStringLiteral("preconditioners-time"));
    time.value = "time";
    time.modelled = "modelled";
    time.kind_column = "kind";
    time.value_title = tr("time");
    time_ = new ChartView(time);
    for (ChartView* chart : {residual_, iterations_, time_})
        chart->setInvitation(tr("Computing the first solution..."));
    bars_ = inSplitter(Qt::Vertical, {iterations_, time_});
    splitter_ = inSplitter(Qt::Horizontal, {{residual_, 3}, {bars_, 2}});
    tabs_ = named(new QTabBar, "preconditionerTabs", tr("Show the comparison as a table or a chart"));
    for (const QString& title : {tr("Table"), tr("Residual"), tr("Iterations"), tr("Time")}) tabs_->addTab(title);
    tabs_->setExpanding(false);
    connect(tabs_, &QTabBar::currentChanged, this, &PreconditionerView::spread);
    model_ = new TableModel(this);
    table_ = named(plainView(model_), "preconditionerTable", tr("Compared preconditioners"));
    table_->setFrameShape(QFrame::StyledPanel);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter | static_cast<Qt::Alignment>(Qt::TextWordWrap));
    // Put the table first, so that it remains visible on a small screen when the charts scroll.
    inColumn(this, {tabs_, {table_, 0, Qt::AlignTop}, {splitter_, 1}});
    onTheme(this, [this] {
        setRowHeight(table_, 6);
        fitColumns();
        spread();
    });
}

void PreconditionerView::setShort(bool is_short) {
    if (is_short == is_short_) return;
    is_short_ = is_short;
    spread();
}

void PreconditionerView::spread() {
    const auto seen = [this](int tab) { return !is_short_ || tabs_->currentIndex() == tab; };
    tabs_->setVisible(is_short_);
    table_->setVisible(seen(0));
    residual_->setVisible(seen(1));
    iterations_->setVisible(seen(2));
    time_->setVisible(seen(3));
    bars_->setVisible(seen(2) || seen(3));
    splitter_->setVisible((seen(1) || seen(2) || seen(3)) && !has_failed_);
    // A minimum height of 0 means that the minimum size hint applies.
    residual_->setMinimumHeight(is_short_ ? 0 : theme().px(190));
    for (ChartView* chart : {iterations_, time_}) chart->setMinimumHeight(is_short_ ? 0 : theme().px(120));
}

/// Fits the columns to their values and to the longest word in the wrapped headers, so that the table does not require
/// horizontal scrolling.
void PreconditionerView::fitColumns() {
    QHeaderView* const head = table_->horizontalHeader();
    const QFontMetrics metrics(theme().font());
    int lines = 1;
    for (int c = 0; c < model_->columnCount(); ++c) {
        if (table_->isColumnHidden(c)) continue;
        const QString title = model_->headerData(c, Qt::Horizontal).toString();
        int width = static_cast<QAbstractItemView*>(table_)->sizeHintForColumn(c) + theme().px(4);
        for (const QString& word : title.split(QLatin1Char(' ')))
            width = std::max(width, metrics.horizontalAdvance(word) + theme().px(12));
        const auto linesIn = [&](int room) {
            const QRect text = metrics.boundingRect(QRect(0, 0, room - theme().px(10), 1000), Qt::TextWordWrap, title);
            return (text.height() + metrics.lineSpacing() - 1) / metrics.lineSpacing();
        };
        while (!is_short_ && linesIn(width) > 2) width += theme().px(8); // a header of two lines
        lines = std::max(lines, linesIn(width));
        table_->setColumnWidth(c, width);
    }
    const int line = metrics.height() + theme().px(6), high = lines * metrics.height() + theme().px(6);
    head->setFixedHeight(high);
    table_->setFixedHeight(3 * line + high + theme().px(4));
}

void PreconditionerView::show(const PreconditionerComparison& comparison, const SolveFacts& facts) {
    const Table table = comparisonTable(comparison, facts);
    model_->setTable(table);
    const auto& all = comparison.solutions();
    const auto hide = [&](std::initializer_list<const char*> names, bool on) {
        for (const char* name : names) table_->setColumnHidden(static_cast<int>(table.column(name)), on);
    };
    // Show only the time columns with values (measured, modeled or both). The charts and tooltips also show the values
    // of the last two columns.
    const bool modelled =
        std::any_of(all.begin(), all.end(), [](const ComparedSolution& s) { return s.row.is_modelled(); });
    hide({"time", "iteration_time"}, modelled);
    hide({"modelled", "modelled_iteration"}, !modelled);
    // Hide the status and reason columns unless a solve failed.
    hide({"status", "reason"},
         std::all_of(all.begin(), all.end(), [](const ComparedSolution& s) { return s.isSolved(); }));
    // Hide columns with the same value in all rows, because the text above and the legends already show this value.
    const auto& rows = table.rows;
    for (const char* name : {"kind", "ending"}) {
        const auto c = static_cast<std::size_t>(table.column(name));
        hide({name}, std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[c] == rows.front()[c]; }));
    }
    table_->horizontalHeader()->setStretchLastSection(false);
    fitColumns();
    // Hide these columns if space is limited, because the charts also show their values.
    for (const char* name : {"true_residual", "ending", "kind"})
        if (is_short_ && table_->horizontalHeader()->length() > table_->viewport()->width()) hide({name}, true);
    table_->horizontalHeader()->setStretchLastSection(true);
    // If no solve has succeeded, the charts would only repeat the reasons from the table.
    has_failed_ = !comparison.isRunning() &&
                  std::none_of(all.begin(), all.end(), [](const ComparedSolution& s) { return s.isSolved(); });
    spread();
    residual_->setTable(comparedResiduals(comparison, facts));
    iterations_->setTable(table);
    time_->setTable(table);
}

QList<Chart*> PreconditionerView::charts() const { return {residual_, iterations_, time_}; }

void PreconditionerView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
}

} // namespace warploom::ui
