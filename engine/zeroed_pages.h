#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

// Zero-initialized arrays that use memory only where they are written. For example, the simulation of a 50 MiB L2 cache
// can require 15 MB of data, but a small launch uses only a fraction of it.

namespace warploom {

#if defined(__EMSCRIPTEN__)
/// Caches freed pages by size, and clears them before they are used again. In WebAssembly, mmap() also clears new
/// memory, which is already zero. This redundant clearing would noticeably delay the first check on a web page.
class FreshPages {
public:
    static void* take(std::size_t bytes) {
        auto& kept = given_back()[bytes];
        if (!kept.empty()) {
            void* const pages = kept.back();
            kept.pop_back();
            return std::memset(pages, 0, bytes);
        }
        void* const pages = ::sbrk(static_cast<std::ptrdiff_t>((bytes + 15) / 16 * 16));
        return pages == reinterpret_cast<void*>(-1) ? nullptr : pages;
    }
    static void give(void* pages, std::size_t bytes) { given_back()[bytes].push_back(pages); }

private:
    static std::map<std::size_t, std::vector<void*>>& given_back() {
        static std::map<std::size_t, std::vector<void*>> kept;
        return kept;
    }
};
#else
class FreshPages {
public:
    static void* take(std::size_t bytes) {
        void* const pages =
            ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return pages == MAP_FAILED ? nullptr : pages;
    }
    static void give(void* pages, std::size_t bytes) { ::munmap(pages, bytes); }
};
#endif

/// An allocator for zeroed memory. The system provides the pages of large arrays when they are touched. Large arrays do
/// not use calloc(), because it explicitly clears memory when the memory is reused.
template <class T> struct ZeroedPages {
    using value_type = T;
    static constexpr std::size_t large = std::size_t{256} << 10; ///< minimum size of a large array in bytes

    ZeroedPages() = default;
    template <class U> ZeroedPages(const ZeroedPages<U>&) {}

    T* allocate(std::size_t n) {
        const std::size_t bytes = n * sizeof(T);
        void* const pages = bytes < large ? std::calloc(n, sizeof(T)) : FreshPages::take(bytes);
        if (pages == nullptr) throw std::bad_alloc();
        return static_cast<T*>(pages);
    }
    void deallocate(T* p, std::size_t n) {
        if (n * sizeof(T) < large) std::free(p);
        else FreshPages::give(p, n * sizeof(T));
    }
    template <class U> void construct(U*) {} ///< Does nothing, because new elements must remain zero
    template <class U, class... A> void construct(U* p, A&&... a) { ::new (p) U(std::forward<A>(a)...); }
    template <class U> bool operator==(const ZeroedPages<U>&) const { return true; }
};

/// A vector for types whose default value consists of zeros. Only newly allocated memory is zeroed. If a vector shrinks
/// and grows again, the old elements reappear.
template <class T> using ZeroedVector = std::vector<T, ZeroedPages<T>>;

} // namespace warploom
