// The name of a matrix: a generator with its parameters, or a network with its own.
#include "engine/matrix/generators.h"
#include "engine/network/network_source.h"
#include "fuzz/read_matrix.h"

#include <algorithm>

namespace {

/// Whether every parameter is small enough for a matrix that is made in no time.
bool is_small(const std::string& name) {
    const warploom::GeneratorValues values = warploom::generator_values(name);
    const std::string generator = name.substr(0, name.find(':'));
    for (const auto& info : warploom::generators()) {
        if (info.name != generator) continue;
        return std::all_of(info.parameters.begin(), info.parameters.end(), [&](const auto& parameter) {
            return parameter.name == "seed" || values.number(parameter.name) <= 24;
        });
    }
    return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const std::string name(reinterpret_cast<const char*>(data), size);
    fuzz::expect_answer_or_refusal([&] {
        if (names_generator(name) && is_small(name)) fuzz::require_sound(generate_matrix(name, {}, 1).csr);
    });
    fuzz::expect_answer_or_refusal([&] {
        if (!network::names_network(name)) return;
        const std::string shortest = network::network_name(network::parse_network_name(name));
        fuzz::require(network::network_name(network::parse_network_name(shortest)) == shortest,
                      "the shortest name of a network says the same");
    });
    return 0;
}
