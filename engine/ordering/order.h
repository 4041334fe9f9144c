#pragma once

#include "engine/enum_words.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Reorders the rows and columns of a matrix so that entries that are read at the same time are adjacent.

namespace warploom::ordering {

enum class OrderKind {
    /// Reverse Cuthill-McKee (Cuthill & McKee 1969, George 1971): adjacent vertices of the graph get nearby numbers.
    rcm,
    minimum_degree, ///< approximate minimum degree (Amestoy, Davis & Duff 1996): little fill-in in the Cholesky factor
    dissection,     ///< nested dissection (George 1973, George & Liu 1978): little fill-in, and a wide elimination tree
    community,      ///< communities found by incremental aggregation, as in Rabbit order (Arai et al., IPDPS 2016)
    length,         ///< rows sorted by length, longest first
    degree,         ///< columns sorted by number of entries, most entries first
    /// Rows sorted in Gray code order, where each bit states whether a row has entries in one of 64 column blocks (Zhao
    /// et al. 2020).
    gray,
    random ///< random permutation, used in a lesson
};
enum class OrderOf {
    both, ///< applies the same permutation to rows and columns, which preserves symmetry
    rows,
    cols
};
constexpr auto words_of(OrderKind) {
    return std::array{"rcm", "minimum-degree", "dissection", "community", "length", "degree", "gray", "random"};
}
constexpr auto words_of(OrderOf) { return std::array{"both", "rows", "cols"}; }
using warploom::to_string;

struct OrderInfo {
    OrderKind kind;
    OrderOf usual; ///< whether the method reorders rows, columns or both by default
    const char* title;
    const char* summary; ///< description of the ordering method's effect and purpose, in one sentence
};
const std::vector<OrderInfo>& orders();

/// A computed ordering of rows, columns or both. rows[k] is the original index of the row at position k. `rows` is
/// empty if the rows are not reordered.
struct Order {
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
    std::vector<std::int32_t> rows, cols;

    std::string name() const; ///< returns the suffix for a matrix name, such as "rcm" or "rcm:rows"
    /// These functions permute a vector. taken() reorders x, which has one element per column, to match the reordered
    /// matrix. taken_by_rows() does the same for b, which has one element per row. given_back() restores the original
    /// order of a result.
    std::vector<double> taken(const std::vector<double>& x) const;
    std::vector<double> taken_by_rows(const std::vector<double>& b) const;
    std::vector<double> given_back(const std::vector<double>& y) const;
};

/// Computes an ordering of rows and columns. Errors: "order.square" if the method requires a graph and the matrix is
/// not square; "memory.limit", "cancelled".
Order find_order(OrderKind kind, OrderOf of, const CsrMatrix& matrix, const Progress& progress = {});
/// Returns the matrix with its rows and columns permuted. Column indices are in ascending order within each row.
CsrMatrix reordered(const CsrMatrix& matrix, const Order& order);

/// The parts of a matrix name such as "matrix.mtx|rcm:rows". The last vertical bar separates the matrix from the
/// ordering. If there is no bar, there is no ordering. Errors: "order.unknown" with the list of orderings.
struct OrderedName {
    std::string matrix;
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
};
std::optional<OrderedName> split_order(const std::string& name);
std::string without_orders(const std::string& name);

struct OrderFigures {
    std::int64_t bandwidth = 0; ///< bandwidth: the largest distance between an entry and the diagonal
    /// Profile: for each row, the distance between the diagonal and the first entry to its left, summed over all rows.
    std::int64_t profile = 0;
    /// Number of entries, divided by the number of positions in nonempty 4 x 4 blocks.
    double blocks_filled = 0;
    /// Mean number of distinct 32-byte sectors of x (in double precision) that 32 consecutive rows read.
    double sectors_a_warp = 0;
};
OrderFigures order_figures(const CsrMatrix& matrix);

} // namespace warploom::ordering
