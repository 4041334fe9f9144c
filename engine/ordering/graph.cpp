#include "engine/ordering/graph.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <numeric>

namespace warploom::ordering {

Graph graph_of(const CsrMatrix& a, const Progress& progress) {
    if (a.rows != a.cols)
        throw Error("order.square",
                    sentence("This ordering requires a square matrix, but the matrix is {rows} x {cols}.",
                             {{"rows", a.rows}, {"cols", a.cols}}),
                    sentence("Reorder only rows or only columns: length:rows, gray:rows, degree:cols or random:rows."));
    require_memory(static_cast<double>(2 * a.nonzeros()) * 4 + static_cast<double>(a.rows) * 24,
                   sentence("The graph of the matrix"));
    Graph graph;
    graph.begin.assign(static_cast<std::size_t>(a.rows) + 1, 0);
    const auto each_edge = [&](auto&& body) {
        for (std::int64_t row = 0; row < a.rows; ++row) {
            if ((row & 0xffff) == 0) stop_if_cancelled(progress);
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
                if (a.column[k] != row) body(static_cast<std::int32_t>(row), a.column[k]);
        }
    };
    each_edge([&](std::int32_t row, std::int32_t col) {
        ++graph.begin[row + 1];
        ++graph.begin[col + 1];
    });
    std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
    graph.neighbours.resize(static_cast<std::size_t>(graph.begin.back()));
    std::vector<std::int64_t> at(graph.begin.begin(), graph.begin.end() - 1);
    each_edge([&](std::int32_t row, std::int32_t col) {
        graph.neighbours[at[row]++] = col;
        graph.neighbours[at[col]++] = row;
    });
    // If the matrix has both (i, j) and (j, i), keep only one of the two edges.
    std::int64_t to = 0, from = 0;
    for (std::int64_t vertex = 0; vertex < a.rows; ++vertex) {
        const auto first = graph.neighbours.begin() + from, last = graph.neighbours.begin() + graph.begin[vertex + 1];
        from = graph.begin[vertex + 1];
        std::sort(first, last);
        const auto end = std::unique(first, last);
        std::copy(first, end, graph.neighbours.begin() + to);
        to += end - first;
        graph.begin[vertex + 1] = to;
    }
    graph.neighbours.resize(static_cast<std::size_t>(to));
    return graph;
}

namespace {

/// Breadth-first searches of a graph. `mark_` stores the number of the last search that visited each vertex.
class Search {
public:
    explicit Search(const Graph& graph) : graph_(graph), mark_(graph.begin.size(), 0) {}

