// Reads the sections of a network file that define pipes, pumps, valves and their status, options, times, patterns and
// curves.
#include "engine/matrix/matrix_market_header.h"
#include "engine/network/head_drop.h"
#include "engine/network/network_builder.h"
#include "engine/network/water_network.h"
#include "engine/portable.h"
#include "engine/sentence.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace warploom::network {
namespace {

/// Node number that is stored if no node has the specified name. add_link() skips such links.
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

/// Returns the requirement that the head loss curve of a general purpose valve violates, or an empty string if the
/// curve is valid.
std::string what_is_no_loss_curve(const std::vector<Point>& points) {
    if (points.size() < 2) return sentence("It must have at least two points.");
    for (std::size_t k = 1; k < points.size(); ++k)
        if (points[k].x <= points[k - 1].x || points[k].y < points[k - 1].y)
            return sentence("Its head loss must not decrease as the flow increases.");
    return {};
}

} // namespace

/// Validates a curve and caches the result, because many links may use the same curve.
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
        throw refusal(
            sentence("The {kind} {link} ends at the node {node}, which is not defined.",
                     {{"kind", to_string(kind)}, {"link", quoted(words_[0])}, {"node", quoted(words_[index])}}));
    };
    link.from = end(1);
    link.to = end(2);
    if (link.from == link.to && link.from != no_node)
        throw refusal(sentence("Both ends of the {kind} {link} are the node {node}.",
                               {{"kind", to_string(kind)}, {"link", quoted(words_[0])}, {"node", quoted(words_[1])}}));
    return link;
}

void NetworkBuilder::add_link(Link link) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
    if (network_.links.size() >= most)
        throw refusal(sentence("The network has too many links. At most 2^30 are supported."));
    const auto at = static_cast<std::int32_t>(network_.links.size());
    if (link.from == no_node || link.to == no_node) {
        ++network_.undefined_link_ends;
        network_.remarks.push_back(
            {line_, sentence("The {kind} {link} was skipped, because a node at its end is not defined.",
                             {{"kind", to_string(link.kind)}, {"link", quoted(words_[0])}})});
        return;
    }
    const auto [known, is_new] = links_.emplace(words_[0], Place{line_, at});
    if (!is_new)
        throw refusal(sentence("The link {link} is already defined on line {line}.",
                               {{"link", quoted(words_[0])}, {"line", known->second.line}}));
    link.id = std::string(words_[0]);
    network_.links.push_back(std::move(link));
}

void NetworkBuilder::read_pipe() {
    require_words(6, sentence_pattern("a pipe consists of a name, two nodes, length, diameter and roughness"));
    Link pipe = link_between(Link::Kind::pipe);
    pipe.length = positive(3, sentence_pattern("a length"));
    pipe.diameter = positive(4, sentence_pattern("a diameter"));
    pipe.roughness = positive(5, sentence_pattern("a roughness"));
    std::size_t next = 6; // the minor loss is optional
    if (words_.size() > next && (words_.size() > next + 1 || is_number(next)))
        pipe.minor_loss = at_least_zero(next++, sentence_pattern("a loss coefficient"));
    if (words_.size() > next) {
        if (begins_with(words_[next], "CV")) pipe.status = Link::Status::check_valve;
        else if (begins_with(words_[next], "CLOS")) pipe.status = Link::Status::closed;
        else if (!begins_with(words_[next], "OPEN"))
            throw refusal(sentence("Expected OPEN, CLOSED or CV, found {found}.", {{"found", quoted(words_[next])}}));
    }
    add_link(std::move(pipe));
}

void NetworkBuilder::read_pump() {
    require_words(4, sentence_pattern("a pump consists of a name, two nodes, and HEAD with a curve or POWER with a "
                                      "number"));
    Link pump = link_between(Link::Kind::pump);
    pump.setting = 1;
    if (is_number(3)) read_pump_numbers(pump);
    else read_pump_words(pump);
    add_link(std::move(pump));
}

/// Reads a pump in the format of EPANET 1. The line contains the power, one point of the curve (h q), or three points
/// (h0 h1 q1 h2 q2).
void NetworkBuilder::read_pump_numbers(Link& pump) {
    if (words_.size() == 4) {
        pump.power = positive(3, sentence_pattern("a power"));
        return;
    }
    const std::string id = "pump " + std::string(words_[0]);
    WaterNetwork::Curve curve{id, {}};
    if (words_.size() < 8) {
        curve.points = {{number(4, sentence_pattern("a flow")), number(3, sentence_pattern("a head"))}};
    } else {
        curve.points = {{0, number(3, sentence_pattern("a head"))},
                        {number(5, sentence_pattern("a flow")), number(4, sentence_pattern("a head"))},
                        {number(7, sentence_pattern("a flow")), number(6, sentence_pattern("a head"))}};
    }
    const std::string why_not = why_no_pump_curve(curve.points);
    if (!why_not.empty()) throw refusal(sentence("The pump curve is not valid. {reason}", {{"reason", why_not}}));
    pump.curve = static_cast<std::int32_t>(network_.curves.size());
    network_.curves.push_back(std::move(curve));
}

