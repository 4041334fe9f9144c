#include "ui/pages/solve/solve_tables.h"

#include "ui/charts/columns.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom::ui {
namespace {

// Maximum number of points per batch of iterations, because a screen cannot show more points separately.
constexpr std::size_t most_rows = 1000;

struct Part {
    QString title;
    double protocol::CgParts::*value;
};

std::array<Part, 5> parts() {
    return {{{Text::tr("product A p"), &protocol::CgParts::spmv},
             {Text::tr("dot products"), &protocol::CgParts::dots},
             {Text::tr("vector updates"), &protocol::CgParts::updates},
             {Text::tr("preconditioner"), &protocol::CgParts::preconditioner},
             {Text::tr("gaps between launches"), &protocol::CgParts::gaps}}};
}

} // namespace

QString stretchTitle(const CgStretchRecord& stretch, const std::vector<CgStretchRecord>& all) {
    const auto differs = [&](QString CgSetup::*field) {
        return std::any_of(all.begin(), all.end(), [&](const CgStretchRecord& other) {
            return other.setup.*field != all.front().setup.*field;
        });
    };
    const CgSetup& setup = stretch.setup;
    QStringList parts{setup.kernel, setup.precision};
    if (setup.preconditioner != QLatin1String("none")) parts.append(setup.preconditioner);
    if (differs(&CgSetup::machine)) parts.append(setup.machine);
    return QStringLiteral("%1: %2").arg(stretch.number).arg(parts.join(QStringLiteral(", ")));
}

ChartSpec residualSpec() {
    ChartSpec spec;
    spec.call("solve-residual", Text::tr("Residual by iteration"), Text::tr("relative residual"));
    spec.over("iteration", Text::tr("iteration"));
    spec.value = "residual";
    spec.series = "stretch";
    spec.kind_column = "what";
    spec.points = "points";
    spec.log_value = spec.log_ticks = true;
    return spec;
}

Table residualTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts) {
    Table table;
    table.facts = facts;
    table.columns = {{"stretch", ""}, {"kernel", ""},    {"machine", ""},  {"precision", ""}, {"preconditioner", ""},
                     {"what", ""},    {"iteration", ""}, {"residual", ""}, {"points", ""}};
    std::size_t widest = 1;
    for (const CgStretchRecord& stretch : stretches) {
        const std::string title = stretchTitle(stretch, stretches).toStdString();
        const CgSetup& setup = stretch.setup;
        const auto add = [&](double iteration, double residual, const QString& points) {
            if (!std::isfinite(residual)) return;
            table.add_row({title, setup.kernel.toStdString(), setup.machine.toStdString(),
                           setup.precision.toStdString(), setup.preconditioner.toStdString(),
                           kindCell(PlotKind::computed), static_cast<std::int64_t>(iteration), residual,
                           points.toStdString()});
        };
        const std::size_t count = stretch.residual.size(), every = std::max<std::size_t>(1, count / most_rows);
        widest = std::max(widest, every);
        for (std::size_t i = 0; i < count; ++i)
            if (i % every == 0 || i + 1 == count) add(stretch.iteration[i], stretch.residual[i], {});
        for (const auto& [iteration, residual] : stretch.true_residuals)
            add(iteration, residual, Text::tr("true residual ‖b - A x‖ / ‖b‖"));
        for (const double iteration : stretch.restarts)
            table.add_row({Text::tr("restarts from x").toStdString(), setup.kernel.toStdString(),
                           setup.machine.toStdString(), setup.precision.toStdString(),
                           setup.preconditioner.toStdString(), kindCell(PlotKind::mark),
                           static_cast<std::int64_t>(iteration), Cell(), std::string()});
    }
    if (widest > 1)
        table.facts.emplace_back("shown", Text::tr("residuals every %n iterations (in the longest segment)", nullptr,
                                                   static_cast<int>(widest))
                                              .toStdString());
    return table;
}

ChartSpec costSpec() {
    ChartSpec spec;
    spec.call("solve-cost", Text::tr("Cost of one iteration"), Text::tr("time"));
    spec.category = "stretch";
    spec.series = "part";
    spec.value = "time";
    spec.modelled = "modelled";
    spec.kind_column = "kind";
    spec.stacked = true;
    return spec;
}

Table costTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts) {
    Table table;
    table.facts = facts;
    struct Cost {
        const CgStretchRecord& stretch;
        QString part;
        double ns;
    };
    std::vector<Cost> costs;
    for (const CgStretchRecord& stretch : stretches) {
        if (!stretch.parts || stretch.parts->sum() <= 0) continue;
        for (const Part& part : parts())
            if (const double ns = (*stretch.parts).*part.value; ns > 0) costs.push_back({stretch, part.title, ns});
    }
    const std::vector<ColumnOf<Cost>> columns{
        {"stretch", "", [&](const Cost& of) { return Cell(stretchTitle(of.stretch, stretches).toStdString()); }},
        {"part", "", [](const Cost& of) { return Cell(of.part.toStdString()); }},
        {"kind", "", [](const Cost& of) { return kindCell(of.stretch.modelled); }},
        {"time", "ns", [](const Cost& of) { return Cell(of.ns); }, true, "modelled"},
        {"share", "", [](const Cost& of) { return Cell(of.ns / of.stretch.parts->sum()); }}};
    fillTable(table, columns, costs, [](const Cost& of) { return of.stretch.modelled; });
    return table;
}

QString costReading(const std::vector<CgStretchRecord>& stretches) {
    for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
        if (!stretch->parts || stretch->parts->sum() <= 0) continue;
        const double sum = stretch->parts->sum();
        QStringList shares;
        for (const Part& part : parts()) {
            const double share = (*stretch->parts).*part.value / sum;
            if (share >= 0.005) shares.append(Text::tr("%1% %2").arg(qRound(share * 100)).arg(part.title));
        }
        return (stretch->modelled ? Text::tr("Modeled: one iteration takes %1 (%2).")
                                  : Text::tr("One iteration takes %1 (%2)."))
            .arg(timeText(sum), shares.join(QStringLiteral(", ")));
    }
    return {};
}

} // namespace warploom::ui
