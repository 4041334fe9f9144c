#include "engine/memory.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace warploom {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// Returns the number that follows `word` at the start of a line. If the word ends with a colon, as in files of /proc,
/// converts the number from kB to bytes.
std::optional<std::int64_t> number_behind(const fs::path& path, const std::string& word) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(word, 0) != 0) continue;
        std::istringstream rest(line.substr(word.size()));
        std::int64_t number = 0;
        if (!(rest >> number)) continue;
        return word.back() == ':' ? number * 1024 : number;
    }
    return std::nullopt;
}

/// Returns the integer in a control group's file, or std::nullopt if the file contains `max` or does not exist.
std::optional<std::int64_t> number_in(const fs::path& path) {
    std::ifstream file(path);
    std::int64_t number = 0;
    if (file >> number && number >= 0) return number;
    return std::nullopt;
}

void lower(MemoryRoom& room, std::int64_t bytes, const std::string& hint) {
    bytes = std::max<std::int64_t>(0, bytes);
    if (bytes >= room.bytes) return;
    room = {bytes, hint};
}

/// The memory files of a control group, which differ between cgroup versions 1 and 2.
struct GroupFiles {
    const char *limit, *used, *active_file, *inactive_file;
};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_active_file ",
                               "total_inactive_file "};
constexpr GroupFiles version_2{"memory.max", "memory.current", "active_file ", "inactive_file "};

/// A mounted control group (cgroup) hierarchy, as described by a line of /proc/self/mountinfo.
struct GroupMount {
    std::string root, place;
};

/// Decodes a mount point from /proc/self/mountinfo, in which a space is written as \040.
std::string without_escapes(const std::string& text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        int code = 0;
        if (text[at] == '\\' && at + 3 < text.size() &&
            std::from_chars(&text[at + 1], &text[at + 4], code, 8).ptr == &text[at + 4]) {
            plain += static_cast<char>(code);
            at += 3;
        } else {
            plain += text[at];
        }
    }
    return plain;
}

bool has_item(const std::string& list, std::string_view item) {
    std::istringstream items(list);
    for (std::string one; std::getline(items, one, ',');)
        if (one == item) return true;
    return false;
}

std::optional<GroupMount> mount_of(const fs::path& root, bool is_version_1) {
    std::ifstream file(root / "proc/self/mountinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        std::istringstream before(line.substr(0, dash)), behind(line.substr(dash + 3));
        std::string skipped, group, place, type, source, options;
        before >> skipped >> skipped >> skipped >> group >> place;
        behind >> type >> source >> options;
        if (is_version_1 ? type == "cgroup" && has_item(options, "memory") : type == "cgroup2")
            return GroupMount{without_escapes(group), without_escapes(place)};
    }
    return std::nullopt;
}

/// Returns the path of this process's control group (cgroup) relative to the mount point. The path is empty if only the
/// mount point itself is visible, as in a container with its own namespace.
fs::path below_mount(const std::string& group, const std::string& mounted) {
    const fs::path inside = fs::path(group).lexically_relative(mounted);
    const bool is_outside = inside.empty() || *inside.begin() == "..";
    return is_outside || inside == "." ? fs::path() : inside;
}

/// Lowers `room` to the memory limits of all control groups that contain this process.
void lower_by_groups(MemoryRoom& room, const fs::path& root, bool is_version_1, const std::string& group) {
    const std::optional<GroupMount> mount = mount_of(root, is_version_1);
    if (!mount) return;
    const GroupFiles& files = is_version_1 ? version_1 : version_2;
    const fs::path top = root / fs::path(mount->place).relative_path();
    for (fs::path inside = below_mount(group, mount->root);; inside = inside.parent_path()) {
        const fs::path folder = top / inside;
        const auto limit = number_in(folder / files.limit), used = number_in(folder / files.used);
        // The page cache counts as available, because the kernel reclaims it before an allocation in the control group
        // fails.
        const auto kept = number_behind(folder / "memory.stat", files.active_file).value_or(0) +
                          number_behind(folder / "memory.stat", files.inactive_file).value_or(0);
        if (limit && used)
            lower(room, *limit - std::max<std::int64_t>(0, *used - kept),
                  sentence("Choose a smaller matrix, or raise the memory limit of this job's control group."));
        if (inside.empty()) return;
    }
}

