#include "engine/matrix/file_mapping.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/mman.h>
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

/// Puts zeros where the file's pages are gone, from the one that was touched on. Calls only what a handler may call
/// (mmap is a bare system call).
void on_bus_error(int, siginfo_t* fault, void*) {
    const auto at = reinterpret_cast<std::uintptr_t>(fault->si_addr);
    for (Place& place : places) {
        const std::uintptr_t end = place.end.load();
        if (at >= end || at < place.begin.load()) continue;
        const std::uintptr_t page = at / page_bytes * page_bytes;
        void* const gone = reinterpret_cast<void*>(page); // NOLINT(performance-no-int-to-ptr): an address from the system
        place.is_cut = true;
        if (::mmap(gone, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) return;
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
    void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapped == MAP_FAILED) return false;
    install_handler();
    data_ = static_cast<const char*>(mapped);
    size_ = size;
    place_ = take_place(data_, size);
    return true;
}

void FileMapping::unmap() {
    if (data_ == nullptr) return;
    if (place_ >= 0) places[static_cast<std::size_t>(place_)].end = 0;
    ::munmap(const_cast<char*>(data_), size_);
    data_ = nullptr;
    place_ = -1;
}

bool FileMapping::was_cut() const { return place_ >= 0 && places[static_cast<std::size_t>(place_)].is_cut; }

} // namespace warploom
