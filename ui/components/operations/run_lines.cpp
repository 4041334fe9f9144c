#include "ui/components/operations/run_lines.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
Cell numberCell(double value) {
    if (!std::isfinite(value)) return std::monostate{};
    return value;
}

Cell knownCell(std::int64_t count) {
    if (count <= 0) return std::monostate{};
    return count;
}

Cell textCell(const QString& text) { return text.toStdString(); }

RunVarying runVarying(const std::vector<RunResultRef>& lines) {
    RunVarying v;
    std::optional<int> threads;
    int block = 0; // first block size, ignoring kernels without a block size
    for (const RunResultRef& line : lines) {
        const RunResultRef& first = lines.front();
        v.run = v.run || line.run != first.run;
        v.machine = v.machine || line.result->machine != first.result->machine;
        v.precision = v.precision || line.result->precision != first.result->precision;
        if (block == 0) block = line.result->block;
        v.block = v.block || (line.result->block > 0 && line.result->block != block);
        if (!threads) threads = line.result->threads;
        v.threads = v.threads || (line.result->threads && line.result->threads != threads);
        v.matrix = v.matrix || line.result->matrix != first.result->matrix;
    }
    return v;
}

namespace {
QString seriesText(const RunResultRef& line, const RunVarying& v, bool block, bool matrix) {
    QStringList parts;
    if (v.run) parts.append(line.run->shortName());
    if (v.machine) parts.append(toQString(line.result->machine));
    if (v.precision) parts.append(QLatin1String(to_string(line.result->precision)));
    if (v.matrix && matrix) parts.append(QFileInfo(line.result->matrix).fileName());
    if (v.block && block)
        parts.append(line.result->block > 0 ? Text::tr("%1 threads per block").arg(line.result->block)
                                            : Text::tr("no block size"));
    if (v.threads && line.result->threads)
        parts.append(*line.result->threads > 0 ? Text::tr("%n CPU threads", nullptr, *line.result->threads)
                                               : Text::tr("all cores"));
    return parts.join(QStringLiteral(", "));
}
} // namespace

std::string runSeries(const RunResultRef& line, const RunVarying& v, bool block, bool matrix) {
    return seriesText(line, v, block, matrix).toStdString();
}

std::vector<RunResultRef> runLines(const ShownRuns& runs, bool sorted) {
    std::vector<RunResultRef> lines;
    bool settled = true;
    for (const auto& run : runs) {
        settled = settled && run->state != Run::State::running;
        for (const RunResult& result : run->results) lines.push_back({run.get(), &result});
    }
    if (sorted && settled) {
        std::stable_sort(lines.begin(), lines.end(), [](const RunResultRef& a, const RunResultRef& b) {
            const double x = a.result->time.median, y = b.result->time.median;
            if (std::isfinite(x) != std::isfinite(y)) return std::isfinite(x);
            return std::isfinite(x) && x < y;
        });
    }
    return lines;
}

void addRunFacts(Table& table, const ShownRuns& runs) {
    for (const auto& run : runs) {
        for (const auto& [key, value] : run->facts) {
            if (value.isEmpty()) continue;
            const std::string name = key.toStdString(), text = value.toStdString();
            const auto found =
                std::find_if(table.facts.begin(), table.facts.end(), [&](const auto& f) { return f.first == name; });
            if (found == table.facts.end()) {
                table.facts.emplace_back(name, text);
            } else if (found->second.find(text) == std::string::npos) {
                found->second += " | " + text;
            }
        }
    }
}

void addHeadColumns(Table& table) {
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""}, {"matrix", ""},
                     {"series", ""}, {"status", ""},  {"reason", ""},    {"kind", ""}};
}

std::vector<Cell> headCells(const RunResultRef& line, const std::string& series) {
    const RunResult& r = *line.result;
    return {r.kernel,
            r.machine,
            std::string(to_string(r.precision)),
            std::int64_t{r.block},
            textCell(QFileInfo(r.matrix).fileName()),
            series,
            std::string(to_string(r.status)),
            r.reason.empty() ? r.detail : r.reason,
            std::string(to_string(r.time.kind))};
}

QString runMatrix(const ShownRuns& runs) {
    QStringList all;
    for (const auto& run : runs) all += toQString(run->plan.matrices);
    all.removeDuplicates();
    return all.size() == 1 ? QFileInfo(all.first()).fileName() : QString();
}

QString runOperation(const ShownRuns& runs) {
    return runs.empty() ? QStringLiteral("spmv") : toQString(runs.front()->plan.operation);
}

} // namespace warploom::ui
