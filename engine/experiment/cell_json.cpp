// Cells as JSON: in a result, on the wire.

#include "engine/error.h"
#include "engine/experiment/lined_json.h"
#include "engine/experiment/result_parts.h"

#include <algorithm>
#include <cmath>

namespace warploom::experiment {

namespace {

ResultJson value_document(const Value& value, Samples samples) {
    ResultJson json = ResultJson::object();
    const bool is_finite = !value.number || std::isfinite(*value.number);
    if (value.number && is_finite) json["number"] = number_json(*value.number);
    if (value.low && std::isfinite(*value.low)) json["low"] = number_json(*value.low);
    if (value.high && std::isfinite(*value.high)) json["high"] = number_json(*value.high);
    if (!value.text.empty()) json["text"] = value.text;
    if (!is_finite) json["why_not"] = "The figure is not finite.";
    else if (!value.why_not.empty()) json["why_not"] = value.why_not;
    if (!value.note.empty()) json["note"] = value.note;
    if (value.is_fitted) json["fitted"] = true;
    if (samples == Samples::keep && !value.samples_ns.empty()) {
        ResultJson list = ResultJson::array();
        for (const double sample : value.samples_ns) list.push_back(number_json(sample));
        json["samples_ns"] = std::move(list);
    }
    return json;
}

std::optional<double> number_of(const ResultJson& json, const char* key, const ResultRefusal& refuse) {
    const auto found = json.find(key);
    if (found == json.end()) return std::nullopt;
    if (!found->is_number()) refuse("\"" + std::string(key) + "\" of a cell is no number");
    return found->get<double>();
}

std::string text_of(const ResultJson& json, const char* key, const ResultRefusal& refuse) {
    const auto found = json.find(key);
    if (found == json.end()) return {};
    if (!found->is_string()) refuse("\"" + std::string(key) + "\" of a cell is no text");
    return found->get<std::string>();
}

Value read_value(const ResultJson& cell, const char* column, const ResultRefusal& refuse) {
    Value value;
    const auto json = cell.find(column);
    if (json == cell.end()) return value;
    if (!json->is_object()) refuse("\"" + std::string(column) + "\" of a cell is no object");
    value.number = number_of(*json, "number", refuse);
    value.low = number_of(*json, "low", refuse);
    value.high = number_of(*json, "high", refuse);
    value.text = text_of(*json, "text", refuse);
    value.why_not = text_of(*json, "why_not", refuse);
    value.note = text_of(*json, "note", refuse);
    if (const auto fitted = json->find("fitted"); fitted != json->end()) {
        if (!fitted->is_boolean()) refuse("\"fitted\" of a cell is neither true nor false");
        value.is_fitted = fitted->get<bool>();
    }
    if (const auto samples = json->find("samples_ns"); samples != json->end()) {
        const auto is_number = [](const ResultJson& sample) { return sample.is_number(); };
        if (!samples->is_array() || !std::all_of(samples->begin(), samples->end(), is_number))
            refuse("\"samples_ns\" of a cell is no list of numbers");
        value.samples_ns = samples->get<std::vector<double>>();
    }
    return value;
}

ResultJson parse_alone(const std::string& text, const ResultRefusal& refuse) {
    try {
        return ResultJson::parse(text);
    } catch (const ResultJson::exception&) { refuse("it is not JSON"); }
}

} // namespace

void ResultRefusal::operator()(const std::string& what, const std::string& hint) const {
    throw Error("result.format", "The result " + where + " cannot be read: " + what + ".", hint);
}

ResultJson number_json(double number) {
    if (number == std::floor(number) && std::abs(number) < 1e15) return static_cast<std::int64_t>(number);
    return number;
}

ResultJson cell_document(const Cell& cell, Samples samples) {
    ResultJson at = ResultJson::object();
    for (const auto& [name, value] : cell.at) at[name] = value;
    ResultJson json{{"series", cell.series}, {"at", std::move(at)}};
    for (const Column column : columns) json[to_string(column)] = value_document(cell.value(column), samples);
    return json;
}

Cell read_cell(const ResultJson& json, const ResultRefusal& refuse) {
    if (!json.is_object()) refuse("a cell is no object");
    Cell cell;
    cell.series = text_of(json, "series", refuse);
    if (cell.series.empty()) refuse("a cell has no series");
    if (const auto at = json.find("at"); at != json.end()) {
        if (!at->is_object()) refuse("\"at\" of a cell is no object");
        for (const auto& [name, value] : at->items()) {
            if (!value.is_string() && !value.is_number()) refuse("\"at\" of a cell has a value that is no text");
            cell.at.emplace_back(name, value.is_string() ? value.get<std::string>() : number_text(value.get<double>()));
        }
    }
    for (const Column column : columns) cell.value(column) = read_value(json, to_string(column), refuse);
    return cell;
}

std::string cell_to_json(const Cell& cell, Samples samples) {
    return cell_document(cell, samples).dump(-1, ' ', false, ResultJson::error_handler_t::replace);
}

Cell cell_from_json(const std::string& text) {
    const ResultRefusal refuse{"of one cell"};
    return read_cell(parse_alone(text, refuse), refuse);
}

std::string cells_to_json(const std::vector<Cell>& cells, Samples samples) {
    ResultJson list = ResultJson::array();
    for (const auto& cell : cells) list.push_back(cell_document(cell, samples));
    return list.dump(-1, ' ', false, ResultJson::error_handler_t::replace);
}

std::vector<Cell> cells_from_json(const std::string& text) {
    const ResultRefusal refuse{"of cells"};
    const ResultJson list = parse_alone(text, refuse);
    if (!list.is_array()) refuse("it is no list");
    std::vector<Cell> cells;
    for (const auto& json : list) cells.push_back(read_cell(json, refuse));
    return cells;
}

} // namespace warploom::experiment
