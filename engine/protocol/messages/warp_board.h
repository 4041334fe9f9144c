#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <string>
#include <vector>

// Work grids show the data that a warp accesses as cells in rows and columns.

namespace warploom::protocol {

/// The row and column of a matrix entry or of a cell in a work grid. `row` is -1 for padding and for lanes that access
/// no entry.
struct MatrixEntry {
    std::int64_t row = -1, col = -1;
    bool operator==(const MatrixEntry&) const = default;
};
template <> struct Value<MatrixEntry> {
    static std::string kind() { return "[row, column] or null"; }
    static Json write(const MatrixEntry& entry);
    static void read(MatrixEntry& entry, const Reader& in, const Rule&);
};

/// The first thread that writes a cell, or that reads it if no thread writes it. For a nonzero, the first thread that
/// reads it. Block, warp and lane are -1 if no thread was recorded.
struct WarpOwner {
    std::int64_t row = 0, col = 0, block = -1;
    int warp = -1, lane = -1;
};
template <> struct Value<WarpOwner> {
    static std::string kind() { return "[row, column, block, warp, lane]"; }
    static Json write(const WarpOwner& owner);
    static void read(WarpOwner& owner, const Reader& in, const Rule&);
};

/// Maps an array to cells of a work grid: element i is in row i / stride and column `column` + i % stride.
struct WarpBoardArray {
    int array = 0; ///< index in WarpDocument::arrays
    std::int64_t stride = 1, width = 1, column = 0;
    static const Fields<WarpBoardArray>& fields();
};

/// The data of a kernel launch, shown as a grid of cells. Examples are the equations of a system, a dense matrix, a
/// tile in shared memory, and several vectors.
struct WarpBoard {
    std::string name;
    std::vector<std::string> columns; ///< column names; empty if the columns are numbered
    std::int64_t rows = 0, cols = 0;
    std::vector<std::int64_t> shown_rows; ///< indices of the displayed rows, in ascending order
    std::int64_t col_begin = 0, col_end = 0;
    std::vector<WarpBoardArray> arrays;
    std::vector<WarpOwner> cells; ///< thread for each cell, in row-major order over the displayed rows and columns
    static const Fields<WarpBoard>& fields();
    void settle(const Reader& in); ///< checks that every cell is within the grid

    /// Returns the cell that shows element `index` of an array. Its row is -1 if the grid does not show the element.
    MatrixEntry cell_of(const WarpBoardArray& array, std::int64_t index) const;
    bool shows_row(std::int64_t row) const;
};

} // namespace warploom::protocol
