#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::network {

/// A point on a curve or on the network map. On the map, it is in the coordinates of the file, with y pointing up.
struct Point {
    double x = 0, y = 0;
};

/// A remark about a part of the input file that was skipped.
struct Remark {
    std::int64_t line = 0; ///< line number, counted from 1; 0 if there is no single line
    std::string text;
};

enum class FlowUnit { cfs, gpm, mgd, imgd, afd, lps, lpm, mld, cmh, cmd, cms };
enum class PressureUnit { psi, metres, kpa };
enum class HeadLoss { hazen_williams, darcy_weisbach, chezy_manning };
/// Valve types: pressure reducing, pressure sustaining, pressure breaker, flow control, throttle control and general
/// purpose.
enum class ValveType { prv, psv, pbv, fcv, tcv, gpv };

/// A water distribution network as described by an EPANET input file, in the units of that file. If the flow unit is
/// cfs, gpm, mgd, imgd or afd, lengths and heads are in feet, diameters in inches, and power in horsepower. Otherwise,
/// they are in meters, millimeters and kilowatts. The unit of roughness depends on the head loss formula. For the
/// Darcy-Weisbach formula, it is 1e-3 ft or mm.
struct WaterNetwork {
    std::string name;

    struct Node {
        enum class Kind { junction, reservoir, tank };
        std::string id;
        Kind kind = Kind::junction;
        double elevation = 0; ///< elevation of a tank's bottom, or initial head of a reservoir
        double level = 0;     ///< initial water level of a tank, measured from its bottom
        double demand = 0;    ///< initial demand of a junction, before the demand multiplier; negative for inflow
        std::optional<Point> place;
    };
    std::vector<Node> nodes;    ///< junctions first, followed by reservoirs and tanks, each in file order
    std::int64_t junctions = 0; ///< number of junctions; the index of a junction is also its matrix row

    struct Link {
        enum class Kind { pipe, pump, valve };
        /// Status of a link; `active` means that a valve is regulating.
        enum class Status { open, closed, check_valve, active };
        std::string id;
        Kind kind = Kind::pipe;
        std::int32_t from = 0, to = 0; ///< indices of the nodes at the two ends of the link
        Status status = Status::open;
        double length = 0, diameter = 0, roughness = 0; ///< dimensions; only pipes have a length and roughness
        double minor_loss = 0;                          ///< minor loss coefficient, which multiplies v^2 / 2g
        ValveType valve = ValveType::tcv;
        double setting = 0; ///< setting of a valve in the unit of its type, or relative speed of a pump
        double power = 0;   ///< power of a constant-power pump; otherwise 0
        /// Index of the curve of a pump (head over flow) or general purpose valve (head loss over flow); -1 if there is
        /// none.
        std::int32_t curve = -1;
        std::vector<Point> vertices;
    };
    std::vector<Link> links;

    struct Curve {
        std::string id;
        std::vector<Point> points; ///< points of the curve in ascending order of x
    };
    std::vector<Curve> curves;

    struct Options {
        FlowUnit units = FlowUnit::gpm;
        PressureUnit pressure = PressureUnit::psi; ///< unit of the pressure settings of PRV, PSV and PBV valves
        HeadLoss head_loss = HeadLoss::hazen_williams;
        double viscosity = 1;        ///< viscosity relative to water at 20 degrees Celsius
        double specific_gravity = 1; ///< density relative to water at 4 degrees Celsius
        double demand_multiplier = 1;
        double accuracy = 0.001; ///< relative change of the flows at which EPANET stops iterating
    };
    Options options;

    std::vector<Remark> remarks;
    /// Number of links that were skipped because one of their end nodes is missing. Always 0 unless the reader ignores
    /// errors.
    std::int64_t undefined_link_ends = 0;
};

constexpr auto words_of(WaterNetwork::Node::Kind) { return std::array{"junction", "reservoir", "tank"}; }
constexpr auto words_of(WaterNetwork::Link::Kind) { return std::array{"pipe", "pump", "valve"}; }
constexpr auto words_of(FlowUnit) {
    return std::array{"CFS", "GPM", "MGD", "IMGD", "AFD", "LPS", "LPM", "MLD", "CMH", "CMD", "CMS"};
}
constexpr auto words_of(HeadLoss) { return std::array{"Hazen-Williams", "Darcy-Weisbach", "Chezy-Manning"}; }
using warploom::to_string;

/// Counts of a network's components, as in the `info` command and in the literature.
struct NetworkCounts {
    std::int64_t junctions = 0, tanks = 0, reservoirs = 0;
    std::int64_t pipes = 0, pumps = 0, valves = 0;
    /// Number of links between two junctions that are already connected by another link.
    std::int64_t parallel_links_merged = 0;
    /// Number of links with exactly one end at a reservoir or tank, whose head is fixed.
    std::int64_t links_to_fixed_grade = 0;
};
NetworkCounts count(const WaterNetwork& network);

/// Returns the junctions that have no path to a reservoir or tank, assuming that all links are open.
std::vector<std::int32_t> junctions_cut_off(const WaterNetwork& network);

/// Conversion factors for the units of a file: the number of file units per foot, per cubic foot per second, and per
/// horsepower. To convert a value from the file, divide it by the corresponding factor. As in EPANET, matrices are
/// always assembled in the converted units.
struct Units {
    double flow = 1;      ///< file units of flow per cubic foot per second
    double length = 1;    ///< file units of length, head and elevation per foot
    double diameter = 12; ///< file units of diameter per foot
    double power = 1;     ///< file units of power per horsepower
    double pressure = 1;  ///< file units of pressure per foot of fluid
    /// Roughness in file units per foot for Darcy-Weisbach. 1 for the other formulas, whose coefficients are
    /// dimensionless.
    double roughness = 1;
};
Units units_of(const WaterNetwork::Options& options);

/// Returns whether the flow unit is based on liters or cubic meters, which implies metric units for the entire file.
bool is_metric(FlowUnit unit);

} // namespace warploom::network
