#include "ui/pages/matrix/network/network_drawing.h"

#include "engine/matrix/csr_matrix.h"
#include "engine/network/water_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace warploom::ui {
namespace {

double distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a;
    const double length = QPointF::dotProduct(along, along);
    const double t = length > 0 ? std::clamp(QPointF::dotProduct(p - a, along) / length, 0.0, 1.0) : 0.0;
    const QPointF away = p - (a + along * t);
    return std::hypot(away.x(), away.y());
}

std::optional<QPointF> finite(const network::Point& p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return {};
    return QPointF(p.x, p.y);
}

} // namespace

NetworkDrawing::NetworkDrawing(const Matrix& matrix) {
    using network::WaterNetwork;
    const WaterNetwork& network = *matrix.network;
    junctions = static_cast<int>(network.junctions);
    std::vector<std::optional<QPointF>> given;
    for (const WaterNetwork::Node& node : network.nodes) {
        Node made;
        made.id = QString::fromStdString(node.id);
        if (node.kind == WaterNetwork::Node::Kind::reservoir) made.kind = NodeKind::reservoir;
        if (node.kind == WaterNetwork::Node::Kind::tank) made.kind = NodeKind::tank;
        nodes.push_back(made);
        given.push_back(node.place ? finite(*node.place) : std::nullopt);
    }
    for (const WaterNetwork::Link& link : network.links) {
        Link made;
        made.id = QString::fromStdString(link.id);
        if (link.kind == WaterNetwork::Link::Kind::pump) made.kind = LinkKind::pump;
        if (link.kind == WaterNetwork::Link::Kind::valve) made.kind = LinkKind::valve;
        made.closed = link.status == WaterNetwork::Link::Status::closed;
        made.from = link.from;
        made.to = link.to;
        const std::size_t number = links.size();
        made.conductance = number < matrix.link_conductance.size() ? matrix.link_conductance[number]
                                                                   : std::numeric_limits<double>::quiet_NaN();
        links.push_back(made);
    }
    indexLinksOfNodes();
    setPlaces(given);
    // Ignore the bends of links, because their map coordinates have no meaning in a computed layout.
    for (std::size_t i = 0; i < links.size(); ++i) {
        Link& link = links[i];
        link.first_point = static_cast<int>(points.size());
        points.push_back(nodes[link.from].place);
        if (!computed_places)
            for (const network::Point& bend : network.links[i].vertices)
                if (const auto place = finite(bend)) points.push_back(*place);
        points.push_back(nodes[link.to].place);
        link.points = static_cast<int>(points.size()) - link.first_point;
    }
    QPointF low = points.empty() ? QPointF() : points.front(), high = low;
    const auto widen = [&](const QPointF& p) {
        low = QPointF(std::min(low.x(), p.x()), std::min(low.y(), p.y()));
        high = QPointF(std::max(high.x(), p.x()), std::max(high.y(), p.y()));
    };
    if (points.empty() && !nodes.empty()) low = high = nodes.front().place;
    for (const QPointF& p : points) widen(p);
    for (const Node& node : nodes) widen(node.place);
    bounds = QRectF(low, high);
    bool all_one = !links.empty();
    for (const Link& link : links) {
        all_one = all_one && link.conductance == 1;
        if (link.kind != LinkKind::pipe || link.closed || !(link.conductance > 0)) continue;
        lowest = lowest > 0 ? std::min(lowest, link.conductance) : link.conductance;
        highest = std::max(highest, link.conductance);
    }
    unit_conductances = all_one;
    indexPlaces();
}

