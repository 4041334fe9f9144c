#include "engine/protocol/messages/warp_board.h"

#include "engine/sentence.h"
#include "engine/simulated/trace.h"

#include <algorithm>

namespace warploom::protocol {

Json Value<MatrixEntry>::write(const MatrixEntry& entry) {
    return entry.row < 0 ? Json(nullptr) : Json::array({entry.row, entry.col});
}

void Value<MatrixEntry>::read(MatrixEntry& entry, const Reader& in, const Rule&) {
    if (in.is_nothing()) return;
    if (in.list_size() != 2) in.refuse(sentence("a row and a column of the matrix, or null"));
    entry = {in.item(0).whole(count), in.item(1).whole(count)};
}

Json Value<WarpOwner>::write(const WarpOwner& owner) {
    return Json::array({owner.row, owner.col, owner.block, owner.warp, owner.lane});
}

void Value<WarpOwner>::read(WarpOwner& owner, const Reader& in, const Rule&) {
    constexpr Rule or_nobody{.least = -1, .greatest = most_counted}, warps{.least = -1, .greatest = 2047},
        lanes{.least = -1, .greatest = simulated::warp_size - 1};
    if (in.list_size() != 5) in.refuse(sentence("a row, a column, a block, a warp and a lane"));
    owner.row = in.item(0).whole(count);
    owner.col = in.item(1).whole(count);
    owner.block = in.item(2).whole(or_nobody);
    owner.warp = static_cast<int>(in.item(3).whole(warps));
    owner.lane = static_cast<int>(in.item(4).whole(lanes));
}

WARPLOOM_FIELDS(WarpBoardArray, {"An array of a work grid in `warp`",
                                 {{"array", "", &WarpBoardArray::array, "index in `arrays`", needed_count},
                                  {"stride", "", &WarpBoardArray::stride, "number of elements between consecutive rows",
                                   Rule{.is_needed = true, .least = 1}},
                                  {"width", "", &WarpBoardArray::width, "number of displayed elements per row",
                                   Rule{.is_needed = true, .least = 1}},
                                  {"column", "", &WarpBoardArray::column,
                                   "grid column of the first element in each row", needed_count}}})

WARPLOOM_FIELDS(WarpBoard,
                {"A work grid in `warp`",
                 {{"name", "", &WarpBoard::name, "name of the grid, such as equations, C or shared memory", needed},
                  {"columns", "", &WarpBoard::columns, "column names; empty if columns are numbered"},
                  {"rows", "", &WarpBoard::rows, "total number of rows", needed_count},
                  {"cols", "", &WarpBoard::cols, "total number of columns", needed_count},
                  {"shown_rows", "", &WarpBoard::shown_rows,
                   "rows accessed by the warp and its neighbors, in ascending order", needed_count},
                  {"col_begin", "", &WarpBoard::col_begin, "first displayed column", needed_count},
                  {"col_end", "", &WarpBoard::col_end, "one past the last displayed column", needed_count},
                  {"arrays", "", &WarpBoard::arrays, "arrays displayed in the grid", needed},
                  {"cells", "", &WarpBoard::cells,
                   "displayed cells, each with the first lane that writes the cell in this launch or, if no lane "
                   "writes it, the first lane that reads it. In a large launch, only the selected block is monitored, "
                   "and block, warp and lane are -1 for cells of other blocks",
                   needed}}})

void WarpBoard::settle(const Reader& in) {
    if (col_end < col_begin || col_end > cols) in.member("col_end").refuse(sentence("the end of a column range"));
    if (!columns.empty() && static_cast<std::int64_t>(columns.size()) != cols)
        in.member("columns").refuse(sentence("a list with one name per column"));
    const Reader of_rows = in.member("shown_rows"), of_cells = in.member("cells");
    for (std::size_t i = 0; i < shown_rows.size(); ++i)
        if (shown_rows[i] >= rows || (i > 0 && shown_rows[i] <= shown_rows[i - 1]))
            of_rows.item(i).refuse(sentence("a row of the grid, in ascending order"));
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (!shows_row(cells[i].row) || cells[i].col < col_begin || cells[i].col >= col_end)
            of_cells.item(i).refuse(sentence("a displayed row and column"));
}

MatrixEntry WarpBoard::cell_of(const WarpBoardArray& array, std::int64_t index) const {
    if (index < 0 || index % array.stride >= array.width) return {};
    const MatrixEntry cell{index / array.stride, array.column + index % array.stride};
    return cell.col >= col_begin && cell.col < col_end && shows_row(cell.row) ? cell : MatrixEntry{};
}

bool WarpBoard::shows_row(std::int64_t row) const {
    return std::binary_search(shown_rows.begin(), shown_rows.end(), row);
}

} // namespace warploom::protocol
