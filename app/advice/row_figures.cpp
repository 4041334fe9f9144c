#include "app/advice/row_figures.h"

#include "engine/format_number.h"
#include "engine/memory.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace warploom::app {

using protocol::grouped;

namespace {

constexpr std::int64_t lanes = 32;

/// Returns the number of loop iterations whose loads the compiler overlaps. This is 1 for cards without sectored
/// caches, because their compilers did not overlap iterations.
double turns_ahead(const simulated::Card& card) { return card.coalescing == simulated::Coalescing::sectors_32 ? 4 : 1; }

/// Returns the minimum load latency of the card in nanoseconds.
double least_latency(const simulated::Card& card) {
    if (card.l1_bytes > 0) return card.l1_latency_ns;
    return card.l2_bytes > 0 ? card.l2_latency_ns : card.dram_latency_ns;
}

/// Raises the lower bound to `ns` if `ns` is larger. Calls `explain` only in this case, to create the explanation.
template <class Explain> void raise(TimeBound& bound, double ns, const char* cause, const Explain& explain) {
    if (ns <= bound.ns) return;
    bound.ns = ns;
    bound.cause = cause;
    bound.sentence = explain();
}

bool is_blocked(const std::string& format) { return format.rfind("bcsr", 0) == 0; }

/// Returns the minimum number of bytes that a kernel moves to and from memory. If the kernel skips padding, counts only
/// the matrix entries. The columns are not examined, so only as many elements of x are counted as the longest row has
/// entries.
double least_bytes(const BoundedCall& call, const RowFigures& rows, const simulated::Card& card) {
    const auto value = static_cast<double>(kernels::bytes_of(call.precision));
    static constexpr std::array reads_all{"bcsr", "bcsr-blocks", "coo", "csr", "csr-sorted", "csc", "dia", "jad"};
    const bool is_whole = std::find(reads_all.begin(), reads_all.end(), call.format) != reads_all.end();
    const double entries = static_cast<double>(rows.nonzeros) * (value + (is_blocked(call.format) ? 0 : 4));
    const double of_matrix = is_whole ? call.format_bytes : std::min(entries, call.format_bytes);
    // Part of the result vector y can remain in L2 after the call, so it is not necessarily written to memory.
    const double of_y = std::max(0.0, static_cast<double>(rows.rows) * value - card.l2_bytes);
    const double bytes = of_matrix + of_y + static_cast<double>(std::min(rows.cols, rows.longest)) * value;
    return call.cache == CacheState::cold ? bytes : std::max(0.0, bytes - card.l2_bytes);
}

/// Returns whether each warp of the kernel processes one block row. The number of entries in a block row is at least
/// that of its longest row.
bool takes_block_rows(const std::string& kernel) {
    return kernel == "bcsr" || kernel == "bcsr-wide" || kernel == "bcsr-blocks-wide";
}

/// Returns the minimum number of loop iterations that the busiest thread of a kernel executes.
std::int64_t longest_chain(const std::string& kernel, const RowFigures& rows) {
    if (takes_block_rows(kernel)) return (rows.longest + lanes - 1) / lanes;
    switch (sharing_of(kernel)) {
    case Sharing::thread_a_row:
    case Sharing::sorted_thread_a_row: return kernel == "hyb" ? 0 : rows.longest;
    case Sharing::lanes_a_row: return (rows.longest + rows.lanes_a_row - 1) / rows.lanes_a_row;
    case Sharing::one_thread: return rows.nonzeros;
    default: return 0;
    }
}

} // namespace

std::string RowFigures::description() const {
    if (shortest == longest) return sentence("Every row has {n} {n:entry|entries}.", {{"n", grouped(longest)}});
    return sentence("Rows have {shortest} to {longest} entries.",
                    {{"shortest", grouped(shortest)}, {"longest", grouped(longest)}});
}

