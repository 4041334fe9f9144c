#include "engine/simulated/counts.h"

#include <algorithm>
#include <bit>

namespace warploom::simulated {

namespace {

using Addresses = std::array<std::uint64_t, warp_size>;

/// Returns the maximum number of 4-byte words that any of the 32 shared memory banks must deliver. In each pass, a bank
/// delivers one word to all lanes that request the word.
int most_words_of_a_bank(const Addresses& addresses, std::uint32_t lanes, int element_bytes) {
    constexpr std::size_t banks = 32;
    std::array<std::uint64_t, 8 * banks> words; // 32 lanes access at most 5 words each
    // Linked list of the words in each bank; index 0 marks the end of a list.
    std::array<std::uint8_t, 8 * banks> next;
    std::array<std::uint8_t, banks> first{}, length{};
    std::size_t count = 1; // starts at 1, because index 0 marks the end of a list
    int most = 0;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
        const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(left))];
        const std::uint64_t last = (address + static_cast<std::uint64_t>(element_bytes) - 1) >> 2;
        for (std::uint64_t word = address >> 2; word <= last; ++word) {
            const std::size_t bank = word % banks;
            std::size_t at = first[bank];
            while (at != 0 && words[at] != word) at = next[at];
            if (at != 0) continue;
            words[count] = word;
            next[count] = first[bank];
            first[bank] = static_cast<std::uint8_t>(count++);
            most = std::max<int>(most, ++length[bank]);
        }
    }
    return most;
}

/// Returns the number of shared memory passes for the words `address / 4` with 16 banks. In each pass, one word is
/// broadcast to every lane that requests it, and every other bank serves one lane (CUDA C Programming Guide, compute
/// capability 1.x). It is not documented which word is broadcast; this function chooses the word of the lowest lane.
int passes_of_16_banks(const Addresses& addresses, std::uint32_t lanes, unsigned word_offset) {
    int passes = 0;
    for (std::uint32_t left = lanes; left != 0; ++passes) {
        const auto word_of = [&](std::uint32_t bits) {
            return (addresses[static_cast<std::size_t>(std::countr_zero(bits))] >> 2) + word_offset;
        };
        const std::uint64_t broadcast = word_of(left);
        std::uint32_t busy = 1u << (broadcast % 16), served = 0;
        for (std::uint32_t bits = left; bits != 0; bits &= bits - 1) {
            const std::uint64_t word = word_of(bits);
            const std::uint32_t bank = 1u << (word % 16);
            if (word != broadcast && (busy & bank) != 0) continue;
            busy |= bank;
            served |= bits & -bits;
        }
        left &= ~served;
    }
    return passes;
}

} // namespace

BankUse find_bank_use(int banks, const Addresses& addresses, std::uint32_t active, int element_bytes) {
    BankUse use;
    const int words = std::max(1, (element_bytes + 3) / 4);
    // Number of lanes that shared memory serves together.
    const int lanes = banks == 16 ? 16 : words == 1 ? 32 : words == 2 ? 16 : 8;
    const std::uint32_t mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
    for (int lane = 0; lane < warp_size; lane += lanes) {
        const std::uint32_t group = active & mask << lane;
        if (group == 0) continue;
        // With 16 banks, data wider than 4 bytes is requested word by word.
        const int requests = banks == 16 ? words : 1;
        for (int request = 0; request < requests; ++request) {
            const int passes = banks == 16 ? passes_of_16_banks(addresses, group, static_cast<unsigned>(request))
                                           : most_words_of_a_bank(addresses, group, element_bytes);
            use.passes += passes;
            use.degree = std::max(use.degree, passes);
            ++use.ideal;
        }
    }
    return use;
}

int atomic_serialisation(const Addresses& addresses, std::uint32_t active) {
    int most = 0;
    for (std::uint32_t left = active; left != 0;) {
        const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(left))];
        std::uint32_t same = 0;
        for (std::uint32_t bits = left; bits != 0; bits &= bits - 1)
            if (addresses[static_cast<std::size_t>(std::countr_zero(bits))] == address) same |= bits & -bits;
        most = std::max(most, std::popcount(same));
        left &= ~same;
    }
    return most;
}

} // namespace warploom::simulated
