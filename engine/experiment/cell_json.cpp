// Cells as JSON: in a result, on the wire.

#include "engine/experiment/result_parts.h"
#include "engine/sentence.h"

#include <cmath>

namespace warploom::experiment {

WARPLOOM_FIELDS(
    CellValue,
    {"A figure of a cell",
     {protocol::Field<Self>{"number", "", &Self::number, "in the unit of the series"}.or_left_out(),
      protocol::Field<Self>{"low", "", &Self::low, "quartile of a measured figure, and what follows from it"}
          .or_left_out(),
      protocol::Field<Self>{"high", "", &Self::high, ""}.or_left_out(),
      protocol::Field<Self>{"text", "", &Self::text, "the printed text where it is no plain number: \"10 to 19\""}
          .or_left_out(),
      protocol::Field<Self>{"why_not", "", &Self::why_not, "why there is no number"}.or_left_out(),
      protocol::Field<Self>{"kernel", "", &Self::kernel, "that was traced or run, of a file with the hash of its text"}
          .or_left_out(),
      protocol::Field<Self>{"note", "", &Self::note, "what stands in for what"}.or_left_out(),
      protocol::Field<Self>{"fitted", "", &Self::is_fitted, "modelled: this cell was used to fit the card"}
          .or_left_out(),
      protocol::Field<Self>{"samples_ns", "ns", &Self::samples_ns, "measured: all that count"}.or_left_out()}})

namespace {

Json write_place(const Cell& cell) {
    Json at = Json::object();
    for (const auto& [name, value] : cell.at) at[name] = value;
    return at;
}

/// A value may have been written as a number.
void read_place(Cell& cell, const protocol::Reader& in) {
    in.expect_object();
    for (const auto& [name, value] : in.json().items())
        cell.at.emplace_back(name,
                             value.is_number() ? protocol::number_text(value.get<double>()) : in.member(name).text());
}

CellValue writable(CellValue value) {
    if (value.number && !std::isfinite(*value.number)) {
        value.number.reset();
        value.why_not = sentence("The value is not finite.");
    }
    return value;
}

} // namespace

WARPLOOM_FIELDS(Cell, {"A cell",
                       {{"series", "", &Cell::series, "id", protocol::needed},
                        {"at", "", "which value each variable has, in any order", false, write_place, read_place},
                        {"published", "", &Cell::published, ""},
                        {"modelled", "", &Cell::modelled, ""},
                        {"measured", "", &Cell::measured, ""}}})

Json cell_to_json(const Cell& cell, IncludeSamples samples) {
    Cell written{cell.series, cell.at, writable(cell.published), writable(cell.modelled), writable(cell.measured)};
    if (samples == IncludeSamples::leave_out) written.measured.samples_ns.clear();
    return protocol::write(written);
}

Json cells_to_json(const std::vector<Cell>& cells, IncludeSamples samples) {
    Json list = Json::array();
    for (const Cell& cell : cells) list.push_back(cell_to_json(cell, samples));
    return list;
}

Cell cell_from_json(const Json& json) { return protocol::read<Cell>(json, result_source(sentence("of one cell"))); }

std::vector<Cell> cells_from_json(const Json& json) {
    return protocol::read<std::vector<Cell>>(json, result_source(sentence("of several cells")));
}

} // namespace warploom::experiment
