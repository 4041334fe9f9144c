#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/network/elimination.h"
#include "engine/network/head_drop.h"
#include "engine/network/water_network.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warploom::network {

/// The positions of the links of a network in its matrix.
struct NetworkPattern {
    CsrMatrix matrix;                   ///< junctions squared, values 0
    std::vector<std::int64_t> diagonal; ///< index of each row's diagonal entry
    /// Of each link the indices of its two entries beside the diagonal; -1 where an end is at a fixed grade.
    std::vector<std::array<std::int64_t, 2>> beside;
    /// How many reservoirs and tanks each junction is linked to.
    std::vector<std::int32_t> fixed_neighbours;
};
/// Errors: "memory.limit".
NetworkPattern pattern_of(const WaterNetwork& network);

/// Adds to the pattern's matrix: each link's conductance p at its two diagonal entries, and -p between them.
void add_conductances(NetworkPattern& pattern, const WaterNetwork& network, const std::vector<double>& conductance);

/// A x = b of one Newton step: x are the heads of the junctions in feet, b flows in cubic feet a second.
struct NetworkSystem {
    CsrMatrix matrix;
    std::vector<double> right_side;
    std::vector<double> conductance; ///< p of each link
};

/// The global gradient method of Todini & Pilati (1988) in the form that EPANET gives it: heads H and flows Q of a
/// network by Newton's method, one linear system of the order of the junctions a step,
///   A_ii = sum of p over the links at i, A_ij = -p of the links between i and j, p = 1 / (dh/dQ),
///   Q - p (h(Q) - (H_from - H_to)) the flow of the next step.
/// docs/water-networks.md names the simplifications.
class GradientMethod {
public:
    /// `network` must outlive it. Errors: "network.empty", "network.cut_off", "network.value" for a link with values
    /// that do not determine a conductance, "memory.limit".
    explicit GradientMethod(const WaterNetwork& network);

    /// The system at the flows of now; it does not depend on calls of step() but through them.
    const NetworkSystem& system() const { return system_; }
    /// One Newton step: solves the system, takes over the flows and the states of valves, makes the next system.
    /// Errors: "network.diverged", "network.value", "cancelled", "memory.limit".
    void step(const Progress& progress = {});

    const std::vector<double>& flows() const { return flow_; } ///< of links, cubic feet a second
    const std::vector<double>& heads() const { return head_; } ///< of nodes, feet; of junctions 0 before the first step
    /// Sum of the changes of flow over the sum of flows in the last step; 1 before the first.
    double flow_change() const { return flow_change_; }
    const Elimination& elimination(const Progress& progress = {});
    const NetworkPattern& pattern() const { return pattern_; }

private:
    enum class State { open, closed, regulating };
    struct Linear {
        double p, y; ///< conductance, and p h(Q)
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
    std::vector<double> held_;   ///< flow that a valve which holds a head takes next
    std::vector<double> excess_; ///< of each row: conductance to fixed grades
    double flow_change_ = 1;
    int steps_ = 0;
};

/// Throws Error("network.empty") or Error("network.cut_off"), which names the junctions, when the network has no
/// regular matrix.
void require_matrix(const WaterNetwork& network);

} // namespace warploom::network