    /// Searches from `root`, skipping vertices that are `done`, and returns the number of levels.
    std::int64_t levels(std::int32_t root, const std::vector<char>& done) {
        ++search_;
        found_.assign(1, root);
        mark_[root] = search_;
        std::size_t begin = 0;
        std::int64_t count = 0;
        while (begin < found_.size()) {
            last_begin_ = begin;
            const std::size_t end = found_.size();
            for (; begin < end; ++begin)
                for (const std::int32_t next : graph_.of(found_[begin])) {
                    if (mark_[next] == search_ || done[next] != 0) continue;
                    mark_[next] = search_;
                    found_.push_back(next);
                }
            ++count;
        }
        return count;
    }
    std::int32_t of_least_degree_in_last_level() const {
        return *std::min_element(found_.begin() + static_cast<std::ptrdiff_t>(last_begin_), found_.end(),
                                 [&](std::int32_t a, std::int32_t b) { return graph_.degree(a) < graph_.degree(b); });
    }

private:
    const Graph& graph_;
    std::vector<std::int32_t> mark_;
    std::vector<std::int32_t> found_;
    std::size_t last_begin_ = 0;
    std::int32_t search_ = 0;
};

} // namespace

std::vector<std::int32_t> reverse_cuthill_mckee(const Graph& graph, const Progress& progress) {
    const std::int32_t n = graph.vertices();
    std::vector<std::int32_t> by_degree(n), order;
    std::iota(by_degree.begin(), by_degree.end(), 0);
    std::stable_sort(by_degree.begin(), by_degree.end(),
                     [&](std::int32_t a, std::int32_t b) { return graph.degree(a) < graph.degree(b); });
    order.reserve(n);
    std::vector<char> done(n, 0);
    Search search(graph);
    for (const std::int32_t first : by_degree) {
        if (done[first] != 0) continue;
        std::int32_t root = first;
        if (graph.degree(first) > 0) {
            // Limit the number of attempts, because each one searches the whole connected component.
            constexpr int most_tries = 8;
            std::int64_t depth = search.levels(root, done);
            for (int tries = 0; tries < most_tries; ++tries) {
                stop_if_cancelled(progress);
                const std::int32_t far = search.of_least_degree_in_last_level();
                const std::int64_t deeper = search.levels(far, done);
                if (deeper <= depth) break;
                depth = deeper;
                root = far;
            }
        }
        std::size_t at = order.size();
        order.push_back(root);
        done[root] = 1;
        for (; at < order.size(); ++at) {
            if ((at & 0xffff) == 0) stop_if_cancelled(progress);
            const auto begin = static_cast<std::ptrdiff_t>(order.size());
            for (const std::int32_t next : graph.of(order[at])) {
                if (done[next] != 0) continue;
                done[next] = 1;
                order.push_back(next);
            }
            std::stable_sort(order.begin() + begin, order.end(),
                             [&](std::int32_t a, std::int32_t b) { return graph.degree(a) < graph.degree(b); });
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

namespace {

/// Merges vertices into growing communities. The vertex that absorbed the other vertices of a community represents it.
/// The absorbed vertices become its children, in the order in which they were absorbed.
class Communities {
public:
    explicit Communities(const Graph& graph)
        : graph_(graph), community_(graph.vertices()), weight_(graph.vertices()), children_(graph.vertices()),
          edges_(graph.vertices()), sum_(graph.vertices(), 0) {
        std::iota(community_.begin(), community_.end(), 0);
        for (std::int32_t v = 0; v < graph.vertices(); ++v) weight_[v] = static_cast<double>(graph.degree(v));
        whole_ = static_cast<double>(graph.neighbours.size());
    }

    void take(std::int32_t vertex) {
        gather_edges(vertex);
        // Half of the gain in modularity, multiplied by the number of edges. This equals the number of edges between
        // the two communities, minus the number expected in a random graph.
        std::int32_t best = -1;
        double best_gain = 0;
        for (const auto& [other, edges] : edges_[vertex]) {
            const double gain = edges / whole_ - weight_[vertex] * weight_[other] / (whole_ * whole_);
            if (gain > best_gain || (gain == best_gain && gain > 0 && other < best)) {
                best_gain = gain;
                best = other;
            }
        }
        if (best < 0) return;
        community_[vertex] = best;
        children_[best].push_back(vertex);
        weight_[best] += weight_[vertex];
    }

    std::vector<std::int32_t> order() const {
        std::vector<std::int32_t> made, waiting;
        made.reserve(community_.size());
        for (std::int32_t root = 0; root < graph_.vertices(); ++root) {
            if (community_[root] != root) continue;
            waiting.assign(1, root);
            while (!waiting.empty()) {
                const std::int32_t vertex = waiting.back();
                waiting.pop_back();
                made.push_back(vertex);
                waiting.insert(waiting.end(), children_[vertex].rbegin(), children_[vertex].rend());
            }
        }
        return made;
    }

private:
    std::int32_t root_of(std::int32_t vertex) {
        while (community_[vertex] != vertex) {
            community_[vertex] = community_[community_[vertex]];
            vertex = community_[vertex];
        }
        return vertex;
    }
    /// Collects the edges of a vertex and of the vertices that it has absorbed, grouped by adjacent community.
    void gather_edges(std::int32_t vertex) {
        std::vector<std::pair<std::int32_t, double>>& mine = edges_[vertex];
        met_.clear();
        const auto add = [&](std::int32_t to, double edges) {
            const std::int32_t root = root_of(to);
            if (root == vertex) return;
            if (sum_[root] == 0) met_.push_back(root);
            sum_[root] += edges;
        };
        for (const std::int32_t next : graph_.of(vertex)) add(next, 1);
        for (const std::int32_t child : children_[vertex]) {
            for (const auto& [to, edges] : edges_[child]) add(to, edges);
            edges_[child] = {};
        }
        std::sort(met_.begin(), met_.end());
        for (const std::int32_t root : met_) {
            mine.emplace_back(root, sum_[root]);
            sum_[root] = 0;
        }
    }

    const Graph& graph_;
    std::vector<std::int32_t> community_; ///< community that absorbed each vertex; lookups compress the paths
    std::vector<double> weight_;          ///< sum of the degrees of all vertices in each community
    std::vector<std::vector<std::int32_t>> children_;
    std::vector<std::vector<std::pair<std::int32_t, double>>> edges_;
    std::vector<double> sum_;
    std::vector<std::int32_t> met_;
    double whole_ = 0;
};

} // namespace

std::vector<std::int32_t> community_order(const Graph& graph, const Progress& progress) {
    std::vector<std::int32_t> by_degree(graph.vertices());
    std::iota(by_degree.begin(), by_degree.end(), 0);
    std::stable_sort(by_degree.begin(), by_degree.end(),
                     [&](std::int32_t a, std::int32_t b) { return graph.degree(a) < graph.degree(b); });
    Communities communities(graph);
    std::int64_t done = 0;
    for (const std::int32_t vertex : by_degree) {
        if ((done++ & 0xfff) == 0) stop_if_cancelled(progress);
        communities.take(vertex);
    }
    return communities.order();
}

} // namespace warploom::ordering
