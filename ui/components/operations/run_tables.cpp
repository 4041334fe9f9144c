#include "ui/components/operations/run_tables.h"

#include "ui/components/operations/run_lines.h"
#include "ui/style/text.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

bool any_modelled(const std::vector<RunResultRef>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const RunResultRef& line) { return line.result->is_modelled(); });
}

} // namespace

QString verdictText(const RunResult& r) {
    if (!r.speedup) return {};
    const QString verdict = QLatin1String(to_string(r.speedup->verdict));
    return r.is_modelled() ? Text::tr("%1 (modeled)").arg(verdict) : verdict;
}

Table sampleTable(const ShownRuns& runs) {
    Table table{.title = "samples"};
    addRunFacts(table, runs);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""},
                     {"matrix", ""}, {"series", ""},  {"kind", ""},      {"sample", "ns"}};
    const std::vector<RunResultRef> lines = runLines(runs, false);
    const RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        if (!std::isfinite(r.time.median) || r.is_modelled()) continue; // modeled times have no samples
        const std::vector<Cell> head{r.kernel,
                                     r.machine,
                                     std::string(to_string(r.precision)),
                                     std::int64_t{r.block},
                                     textCell(QFileInfo(r.matrix).fileName()),
                                     runSeries(line, v),
                                     std::string(to_string(r.time.kind))};
        for (const measure::Sample& sample : r.samples) {
            std::vector<Cell> row = head;
            row.push_back(numberCell(sample.time_ns));
            table.add_row(std::move(row));
        }
    }
    return table;
}

namespace {

/// Returns whether the values of a column are derived from a time. Such a column has a separate counterpart for modeled
/// values.
bool follows_time(const Column& column) {
    return column.name == "speedup" || column.name == "gflops" || column.name == "bandwidth" ||
           (column.unit == "ns" && column.name != "floor" && column.name != "conversion" &&
            column.name != "preprocess" && column.name != "transfer");
}

/// Returns the display order of the columns in the results dock. The most useful columns come first, because only a few
/// are visible at a time. The other columns stay in protocol order.
std::vector<std::size_t> readingOrder(const std::vector<Column>& columns) {
    std::vector<std::size_t> order;
    for (const char* name : {"kernel", "machine", "median", "speedup", "verdict", "gflops", "bandwidth", "status",
                             "reason", "kind", "binding"})
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c].name == name) order.push_back(c);
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (std::find(order.begin(), order.end(), c) == order.end()) order.push_back(c);
    return order;
}

} // namespace

Table resultTable(const ShownRuns& runs) {
    Table table{.title = "results"};
    addRunFacts(table, runs);
    const std::vector<RunResultRef> lines = runLines(runs, true);
    const bool with_model = any_modelled(lines);
    const std::string operation = runOperation(runs).toStdString();
    std::vector<Column> columns = protocol::Row::fields().columns();
    for (Column& own : protocol::result_columns(operation)) columns.push_back(std::move(own));
    const std::vector<std::size_t> order = readingOrder(columns);
    table.columns = {{"run", ""}};
    for (const std::size_t c : order) {
        const Column& column = columns[c];
        table.columns.push_back(column);
        if (with_model && follows_time(column))
            table.columns.push_back({column.name == "median" ? "modelled" : "modelled_" + column.name, column.unit});
    }
    for (const char* name : {"matrix", "order", "nonzeros"}) table.columns.push_back({name, ""});
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        std::vector<Cell> values;
        protocol::Row::fields().add_cells(r, values);
        protocol::add_result_cells(operation, r.result, values);
        std::vector<Cell> row{std::int64_t{line.run->number}};
        for (const std::size_t c : order) {
            const bool follows = follows_time(columns[c]);
            if (columns[c].name == "verdict") values[c] = textCell(verdictText(r));
            row.push_back(follows && r.is_modelled() ? Cell() : values[c]);
            if (with_model && follows) row.push_back(r.is_modelled() ? values[c] : Cell());
        }
        for (Cell cell : {textCell(QFileInfo(r.matrix).fileName()), knownCell(r.order), knownCell(r.nonzeros)})
            row.push_back(std::move(cell));
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
