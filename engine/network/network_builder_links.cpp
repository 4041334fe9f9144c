// Pipes, pumps, valves and their status.
#include "engine/matrix/matrix_market_header.h"
#include "engine/network/network_builder.h"
#include "engine/network/pump_curve.h"

#include <array>
#include <limits>
#include <utility>

namespace warploom::network {

namespace {

/// How read_pipe() and others tell add_link() that an end is no node.
constexpr std::int32_t no_node = -1;

std::optional<ValveType> valve_type(std::string_view word) {
    static constexpr std::array<std::pair<std::string_view, ValveType>, 6> types{{{"PRV", ValveType::prv},
                                                                                  {"PSV", ValveType::psv},
                                                                                  {"PBV", ValveType::pbv},
                                                                                  {"FCV", ValveType::fcv},
                                                                                  {"TCV", ValveType::tcv},
                                                                                  {"GPV", ValveType::gpv}}};
    for (const auto& [letters, type] : types)
        if (begins_with(word, letters)) return type;
    return std::nullopt;
}

/// What a general purpose valve's curve should be, where it is not.
std::string what_is_no_loss_curve(const std::vector<Point>& points) {
    if (points.size() < 2) return "a curve of two points or more";
    for (std::size_t k = 1; k < points.size(); ++k)
        if (points[k].x <= points[k - 1].x || points[k].y < points[k - 1].y)
            return "a curve whose head loss grows with the flow";
    return {};
}

} // namespace

/// Looks at each curve once, because any number of links may have the same long one.
const std::string& NetworkBuilder::verdict_on(std::int32_t curve, Verdicts& known,
                                              std::string (*judge)(const std::vector<Point>&)) const {
    const auto [verdict, is_new] = known.try_emplace(curve);
    if (is_new) verdict->second = judge(network_.curves[curve].points);
    return verdict->second;
}

WaterNetwork::Link NetworkBuilder::link_between(Link::Kind kind) const {
    Link link;
    link.kind = kind;
    const auto end = [&](std::size_t index) {
        const auto node = nodes_.find(words_[index]);
        if (node != nodes_.end()) return node->second.number;
        if (defects_ == Defects::counted) return no_node;
        throw refusal("expected the name of a node at an end of " + std::string(to_string(kind)) + " " +
                      quoted(words_[0]) + ", found " + quoted(words_[index]) + ", which no section defines");
    };
    link.from = end(1);
    link.to = end(2);
    if (link.from == link.to && link.from != no_node)
        throw refusal("expected two different nodes at the ends of " + std::string(to_string(kind)) + " " +
                      quoted(words_[0]) + ", found " + quoted(words_[1]) + " twice");
    return link;
}

void NetworkBuilder::add_link(Link link) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
    if (network_.links.size() >= most) throw refusal("expected fewer than 2^30 links");
    const auto at = static_cast<std::int32_t>(network_.links.size());
    if (link.from == no_node || link.to == no_node) {
        ++network_.undefined_link_ends;
        network_.remarks.push_back({line_, "The " + std::string(to_string(link.kind)) + " " + quoted(words_[0]) +
                                               " has an end that is no node and was left out."});
        return;
    }
    const auto [known, is_new] = links_.emplace(words_[0], Place{line_, at});
    if (!is_new)
        throw refusal("expected a link of a new name, found " + quoted(words_[0]) + ", which line " +
                      std::to_string(known->second.line) + " has defined");
    link.id = std::string(words_[0]);
    network_.links.push_back(std::move(link));
}

void NetworkBuilder::read_pipe() {
    require_words(6, "a pipe is a name, two nodes, length, diameter and roughness");
    Link pipe = link_between(Link::Kind::pipe);
    pipe.length = positive(3, "a length");
    pipe.diameter = positive(4, "a diameter");
    pipe.roughness = positive(5, "a roughness");
    std::size_t next = 6; // the minor loss may be left out
    if (words_.size() > next && (words_.size() > next + 1 || is_number(next)))
        pipe.minor_loss = at_least_zero(next++, "a loss coefficient");
    if (words_.size() > next) {
        if (begins_with(words_[next], "CV")) pipe.status = Link::Status::check_valve;
        else if (begins_with(words_[next], "CLOS")) pipe.status = Link::Status::closed;
        else if (!begins_with(words_[next], "OPEN"))
            throw refusal("expected OPEN, CLOSED or CV, found " + quoted(words_[next]));
    }
    add_link(std::move(pipe));
}

void NetworkBuilder::read_pump() {
    require_words(4, "a pump is a name, two nodes, and HEAD with a curve or POWER with a number");
    Link pump = link_between(Link::Kind::pump);
    pump.setting = 1;
    if (is_number(3)) read_pump_numbers(pump);
    else read_pump_words(pump);
    add_link(std::move(pump));
}

