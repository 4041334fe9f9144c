#include "engine/network/head_drop.h"

#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warploom::network {
namespace {

constexpr double largest_exponent = 20; // EPANET's limit for the exponent of a pump curve

/// Returns whether EPANET fits a power function to the points of a pump curve.
bool is_power_function(const std::vector<Point>& points) {
    return points.size() == 1 || (points.size() == 3 && points[0].x == 0);
}

PumpCurve through(double shutoff, Point design, Point last) {
    PumpCurve curve;
    curve.shutoff = shutoff;
    curve.exponent = std::log((shutoff - last.y) / (shutoff - design.y)) / std::log(last.x / design.x);
    curve.coefficient = (shutoff - design.y) / std::pow(design.x, curve.exponent);
    curve.design_flow = design.x;
    return curve;
}

PumpCurve power_function(const std::vector<Point>& points) {
    if (points.size() == 3) return through(points[0].y, points[1], points[2]);
    return through(4 * points[0].y / 3, points[0], {2 * points[0].x, 0});
}

} // namespace

std::optional<PumpCurve> fit_pump_curve(const std::vector<Point>& points) {
    if (!is_power_function(points)) return std::nullopt;
    return power_function(points);
}

std::string why_no_pump_curve(const std::vector<Point>& points) {
    if (points.empty()) return sentence("The curve has no points.");
    if (points.size() == 1)
        return points[0].x > 0 && points[0].y > 0 ? "" : sentence("Its flow and head must be greater than 0.");
    for (std::size_t k = 1; k < points.size(); ++k) {
        if (points[k].x <= points[k - 1].x) return sentence("Its flows must be in increasing order.");
        if (points[k].y >= points[k - 1].y) return sentence("Its head must decrease as the flow increases.");
    }
    if (!is_power_function(points)) return {};
    const double exponent = power_function(points).exponent;
    if (std::isfinite(exponent) && exponent > 0 && exponent <= largest_exponent) return {};
    return sentence("No head h0 - r q^n with n from 0 to 20 fits its points.");
}

namespace {

using Link = WaterNetwork::Link;

constexpr double pi = std::numbers::pi;
constexpr double gravity = 32.2;             // gravitational acceleration in feet per second squared
constexpr double water_viscosity = 1.1e-5;   // kinematic viscosity of water in square feet per second
constexpr double foot_pounds_a_second = 550; // foot-pounds per second in one horsepower
constexpr double pounds_a_cubic_foot = 62.4; // specific weight of water in pounds per cubic foot
constexpr double usual_flow = 1;             // initial flow of a constant-power pump in cubic feet per second

double sign_of(double value) { return value < 0 ? -1 : 1; }

double minor_coefficient(double coefficient, double diameter) {
    return 8 * coefficient / (gravity * pi * pi * std::pow(diameter, 4));
}

double resistance_of(HeadLoss formula, double length, double diameter, double roughness) {
    switch (formula) {
    case HeadLoss::hazen_williams: return 4.727 * length / std::pow(roughness, 1.852) / std::pow(diameter, 4.871);
    case HeadLoss::darcy_weisbach: return minor_coefficient(length / diameter, diameter);
    case HeadLoss::chezy_manning:
        return std::pow(4 * roughness / (1.49 * pi * diameter * diameter), 2) * std::pow(diameter / 4, -4.0 / 3) *
               length;
    }
    return 0;
}

/// Returns the intercept and the slope of the curve segment that contains a flow. Flows outside the curve use the first
/// or last segment.
std::pair<double, double> segment_at(const std::vector<Point>& points, double flow) {
    const auto above =
        std::find_if(points.begin() + 1, points.end() - 1, [&](const Point& point) { return point.x >= flow; });
    const Point b = *above, a = *(above - 1);
    const double slope = (b.y - a.y) / (b.x - a.x);
    return {a.y - slope * a.x, slope};
}

Drop power_drop(double power_loss, double flow) {
    const double gradient = std::clamp(power_loss / flow / flow, smallest_resistance, closed_resistance);
    const bool is_bounded = gradient == smallest_resistance || gradient == closed_resistance;
    return {is_bounded ? -gradient * flow : -power_loss / flow, gradient};
}

} // namespace

LinkFigures figures_of(const WaterNetwork& network, const Link& link) {
    const Units units = units_of(network.options);
    LinkFigures figures;
    figures.formula = network.options.head_loss;
    figures.exponent = figures.formula == HeadLoss::hazen_williams ? 1.852 : 2;
    figures.setting = link.setting;
    const double diameter = link.diameter / units.diameter;
    figures.area = pi * diameter * diameter / 4;
    if (link.kind != Link::Kind::pump) figures.minor = minor_coefficient(link.minor_loss, diameter);
    if (link.kind == Link::Kind::pipe) {
        const double roughness = link.roughness / units.roughness;
        figures.resistance = resistance_of(figures.formula, link.length / units.length, diameter, roughness);
        figures.relative_roughness = roughness / diameter;
        figures.viscous = network.options.viscosity * water_viscosity * diameter;
    }
    if (link.kind == Link::Kind::valve) {
        switch (link.valve) {
        case ValveType::prv:
        case ValveType::psv: {
            const auto& node =
                network.nodes[static_cast<std::size_t>(link.valve == ValveType::prv ? link.to : link.from)];
            figures.setting = node.elevation / units.length + link.setting / units.pressure;
            break;
        }
        case ValveType::pbv: figures.setting = link.setting / units.pressure; break;
        case ValveType::fcv: figures.setting = link.setting / units.flow; break;
        case ValveType::tcv: figures.setting = minor_coefficient(link.setting, diameter); break;
        case ValveType::gpv: break;
        }
    }
    if (link.kind == Link::Kind::pump && link.power > 0)
        figures.power_loss = foot_pounds_a_second / pounds_a_cubic_foot * link.power / units.power;
    if (link.curve >= 0) {
        figures.curve = network.curves[link.curve].points;
        for (Point& point : figures.curve) point = {point.x / units.flow, point.y / units.length};
        if (link.kind == Link::Kind::pump) figures.pump = fit_pump_curve(figures.curve);
    }
    return figures;
}

