#pragma once

#include "engine/network/water_network.h"

#include <optional>
#include <string>

namespace warploom::network {

/// The head that a pump gives: shutoff - coefficient * flow^exponent.
struct PumpCurve {
    double shutoff = 0;
    double coefficient = 0;
    double exponent = 1;
    double design_flow = 0; ///< where an iteration begins
};

/// The curve of one point (the head at no flow is 4/3 of it, the largest flow twice its flow) or of three that begin at
/// no flow, as EPANET's manual defines them; nothing for other numbers of points, which are a curve of line segments.
/// Units are those of the points.
std::optional<PumpCurve> fit_pump_curve(const std::vector<Point>& points);

/// Why the points describe no pump ("its head must fall with the flow"); empty when they do.
std::string why_no_pump_curve(const std::vector<Point>& points);

} // namespace warploom::network
