// Fuzz target: the result of an experiment, or a report that contains one, with its seals.
#include "engine/experiment/result.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const std::string text = fuzz::text_of(data, size);
    fuzz::expect_answer_or_refusal([&] {
        const experiment::Result result = experiment::result_from_text(text, "input");
        const bool is_intact = result.edited.empty();
        const std::string written = experiment::result_to_json(result);
        const experiment::SealReport report = experiment::check_seal(written, "written");
        fuzz::require(report.is_sealed && report.is_intact == is_intact,
                      "an edited result stays marked, a whole one whole");
        fuzz::require(experiment::result_to_json(experiment::result_from_text(written, "written")) == written,
                      "a result that was read is written and read back");
        experiment::check_seal(text, "input"); // reads it as above: what was rejected there is rejected here
    });
    return 0;
}
