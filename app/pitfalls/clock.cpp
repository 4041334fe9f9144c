#include "app/pitfalls/solver_bench.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

constexpr const char* wrong = "no synchronization (wrong)";
constexpr const char* right = "synchronized (right)";

void add_phases(Table& table, const std::string& method, const char* how, const Phases& p, std::int64_t n) {
    const auto add = [&](const char* phase, double ns) {
        table.add_row({method, std::string(phase), std::string(how), ns, static_cast<double>(n)});
    };
    add("host to device", p.to_device);
    add("compute", p.compute);
    add("device to host", p.from_device);
    add("total", p.total());
}

Table phases_table() {
    return {"phases", {{"method", ""}, {"phase", ""}, {"how_timed", ""}, {"time", "ns"}, {"unknowns", ""}}};
}

PitfallTables measured(const PitfallSettings& settings, std::int64_t n) {
    PitfallTables pitfall;
    Table table = phases_table();
    const auto system = easy_system(n);
    std::string example;
    bool lies = false;
    for (const auto& kernel : solvers_on(settings.machine, {"cr", "pcr"})) {
        const auto solver = bind_solver(settings.machine, kernel, system, Precision::float64);
        solver->enqueue();
        solver->finish();
        const Phases without = measure_phases(*solver, false, settings.progress);
        const Phases with = measure_phases(*solver, true, settings.progress);
        add_phases(table, kernel, wrong, without, n);
        add_phases(table, kernel, right, with, n);
        lies = lies || with.compute > 1.5 * without.compute;
        if (example.empty())
            example = sentence("Without synchronization, {kernel} with {n} unknowns appears to take {wrong} ms. The "
                               "actual time is {right} ms.",
                               {{"kernel", kernel},
                                {"n", n},
                                {"wrong", format_number(without.compute / 1e6)},
                                {"right", format_number(with.compute / 1e6)}});
    }
    pitfall.sentence = sentence(
        "{example} {reason}",
        {{"example", example},
         {"reason", lies ? sentence("A launch returns before the kernel has run, so reading the clock at that point "
                                    "measures only the call.")
                         : sentence("In this case, launching the kernels takes as long as running them, so the error "
                                    "is small. Use more unknowns.")}});
    pitfall.tables.push_back(std::move(table));
    return pitfall;
}

PitfallTables modelled(const PitfallSettings& settings, std::int64_t n) {
    PitfallTables pitfall;
    pitfall.is_modelled = true;
    Table phases = phases_table(), line;
    line.title = "time line";
    line.columns = {{"method", ""}, {"what", ""}, {"start", "ns"}, {"end", "ns"}};
    const auto system = easy_system(n);
    for (const char* kernel : {"cr", "pcr"}) {
        const auto solution = model_solution(settings.card, kernel, system, CacheState::cold, settings.progress);
        const ModelledPhases drawn =
            model_phases(solution.trace.model, solution.with_copies_ns(settings.card) - solution.ns(),
                         [&](const char* what, double start, double end) {
                             line.add_row({std::string(kernel), std::string(what), start, end});
                         });
        add_phases(phases, kernel, wrong, drawn.without, n);
        add_phases(phases, kernel, right, drawn.with, n);
    }
    pitfall.sentence =
        sentence("Modeled for {card}, with {call} µs per call. Calls return while the kernels are still running, and "
                 "the copy to the host waits for the kernels. Without synchronization, computing time is therefore "
                 "attributed to the copy.",
                 {{"card", settings.card.title}, {"call", format_number(call_ns / 1e3)}});
    pitfall.tables = {std::move(phases), std::move(line)};
    return pitfall;
}

} // namespace

PitfallTables clock_pitfall(const PitfallSettings& settings) {
    // The paper (Cerny 2011) used 100,000 unknowns. On current GPUs, a solve of this size ends before the launch calls
    // return.
    const std::int64_t n = settings.unknowns(5'000'000, 100'000);
    return settings.is_on_gpu() ? measured(settings, n) : modelled(settings, n);
}

} // namespace warploom::app
