#pragma once

#include "engine/embedded_file.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>

namespace warploom {
const std::vector<EmbeddedFile>& built_in_networks(); ///< datasets/networks/*.inp
} // namespace warploom

namespace warploom::network {

/// `FILE.inp:step=2,unit=1,fill=1`, taken apart.
struct NetworkRequest {
    std::string path;
    int step = 0;                   ///< Newton steps before the matrix is taken, 0 to most_steps
    bool unit_conductances = false; ///< every link has p = 1 instead of its own
    bool with_fill = false;         ///< with the fill of the Cholesky factor as explicit zeros
};
constexpr int most_steps = 1000;

/// Returns whether the name is that of a network: the part before the last colon, or all of it, ends in `.inp` or
/// `.inp.gz`, case-insensitively.
bool names_network(std::string_view name);

/// The file part of a network's name; any other name, and that of a file which is there by the whole name, as it is.
std::string file_of_name(const std::string& name);

/// Parses the name of a network's matrix; requires names_network(name). Errors: "matrix.parameter".
NetworkRequest parse_network_name(const std::string& name);

/// Returns the shortest name of a request: default values are omitted.
std::string network_name(const NetworkRequest& request);

/// Returns the matrix with this name, including its network, right-hand side and conductances.
/// Errors: those of read_water_network and parse_network_name; "network.cut_off" names junctions that no source
/// reaches, which would make the matrix singular; "network.empty" without junctions; "network.value",
/// "network.diverged".
Matrix load_network_matrix(const std::string& name, const Progress& progress = {});

} // namespace warploom::network
