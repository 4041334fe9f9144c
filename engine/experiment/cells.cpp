#include "engine/experiment/cells.h"

#include "engine/experiment/experiment_parts.h"
#include "engine/sentence.h"

namespace warploom::experiment {

namespace {

/// Returns all numbers in a published text such as "10 to 19". Ignores text in parentheses.
std::vector<double> numbers_in(const std::string& text) {
    std::vector<double> numbers;
    std::string word;
    int depth = 0;
    for (const char c : text + " ") {
        if (c == '(') ++depth;
        const bool is_header = depth == 0 && ((c >= '0' && c <= '9') || c == '.' || c == 'e' || c == '-' || c == '+');
        if (c == ')' && depth > 0) --depth;
        if (is_header) {
            word += c;
            continue;
        }
        if (double number = 0; protocol::is_number_text(word, &number)) numbers.push_back(number);
        word.clear();
    }
    return numbers;
}

CellValue printed(const Series& series, const PublishedCell& cell) {
    const Table& table = published_table(cell.file);
    CellValue value;
    if (const double number = table.number(cell.row, cell.column); number == number) {
        value.number = number;
        return value;
    }
    value.text = table.text(cell.row, cell.column);
    if (value.text.empty()) {
        value.why_not = sentence("The source has no value for this cell.");
    } else if (!series.part.empty()) {
        const auto numbers = numbers_in(value.text);
        if (!numbers.empty()) value.number = series.part == "low" ? numbers.front() : numbers.back();
    } else if (series.figure == Figure::difference && value.text == "equal") {
        value.number = 0;
    }
    if (!value.number && value.why_not.empty()) value.why_not = sentence("The published value is not a number.");
    return value;
}

} // namespace

const CellValue& Cell::value(CellColumn column) const {
    return column == CellColumn::published ? published : column == CellColumn::modelled ? modelled : measured;
}

CellValue& Cell::value(CellColumn column) {
    return column == CellColumn::published ? published : column == CellColumn::modelled ? modelled : measured;
}

std::optional<double> Cell::ratio(CellColumn of, CellColumn over) const {
    const auto &above = value(of).number, &below = value(over).number;
    if (!above || !below || *below == 0) return std::nullopt;
    return *above / *below;
}

std::vector<Bindings> combinations(const Experiment& experiment, const std::vector<std::string>& over, bool quick) {
    std::vector<Bindings> all(1);
    for (const auto& variable : experiment.variables) { // keep the order in which the experiment lists its variables
        if (!contains(over, variable.name)) continue;
        std::vector<Bindings> longer;
        for (const auto& at : all)
            for (const auto& value : variable.values) {
                if (quick && !variable.quick.empty() && !contains(variable.quick, value.name)) continue;
                longer.push_back(at);
                longer.back().emplace_back(variable.name, value.name);
            }
        all = std::move(longer);
    }
    return all;
}

std::vector<Bindings> bindings_of(const Experiment& experiment, const Series& series, bool quick) {
    return combinations(experiment, series.over, quick);
}

std::vector<Cell> expand(const Experiment& experiment, bool quick) {
    std::vector<Cell> cells;
    for (const auto& series : experiment.series)
        for (auto& at : bindings_of(experiment, series, quick)) {
            Cell cell;
            cell.series = series.id;
            if (const auto where = published_cell(experiment, series, at)) cell.published = printed(series, *where);
            else cell.published.why_not = sentence("No value was published.");
            cell.at = std::move(at);
            cells.push_back(std::move(cell));
        }
    return cells;
}

const Cell* find_cell(const std::vector<Cell>& cells, const std::string& series, const Bindings& at) {
    for (const auto& cell : cells)
        if (cell.series == series && cell.at.size() == at.size() &&
            std::is_permutation(cell.at.begin(), cell.at.end(), at.begin()))
            return &cell;
    return nullptr;
}

} // namespace warploom::experiment
