#include "app/cli/operation_text.h"

#include "app/cli/text_output.h"
#include "app/operations/operation.h"

#include <algorithm>

namespace warploom::app {

namespace {

std::string word_of(const warploom::Column& column, const Cell& cell) {
    if (std::holds_alternative<std::string>(cell)) return std::get<std::string>(cell);
    if (std::holds_alternative<double>(cell)) {
        const double number = std::get<double>(cell);
        return column.unit == "ns" ? time_text(number) : figure_text(number);
    }
    if (!std::holds_alternative<std::int64_t>(cell)) return "-";
    const std::int64_t count = std::get<std::int64_t>(cell);
    if (column.name == "symmetric") return count != 0 ? "yes" : "no";
    return column.name == "threads" && count == 0 ? "all" : std::to_string(count);
}

} // namespace

std::vector<std::string> operation_header(kernels::Operation operation) {
    std::vector<std::string> header;
    for (const auto& [heading, column] : spec_of(operation).words().columns) header.emplace_back(heading);
    return header;
}

std::vector<std::string> operation_words(kernels::Operation operation, const Row& row) {
    const std::string id = kernels::to_string(operation);
    const std::vector<warploom::Column> columns = wire::result_columns(id);
    std::vector<Cell> cells;
    wire::add_result_cells(id, row.result, cells);
    std::vector<std::string> words;
    for (const auto& [heading, name] : spec_of(operation).words().columns) {
        const auto wanted = [&name = name](const warploom::Column& column) { return column.name == name; };
        const auto place = std::find_if(columns.begin(), columns.end(), wanted) - columns.begin();
        const bool is_threads = std::string(name) == "threads" && row.threads; // known of rows that were not run, too
        words.push_back(word_of(columns[place], is_threads ? Cell(std::int64_t{*row.threads}) : cells[place]));
    }
    return words;
}

} // namespace warploom::app