RowFigures row_figures(const CsrMatrix& a) {
    RowFigures made;
    made.rows = a.rows;
    made.cols = a.cols;
    made.nonzeros = a.nonzeros();
    if (a.rows == 0) return made;
    made.row_pointer = &a.row_pointer;
    made.shortest = a.row_length(0);
    // Choose the number of lanes in the same way as launch_csr_vector (kernels/headers/csr_lanes.cuh).
    const double mean = made.mean();
    while (made.lanes_a_row < lanes && mean > 4 * made.lanes_a_row) made.lanes_a_row *= 2;
    if (mean > 96 && mean <= 128) made.lanes_a_row = 16;
    const std::int64_t rows_a_warp = lanes / made.lanes_a_row;
    std::int64_t in_warp = 0, in_vector_warp = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t length = a.row_length(row);
        made.shortest = std::min(made.shortest, length);
        if (length > made.longest) {
            made.longest = length;
            made.longest_row = row;
        }
        in_warp = std::max(in_warp, length);
        if (row % lanes == lanes - 1 || row + 1 == a.rows) {
            made.steps_by_threads += in_warp;
            in_warp = 0;
        }
        made.steps_by_warps += (length + lanes - 1) / lanes;
        in_vector_warp = std::max(in_vector_warp, (length + made.lanes_a_row - 1) / made.lanes_a_row);
        if (row % rows_a_warp == rows_a_warp - 1 || row + 1 == a.rows) {
            made.steps_by_vectors += in_vector_warp;
            in_vector_warp = 0;
        }
    }
    const double much = 4 * made.mean() + 32;
    if (static_cast<double>(made.longest) > much) made.heavy = made.longest_row;
    return made;
}

Sharing sharing_of(const std::string& kernel) {
    static const std::map<std::string, Sharing> known{{"csr-scalar", Sharing::thread_a_row},
                                                      {"ell", Sharing::thread_a_row},
                                                      {"hyb", Sharing::thread_a_row},
                                                      {"dia", Sharing::thread_a_row},
                                                      {"bcsr-blocks", Sharing::thread_a_row},
                                                      {"csr-scalar-sorted", Sharing::sorted_thread_a_row},
                                                      {"ell-sorted", Sharing::sorted_thread_a_row},
                                                      {"jad", Sharing::sorted_thread_a_row},
                                                      {"sell", Sharing::sorted_thread_a_row},
                                                      {"csr-vector", Sharing::lanes_a_row},
                                                      {"csr-merge", Sharing::entries},
                                                      {"csr-adaptive", Sharing::entries},
                                                      {"coo-segmented", Sharing::entries},
                                                      {"coo-atomic", Sharing::entry_with_atomics},
                                                      {"csc", Sharing::entry_with_atomics},
                                                      {"coo-serial", Sharing::one_thread}};
    const auto at = known.find(kernel);
    return at == known.end() ? Sharing::unknown : at->second;
}

TimeBound strict_bound(const BoundedCall& call, const RowFigures& rows, const simulated::Card& card) {
    TimeBound bound;
    const double bytes = least_bytes(call, rows, card);
    raise(bound, bytes / (card.dram_efficiency * card.dram_gbytes_per_s), "bytes", [&] {
        return sentence("At least {bytes} must be moved to and from memory.", {{"bytes", bytes_text(bytes)}});
    });
    // Count only half a memory latency per batch of loop iterations. A full latency would not be a safe lower bound,
    // because the index load of the next iteration can overlap the load of x.
    const std::int64_t turns = longest_chain(call.kernel, rows);
    const Sharing sharing = sharing_of(call.kernel);
    raise(bound, 0.5 * std::ceil(static_cast<double>(turns) / turns_ahead(card)) * least_latency(card),
          sharing == Sharing::one_thread ? "few-warps" : "one-block", [&] {
              if (sharing == Sharing::one_thread)
                  return sentence("One thread adds up all {entries} entries sequentially.",
                                  {{"entries", grouped(rows.nonzeros)}});
              if (sharing == Sharing::lanes_a_row || takes_block_rows(call.kernel))
                  return sentence("A single warp processes all {entries} entries of row {row}.",
                                  {{"row", grouped(rows.longest_row)}, {"entries", grouped(rows.longest)}});
              return sentence("A single thread processes all {entries} entries of row {row}.",
                              {{"row", grouped(rows.longest_row)}, {"entries", grouped(rows.longest)}});
          });
    const double start = (card.launch_us + card.start_us) * 1e3;
    if (start > bound.ns)
        raise(bound, bound.ns + start, "launches", [&] {
            return sentence("Launching the kernel takes {time} µs.", {{"time", format_number(start / 1e3)}});
        });
    else bound.ns += start;
    return bound;
}

