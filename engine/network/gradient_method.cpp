#include "engine/network/gradient_method.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
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
    constexpr double bytes_a_row = 64, bytes_a_link = 112; // estimated memory in bytes for the pattern and the matrix
    require_memory(bytes_a_row * static_cast<double>(n) + bytes_a_link * static_cast<double>(network.links.size()),
                   sentence("The matrix of {network}", {{"network", network.name}}));
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

namespace {

using Link = WaterNetwork::Link;
using Node = WaterNetwork::Node;

// Conductance of the fictitious link between a node and the fixed grade that a valve imposes on it.
constexpr double held = 1e8;
constexpr double head_slack = 0.0005; // EPANET's tolerance for heads of valves, in feet
// EPANET's flow tolerance for changing the state of a link, in cubic feet per second
constexpr double flow_slack = 0.0001;
constexpr double flow_of_closed = 1e-6;
// EPANET's CHECKFREQ and MAXCHECK: interval between updates of link states, and iteration of the last update
constexpr int steps_between_looks = 2, last_look = 10;

[[noreturn]] void refuse_figures(const Link& link) {
    throw Error("network.value",
                sentence("The conductance of the {kind} {link} would be 0 or infinite.",
                         {{"kind", to_string(link.kind)}, {"link", link.id}}),
                sentence("Check its length, diameter, roughness and curve, and the units of the file."));
}

} // namespace

void require_matrix(const WaterNetwork& network) {
    if (network.junctions == 0)
        throw Error("network.empty",
                    sentence("The network in {network} has no junctions, so its matrix would have no rows.",
                             {{"network", network.name}}));
    const auto cut_off = junctions_cut_off(network);
    if (cut_off.empty()) return;
    constexpr std::size_t named = 8;
    std::string names;
    for (std::size_t k = 0; k < std::min(named, cut_off.size()); ++k)
        names += (k == 0 ? "" : ", ") + network.nodes[cut_off[k]].id;
    if (cut_off.size() > named) names += ", ...";
    throw Error(
        "network.cut_off",
        sentence(
            "{count} {count:junction has|junctions have} no path to a reservoir or tank ({junctions}), so the matrix "
            "of the network in {network} would be singular.",
            {{"count", cut_off.size()}, {"junctions", names}, {"network", network.name}}),
        sentence("Connect all junctions to the network, or remove them from the file."));
}

GradientMethod::GradientMethod(const WaterNetwork& network) : network_(network) {
    require_matrix(network);
    // Estimated memory in bytes for values, states, flows, heads and a copy of the system.
    constexpr double bytes_each = 200;
    double points = 0; // number of curve points; each link has its own copy of the points of its curve
    for (const Link& link : network.links)
        if (link.curve >= 0) points += static_cast<double>(network.curves[link.curve].points.size());
    require_memory(bytes_each * static_cast<double>(network.nodes.size() + network.links.size()) +
                       sizeof(Point) * points,
                   sentence("The solution of the network {network}", {{"network", network.name}}));
    pattern_ = pattern_of(network);
    const Units units = units_of(network.options);
    for (const Node& node : network.nodes) {
        const bool is_junction = node.kind == Node::Kind::junction;
        head_.push_back(is_junction ? 0 : (node.elevation + node.level) / units.length);
        demand_.push_back(is_junction ? node.demand * network.options.demand_multiplier / units.flow : 0);
    }
    for (const Link& link : network.links) {
        figures_.push_back(figures_of(network, link));
        state_.push_back(first_state(link));
        flow_.push_back(state_.back() == State::closed ? flow_of_closed : first_flow(link, figures_.back()));
    }
    linear_.resize(network.links.size());
    held_.assign(network.links.size(), 0.0);
    make_system();
}

GradientMethod::State GradientMethod::first_state(const Link& link) const {
    if (link.status == Link::Status::closed) return State::closed;
    if (link.kind == Link::Kind::pump && link.setting == 0) return State::closed;
    return link.status == Link::Status::active ? State::regulating : State::open;
}

