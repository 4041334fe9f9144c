// Measures how fast a Matrix Market file is read with 1, 2, 4 ... threads, and what this machine gives threads that
// share nothing: arithmetic in registers, and additions scattered over 32 MiB of private memory per thread. A reader
// cannot scale better than these. Not a test: it asserts nothing.
//
//     matrix_reading_speed FILE.mtx [MOST_THREADS]    (a missing FILE is created: 20 million entries, 0.6 GB)

#include "engine/generators/matrix_source.h"
#include "engine/matrix/matrix_market.h"
#include "engine/parallel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace warploom;

namespace {

constexpr int repeats = 7;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<int> counts_to(int most) {
    std::vector<int> counts;
    for (int count = 1; count < most; count *= 2) counts.push_back(count);
    counts.push_back(most);
    return counts;
}

/// The duration of a load in seconds: wall-clock time, processor time, and the time to free the memory.
struct Load {
    double whole = 0, processors = 0, freed = 0;
};

Load load_once(const std::string& file, int threads) {
    Load load;
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processors = std::clock();
    std::chrono::steady_clock::time_point end;
    {
        const Matrix matrix = read_matrix_market(file, {}, threads);
        load.whole = seconds_since(start);
        load.processors = static_cast<double>(std::clock() - processors) / CLOCKS_PER_SEC;
        end = std::chrono::steady_clock::now();
    }
    load.freed = seconds_since(end);
    return load;
}

void measure_reader(const std::string& file, const std::vector<int>& counts) {
    const double gigabytes = static_cast<double>(std::filesystem::file_size(file)) * 1e-9;
    std::printf("%s: %.3f GB; medians of %d loads in one process\n", file.c_str(), gigabytes, repeats);
    std::printf("| threads | seconds | processors, s | given back | GB/s | a thread | against one |\n"
                "| --: | --: | --: | --: | --: | --: | --: |\n");
    double of_one = 0;
    for (const int threads : counts) {
        std::array<Load, repeats> loads;
        for (Load& load : loads) load = load_once(file, threads);
        std::sort(loads.begin(), loads.end(), [](const Load& a, const Load& b) { return a.whole < b.whole; });
        const Load& load = loads[repeats / 2];
        if (of_one == 0) of_one = load.whole;
        std::printf("| %d | %.3f | %.3f | %.3f | %.2f | %.2f | %.1f |\n", threads, load.whole, load.processors,
                    load.freed, gigabytes / load.whole, gigabytes / load.whole / threads, of_one / load.whole);
        std::fflush(stdout);
    }
}

/// Runs `work` in several threads at once, and prints the throughput relative to a single thread.
void measure_machine(const char* what, const std::vector<int>& counts, const std::function<double(int)>& work) {
    std::printf("%s:", what);
    std::vector<double> results(static_cast<std::size_t>(counts.back()));
    double of_one = 0;
    for (const int count : counts) {
        double least = 0;
        for (int repeat = 0; repeat < 3; ++repeat) {
            const auto start = std::chrono::steady_clock::now();
            std::vector<std::thread> threads;
            for (int i = 0; i < count; ++i) threads.emplace_back([&, i] { results[i] = work(i); });
            for (std::thread& thread : threads) thread.join();
            const double seconds = seconds_since(start);
            if (repeat == 0 || seconds < least) least = seconds;
        }
        if (of_one == 0) of_one = least;
        std::printf(" %d: %.1f x;", count, count * of_one / least);
    }
    double sum = 0;
    for (const double result : results) sum += result; // prevents the compiler from eliminating the work
    std::printf(" (%g)\n", sum);
}

double arithmetic(int) {
    std::array<double, 8> x{1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 40'000'000; ++i)
        for (double& value : x) value = value * 0.999999 + 1e-9;
    double sum = 0;
    for (const double value : x) sum += value;
    return sum;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "Usage: matrix_reading_speed FILE.mtx [MOST_THREADS]\n");
        return 2;
    }
    const std::string file = argv[1];
    if (!std::filesystem::exists(file))
        write_matrix_market(file, load_matrix("random-rows:n=8192,fraction=0.6,seed=3"));
    const int most = argc > 2 ? std::max(1, std::atoi(argv[2])) : resolve_threads(0);
    const std::vector<int> counts = counts_to(most);
    measure_reader(file, counts);

    measure_machine("arithmetic", counts, arithmetic);
    constexpr std::size_t places = std::size_t{1} << 22; // of 8 bytes: 32 MiB
    std::vector<std::vector<double>> own(static_cast<std::size_t>(most), std::vector<double>(places));
    measure_machine("scattered additions", counts, [&](int i) {
        std::vector<double>& mine = own[i];
        std::uint32_t state = 12345;
        for (int k = 0; k < 20'000'000; ++k) {
            state = state * 1664525u + 1013904223u;
            mine[state >> 10] += 1;
        }
        return mine[7];
    });
    return 0;
}
