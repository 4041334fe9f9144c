#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <optional>

// Readers for graphs and data sets in text formats: METIS, edge lists and LIBSVM.

namespace warploom::imports {

namespace {

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at < line.size();) {
        while (at < line.size() && is_separator(line[at])) ++at;
        const std::size_t begin = at;
        while (at < line.size() && !is_separator(line[at])) ++at;
        if (at > begin) fields.push_back(line.substr(begin, at - begin));
    }
    return fields;
}

bool is_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos || line[first] == '#' || line[first] == '%' ||
           line.substr(first).starts_with("//");
}

/// Collects entries whose indices start at 0 or at 1. The base is known only after the last entry has been read.
class LooseEntries {
public:
    explicit LooseEntries(const ImportSource& source) : source_(source), list_(source.path, source.progress) {}

    void add(const Lines& lines, std::int64_t row, std::int64_t col, double value) {
        if (std::min(row, col) < 0) lines.refuse(sentence("An index is negative."));
        if (std::max(row, col) >= largest_order)
            refuse_kind(source_, sentence("Line {line}: indices above 2147483646 are not supported.",
                                          {{"line", lines.number()}}));
        least_row_ = std::min(least_row_, row);
        least_col_ = std::min(least_col_, col);
        greatest_row_ = std::max(greatest_row_, row);
        greatest_col_ = std::max(greatest_col_, col);
        is_integer_ = is_integer_ && std::trunc(value) == value;
        list_.add(row, col, value);
    }
    std::int64_t size() const { return list_.size(); }
    std::int64_t least_row() const { return least_row_; }
    std::int64_t least_col() const { return least_col_; }
    std::int64_t greatest_row() const { return greatest_row_; }
    std::int64_t greatest_col() const { return greatest_col_; }
    Field field_of_values() const { return is_integer_ ? Field::integer : Field::real; }
    Matrix build(std::int64_t first_row, std::int64_t first_col, std::int64_t rows, std::int64_t cols, Field field) && {
        list_.shift(first_row, first_col);
        return std::move(list_).build(rows, cols, field, Symmetry::general, source_.threads);
    }

private:
    const ImportSource& source_;
    EntryList list_;
    std::int64_t least_row_ = largest_order, least_col_ = largest_order, greatest_row_ = -1, greatest_col_ = -1;
    bool is_integer_ = true;
};

} // namespace

Matrix read_edge_list(const ImportSource& source) {
    Lines lines(source, source.text);
    LooseEntries entries(source);
    std::string_view line;
    std::size_t fields_per_line = 0;
    bool may_be_names = true;
    struct Size {
        std::int64_t rows, cols, entries;
    };
    std::optional<Size> size; // the dimensions, if the first line appears to contain them
    while (lines.next(line)) {
        if (is_comment(line)) continue;
        const auto fields = fields_of(line);
        std::int64_t row = 0, col = 0;
        double value = 1;
        const bool is_entry = (fields.size() == 2 || fields.size() == 3) && parse_whole(fields[0], row) &&
                              parse_whole(fields[1], col) && (fields.size() == 2 || parse_number(fields[2], value));
        if (!is_entry && may_be_names) {
            may_be_names = false;
            continue;
        }
        may_be_names = false;
        if (!is_entry)
            lines.refuse(
                sentence("Expected two indices and possibly a value, found {found}.", {{"found", quoted(line)}}));
        if (fields_per_line == 0) {
            fields_per_line = fields.size();
            if (std::int64_t count = 0; fields.size() == 3 && parse_whole(fields[2], count) && count > 0) {
                size = {row, col, count};
                continue;
            }
        }
        if (fields.size() != fields_per_line)
            lines.refuse(sentence("The line has {found} fields, but earlier lines have {expected}.",
                                  {{"found", fields.size()}, {"expected", fields_per_line}}));
        entries.add(lines, row, col, value);
    }
    if (size && entries.size() == size->entries && entries.least_row() > 0 && entries.least_col() > 0 &&
        entries.greatest_row() <= size->rows && entries.greatest_col() <= size->cols) {
        const Field field = entries.field_of_values();
        Matrix matrix = std::move(entries).build(1, 1, size->rows, size->cols, field);
        matrix.remark = sentence("The file has no banner. Its first line was read as the numbers of rows, columns and "
                                 "entries.");
        return matrix;
    }
    if (size) entries.add(lines, size->rows, size->cols, static_cast<double>(size->entries));
    if (entries.size() == 0) lines.refuse(sentence("The file contains no edges."));

    const std::int64_t first = std::min(entries.least_row(), entries.least_col()) == 0 ? 0 : 1;
    const bool is_graph = fields_per_line == 2;
    std::int64_t rows = entries.greatest_row() + 1 - first, cols = entries.greatest_col() + 1 - first;
    if (is_graph) rows = cols = std::max(rows, cols); // the adjacency matrix of a graph is square
    const Field field = is_graph ? Field::pattern : entries.field_of_values();
    Matrix matrix = std::move(entries).build(first, first, rows, cols, field);
    matrix.remark = is_graph ? sentence("The file was read as a list of directed edges whose indices start at {first}.",
                                        {{"first", first}})
                             : sentence("The file was read as a list of rows, columns and values whose indices start "
                                        "at {first}. The largest indices determine the size of the matrix.",
                                        {{"first", first}});
    return matrix;
}

