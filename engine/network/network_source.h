#pragma once

#include "engine/embedded_file.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>

namespace warploom {
const std::vector<EmbeddedFile>& built_in_networks(); ///< the embedded files datasets/networks/*.inp
} // namespace warploom

namespace warploom::network {

/// The parts of the name of a network's matrix, such as `FILE.inp:step=2,unit=1,fill=1`.
struct NetworkRequest {
    std::string path;
    int step = 0;                   ///< number of Newton steps before the matrix is extracted, from 0 to most_steps
    bool unit_conductances = false; ///< whether to set the conductance p of every link to 1
    bool with_fill = false;         ///< whether to include the fill-in of the Cholesky factor as explicit zeros
};
constexpr int most_steps = 1000;

/// Returns whether a matrix name refers to a water network. This is the case if the name, or the part before its last
/// colon, ends with `.inp` or `.inp.gz` (ignoring case), or is the path of an EPANET input file.
bool names_network(std::string_view name);

/// Returns the file name in the name of a network's matrix, without the parameters. Other names, and names of existing
/// files, are returned unchanged.
std::string file_of_name(const std::string& name);

/// Parses the name of a network's matrix. names_network(name) must be true. Errors: "matrix.parameter".
NetworkRequest parse_network_name(const std::string& name);

/// Returns the shortest matrix name for a request. The name omits default values.
std::string network_name(const NetworkRequest& request);

/// Returns the matrix of a water network, together with the network, the right-hand side and the conductances. Errors:
/// same as read_water_network() and parse_network_name(); "network.cut_off", with the list of junctions, if junctions
/// are not connected to a source, because the matrix would then be singular; "network.empty" if there are no junctions;
/// "network.value", "network.diverged".
Matrix load_network_matrix(const std::string& name, const Progress& progress = {});

} // namespace warploom::network
