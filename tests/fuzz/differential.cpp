// Runs random programs on the simulator and compiled by g++ and clang++, and reports differences in their results.
//
//     differential [-programs=N] [-first=1] [-seconds=S] [-batch=500] [-compilers=g++,clang++,...]
//                  [-without=printing,order ...] [-folder=FOLDER] [-reduce=3] [-show]
//
// Run it from the root of the source tree. Programs are numbered, and identical on every machine: -first=K -programs=1
// repeats a single one, and -show prints its source. Compilers take turns, one batch each, in the order of -compilers,
// which may list one several times. If the results of a compiler differ from those of the simulator, another compiler
// is used as well; only if both agree is it counted as a difference. The program is then reduced as long as it still
// differs (only the first -reduce of them), and written to FOLDER. The default of -programs is WARPLOOM_RANDOM_PROGRAMS
// or 4,000, which fits into a regular test run. -without disables families of features: literals escapes printing order
// layout. Exits with 1 if there are differences, with 77 if there is no compiler.
#include "engine/thread_limit.h"
#include "fuzz/differential_data.h"
#include "fuzz/host_compiler.h"
#include "fuzz/machine_run.h"
#include "fuzz/random_program.h"

#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace warploom::fuzz;

struct Options {
    std::uint64_t programs = 4'000, first = 1;
    double seconds = 0; ///< 0: no time limit
    std::size_t batch = 500;
    std::string compilers = "g++,clang++,clang++,clang++,clang++"; // g++ takes more than twice as long
    fs::path folder = fs::temp_directory_path() / "warploom-differential";
    Parts parts;
    int reduced = 3; ///< number of programs to reduce per kind of failure
    bool is_shown = false;
};

/// Parses an option. Returns false if it is invalid.
bool read(const std::string& argument, Options& options) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (name == "-programs") options.programs = std::stoull(value);
    else if (name == "-first") options.first = std::stoull(value);
    else if (name == "-seconds") options.seconds = std::stod(value);
    else if (name == "-batch") options.batch = std::max<std::size_t>(1, std::stoull(value));
    else if (name == "-compilers") options.compilers = value;
    else if (name == "-folder") options.folder = value;
    else if (name == "-reduce") options.reduced = std::stoi(value);
    else if (name == "-show") options.is_shown = true;
    else if (name == "-without") {
        std::istringstream families(value);
        for (std::string family; std::getline(families, family, ',');) {
            if (family == "literals") options.parts.literals = false;
            else if (family == "escapes") options.parts.escapes = false;
            else if (family == "printing") options.parts.printing = false;
            else if (family == "order") options.parts.order = false;
            else if (family == "layout") options.parts.layout = false;
            else return false;
        }
    } else return false;
    return true;
}

/// Runs a program on the simulator; every second program is traced.
MachineRun run_by_machine(const RandomProgram& program) { return run_by_machine(program, program.seed % 2 == 0); }

/// Returns a description of the first number that differs.
std::string first_difference(const Results& machine, const Results& host) {
    const auto place = [](std::size_t element) {
        return "[lane + " + std::to_string(element / lanes_run * lanes_run) + "] of lane " +
               std::to_string(element % lanes_run);
    };
    for (std::size_t e = 0; e < host.wholes.size(); ++e)
        if (machine.wholes[e] != host.wholes[e])
            return "out" + place(e) + ": the machine " + std::to_string(machine.wholes[e]) + ", compilers " +
                   std::to_string(host.wholes[e]);
    for (std::size_t e = 0; e < host.reals.size(); ++e)
        if (machine.reals[e] != host.reals[e]) {
            char text[100];
            std::snprintf(text, sizeof text, ": the machine %.17g, compilers %.17g",
                          std::bit_cast<double>(machine.reals[e]), std::bit_cast<double>(host.reals[e]));
            return "real_out" + place(e) + text;
        }
    const auto both =
        std::mismatch(machine.printed.begin(), machine.printed.end(), host.printed.begin(), host.printed.end());
    const auto from = [](const std::string& text, std::string::const_iterator at) {
        const std::size_t begin = text.rfind('@', static_cast<std::size_t>(at - text.begin()));
        std::string shown;
        for (const char c : text.substr(std::min(begin, text.size()), 120)) {
            char code[8];
            std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            if (c < ' ' || c > '~') shown += code;
            else shown += c;
        }
        return shown;
    };
    return "printed: the machine `" + from(machine.printed, both.first) + "`, compilers `" +
           from(host.printed, both.second) + "`";
}

