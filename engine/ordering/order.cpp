#include "engine/ordering/order.h"

#include "engine/error.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/matrix/random.h"
#include "engine/ordering/graph.h"
#include "engine/sentence.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace warploom::ordering {

namespace {

std::vector<std::int32_t> as_it_is(std::int64_t count) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/// Returns the indices of the keys in descending order. Equal keys keep their order.
std::vector<std::int32_t> by_falling(const std::vector<std::int64_t>& keys) {
    auto order = as_it_is(static_cast<std::int64_t>(keys.size()));
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return keys[a] > keys[b]; });
    return order;
}

std::vector<std::int64_t> row_lengths(const CsrMatrix& a) {
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(a.rows));
    for (std::int64_t row = 0; row < a.rows; ++row) lengths[row] = a.row_length(row);
    return lengths;
}

std::vector<std::int64_t> column_lengths(const CsrMatrix& a) {
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(a.cols), 0);
    for (const std::int32_t col : a.column) ++lengths[col];
    return lengths;
}

/// Returns the position of a bit pattern in the Gray code sequence.
std::uint64_t gray_rank(std::uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits >> shift;
    return bits;
}

std::vector<std::int32_t> gray_order(const CsrMatrix& a) {
    constexpr std::int64_t blocks = 64;
    std::vector<std::uint64_t> ranks(static_cast<std::size_t>(a.rows), 0);
    for (std::int64_t row = 0; row < a.rows; ++row) {
        std::uint64_t bits = 0;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            bits |= std::uint64_t{1} << (blocks - 1 - a.column[k] * blocks / a.cols);
        ranks[row] = gray_rank(bits);
    }
    auto order = as_it_is(a.rows);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) { return ranks[x] < ranks[y]; });
    return order;
}

std::vector<std::int32_t> random_order(std::int64_t count, std::uint64_t seed) {
    auto order = as_it_is(count);
    Random random(seed);
    for (std::int64_t at = count - 1; at > 0; --at)
        std::swap(order[at], order[random.below(static_cast<std::uint64_t>(at) + 1)]);
    return order;
}

std::string names_of_orders() {
    return join(transform_to_vector(orders(), [](const OrderInfo& info) { return std::string(to_string(info.kind)); }));
}

} // namespace

const std::vector<OrderInfo>& orders() {
    static const std::vector<OrderInfo> all{
        {OrderKind::rcm, OrderOf::both, sentence_pattern("Reverse Cuthill-McKee"),
         sentence_pattern("Assigns nearby numbers to adjacent vertices of the graph, which reduces the bandwidth. Best "
                          "for meshes. Preserves symmetry.")},
        {OrderKind::minimum_degree, OrderOf::both, sentence_pattern("Minimum degree"),
         sentence_pattern(
             "Each step eliminates a row with approximately the fewest neighbors, which reduces the fill-in of a "
             "factorization. Preserves symmetry.")},
        {OrderKind::dissection, OrderOf::both, sentence_pattern("Nested dissection"),
         sentence_pattern("Splits the graph recursively by separators and numbers each separator last. The factor has "
                          "little fill-in and few dependency levels. Best for meshes. Preserves symmetry.")},
        {OrderKind::community, OrderOf::both, sentence_pattern("Communities"),
         sentence_pattern("Groups vertices that are connected by many edges. Best for networks that are not meshes. "
                          "Preserves symmetry.")},
        {OrderKind::length, OrderOf::rows, sentence_pattern("Rows by length"),
         sentence_pattern("Sorts rows by length, longest first, so that the rows of a warp have similar lengths. "
                          "Suitable only for products, because CG needs the same permutation for rows and columns.")},
        {OrderKind::degree, OrderOf::cols, sentence_pattern("Columns by degree"),
         sentence_pattern("Sorts columns by their number of entries, so that the most frequently used part of x stays "
                          "in the cache. Suitable only for products.")},
        {OrderKind::gray, OrderOf::rows, sentence_pattern("Gray code of column blocks"),
         sentence_pattern("Divides the columns into 64 blocks and groups rows that have entries in the same blocks. "
                          "Suitable only for products.")},
        {OrderKind::random, OrderOf::both, sentence_pattern("Random"),
         sentence_pattern("Uses a random permutation. Serves as a baseline for the other orderings.")}};
    return all;
}

std::string Order::name() const {
    std::string text = to_string(kind);
    for (const OrderInfo& info : orders())
        if (info.kind == kind && info.usual != of) text += std::string(":") + to_string(of);
    return text;
}

std::vector<double> Order::taken(const std::vector<double>& x) const {
    if (cols.empty()) return x;
    std::vector<double> made(x.size());
    for (std::size_t place = 0; place < x.size(); ++place) made[place] = x[cols[place]];
    return made;
}

std::vector<double> Order::taken_by_rows(const std::vector<double>& b) const {
    if (rows.empty()) return b;
    std::vector<double> made(b.size());
    for (std::size_t place = 0; place < b.size(); ++place) made[place] = b[rows[place]];
    return made;
}

std::vector<double> Order::given_back(const std::vector<double>& y) const {
    if (rows.empty()) return y;
    std::vector<double> made(y.size());
    for (std::size_t place = 0; place < y.size(); ++place) made[rows[place]] = y[place];
    return made;
}

