// Serializes the cells of an experiment for result files and messages.

#include "engine/experiment/result_parts.h"
#include "engine/sentence.h"

#include <cmath>

namespace warploom::experiment {

WARPLOOM_FIELDS(
    CellValue,
    {"A value of a cell",
     {protocol::Field<Self>{"number", "", &Self::number, "numeric value, in the unit of the series"}.or_left_out(),
      protocol::Field<Self>{"low", "", &Self::low,
                            "lower quartile of the measured value, or a bound derived from quartiles"}
          .or_left_out(),
      protocol::Field<Self>{"high", "", &Self::high,
                            "upper quartile of the measured value, or a bound derived from quartiles"}
          .or_left_out(),
      protocol::Field<Self>{"text", "", &Self::text,
                            "printed text, if the cell is not a plain number, such as \"10 to 19\""}
          .or_left_out(),
      protocol::Field<Self>{"why_not", "", &Self::why_not, "reason that there is no number"}.or_left_out(),
      protocol::Field<Self>{"kernel", "", &Self::kernel,
                            "kernel that was traced or run; for a kernel file, includes a hash of the source"}
          .or_left_out(),
      protocol::Field<Self>{"note", "", &Self::note, "remark on substitutions, such as a different kernel or matrix"}
          .or_left_out(),
      protocol::Field<Self>{"fitted", "", &Self::is_fitted,
                            "modeled values only: whether the card was fitted to "
                            "this cell"}
          .or_left_out(),
      protocol::Field<Self>{"samples_ns", "ns", &Self::samples_ns,
                            "measured values only: all samples except discarded ones"}
          .or_left_out()}})

namespace {

Json write_place(const Cell& cell) {
    Json at = Json::object();
    for (const auto& [name, value] : cell.at) at[name] = value;
    return at;
}

/// Reads the series and variables that identify a cell. Values of variables may be strings or numbers.
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
                       {{"series", "", &Cell::series, "ID of the series", protocol::needed},
                        {"at", "", "value of each variable, in any order", false, write_place, read_place},
                        {"published", "", &Cell::published, "published value"},
                        {"modelled", "", &Cell::modelled, "modeled value"},
                        {"measured", "", &Cell::measured, "measured value"}}})

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
