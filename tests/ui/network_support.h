#pragma once

#include "engine/network/water_network.h"
#include "tests/ui/matrix_page_support.h"

#include <memory>
#include <optional>
#include <random>

// Hand-made networks with their matrices, so that tests of the map need no files.

using warploom::network::WaterNetwork;

inline WaterNetwork::Node networkNode(const char* id, WaterNetwork::Node::Kind kind,
                                      std::optional<warploom::network::Point> place) {
    WaterNetwork::Node node;
    node.id = id;
    node.kind = kind;
    node.place = place;
    return node;
}

inline WaterNetwork::Link networkLink(const char* id, WaterNetwork::Link::Kind kind, int from, int to) {
    WaterNetwork::Link link;
    link.id = id;
    link.kind = kind;
    link.from = from;
    link.to = to;
    return link;
}

/// Three junctions at the corners of a square whose fourth is a reservoir; two parallel pipes on the right.
///
///     R (100)      c (100,100)
///     |pump p=8    ||  B1 p=1, B2 p=3
///     a (0,0) ---- b (100,0)        A p=16, with a bend at (50,-20); C: a - c, closed
inline warploom::Matrix squareNetwork(bool with_places = true) {
    using Node = WaterNetwork::Node;
    using Link = WaterNetwork::Link;
    auto network = std::make_shared<WaterNetwork>();
    network->name = "square.inp";
    const auto at = [&](double x, double y) {
        return with_places ? std::optional(warploom::network::Point{x, y}) : std::nullopt;
    };
    network->nodes = {
        networkNode("a", Node::Kind::junction, at(0, 0)), networkNode("b", Node::Kind::junction, at(100, 0)),
        networkNode("c", Node::Kind::junction, at(100, 100)), networkNode("R", Node::Kind::reservoir, at(0, 100))};
    network->junctions = 3;
    network->links = {networkLink("A", Link::Kind::pipe, 0, 1), networkLink("B1", Link::Kind::pipe, 1, 2),
                      networkLink("B2", Link::Kind::pipe, 2, 1), networkLink("Lift", Link::Kind::pump, 3, 0),
                      networkLink("C", Link::Kind::pipe, 0, 2)};
    network->links[0].vertices = {{50, -20}};
    network->links[4].status = Link::Status::closed;
    network->remarks = {{12, "The section [COLOUR] is unknown and was passed over."}};
    warploom::Matrix matrix = drawn(3, 3,
                                    {{0, 0, 24},
                                     {0, 1, -16},
                                     {0, 2, -1e-8},
                                     {1, 0, -16},
                                     {1, 1, 20},
                                     {1, 2, -4},
                                     {2, 0, -1e-8},
                                     {2, 1, -4},
                                     {2, 2, 4}});
    matrix.name = "square.inp";
    matrix.network = network;
    matrix.link_conductance = {16, 1, 3, 8, 1e-8};
    return matrix;
}

/// A network of side x side junctions in an irregular grid with one tank, and random values like those of a town's
/// pipes.
inline warploom::Matrix gridNetwork(int side) {
    using Node = WaterNetwork::Node;
    using Link = WaterNetwork::Link;
    std::mt19937 random(11);
    const auto shake = [&] { return (static_cast<double>(random() % 1000) - 500) * 1e-3; };
    auto network = std::make_shared<WaterNetwork>();
    std::vector<std::vector<warploom::Entry>> rows(static_cast<std::size_t>(side * side));
    warploom::Matrix matrix;
    const auto join = [&](int a, int b) {
        const double p = std::pow(10.0, static_cast<double>(random() % 600) / 100 - 4);
        network->links.push_back(
            networkLink(("p" + std::to_string(network->links.size())).c_str(), Link::Kind::pipe, a, b));
        matrix.link_conductance.push_back(p);
        if (b >= side * side) {
            rows[a].push_back({a, a, p});
            return;
        }
        rows[a].push_back({a, b, -p});
        rows[b].push_back({b, a, -p});
    };
    for (int i = 0; i < side * side; ++i)
        network->nodes.push_back(
            networkNode(("j" + std::to_string(i)).c_str(), Node::Kind::junction,
                        warploom::network::Point{i % side + shake() * 0.6, i / side + shake() * 0.6}));
    network->nodes.push_back(networkNode("tank", Node::Kind::tank, warploom::network::Point{-1, -1}));
    network->junctions = side * side;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (x + 1 < side) join(y * side + x, y * side + x + 1);
            if (y + 1 < side && random() % 4 != 0) join(y * side + x, (y + 1) * side + x);
        }
    join(0, side * side);
    std::vector<warploom::Entry> entries;
    for (auto& row : rows) {
        double diagonal = 0;
        for (const auto& entry : row) diagonal += std::abs(entry.value);
        std::vector<warploom::Entry> kept;
        for (const auto& entry : row)
            if (entry.row != entry.col) kept.push_back(entry);
        kept.push_back({&row - rows.data(), &row - rows.data(), diagonal});
        std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.col < b.col; });
        entries.insert(entries.end(), kept.begin(), kept.end());
    }
    warploom::Matrix made = drawn(side * side, side * side, entries);
    made.name = "grid.inp";
    made.network = network;
    made.link_conductance = std::move(matrix.link_conductance);
    return made;
}
