#pragma once

#include "engine/network/water_network.h"

namespace warploom::network {

/// How much of a file's unit makes one foot, one cubic foot a second, one horsepower: divide by it. The matrices are made
/// in those, as EPANET makes them, whatever the file's units.
struct Units {
    double flow = 1;      ///< a cubic foot a second
    double length = 1;    ///< a foot; also of heads and elevations
    double diameter = 12; ///< a foot
    double power = 1;     ///< a horsepower
    double pressure = 1;  ///< a foot of the fluid
    double roughness = 1; ///< a foot with Darcy-Weisbach; 1 with the others, whose coefficients have no unit
};
Units units_of(const WaterNetwork::Options& options);

/// Litres, cubic metres and what goes with them.
bool is_metric(FlowUnit unit);

} // namespace warploom::network
