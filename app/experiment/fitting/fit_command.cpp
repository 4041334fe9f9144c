#include "app/experiment/fitting/fit_command.h"

#include "app/calibration/fit.h"
#include "engine/atomic_file.h"
#include "engine/regular_file.h"

#include <sstream>

namespace warploom::app {

std::string run_fit(const FitCommand& command) {
    const Study study = study_of(command.card);
    const simulated::Card card = simulated::find_card(command.card);
    simulated::Card written;
    if (!command.card_file.empty())
        written = simulated::card_from_json(
            read_regular_file(command.card_file, simulated::largest_card, "Write the path of a card file."),
            command.card_file);

    Progress progress{{}, command.cancelled};
    progress.report = [&](std::int64_t done, std::int64_t total) {
        if (command.tell) command.tell("tracing case " + std::to_string(done + 1) + " of " + std::to_string(total));
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
    said << "Wrote " << command.report << ": " << result.card.model_cells
         << " cells that were not fitted, median error " << result.median_others * 100 << " %, directions right "
         << result.right << " of " << result.counted << ".\n";
    for (const std::string& key : study.figures)
        for (const auto& field : simulated::card_fields())
            if (key == field.key) said << key << " " << result.card.*field.value << "\n";
    return said.str();
}

} // namespace warploom::app
