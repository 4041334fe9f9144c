#include "app/experiment/fidelity/fidelity_command.h"

#include "app/experiment/fidelity/fidelity.h"
#include "app/experiment/run_experiment.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/experiment/experiment.h"
#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "engine/time_text.h"

#include <cstdlib>

namespace warploom::app {

namespace {

FidelityNotes notes_in(const std::string& path) {
    constexpr std::size_t largest = std::size_t{4} << 20;
    return fidelity_notes(
        read_regular_file(path, largest,
                          sentence("Run the command in the source folder, or specify the file with --notes.")),
        path);
}

experiment::Result modelled(const experiment::Experiment& experiment, const FidelityCommand& command,
                            const MachineList& machines) {
    experiment::Result result = begin_experiment(experiment, command.quick);
    ExperimentSettings settings;
    settings.quick = command.quick;
    settings.machine = "none";
    settings.measure_host = false;
    settings.model_cache = ModelledCache::user_folder();
    settings.data = command.data;
    ExperimentObserver observer;
    observer.cancelled = command.cancelled;
    observer.progress = [&](const std::string& stage, const std::string& detail, std::size_t done, std::size_t total) {
        if (command.tell)
            command.tell(sentence("{experiment}: {stage} {detail} ({done} of {total})", {{"experiment", experiment.id},
                                                                                         {"stage", stage},
                                                                                         {"detail", detail},
                                                                                         {"done", done},
                                                                                         {"total", total}}));
    };
    run_experiment(result, settings, machines, observer);
    if (command.cancelled != nullptr && *command.cancelled)
        throw Error("cancelled", sentence("The page was not created."));
    return result;
}

CardFidelity card_fidelity(const std::string& id, const FidelityCommand& command, const MachineList& machines) {
    CardFidelity card;
    const simulated::Card described = simulated::find_card(id);
    card.card = id;
    card.title = described.title;
    card.study = study_of(id);
    Progress progress{{}, command.cancelled};
    progress.report = [&](std::int64_t done, std::int64_t total) {
        if (command.tell)
            command.tell(sentence("{card}: tracing case {number} of {total}",
                                  {{"card", id}, {"number", done + 1}, {"total", total}}));
    };
    card.fit = evaluate(card.study, described, trace_cases(card.study, described, progress));
    for (const auto& experiment : experiment::experiments())
        if (experiment.card == id) card.results.push_back(modelled(experiment, command, machines));
    return card;
}

} // namespace

std::string run_fidelity(const FidelityCommand& command, const MachineList& machines) {
    // If --data is not specified, use only data that is included in the program, so that the report is reproducible.
    if (command.data.empty()) ::unsetenv("WARPLOOM_EXTRA_DATA");
    const FidelityNotes notes = notes_in(command.notes);
    std::vector<MeasuredKernels> measured = transform_to_vector(command.measured, read_measured_kernels);
    std::vector<CardFidelity> cards;
    // With `--cards ""`, the report contains only the comparison with measurements.
    for (const std::string& id : command.cards)
        if (!id.empty()) cards.push_back(card_fidelity(id, command, machines));
    Progress progress{{}, command.cancelled};
    for (MeasuredKernels& one : measured) model_measured_kernels(one, command.tell, progress);

    const std::string page = fidelity_report(cards, measured, notes, utc_now());
    if (command.out.empty() || !command.write_files([&] { write_whole_file(command.out, page); })) return page;
    std::string said = sentence("Wrote {file}.", {{"file", command.out}}) + "\n";
    for (const CardFidelity& card : cards) {
        const ModelErrors errors = errors_of(card.results);
        said += sentence("{card}: median error {error}% for {n} {n:cell that was|cells that were} not fitted",
                         {{"card", card.title}, {"error", format_number(errors.median * 100)}, {"n", errors.others}}) +
                "\n";
    }
    return said;
}

} // namespace warploom::app
