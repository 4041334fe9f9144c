// Options, times, patterns and curves.
#include "engine/matrix/matrix_market_header.h"
#include "engine/network/network_builder.h"
#include "engine/network/units.h"

#include <array>
#include <charconv>
#include <cmath>

namespace warploom::network {

namespace {

constexpr double feet_a_metre = 1 / 0.3048;
constexpr double viscosity_at_20_degrees = 1.1e-5; // square feet a second at 20 degrees Celsius, EPANET's figure
constexpr double smallest_relative = 1e-3;         // EPANET's bound: a viscosity below it is not a relative one

struct UnitName {
    std::string_view name;
    FlowUnit unit;
};
constexpr std::array unit_names{
    UnitName{"CFS", FlowUnit::cfs},   UnitName{"GPM", FlowUnit::gpm}, UnitName{"MGD", FlowUnit::mgd},
    UnitName{"IMGD", FlowUnit::imgd}, UnitName{"AFD", FlowUnit::afd}, UnitName{"LPS", FlowUnit::lps},
    UnitName{"LPM", FlowUnit::lpm},   UnitName{"MLD", FlowUnit::mld}, UnitName{"CMH", FlowUnit::cmh},
    UnitName{"CMD", FlowUnit::cmd},   UnitName{"CMS", FlowUnit::cms}, UnitName{"SI", FlowUnit::lps}};

/// Seconds of `1.5` (hours), `1:30` or `1:30:00`; nothing for anything else.
std::optional<double> seconds_of(std::string_view word) {
    double seconds = 0, part_seconds = 3600;
    for (int part = 0; part < 3; ++part, part_seconds /= 60) {
        double value = 0;
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
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
        require_words(index + 1, "an option is a name and a value");
        return words_[index];
    };
    auto& options = network_.options;
    if (begins_with(key, "UNIT")) {
        for (const UnitName& known : unit_names)
            if (begins_with(value(1), known.name) && value(1).size() == known.name.size()) {
                options.units = known.unit;
                return;
            }
        throw refusal("expected CFS, GPM, MGD, IMGD, AFD, LPS, LPM, MLD, CMH, CMD or CMS, found " + quoted(value(1)));
    }
    if (begins_with(key, "HEADL")) {
        if (begins_with(value(1), "H-W")) options.head_loss = HeadLoss::hazen_williams;
        else if (begins_with(value(1), "D-W")) options.head_loss = HeadLoss::darcy_weisbach;
        else if (begins_with(value(1), "C-M")) options.head_loss = HeadLoss::chezy_manning;
        else throw refusal("expected H-W, D-W or C-M, found " + quoted(value(1)));
    } else if (begins_with(key, "PRES") && words_.size() == 2) { // not PRESSURE EXPONENT
        if (begins_with(words_[1], "PSI")) pressure_ = PressureUnit::psi;
        else if (begins_with(words_[1], "KPA")) pressure_ = PressureUnit::kpa;
        else if (begins_with(words_[1], "MET")) pressure_ = PressureUnit::metres;
        else throw refusal("expected PSI, KPA or METERS, found " + quoted(words_[1]));
    } else if (begins_with(key, "PATT")) {
        usual_pattern_ = value(1);
    } else if (begins_with(key, "VISC")) {
        value(1);
        viscosity_ = positive(1, "a viscosity");
    } else if (begins_with(key, "SPEC")) {
        value(2);
        options.specific_gravity = positive(2, "a specific gravity");
    } else if (begins_with(key, "DEMA") && words_.size() > 1 && begins_with(words_[1], "MULT")) {
        value(2);
        options.demand_multiplier = positive(2, "a multiplier");
    } else if (begins_with(key, "ACCU")) {
        value(1);
        options.accuracy = positive(1, "an accuracy");
    }
}

void NetworkBuilder::settle_options() {
    auto& options = network_.options;
    const bool metric = is_metric(options.units);
    options.pressure = pressure_.value_or(metric ? PressureUnit::metres : PressureUnit::psi);
    // EPANET measures pressure in metres where a metric file says psi.
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
    if (at == words_.size()) throw refusal("expected a time behind " + quoted(words_.back()));
    const auto seconds = seconds_of(words_[at]);
    if (!seconds) throw refusal("expected a time such as 1.5, 1:30 or 1:30:00, found " + quoted(words_[at]));
    const bool plain = words_[at].find(':') == std::string_view::npos;
    const double unit = plain && at + 1 < words_.size() ? seconds_a_unit(words_[at + 1]) : 3600;
    if (!begins_with(words_[0], "PATT") || at != 2) return;
    if (begins_with(words_[1], "STAR")) pattern_start_ = *seconds * unit / 3600;
    if (begins_with(words_[1], "TIME")) {
        if (!(*seconds > 0)) throw refusal("expected a time above 0, found " + quoted(words_[at]));
        pattern_step_ = *seconds * unit / 3600;
    }
}

void NetworkBuilder::read_pattern() {
    require_words(2, "a pattern is a name and multipliers");
    std::vector<double> more;
    for (std::size_t k = 1; k < words_.size(); ++k) more.push_back(number(k, "a multiplier"));
    auto& multipliers = patterns_[words_[0]]; // only now, for no pattern is without any
    multipliers.insert(multipliers.end(), more.begin(), more.end());
}

double NetworkBuilder::multiplier(std::string_view pattern) const {
    const auto found = patterns_.find(pattern.empty() ? usual_pattern_ : pattern);
    if (found == patterns_.end()) {
        if (pattern.empty() || pattern == usual_pattern_) return 1;
        throw refusal("expected the name of a pattern, found " + quoted(pattern) +
                      ", which [PATTERNS] does not define");
    }
    const double steps = std::floor(pattern_start_ / pattern_step_);
    if (!std::isfinite(steps)) return found->second.front();
    return found->second[static_cast<std::size_t>(std::fmod(steps, static_cast<double>(found->second.size())))];
}

void NetworkBuilder::read_curve() {
    require_words(3, "a point of a curve is a name and two numbers");
    add_curve_point(words_[0], {number(1, "a number"), number(2, "a number")});
}

void NetworkBuilder::add_curve_point(std::string_view id, Point point) {
    const auto [curve, is_new] = curves_.emplace(id, static_cast<std::int32_t>(network_.curves.size()));
    if (is_new) network_.curves.push_back({std::string(id), {}});
    network_.curves[curve->second].points.push_back(point);
}

} // namespace warploom::network
