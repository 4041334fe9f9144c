#pragma once

#include "engine/measure/statistics.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

// Common code of the programs that time GPU kernels and check minimum speeds. Each program adds its measurements and
// tables.

namespace warploom::kernels::test {

/// Splits a list at the separators. An empty last item is ignored.
std::vector<std::string> items_of(const std::string& list, char separator = ',');
/// Returns whether `item` is in a comma-separated list.
bool is_listed(const std::string& item, const std::string& list);

/// A command-line option `--key value`, and where to store the value. Lists are comma-separated.
struct Option {
    using Take = std::function<void(const std::string&)>;
    Option(const char* name, Take function) : key(name), take(std::move(function)) {}
    Option(const char* name, std::string& to) : Option(name, [&to](const std::string& value) { to = value; }) {}
    Option(const char* name, int& to) : Option(name, [&to](const std::string& value) { to = std::stoi(value); }) {}
    Option(const char* name, std::vector<std::string>& to)
        : Option(name, [&to](const std::string& value) { to = items_of(value); }) {}

    const char* key;
    Take take;
};
/// Exits with 2 for an unknown option.
void read_options(int argc, char** argv, std::span<const Option> known);

/// Exits with 77, which CTest treats as skipped.
[[noreturn]] void skip_without_gpu();
/// Prints the line about the machine above the tables.
void print_machine(const MachineInfo& info);
/// Opens the machine and prints its line. Skips if it is a GPU that does not exist.
std::unique_ptr<Machine> open_and_print(const std::string& id);
/// Runs the program, reports whether all results are correct and all minimums are met, and returns the exit code.
int exit_code_of(const std::function<bool()>& all_hold);

/// For a handler of `error`: prints what was skipped. Rethrows a device fault, because subsequent results on the device
/// cannot be trusted.
void print_skipped(const std::string& what, const Error& error);

/// A CSV file with all samples of the tables. Does nothing if the path is empty.
class SampleFile {
public:
    SampleFile(const std::string& path, const char* columns);
    /// Writes one line per sample: `start`, the time, the warm time if any, clock_mhz, discarded.
    void add(const std::string& start, const std::vector<measure::Sample>& samples,
             const std::vector<measure::Sample>& warm = {});

private:
    std::ofstream file_;
};

/// Calls act(candidate, round) for every candidate in every round, in random order. Negative rounds are for warming up.
template <class Candidate, class Act>
void in_drawn_order(std::vector<Candidate>& candidates, int first_round, int rounds, unsigned seed, Act act) {
    std::mt19937 order(seed);
    for (int round = first_round; round < rounds; ++round) {
        std::shuffle(candidates.begin(), candidates.end(), order);
        for (auto& candidate : candidates) act(candidate, round);
    }
}

/// A kernel with a block size, and its times.
template <class Work> struct TimedKernel {
    KernelInfo info{};
    int block = 0;
    std::unique_ptr<Work> bound;
    std::vector<measure::Sample> cold, warm;
    measure::Summary summary, warm_summary;
};

/// Times all candidates, which are TimedKernels or derived from it, with cold and warm caches.
template <class Candidate>
void time_cold_and_warm(Machine& machine, std::vector<Candidate>& candidates, int first_round, int rounds,
                        unsigned seed) {
    in_drawn_order(candidates, first_round, rounds, seed, [&](Candidate& c, int round) {
        const auto cold = machine.sample(*c.bound, CacheState::cold, 1);
        const auto warm = machine.sample(*c.bound, CacheState::warm, cold.time_ns < 1e6 ? 10 : 1);
        if (round < 0) return;
        c.cold.push_back(cold);
        c.warm.push_back(warm);
    });
    for (auto& c : candidates) {
        c.summary = measure::summarize(c.cold);
        c.warm_summary = measure::summarize(c.warm);
    }
}

/// Returns the kernel with its fastest block size; null if it is not among the candidates.
template <class Candidate> const Candidate* best_of(const std::vector<Candidate>& candidates, const std::string& id) {
    const Candidate* best = nullptr;
    for (const auto& c : candidates)
        if (id == c.info.id && (best == nullptr || c.summary.median < best->summary.median)) best = &c;
    return best;
}

} // namespace warploom::kernels::test
