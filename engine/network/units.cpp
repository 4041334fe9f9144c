#include "engine/network/units.h"

namespace warploom::network {

namespace {

constexpr double metres_a_foot = 0.3048;
constexpr double litres_a_cubic_foot = 28.316846592;
constexpr double gallons_a_cubic_foot = 1728.0 / 231.0;
constexpr double litres_an_imperial_gallon = 4.54609;
constexpr double square_feet_an_acre = 43560;
constexpr double seconds_a_day = 86400;
constexpr double kilowatts_a_horsepower = 0.74569987158227022;
constexpr double psi_a_foot = 0.4333; // of water of 62.4 lb a cubic foot, EPANET's figure
constexpr double kpa_a_psi = 6.894757;

double flow_of(FlowUnit unit) {
    switch (unit) {
    case FlowUnit::cfs: return 1;
    case FlowUnit::gpm: return gallons_a_cubic_foot * 60;
    case FlowUnit::mgd: return gallons_a_cubic_foot * seconds_a_day / 1e6;
    case FlowUnit::imgd: return litres_a_cubic_foot / litres_an_imperial_gallon * seconds_a_day / 1e6;
    case FlowUnit::afd: return seconds_a_day / square_feet_an_acre;
    case FlowUnit::lps: return litres_a_cubic_foot;
    case FlowUnit::lpm: return litres_a_cubic_foot * 60;
    case FlowUnit::mld: return litres_a_cubic_foot * seconds_a_day / 1e6;
    case FlowUnit::cmh: return litres_a_cubic_foot * 3600 / 1e3;
    case FlowUnit::cmd: return litres_a_cubic_foot * seconds_a_day / 1e3;
    case FlowUnit::cms: return litres_a_cubic_foot / 1e3;
    }
    return 1;
}

} // namespace

bool is_metric(FlowUnit unit) {
    switch (unit) {
    case FlowUnit::cfs:
    case FlowUnit::gpm:
    case FlowUnit::mgd:
    case FlowUnit::imgd:
    case FlowUnit::afd: return false;
    default: return true;
    }
}

Units units_of(const WaterNetwork::Options& options) {
    const bool metric = is_metric(options.units);
    Units units;
    units.flow = flow_of(options.units);
    units.length = metric ? metres_a_foot : 1;
    units.diameter = metric ? 1e3 * metres_a_foot : 12;
    units.power = metric ? kilowatts_a_horsepower : 1;
    if (options.head_loss == HeadLoss::darcy_weisbach) units.roughness = 1e3 * units.length;
    switch (options.pressure) {
    case PressureUnit::psi: units.pressure = psi_a_foot * options.specific_gravity; break;
    case PressureUnit::kpa: units.pressure = kpa_a_psi * psi_a_foot * options.specific_gravity; break;
    case PressureUnit::metres: units.pressure = metres_a_foot * options.specific_gravity; break;
    }
    return units;
}

} // namespace warploom::network
