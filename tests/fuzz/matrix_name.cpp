// Fuzz target: the name of a matrix or system: a generator with parameters, a kind of tridiagonal system, or a network.
#include "engine/generators/tridiagonal_system.h"
#include "engine/network/network_source.h"
#include "fuzz/read_matrix.h"
#include "fuzz/small_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const std::string name = fuzz::text_of(data, size);
    fuzz::expect_answer_or_refusal([&] {
        if (!fuzz::is_small_generator(name)) return;
        fuzz::require_sound(generate_matrix(name, {}, 1).csr);
        if (!names_tridiagonal_system(name)) return;
        const TridiagonalSystem system = load_tridiagonal_system(name, {}, 1);
        for (const auto* array : {&system.a, &system.b, &system.c, &system.d, &system.known_x})
            fuzz::require(static_cast<std::int64_t>(array->size()) == system.n(), "five arrays of a length");
    });
    fuzz::expect_answer_or_refusal([&] {
        if (!network::names_network(name)) return;
        const std::string shortest = network::network_name(network::parse_network_name(name));
        fuzz::require(network::network_name(network::parse_network_name(shortest)) == shortest,
                      "the shortest name of a network says the same");
    });
    return 0;
}
