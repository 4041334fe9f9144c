#include "engine/memory.h"
#include "engine/ordering/graph.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace warploom::ordering {

namespace {

/// A quotient graph. Its vertices are eliminated one after another. When a vertex is eliminated, its neighbors become
/// neighbors of each other. This clique is represented by an element, which absorbs all elements that are part of it.
/// Indistinguishable vertices are eliminated together.
class QuotientGraph {
public:
    explicit QuotientGraph(const Graph& graph)
        : left_(graph.vertices()), vertices_(left_), elements_(left_), members_(left_), weight_(left_, 1),
          size_(left_, 0), degree_(left_, 0), outside_(left_, 0), mark_(left_, 0), met_(left_, 0), next_(left_, -1),
          before_(left_, -1), first_(left_ + 1, -1), follower_(left_, -1), end_(left_) {
        std::iota(end_.begin(), end_.end(), 0);
        // Order vertices with very many neighbors last. Tracking these vertices is expensive and has no benefit.
        const auto most = std::max<std::int64_t>(16, static_cast<std::int64_t>(10 * std::sqrt(left_)));
        for (std::int32_t v = 0; v < graph.vertices(); ++v)
            if (graph.degree(v) > most) {
                dense_.push_back(v);
                weight_[v] = 0;
            }
        std::stable_sort(dense_.begin(), dense_.end(),
                         [&](std::int32_t a, std::int32_t b) { return graph.degree(a) < graph.degree(b); });
        left_ -= static_cast<std::int32_t>(dense_.size());
        for (std::int32_t v = 0; v < graph.vertices(); ++v) {
            if (weight_[v] == 0) continue;
            for (const std::int32_t other : graph.of(v))
                if (weight_[other] > 0) vertices_[v].push_back(other);
            degree_[v] = static_cast<std::int32_t>(vertices_[v].size());
            enlist(v);
        }
    }

    std::vector<std::int32_t> order(const Progress& progress) && {
        std::int64_t steps = 0;
        while (left_ > 0) {
            if ((steps++ & 0xfff) == 0) stop_if_cancelled(progress);
            while (first_[least_] < 0) ++least_;
            eliminate(first_[least_]);
        }
        made_.insert(made_.end(), dense_.begin(), dense_.end());
        return std::move(made_);
    }

private:
    void eliminate(std::int32_t pivot) {
        delist(pivot);
        left_ -= std::exchange(weight_[pivot], 0);
        form_element(pivot);
        count_outside(pivot);
        for (const std::int32_t v : members_[pivot]) refresh(v, pivot);
        merge_alike(members_[pivot]);
        std::erase_if(members_[pivot], [&](std::int32_t v) { return weight_[v] == 0; });
        for (const std::int32_t v : members_[pivot]) {
            degree_[v] = std::min(left_ - weight_[v], degree_[v] + size_[pivot] - weight_[v]);
            enlist(v);
        }
        for (std::int32_t v = pivot; v >= 0; v = follower_[v]) made_.push_back(v);
    }

    /// Creates an element from all neighbors of the pivot vertex: its adjacent vertices, and the vertices of its
    /// adjacent elements. The new element absorbs these elements.
    void form_element(std::int32_t pivot) {
        std::vector<std::int32_t>& mine = members_[pivot];
        ++stamp_;
        const auto take = [&](std::int32_t v) {
            if (weight_[v] == 0 || mark_[v] == stamp_) return;
            mark_[v] = stamp_;
            size_[pivot] += weight_[v];
            mine.push_back(v);
        };
        for (const std::int32_t v : vertices_[pivot]) take(v);
        for (const std::int32_t element : elements_[pivot]) {
            for (const std::int32_t v : members_[element]) take(v);
            absorb(element);
        }
        vertices_[pivot] = {};
        elements_[pivot] = {};
    }

    /// For each adjacent element, counts the vertices that are not in the new element of the pivot.
    void count_outside(std::int32_t pivot) {
        for (const std::int32_t v : members_[pivot]) {
            delist(v);
            for (const std::int32_t element : elements_[v]) {
                if (std::exchange(met_[element], stamp_) != stamp_) outside_[element] = size_[element];
                outside_[element] -= weight_[v];
            }
        }
    }

    /// Updates the adjacency lists and the degree of a vertex. Omits the vertices and elements that the new element
    /// covers.
    void refresh(std::int32_t v, std::int32_t pivot) {
        std::int64_t beyond = 0;
        std::erase_if(elements_[v], [&](std::int32_t element) {
            if (size_[element] > 0 && outside_[element] == 0) absorb(element);
            if (size_[element] > 0) beyond += outside_[element];
            return size_[element] == 0;
        });
        std::erase_if(vertices_[v], [&](std::int32_t other) {
            if (weight_[other] == 0 || mark_[other] == stamp_) return true;
            beyond += weight_[other];
            return false;
        });
        elements_[v].push_back(pivot);
        if (beyond == 0) { // all neighbors are in the new element, so eliminate the vertex now
            left_ -= weight_[v];
            size_[pivot] -= weight_[v];
            join(pivot, v);
        } else degree_[v] = static_cast<std::int32_t>(std::min<std::int64_t>(degree_[v], beyond));
    }

