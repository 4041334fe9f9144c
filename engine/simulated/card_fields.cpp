#include "engine/simulated/card.h"

namespace warploom::simulated {

const char* to_string(Coalescing rule) {
    switch (rule) {
    case Coalescing::half_warp_segments: return "half-warp segments";
    case Coalescing::lines_128: return "128-byte lines";
    case Coalescing::sectors_32: return "32-byte sectors";
    }
    return "";
}

const std::vector<CardField>& card_fields() {
    static const std::vector<CardField> fields{
        {"multiprocessors", "Multiprocessors", "", &Card::multiprocessors, 1, 4096, true},
        {"clock_ghz", "Clock of the arithmetic units", "GHz", &Card::clock_ghz, 0.01, 100, false},
        {"warp_instructions_per_clock", "Warp instructions per clock", "", &Card::warp_instructions_per_clock, 0.01, 64,
         false},
        {"fp32_per_clock", "Single-precision multiply-adds per clock", "", &Card::fp32_per_clock, 0.01, 4096, false},
        {"fp64_per_clock", "Double-precision multiply-adds per clock", "", &Card::fp64_per_clock, 0.01, 4096, false},
        {"threads_per_multiprocessor", "Resident threads", "", &Card::threads_per_multiprocessor, 32, 65536, true},
        {"blocks_per_multiprocessor", "Resident blocks", "", &Card::blocks_per_multiprocessor, 1, 1024, true},
        {"registers_per_multiprocessor", "Registers", "", &Card::registers_per_multiprocessor, 1024, 16777216, true},
        {"shared_bytes", "Shared memory", "bytes", &Card::shared_bytes, 0, 16777216, true},
        {"shared_banks", "Banks of shared memory", "", &Card::shared_banks, 16, 32, true},
        {"l1_bytes", "L1 cache", "bytes", &Card::l1_bytes, 0, 16777216, true},
        {"l1_line_bytes", "Line of L1", "bytes", &Card::l1_line_bytes, 0, 128, true},
        {"l1_ways", "Ways of L1", "", &Card::l1_ways, 0, 64, true},
        {"l2_bytes", "L2 cache", "bytes", &Card::l2_bytes, 0, 1073741824, true},
        {"l2_line_bytes", "Line of L2", "bytes", &Card::l2_line_bytes, 0, 128, true},
        {"l2_ways", "Ways of L2", "", &Card::l2_ways, 0, 64, true},
        {"l1_latency_ns", "Latency of L1", "ns", &Card::l1_latency_ns, 0, 100000, false},
        {"l2_latency_ns", "Latency of L2", "ns", &Card::l2_latency_ns, 0, 100000, false},
        {"dram_latency_ns", "Latency of memory", "ns", &Card::dram_latency_ns, 1, 100000, false},
        {"l2_gbytes_per_s", "Bandwidth of L2", "GB/s", &Card::l2_gbytes_per_s, 0, 1000000, false},
        {"dram_gbytes_per_s", "Bandwidth of memory", "GB/s", &Card::dram_gbytes_per_s, 0.1, 1000000, false},
        {"launch_us", "Between two launches", "us", &Card::launch_us, 0, 100000, false},
        {"transfer_gbytes_per_s", "Transfer rate", "GB/s", &Card::transfer_gbytes_per_s, 0.01, 100000, false},
        {"transfer_latency_us", "Start of a transfer", "us", &Card::transfer_latency_us, 0, 100000, false},
        {"dram_efficiency", "Share of the memory bandwidth that streams reach", "", &Card::dram_efficiency, 0.01, 1,
         false},
        {"transaction_ns", "Time of a transaction", "ns", &Card::transaction_ns, 0, 1000, false},
        {"gather_transaction_ns", "Time of a gathered transaction", "ns", &Card::gather_transaction_ns, 0, 1000, false},
    };
    return fields;
}

} // namespace warploom::simulated