bool GradientMethod::holds_head(std::size_t k) const {
    const Link& link = network_.links[k];
    if (link.kind != Link::Kind::valve || state_[k] != State::regulating) return false;
    // A reservoir or tank already determines the head of this node, so treat the valve as open.
    if (link.valve == ValveType::prv) return link.to < network_.junctions;
    return link.valve == ValveType::psv && link.from < network_.junctions;
}

GradientMethod::Linear GradientMethod::linear(std::size_t k) const {
    const Link& link = network_.links[k];
    const LinkFigures& figures = figures_[k];
    const double flow = flow_[k];
    const auto of = [](const Drop& drop) { return Linear{1 / drop.gradient, drop.head / drop.gradient}; };
    if (state_[k] == State::closed) return of(closed_drop(flow));
    switch (link.kind) {
    case Link::Kind::pipe: return of(pipe_drop(figures, flow));
    case Link::Kind::pump: return of(pump_drop(figures, flow));
    case Link::Kind::valve: break;
    }
    if (link.valve == ValveType::gpv) return of(curve_drop(figures, flow));
    if (state_[k] != State::regulating) return of(valve_drop(figures.minor, flow));
    switch (link.valve) {
    case ValveType::tcv: return of(valve_drop(figures.setting, flow));
    case ValveType::fcv: return {1 / closed_resistance, flow - figures.setting};
    case ValveType::pbv:
        if (figures.setting == 0 || figures.minor * flow * flow > figures.setting) break;
        return {held, held * figures.setting};
    case ValveType::prv:
    case ValveType::psv:
        if (holds_head(k)) return {1 / closed_resistance, 0};
        break;
    case ValveType::gpv: break;
    }
    return of(valve_drop(figures.minor, flow));
}

void GradientMethod::make_system() {
    std::vector<double> p(network_.links.size());
    std::vector<double> b(network_.junctions, 0.0), inflow(network_.nodes.size(), 0.0);
    std::fill(pattern_.matrix.value.begin(), pattern_.matrix.value.end(), 0.0);
    excess_.assign(network_.junctions, 0.0);
    for (std::size_t k = 0; k < network_.links.size(); ++k) {
        const Link& link = network_.links[k];
        linear_[k] = linear(k);
        p[k] = linear_[k].p;
        if (!(p[k] > 0) || !std::isfinite(p[k]) || !std::isfinite(linear_[k].y)) refuse_figures(link);
        const bool holds = holds_head(k);
        if (!holds) {
            inflow[link.from] -= flow_[k];
            inflow[link.to] += flow_[k];
        }
        const auto add = [&](std::int32_t junction, std::int32_t other, double y) {
            if (junction >= network_.junctions) return;
            b[junction] += y;
            if (other < network_.junctions) return;
            excess_[junction] += p[k];
            b[junction] += p[k] * head_[other];
        };
        add(link.from, link.to, linear_[k].y);
        add(link.to, link.from, -linear_[k].y);
    }
    for (std::int64_t junction = 0; junction < network_.junctions; ++junction) {
        inflow[junction] -= demand_[junction];
        b[junction] += inflow[junction];
    }
    add_conductances(pattern_, network_, p);
    system_.right_side = std::move(b);
    for (std::size_t k = 0; k < network_.links.size(); ++k)
        if (holds_head(k)) hold_head(k, inflow);
    system_.matrix = pattern_.matrix;
    system_.conductance = std::move(p);
}

/// Fixes the head of the node that a valve controls, and adds the valve's flow to the balance of its other node.
void GradientMethod::hold_head(std::size_t k, const std::vector<double>& inflow) {
    const Link& link = network_.links[k];
    const bool reduces = link.valve == ValveType::prv;
    const std::int32_t node = reduces ? link.to : link.from, other = reduces ? link.from : link.to;
    pattern_.matrix.value[pattern_.diagonal[node]] += held;
    excess_[node] += held;
    system_.right_side[node] += held * figures_[k].setting;
    held_[k] = reduces ? -inflow[node] : inflow[node];
    if (held_[k] > 0 && other < network_.junctions) system_.right_side[other] += reduces ? -held_[k] : held_[k];
}

const Elimination& GradientMethod::elimination(const Progress& progress) {
    if (elimination_.order.empty())
        elimination_ = eliminate_by_minimum_degree(pattern_.matrix, pattern_.fixed_neighbours, progress);
    return elimination_;
}

