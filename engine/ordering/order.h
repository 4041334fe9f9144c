#pragma once

#include "engine/enum_words.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Reorderings of rows and columns, so that entries that are read together are adjacent.

namespace warploom::ordering {

/// Ways to order.
enum class OrderKind {
    rcm, ///< reverse Cuthill-McKee (Cuthill & McKee 1969, George 1971): neighbors in the graph have close numbers
    minimum_degree, ///< approximate minimum degree (Amestoy, Davis & Duff 1996): little fill of a Cholesky factor
    dissection,     ///< nested dissection (George 1973, George & Liu 1978): little fill, and a wide tree of dependences
    community,      ///< by incremental aggregation: the idea of Rabbit order (Arai et al., IPDPS 2016)
    length,         ///< rows by their lengths, long ones first
    degree,         ///< columns by how many rows have them, frequent ones first
    gray,           ///< rows by the set of 64 column blocks that they touch, in Gray code order (Zhao et al. 2020)
    random          ///< for the lesson
};
/// The ordered dimension.
enum class OrderOf {
    both, ///< rows and columns alike: a symmetric matrix stays symmetric
    rows,
    cols
};
constexpr auto words_of(OrderKind) {
    return std::array{"rcm", "minimum-degree", "dissection", "community", "length", "degree", "gray", "random"};
}
constexpr auto words_of(OrderOf) { return std::array{"both", "rows", "cols"}; }
using warploom::to_string;

/// One way with its words.
struct OrderInfo {
    OrderKind kind;
    OrderOf usual;       ///< where nothing is said
    const char* title;   ///< "Reverse Cuthill-McKee"
    const char* summary; ///< one sentence: its effect and its use
};
const std::vector<OrderInfo>& orders();

/// A computed ordering: `rows[place]` is the row at that position; empty if rows are not reordered.
struct Order {
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
    std::vector<std::int32_t> rows, cols;

    std::string name() const; ///< suffix in the name of a matrix: "rcm", "rcm:rows"
    /// Permutes x from the user's order to that of the matrix; the next function does the reverse for results.
    std::vector<double> taken(const std::vector<double>& x) const;
    std::vector<double> given_back(const std::vector<double>& y) const;
};

/// Computes an ordering. Errors: "order.square" if it requires a graph and the matrix is not square; "memory.limit",
/// "cancelled".
Order find_order(OrderKind kind, OrderOf of, const CsrMatrix& matrix, const Progress& progress = {});
/// The matrix with its rows and columns in that order; columns ascend again.
CsrMatrix reordered(const CsrMatrix& matrix, const Order& order);

/// "matrix.mtx|rcm:rows", split at the last bar; no ordering if there is no bar. Errors: "order.unknown" with the list.
struct OrderedName {
    std::string matrix;
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
};
std::optional<OrderedName> split_order(const std::string& name);
std::string without_orders(const std::string& name);

/// Quality metrics of an ordering.
struct OrderFigures {
    std::int64_t bandwidth = 0; ///< largest distance of an entry from the diagonal
    std::int64_t profile = 0;   ///< sum over the rows of the distance from the first entry left of the diagonal to it
    double blocks_filled = 0;   ///< entries over places of those blocks of 4 x 4 that hold one
    double sectors_a_warp = 0;  ///< distinct sectors of 32 bytes of x (in double) that 32 rows one after another read
};
OrderFigures order_figures(const CsrMatrix& matrix);

} // namespace warploom::ordering
