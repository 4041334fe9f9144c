#include "engine/memory.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>

namespace warploom {

namespace {

std::int64_t number_in(const char* path) {
    std::ifstream file(path);
    std::int64_t number = -1;
    return file >> number ? number : -1;
}

} // namespace

std::int64_t available_memory() {
    std::int64_t available = std::numeric_limits<std::int64_t>::max();
    std::ifstream file("/proc/meminfo");
    for (std::string word; file >> word;) {
        std::int64_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) {
            available = kibibytes * 1024;
            break;
        }
    }
    // Inside a container the group's limit is what ends the process, not the machine's memory.
    const std::int64_t limit = number_in("/sys/fs/cgroup/memory.max");
    const std::int64_t used = number_in("/sys/fs/cgroup/memory.current");
    if (limit > 0 && used >= 0) available = std::min(available, std::max<std::int64_t>(0, limit - used));
    return available;
}

std::string bytes_text(double bytes) {
    static constexpr std::array<const char*, 6> units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    char text[48];
    std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

void require_memory(double bytes, const std::string& what) {
    const std::int64_t available = available_memory();
    if (bytes <= static_cast<double>(available)) return;
    throw Error("memory.limit",
                what + " needs " + bytes_text(bytes) + " of memory, but only " +
                    bytes_text(static_cast<double>(available)) + " are free.",
                "Choose a smaller matrix, or close other programs.");
}

} // namespace warploom