void GradientMethod::step(const Progress& progress) {
    const Elimination& order = elimination(progress);
    const auto solution = Factors(system_.matrix, excess_, order, progress).solve(system_.right_side);
    std::copy(solution.begin(), solution.end(), head_.begin());
    double changes = 0, flows = 0;
    for (std::size_t k = 0; k < network_.links.size(); ++k) {
        const Link& link = network_.links[k];
        double change = linear_[k].y - linear_[k].p * (head_[link.from] - head_[link.to]);
        if (holds_head(k)) change = flow_[k] - held_[k];
        // The flow of a constant-power pump must stay positive, because its head is infinite at zero flow.
        if (link.kind == Link::Kind::pump && figures_[k].curve.empty() && change >= flow_[k]) change = flow_[k] / 2;
        flow_[k] -= change;
        changes += std::abs(change);
        flows += std::abs(flow_[k]);
    }
    flow_change_ = flows > 0 ? changes / flows : changes;
    if (!std::isfinite(flow_change_))
        throw Error("network.diverged",
                    sentence("Newton's method diverged for the network in {network}.", {{"network", network_.name}}),
                    sentence("Use the matrix of an earlier step."));
    ++steps_;
    update_states();
    make_system();
}

/// Updates the states of the links (pipes, pumps and valves). Valves that control a head are updated in every step. All
/// other links are updated only in some of the steps, because they could otherwise alternate between two states
/// forever.
void GradientMethod::update_states() {
    const bool looks_at_all =
        (steps_ % steps_between_looks == 0 && steps_ <= last_look) || flow_change_ <= network_.options.accuracy;
    for (std::size_t k = 0; k < network_.links.size(); ++k) {
        const Link& link = network_.links[k];
        const bool may_hold =
            link.kind == Link::Kind::valve && (link.valve == ValveType::prv || link.valve == ValveType::psv);
        if (looks_at_all || may_hold) state_[k] = next_state(k);
    }
}

GradientMethod::State GradientMethod::next_state(std::size_t k) const {
    const Link& link = network_.links[k];
    const LinkFigures& figures = figures_[k];
    const double from = head_[link.from], to = head_[link.to], flow = flow_[k], wanted = figures.setting;
    if (link.status == Link::Status::closed) return state_[k];
    if (link.status == Link::Status::check_valve) {
        if (from - to < -head_slack || flow < -flow_slack) return State::closed;
        return from - to > head_slack ? State::open : state_[k];
    }
    if (link.kind == Link::Kind::pump) {
        if (figures.setting == 0) return State::closed;
        if (figures.curve.empty()) return State::open;
        const double shutoff = figures.pump ? figures.pump->shutoff : figures.curve.front().y;
        return to - from > shutoff * figures.setting * figures.setting + head_slack ? State::closed : State::open;
    }
    if (link.kind != Link::Kind::valve || link.status != Link::Status::active) return state_[k];
    const double loss = figures.minor * flow * flow;
    switch (link.valve) {
    case ValveType::prv:
        if (state_[k] == State::closed) {
            if (from >= wanted + head_slack && to < wanted - head_slack) return State::regulating;
            return from < wanted - head_slack && from > to + head_slack ? State::open : State::closed;
        }
        if (flow < -flow_slack) return State::closed;
        if (state_[k] == State::open) return to >= wanted + head_slack ? State::regulating : State::open;
        return from - loss < wanted - head_slack ? State::open : State::regulating;
    case ValveType::psv:
        if (state_[k] == State::closed) {
            if (from <= to + head_slack) return State::closed;
            if (to > wanted + head_slack) return State::open;
            return from >= wanted + head_slack ? State::regulating : State::closed;
        }
        if (flow < -flow_slack) return State::closed;
        if (state_[k] == State::open) return from < wanted - head_slack ? State::regulating : State::open;
        return to + loss > wanted + head_slack ? State::open : State::regulating;
    case ValveType::fcv:
        if (from - to < -head_slack || flow < -flow_slack)
            return State::open; // the valve cannot deliver the specified flow, so treat it as open
        return state_[k] == State::open && flow < wanted ? State::open : State::regulating;
    default: return state_[k];
    }
}

} // namespace warploom::network
