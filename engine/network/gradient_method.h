#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/network/elimination.h"
#include "engine/network/head_drop.h"
#include "engine/network/water_network.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warploom::network {

struct NetworkPattern {
    CsrMatrix matrix; ///< square matrix with one row per junction; all values are 0
    std::vector<std::int64_t> diagonal;
    /// Indices of the two off-diagonal matrix entries of each link; -1 if one end of the link is a reservoir or tank.
    std::vector<std::array<std::int64_t, 2>> beside;
    /// Number of links from each junction to reservoirs and tanks, which have fixed heads.
    std::vector<std::int32_t> fixed_neighbours;
};
/// Computes the matrix pattern of a water network. Errors: "memory.limit".
NetworkPattern pattern_of(const WaterNetwork& network);

/// For each link, adds its conductance p to two diagonal entries of the matrix, and -p to two off-diagonal entries.
void add_conductances(NetworkPattern& pattern, const WaterNetwork& network, const std::vector<double>& conductance);

/// The linear system A x = b for one Newton step of a water network. x contains the heads of the junctions in feet, and
/// b contains flows in cubic feet per second.
struct NetworkSystem {
    CsrMatrix matrix;
    std::vector<double> right_side;
    std::vector<double> conductance; ///< conductance p = 1 / (dh/dQ) of each link
};

/// The global gradient method of Todini & Pilati (1988) as implemented in EPANET. It computes the heads H and the flows
/// Q of a network by Newton's method. Each step solves a linear system with one row per junction. A_ii is the sum of p
/// over all links at junction i, and A_ij is -p of the link between i and j, where p = 1 / (dh/dQ). The flow of the
/// next step is Q - p (h(Q) - (H_from - H_to)). docs/water-networks.md describes the simplifications.
class GradientMethod {
public:
    /// Initializes the flows and assembles the first system. `network` must outlive the object. Errors:
    /// "network.empty"; "network.cut_off"; "network.value" if a link's values do not determine its conductance;
    /// "memory.limit".
    explicit GradientMethod(const WaterNetwork& network);

    /// Returns the linear system for the current flows. Only step() changes it.
    const NetworkSystem& system() const { return system_; }
    /// Performs one Newton step: solves the linear system, updates the flows and valve states, and assembles the next
    /// system. Errors: "network.diverged", "network.value", "cancelled", "memory.limit".
    void step(const Progress& progress = {});

    /// Returns the flows of the links in cubic feet per second.
    const std::vector<double>& flows() const { return flow_; }
    /// Returns the heads of the nodes in feet. The heads of junctions are 0 before the first step.
    const std::vector<double>& heads() const { return head_; }
    /// Returns the relative change of the flows in the last step (the sum of the changes divided by the sum of the
    /// flows), or 1 before the first step.
    double flow_change() const { return flow_change_; }
    const Elimination& elimination(const Progress& progress = {});
    const NetworkPattern& pattern() const { return pattern_; }

private:
    enum class State { open, closed, regulating };
    struct Linear {
        double p, y; ///< conductance p of a link, and the product y of p and the head loss h(Q)
    };

    State first_state(const WaterNetwork::Link& link) const;
    Linear linear(std::size_t link) const;
    bool holds_head(std::size_t link) const;
    void make_system();
    void hold_head(std::size_t link, const std::vector<double>& inflow);
    void update_states();
    State next_state(std::size_t link) const;

    const WaterNetwork& network_;
    NetworkPattern pattern_;
    Elimination elimination_;
    NetworkSystem system_;
    std::vector<LinkFigures> figures_;
    std::vector<State> state_;
    std::vector<double> flow_, head_, demand_;
    std::vector<Linear> linear_;
    std::vector<double> held_;   ///< next flow through each valve that controls a head
    std::vector<double> excess_; ///< total conductance of the links from each row to nodes with a fixed head
    double flow_change_ = 1;
    int steps_ = 0;
};

/// Throws if the matrix of the water network would be singular: Error("network.empty"), or Error("network.cut_off")
/// with the names of the unconnected junctions.
void require_matrix(const WaterNetwork& network);

} // namespace warploom::network