void NetworkBuilder::read_pump_words(Link& pump) {
    std::string_view pattern;
    for (std::size_t k = 3; k < words_.size(); k += 2) {
        if (k + 1 == words_.size())
            throw refusal(sentence("Expected a value after {word}.", {{"word", quoted(words_[k])}}));
        if (begins_with(words_[k], "HEAD")) pump.curve = pump_curve_called(words_[k + 1]);
        else if (begins_with(words_[k], "POWE")) pump.power = positive(k + 1, sentence_pattern("a power"));
        else if (begins_with(words_[k], "SPEE")) pump.setting = at_least_zero(k + 1, sentence_pattern("a speed"));
        else if (begins_with(words_[k], "PATT")) pattern = words_[k + 1];
        else
            throw refusal(
                sentence("Expected HEAD, POWER, SPEED or PATTERN, found {found}.", {{"found", quoted(words_[k])}}));
    }
    if (pump.curve < 0 && pump.power == 0)
        throw refusal(sentence("The pump {pump} requires HEAD with a curve or POWER with a number.",
                               {{"pump", quoted(words_[0])}}));
    if (pump.curve >= 0) pump.power = 0; // the curve takes precedence over the power, as in EPANET
    if (!pattern.empty() && pump.from != no_node && pump.to != no_node)
        speed_patterns_.push_back({static_cast<std::int32_t>(network_.links.size()), pump.setting, pattern, line_});
}

std::int32_t NetworkBuilder::curve_called(std::string_view id) const {
    const auto curve = curves_.find(id);
    if (curve == curves_.end())
        throw refusal(sentence("The curve {curve} is not defined in [CURVES].", {{"curve", quoted(id)}}));
    return curve->second;
}

std::int32_t NetworkBuilder::pump_curve_called(std::string_view id) {
    const std::int32_t curve = curve_called(id);
    const std::string& why_not = verdict_on(curve, pump_verdicts_, why_no_pump_curve);
    if (!why_not.empty())
        throw refusal(sentence("The curve {curve} is not a valid pump curve. {reason}",
                               {{"curve", quoted(id)}, {"reason", why_not}}));
    return curve;
}

void NetworkBuilder::read_valve() {
    require_words(6, sentence_pattern("a valve consists of a name, two nodes, diameter, type and setting"));
    Link valve = link_between(Link::Kind::valve);
    valve.diameter = positive(3, sentence_pattern("a diameter"));
    const auto type = valve_type(words_[4]);
    if (!type)
        throw refusal(
            sentence("Expected PRV, PSV, PBV, FCV, TCV or GPV, found {found}.", {{"found", quoted(words_[4])}}));
    valve.valve = *type;
    valve.status = Link::Status::active;
    if (*type == ValveType::gpv) {
        valve.curve = curve_called(words_[5]);
        const std::string& why_not = verdict_on(valve.curve, valve_verdicts_, what_is_no_loss_curve);
        if (!why_not.empty())
            throw refusal(sentence("The curve {curve} is not a valid head loss curve. {reason}",
                                   {{"curve", quoted(words_[5])}, {"reason", why_not}}));
    } else {
        valve.setting = number(5, sentence_pattern("a setting"));
        if ((*type == ValveType::tcv || *type == ValveType::fcv) && valve.setting < 0)
            throw refusal(sentence("Expected {quantity} of at least 0, found {found}.",
                                   {{"quantity", sentence("a setting")}, {"found", quoted(words_[5])}}));
    }
    if (words_.size() > 6) valve.minor_loss = at_least_zero(6, sentence_pattern("a loss coefficient"));
    add_link(std::move(valve));
}

