#include "app/pitfalls/solver_bench.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

namespace {

Table times_table() { return {"times", {{"method", ""}, {"unknowns", ""}, {"compute", "ns"}, {"with_copies", "ns"}}}; }

} // namespace

PitfallTables copies_pitfall(const PitfallSettings& settings) {
    PitfallTables pitfall;
    Table table = times_table();
    pitfall.is_modelled = !settings.is_on_gpu();
    const std::int64_t most = settings.n.value_or(pitfall.is_modelled ? 100'000 : 5'000'000);
    for (const std::int64_t n : sizes_up_to(std::min<std::int64_t>(1000, most), most)) {
        const auto system = easy_system(n);
        if (pitfall.is_modelled) {
            for (const char* kernel : {"cr", "pcr"}) {
                const auto solution =
                    model_solution(settings.card, kernel, system, CacheState::cold, settings.progress);
                table.add_row({std::string(kernel), n, solution.ns(), solution.with_copies_ns(settings.card)});
            }
            continue;
        }
        for (const auto& kernel : solvers_on(settings.machine, {"cr", "pcr", "partition"})) {
            const auto solver = bind_solver(settings.machine, kernel, system, Precision::float64);
            solver->enqueue();
            solver->finish();
            const double compute = median_ns(7, settings.progress, [&] {
                solver->enqueue();
                solver->finish();
            });
            const double with_copies = median_ns(7, settings.progress, [&] {
                solver->upload();
                solver->enqueue();
                solver->download();
                solver->finish();
            });
            table.add_row({kernel, n, compute, with_copies});
        }
    }
    pitfall.sentence =
        pitfall.is_modelled
            ? sentence("Modeled for {card}. The second time applies if the system has to be copied to the card and the "
                       "solution back; the first time applies only if the data stays on the card.",
                       {{"card", settings.card.title}})
            : sentence(
                  "The second time applies if the system has to be copied to the card and the solution back; the first "
                  "time applies only if the data stays on the card.");
    pitfall.tables.push_back(std::move(table));
    return pitfall;
}

} // namespace warploom::app
