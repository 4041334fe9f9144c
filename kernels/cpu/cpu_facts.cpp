#include "kernels/cpu/cpu_facts.h"

#include "engine/sentence.h"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <thread>

namespace warploom::kernels {

namespace {

constexpr const char* all_cpus = "/sys/devices/system/cpu";

/// Returns the contents of a sysfs file about a cache, or an empty string if there is none.
std::string cache_file(int index, const char* name, const std::string& cpus = all_cpus, long cpu = 0) {
    std::ifstream in(cpus + "/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/" + name);
    std::string text;
    std::getline(in, text);
    return text;
}

std::int64_t bytes_from(const std::string& text) {
    std::size_t end = 0;
    std::int64_t count = 0;
    try {
        count = std::stoll(text, &end);
    } catch (const std::exception&) { return 0; }
    if (end < text.size() && text[end] == 'K') return count << 10;
    if (end < text.size() && text[end] == 'M') return count << 20;
    return count;
}

std::string line_of(const char* file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const auto begin = line.find_first_not_of(" \t", line.find(':') + 1);
        return begin == std::string::npos ? "" : line.substr(begin);
    }
    return "";
}

/// Returns the cache size from WARPLOOM_CACHE_MIB in bytes, or 0 if it is not set or not an integer from 1 to 65536.
std::int64_t cache_bytes_said_by_the_user() {
    const char* const text = std::getenv("WARPLOOM_CACHE_MIB");
    if (text == nullptr) return 0;
    std::int64_t mebibytes = 0;
    const char* const end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, mebibytes);
    return error == std::errc() && stop == end && mebibytes >= 1 && mebibytes <= 65536 ? mebibytes << 20 : 0;
}

} // namespace

std::string cpu_model() {
    const std::string name = line_of("/proc/cpuinfo", "model name");
    return name.empty() ? "CPU" : name;
}

std::int64_t last_level_cache_bytes() {
    if (const std::int64_t said = cache_bytes_said_by_the_user(); said > 0) return said;
    const std::int64_t counted = last_level_cache_bytes(all_cpus, sysconf(_SC_NPROCESSORS_CONF));
    if (counted > 0) return counted;
    // This value can be wrong: a virtual machine with few cores may report the cache of the whole processor package.
    const std::int64_t told = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return told > 0 ? told : std::int64_t{32} << 20;
}

std::int64_t bytes_beyond_caches(std::int64_t least, std::int64_t most) {
    const std::int64_t wanted = 2 * last_level_cache_bytes();
    return std::min(cache_bytes_said_by_the_user() > 0 ? wanted : std::max(wanted, least), most);
}

std::int64_t last_level_cache_bytes(const std::string& cpus, long count) {
    // Maps the list of cores that share a last-level cache to the size of that cache.
    std::map<std::string, std::int64_t> caches;
    int last_level = 0;
    for (long cpu = 0; cpu < count; ++cpu)
        for (int index = 0; index < 8; ++index) {
            const auto level = static_cast<int>(bytes_from(cache_file(index, "level", cpus, cpu)));
            if (level < last_level || cache_file(index, "type", cpus, cpu) == "Instruction") continue;
            if (level > last_level) caches.clear();
            last_level = level;
            caches[cache_file(index, "shared_cpu_list", cpus, cpu)] = bytes_from(cache_file(index, "size", cpus, cpu));
        }
    std::int64_t sum = 0;
    for (const auto& [shared, bytes] : caches) sum += bytes;
    return sum;
}

std::vector<std::pair<std::string, std::string>> cpu_facts() {
    std::vector<std::pair<std::string, std::string>> facts;
    facts.emplace_back("processor", cpu_model());
    facts.emplace_back("hardware threads", std::to_string(std::max(1u, std::thread::hardware_concurrency())));
    facts.emplace_back("OpenMP threads", std::to_string(omp_get_max_threads()));
    for (int index = 0; index < 8; ++index) {
        const std::string size = cache_file(index, "size");
        if (size.empty() || cache_file(index, "type") == "Instruction") continue;
        facts.emplace_back("L" + cache_file(index, "level") + " cache", size + "iB");
    }
    if (const std::int64_t said = cache_bytes_said_by_the_user(); said > 0)
        facts.emplace_back(sentence("last-level cache (WARPLOOM_CACHE_MIB)"), std::to_string(said >> 20) + " MiB");
    const std::string memory = line_of("/proc/meminfo", "MemTotal");
    // /proc/meminfo reports kB.
    if (!memory.empty()) facts.emplace_back("memory", std::to_string(bytes_from(memory) / 1024) + " MiB");
    facts.emplace_back("compiler", std::string("g++ ") + __VERSION__);
    facts.emplace_back("compiler flags", WARPLOOM_COMPILER_FLAGS);
    return facts;
}

} // namespace warploom::kernels
