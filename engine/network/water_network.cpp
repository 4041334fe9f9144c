#include "engine/network/water_network.h"

#include <algorithm>
#include <numeric>

namespace warploom::network {

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
    // Union-find forest of the nodes. Lookups use path halving.
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
        // The larger number becomes the root. Sources have larger numbers than junctions, so the root of a component
        // with a source is a source.
        above[static_cast<std::size_t>(std::min(a, b))] = std::max(a, b);
    }
    std::vector<std::int32_t> cut_off;
    for (std::int32_t junction = 0; junction < network.junctions; ++junction)
        if (root(junction) < network.junctions) cut_off.push_back(junction);
    return cut_off;
}

namespace {

constexpr double metres_a_foot = 0.3048;
constexpr double litres_a_cubic_foot = 28.316846592;
constexpr double gallons_a_cubic_foot = 1728.0 / 231.0;
constexpr double litres_an_imperial_gallon = 4.54609;
constexpr double square_feet_an_acre = 43560;
constexpr double seconds_a_day = 86400;
constexpr double kilowatts_a_horsepower = 0.74569987158227022;
constexpr double psi_a_foot = 0.4333; // psi per foot of water at 62.4 lb per cubic foot, as in EPANET
constexpr double kpa_a_psi = 6.894757;

double flow_of(FlowUnit unit) {
    switch (unit) {
    case FlowUnit::cfs: return 1;
    case FlowUnit::gpm: return gallons_a_cubic_foot * 60;
    case FlowUnit::mgd: return gallons_a_cubic_foot * seconds_a_day / 1e6;
    case FlowUnit::imgd: return litres_a_cubic_foot / litres_an_imperial_gallon * seconds_a_day / 1e6;
    case FlowUnit::afd: return seconds_a_day / square_feet_an_acre;
    case FlowUnit::lps: return litres_a_cubic_foot;
    case FlowUnit::lpm: return litres_a_cubic_foot * 60;
    case FlowUnit::mld: return litres_a_cubic_foot * seconds_a_day / 1e6;
    case FlowUnit::cmh: return litres_a_cubic_foot * 3600 / 1e3;
    case FlowUnit::cmd: return litres_a_cubic_foot * seconds_a_day / 1e3;
    case FlowUnit::cms: return litres_a_cubic_foot / 1e3;
    }
    return 1;
}

} // namespace

// the flow units up to and including AFD imply US customary units
bool is_metric(FlowUnit unit) { return unit > FlowUnit::afd; }

Units units_of(const WaterNetwork::Options& options) {
    const bool metric = is_metric(options.units);
    Units units;
    units.flow = flow_of(options.units);
    units.length = metric ? metres_a_foot : 1;
    units.diameter = metric ? 1e3 * metres_a_foot : 12;
    units.power = metric ? kilowatts_a_horsepower : 1;
    if (options.head_loss == HeadLoss::darcy_weisbach) units.roughness = 1e3 * units.length;
    switch (options.pressure) {
    case PressureUnit::psi: units.pressure = psi_a_foot * options.specific_gravity; break;
    case PressureUnit::kpa: units.pressure = kpa_a_psi * psi_a_foot * options.specific_gravity; break;
    case PressureUnit::metres: units.pressure = metres_a_foot * options.specific_gravity; break;
    }
    return units;
}

} // namespace warploom::network
