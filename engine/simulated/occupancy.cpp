#include "engine/simulated/model.h"

#include <algorithm>
#include <cmath>

namespace warploom::simulated {

namespace {

constexpr double most_registers = 32; ///< assumed of a thread where nothing is known and the card has plenty

} // namespace

int assumed_registers(const Card& card) {
    const double full = std::floor(card.registers_per_multiprocessor / card.threads_per_multiprocessor);
    return static_cast<int>(std::clamp(full, 1.0, most_registers));
}

int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread, std::string* why) {
    const double registers = registers_per_thread > 0 ? registers_per_thread : assumed_registers(card);
    const double threads = std::max(1, block_size);
    double most = std::floor(card.threads_per_multiprocessor / threads);
    const char* limit = "threads";
    const auto limit_by = [&](double blocks, const char* name) {
        if (blocks < most) {
            most = blocks;
            limit = name;
        }
    };
    limit_by(card.blocks_per_multiprocessor, "blocks");
    limit_by(std::floor(card.registers_per_multiprocessor / (registers * threads)), "registers");
    if (shared_bytes > 0) limit_by(std::floor(card.shared_bytes / shared_bytes), "shared memory");
    if (why != nullptr) *why = limit;
    return static_cast<int>(std::max(0.0, most));
}

} // namespace warploom::simulated
