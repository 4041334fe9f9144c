#include "ui/pages/matrix/network/network_layout.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace warploom::ui {

namespace {

constexpr int mostPivots = 40;
constexpr int rounds = 25;

struct Neighbours {
    std::vector<int> begin, node;

    Neighbours(int nodes, const std::vector<std::pair<int, int>>& edges)
        : begin(static_cast<std::size_t>(nodes) + 1, 0), node(edges.size() * 2) {
        for (const auto& [a, b] : edges) {
            ++begin[a + 1];
            ++begin[b + 1];
        }
        for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
        std::vector<int> at(begin.begin(), begin.end() - 1);
        for (const auto& [a, b] : edges) {
            node[static_cast<std::size_t>(at[static_cast<std::size_t>(a)]++)] = b;
            node[static_cast<std::size_t>(at[static_cast<std::size_t>(b)]++)] = a;
        }
    }
};

/// Links on the way to every node; -1 where there is no way.
std::vector<int> distancesFrom(int start, const Neighbours& neighbours) {
    std::vector<int> distance(neighbours.begin.size() - 1, -1), queue{start};
    distance[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const auto at = static_cast<std::size_t>(queue[head]);
        for (int k = neighbours.begin[at]; k < neighbours.begin[at + 1]; ++k) {
            const int next = neighbours.node[k];
            if (distance[next] >= 0) continue;
            distance[next] = distance[at] + 1;
            queue.push_back(next);
        }
    }
    return distance;
}

/// Rows: pivots, each as far from the earlier ones as can be.
std::vector<std::vector<double>> pivotDistances(int nodes, const Neighbours& neighbours, std::vector<int>& pivots) {
    const auto n = static_cast<std::size_t>(nodes);
    std::vector<std::vector<int>> found;
    std::vector<int> nearest(n, nodes + 1);
    int next = 0, longest = 1;
    while (static_cast<int>(pivots.size()) < std::min(mostPivots, nodes)) {
        pivots.push_back(next);
        found.push_back(distancesFrom(next, neighbours));
        for (std::size_t i = 0; i < n; ++i) {
            longest = std::max(longest, found.back()[i]);
            if (found.back()[i] >= 0) nearest[i] = std::min(nearest[i], found.back()[i]);
        }
        next = static_cast<int>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
        if (nearest[next] == 0) break;
    }
    std::vector<std::vector<double>> distance(found.size(), std::vector<double>(n));
    // What no way leads to stands a little farther away than anything else.
    for (std::size_t p = 0; p < found.size(); ++p)
        for (std::size_t i = 0; i < n; ++i) distance[p][i] = found[p][i] >= 0 ? found[p][i] : longest + 2;
    return distance;
}

/// The two directions in which the doubly centred squares of the distances spread most.
std::vector<QPointF> scaled(const std::vector<std::vector<double>>& distance, std::mt19937& random) {
    const std::size_t k = distance.size(), n = distance.front().size();
    std::vector<std::vector<double>> centred(k, std::vector<double>(n));
    std::vector<double> node_mean(n, 0);
    double all = 0;
    for (std::size_t p = 0; p < k; ++p) {
        double mean = 0;
        for (std::size_t i = 0; i < n; ++i) mean += distance[p][i] * distance[p][i];
        mean /= static_cast<double>(n);
        all += mean / static_cast<double>(k);
        for (std::size_t i = 0; i < n; ++i) {
            centred[p][i] = distance[p][i] * distance[p][i] - mean;
            node_mean[i] += distance[p][i] * distance[p][i] / static_cast<double>(k);
        }
    }
    for (std::size_t p = 0; p < k; ++p)
        for (std::size_t i = 0; i < n; ++i) centred[p][i] = -0.5 * (centred[p][i] - node_mean[i] + all);
    std::vector<std::vector<double>> inner(k, std::vector<double>(k));
    for (std::size_t p = 0; p < k; ++p)
        for (std::size_t q = 0; q <= p; ++q) {
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) sum += centred[p][i] * centred[q][i];
            inner[p][q] = inner[q][p] = sum;
        }
    std::vector<std::vector<double>> axes;
    for (int axis = 0; axis < 2; ++axis) {
        std::vector<double> v(k);
        for (double& value : v) value = 0.5 + static_cast<double>(random() % 1000) / 1000;
        for (int turn = 0; turn < 200; ++turn) {
            std::vector<double> w(k, 0);
            for (std::size_t p = 0; p < k; ++p)
                for (std::size_t q = 0; q < k; ++q) w[p] += inner[p][q] * v[q];
            for (const auto& before : axes) {
                double along = 0;
                for (std::size_t p = 0; p < k; ++p) along += w[p] * before[p];
                for (std::size_t p = 0; p < k; ++p) w[p] -= along * before[p];
            }
            double norm = 0;
            for (const double value : w) norm += value * value;
            norm = std::sqrt(norm);
            if (norm <= 1e-12) break; // all in one line
            for (std::size_t p = 0; p < k; ++p) v[p] = w[p] / norm;
        }
        axes.push_back(v);
    }
    std::vector<QPointF> place(n);
    for (std::size_t i = 0; i < n; ++i) {
        double x = 0, y = 0;
        for (std::size_t p = 0; p < k; ++p) {
            x += centred[p][i] * axes[0][p];
            y += centred[p][i] * axes[1][p];
        }
        place[i] = QPointF(x, y);
    }
    return place;
}

} // namespace

std::vector<QPointF> computedPlaces(int nodes, const std::vector<std::pair<int, int>>& edges) {
    if (nodes <= 0) return {};
    if (nodes == 1) return {QPointF(0, 0)};
    const auto n = static_cast<std::size_t>(nodes);
    std::mt19937 random(7);
    const Neighbours neighbours(nodes, edges);
    std::vector<int> pivots;
    const auto distance = pivotDistances(nodes, neighbours, pivots);
    std::vector<QPointF> place = scaled(distance, random);

    // One link is about one long; nodes that no search could tell apart are moved apart a little.
    double length = 0;
    for (const auto& [a, b] : edges) {
        const QPointF d = place[a] - place[b];
        length += std::hypot(d.x(), d.y());
    }
    const double unit = edges.empty() || length <= 0 ? 1.0 : static_cast<double>(edges.size()) / length;
    const auto shake = [&random] { return (static_cast<double>(random() % 2001) - 1000) * 1e-4; };
    for (QPointF& at : place) at = at * unit + QPointF(shake(), shake());

    const auto pull = [&](std::size_t a, std::size_t b, double wanted, double rate) {
        const QPointF d = place[a] - place[b];
        const double now = std::hypot(d.x(), d.y());
        if (now < 1e-12) return;
        const QPointF move = d * ((now - wanted) / now / 2 * std::min(1.0, rate / (wanted * wanted)));
        place[a] -= move;
        place[b] += move;
    };
    double longest = 1;
    for (const auto& row : distance) longest = std::max(longest, *std::max_element(row.begin(), row.end()));
    for (int round = 0; round < rounds; ++round) {
        const double rate = longest * longest * std::pow(0.1 / (longest * longest), round / (rounds - 1.0));
        for (std::size_t p = 0; p < pivots.size(); ++p)
            for (std::size_t i = 0; i < n; ++i)
                if (distance[p][i] > 0) pull(static_cast<std::size_t>(pivots[p]), i, distance[p][i], rate);
        for (const auto& [a, b] : edges)
            if (a != b) pull(static_cast<std::size_t>(a), static_cast<std::size_t>(b), 1, rate);
    }
    return place;
}

} // namespace warploom::ui