TimeBound quick_bound(const BoundedCall& call, const RowFigures& rows, const simulated::Card& card) {
    TimeBound bound = strict_bound(call, rows, card);
    const double start = (card.launch_us + card.start_us) * 1e3;
    // Clock cycles per nanosecond, summed over all multiprocessors.
    const double clocks = card.clock_ghz * card.multiprocessors;
    const auto entries = static_cast<double>(rows.nonzeros);
    const auto value = static_cast<double>(kernels::bytes_of(call.precision));
    const bool has_columns = call.format != "dia" && !is_blocked(call.format);
    // Each loop iteration makes at least this many memory accesses. The performance model assumes two additional
    // instructions per access that a trace does not record.
    const double instructions_a_turn = 3 * (has_columns ? 3 : call.format == "dia" ? 2 : 1);
    double turns = entries / lanes, threads = 0;
    double active_lanes = 0; // mean number of active lanes per warp; 0 if unknown
    const auto idle_lanes = [&](std::int64_t steps) {
        active_lanes = steps > 0 ? entries / static_cast<double>(steps) : lanes;
        turns = static_cast<double>(steps);
    };
    switch (sharing_of(call.kernel)) {
    case Sharing::thread_a_row:
        if (has_columns && call.kernel != "hyb") idle_lanes(rows.steps_by_threads);
        threads = static_cast<double>(rows.rows);
        break;
    case Sharing::sorted_thread_a_row: threads = static_cast<double>(rows.rows); break;
    case Sharing::lanes_a_row:
        idle_lanes(rows.steps_by_vectors);
        threads = static_cast<double>(rows.rows * rows.lanes_a_row);
        turns += threads / lanes; // a warp loads the row pointers, reduces its sums, and stores the result
        break;
    default: break;
    }
    raise(bound, start + turns * instructions_a_turn / (card.warp_instructions_per_clock * clocks),
          active_lanes > 0 ? "idle-lanes" : "issue", [&] {
              if (active_lanes <= 0) return sentence("The number of instructions limits performance.");
              return sentence("On average, {lanes} of 32 lanes in a warp are active. {rows}",
                              {{"lanes", format_number(active_lanes)}, {"rows", rows.description()}});
          });
    constexpr double sector_bytes = 32;
    if (sharing_of(call.kernel) == Sharing::entry_with_atomics) {
        // If the lanes of a warp update different elements of a sector, the update takes only one pass.
        const double passes = entries * value / sector_bytes;
        const double each = card.atomic_ns > 0 && card.l2_slices > 0 ? card.atomic_ns / card.l2_slices
                            : card.l2_gbytes_per_s > 0               ? sector_bytes / card.l2_gbytes_per_s
                                                                     : 0;
        raise(bound, start + passes * each, "atomics", [&] {
            return sentence("The kernel performs {n} atomic {n:addition|additions} to y.",
                            {{"n", grouped(rows.nonzeros)}});
        });
    }
    const double blocks = std::ceil(threads / std::max(32, call.block));
    raise(bound, start + blocks * card.block_start_ns, "starts", [&] {
        return sentence("About {n} {n:block starts|blocks start} one after another.",
                        {{"n", grouped(static_cast<std::int64_t>(blocks))}});
    });
    return bound;
}

} // namespace warploom::app
