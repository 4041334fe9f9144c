#pragma once

#include <cstddef>
#include <cstdint>

namespace warploom::fuzz {

/// Random numbers that are identical on every machine and with every library.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    int below(int end) { return static_cast<int>(bits() % static_cast<std::uint64_t>(end)); }
    int from(int first, int last) { return first + below(last - first + 1); }
    bool one_in(int count) { return below(count) == 0; }
    template <class List> const auto& of(const List& list) {
        return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
    }

private:
    std::uint64_t state_;
};

} // namespace warploom::fuzz
