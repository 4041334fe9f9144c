#pragma once

#include "engine/embedded_file.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>

namespace warploom {
const std::vector<EmbeddedFile>& built_in_networks(); ///< returns datasets/networks/*.inp
} // namespace warploom

namespace warploom::network {

/// The parsed form of a name such as `FILE.inp:step=2,unit=1,fill=1`.
struct NetworkRequest {
    std::string path;
    int step = 0;                   ///< number of Newton steps performed before the matrix is taken, 0 to most_steps
    bool unit_conductances = false; ///< whether p is 1 for every link
    bool with_fill = false;         ///< whether the fill-in of the Cholesky factor is included as explicit zeros
};
constexpr int most_steps = 1000;

/// Returns whether the name refers to a network: the name, or the part before its last colon, ends with `.inp` or
/// `.inp.gz` in any case.
bool names_network(std::string_view name);

/// Returns the file name contained in the name of a network. Any other name, and the name of an existing file, is
/// returned unchanged.
std::string file_of_name(const std::string& name);

/// Parses the name of a network's matrix. Requires names_network(name). Errors: "matrix.parameter".
NetworkRequest parse_network_name(const std::string& name);

/// Returns the shortest name for a request, which omits default values.
std::string network_name(const NetworkRequest& request);

/// Returns the matrix with this name, together with its network, right-hand side and conductances. Errors: those of
/// read_water_network and parse_network_name; "network.cut_off" with the junctions that are not connected to a source,
/// which would make the matrix singular; "network.empty" if there are no junctions; "network.value",
/// "network.diverged".
Matrix load_network_matrix(const std::string& name, const Progress& progress = {});

} // namespace warploom::network
