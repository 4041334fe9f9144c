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

/// Returns the number of bytes that a kernel reads. If the kernel skips padding, counts only the matrix entries.
double bytes_read(const std::string& format, const RowFigures& rows, Precision precision, double format_bytes) {
    const auto value = static_cast<double>(kernels::bytes_of(precision));
    // A kernel reads at most one element of x per entry. This limit matters for a matrix with a billion columns and two
    // entries.
    const double vectors = static_cast<double>(rows.rows + std::min(rows.cols, rows.nonzeros)) * value;
    static constexpr std::array reads_all{"bcsr", "bcsr-blocks", "coo", "csr", "csr-sorted", "csc", "dia", "jad"};
    const bool is_whole = std::find(reads_all.begin(), reads_all.end(), format) != reads_all.end();
    const double entries = static_cast<double>(rows.nonzeros) * (value + (format.rfind("bcsr", 0) == 0 ? 0 : 4));
    return vectors + (is_whole ? format_bytes : std::min(entries, format_bytes));
}

/// Returns whether each warp of the kernel processes a block row. A block row has at least as many entries as its
/// longest row.
bool takes_block_rows(const std::string& kernel) {
    return kernel == "bcsr" || kernel == "bcsr-wide" || kernel == "bcsr-blocks-wide";
}

/// Returns the number of loop iterations that the busiest thread of a kernel executes.
std::int64_t longest_chain(const std::string& kernel, const RowFigures& rows) {
    if (takes_block_rows(kernel)) return (rows.longest + lanes - 1) / lanes;
    switch (sharing_of(kernel)) {
    case Sharing::thread_a_row:
    case Sharing::sorted_thread_a_row: return kernel == "hyb" ? 0 : rows.longest;
    case Sharing::warp_a_row: return (rows.longest + lanes - 1) / lanes;
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
    std::int64_t in_warp = 0;
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
    }
    made.steps_sorted = (made.nonzeros + lanes - 1) / lanes + made.longest;
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
                                                      {"csr-vector", Sharing::warp_a_row},
                                                      {"csr-merge", Sharing::entries},
                                                      {"csr-adaptive", Sharing::entries},
                                                      {"coo-segmented", Sharing::entries},
                                                      {"coo-atomic", Sharing::entry_with_atomics},
                                                      {"csc", Sharing::entry_with_atomics},
                                                      {"coo-serial", Sharing::one_thread}};
    const auto at = known.find(kernel);
    return at == known.end() ? Sharing::unknown : at->second;
}

TimeBound strict_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                       const simulated::Card& card, Precision precision, double format_bytes) {
    TimeBound bound;
    const double bytes = bytes_read(format, rows, precision, format_bytes);
    raise(bound, bytes / (card.dram_efficiency * card.dram_gbytes_per_s), "bytes", [&] {
        return sentence("At least {bytes} must be moved to and from memory.", {{"bytes", bytes_text(bytes)}});
    });
    // Count only half a memory latency per batch of loop iterations. A full latency would not be a safe lower bound,
    // because the index load of the next iteration can overlap the load of x.
    const std::int64_t turns = longest_chain(kernel, rows);
    const bool is_one = sharing_of(kernel) == Sharing::one_thread;
    raise(bound, 0.5 * std::ceil(static_cast<double>(turns) / turns_ahead(card)) * least_latency(card),
          is_one ? "few-warps" : "one-block", [&] {
              if (is_one)
                  return sentence("One thread adds up all {entries} entries sequentially.",
                                  {{"entries", grouped(rows.nonzeros)}});
              if (sharing_of(kernel) == Sharing::warp_a_row || takes_block_rows(kernel))
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

TimeBound quick_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                      const simulated::Card& card, Precision precision, double format_bytes, int block) {
    TimeBound bound = strict_bound(kernel, format, rows, card, precision, format_bytes);
    const double start = (card.launch_us + card.start_us) * 1e3;
    // Clock cycles per nanosecond, summed over all multiprocessors.
    const double clocks = card.clock_ghz * card.multiprocessors;
    // Instructions per loop iteration. As in the performance model, an iteration makes three memory accesses, each of
    // which requires two more instructions that the trace does not record.
    constexpr double instructions_a_turn = 9;
    const auto entries = static_cast<double>(rows.nonzeros);
    double turns = entries / lanes, transactions = entries * 12 / 32, threads = static_cast<double>(rows.rows);
    double active_lanes = 0; // mean number of active lanes per warp; 0 if unknown
    const auto idle_lanes = [&](std::int64_t steps) {
        active_lanes = steps > 0 ? entries / static_cast<double>(steps) : lanes;
        turns = static_cast<double>(steps);
    };
    switch (sharing_of(kernel)) {
    case Sharing::thread_a_row:
        if (kernel != "hyb" && kernel != "dia") idle_lanes(rows.steps_by_threads);
        // Adjacent lanes read different rows, so each lane needs one sector for the value and one for the column index.
        if (format == "csr" && rows.mean() > 4) transactions = 2 * entries;
        break;
    case Sharing::sorted_thread_a_row:
        idle_lanes(rows.steps_sorted);
        if (format == "csr-sorted" && rows.mean() > 4) transactions = 2 * entries;
        break;
    case Sharing::warp_a_row:
        idle_lanes(rows.steps_by_warps);
        turns += 3 * static_cast<double>(rows.rows); // per row: load the row pointers, reduce, and store the result
        threads = static_cast<double>(rows.rows * lanes);
        break;
    default: break;
    }
    raise(bound, start + turns * instructions_a_turn / (card.warp_instructions_per_clock * clocks),
          active_lanes > 0 ? "idle-lanes" : "issue", [&] {
              if (active_lanes <= 0) return sentence("The number of instructions limits performance.");
              return sentence("On average, {lanes} of 32 lanes in a warp are active. {rows}",
                              {{"lanes", format_number(active_lanes)}, {"rows", rows.description()}});
          });
    if (card.coalescing == simulated::Coalescing::sectors_32)
        raise(bound, start + transactions / 4 / clocks, "scattered", [&] {
            return sentence("Neighboring threads read rows that are far apart, which causes about {n} transactions.",
                            {{"n", grouped(static_cast<std::int64_t>(transactions))}});
        });
    if (sharing_of(kernel) == Sharing::entry_with_atomics) {
        const double each = card.atomic_ns > 0 && card.l2_slices > 0 ? card.atomic_ns / card.l2_slices
                                                                     : 32 / std::max(1.0, card.l2_gbytes_per_s);
        raise(bound, start + entries * each, "atomics", [&] {
            return sentence("The kernel performs {n} atomic {n:addition|additions} to y.",
                            {{"n", grouped(rows.nonzeros)}});
        });
    }
    const double blocks = std::ceil(threads / std::max(32, block));
    raise(bound, start + blocks * card.block_start_ns, "starts", [&] {
        return sentence("About {n} {n:block starts|blocks start} one after another.",
                        {{"n", grouped(static_cast<std::int64_t>(blocks))}});
    });
    return bound;
}

} // namespace warploom::app
