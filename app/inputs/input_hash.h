#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace warploom::app {

/// A hash of numbers by their bits, so that documents tell inputs of the same name apart. Word by word, for inputs of
/// gigabytes (the mixing step is that of splitmix64, Steele, Lea & Flood 2014).
class InputHash {
public:
    void add(std::uint64_t word) {
        hash_ ^= word;
        hash_ += 0x9e3779b97f4a7c15u;
        hash_ = (hash_ ^ (hash_ >> 30)) * 0xbf58476d1ce4e5b9u;
        hash_ = (hash_ ^ (hash_ >> 27)) * 0x94d049bb133111ebu;
        hash_ ^= hash_ >> 31;
    }
    void add(const double* values, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            std::uint64_t word = 0;
            std::memcpy(&word, values + i, sizeof word);
            add(word);
        }
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

} // namespace warploom::app