void NetworkBuilder::read_status() {
    require_words(2, sentence_pattern("a status consists of a link and OPEN, CLOSED or a setting"));
    const auto found = links_.find(words_[0]);
    if (found == links_.end()) {
        if (defects_ == Defects::counted) return; // the link was skipped because of an error
        throw refusal(sentence("There is no link named {link}.", {{"link", quoted(words_[0])}}));
    }
    Link& link = network_.links[found->second.number];
    if (link.status == Link::Status::check_valve)
        throw refusal(
            sentence("The pipe {pipe} has a check valve, so it cannot have a status.", {{"pipe", quoted(words_[0])}}));
    if (begins_with(words_[1], "OPEN")) {
        link.status = Link::Status::open;
        if (link.kind == Link::Kind::pump) link.setting = 1;
    } else if (begins_with(words_[1], "CLOS")) {
        link.status = Link::Status::closed;
    } else if (begins_with(words_[1], "ACTI") && link.kind == Link::Kind::valve) {
        link.status = Link::Status::active;
    } else if (link.kind == Link::Kind::pipe || link.valve == ValveType::gpv) {
        throw refusal(sentence("Expected OPEN or CLOSED for {link}, found {found}.",
                               {{"link", quoted(words_[0])}, {"found", quoted(words_[1])}}));
    } else {
        link.setting = number(1, sentence_pattern("OPEN, CLOSED or a setting"));
        if (link.kind == Link::Kind::valve) link.status = Link::Status::active;
        else if (link.setting < 0)
            throw refusal(sentence("Expected {quantity} of at least 0, found {found}.",
                                   {{"quantity", sentence("a speed")}, {"found", quoted(words_[1])}}));
        else link.status = link.setting == 0 ? Link::Status::closed : Link::Status::open;
    }
}

namespace {

constexpr double feet_a_metre = 1 / 0.3048;
// kinematic viscosity of water in square feet per second at 20 degrees Celsius, as in EPANET
constexpr double viscosity_at_20_degrees = 1.1e-5;
constexpr double smallest_relative = 1e-3; // smaller numbers are absolute viscosities, as in EPANET

struct UnitName {
    std::string_view name;
    FlowUnit unit;
};
constexpr std::array unit_names{
    UnitName{"CFS", FlowUnit::cfs},   UnitName{"GPM", FlowUnit::gpm}, UnitName{"MGD", FlowUnit::mgd},
    UnitName{"IMGD", FlowUnit::imgd}, UnitName{"AFD", FlowUnit::afd}, UnitName{"LPS", FlowUnit::lps},
    UnitName{"LPM", FlowUnit::lpm},   UnitName{"MLD", FlowUnit::mld}, UnitName{"CMH", FlowUnit::cmh},
    UnitName{"CMD", FlowUnit::cmd},   UnitName{"CMS", FlowUnit::cms}, UnitName{"SI", FlowUnit::lps}};

/// Converts a time such as `1.5` (hours), `1:30` or `1:30:00` to seconds. Returns std::nullopt for any other text.
std::optional<double> seconds_of(std::string_view word) {
    double seconds = 0, part_seconds = 3600;
    for (int part = 0; part < 3; ++part, part_seconds /= 60) {
        double value = 0;
        const auto [end, failure] = portable::from_chars(word.data(), word.data() + word.size(), value);
        if (failure != std::errc() || !(value >= 0) || !std::isfinite(value)) return std::nullopt;
        seconds += value * part_seconds;
        word.remove_prefix(static_cast<std::size_t>(end - word.data()));
        if (word.empty()) return seconds;
        if (word.front() != ':') return std::nullopt;
        word.remove_prefix(1);
    }
    return std::nullopt;
}

double seconds_a_unit(std::string_view unit) {
    if (begins_with(unit, "SEC")) return 1;
    if (begins_with(unit, "MIN")) return 60;
    if (begins_with(unit, "DAY")) return 86400;
    return 3600;
}

} // namespace

void NetworkBuilder::read_option() {
    const std::string_view key = words_[0];
    const auto value = [&](std::size_t index) {
        require_words(index + 1, sentence_pattern("an option consists of a name and a value"));
        return words_[index];
    };
    auto& options = network_.options;
    if (begins_with(key, "UNIT")) {
        for (const UnitName& known : unit_names)
            if (begins_with(value(1), known.name) && value(1).size() == known.name.size()) {
                options.units = known.unit;
                return;
            }
        throw refusal(sentence("Expected CFS, GPM, MGD, IMGD, AFD, LPS, LPM, MLD, CMH, CMD or CMS, found {found}.",
                               {{"found", quoted(value(1))}}));
    }
    if (begins_with(key, "HEADL")) {
        if (begins_with(value(1), "H-W")) options.head_loss = HeadLoss::hazen_williams;
        else if (begins_with(value(1), "D-W")) options.head_loss = HeadLoss::darcy_weisbach;
        else if (begins_with(value(1), "C-M")) options.head_loss = HeadLoss::chezy_manning;
        else throw refusal(sentence("Expected H-W, D-W or C-M, found {found}.", {{"found", quoted(value(1))}}));
    } else if (begins_with(key, "PRES") && words_.size() == 2) { // not PRESSURE EXPONENT, which has three words
        if (begins_with(words_[1], "PSI")) pressure_ = PressureUnit::psi;
        else if (begins_with(words_[1], "KPA")) pressure_ = PressureUnit::kpa;
        else if (begins_with(words_[1], "MET")) pressure_ = PressureUnit::metres;
        else throw refusal(sentence("Expected PSI, KPA or METERS, found {found}.", {{"found", quoted(words_[1])}}));
    } else if (begins_with(key, "PATT")) {
        usual_pattern_ = value(1);
    } else if (begins_with(key, "VISC")) {
        value(1);
        viscosity_ = positive(1, sentence_pattern("a viscosity"));
    } else if (begins_with(key, "SPEC")) {
        value(2);
        options.specific_gravity = positive(2, sentence_pattern("a specific gravity"));
    } else if (begins_with(key, "DEMA") && words_.size() > 1 && begins_with(words_[1], "MULT")) {
        value(2);
        options.demand_multiplier = positive(2, sentence_pattern("a multiplier"));
    } else if (begins_with(key, "ACCU")) {
        value(1);
        options.accuracy = positive(1, sentence_pattern("an accuracy"));
    }
}

