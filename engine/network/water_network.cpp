#include "engine/network/water_network.h"

#include <algorithm>
#include <numeric>

namespace warploom::network {

const char* to_string(WaterNetwork::Node::Kind kind) {
    switch (kind) {
    case WaterNetwork::Node::Kind::junction: return "junction";
    case WaterNetwork::Node::Kind::reservoir: return "reservoir";
    case WaterNetwork::Node::Kind::tank: return "tank";
    }
    return "";
}

const char* to_string(WaterNetwork::Link::Kind kind) {
    switch (kind) {
    case WaterNetwork::Link::Kind::pipe: return "pipe";
    case WaterNetwork::Link::Kind::pump: return "pump";
    case WaterNetwork::Link::Kind::valve: return "valve";
    }
    return "";
}

const char* to_string(FlowUnit unit) {
    switch (unit) {
    case FlowUnit::cfs: return "CFS";
    case FlowUnit::gpm: return "GPM";
    case FlowUnit::mgd: return "MGD";
    case FlowUnit::imgd: return "IMGD";
    case FlowUnit::afd: return "AFD";
    case FlowUnit::lps: return "LPS";
    case FlowUnit::lpm: return "LPM";
    case FlowUnit::mld: return "MLD";
    case FlowUnit::cmh: return "CMH";
    case FlowUnit::cmd: return "CMD";
    case FlowUnit::cms: return "CMS";
    }
    return "";
}

const char* to_string(HeadLoss formula) {
    switch (formula) {
    case HeadLoss::hazen_williams: return "Hazen-Williams";
    case HeadLoss::darcy_weisbach: return "Darcy-Weisbach";
    case HeadLoss::chezy_manning: return "Chezy-Manning";
    }
    return "";
}

NetworkCounts count(const WaterNetwork& network) {
    using Node = WaterNetwork::Node;
    using Link = WaterNetwork::Link;
    NetworkCounts counts;
    for (const Node& node : network.nodes) {
        counts.junctions += node.kind == Node::Kind::junction;
        counts.tanks += node.kind == Node::Kind::tank;
        counts.reservoirs += node.kind == Node::Kind::reservoir;
    }
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    for (const Link& link : network.links) {
        counts.pipes += link.kind == Link::Kind::pipe;
        counts.pumps += link.kind == Link::Kind::pump;
        counts.valves += link.kind == Link::Kind::valve;
        const bool from_junction = link.from < network.junctions, to_junction = link.to < network.junctions;
        counts.links_to_fixed_grade += from_junction != to_junction;
        if (from_junction && to_junction) pairs.push_back(std::minmax(link.from, link.to));
    }
    std::sort(pairs.begin(), pairs.end());
    counts.parallel_links_merged = pairs.end() - std::unique(pairs.begin(), pairs.end());
    return counts;
}

std::vector<std::int32_t> junctions_cut_off(const WaterNetwork& network) {
    // Trees of nodes, each pointing towards the root of its part; paths are halved on the way.
    std::vector<std::int32_t> above(network.nodes.size());
    std::iota(above.begin(), above.end(), 0);
    const auto root = [&](std::int32_t node) {
        while (above[node] != node) {
            auto& next = above[node];
            next = above[next];
            node = next;
        }
        return node;
    };
    for (const auto& link : network.links) {
        const std::int32_t a = root(link.from), b = root(link.to);
        // The larger number, thus a source where there is one, stays the root.
        above[static_cast<std::size_t>(std::min(a, b))] = std::max(a, b);
    }
    std::vector<std::int32_t> cut_off;
    for (std::int32_t junction = 0; junction < network.junctions; ++junction)
        if (root(junction) < network.junctions) cut_off.push_back(junction);
    return cut_off;
}

} // namespace warploom::network
