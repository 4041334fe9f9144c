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

/// Ordering methods.
enum class OrderKind {
    rcm, ///< reverse Cuthill-McKee (Cuthill & McKee 1969, George 1971): neighbors in the graph have close numbers
    minimum_degree, ///< approximate minimum degree (Amestoy, Davis & Duff 1996): little fill-in in a Cholesky factor
    dissection,     ///< nested dissection (George 1973, George & Liu 1978): little fill-in, and a wide elimination tree
    community,      ///< communities by incremental aggregation, based on Rabbit order (Arai et al., IPDPS 2016)
    length,         ///< rows by length, longest first
    degree,         ///< columns by number of entries, largest first
    gray,           ///< rows by the set of 64 column blocks that they contain, in Gray code order (Zhao et al. 2020)
    random          ///< random, for a lesson
};
/// The ordered dimension.
enum class OrderOf {
    both, ///< the same permutation for rows and columns: a symmetric matrix stays symmetric
    rows,
    cols
};
constexpr auto words_of(OrderKind) {
    return std::array{"rcm", "minimum-degree", "dissection", "community", "length", "degree", "gray", "random"};
}
constexpr auto words_of(OrderOf) { return std::array{"both", "rows", "cols"}; }
using warploom::to_string;

/// An ordering method and its description.
struct OrderInfo {
    OrderKind kind;
    OrderOf usual;       ///< default
    const char* title;   ///< "Reverse Cuthill-McKee"
    const char* summary; ///< one sentence: its effect and its use
};
const std::vector<OrderInfo>& orders();

/// A computed ordering: `rows[k]` is the original row at position k; empty if rows are not reordered.
struct Order {
    OrderKind kind = OrderKind::rcm;
    OrderOf of = OrderOf::both;
    std::vector<std::int32_t> rows, cols;

    std::string name() const; ///< suffix in the name of a matrix: "rcm", "rcm:rows"
    /// Permutes x from the original order to the order of the matrix; the next function does the reverse for results.
    std::vector<double> taken(const std::vector<double>& x) const;
    std::vector<double> given_back(const std::vector<double>& y) const;
};

/// Computes an ordering. Errors: "order.square" if it requires a graph and the matrix is not square; "memory.limit",
/// "cancelled".
Order find_order(OrderKind kind, OrderOf of, const CsrMatrix& matrix, const Progress& progress = {});
/// Returns the matrix with its rows and columns permuted; columns ascend within each row.
CsrMatrix reordered(const CsrMatrix& matrix, const Order& order);

/// The parts of a name such as "matrix.mtx|rcm:rows", split at the last bar; no ordering if there is no bar. Errors:
/// "order.unknown" with the list.
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
    /// Sum over the rows of the distance from the first entry left of the diagonal to the diagonal.
    std::int64_t profile = 0;
    double blocks_filled = 0; ///< entries / slots of all 4 x 4 blocks that contain an entry
    /// Mean number of distinct 32-byte sectors of x (in double) that 32 consecutive rows read.
    double sectors_a_warp = 0;
};
OrderFigures order_figures(const CsrMatrix& matrix);

} // namespace warploom::ordering
