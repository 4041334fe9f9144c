#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace warploom::test {

/// Measures the time of this thread since start(): its work and its waiting, without the time during which other
/// programs used the machine. All upper limits on a duration use it, because a busy host can exceed any limit on wall
/// time.
class OwnTime {
public:
    OwnTime() { start(); }
    void start() { begin_ = Reading::now(); }
    /// Returns milliseconds. The work of this thread always counts. Three times are subtracted from its waiting: the
    /// time during which another program used its core, the time during which any thread of this machine waited for a
    /// core (a test may wait for another thread or process), and the time that the host of a virtual machine gave to
    /// other machines.
    double ms() const {
        const Reading now = Reading::now();
        const double worked = now.worked - begin_.worked;
        double stolen = 0;
        // A sleeping thread has no core. The core with the longest interruption may be the one of the thread that had
        // to wake it.
        for (std::size_t core = 0; core < now.stolen.size(); ++core)
            stolen = std::max(stolen, now.stolen[core] - begin_.stolen[core]);
        const double queued = std::max(now.queued - begin_.queued, now.contended - begin_.contended);
        return std::max(worked, now.wall - begin_.wall - queued - stolen);
    }

private:
    /// All times are in milliseconds. Those that the operating system does not report are 0.
    struct Reading {
        double wall = 0, worked = 0, queued = 0;
        double contended = 0;             ///< threads on this machine that were ready to run but had no core
        std::array<double, 256> stolen{}; ///< per core, resolution 10 ms

        static Reading now() {
            Reading reading;
            reading.wall = clock_ms(CLOCK_MONOTONIC);
            reading.worked = clock_ms(CLOCK_THREAD_CPUTIME_ID);
            if (std::FILE* file = std::fopen("/proc/thread-self/schedstat", "r")) {
                long long ran = 0, waited = 0; // nanoseconds
                if (std::fscanf(file, "%lld %lld", &ran, &waited) == 2)
                    reading.queued = static_cast<double>(waited) / 1e6;
                std::fclose(file);
            }
            if (std::FILE* file = std::fopen("/proc/pressure/cpu", "r")) {
                unsigned long long total = 0; // microseconds
                if (std::fscanf(file, "some avg10=%*f avg60=%*f avg300=%*f total=%llu", &total) == 1)
                    reading.contended = static_cast<double>(total) / 1e3;
                std::fclose(file);
            }
            if (std::FILE* file = std::fopen("/proc/stat", "r")) {
                std::array<char, 512> line{};
                std::size_t core = 0;
                while (core < reading.stolen.size() && std::fgets(line.data(), line.size(), file) != nullptr &&
                       std::strncmp(line.data(), "cpu", 3) == 0) {
                    long long ticks = 0; // in hundredths of a second; the first line is the sum of all cores
                    if (std::sscanf(line.data(), "cpu%*d %*d %*d %*d %*d %*d %*d %*d %lld", &ticks) == 1 &&
                        line[3] != ' ')
                        reading.stolen[core++] = static_cast<double>(ticks) * 10;
                }
                std::fclose(file);
            }
            return reading;
        }
        static double clock_ms(clockid_t clock) {
            timespec now{};
            clock_gettime(clock, &now);
            return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
        }
    };
    Reading begin_;
};

} // namespace warploom::test
