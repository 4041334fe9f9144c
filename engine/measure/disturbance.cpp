#include "engine/measure/disturbance.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

namespace warploom::measure {
namespace {

constexpr std::size_t fewest_samples = 4;
constexpr double widest = 0.3;     // maximum spread of the timing samples, as a fraction of their median
constexpr double least_time = 0.2; // minimum duration of a measurement in seconds
constexpr double micro = 1e-6;

std::optional<double> busy_now() {
    std::ifstream file("/proc/stat");
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    return busy_seconds(line, static_cast<double>(sysconf(_SC_CLK_TCK)));
}

double own_now() {
    rusage used{};
    if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + micro * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace

bool is_scattered(const Summary& s) {
    return s.count >= fewest_samples && s.median > 0 && (s.q3 - s.min) / s.median > widest;
}

std::optional<double> busy_seconds(const std::string& line, double ticks_a_second) {
    std::istringstream text(line);
    std::string name;
    std::vector<double> ticks;
    text >> name;
    for (double each = 0; text >> each;) ticks.push_back(each);
    // The columns of /proc/stat are user, nice, system, idle, iowait, irq, softirq and steal. The columns after them
    // are already included in user and nice.
    constexpr std::size_t idle = 3, waiting = 4, columns = 8;
    if (name != "cpu" || ticks.size() < columns || !(ticks_a_second > 0)) return std::nullopt;
    double busy = 0;
    for (std::size_t c = 0; c < columns; ++c)
        if (c != idle && c != waiting) busy += ticks[c];
    return busy / ticks_a_second;
}

HostLoad::HostLoad() : start_(std::chrono::steady_clock::now()), busy_(busy_now()), own_(own_now()) {}

std::optional<double> HostLoad::others() const {
    const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const std::optional<double> busy = busy_now();
    if (!busy_ || !busy || time < least_time) return std::nullopt;
    return std::max(0.0, (*busy - *busy_ - (own_now() - own_)) / time);
}

int HostLoad::processors() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

} // namespace warploom::measure
