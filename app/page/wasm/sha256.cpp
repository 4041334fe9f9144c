#include "engine/experiment/digest.h"

#include <array>
#include <cstdint>

// SHA-256 (FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.2) for web pages, which do not include libsodium. A
// test compares both implementations.

namespace warploom::experiment {

namespace {

using Words = std::array<std::uint32_t, 8>;

std::uint32_t turned(std::uint32_t word, int by) { return word >> by | word << (32 - by); }

/// Returns the first 32 bits of the fractional part of a root of a prime. SHA-256 uses the cube roots of the first 64
/// primes as round constants (`k`), and the square roots of the first 8 primes as the initial hash. This function uses
/// only integers, so the result is exact.
std::uint32_t root_bits(std::uint64_t prime, int degree) {
    // Find the largest r with r^degree <= prime * 2^(32 * degree), and return its low 32 bits.
    using Wide = unsigned __int128;
    const auto fits = [&](std::uint64_t r) {
        if (degree == 2) return static_cast<Wide>(r) * r <= static_cast<Wide>(prime) << 64;
        // Check whether r^3 <= prime * 2^96. Because r^3 does not fit in 128 bits, split r * r at bit 32, multiply both
        // parts by r, and compare only the upper bits of the sum.
        const Wide square = static_cast<Wide>(r) * r;                           // less than 2^70, because r < 2^35
        const Wide low = (square & 0xffffffffU) * r, high = (square >> 32) * r; // products less than 2^67 and 2^73
        const Wide sum = high + (low >> 32);                                    // the sum equals r^3 >> 32
        const Wide bound = static_cast<Wide>(prime) << 64;                      // the bound equals (prime * 2^96) >> 32
        return sum < bound;
    };
    std::uint64_t root = 0;
    for (int bit = 36; bit >= 0; --bit)
        if (fits(root | std::uint64_t{1} << bit)) root |= std::uint64_t{1} << bit;
    return static_cast<std::uint32_t>(root);
}

struct Constants {
    std::array<std::uint32_t, 64> k{};
    Words first{};
    Constants() {
        std::size_t found = 0;
        for (std::uint64_t n = 2; found < k.size(); ++n) {
            bool is_prime = true;
            for (std::uint64_t d = 2; d * d <= n; ++d) is_prime = is_prime && n % d != 0;
            if (!is_prime) continue;
            k[found] = root_bits(n, 3);
            if (found < first.size()) first[found] = root_bits(n, 2);
            ++found;
        }
    }
};

void take_block(Words& hash, const unsigned char* block, const std::array<std::uint32_t, 64>& k) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t)
        w[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
               std::uint32_t{block[4 * t + 2]} << 8 | block[4 * t + 3];
    for (std::size_t t = 16; t < 64; ++t)
        w[t] = (turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ w[t - 2] >> 10) + w[t - 7] +
               (turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 16];
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t one =
            h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + k[t] + w[t];
        const std::uint32_t two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const Words added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += added[i];
}

} // namespace

std::string sha256(const std::string& bytes) {
    static const Constants constants;
    std::string padded = bytes;
    padded += static_cast<char>(0x80);
    while (padded.size() % 64 != 56) padded += '\0';
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 255);
    Words hash = constants.first;
    for (std::size_t at = 0; at < padded.size(); at += 64)
        take_block(hash, reinterpret_cast<const unsigned char*>(padded.data()) + at, constants.k);
    std::string text;
    for (const std::uint32_t word : hash)
        for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
    return text;
}

} // namespace warploom::experiment
