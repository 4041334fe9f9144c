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

// Arrays of zeros that cost only where something is put: an L2 of 50 MiB has places for 15 MB of notes, of which a
// small launch uses a few, and of a product of 18500 x 18500 a trace may write one wave of blocks.

namespace warploom {

#if defined(__EMSCRIPTEN__)
/// Memory that WebAssembly never gave out before is zero, and its mmap() clears it all the same, which a page's first
/// verdict waits for. Pages that are given back are kept by their size, and cleared when they are taken again.
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
        void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return pages == MAP_FAILED ? nullptr : pages;
    }
    static void give(void* pages, std::size_t bytes) { ::munmap(pages, bytes); }
};
#endif

/// Large ones come from the system page by page as they are touched. Not calloc(): it clears reused memory by hand.
template <class T> struct ZeroedPages {
    using value_type = T;
    static constexpr std::size_t large = std::size_t{256} << 10; ///< bytes

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
    template <class U> void construct(U*) {} ///< new elements are all zeros
    template <class U, class... A> void construct(U* p, A&&... a) { ::new (p) U(std::forward<A>(a)...); }
    template <class U> bool operator==(const ZeroedPages<U>&) const { return true; }
};

/// For types whose default value is all zeros. Only fresh memory is zeroed: a vector that shrinks and grows again keeps
/// the old elements.
template <class T> using ZeroedVector = std::vector<T, ZeroedPages<T>>;

} // namespace warploom
