#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

// Answers to `trace` that can be verified by hand. Block b of a grid takes (1000 + 100 b) ns at 100 GB/s, and
// proportionally less with more bandwidth. It has 10 + b transactions, processes one row per thread, and is scheduled
// on the multiprocessor that becomes free first.

namespace ui_test {

using nlohmann::json;

inline double format_number(const json& card, const char* key, double otherwise) {
    if (!card.is_object() || !card.contains("figures") || !card["figures"].contains(key)) return otherwise;
    return card["figures"][key]["value"].get<double>();
}

inline json trace_answer(const json& request) {
    const std::string matrix = request["matrix"];
    const auto n = matrix.find("n=");
    const int rows = n == std::string::npos ? 100 : std::atoi(matrix.c_str() + n + 2);
    const int block = request.value("block", 128), blocks = std::max(1, (rows + block - 1) / block);
    const json card = request["card"];
    const int multiprocessors = static_cast<int>(format_number(card, "multiprocessors", 2));
    const double scale = 100 / format_number(card, "dram_gbytes_per_s", 100);
    json schedule = json::array(), listed = json::array();
    std::vector<double> free_at(static_cast<std::size_t>(multiprocessors), 0.0);
    double end = 0;
    for (int b = 0; b < blocks; ++b) {
        const auto first = std::min_element(free_at.begin(), free_at.end());
        const double ns = (1000 + 100.0 * b) * scale;
        schedule.push_back({b, static_cast<int>(first - free_at.begin()), *first, *first + ns});
        *first += ns;
        end = std::max(end, *first);
        listed.push_back({{"launch", 0},
                          {"block", b},
                          {"ns", ns},
                          {"transactions", 10 + b},
                          {"dram_bytes", 320 + 32 * b},
                          {"warp_instructions", 50},
                          {"first_row", b * block},
                          {"last_row", std::min(rows, (b + 1) * block) - 1}});
    }
    const json terms{{"dram", end},        {"l2", 0},           {"transactions", end / 2},
                     {"shared", 0},        {"issue", end / 10}, {"arithmetic", end / 20},
                     {"latency", end / 4}, {"launch", 500},     {"transfer", 0}};
    const auto access = [](const char* array, int line, int transactions, int fetched, int used) {
        return json{{"array", array},
                    {"kind", "load"},
                    {"space", "global"},
                    {"file", "kernels/spmv/csr_scalar.cu"},
                    {"line", line},
                    {"kernel_line", line},
                    {"launch", 0},
                    {"warp_instructions", 40},
                    {"lane_accesses", 640},
                    {"mean_active_lanes", 16},
                    {"divergent_steps", 30},
                    {"transactions", transactions},
                    {"ideal_transactions", used / 32},
                    {"bytes_fetched", fetched},
                    {"bytes_used", used},
                    {"l1_hits", 0},
                    {"l2_sectors", transactions},
                    {"l2_hits", 0},
                    {"dram_bytes", fetched},
                    {"bank_passes", 0},
                    {"bank_conflicts", 0},
                    {"serialised", 0},
                    {"flops", 1280}};
    };
    const double ns = end + 500;
    return {{"operation", "spmv"},
            {"matrix", {{"name", matrix}, {"rows", rows}, {"cols", rows}, {"nonzeros", 3 * rows}}},
            {"kernel", request["kernel"]},
            {"format", "csr"},
            {"card", card},
            {"precision", request.value("precision", "double")},
            {"block", block},
            {"leading_dimension", nullptr},
            {"traced_share", 1.0},
            {"sample", {{"blocks", blocks}, {"traced", blocks}, {"halves_differ", nullptr}}},
            {"accesses",
             {access("value", 24, 100, 3200, 800), access("x", 24, 60, 1920, 640), access("y", 27, 10, 320, 320)}},
            {"mean_active_lanes", 16},
            {"divergent_steps", 90},
            {"bank_conflicts", 0},
            {"flops", 1280},
            {"barriers", 0},
            {"modelled_ns", ns},
            {"binding", "dram"},
            {"terms", terms},
            {"roofline",
             {{"flops", 6.0 * rows},
              {"dram_bytes", 5440},
              {"intensity", 0.125},
              {"gflops", 6.0 * rows / ns},
              {"peak_gflops", 80},
              {"peak_gbytes_per_s", format_number(card, "dram_gbytes_per_s", 100)}}},
            {"launches",
             {{{"kernel", request["kernel"]},
               {"blocks", blocks},
               {"block_size", block},
               {"ns", ns},
               {"binding", "dram"},
               {"terms", terms},
               {"occupancy", 0.5},
               {"resident_blocks", 1},
               {"limited_by", "blocks"},
               {"schedule", schedule}}}},
            {"blocks", listed},
            {"findings", json::array()},
            {"arrays", json::array()}};
}

} // namespace ui_test
