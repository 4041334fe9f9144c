// Feeds a target with its seeds and with changed copies of them, where libFuzzer is not there to do it.
//
//     fuzz_corpus NAME [-seconds=60] [-executions=N] [-first=K] [-max_len=BYTES] [FOLDER or FILE ...]
//
// The changed copies are numbered, and the same on every machine: a fault names the number, and -first=K -executions=1
// shows it again. Where a number of executions is given, the seconds do not matter.
#include "fuzz/mutate.h"
#include "fuzz_targets.inc" // made by CMakeLists.txt: `targets`, with the name and the function of each

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr unsigned longest_execution_s = 30;
volatile std::sig_atomic_t has_fault = 0;
char at_work[64] = "the seeds";

void say(const char* text) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

/// Only what a signal handler may call.
void on_fault(int signal) {
    if (has_fault == 0) {
        has_fault = 1;
        say(signal == SIGALRM ? "fault: no end in sight, at " : "fault: it ended by a signal, at ");
        say(at_work);
        say("\n");
    }
    ::_exit(1);
}

void run(const Target& target, const std::string& input) {
    ::alarm(longest_execution_s);
    target.read(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> read_seeds(const std::vector<fs::path>& places) {
    std::vector<fs::path> files;
    for (const fs::path& place : places) {
        if (!fs::is_directory(place)) files.push_back(place);
        else
            for (const auto& entry : fs::recursive_directory_iterator(place))
                if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> seeds;
    for (const fs::path& file : files) {
        std::ifstream in(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return seeds;
}

} // namespace

// A sanitizer's report ends in abort(), so that the number of the execution is said behind it.
extern "C" const char* __asan_default_options() { return "abort_on_error=1:handle_abort=0"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:halt_on_error=1:print_stacktrace=1"; }

int main(int argc, char** argv) {
    double seconds = 60;
    std::uint64_t executions = 0, first = 0;
    std::size_t longest = 1 << 16;
    std::vector<fs::path> places;
    const Target* const target = std::find_if(std::begin(targets), std::end(targets), [&](const Target& one) {
        return argc > 1 && std::strcmp(one.name, argv[1]) == 0;
    });
    if (target == std::end(targets)) {
        std::fputs("Name a target:", stderr);
        for (const Target& one : targets) std::fprintf(stderr, " %s", one.name);
        std::fputs("\n", stderr);
        return 2;
    }
    for (int k = 2; k < argc; ++k) {
        const std::string argument = argv[k];
        const std::string value = argument.substr(std::min(argument.size(), argument.find('=') + 1));
        if (argument.starts_with("-seconds=")) seconds = std::stod(value);
        else if (argument.starts_with("-executions=")) executions = std::stoull(value);
        else if (argument.starts_with("-first=")) first = std::stoull(value);
        else if (argument.starts_with("-max_len=")) longest = std::stoull(value);
        else places.emplace_back(argument);
    }
    for (const int signal : {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, on_fault);

    const std::vector<std::string> seeds = read_seeds(places);
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (const std::string& seed : seeds) run(*target, seed);
    const warploom::fuzz::Mutator mutator(seeds);
    const std::uint64_t end = executions > 0 ? first + executions : std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number = first;
    for (; number < end && (executions > 0 || elapsed() < seconds); ++number) {
        std::snprintf(at_work, sizeof at_work, "-first=%llu -executions=1", static_cast<unsigned long long>(number));
        run(*target, mutator.input(number).substr(0, longest));
    }
    ::alarm(0);
    std::printf("%llu seeds and %llu changed inputs in %.1f s: %.0f a second, no fault\n",
                static_cast<unsigned long long>(seeds.size()), static_cast<unsigned long long>(number - first),
                elapsed(), static_cast<double>(number - first) / elapsed());
    return 0;
}
