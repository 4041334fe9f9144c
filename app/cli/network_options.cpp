#include "app/cli/network_options.h"

#include "engine/error.h"
#include "engine/network/network_source.h"

namespace warploom::app {

void NetworkOptions::add_to(CLI::App& command) {
    command.add_option("--step", step_, "Of a water network: Newton steps before the matrix is taken; 0 unless given.")
        ->check(CLI::Range(0, network::most_steps));
    command.add_flag("--unit-conductances", unit_conductances_, "Of a water network: every link has conductance 1.");
    command.add_flag("--with-fill", with_fill_,
                     "Of a water network: with the fill of its Cholesky factor as explicit zeros.");
}

std::string NetworkOptions::name_of(const std::string& matrix) const {
    if (step_ < 0 && !unit_conductances_ && !with_fill_) return matrix;
    if (!network::names_network(matrix))
        throw Error("matrix.parameter",
                    "--step, --unit-conductances and --with-fill are for water networks; " + matrix + " is none.",
                    "Name an .inp or .inp.gz file.");
    network::NetworkRequest request = network::parse_network_name(matrix);
    if (step_ >= 0) request.step = step_;
    request.unit_conductances = request.unit_conductances || unit_conductances_;
    request.with_fill = request.with_fill || with_fill_;
    return network::network_name(request);
}

} // namespace warploom::app
