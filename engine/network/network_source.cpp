#include "engine/network/network_source.h"

#include "engine/error.h"
#include "engine/matrix/file_kind.h"
#include "engine/network/gradient_method.h"
#include "engine/network/input_lines.h"
#include "engine/network/network_reader.h"
#include "engine/network/water_network.h"
#include "engine/sentence.h"
#include "engine/text_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace warploom::network {

namespace {

bool ends_in(std::string_view name, std::string_view letters) {
    return name.size() > letters.size() && begins_with(name.substr(name.size() - letters.size()), letters);
}

/// Returns whether a file exists and contains an EPANET input file, judged by its first bytes.
bool contains_network(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    try {
        const auto kind = foreign_file_kind(TextFile(path).head(std::size_t{4} << 10));
        return kind && kind->format == FileFormat::epanet;
    } catch (const Error&) { return false; } // the reader reports the error when it opens the file
}

bool is_network_file(std::string_view name) {
    return ends_in(name, ".inp") || ends_in(name, ".inp.gz") || contains_network(std::string(name));
}

[[noreturn]] void refuse(const std::string& name, const std::string& problem) {
    throw Error("matrix.parameter",
                sentence("Network {network}: {problem}", {{"network", file_of_name(name)}, {"problem", problem}}),
                sentence("Example: {example}", {{"example", file_of_name(name) + ":step=2,unit=1,fill=1"}}));
}

WaterNetwork read_file_or_built_in(const std::string& path, const Progress& progress) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        if (const EmbeddedFile* file = find_embedded_file(built_in_networks(), path))
            return read_water_network_text(path, file->text);
    return read_water_network(path, progress);
}

/// Returns the right-hand side for a water network in which every link has a conductance of 1, that is, a head loss of
/// one foot per cubic foot per second of flow.
std::vector<double> unit_right_side(const WaterNetwork& network) {
    const Units units = units_of(network.options);
    std::vector<double> b(static_cast<std::size_t>(network.junctions));
    for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = -network.nodes[i].demand * network.options.demand_multiplier / units.flow;
    for (const auto& link : network.links) {
        const auto [junction, other] = std::minmax(link.from, link.to);
        if (junction >= network.junctions || other < network.junctions) continue;
        const auto& source = network.nodes[other];
        b[junction] += (source.elevation + source.level) / units.length;
    }
    return b;
}

} // namespace

std::string file_of_name(const std::string& name) {
    std::error_code ignored;
    // If a file with this exact name exists, the text after the colon is part of the file name, not a list of
    // parameters.
    if (is_network_file(name) || std::filesystem::exists(name, ignored)) return name;
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos || !is_network_file(std::string_view(name).substr(0, colon))) return name;
    return name.substr(0, colon);
}

bool names_network(std::string_view name) {
    return is_network_file(name) || is_network_file(name.substr(0, std::min(name.rfind(':'), name.size())));
}

NetworkRequest parse_network_name(const std::string& name) {
    NetworkRequest request;
    request.path = file_of_name(name);
    std::string_view rest = std::string_view(name).substr(std::min(request.path.size() + 1, name.size()));
    std::vector<std::string_view> given;
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string_view key = pair.substr(0, equals), text = pair.substr(std::min(equals + 1, pair.size()));
        if (key != "step" && key != "unit" && key != "fill")
            refuse(name, sentence("There is no parameter named '{key}'. Available parameters: {parameters}.",
                                  {{"key", std::string(key)}, {"parameters", "step, unit, fill"}}));
        if (std::find(given.begin(), given.end(), key) != given.end())
            refuse(name, sentence("The parameter {key} is specified twice.", {{"key", std::string(key)}}));
        given.push_back(key);
        const int most = key == "step" ? most_steps : 1;
        int value = -1;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failure != std::errc() || end != text.data() + text.size() || value < 0 || value > most)
            refuse(name, sentence("{parameter} must be an integer from 0 to {most}, but it is '{value}'.",
                                  {{"parameter", std::string(key)}, {"most", most}, {"value", std::string(text)}}));
        if (key == "step") request.step = value;
        if (key == "unit") request.unit_conductances = value != 0;
        if (key == "fill") request.with_fill = value != 0;
    }
    return request;
}

std::string network_name(const NetworkRequest& request) {
    std::string name = request.path;
    const auto add = [&](const std::string& pair) { name += (name.size() == request.path.size() ? ":" : ",") + pair; };
    if (request.step != 0) add("step=" + std::to_string(request.step));
    if (request.unit_conductances) add("unit=1");
    if (request.with_fill) add("fill=1");
    return name;
}

Matrix load_network_matrix(const std::string& name, const Progress& progress) {
    const NetworkRequest request = parse_network_name(name);
    auto network = std::make_shared<const WaterNetwork>(read_file_or_built_in(request.path, progress));
    Matrix matrix;
    matrix.name = name;
    GradientMethod method(*network);
    Progress quiet{{}, progress.cancelled};
    // If all conductances are 1, no Newton steps are needed.
    for (int step = 0; step < request.step && !request.unit_conductances; ++step) {
        progress.check(step, request.step);
        method.step(quiet);
    }
    if (request.unit_conductances) {
        NetworkPattern pattern = pattern_of(*network);
        matrix.link_conductance.assign(network->links.size(), 1.0);
        add_conductances(pattern, *network, matrix.link_conductance);
        matrix.csr = std::move(pattern.matrix);
        matrix.right_side = unit_right_side(*network);
    } else {
        matrix.csr = method.system().matrix;
        matrix.right_side = method.system().right_side;
        matrix.link_conductance = method.system().conductance;
    }
    if (request.with_fill) matrix.csr = with_fill(matrix.csr, method.elimination(progress));
    matrix.stored = matrix.csr.nonzeros();
    matrix.explicit_zeros = std::count(matrix.csr.value.begin(), matrix.csr.value.end(), 0.0);
    matrix.network = std::move(network);
    progress.check(1, 1);
    return matrix;
}

} // namespace warploom::network