    void merge_alike(const std::vector<std::int32_t>& members) {
        hashes_.clear();
        for (const std::int32_t v : members) {
            if (weight_[v] == 0) continue;
            std::uint64_t hash = vertices_[v].size();
            for (const std::int32_t other : vertices_[v])
                hash += static_cast<std::uint64_t>(other) * 0x9e3779b97f4a7c15u;
            for (const std::int32_t element : elements_[v]) hash += static_cast<std::uint64_t>(element) << 20;
            hashes_.emplace_back(hash, v);
        }
        std::sort(hashes_.begin(), hashes_.end());
        for (std::size_t a = 0; a < hashes_.size(); ++a) {
            const std::int32_t v = hashes_[a].second;
            bool is_marked = false;
            for (std::size_t b = a + 1; b < hashes_.size() && hashes_[b].first == hashes_[a].first; ++b) {
                const std::int32_t other = hashes_[b].second;
                if (weight_[v] == 0 || weight_[other] == 0) continue;
                if (!std::exchange(is_marked, true)) mark_lists(v);
                if (are_marked(other, v)) {
                    weight_[v] += weight_[other];
                    join(v, other);
                }
            }
        }
    }
    void mark_lists(std::int32_t v) {
        ++stamp_;
        for (const std::int32_t other : vertices_[v]) mark_[other] = stamp_;
        for (const std::int32_t element : elements_[v]) met_[element] = stamp_;
    }
    bool are_marked(std::int32_t v, std::int32_t alike) const {
        const auto is_marked = [&](std::int32_t other) { return mark_[other] == stamp_; };
        const auto is_met = [&](std::int32_t element) { return met_[element] == stamp_; };
        return vertices_[v].size() == vertices_[alike].size() && elements_[v].size() == elements_[alike].size() &&
               std::all_of(vertices_[v].begin(), vertices_[v].end(), is_marked) &&
               std::all_of(elements_[v].begin(), elements_[v].end(), is_met);
    }

    /// Merges vertex `other` into `v`, so that both are eliminated together.
    void join(std::int32_t v, std::int32_t other) {
        weight_[other] = 0;
        vertices_[other] = {};
        elements_[other] = {};
        follower_[end_[v]] = other;
        end_[v] = end_[other];
    }
    void absorb(std::int32_t element) {
        members_[element] = {};
        size_[element] = 0;
    }

    void enlist(std::int32_t v) {
        std::int32_t& first = first_[degree_[v]];
        if (first >= 0) before_[first] = v;
        next_[v] = std::exchange(first, v);
        before_[v] = -1;
        least_ = std::min(least_, degree_[v]);
    }
    void delist(std::int32_t v) {
        (before_[v] < 0 ? first_[degree_[v]] : next_[before_[v]]) = next_[v];
        if (next_[v] >= 0) before_[next_[v]] = before_[v];
    }

    std::int32_t left_; ///< number of remaining vertices
    std::vector<std::vector<std::int32_t>> vertices_, elements_,
        members_; ///< vertices of each element, indexed by the element's pivot
    /// Number of vertices that each vertex represents; 0 if it was merged into another vertex.
    std::vector<std::int32_t> weight_, size_, degree_,
        outside_; ///< number of vertices in each element that are not in the pivot's element
    std::vector<std::int64_t> mark_, met_;
    /// Lists of the vertices of each degree; the most recently added vertex is first.
    std::vector<std::int32_t> next_, before_, first_;
    std::vector<std::int32_t> follower_, end_; ///< chain of the vertices merged into each vertex, and its last vertex
    std::vector<std::int32_t> dense_, made_;
    std::vector<std::pair<std::uint64_t, std::int32_t>> hashes_;
    std::int64_t stamp_ = 0;
    std::int32_t least_ = 0;
};

} // namespace

std::vector<std::int32_t> minimum_degree(const Graph& graph, const Progress& progress) {
    constexpr double bytes_a_vertex = 200, bytes_a_neighbour = 8;
    require_memory(bytes_a_vertex * graph.vertices() + bytes_a_neighbour * static_cast<double>(graph.neighbours.size()),
                   sentence("The elimination of {rows} {rows:row|rows}", {{"rows", graph.vertices()}}));
    return QuotientGraph(graph).order(progress);
}

} // namespace warploom::ordering