Matrix read_libsvm(const ImportSource& source) {
    Lines lines(source, source.text);
    LooseEntries entries(source);
    std::string_view line;
    std::int64_t samples = 0;
    while (lines.next(line)) {
        if (is_comment(line)) continue;
        if (const std::size_t comment = line.find('#'); comment != std::string_view::npos)
            line = line.substr(0, comment);
        const auto words = words_of(line);
        double label = 0;
        if (words.empty() || !parse_number(words[0], label))
            lines.refuse(sentence("Expected a label and pairs INDEX:VALUE, found {found}.", {{"found", quoted(line)}}));
        for (std::size_t w = 1; w < words.size(); ++w) {
            const std::size_t colon = words[w].find(':');
            std::int64_t index = 0;
            double value = 0;
            if (words[w].starts_with("qid:")) continue;
            if (colon == std::string_view::npos || !parse_whole(words[w].substr(0, colon), index) ||
                !parse_number(words[w].substr(colon + 1), value))
                lines.refuse(sentence("Expected a pair INDEX:VALUE, found {found}.", {{"found", quoted(words[w])}}));
            entries.add(lines, samples, index, value);
        }
        ++samples;
    }
    if (entries.size() == 0) lines.refuse(sentence("The file contains no values."));
    const std::int64_t first = entries.least_col() == 0 ? 0 : 1, cols = entries.greatest_col() + 1 - first;
    const Field field = entries.field_of_values();
    Matrix matrix = std::move(entries).build(0, first, samples, cols, field);
    matrix.remark = sentence("The file was read as LIBSVM data whose indices start at {first}. Each row is a sample; "
                             "labels are ignored.",
                             {{"first", first}});
    return matrix;
}

Matrix read_metis(const ImportSource& source) {
    Lines lines(source, source.text);
    const auto next = [&lines](const std::string& expected) {
        std::string_view line = lines.take(expected);
        while (!line.empty() && line.front() == '%') line = lines.take(expected);
        return line;
    };
    const std::string_view head = next(sentence("the numbers of vertices and edges"));
    const auto words = words_of(head);
    std::vector<std::int64_t> numbers(words.size());
    for (std::size_t w = 0; w < words.size(); ++w)
        if (!parse_whole(words[w], numbers[w]) || numbers[w] < 0) numbers.clear();
    if (numbers.size() < 2 || numbers.size() > 4)
        lines.refuse(sentence("Expected the numbers of vertices and edges of a METIS graph, found {found}.",
                              {{"found", quoted(head)}}));
    if (numbers[0] > largest_order)
        refuse_kind(source, sentence("The graph has more than 2147483647 vertices, which is not supported."));
    const std::int64_t format = numbers.size() > 2 ? numbers[2] : 0;
    const bool has_weights = format % 10 == 1, has_sizes = format / 100 % 10 == 1;
    if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1)
        lines.refuse(sentence("{format} is not a valid METIS format, such as 0, 1, 10, 11 or 111.",
                              {{"format", quoted(words[2])}}));
    const std::int64_t vertex_weights = format / 10 % 10 == 0 ? 0 : numbers.size() > 3 ? numbers[3] : 1;
    const auto skipped = static_cast<std::size_t>(vertex_weights + (has_sizes ? 1 : 0));

    EntryList list(source.path, source.progress);
    bool is_integer = true;
    for (std::int64_t row = 0; row < numbers[0]; ++row) {
        const auto fields = words_of(next(sentence("the neighbors of vertex {vertex}", {{"vertex", row + 1}})));
        const std::size_t step = has_weights ? 2 : 1;
        if (fields.size() < skipped || (fields.size() - skipped) % step != 0)
            lines.refuse(sentence("The line has {count} numbers, which does not match the format {format}.",
                                  {{"count", fields.size()}, {"format", format}}));
        for (std::size_t f = skipped; f < fields.size(); f += step) {
            std::int64_t col = 0;
            double weight = 1;
            if (!parse_whole(fields[f], col) || col < 1 || col > numbers[0])
                lines.refuse(sentence("Expected a vertex from 1 to {count}, found {found}.",
                                      {{"count", numbers[0]}, {"found", quoted(fields[f])}}));
            if (has_weights && !parse_number(fields[f + 1], weight))
                lines.refuse(
                    sentence("Expected the weight of an edge, found {found}.", {{"found", quoted(fields[f + 1])}}));
            is_integer = is_integer && std::trunc(weight) == weight;
            list.add(row, col - 1, weight);
        }
    }
    if (list.size() != 2 * numbers[1])
        lines.refuse(sentence("The graph lists {found} neighbors, but {edges} {edges:edge|edges} require {expected}.",
                              {{"found", list.size()}, {"edges", numbers[1]}, {"expected", 2 * numbers[1]}}));
    const Field field = !has_weights ? Field::pattern : is_integer ? Field::integer : Field::real;
    return std::move(list).build(numbers[0], numbers[0], field, Symmetry::general, source.threads);
}

} // namespace warploom::imports