Order find_order(OrderKind kind, OrderOf of, const CsrMatrix& a, const Progress& progress) {
    constexpr std::uint64_t seed = 1;
    Order made{kind, of, {}, {}};
    std::vector<std::int32_t> found;
    const bool is_square = a.rows == a.cols;
    if (of == OrderOf::both && !is_square) graph_of(a, progress); // this call always throws, because A is not square
    switch (kind) {
    case OrderKind::rcm: found = reverse_cuthill_mckee(graph_of(a, progress), progress); break;
    case OrderKind::minimum_degree: found = minimum_degree(graph_of(a, progress), progress); break;
    case OrderKind::dissection: found = nested_dissection(graph_of(a, progress), progress); break;
    case OrderKind::community: found = community_order(graph_of(a, progress), progress); break;
    case OrderKind::length: found = by_falling(of == OrderOf::cols ? column_lengths(a) : row_lengths(a)); break;
    case OrderKind::degree: found = by_falling(of == OrderOf::rows ? row_lengths(a) : column_lengths(a)); break;
    case OrderKind::gray:
        if (of == OrderOf::cols)
            throw Error("order.rows",
                        sentence("The ordering gray sorts rows, so it cannot be applied to columns only."),
                        sentence("Use gray or gray:both."));
        found = gray_order(a);
        break;
    case OrderKind::random: found = random_order(of == OrderOf::cols ? a.cols : a.rows, seed); break;
    }
    if (of != OrderOf::cols) made.rows = found;
    if (of != OrderOf::rows) made.cols = std::move(found);
    return made;
}

CsrMatrix reordered(const CsrMatrix& a, const Order& order) {
    CsrMatrix made;
    made.rows = a.rows;
    made.cols = a.cols;
    made.column.reserve(a.column.size());
    made.value.reserve(a.value.size());
    made.imaginary.reserve(a.imaginary.size());
    made.row_pointer.reserve(a.row_pointer.size());
    std::vector<std::int32_t> place(order.cols.size());
    for (std::size_t at = 0; at < place.size(); ++at) place[order.cols[at]] = static_cast<std::int32_t>(at);
    std::vector<std::pair<std::int32_t, std::int64_t>> of_row;
    for (std::int64_t at = 0; at < a.rows; ++at) {
        const std::int64_t row = order.rows.empty() ? at : order.rows[at];
        of_row.clear();
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            of_row.emplace_back(place.empty() ? a.column[k] : place[a.column[k]], k);
        if (!place.empty()) std::sort(of_row.begin(), of_row.end());
        for (const auto& [col, k] : of_row) {
            made.column.push_back(col);
            made.value.push_back(a.value[k]);
            if (!a.imaginary.empty()) made.imaginary.push_back(a.imaginary[k]);
        }
        made.row_pointer.push_back(made.nonzeros());
    }
    return made;
}

std::optional<OrderedName> split_order(const std::string& name) {
    const auto bar = name.rfind('|');
    if (bar == std::string::npos) return std::nullopt;
    std::error_code ignored;
    // The file exists, so the vertical bar is part of its name.
    if (std::filesystem::exists(name, ignored)) return std::nullopt;
    OrderedName split;
    split.matrix = name.substr(0, bar);
    std::string kind = name.substr(bar + 1), of;
    if (const auto colon = kind.find(':'); colon != std::string::npos) {
        of = kind.substr(colon + 1);
        kind.resize(colon);
    }
    const auto* const info = find_item(
        orders(), [](const OrderInfo& each) { return to_string(each.kind); }, kind);
    if (info == nullptr)
        throw Error("order.unknown", sentence("There is no ordering named '{order}'.", {{"order", kind}}),
                    sentence("Available orderings: {orders}.", {{"orders", names_of_orders()}}));
    split.kind = info->kind;
    split.of = info->usual;
    if (of.empty()) return split;
    if (const auto part = named<OrderOf>(of)) {
        split.of = *part;
        return split;
    }
    throw Error("order.unknown", sentence("'{part}' cannot be reordered.", {{"part", of}}),
                sentence("Use both, rows or cols."));
}

std::string without_orders(const std::string& name) {
    std::string rest = name;
    while (const auto split = split_order(rest)) rest = split->matrix;
    return rest;
}

OrderFigures order_figures(const CsrMatrix& a) {
    OrderFigures made;
    constexpr std::int64_t lanes = 32, in_sector = 4; // a 32-byte sector holds four 8-byte numbers
    constexpr std::int64_t edge = 4;                  // block size
    std::vector<std::int64_t> met(static_cast<std::size_t>(a.cols / in_sector + 1), -1);
    std::vector<std::int64_t> block_met(static_cast<std::size_t>(a.cols / edge + 1), -1);
    std::int64_t sectors = 0, blocks = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t warp = row / lanes;
        std::int64_t first = row;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int64_t col = a.column[k];
            made.bandwidth = std::max(made.bandwidth, std::abs(col - row));
            first = std::min(first, col);
            if (block_met[col / edge] != row / edge) {
                block_met[col / edge] = row / edge;
                ++blocks;
            }
            if (met[col / in_sector] == warp) continue;
            met[col / in_sector] = warp;
            ++sectors;
        }
        made.profile += row - first;
    }
    const std::int64_t warps = (a.rows + lanes - 1) / lanes;
    made.sectors_a_warp = warps > 0 ? static_cast<double>(sectors) / static_cast<double>(warps) : 0;
    if (blocks > 0) made.blocks_filled = static_cast<double>(a.nonzeros()) / static_cast<double>(blocks * edge * edge);
    return made;
}

} // namespace warploom::ordering
