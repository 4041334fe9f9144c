#pragma once

#include "engine/network/water_network.h"

#include <optional>
#include <string>
#include <vector>

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

/// The head loss of a link at a given flow, in feet and cubic feet per second: from its first node to its second,
/// negative where a pump adds head, and its derivative, which is always positive.
struct Drop {
    double head = 0;
    double gradient = 0;
};

// EPANET's bounds, so that no link of a matrix has no conductance, or too much of it.
constexpr double closed_resistance = 1e8;    ///< dh/dQ of a closed link
constexpr double open_resistance = 1e-6;     ///< of an open valve without losses
constexpr double smallest_resistance = 1e-7; ///< for pipes and pumps

/// The figures of a link in feet and cubic feet a second.
struct LinkFigures {
    HeadLoss formula = HeadLoss::hazen_williams;
    double resistance = 0;         ///< h = resistance Q^exponent; of Darcy-Weisbach without its friction factor
    double exponent = 2;           ///< 1.852 or 2
    double minor = 0;              ///< h = minor Q^2
    double relative_roughness = 0; ///< roughness / diameter, Darcy-Weisbach
    double viscous = 0;            ///< kinematic viscosity times diameter, Darcy-Weisbach
    double area = 0;               ///< square feet
    double setting = 0;    ///< relative speed of a pump; of fcv a flow, of prv and psv a head, of pbv a head loss
    double power_loss = 0; ///< for a constant-power pump: h = -power_loss / Q
    std::optional<PumpCurve> pump; ///< one that is a power function
    std::vector<Point> curve;      ///< segments of a pump or gpv
};
LinkFigures figures_of(const WaterNetwork& network, const WaterNetwork::Link& link);

/// The flow that the iteration begins with: one foot a second in pipes and valves, the design flow in pumps.
double first_flow(const WaterNetwork::Link& link, const LinkFigures& figures);

Drop pipe_drop(const LinkFigures& pipe, double flow);
/// Speeds other than 1 by the affinity laws; speed above 0.
Drop pump_drop(const LinkFigures& pump, double flow);
/// An open valve: `minor` Q^2, or next to nothing.
Drop valve_drop(double minor, double flow);
/// A general purpose valve: the segments of its curve, the same backwards.
Drop curve_drop(const LinkFigures& valve, double flow);
inline Drop closed_drop(double flow) { return {closed_resistance * flow, closed_resistance}; }

/// Darcy's friction factor of flow / (viscosity diameter) and its derivative by the flow: 64 / Re below Re = 2000,
/// Swamee & Jain 1976 from 4000, Dunlop's cubic between them.
struct Friction {
    double factor = 0;
    double slope = 0;
};
Friction friction(double flow, double relative_roughness, double viscous);

} // namespace warploom::network
