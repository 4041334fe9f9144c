#include "app/pitfalls/solver_bench.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

constexpr int runs = 10;

Table runs_table() { return {"runs", {{"kernel", ""}, {"cache", ""}, {"run", ""}, {"time", "ns"}}}; }

void add(Table& table, const std::string& kernel, const char* cache, int run, double ns) {
    table.add_row({kernel, std::string(cache), std::int64_t{run}, ns});
}

PitfallTables measured(const PitfallSettings& settings, const std::string& kernel, std::int64_t n) {
    PitfallTables pitfall;
    Table table = runs_table();
    const auto system = easy_system(n);
    const auto solver = bind_solver(settings.machine, kernel, system, Precision::float64);
    std::vector<double> later;
    double first = 0;
    for (int run = 1; run <= runs; ++run) {
        settings.progress.check(run, 2 * runs);
        const double ns = elapsed_ns([&] {
            solver->enqueue();
            solver->finish();
        });
        add(table, kernel, "warm", run, ns);
        if (run == 1) first = ns;
        else later.push_back(ns);
    }
    for (int run = 1; run <= runs; ++run) {
        settings.progress.check(runs + run, 2 * runs);
        add(table, kernel, "cold", run, settings.machine.sample(*solver, CacheState::cold, 1).time_ns);
    }
    pitfall.sentence = sentence(
        "The first run of {kernel} took {first} µs; the median of all later runs is {later} µs. The first run also "
        "touches memory, loads code and fills the caches.",
        {{"kernel", kernel},
         {"first", format_number(first / 1e3)},
         {"later", format_number(measure::median(later) / 1e3)}});
    pitfall.tables.push_back(std::move(table));
    return pitfall;
}

PitfallTables modelled(const PitfallSettings& settings, const std::string& kernel, std::int64_t n) {
    PitfallTables pitfall;
    pitfall.is_modelled = true;
    Table table = runs_table();
    const auto system = easy_system(n);
    const double cold = model_solution(settings.card, kernel, system, CacheState::cold, settings.progress).ns();
    const double warm = model_solution(settings.card, kernel, system, CacheState::warm, settings.progress).ns();
    for (int run = 1; run <= runs; ++run) add(table, kernel, "warm", run, run == 1 ? cold : warm);
    for (int run = 1; run <= runs; ++run) add(table, kernel, "cold", run, cold);
    pitfall.sentence =
        sentence("Modeled for {card}. The first run starts with empty caches, whereas later runs find the data of the "
                 "previous run. Other costs of a first run (loading code, touching memory) are not modeled.",
                 {{"card", settings.card.title}});
    pitfall.tables.push_back(std::move(table));
    return pitfall;
}

} // namespace

PitfallTables first_run_pitfall(const PitfallSettings& settings) {
    const auto known = solvers_on(settings.machine, {"cpu-cr", "thomas", "cr"});
    if (known.empty())
        throw Error("kernel.machine",
                    sentence("No tridiagonal solver runs on {machine}.", {{"machine", settings.machine.info().id}}),
                    sentence("Choose another machine."));
    const std::int64_t n = settings.unknowns(100'000, 20'000);
    return settings.is_measured() ? measured(settings, known.front(), n) : modelled(settings, known.front(), n);
}

} // namespace warploom::app
