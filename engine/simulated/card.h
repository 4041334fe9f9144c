#pragma once

#include "engine/enum_words.h"
#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace warploom::simulated {

/// How a card converts the addresses of a warp instruction to memory transactions (CUDA C Programming Guide, appendices
/// on compute capabilities).
enum class Coalescing {
    /// Compute capability 1.2 and 1.3: each half-warp fetches 128-byte segments, which are reduced to 64 or 32 bytes if
    /// possible.
    half_warp_segments,
    lines_128, ///< compute capability 2.x: loads fetch 128-byte lines; stores and atomics transfer 32-byte segments
    sectors_32 ///< later compute capabilities: all accesses transfer 32-byte sectors
};
constexpr auto words_of(Coalescing) { return std::array{"half-warp segments", "128-byte lines", "32-byte sectors"}; }
using warploom::to_string;

/// ID of the default card, which is the most common GPU among students.
constexpr const char* default_card = "rtx4060";

/// Value of the error of a model that was never compared with published times.
constexpr double never_compared = std::numeric_limits<double>::quiet_NaN();

/// The parameters of a graphics card that the model uses. The files in datasets/cards state the source of each value.
/// `card_fields()` lists the parameters, so that loading, saving, validating and editing use the same definition. "Per
/// clock" means per clock cycle of one multiprocessor. If the size of a cache is 0, global memory is not cached at this
/// level.
struct Card {
    std::string id, title, compute_capability, about;
    std::string announced; ///< release date (YYYY-MM); can be empty; cards are listed from oldest to newest
    Coalescing coalescing = Coalescing::sectors_32;

    double multiprocessors = 0;
    double clock_ghz = 0;                   ///< clock rate of the arithmetic units
    double warp_instructions_per_clock = 0; ///< number of instructions issued for entire warps
    double fp32_per_clock = 0;              ///< number of fused multiply-adds of individual lanes
    double fp64_per_clock = 0;
    double threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0, registers_per_multiprocessor = 0;

    double shared_bytes = 0; ///< size of the shared memory of a multiprocessor, shared by all of its blocks
    /// number of shared memory banks, each 4 bytes wide: 16 (serving one half-warp at a time) or 32
    double shared_banks = 0;

    /// Maximum number of registers per thread, regardless of launch bounds; 0 for all registers of a multiprocessor.
    double registers_per_thread = 0;

    // Limits of a launch and its arrays. If a launch limit is 0, the limit of the compute capability applies. If the
    // memory size is 0, memory is unlimited.
    double block_threads = 0, block_shared_bytes = 0;
    double grid_x = 0, grid_y = 0, grid_z = 0; ///< maximum number of blocks in each dimension of a grid
    double memory_bytes = 0;

    double l1_bytes = 0, l1_line_bytes = 0, l1_ways = 0;
    /// Size, line size and associativity of L2; 0 bytes if global memory is not cached in L2.
    double l2_bytes = 0, l2_line_bytes = 0, l2_ways = 0;
    double l1_latency_ns = 0, l2_latency_ns = 0, dram_latency_ns = 0;
    double l2_gbytes_per_s = 0, dram_gbytes_per_s = 0; ///< bandwidths of the entire card; 1 GB = 1e9 bytes
    /// Aligned size that L2 fetches from memory on a miss: 32, 64 or 128; 0 for only the missing sectors.
    double l2_fetch_bytes = 0;

    double launch_us = 0;      ///< time from the end of a kernel to the start of the next one
    double start_us = 0;       ///< host time of a call, in addition to the time of its launches
    double block_start_ns = 0; ///< minimum time between the starts of two blocks on the entire card; 0 for no limit
    double transfer_gbytes_per_s = 0; ///< transfer rate from the host to the device
    double transfer_latency_us = 0;

    /// Minimum time between two L2 requests on the entire card; 0 if only the bandwidth limits them.
    double l2_request_ns = 0;
    double l2_slices = 0; ///< number of L2 slices that process atomics in parallel; 0 if unknown
    double atomic_ns = 0; ///< time between two atomics on a sector in one slice; 0 if only the bandwidth limits atomics
    /// Minimum time between accesses to two memory locations on the entire card; 0 if only the bandwidth limits them.
    double dram_access_ns = 0;

    /// Number of memory partitions and size of a row. Memory is interleaved between partitions in units of 256 bytes,
    /// and each partition keeps one row open at a time. Two chips side by side count as one partition. If the values
    /// are 0, they are unknown, and every transaction is assumed to open a new row.
    double dram_partitions = 0, dram_row_bytes = 0;

    // At most three of these values are fitted to published times. The card file marks them.
    double dram_efficiency = 1; ///< fraction of dram_gbytes_per_s that long streams reach
    double transaction_ns = 0;  ///< minimum time between two transactions that open a row, on the entire card
    /// minimum time between two such transactions if the address depends on loaded data, as in x[column]
    double gather_transaction_ns = 0;

    std::map<std::string, std::string> source; ///< source of each value, indexed by the key of the field
    std::vector<std::string> fitted;           ///< keys of the values that were fitted
    /// Median of |modeled / published - 1| over the cells that were not used for fitting.
    double model_error = never_compared;
    int model_cells = 0; ///< number of cells that model_error is based on
    /// Median of |modeled / measured - 1| over the kernels that this project measured on a card of this type.
    double measured_error = never_compared;
    int measured_pairs = 0; ///< number of combinations of kernel and matrix that measured_error is based on
    /// Returns whether the model was compared with published or measured times.
    bool is_checked() const { return model_error > 0 || measured_error > 0; }
};

// A type alias, because g++ warns about the code that nvcc generates for the plain type.
using CardMember = double Card::*;

/// A parameter of a card.
struct CardField {
    const char* key;   ///< key in card files, which is also the name of the member
    const char* title; ///< title in lists, such as "Multiprocessors"
    const char* unit;  ///< unit, such as "", "GHz" or "bytes"
    CardMember value;
    double least, greatest;
    bool is_whole;
    bool may_be_absent = false; ///< whether card files may omit the parameter, which is then 0
};
const std::vector<CardField>& card_fields();

/// Parses a card. `where` is the file name in error messages. Throws Error("card.format") with the line or key, the
/// expected text and the range, or Error("card.version").
Card card_from_json(const std::string& text, const std::string& where);
std::string card_to_json(const Card&); ///< Converts a card to a JSON document that card_from_json() accepts.
/// Reads a card from a JSON document.
Card card_from_document(const Json& document, const std::string& where);
Json card_document(const Card&);
constexpr std::size_t largest_card = std::size_t{1} << 20; ///< maximum size of a card file in bytes

/// Returns the built-in cards (datasets/cards), followed by the cards in the user's folder. A user's card with the ID
/// of a built-in card replaces that card in the list. Skips invalid files in the user's folder and reports them in
/// `complaints`.
std::vector<Card> cards(std::vector<std::string>* complaints = nullptr);
/// Returns the card with the given ID or file path. Throws Error("card.unknown") with the list of cards, and the same
/// errors as card_from_json().
Card find_card(const std::string& id_or_path);
/// Returns $XDG_DATA_HOME/warploom/cards, or ~/.local/share/warploom/cards.
std::string user_card_folder();
/// Writes ID.json to this folder atomically and returns its path. Throws Error("card.format") if the ID is unsafe, or
/// Error("file.write").
std::string save_user_card(const Card&);

} // namespace warploom::simulated