class Comparison {
public:
    /// `turns`: indices of compilers, in the order in which they take turns.
    Comparison(const Options& options, std::vector<HostCompiler> compilers, std::vector<std::size_t> turns)
        : options_(options), compilers_(std::move(compilers)), turns_(std::move(turns)) {}

    /// Runs a batch of programs, compiled by the next compiler.
    void run(std::uint64_t first, std::size_t count) {
        HostCompiler& compiler = compilers_[turns_[turn_++ % turns_.size()]];
        std::vector<RandomProgram> programs;
        for (std::size_t p = 0; p < count; ++p) programs.push_back(random_program(first + p, options_.parts));
        const auto hashes = compiler.hashes(programs);
        for (std::size_t p = 0; p < count; ++p) {
            const MachineRun machine = run_by_machine(programs[p]);
            if (machine.refusal.empty() && hashes[p] && *hashes[p] == machine.results.hash) continue;
            look_at(programs[p], machine, compiler);
        }
        done_ += count;
    }

    std::uint64_t done() const { return done_; }
    bool has_faults() const { return differ_ + refused_ + not_programs_ > 0; }
    void tell(double seconds) const {
        const auto processor_s = [](int whose) {
            rusage used{};
            ::getrusage(whose, &used);
            return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                   static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
        };
        std::printf("%llu programs from %llu on in %.1f s, %.0f a second: %d differ, %d are not taken by the machine, "
                    "%d are none "
                    "of C++; of %d the compilers say different things; %.1f s of a core here, %.1f s in compilers and "
                    "their programs\n",
                    static_cast<unsigned long long>(done_), static_cast<unsigned long long>(options_.first), seconds,
                    static_cast<double>(done_) / seconds, differ_, refused_, not_programs_, disagree_,
                    processor_s(RUSAGE_SELF), processor_s(RUSAGE_CHILDREN));
    }

private:
    void look_at(const RandomProgram& program, const MachineRun& machine, HostCompiler& by) {
        const auto results = by.results(program);
        if (!results) {
            ++not_programs_;
            return keep(program, by.name() + " makes nothing of it: " + by.complaint().substr(0, 500), "none");
        }
        if (!machine.refusal.empty()) {
            const std::string sentence = sentence_of(machine.refusal);
            const auto smaller = ++refused_ > options_.reduced
                                     ? program
                                     : reduced(program, [&](const auto& less) { return are_refused(less, sentence); });
            return keep(smaller, run_by_machine(smaller).refusal, "refused");
        }
        if (!is_difference(program)) {
            if (is_defined(program)) {
                return keep(++disagree_ <= options_.reduced
                                ? reduced(program, [&](const auto& less) { return disagree_on(less); })
                                : program,
                            "the compilers say different things", "disagree");
            }
            ++not_programs_;
            return keep(program, "it does what C++ leaves undefined", "none");
        }
        const RandomProgram smaller = ++differ_ > options_.reduced
                                          ? program
                                          : reduced(program, [&](const auto& less) { return are_differences(less); });
        keep(smaller, first_difference(run_by_machine(smaller).results, *by.results(smaller)), "differs");
    }

    /// Returns a message without its location.
    static std::string sentence_of(const std::string& refusal) {
        return refusal.substr(std::min(refusal.size(), refusal.find(": ")));
    }

    bool is_defined(const RandomProgram& program) {
        return std::all_of(compilers_.begin(), compilers_.end(),
                           [&](HostCompiler& c) { return c.is_defined(program); });
    }
    /// Returns, for each program, whether all compilers agree and the simulator differs from them.
    std::vector<bool> are_differences(const std::vector<RandomProgram>& programs) {
        std::vector<RandomProgram> taken;
        std::vector<std::size_t> number;
        std::vector<std::uint64_t> by_machine;
        for (std::size_t p = 0; p < programs.size(); ++p) {
            const MachineRun machine = run_by_machine(programs[p]);
            if (!machine.refusal.empty()) continue;
            taken.push_back(programs[p]);
            number.push_back(p);
            by_machine.push_back(machine.results.hash);
        }
        std::vector<std::vector<std::optional<std::uint64_t>>> said;
        for (HostCompiler& compiler : compilers_) said.push_back(compiler.hashes(taken));
        std::vector<bool> differ(programs.size(), false);
        for (std::size_t t = 0; t < taken.size(); ++t)
            differ[number[t]] = std::all_of(said.begin(), said.end(), [&](const auto& hashes) {
                return hashes[t] && hashes[t] == said[0][t] && *hashes[t] != by_machine[t];
            });
        return differ;
    }
    bool is_difference(const RandomProgram& program) { return are_differences({program})[0] && is_defined(program); }

