#include "app/experiment/fitting/fit_command.h"

#include "app/calibration/fit.h"
#include "engine/atomic_file.h"
#include "engine/format_number.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <sstream>

namespace warploom::app {

std::string run_fit(const FitCommand& command) {
    const Study study = study_of(command.card);
    const simulated::Card card = simulated::find_card(command.card);
    simulated::Card written;
    if (!command.card_file.empty())
        written = simulated::card_from_json(
            read_regular_file(command.card_file, simulated::largest_card, sentence("Specify the path of a card file.")),
            command.card_file);

    Progress progress{{}, command.cancelled};
    progress.report = [&](std::int64_t done, std::int64_t total) {
        if (command.tell)
            command.tell(sentence("tracing case {number} of {total}", {{"number", done + 1}, {"total", total}}));
    };
    const auto cases = trace_cases(study, card, progress);
    if (command.tell) command.tell("fitting");
    const FitResult result = fit_card(study, card, cases);
    const std::string report = fit_report(study, cases, result, "warploom-engine fit " + command.card);
    if (!command.card_file.empty()) {
        note_fit(written, study, result);
        command.write_files([&] { write_whole_file(command.card_file, simulated::card_to_json(written)); });
    }
    if (command.report.empty() || !command.write_files([&] { write_whole_file(command.report, report); }))
        return report;
    std::ostringstream said;
    said << sentence("Wrote {file}. Cells that were not fitted: {cells}. Median error: {error}%. Correct directions: "
                     "{right} of {counted}.",
                     {{"file", command.report},
                      {"cells", result.card.model_cells},
                      {"error", format_number(result.median_others * 100)},
                      {"right", result.right},
                      {"counted", result.counted}})
         << "\n";
    for (const std::string& key : study.figures)
        for (const auto& field : simulated::card_fields())
            if (key == field.key) said << key << " " << result.card.*field.value << "\n";
    return said.str();
}

} // namespace warploom::app