double first_flow(const Link& link, const LinkFigures& figures) {
    if (link.kind != Link::Kind::pump) return figures.area;
    if (figures.pump) return figures.setting * figures.pump->design_flow;
    if (figures.curve.empty()) return figures.setting * usual_flow;
    return figures.setting * (figures.curve.front().x + figures.curve.back().x) / 2;
}

Drop pipe_drop(const LinkFigures& pipe, double flow) {
    const double q = std::abs(flow);
    Drop drop;
    if (pipe.formula == HeadLoss::darcy_weisbach) {
        // The Hagen-Poiseuille law applies to laminar flow. It avoids a division by q.
        const double laminar = 16 * pi * pipe.viscous * pipe.resistance;
        const Friction f = friction(q, pipe.relative_roughness, pipe.viscous);
        if (q <= 500 * pi * pipe.viscous) drop = {laminar * q, laminar}; // laminar flow: Reynolds number at most 2000
        else drop = {f.factor * pipe.resistance * q * q, pipe.resistance * q * (2 * f.factor + f.slope * q)};
    } else {
        drop.gradient = pipe.exponent * pipe.resistance * std::pow(q, pipe.exponent - 1);
        drop.head = drop.gradient * q / pipe.exponent;
    }
    if (drop.gradient < smallest_resistance) drop = {smallest_resistance * q, smallest_resistance};
    drop.head = sign_of(flow) * (drop.head + pipe.minor * q * q);
    drop.gradient += 2 * pipe.minor * q;
    return drop;
}

Friction friction(double flow, double relative_roughness, double viscous) {
    // Reynolds number: Re = 4 Q / (pi nu d)
    const double reynolds = 4 / pi * flow / viscous, by_flow = 4 / (pi * viscous);
    const auto rough = [&](double re) { // friction factor of Swamee & Jain, and its derivative with respect to Re
        const double term = 5.74 * std::pow(re, -0.9), sum = relative_roughness / 3.7 + term;
        const double logarithm = std::log10(sum);
        const double factor = 0.25 / (logarithm * logarithm);
        const double slope = -2 * factor / logarithm / (sum * std::numbers::ln10) * (-0.9 * term / re);
        return Friction{factor, slope};
    };
    if (reynolds <= 2000) return {64 / reynolds, -64 / (reynolds * reynolds) * by_flow};
    if (reynolds >= 4000) {
        const Friction f = rough(reynolds);
        return {f.factor, f.slope * by_flow};
    }
    // Between Re = 2000 and Re = 4000, use a cubic polynomial in r = Re / 2000. At r = 1 and r = 2, it has the same
    // values and slopes as the formulas for the adjacent ranges.
    const Friction end = rough(4000);
    const double fa = end.factor, fb = 2 * fa + 2 * (end.slope * 2000);
    const double x1 = 7 * fa - fb, x2 = 0.128 - 17 * fa + 2.5 * fb, x3 = -0.128 + 13 * fa - 2 * fb,
                 x4 = 0.032 - 3 * fa + 0.5 * fb;
    const double r = reynolds / 2000;
    return {x1 + r * (x2 + r * (x3 + r * x4)), (x2 + r * (2 * x3 + 3 * r * x4)) / 2000 * by_flow};
}

Drop pump_drop(const LinkFigures& pump, double flow) {
    const double q = std::abs(flow), speed = pump.setting;
    if (pump.curve.empty()) return power_drop(speed * speed * speed * pump.power_loss, flow);
    if (!pump.pump) {
        const auto [shutoff, slope] = segment_at(pump.curve, q / speed);
        const double gradient = std::max(-slope * speed, smallest_resistance);
        return {-shutoff * speed * speed + gradient * q, gradient};
    }
    const double shutoff = speed * speed * pump.pump->shutoff, n = pump.pump->exponent;
    const double coefficient = pump.pump->coefficient * std::pow(speed, 2 - n);
    const double gradient = n * coefficient * std::pow(q, n - 1);
    if (gradient < smallest_resistance) return {-shutoff + smallest_resistance * flow, smallest_resistance};
    // With an exponent below 1, the slope of the pump curve is infinite at zero flow.
    if (gradient > closed_resistance) return {-shutoff + closed_resistance * flow, closed_resistance};
    return {-shutoff + gradient * flow / n, gradient};
}

Drop valve_drop(double minor, double flow) {
    if (minor <= 0) return {open_resistance * flow, open_resistance};
    const double gradient = 2 * minor * std::abs(flow);
    if (gradient < smallest_resistance) return {smallest_resistance * flow, smallest_resistance};
    return {gradient * flow / 2, gradient};
}

Drop curve_drop(const LinkFigures& valve, double flow) {
    const double q = std::max(std::abs(flow), 1e-6);
    const auto [at_rest, slope] = segment_at(valve.curve, q);
    const double gradient = std::max(slope, open_resistance);
    return {sign_of(flow) * (at_rest + gradient * q), gradient};
}

} // namespace warploom::network
