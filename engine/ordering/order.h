#pragma once

#include "engine/enum_words.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Rows and columns in another order, so that entries read together stand together.

namespace warploom::ordering {

/// Ways to order.
enum class OrderKind {
    rcm, ///< reverse Cuthill-McKee (Cuthill & McKee 1969, George 1971): neighbours of the graph stand near each other
    minimum_degree, ///< approximate minimum degree (Amestoy, Davis & Duff 1996): little fill of a Cholesky factor
    dissection,     ///< nested dissection (George 1973, George & Liu 1978): little fill, and a wide tree of dependences
    community,      ///< by incremental aggregation: the idea of Rabbit order (Arai et al., IPDPS 2016)
    length,         ///< rows by their lengths, long ones first
    degree,         ///< columns by how many rows have them, frequent ones first
    gray,           ///< rows by which of 64 blocks of columns they meet, as a Gray code counts (Zhao et al. 2020)
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
    const char* summary; ///< one sentence: what it does, and what it may be used for
};
const std::vector<OrderInfo>& orders();

/// An order that was found: `rows[place]` is the row that stands there now; empty where rows stay where they are.
struct Order {
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
    std::vector<std::int32_t> rows, cols;

    std::string name() const; ///< as it stands behind a matrix: "rcm", "rcm:rows"
    /// x as the matrix in this order takes it, from x as the user has it; the other way for what it gives.
    std::vector<double> taken(const std::vector<double>& x) const;
    std::vector<double> given_back(const std::vector<double>& y) const;
};

/// Errors: "order.square" where a graph is asked for and the matrix is not square; "memory.limit", "cancelled".
Order find_order(OrderKind kind, OrderOf of, const CsrMatrix& matrix, const Progress& progress = {});
/// The matrix with its rows and columns in that order; columns ascend again.
CsrMatrix reordered(const CsrMatrix& matrix, const Order& order);

/// "matrix.mtx|rcm:rows": what stands before the last bar, and what behind it; nothing where there is no bar.
/// Errors: "order.unknown" with the list.
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
