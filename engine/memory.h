#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace warploom {

struct MemoryRoom {
    std::int64_t bytes = 0; ///< available memory in bytes; a huge number if the system does not report it
    std::string hint;       ///< error hint that names the limit
};

/// Returns how much memory this process can still allocate without swapping or being terminated. This is the minimum of
/// the machine's free memory, the remaining memory of each control group (versions 1 and 2) of the process, and the
/// limits of the process (ulimit -v, ulimit -d). `root` is the folder that contains proc/ and the mount points listed
/// in proc/self/mountinfo.
MemoryRoom memory_room(const std::filesystem::path& root = "/");

/// Returns memory_room().bytes.
std::int64_t available_memory();

/// Throws Error("memory.limit") with the required and the available size if `bytes` exceeds memory_room(). `what` is
/// the start of the message, such as "The matrix of 10 x 10 values".
void require_memory(double bytes, const std::string& what);

/// Gives memory that has been freed, but is still held by the C library, back to the system. This takes milliseconds,
/// so call this function only when the process is idle.
void give_back_memory();

/// Asks the system to use 2 MiB pages when reserved memory is touched for the first time. Large arrays then cause 512
/// times fewer page faults, and random accesses cause fewer TLB misses. Has no effect if the system does not support
/// large pages.
void prefer_large_pages(void* reserved, std::size_t bytes);

/// Touches reserved pages to avoid page faults later. Preserves the contents, so other threads may write to the pages
/// at the same time. Has no effect if the system does not support this.
void populate_pages(void* reserved, std::size_t bytes);

/// Zero-filled pages that are allocated directly from the system and returned to it immediately on destruction.
/// Allocations of 2 MiB or more are aligned to 2 MiB and use large pages if available. Throws std::bad_alloc.
class SystemPages {
public:
    explicit SystemPages(std::size_t bytes); ///< allocates the pages; `bytes` is a multiple of 4096
    SystemPages(SystemPages&& other) noexcept;
    SystemPages& operator=(SystemPages&&) = delete;
    ~SystemPages();

    char* begin() const { return begin_; }

private:
    char* begin_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Formats a size in bytes, for example, as "1.5 GiB".
std::string bytes_text(double bytes);

} // namespace warploom
