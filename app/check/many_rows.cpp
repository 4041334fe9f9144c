#include "app/check/many_rows.h"

#include "app/check/ends_of_launches.h"
#include "app/operations/trace_kernel.h"
#include "engine/simulated/card_limits.h"
#include "kernels/texts/text_of_kernel.h"

#include <cctype>
#include <cstring>

namespace warploom::app {

namespace {

constexpr std::int64_t rows_of_many = 70'001;

/// What run launches over a matrix; no thread runs but those of two blocks.
struct Launched {
    std::int64_t rows = 0, launches = 0, threads = 0;
    bool has_findings = false; ///< of the first block and the last
};

Launched launched_over(const char* matrix, Inputs& inputs, TraceSettings settings, const Progress& progress) {
    Launched all;
    settings.runs_untraced = settings.counts = false;
    settings.most_turns = most_turns_over_many_rows;
    settings.blocks_of_launch = [&all](std::int64_t blocks, int block_size) {
        ++all.launches;
        all.threads += blocks * block_size;
        return ends_of(blocks);
    };
    const TraceInput loaded = spec_of(Operation::spmv).trace_input(inputs, matrix, settings, progress);
    all.rows = loaded.matrix->csr.rows;
    all.has_findings = !trace_kernel(loaded.subject(progress), settings, progress).findings.empty();
    return all;
}

} // namespace

bool counts_in_16_bits(const std::string& text) {
    const auto has = [&text](const char* word) { return text.find(word) != std::string::npos; };
    if (has("short") || has("int16") || has("65535") || has("65536")) return true;
    for (const char* const mask : {"0xffff", "0xFFFF", "0x10000"}) // not of a longer number, as the lanes of a warp
        for (std::size_t at = text.find(mask); at != std::string::npos; at = text.find(mask, at + 1))
            if (std::isxdigit(static_cast<unsigned char>(text[at + std::strlen(mask)])) == 0) return true;
    return false;
}

TraceSettings settings_of_many_rows(const TraceSettings& settings) {
    TraceSettings wanted = settings;
    wanted.blocks_of_launch = [](std::int64_t blocks, int) { return ends_of(blocks); };
    wanted.most_turns = most_turns_over_many_rows;
    return wanted;
}

bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress) {
    const Launched many = launched_over(many_rows, inputs, settings, progress);
    if (many.has_findings || counts_in_16_bits(kernels::text_of_kernel(settings.kernel))) return true;
    const Launched few = launched_over("banded:n=2085,lower=1,upper=0", inputs, settings, progress);
    const std::int64_t last_blocks = few.launches * 1024; // which may be there for a row or two
    return many.threads * few.rows < (few.threads - last_blocks) * many.rows;
}

bool takes_many_rows(const simulated::Card& card) { return simulated::limits_of(card).grid[0] >= rows_of_many; }

} // namespace warploom::app
