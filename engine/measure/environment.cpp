#include "engine/measure/environment.h"

#include "build_info.h"
#include "engine/comma_list.h"
#include "engine/time_text.h"
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace warploom::measure {

namespace {

/// Returns the text after the separator in the first line that starts with `key`, or an empty string if there is none.
std::string lookup_or_default(const char* path, const std::string& key, char separator) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const auto at = line.find(separator);
        if (at == std::string::npos) continue;
        std::string value = line.substr(at + 1);
        value.erase(0, value.find_first_not_of(" \t\""));
        value.erase(value.find_last_not_of(" \t\"") + 1);
        return value;
    }
    return {};
}

std::string operating_system() {
    std::string os = lookup_or_default("/etc/os-release", "PRETTY_NAME", '=');
    utsname names{};
    if (uname(&names) == 0) add_item(os, std::string(names.sysname) + " " + names.release);
    return os;
}

int usable_cores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

} // namespace

const char* version() { return WARPLOOM_VERSION; }

Environment environment() {
    Environment e;
    e.version = WARPLOOM_VERSION;
    e.commit = WARPLOOM_COMMIT;
    e.date = utc_now();
    e.os = operating_system();
    e.cpu = lookup_or_default("/proc/cpuinfo", "model name", ':');
    if (e.cpu.empty()) e.cpu = "unknown";
    e.cores = usable_cores();
    e.memory_gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) /
                   (1024.0 * 1024.0 * 1024.0);
    e.compiler = WARPLOOM_COMPILER;
    e.flags = WARPLOOM_FLAGS;
    return e;
}

std::vector<std::pair<std::string, std::string>> facts(const Environment& e) {
    char memory[32];
    std::snprintf(memory, sizeof memory, "%.1f GiB", e.memory_gib);
    return {{"version", e.version}, {"commit", e.commit},     {"date", e.date},
            {"os", e.os},           {"cpu", e.cpu},           {"cores", std::to_string(e.cores)},
            {"memory", memory},     {"compiler", e.compiler}, {"flags", e.flags}};
}

} // namespace warploom::measure