void lower_by_all_groups(MemoryRoom& room, const fs::path& root) {
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
        const bool is_version_1 = has_item(controllers, "memory");
        if (is_version_1 || controllers.empty()) lower_by_groups(room, root, is_version_1, group);
    }
}

} // namespace

MemoryRoom memory_room(const fs::path& root) {
    MemoryRoom room{no_limit, sentence("Choose a smaller matrix, or close other programs.")};
    if (const auto free = number_behind(root / "proc/meminfo", "MemAvailable:")) room.bytes = *free;
    lower_by_all_groups(room, root);
    const auto lower_by_limit = [&](const char* limit, const char* used, const std::string& hint) {
        const auto most = number_behind(root / "proc/self/limits", limit);
        const auto taken = number_behind(root / "proc/self/status", used);
        if (most && taken) lower(room, *most - *taken, hint);
    };
    lower_by_limit("Max address space ",
                   "VmSize:", sentence("Choose a smaller matrix, or raise the limit that ulimit -v shows."));
    lower_by_limit("Max data size ",
                   "VmData:", sentence("Choose a smaller matrix, or raise the limit that ulimit -d shows."));
    return room;
}

std::int64_t available_memory() { return memory_room().bytes; }

void give_back_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

namespace {

/// Calls madvise() for all complete pages in [begin, begin + bytes). Ignores advice that the system does not support.
[[maybe_unused]] void advise(void* begin, std::size_t bytes, int advice) {
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + page - 1) / page * page, last = (address + bytes) / page * page;
    if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, advice);
}

} // namespace

void prefer_large_pages([[maybe_unused]] void* reserved, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    if (bytes >= std::size_t{16} << 20) advise(reserved, bytes, MADV_HUGEPAGE);
#endif
}

void populate_pages([[maybe_unused]] void* reserved, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    advise(reserved, bytes, MADV_POPULATE_WRITE);
#endif
}

SystemPages::SystemPages(std::size_t bytes) : bytes_(bytes) {
    constexpr std::size_t border = std::size_t{2} << 20;
    const auto map = [](std::size_t size) {
        void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        return static_cast<char*>(mapped);
    };
    begin_ = map(bytes);
    if (bytes < border) return;
    if (reinterpret_cast<std::uintptr_t>(begin_) % border != 0) {
        ::munmap(begin_, bytes);
        char* const wide = map(bytes + border);
        const std::size_t before = border - reinterpret_cast<std::uintptr_t>(wide) % border;
        begin_ = wide + before;
        ::munmap(wide, before);
        if (before < border) ::munmap(begin_ + bytes, border - before);
    }
#ifdef MADV_HUGEPAGE
    ::madvise(begin_, bytes, MADV_HUGEPAGE);
#endif
}

SystemPages::SystemPages(SystemPages&& other) noexcept : begin_(other.begin_), bytes_(other.bytes_) {
    other.begin_ = nullptr;
}

SystemPages::~SystemPages() {
    if (begin_ != nullptr) ::munmap(begin_, bytes_);
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
    constexpr double hardly_anything =
        1 << 20; // size in bytes below which the check would take longer than the allocation
    if (bytes < hardly_anything) return;
    const MemoryRoom room = memory_room();
    const auto available = static_cast<double>(room.bytes);
    if (bytes <= available) return;
    throw Error("memory.limit",
                sentence("{subject} requires {bytes} of memory, but only {available} is available.",
                         {{"subject", what}, {"bytes", bytes_text(bytes)}, {"available", bytes_text(available)}}),
                room.hint);
}

} // namespace warploom
