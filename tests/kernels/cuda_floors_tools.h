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

// Common code of the programs that time the kernels of a GPU and check lower bounds of their speed. Each program adds
// its measurements and its table.

namespace warploom::kernels::test {

/// The parts between the separators; an empty last one does not count.
std::vector<std::string> items_of(const std::string& list, char separator = ',');
/// Whether `item` is one of a list with commas.
bool is_listed(const std::string& item, const std::string& list);

/// `--key value` of the command line, and where the value goes; lists have commas.
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
/// Ends the program with 2 at a key that is not known.
void read_options(int argc, char** argv, std::span<const Option> known);

/// Ends the program with 77, which CTest takes for a skip.
[[noreturn]] void skip_without_gpu();
/// The line about the machine that stands above the tables.
void print_machine(const MachineInfo& info);
/// Opens the machine and prints its line, or skips where it is a GPU and there is none.
std::unique_ptr<Machine> open_and_print(const std::string& id);
/// Runs the program, says whether all results are right and all floors hold, and returns the exit code.
int exit_code_of(const std::function<bool()>& all_hold);

/// For the handler of `error`: says what was skipped. A fault of the device is thrown on, because nothing that runs on
/// the device after it can be trusted.
void print_skipped(const std::string& what, const Error& error);

/// Every sample that stands behind a table. Does nothing where no path is given.
class SampleFile {
public:
    SampleFile(const std::string& path, const char* columns);
    /// A line for each sample: `start`, the time, the warm time where there are any, clock_mhz, discarded.
    void add(const std::string& start, const std::vector<measure::Sample>& samples,
             const std::vector<measure::Sample>& warm = {});

private:
    std::ofstream file_;
};

/// Calls act(candidate, round) for every candidate in every round, in random order. Rounds below 0 warm up.
template <class Candidate, class Act>
void in_drawn_order(std::vector<Candidate>& candidates, int first_round, int rounds, unsigned seed, Act act) {
    std::mt19937 order(seed);
    for (int round = first_round; round < rounds; ++round) {
        std::shuffle(candidates.begin(), candidates.end(), order);
        for (auto& candidate : candidates) act(candidate, round);
    }
}

/// A kernel with one block size, and its times.
template <class Work> struct TimedKernel {
    KernelInfo info{};
    int block = 0;
    std::unique_ptr<Work> bound;
    std::vector<measure::Sample> cold, warm;
    measure::Summary summary, warm_summary;
};

/// Candidates are TimedKernels, or made from one.
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

/// The kernel with its quickest block size; null where it is not among the candidates.
template <class Candidate> const Candidate* best_of(const std::vector<Candidate>& candidates, const std::string& id) {
    const Candidate* best = nullptr;
    for (const auto& c : candidates)
        if (id == c.info.id && (best == nullptr || c.summary.median < best->summary.median)) best = &c;
    return best;
}

} // namespace warploom::kernels::test
