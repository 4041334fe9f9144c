#include "engine/ordering/graph.h"
#include "engine/parallel.h"

#include <algorithm>
#include <numeric>
#include <utility>

// Nested dissection (George 1973; for general graphs as in George & Liu 1978). The separator is one level of a
// breadth-first search. Removing it leaves two pieces without edges between them. Because the separator is ordered
// after both pieces, the factor has no fill-in between the pieces.

namespace warploom::ordering {

namespace {

using Vertices = std::vector<std::int32_t>;

class Dissection {
public:
    Dissection(const Graph& graph, const Progress& progress)
        : graph_(graph), progress_(progress), order_(static_cast<std::size_t>(graph.vertices())), place_(order_.size()),
          piece_(order_.size(), 0), number_(order_.size(), 0) {}

    Vertices order() {
        Vertices all(order_.size());
        std::iota(all.begin(), all.end(), 0);
        add_pieces(all);
        while (!open_.empty()) {
            stop_if_cancelled(progress_);
            const Vertices piece = std::move(open_.back());
            open_.pop_back();
            take(piece);
        }
        return std::move(order_);
    }

private:
    /// Adds the connected components of these vertices to the list of pieces that are still to be ordered.
    void add_pieces(const Vertices& vertices) {
        const std::int64_t mine = ++pieces_;
        for (const std::int32_t vertex : vertices) piece_[vertex] = mine;
        for (const std::int32_t vertex : vertices)
            if (piece_[vertex] == mine) {
                search(vertex, ++pieces_);
                open_.push_back(found_);
            }
    }

    /// Performs a breadth-first search from `root`. Stores the visited vertices level by level in found_ and assigns
    /// them to piece number `fresh`.
    void search(std::int32_t root, std::int64_t fresh) {
        const std::int64_t old = piece_[root];
        found_.assign(1, root);
        piece_[root] = fresh;
        levels_.clear();
        for (std::size_t begin = 0; begin < found_.size();) {
            levels_.push_back(begin);
            for (const std::size_t end = found_.size(); begin < end; ++begin)
                for (const std::int32_t next : graph_.of(found_[begin]))
                    if (piece_[next] == old) {
                        piece_[next] = fresh;
                        found_.push_back(next);
                    }
        }
    }

    /// Orders a piece of the graph, or splits it into smaller pieces. Positions are assigned in descending order, so
    /// that a separator is ordered after its pieces.
    void take(const Vertices& piece) {
        constexpr std::size_t small = 500, smallest = 32; // limits for the size of a piece, in vertices
        if (piece.size() == 1) return put(piece);
        if (piece.size() <= smallest || !look_from_far(piece.front())) return put_by_degree(piece);
        const std::size_t level = parting_level();
        Vertices separator, sides;
        const std::int64_t behind = ++pieces_;
        const std::size_t first = levels_[level], last = levels_[level + 1];
        for (std::size_t at = last; at < found_.size(); ++at) piece_[found_[at]] = behind;
        for (std::size_t at = 0; at < found_.size(); ++at) {
            const auto& around = graph_.of(found_[at]);
            const bool parts = at >= first && at < last && std::any_of(around.begin(), around.end(), [&](auto next) {
                                   return piece_[next] == behind;
                               });
            (parts ? separator : sides).push_back(found_[at]);
        }
        // Use minimum degree if the separator would cause more fill-in than it avoids. Always accept a separator with a
        // single vertex, so that paths are split completely.
        if (5 * separator.size() > piece.size() || (separator.size() > 1 && piece.size() <= small))
            return put_by_degree(piece);
        put(separator);
        for (const std::int32_t vertex : separator) piece_[vertex] = 0;
        add_pieces(sides);
    }

    /// Performs a breadth-first search from a pseudoperipheral vertex. Returns whether there are at least three levels.
    bool look_from_far(std::int32_t root) {
        constexpr int most_tries = 8;
        search(root, ++pieces_);
        for (int tries = 0; tries < most_tries; ++tries) {
            const std::size_t depth = levels_.size();
            const auto last = found_.begin() + static_cast<std::ptrdiff_t>(levels_.back());
            search(*std::min_element(last, found_.end(),
                                     [&](auto a, auto b) { return graph_.degree(a) < graph_.degree(b); }),
                   ++pieces_);
            if (levels_.size() <= depth) break;
        }
        return levels_.size() > 2;
    }

    /// Returns the smallest level of the breadth-first search that has at least a quarter of the vertices on each side.
    /// If there is none, returns the middle level.
    std::size_t parting_level() const {
        const std::size_t all = found_.size();
        std::size_t best = 0, least = all, middle = 1;
        for (std::size_t level = 1; level + 1 < levels_.size(); ++level) {
            const std::size_t before = levels_[level], behind = all - levels_[level + 1], size = all - before - behind;
            if (2 * before < all) middle = level;
            if (4 * std::min(before, behind) < all || size >= least) continue;
            least = size;
            best = level;
        }
        return best != 0 ? best : middle;
    }

    void put(const Vertices& vertices) {
        place_ -= vertices.size();
        std::copy(vertices.begin(), vertices.end(), order_.begin() + static_cast<std::ptrdiff_t>(place_));
    }

    void put_by_degree(const Vertices& piece) {
        const std::int64_t mine = ++pieces_;
        for (std::size_t n = 0; n < piece.size(); ++n) {
            number_[piece[n]] = static_cast<std::int32_t>(n);
            piece_[piece[n]] = mine;
        }
        Graph inside;
        for (const std::int32_t vertex : piece) {
            const std::size_t first = inside.neighbours.size();
            for (const std::int32_t next : graph_.of(vertex))
                if (piece_[next] == mine) inside.neighbours.push_back(number_[next]);
            std::sort(inside.neighbours.begin() + static_cast<std::ptrdiff_t>(first), inside.neighbours.end());
            inside.begin.push_back(static_cast<std::int64_t>(inside.neighbours.size()));
        }
        Vertices placed;
        placed.reserve(piece.size());
        for (const std::int32_t number : minimum_degree(inside, progress_)) placed.push_back(piece[number]);
        put(placed);
    }

    const Graph& graph_;
    const Progress& progress_;
    Vertices order_;
    std::size_t place_;               ///< last assigned position
    std::vector<std::int64_t> piece_; ///< piece of each vertex; 0 if the vertex already has a position
    Vertices number_;
    std::int64_t pieces_ = 0;
    std::vector<Vertices> open_;
    Vertices found_;
    std::vector<std::size_t> levels_;
};

} // namespace

std::vector<std::int32_t> nested_dissection(const Graph& graph, const Progress& progress) {
    return Dissection(graph, progress).order();
}

} // namespace warploom::ordering
