#pragma once

#include "engine/enum_words.h"
#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace warploom::simulated {

/// The rule by which a GPU converts the addresses of a warp instruction to memory transactions (CUDA C Programming
/// Guide, appendices on compute capabilities).
enum class Coalescing {
    /// Compute capability 1.2 and 1.3: each half-warp fetches 128-byte segments, which are reduced to 64 or 32 bytes if
    /// possible.
    half_warp_segments,
    lines_128, ///< compute capability 2.x: loads fetch 128-byte lines; stores and atomics transfer 32-byte segments
    sectors_32 ///< later compute capabilities: all accesses transfer 32-byte sectors
};
constexpr auto words_of(Coalescing) { return std::array{"half-warp segments", "128-byte lines", "32-byte sectors"}; }
using warploom::to_string;

/// ID of the default simulated GPU, which is the most common GPU among students.
constexpr const char* default_card = "rtx4060";

/// Value of model_error or measured_error if modeled times were never compared with published or measured times.
constexpr double never_compared = std::numeric_limits<double>::quiet_NaN();

/// The parameters of a simulated GPU. The files in datasets/cards state the source of each value. `card_fields()` lists
/// the parameters for loading, saving, validating and editing. "Per clock" means per clock cycle of one multiprocessor.
/// A cache size of 0 means that global memory is not cached at this level.
struct Card {
    std::string id, title, compute_capability, about;
    std::string announced; ///< release date (YYYY-MM), used for sorting; may be empty
    Coalescing coalescing = Coalescing::sectors_32;

    double multiprocessors = 0;
    double clock_ghz = 0; ///< clock rate of the arithmetic units in GHz
    /// Number of warp instructions that a multiprocessor issues per clock.
    double warp_instructions_per_clock = 0;
    double fp32_per_clock = 0; ///< number of single-precision fused multiply-adds per clock, counted per lane
    double fp64_per_clock = 0;
    double threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0, registers_per_multiprocessor = 0;

    double shared_bytes = 0; ///< shared memory per multiprocessor in bytes
    /// Number of shared memory banks, each 4 bytes wide: 16 (serving one half-warp at a time) or 32.
    double shared_banks = 0;

    /// Maximum number of registers per thread, regardless of launch bounds; 0 if only the register file limits it.
    double registers_per_thread = 0;

    // Limits on kernel launches and device memory. A launch limit of 0 selects the limit of the compute capability. A
    // memory size of 0 means unlimited memory.
    double block_threads = 0, block_shared_bytes = 0;
    double grid_x = 0, grid_y = 0, grid_z = 0; ///< maximum number of blocks in each dimension of the grid
    double memory_bytes = 0;

    double l1_bytes = 0, l1_line_bytes = 0, l1_ways = 0;
    /// Size, line size and associativity of L2; 0 bytes if global memory is not cached in L2.
    double l2_bytes = 0, l2_line_bytes = 0, l2_ways = 0;
    double l1_latency_ns = 0, l2_latency_ns = 0, dram_latency_ns = 0;
    double l2_gbytes_per_s = 0, dram_gbytes_per_s = 0; ///< bandwidths of the entire GPU; 1 GB = 1e9 bytes
    /// Size in bytes of the aligned block that L2 fetches from memory on a miss: 32, 64 or 128. If 0, L2 fetches only
    /// the missing sectors.
    double l2_fetch_bytes = 0;

    double launch_us = 0; ///< time in us from the end of a kernel to the start of the next kernel
    double start_us = 0;  ///< additional host time in us for the first launch of a call; added to launch_us
    /// Minimum time in ns between the starts of two blocks on the entire GPU; 0 for no limit.
    double block_start_ns = 0;
    double transfer_gbytes_per_s = 0; ///< host-to-device transfer rate in GB/s
    double transfer_latency_us = 0;

    /// Minimum time in ns between two L2 requests on the whole GPU; 0 if limited only by bandwidth.
    double l2_request_ns = 0;
    double l2_slices = 0; ///< number of L2 slices that process atomics in parallel; 0 if unknown
    /// Time in ns between two atomics on a sector in one L2 slice; 0 if limited only by bandwidth.
    double atomic_ns = 0;
    /// Minimum time in ns between accesses to two memory locations on the whole GPU; 0 if limited only by bandwidth.
    double dram_access_ns = 0;

    /// Number of DRAM partitions, and size of a DRAM row in bytes. Memory is interleaved between partitions in units of
    /// 256 bytes, and each partition keeps one row open at a time. Two chips that are accessed together count as one
    /// partition. If the values are 0 (unknown), every transaction is assumed to open a new row.
    double dram_partitions = 0, dram_row_bytes = 0;

    // Parameters that can be fitted to published times. At most three of them are fitted. The card file lists the
    // fitted ones.
    double dram_efficiency = 1; ///< fraction of dram_gbytes_per_s reached by long sequential accesses
    double transaction_ns = 0;  ///< minimum time in ns between two transactions that open a DRAM row, on the entire GPU
    /// Same as transaction_ns, but for addresses that depend on loaded data, as in x[column].
    double gather_transaction_ns = 0;

    std::map<std::string, std::string> source;
    std::vector<std::string> fitted;
    /// Median of |modeled / published - 1| over published times that were not used for fitting.
    double model_error = never_compared;
    int model_cells = 0; ///< number of published times from which model_error was computed
    /// Median of |modeled / measured - 1| over kernels measured on this type of GPU by this project.
    double measured_error = never_compared;
    int measured_pairs = 0; ///< number of pairs of a kernel and a matrix from which measured_error was computed
    /// Returns whether modeled times were compared with published or measured times.
    bool is_checked() const { return model_error > 0 || measured_error > 0; }
};

// This alias is necessary, because g++ warns about the code that nvcc generates for the type without an alias.
using CardMember = double Card::*;

struct CardField {
    const char* key;   ///< key in card files, and name of the data member
    const char* title; ///< title in lists, such as "Multiprocessors"
    const char* unit;
    CardMember value;
    double least, greatest;
    bool is_whole;
    bool may_be_absent = false; ///< whether card files may omit the parameter; its value is then 0
};
const std::vector<CardField>& card_fields();

/// Parses a card file, that is, the description of a GPU. `where` is the file name in error messages. Throws
/// Error("card.format") with the line or key, the expected text and the valid range, or Error("card.version").
Card card_from_json(const std::string& text, const std::string& where);
std::string card_to_json(const Card&); ///< converts a card to JSON for card_from_json()
Card card_from_document(const Json& document, const std::string& where);
Json card_document(const Card&);
constexpr std::size_t largest_card = std::size_t{1} << 20; ///< maximum size of a card file in bytes

/// Returns the built-in cards (GPU descriptions in datasets/cards), followed by the cards in the user's folder. A
/// user's card replaces the built-in card with the same ID. Skips invalid files in the user's folder and reports them
/// in `complaints`.
std::vector<Card> cards(std::vector<std::string>* complaints = nullptr);
/// Returns the card (GPU description) with the given ID or file path. Throws Error("card.unknown") with the list of
/// cards, and the same errors as card_from_json().
Card find_card(const std::string& id_or_path);
/// Returns the user's folder for card files: $XDG_DATA_HOME/warploom/cards, or ~/.local/share/warploom/cards.
std::string user_card_folder();
/// Writes a card to ID.json in the user's card folder atomically, and returns the path. Throws Error("card.format") if
/// the ID is unsafe as a file name, or Error("file.write").
std::string save_user_card(const Card&);

} // namespace warploom::simulated
