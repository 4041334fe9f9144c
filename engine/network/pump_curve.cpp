#include "engine/network/pump_curve.h"

#include <cmath>

namespace warploom::network {

namespace {

constexpr double largest_exponent = 20; // EPANET's bound; beyond it the curve is a step

/// Whether EPANET takes the points for a power function.
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
    if (points.empty()) return "it has no points";
    if (points.size() == 1) return points[0].x > 0 && points[0].y > 0 ? "" : "its flow and head must be above 0";
    for (std::size_t k = 1; k < points.size(); ++k) {
        if (points[k].x <= points[k - 1].x) return "its flows must ascend";
        if (points[k].y >= points[k - 1].y) return "its head must fall with the flow";
    }
    if (!is_power_function(points)) return {};
    const double exponent = power_function(points).exponent;
    if (std::isfinite(exponent) && exponent > 0 && exponent <= largest_exponent) return {};
    return "no head h0 - r q^n with n from 0 to 20 goes through its points";
}

} // namespace warploom::network