void NetworkDrawing::indexLinksOfNodes() {
    link_begin_.assign(nodes.size() + 1, 0);
    link_at_.assign(links.size() * 2, 0);
    for (const Link& link : links) {
        ++link_begin_[link.from + 1];
        ++link_begin_[link.to + 1];
    }
    for (std::size_t i = 1; i < link_begin_.size(); ++i) link_begin_[i] += link_begin_[i - 1];
    std::vector<int> at(link_begin_.begin(), link_begin_.end() - 1);
    for (std::size_t i = 0; i < links.size(); ++i) {
        link_at_[static_cast<std::size_t>(at[static_cast<std::size_t>(links[i].from)]++)] = static_cast<int>(i);
        link_at_[static_cast<std::size_t>(at[static_cast<std::size_t>(links[i].to)]++)] = static_cast<int>(i);
    }
}

void NetworkDrawing::setPlaces(const std::vector<std::optional<QPointF>>& given) {
    const auto known = std::count_if(given.begin(), given.end(), [](const auto& place) { return place.has_value(); });
    if (known == 0) {
        computed_places = !nodes.empty();
        std::vector<std::pair<int, int>> edges;
        for (const Link& link : links) edges.emplace_back(link.from, link.to);
        const std::vector<QPointF> places = computedPlaces(static_cast<int>(nodes.size()), edges);
        for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].place = places[i];
        return;
    }
    guessed_places = static_cast<int>(given.size() - static_cast<std::size_t>(known));
    std::vector<bool> placed(nodes.size());
    QPointF middle;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        placed[i] = given[i].has_value();
        if (placed[i]) {
            nodes[i].place = *given[i];
            middle += *given[i] / static_cast<double>(known);
        }
    }
    // Repeatedly place all nodes that have a neighbor with a known position. Start with the neighbors of nodes whose
    // positions are in the file.
    for (bool more = guessed_places > 0; more;) {
        more = false;
        const std::vector<bool> before = placed;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (before[i]) continue;
            QPointF sum;
            int count = 0;
            for (const int link : linksAt(static_cast<int>(i))) {
                const Link& l = links[link];
                const auto other = static_cast<std::size_t>(l.from == static_cast<int>(i) ? l.to : l.from);
                if (!before[other]) continue;
                sum += nodes[other].place;
                ++count;
            }
            if (count == 0) continue;
            nodes[i].place = sum / count;
            placed[i] = more = true;
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!placed[i]) nodes[i].place = middle;
}

std::vector<int> NetworkDrawing::linksAt(int node) const {
    if (node < 0 || node >= static_cast<int>(nodes.size())) return {};
    const auto at = static_cast<std::size_t>(node);
    return {link_at_.begin() + link_begin_[at], link_at_.begin() + link_begin_[at + 1]};
}

std::vector<int> NetworkDrawing::linksBetween(int a, int b) const {
    std::vector<int> found;
    for (const int number : linksAt(a)) {
        const Link& link = links[number];
        if ((link.from == a && link.to == b) || (link.from == b && link.to == a)) found.push_back(number);
    }
    return found;
}

double NetworkDrawing::position(double conductance) const {
    if (!(conductance > 0) || lowest <= 0) return 0;
    if (highest <= lowest) return 1;
    return std::clamp(std::log(conductance / lowest) / std::log(highest / lowest), 0.0, 1.0);
}

std::pair<QPointF, QPointF> NetworkDrawing::middle(const Link& link) const {
    const auto first = static_cast<std::size_t>(link.first_point), count = static_cast<std::size_t>(link.points);
    double whole = 0;
    const auto length = [&](std::size_t i) {
        const QPointF d = points[first + i + 1] - points[first + i];
        return std::hypot(d.x(), d.y());
    };
    for (std::size_t i = 0; i + 1 < count; ++i) whole += length(i);
    double left = whole / 2;
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double here = length(i);
        if (here > 0 && left <= here) {
            const QPointF direction = (points[first + i + 1] - points[first + i]) / here;
            return {points[first + i] + direction * left, direction};
        }
        left -= here;
    }
    return {points[first], QPointF(1, 0)};
}

