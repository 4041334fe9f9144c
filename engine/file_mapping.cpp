#include "engine/file_mapping.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warploom {

namespace {

/// What the handler needs of a mapping. A place is taken while `end` is not 0.
struct Place {
    std::atomic<std::uintptr_t> begin{0}, end{0};
    std::atomic<bool> is_cut{false};
};

constexpr std::uintptr_t reserved = 1; ///< an end below every begin: taken, but nothing lies there yet
std::array<Place, 64> places;          // more files are hardly read at once; those beyond go unguarded
std::uintptr_t page_bytes = 4096;
struct sigaction earlier_action {};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free, "a signal handler reads it");

/// The bare system call: the library's mmap is not among what a handler may call.
bool map_zeros(std::uintptr_t begin, std::uintptr_t end) {
    constexpr long failed = -1;
    constexpr long access = PROT_READ, how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    return ::syscall(SYS_mmap, begin, end - begin, access, how, -1L, 0L) != failed;
}

/// Puts zeros where the file's pages are gone, from the one that was touched on.
void on_bus_error(int, siginfo_t* fault, void*) {
    const auto at = reinterpret_cast<std::uintptr_t>(fault->si_addr);
    for (Place& place : places) {
        const std::uintptr_t end = place.end.load();
        if (at >= end || at < place.begin.load()) continue;
        const std::uintptr_t page = at / page_bytes * page_bytes;
        place.is_cut = true;
        if (map_zeros(page, end)) return;
    }
    ::sigaction(SIGBUS, &earlier_action, nullptr); // the access faults again, and the earlier handler gets it
}

void install_handler() {
    static std::once_flag once;
    std::call_once(once, [] {
        page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &earlier_action);
    });
}

/// -1 where all are taken.
int take_place(const char* data, std::size_t size) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::uintptr_t is_free = 0;
        if (!places[i].end.compare_exchange_strong(is_free, reserved)) continue;
        const auto begin = reinterpret_cast<std::uintptr_t>(data);
        places[i].is_cut = false;
        places[i].begin = begin;
        places[i].end = begin + size;
        return static_cast<int>(i);
    }
    return -1;
}

} // namespace

bool FileMapping::map(int descriptor, std::size_t size) {
    unmap();
    install_handler();
    const std::size_t bytes = (size + page_bytes - 1) / page_bytes * page_bytes + page_bytes;
    void* const room = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return false;
    if (::mmap(room, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
        const int reason = errno;
        ::munmap(room, bytes);
        errno = reason;
        return false;
    }
    data_ = static_cast<const char*>(room);
    mapped_bytes_ = bytes;
    place_ = take_place(data_, size);
    return true;
}

void FileMapping::unmap() {
    if (data_ == nullptr) return;
    if (place_ >= 0) places[place_].end = 0;
    ::munmap(const_cast<char*>(data_), mapped_bytes_);
    data_ = nullptr;
    place_ = -1;
}

bool FileMapping::was_cut() const { return place_ >= 0 && places[place_].is_cut; }

} // namespace warploom
