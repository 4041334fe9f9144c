#include "app/pitfalls/pitfall.h"

#include "engine/error.h"

#include <array>

namespace warploom::app {

using protocol::Json;

namespace {

struct Entry {
    const char* name;
    Pitfall (*show)(const PitfallSettings&);
};
constexpr std::array<Entry, 5> pitfalls{{{"clock", clock_pitfall},
                                         {"first-run", first_run_pitfall},
                                         {"precision", precision_pitfall},
                                         {"cache-end", cache_end_pitfall},
                                         {"copies", copies_pitfall}}};

Json cell_document(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (const auto* value = std::get_if<double>(&cell)) return protocol::number(*value);
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    return nullptr;
}

} // namespace

Pitfall show_pitfall(const PitfallSettings& settings) {
    constexpr std::int64_t most = 10'000'000; // a page waits for it
    if (settings.n && (*settings.n < 1 || *settings.n > most))
        throw Error("pitfall.size", "A pitfall cannot be shown with " + std::to_string(*settings.n) + " unknowns.",
                    "Write a number from 1 to " + std::to_string(most) + ".");
    std::string known;
    for (const Entry& entry : pitfalls) {
        if (settings.name == entry.name) return entry.show(settings);
        known += (known.empty() ? "" : ", ") + std::string(entry.name);
    }
    throw Error("pitfall.unknown", "There is no pitfall '" + settings.name + "'.", "Known are: " + known + ".");
}

Json pitfall_document(const PitfallSettings& settings, const Pitfall& pitfall) {
    Json tables = Json::array();
    for (const Table& table : pitfall.tables) {
        Json columns = Json::array(), rows = Json::array();
        for (const Column& column : table.columns) columns.push_back({{"name", column.name}, {"unit", column.unit}});
        for (const auto& row : table.rows) {
            Json cells = Json::array();
            for (const Cell& cell : row) cells.push_back(cell_document(cell));
            rows.push_back(std::move(cells));
        }
        tables.push_back({{"name", table.title}, {"columns", columns}, {"rows", rows}});
    }
    return {{"name", settings.name},
            {"kind", pitfall.is_modelled ? "modelled" : "measured"},
            {"machine", settings.machine.info().id},
            {"sentence", pitfall.sentence},
            {"tables", tables}};
}

} // namespace warploom::app
