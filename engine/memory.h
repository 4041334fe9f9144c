#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace warploom {

struct MemoryRoom {
    std::int64_t bytes = 0; ///< a very large number where the system does not say
    std::string hint;       ///< suggestion if the memory is insufficient; names the limit
};

/// Returns the memory that this process can still allocate without swapping or being killed: the minimum of the
/// machine's free memory, the remaining memory of each control group around the process (versions 1 and 2), and the
/// process's own limits (ulimit -v, ulimit -d). `root` is where proc/ and the mounts in proc/self/mountinfo are looked
/// up.
MemoryRoom memory_room(const std::filesystem::path& root = "/");

/// memory_room().bytes
std::int64_t available_memory();

/// Throws Error("memory.limit") with both sizes if `bytes` exceeds memory_room(). `what` begins the sentence: "The
/// matrix of 10 x 10 values".
void require_memory(double bytes, const std::string& what);

/// Gives memory that was freed, and that the C library keeps for the next time, back to the system. Takes milliseconds:
/// for moments in which nothing waits.
void give_back_memory();

/// Asks the system for pages of 2 MiB where memory that was reserved is touched for the first time: for large arrays,
/// which then take 512 times fewer steps into the system and fewer misses when they are filled here and there. No
/// promise.
void prefer_large_pages(void* reserved, std::size_t bytes);

/// Faults in reserved pages ahead of time. Their contents are preserved, so other threads may write to them. Best
/// effort.
void populate_pages(void* reserved, std::size_t bytes);

/// Pages of zeros straight from the system, to which they go back at once. From 2 MiB on they begin at such a border
/// and are large ones where the system has them. Throws std::bad_alloc.
class SystemPages {
public:
    explicit SystemPages(std::size_t bytes); ///< a multiple of 4096
    SystemPages(SystemPages&& other) noexcept;
    SystemPages& operator=(SystemPages&&) = delete;
    ~SystemPages();

    char* begin() const { return begin_; }

private:
    char* begin_ = nullptr;
    std::size_t bytes_ = 0;
};

/// "1.5 GiB".
std::string bytes_text(double bytes);

} // namespace warploom
