// Fuzz target: the text of an EPANET input file, up to its matrix.
#include "engine/network/gradient_method.h"
#include "engine/network/network_reader.h"
#include "fuzz/read_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const std::string text = fuzz::text_of(data, size);
    fuzz::expect_answer_or_refusal([&] {
        if (size % 2 == 1) { // one of two ways to read it
            network::read_water_network_text("input", text, network::Defects::counted);
            return;
        }
        const network::WaterNetwork network = network::read_water_network_text("input", text);
        network::GradientMethod method(network);
        fuzz::require_sound(method.system().matrix);
        method.step({});
        method.step({});
    });
    return 0;
}
