#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::network {

/// On the map (coordinates as the file has them, y upwards), or on a curve.
struct Point {
    double x = 0, y = 0;
};

/// Something that the reader passed over, and where.
struct Remark {
    std::int64_t line = 0; ///< from 1; 0 where no single line is meant
    std::string text;      ///< one sentence
};

enum class FlowUnit { cfs, gpm, mgd, imgd, afd, lps, lpm, mld, cmh, cmd, cms };
enum class PressureUnit { psi, metres, kpa };
enum class HeadLoss { hazen_williams, darcy_weisbach, chezy_manning };
/// Pressure reducing, pressure sustaining, pressure breaker, flow control, throttle control, general purpose.
enum class ValveType { prv, psv, pbv, fcv, tcv, gpv };

/// A water distribution network as an EPANET input file describes it, in the units of that file: with flows in cfs,
/// gpm, mgd, imgd or afd lengths and heads are feet, diameters inches and power horsepower; with the others meters,
/// millimetres and kilowatts. Roughness is that of the head loss formula (Darcy-Weisbach: 1e-3 ft or mm).
struct WaterNetwork {
    std::string name; ///< the path that it was read from

    struct Node {
        enum class Kind { junction, reservoir, tank };
        std::string id;
        Kind kind = Kind::junction;
        double elevation = 0; ///< for a reservoir: initial head; for a tank: bottom elevation
        double level = 0;     ///< for a tank: initial water level above the bottom
        double demand = 0;    ///< initial demand of a junction, before the demand multiplier; negative: inflow
        std::optional<Point> place;
    };
    std::vector<Node> nodes;    ///< junctions first, then reservoirs and tanks; each in the order of the file
    std::int64_t junctions = 0; ///< a junction's number is its row of the matrix

    struct Link {
        enum class Kind { pipe, pump, valve };
        enum class Status { open, closed, check_valve, active }; ///< active: a valve that regulates
        std::string id;
        Kind kind = Kind::pipe;
        std::int32_t from = 0, to = 0; ///< numbers of nodes
        Status status = Status::open;
        double length = 0, diameter = 0, roughness = 0; ///< pipes; valves have a diameter
        double minor_loss = 0;                          ///< coefficient of v^2 / 2g
        ValveType valve = ValveType::tcv;
        double setting = 0;      ///< for a valve: in the unit of its type; for a pump: relative speed
        double power = 0;        ///< for a constant-power pump; otherwise 0
        std::int32_t curve = -1; ///< head over flow of a pump, head loss over flow of a gpv; -1: none
        std::vector<Point> vertices;
    };
    std::vector<Link> links; ///< in the order of the file

    struct Curve {
        std::string id;
        std::vector<Point> points; ///< x ascends
    };
    std::vector<Curve> curves;

    struct Options {
        FlowUnit units = FlowUnit::gpm;
        PressureUnit pressure = PressureUnit::psi; ///< of the settings of prv, psv and pbv
        HeadLoss head_loss = HeadLoss::hazen_williams;
        double viscosity = 1;        ///< relative to water at 20 degrees Celsius
        double specific_gravity = 1; ///< relative to water at 4 degrees Celsius
        double demand_multiplier = 1;
        double accuracy = 0.001; ///< change of flows over flows, at which EPANET stops
    };
    Options options;

    std::vector<Remark> remarks;
    std::int64_t undefined_link_ends = 0; ///< links left out because an end is no node; 0 unless the reader kept going
};

constexpr auto words_of(WaterNetwork::Node::Kind) { return std::array{"junction", "reservoir", "tank"}; }
constexpr auto words_of(WaterNetwork::Link::Kind) { return std::array{"pipe", "pump", "valve"}; }
constexpr auto words_of(FlowUnit) {
    return std::array{"CFS", "GPM", "MGD", "IMGD", "AFD", "LPS", "LPM", "MLD", "CMH", "CMD", "CMS"};
}
constexpr auto words_of(HeadLoss) { return std::array{"Hazen-Williams", "Darcy-Weisbach", "Chezy-Manning"}; }
using warploom::to_string;

/// Component counts of a network for `info`, counted as in the tables of the literature.
struct NetworkCounts {
    std::int64_t junctions = 0, tanks = 0, reservoirs = 0;
    std::int64_t pipes = 0, pumps = 0, valves = 0;
    std::int64_t parallel_links_merged = 0; ///< links between junctions beyond the first of each pair
    std::int64_t links_to_fixed_grade = 0;  ///< with exactly one end at a reservoir or tank
};
NetworkCounts count(const WaterNetwork& network);

/// The junctions without a path to a reservoir or tank, by number; links count whatever their status.
std::vector<std::int32_t> junctions_cut_off(const WaterNetwork& network);

/// How much of a file's unit makes one foot, one cubic foot a second, one horsepower: divide by it. The matrices are
/// made in those, as EPANET makes them, whatever the file's units.
struct Units {
    double flow = 1;      ///< a cubic foot a second
    double length = 1;    ///< a foot; also of heads and elevations
    double diameter = 12; ///< a foot
    double power = 1;     ///< a horsepower
    double pressure = 1;  ///< a foot of the fluid
    /// In feet with Darcy-Weisbach; 1 with the other formulas, whose coefficients are dimensionless
    double roughness = 1;
};
Units units_of(const WaterNetwork::Options& options);

/// Returns whether the unit is liters or cubic meters, which implies metric units in the whole file.
bool is_metric(FlowUnit unit);

} // namespace warploom::network