    std::vector<bool> disagree_on(const std::vector<RandomProgram>& programs) {
        std::vector<bool> disagree(programs.size(), false);
        const auto first = compilers_.front().hashes(programs), last = compilers_.back().hashes(programs);
        for (std::size_t p = 0; p < programs.size(); ++p) disagree[p] = first[p] && last[p] && first[p] != last[p];
        return disagree;
    }
    std::vector<bool> are_refused(const std::vector<RandomProgram>& programs, const std::string& sentence) {
        std::vector<bool> refused;
        std::vector<std::optional<std::uint64_t>> hashes = compilers_[0].hashes(programs);
        for (std::size_t p = 0; p < programs.size(); ++p)
            refused.push_back(hashes[p] && sentence_of(run_by_machine(programs[p]).refusal) == sentence);
        return refused;
    }

    /// Removes as much as possible while hold(program) is true, for at most 100 seconds.
    template <class Hold> RandomProgram reduced(RandomProgram program, const Hold& hold) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
        for (bool is_smaller = true; is_smaller && std::chrono::steady_clock::now() < end;) {
            is_smaller = false;
            std::vector<RandomProgram> less;
            for (std::size_t node = 0; node < program.size(); ++node) less.push_back(program.without(node));
            const std::vector<bool> holds = hold(less);
            RandomProgram next = program; // remove all of them, or as many as possible together
            for (std::size_t node = program.size(); node-- > 0;) {
                if (!holds[node]) continue;
                const RandomProgram both = next.without(node);
                if (!hold(std::vector<RandomProgram>{both})[0] || !is_defined(both)) continue;
                next = both;
                is_smaller = true;
            }
            program = next;
            for (std::size_t node = 0; node < program.size() && std::chrono::steady_clock::now() < end; ++node)
                for (int times = 0; times < 20; ++times) {
                    const auto shorter = program.with_less(node);
                    const std::vector<bool> good = hold(shorter);
                    const auto first = std::find(good.begin(), good.end(), true);
                    if (first == good.end()) break;
                    const RandomProgram& found = shorter[static_cast<std::size_t>(first - good.begin())];
                    if (!is_defined(found)) break;
                    program = found;
                    is_smaller = true;
                }
        }
        return program;
    }

    void keep(const RandomProgram& program, const std::string& sentence, const char* kind) const {
        const fs::path path = options_.folder / (std::string(kind) + "-" + std::to_string(program.seed) + ".cu");
        std::ofstream(path) << whole_text(program);
        std::printf("%s %llu: %s\n    %s\n", kind, static_cast<unsigned long long>(program.seed), sentence.c_str(),
                    path.c_str());
        std::fflush(stdout);
    }

    const Options& options_;
    std::vector<HostCompiler> compilers_;
    std::vector<std::size_t> turns_;
    std::size_t turn_ = 0;
    std::uint64_t done_ = 0;
    int differ_ = 0, refused_ = 0, not_programs_ = 0, disagree_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const char* const asked = std::getenv("WARPLOOM_RANDOM_PROGRAMS")) options.programs = std::stoull(asked);
    for (int a = 1; a < argc; ++a)
        if (!read(argv[a], options)) {
            std::fprintf(stderr, "%s is not understood; differential.cpp begins with what is.\n", argv[a]);
            return 2;
        }
    if (options.is_shown) {
        std::fputs(whole_text(random_program(options.first, options.parts)).c_str(), stdout);
        return 0;
    }
    warploom::use_at_most(1);
    fs::create_directories(options.folder);
    std::vector<HostCompiler> compilers;
    std::vector<std::size_t> turns;
    std::istringstream names(options.compilers);
    for (std::string name; std::getline(names, name, ',');) {
        const auto known =
            std::find_if(compilers.begin(), compilers.end(), [&](const auto& c) { return c.name() == name; });
        const auto number = static_cast<std::size_t>(known - compilers.begin());
        if (known == compilers.end()) {
            HostCompiler compiler(name, options.folder);
            if (!compiler.is_there()) continue;
            compilers.push_back(compiler);
        }
        turns.push_back(number);
    }
    if (compilers.empty()) {
        std::printf("Skipped: none of %s is installed.\n", options.compilers.c_str());
        return 77;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Comparison comparison(options, compilers, turns);
    while (comparison.done() < options.programs && (options.seconds == 0 || elapsed() < options.seconds))
        comparison.run(options.first + comparison.done(), static_cast<std::size_t>(std::min<std::uint64_t>(
                                                              options.batch, options.programs - comparison.done())));
    comparison.tell(elapsed());
    return comparison.has_faults() ? 1 : 0;
}
