#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>

namespace warploom::walkthrough {

CsrMatrix corner_of(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t first_column) {
    constexpr std::int64_t side = 8;
    CsrMatrix corner;
    corner.rows = std::clamp<std::int64_t>(matrix.rows - first_row, 0, side);
    corner.cols = std::clamp<std::int64_t>(matrix.cols - first_column, 0, side);
    corner.row_pointer = {0};
    for (std::int64_t i = 0; i < corner.rows; ++i) {
        for (std::int64_t k = matrix.row_pointer[first_row + i]; k < matrix.row_pointer[first_row + i + 1]; ++k) {
            const std::int64_t j = matrix.column[k] - first_column;
            if (j < 0 || j >= corner.cols) continue;
            corner.column.push_back(static_cast<std::int32_t>(j));
            corner.value.push_back(matrix.value.empty() ? 1.0 : matrix.value[k]);
        }
        corner.row_pointer.push_back(static_cast<std::int64_t>(corner.value.size()));
    }
    if (corner.value.empty())
        throw Error(
            "step.format",
            sentence("Rows {first_row} to {last_row} have no entries in columns {first_column} to {last_column}.",
                     {{"first_row", first_row},
                      {"last_row", first_row + side - 1},
                      {"first_column", first_column},
                      {"last_column", first_column + side - 1}}),
            sentence("Select a row on the Matrix page. The walkthrough then starts at its first entry."));
    return corner;
}

CsrMatrix format_example() {
    const std::vector<std::vector<int>> columns{{0, 1},    {0, 1, 4},       {2},    {1, 2, 3, 5, 7},
                                                {4, 5, 6}, {3, 4, 5, 6, 7}, {6, 7}, {2, 7}};
    CsrMatrix matrix;
    matrix.rows = matrix.cols = static_cast<std::int64_t>(columns.size());
    matrix.row_pointer = {0};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const int j : columns[i]) {
            matrix.column.push_back(j);
            matrix.value.push_back(static_cast<double>(10 * (i + 1) + static_cast<std::size_t>(j) + 1));
        }
        matrix.row_pointer.push_back(static_cast<std::int64_t>(matrix.column.size()));
    }
    return matrix;
}

} // namespace warploom::walkthrough
