#include "engine/protocol/messages/pitfall.h"

#include "engine/items.h"
#include "engine/protocol/messages/run.h"
#include "engine/sentence.h"

namespace warploom::protocol {

namespace {

Json write_cell(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (const auto* value = std::get_if<double>(&cell)) return number(*value);
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    return nullptr;
}

Cell read_cell(const Reader& in) {
    if (in.is_nothing()) return {};
    if (in.json().is_boolean()) return in.flag() ? 1.0 : 0.0;
    if (in.json().is_string()) return in.text();
    return in.number();
}

} // namespace

Json Value<Table>::write(const Table& table) {
    Json columns = Json::array(), rows = Json::array();
    for (const Column& column : table.columns) columns.push_back({{"name", column.name}, {"unit", column.unit}});
    for (const auto& row : table.rows) {
        Json cells = Json::array();
        for (const Cell& cell : row) cells.push_back(write_cell(cell));
        rows.push_back(std::move(cells));
    }
    return {{"name", table.title}, {"columns", columns}, {"rows", rows}};
}

void Value<Table>::read(Table& table, const Reader& in, const Rule&) {
    table.title = in.member("name").text();
    const Reader columns = in.member("columns"), rows = in.member("rows");
    const std::size_t width = columns.list_size(), length = rows.list_size();
    // Maximum number of table cells. Rows can omit trailing cells, so a short document could otherwise describe a huge
    // table.
    constexpr std::size_t most_cells = 1'000'000;
    if (width > 0 && length > most_cells / width) in.refuse(sentence("a table with at most a million cells"));
    for (std::size_t c = 0; c < width; ++c) {
        const Reader column = columns.item(c), unit = column.member("unit");
        table.columns.push_back({column.member("name").text(), unit.is_nothing() ? "" : unit.text()});
    }
    for (std::size_t r = 0; r < length; ++r) {
        const Reader row = rows.item(r);
        const std::size_t cells = row.list_size();
        if (cells > width) row.refuse(sentence("a row with at most one cell per column"));
        std::vector<Cell> read(width);
        for (std::size_t c = 0; c < cells; ++c) read[c] = read_cell(row.item(c));
        table.add_row(std::move(read));
    }
}

WARPLOOM_FIELDS(Pitfall, {"The `pitfall` document",
                          {{"name", "", &Pitfall::name, "name of the pitfall", needed},
                           {"kind", "", &Pitfall::kind, "whether all times in the document are measured or modeled"},
                           {"machine", "", &Pitfall::machine, "machine ID"},
                           {"sentence", "", &Pitfall::sentence, "one-sentence summary of what the measurement shows"},
                           {"tables", "", &Pitfall::tables, "result tables", needed}}})

const Table& Pitfall::table(const std::string& wanted) const {
    static const Table none;
    const Table* const found = find_item(tables, &Table::title, wanted);
    return found == nullptr ? none : *found;
}

Pitfall read_pitfall(const Json& json) {
    static const DocumentSource source{
        "pitfall.malformed", "The worker's answer cannot be shown",
        "The app and the worker may be different versions. Restart the worker (Tools menu)."};
    return read<Pitfall>(json, source);
}

} // namespace warploom::protocol
