#pragma once

#include "engine/network/water_network.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::network {

/// Pump head as a function of flow: shutoff - coefficient * flow^exponent.
struct PumpCurve {
    double shutoff = 0;
    double coefficient = 0;
    double exponent = 1;
    double design_flow = 0;
};

/// Fits a pump curve as defined in EPANET's manual. If there is one point, the shutoff head is 4/3 of the point's head,
/// and the maximum flow is twice its flow. If there are three points, the first one must have zero flow. For any other
/// number of points, the curve is piecewise linear, and the function returns std::nullopt. Uses the units of the
/// points.
std::optional<PumpCurve> fit_pump_curve(const std::vector<Point>& points);

/// Returns the reason why the points do not define a pump curve, such as "Its flows must be in increasing order.", or
/// an empty string if they do.
std::string why_no_pump_curve(const std::vector<Point>& points);

/// The head loss of a link in feet, and its derivative with respect to the flow, for a given flow. The flow is in cubic
/// feet per second from the link's first node to its second one. The head loss is negative for a pump that adds head.
/// The derivative is always positive.
struct Drop {
    double head = 0;
    double gradient = 0;
};

// EPANET's limits, which keep the conductance of every link finite and nonzero.
constexpr double closed_resistance = 1e8;    ///< derivative dh/dQ for a closed link
constexpr double open_resistance = 1e-6;     ///< derivative dh/dQ for an open valve without losses
constexpr double smallest_resistance = 1e-7; ///< minimum of the derivative dh/dQ for pipes and pumps

/// The parameters of a link, converted to feet and cubic feet per second.
struct LinkFigures {
    HeadLoss formula = HeadLoss::hazen_williams;
    /// Coefficient of the head loss h = resistance Q^exponent. For Darcy-Weisbach, it does not include the friction
    /// factor.
    double resistance = 0;
    double exponent = 2;           ///< exponent of the flow in the head loss: 1.852 or 2
    double minor = 0;              ///< coefficient of the minor loss: h = minor Q^2
    double relative_roughness = 0; ///< roughness / diameter (for Darcy-Weisbach)
    double viscous = 0;            ///< kinematic viscosity times diameter (for Darcy-Weisbach)
    double area = 0;               ///< cross-sectional area in square feet
    double setting = 0;    ///< relative speed of a pump, flow of an FCV, head of a PRV or PSV, or head loss of a PBV
    double power_loss = 0; ///< head loss of a constant-power pump: h = -power_loss / Q
    std::optional<PumpCurve> pump; ///< power function of the pump; not set if its curve is piecewise linear
    std::vector<Point> curve;      ///< piecewise linear curve of a pump or general purpose valve
};
LinkFigures figures_of(const WaterNetwork& network, const WaterNetwork::Link& link);

/// Returns the flow of a link in the first iteration. For pipes and valves, it corresponds to a velocity of one foot
/// per second. For pumps, it is the design flow.
double first_flow(const WaterNetwork::Link& link, const LinkFigures& figures);

Drop pipe_drop(const LinkFigures& pipe, double flow);
/// Computes the head loss of a pump. Applies the affinity laws if the relative speed is not 1. The speed must be
/// greater than 0.
Drop pump_drop(const LinkFigures& pump, double flow);
/// Computes the head loss of an open valve, which is `minor` Q^2, or almost zero if there is no minor loss.
Drop valve_drop(double minor, double flow);
/// Computes the head loss of a general purpose valve from its piecewise linear curve. For negative flow, the sign of
/// the head loss is reversed.
Drop curve_drop(const LinkFigures& valve, double flow);
inline Drop closed_drop(double flow) { return {closed_resistance * flow, closed_resistance}; }

/// Darcy's friction factor as a function of flow / (viscosity * diameter), and its derivative with respect to the flow.
/// The factor is 64 / Re for Re below 2000, and is given by Swamee & Jain 1976 for Re above 4000. In between, it is
/// interpolated with Dunlop's cubic polynomial.
struct Friction {
    double factor = 0;
    double slope = 0;
};
Friction friction(double flow, double relative_roughness, double viscous);

} // namespace warploom::network