template <class Visit> void NetworkDrawing::visitCells(const QRectF& area, Visit&& visit) const {
    if (cells_ == 0) return;
    const auto cell = [this](double at, double from, double length) {
        if (length <= 0) return 0;
        return static_cast<int>(std::clamp((at - from) / length * cells_, 0.0, cells_ - 1.0));
    };
    const int left = cell(area.left(), bounds.left(), bounds.width());
    const int right = cell(area.right(), bounds.left(), bounds.width());
    const int low = cell(area.top(), bounds.top(), bounds.height());
    const int high = cell(area.bottom(), bounds.top(), bounds.height());
    for (int y = low; y <= high; ++y)
        for (int x = left; x <= right; ++x) visit(static_cast<std::size_t>(y * cells_ + x));
}

void NetworkDrawing::indexPlaces() {
    if (nodes.empty()) return;
    cells_ = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(nodes.size()))), 1, 256);
    const auto forEach = [this](auto&& put) {
        for (std::size_t i = 0; i < nodes.size(); ++i)
            visitCells(QRectF(nodes[i].place, QSizeF(0, 0)), [&](std::size_t c) { put(c, static_cast<int>(i)); });
        for (std::size_t i = 0; i < links.size(); ++i) {
            const auto first = static_cast<std::size_t>(links[i].first_point);
            for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(links[i].points); ++k) {
                const QRectF box = QRectF(points[first + k], points[first + k + 1]).normalized();
                visitCells(box, [&](std::size_t c) { put(c, static_cast<int>(nodes.size() + i)); });
            }
        }
    };
    cell_begin_.assign(static_cast<std::size_t>(cells_) * static_cast<std::size_t>(cells_) + 1, 0);
    forEach([this](std::size_t c, int) { ++cell_begin_[c + 1]; });
    for (std::size_t c = 1; c < cell_begin_.size(); ++c) cell_begin_[c] += cell_begin_[c - 1];
    cell_item_.assign(static_cast<std::size_t>(cell_begin_.back()), 0);
    std::vector<int> at(cell_begin_.begin(), cell_begin_.end() - 1);
    forEach([&](std::size_t c, int item) { cell_item_[at[c]++] = item; });
}

NetworkSpot NetworkDrawing::at(const QPointF& place, double node_reach, double link_reach) const {
    double nearest_node = node_reach, nearest_link = link_reach;
    NetworkSpot node, link;
    const double reach = std::max(node_reach, link_reach);
    const QRectF area(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach);
    visitCells(area, [&](std::size_t c) {
        for (int k = cell_begin_[c]; k < cell_begin_[c + 1]; ++k) {
            const int item = cell_item_[k];
            const int number = item - static_cast<int>(nodes.size());
            if (number < 0) {
                const QPointF away = nodes[item].place - place;
                const double distance = std::hypot(away.x(), away.y());
                if (distance > nearest_node) continue;
                nearest_node = distance;
                node.node = item;
                continue;
            }
            const Link& each = links[number];
            const auto first = static_cast<std::size_t>(each.first_point);
            for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(each.points); ++i) {
                const double distance = distanceToSegment(place, points[first + i], points[first + i + 1]);
                if (distance > nearest_link) continue;
                nearest_link = distance;
                link.link = number;
            }
        }
    });
    return node.isValid() ? node : link;
}

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

/// Returns the number of links from `start` to each node, or -1 for unreachable nodes.
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

/// Returns the distances of all nodes from each pivot, one row per pivot. Each pivot is the node farthest from all
/// previous pivots.
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
    // Place unreachable nodes slightly farther away than all other nodes.
    for (std::size_t p = 0; p < found.size(); ++p)
        for (std::size_t i = 0; i < n; ++i) distance[p][i] = found[p][i] >= 0 ? found[p][i] : longest + 2;
    return distance;
}

/// Returns the coordinates of the nodes along the two principal axes of the doubly centered matrix of squared
/// distances.
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
            if (norm <= 1e-12) break; // if this length is 0, all nodes are on a line
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

    // Scale the layout so that the mean link length is 1, and separate nodes that share a position.
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
