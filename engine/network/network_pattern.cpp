#include "engine/network/network_pattern.h"

#include "engine/memory.h"

#include <algorithm>
#include <utility>

namespace warploom::network {

namespace {

using Pair = std::pair<std::int32_t, std::int32_t>;

std::vector<Pair> sorted_once(std::vector<Pair> pairs) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

} // namespace

NetworkPattern pattern_of(const WaterNetwork& network) {
    const auto n = static_cast<std::size_t>(network.junctions);
    constexpr double bytes_a_row = 64, bytes_a_link = 112; // positions, then the matrix beside them
    require_memory(bytes_a_row * static_cast<double>(n) + bytes_a_link * static_cast<double>(network.links.size()),
                   "The matrix of " + network.name);
    const auto is_junction = [&](std::int32_t node) { return node < network.junctions; };
    std::vector<Pair> positions, sources;
    positions.reserve(n + 2 * network.links.size());
    for (std::size_t row = 0; row < n; ++row)
        positions.emplace_back(static_cast<std::int32_t>(row), static_cast<std::int32_t>(row));
    for (const auto& link : network.links) {
        if (is_junction(link.from) && is_junction(link.to)) {
            positions.emplace_back(link.from, link.to);
            positions.emplace_back(link.to, link.from);
        } else if (is_junction(link.from) || is_junction(link.to)) {
            sources.emplace_back(std::min(link.from, link.to), std::max(link.from, link.to));
        }
    }
    positions = sorted_once(std::move(positions));

    NetworkPattern pattern;
    CsrMatrix& matrix = pattern.matrix;
    matrix.rows = network.junctions;
    matrix.cols = network.junctions;
    matrix.row_pointer.assign(n + 1, 0);
    matrix.value.assign(positions.size(), 0.0);
    pattern.diagonal.resize(n);
    for (const auto& [row, column] : positions) {
        if (row == column) pattern.diagonal[row] = matrix.nonzeros();
        matrix.column.push_back(column);
        matrix.row_pointer[row + 1] = matrix.nonzeros();
    }
    const auto index_of = [&](std::int32_t row, std::int32_t column) -> std::int64_t {
        return std::lower_bound(positions.begin(), positions.end(), Pair(row, column)) - positions.begin();
    };
    for (const auto& link : network.links) {
        if (is_junction(link.from) && is_junction(link.to))
            pattern.beside.push_back({index_of(link.from, link.to), index_of(link.to, link.from)});
        else pattern.beside.push_back({-1, -1});
    }
    pattern.fixed_neighbours.assign(n, 0);
    for (const auto& [junction, source] : sorted_once(std::move(sources))) ++pattern.fixed_neighbours[junction];
    return pattern;
}

void add_conductances(NetworkPattern& pattern, const WaterNetwork& network, const std::vector<double>& conductance) {
    auto& value = pattern.matrix.value;
    for (std::size_t k = 0; k < network.links.size(); ++k) {
        const auto& link = network.links[k];
        for (const std::int32_t end : {link.from, link.to})
            if (end < network.junctions)
                value[static_cast<std::size_t>(pattern.diagonal[static_cast<std::size_t>(end)])] += conductance[k];
        for (const std::int64_t index : pattern.beside[k])
            if (index >= 0) value[index] -= conductance[k];
    }
}

} // namespace warploom::network
