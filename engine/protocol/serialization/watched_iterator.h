#pragma once

#include <cstddef>
#include <iterator>

namespace warploom::protocol {

/// An iterator over JSON text that records how far the parser has read. It is needed because the parser does not report
/// this.
struct WatchedIterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char** furthest = nullptr;

    reference operator*() const { return *at; }
    WatchedIterator& operator++() {
        *furthest = ++at;
        return *this;
    }
    WatchedIterator operator++(int) {
        const WatchedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const WatchedIterator& other) const { return at == other.at; }
    bool operator!=(const WatchedIterator& other) const { return at != other.at; }
};

} // namespace warploom::protocol
