#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace warploom::simt {

/// A growing list that never moves its elements. A growing vector would temporarily need memory for two copies.
template <class T> class Chunks {
public:
    std::size_t size() const { return size_; }
    const T& operator[](std::size_t at) const { return chunks_[at / per_chunk][at % per_chunk]; }

    void push_back(const T& value) { *append(1) = value; }
    /// Appends `count` adjacent elements without initializing them, and returns a pointer to the first of them, which
    /// has index size() - count. `count` is at most 1024.
    T* append(std::size_t count) {
        if (size_ % per_chunk + count > per_chunk) size_ += per_chunk - size_ % per_chunk;
        if (size_ == chunks_.size() * per_chunk) chunks_.emplace_back(new T[per_chunk]);
        T* const first = &chunks_[size_ / per_chunk][size_ % per_chunk];
        size_ += count;
        return first;
    }
    std::size_t bytes() const { return chunks_.size() * per_chunk * sizeof(T); }

private:
    static constexpr std::size_t per_chunk = 16384;
    std::vector<std::unique_ptr<T[]>> chunks_;
    std::size_t size_ = 0;
};

} // namespace warploom::simt