void NetworkBuilder::settle_options() {
    auto& options = network_.options;
    const bool metric = is_metric(options.units);
    options.pressure = pressure_.value_or(metric ? PressureUnit::metres : PressureUnit::psi);
    // EPANET uses meters for pressure if a file with metric flow units specifies PSI.
    if (metric && options.pressure == PressureUnit::psi) options.pressure = PressureUnit::metres;
    options.viscosity = viscosity_;
    if (viscosity_ <= smallest_relative)
        options.viscosity = viscosity_ * (metric ? feet_a_metre * feet_a_metre : 1) / viscosity_at_20_degrees;
}

void NetworkBuilder::read_time() {
    if (begins_with(words_[0], "STAT")) return;
    const auto may_be_time = [](std::string_view word) {
        return !word.empty() && std::string_view("0123456789.-").find(word.front()) != std::string_view::npos;
    };
    std::size_t at = 1;
    while (at < words_.size() && !may_be_time(words_[at])) ++at;
    if (at == words_.size())
        throw refusal(sentence("Expected a time after {word}.", {{"word", quoted(words_.back())}}));
    const auto seconds = seconds_of(words_[at]);
    if (!seconds)
        throw refusal(
            sentence("Expected a time such as 1.5, 1:30 or 1:30:00, found {found}.", {{"found", quoted(words_[at])}}));
    const bool plain = words_[at].find(':') == std::string_view::npos;
    const double unit = plain && at + 1 < words_.size() ? seconds_a_unit(words_[at + 1]) : 3600;
    if (!begins_with(words_[0], "PATT") || at != 2) return;
    if (begins_with(words_[1], "STAR")) pattern_start_ = *seconds * unit / 3600;
    if (begins_with(words_[1], "TIME")) {
        if (!(*seconds > 0))
            throw refusal(sentence("Expected {quantity} greater than 0, found {found}.",
                                   {{"quantity", sentence("a time")}, {"found", quoted(words_[at])}}));
        pattern_step_ = *seconds * unit / 3600;
    }
}

void NetworkBuilder::read_pattern() {
    require_words(2, sentence_pattern("a pattern consists of a name and multipliers"));
    std::vector<double> more;
    for (std::size_t k = 1; k < words_.size(); ++k) more.push_back(number(k, sentence_pattern("a multiplier")));
    // Check the pattern name after its multipliers have been read, because every pattern must have at least one
    // multiplier.
    auto& multipliers = patterns_[words_[0]];
    multipliers.insert(multipliers.end(), more.begin(), more.end());
}

double NetworkBuilder::multiplier(std::string_view pattern) const {
    const auto found = patterns_.find(pattern.empty() ? usual_pattern_ : pattern);
    if (found == patterns_.end()) {
        if (pattern.empty() || pattern == usual_pattern_) return 1;
        throw refusal(sentence("The pattern {pattern} is not defined in [PATTERNS].", {{"pattern", quoted(pattern)}}));
    }
    const double steps = std::floor(pattern_start_ / pattern_step_);
    if (!std::isfinite(steps)) return found->second.front();
    return found->second[static_cast<std::size_t>(std::fmod(steps, static_cast<double>(found->second.size())))];
}

void NetworkBuilder::read_curve() {
    require_words(3, sentence_pattern("a curve point consists of a name and two numbers"));
    add_curve_point(words_[0], {number(1, sentence_pattern("a number")), number(2, sentence_pattern("a number"))});
}

void NetworkBuilder::add_curve_point(std::string_view id, Point point) {
    const auto [curve, is_new] = curves_.emplace(id, static_cast<std::int32_t>(network_.curves.size()));
    if (is_new) network_.curves.push_back({std::string(id), {}});
    network_.curves[curve->second].points.push_back(point);
}

} // namespace warploom::network