/// EPANET 1 wrote the power, or one point or three of the curve, into the line: h q, or h0 h1 q1 h2 q2.
void NetworkBuilder::read_pump_numbers(Link& pump) {
    if (words_.size() == 4) {
        pump.power = positive(3, "a power");
        return;
    }
    const std::string id = "pump " + std::string(words_[0]);
    WaterNetwork::Curve curve{id, {}};
    if (words_.size() < 8) {
        curve.points = {{number(4, "a flow"), number(3, "a head")}};
    } else {
        curve.points = {{0, number(3, "a head")},
                        {number(5, "a flow"), number(4, "a head")},
                        {number(7, "a flow"), number(6, "a head")}};
    }
    const std::string why_not = why_no_pump_curve(curve.points);
    if (!why_not.empty()) throw refusal("expected the curve of a pump, but " + why_not);
    pump.curve = static_cast<std::int32_t>(network_.curves.size());
    network_.curves.push_back(std::move(curve));
}

void NetworkBuilder::read_pump_words(Link& pump) {
    std::string_view pattern;
    for (std::size_t k = 3; k < words_.size(); k += 2) {
        if (k + 1 == words_.size()) throw refusal("expected something behind " + quoted(words_[k]));
        if (begins_with(words_[k], "HEAD")) pump.curve = pump_curve_called(words_[k + 1]);
        else if (begins_with(words_[k], "POWE")) pump.power = positive(k + 1, "a power");
        else if (begins_with(words_[k], "SPEE")) pump.setting = at_least_zero(k + 1, "a speed");
        else if (begins_with(words_[k], "PATT")) pattern = words_[k + 1];
        else throw refusal("expected HEAD, POWER, SPEED or PATTERN, found " + quoted(words_[k]));
    }
    if (pump.curve < 0 && pump.power == 0)
        throw refusal("expected HEAD with a curve or POWER with a number for pump " + quoted(words_[0]));
    if (pump.curve >= 0) pump.power = 0; // EPANET lets the curve win
    if (!pattern.empty() && pump.from != no_node && pump.to != no_node)
        speed_patterns_.push_back({static_cast<std::int32_t>(network_.links.size()), pump.setting, pattern, line_});
}

std::int32_t NetworkBuilder::curve_called(std::string_view id) const {
    const auto curve = curves_.find(id);
    if (curve == curves_.end())
        throw refusal("expected the name of a curve, found " + quoted(id) + ", which [CURVES] does not define");
    return curve->second;
}

std::int32_t NetworkBuilder::pump_curve_called(std::string_view id) {
    const std::int32_t curve = curve_called(id);
    const std::string& why_not = verdict_on(curve, pump_verdicts_, why_no_pump_curve);
    if (!why_not.empty()) throw refusal("expected the curve of a pump, found " + quoted(id) + ", but " + why_not);
    return curve;
}

void NetworkBuilder::read_valve() {
    require_words(6, "a valve is a name, two nodes, diameter, type and setting");
    Link valve = link_between(Link::Kind::valve);
    valve.diameter = positive(3, "a diameter");
    const auto type = valve_type(words_[4]);
    if (!type) throw refusal("expected PRV, PSV, PBV, FCV, TCV or GPV, found " + quoted(words_[4]));
    valve.valve = *type;
    valve.status = Link::Status::active;
    if (*type == ValveType::gpv) {
        valve.curve = curve_called(words_[5]);
        const std::string& wish = verdict_on(valve.curve, valve_verdicts_, what_is_no_loss_curve);
        if (!wish.empty()) throw refusal("expected " + wish + ", found " + quoted(words_[5]));
    } else {
        valve.setting = number(5, "a setting");
        if ((*type == ValveType::tcv || *type == ValveType::fcv) && valve.setting < 0)
            throw refusal("expected a setting of at least 0, found " + quoted(words_[5]));
    }
    if (words_.size() > 6) valve.minor_loss = at_least_zero(6, "a loss coefficient");
    add_link(std::move(valve));
}

void NetworkBuilder::read_status() {
    require_words(2, "a status is a link and OPEN, CLOSED or a setting");
    const auto found = links_.find(words_[0]);
    if (found == links_.end()) {
        if (defects_ == Defects::counted) return; // of a link that was left out
        throw refusal("expected the name of a link, found " + quoted(words_[0]));
    }
    Link& link = network_.links[found->second.number];
    if (link.status == Link::Status::check_valve)
        throw refusal("expected no status for " + quoted(words_[0]) + ", whose check valve decides");
    if (begins_with(words_[1], "OPEN")) {
        link.status = Link::Status::open;
        if (link.kind == Link::Kind::pump) link.setting = 1;
    } else if (begins_with(words_[1], "CLOS")) {
        link.status = Link::Status::closed;
    } else if (begins_with(words_[1], "ACTI") && link.kind == Link::Kind::valve) {
        link.status = Link::Status::active;
    } else if (link.kind == Link::Kind::pipe || link.valve == ValveType::gpv) {
        throw refusal("expected OPEN or CLOSED for " + quoted(words_[0]) + ", found " + quoted(words_[1]));
    } else {
        link.setting = number(1, "OPEN, CLOSED or a setting");
        if (link.kind == Link::Kind::valve) link.status = Link::Status::active;
        else if (link.setting < 0) throw refusal("expected a speed of at least 0, found " + quoted(words_[1]));
        else link.status = link.setting == 0 ? Link::Status::closed : Link::Status::open;
    }
}

} // namespace warploom::network
