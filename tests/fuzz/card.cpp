// Fuzz target: a GPU model from the user's folder, a request, or the editor.
#include "engine/simulated/card.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    fuzz::expect_answer_or_refusal([&] {
        const std::string text = fuzz::text_of(data, size);
        const std::string written = simulated::card_to_json(simulated::card_from_json(text, "input"));
        fuzz::require(simulated::card_to_json(simulated::card_from_json(written, "written")) == written,
                      "a card that was read is written and read back");
    });
    return 0;
}
