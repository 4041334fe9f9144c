#pragma once

#include "engine/enum_words.h"
#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace warploom::simulated {

/// How a card turns the addresses of one warp instruction into memory transactions
/// (CUDA C Programming Guide, appendices on compute capabilities).
enum class Coalescing {
    half_warp_segments, ///< 1.2 and 1.3: each half-warp fetches 128-byte segments, which shrink to 64 or 32 bytes
    lines_128,          ///< 2.x: loads fetch 128-byte lines, stores and atomics 32-byte segments
    sectors_32          ///< later ones: 32-byte sectors
};
constexpr auto words_of(Coalescing) { return std::array{"half-warp segments", "128-byte lines", "32-byte sectors"}; }
using warploom::to_string;

/// In place of the error of a model that was never compared with published times.
constexpr double never_compared = std::numeric_limits<double>::quiet_NaN();

/// The parameters of a graphics card that the model uses. The files in datasets/cards name the source of each figure;
/// `card_fields()` lists the figures, so that loading, saving, checking and editing are written once. "Per clock" means
/// one clock of one multiprocessor. A cache size of 0 means that global memory is not cached there.
struct Card {
    std::string id, title, compute_capability, about;
    std::string announced; ///< year and month, "2009-01": lists of cards begin with the oldest; may be empty
    Coalescing coalescing = Coalescing::sectors_32;

    double multiprocessors = 0;
    double clock_ghz = 0;                   ///< of the arithmetic units
    double warp_instructions_per_clock = 0; ///< issued for whole warps
    double fp32_per_clock = 0;              ///< fused multiply-adds of single lanes
    double fp64_per_clock = 0;
    double threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0, registers_per_multiprocessor = 0;

    double shared_bytes = 0; ///< for the blocks of one multiprocessor together
    double shared_banks = 0; ///< 4 bytes wide: 16 (a half-warp at a time) or 32

    double registers_per_thread = 0; ///< at most, whatever a text grants; 0: as many as a multiprocessor has

    // The most that a launch and its arrays may ask for; 0: as the compute capability has it, of memory no limit.
    double block_threads = 0, block_shared_bytes = 0;
    double grid_x = 0, grid_y = 0, grid_z = 0; ///< blocks
    double memory_bytes = 0;

    double l1_bytes = 0, l1_line_bytes = 0, l1_ways = 0;
    double l2_bytes = 0, l2_line_bytes = 0, l2_ways = 0; ///< lines are filled by sectors of 32 bytes
    double l1_latency_ns = 0, l2_latency_ns = 0, dram_latency_ns = 0;
    double l2_gbytes_per_s = 0, dram_gbytes_per_s = 0; ///< of the whole card, 1 GB = 1e9 bytes
    double l2_fetch_bytes =
        0; ///< aligned size of L2's memory fetches on a miss: 32, 64 or 128; 0: only the missing sectors

    double launch_us = 0;             ///< from the end of one kernel to the start of the next
    double start_us = 0;              ///< host-visible time of a call in addition to its launches
    double block_start_ns = 0;        ///< of the whole card: least time from one block's start to the next; 0: no limit
    double transfer_gbytes_per_s = 0; ///< host to device
    double transfer_latency_us = 0;

    double l2_request_ns = 0;  ///< of the whole card: least time from one request to L2 to the next; 0: bytes decide
    double l2_slices = 0;      ///< parts of L2 that work side by side on atomics; 0: not known
    double atomic_ns = 0;      ///< of one slice: from one atomic on a sector to the next; 0: as a sector's bytes take
    double dram_access_ns = 0; ///< of the whole card: least time from one place in memory to the next; 0: bytes decide

    /// Memory is dealt out to partitions by 256 bytes, and each opens a row of so many bytes at a time (two chips side
    /// by side count as one); 0: not known, and every transaction goes to a row of its own.
    double dram_partitions = 0, dram_row_bytes = 0;

    // At most three of the figures are fitted to published times; the file marks them.
    double dram_efficiency = 1; ///< share of dram_gbytes_per_s that long streams reach
    double transaction_ns = 0;  ///< of the whole card: least time from one transaction that opens a row to the next
    double gather_transaction_ns = 0; ///< the same where the address depends on data that was loaded (x[column])

    std::map<std::string, std::string> source; ///< by field key: where the figure comes from
    std::vector<std::string> fitted;           ///< keys of the fitted figures
    /// Median of |modeled / published - 1| over the cells that were not fitted.
    double model_error = never_compared;
    int model_cells = 0; ///< how many cells that were
    /// Median of |modeled / measured - 1| over kernels that this project measured on such a card.
    double measured_error = never_compared;
    int measured_pairs = 0; ///< how many kernels and matrices that were
    /// Returns whether the model has been validated against times of such a card.
    bool is_checked() const { return model_error > 0 || measured_error > 0; }
};

using CardMember = double Card::*; // by a name, because nvcc writes a plain one in a way that g++ warns of

/// One figure of a card.
struct CardField {
    const char* key;   ///< in the file, and the member's name
    const char* title; ///< "Multiprocessors"
    const char* unit;  ///< "", "GHz", "bytes", ...
    CardMember value;
    double least, greatest;
    bool is_whole;
    bool may_be_absent = false; ///< a file without it means 0
};
const std::vector<CardField>& card_fields();

/// Reads a card. `where` names the text in complaints (a file's name). Errors: "card.format" with line or key, the text
/// expected and the range; "card.version".
Card card_from_json(const std::string& text, const std::string& where);
std::string card_to_json(const Card&); ///< returns a document that card_from_json accepts
/// The same as a document.
Card card_from_document(const Json& document, const std::string& where);
Json card_document(const Card&);
constexpr std::size_t largest_card = std::size_t{1} << 20; ///< bytes of a card file

/// Returns the built-in cards (datasets/cards), then those in the user's folder; a user's card with a built-in id
/// precedes it. Invalid user files are skipped and reported in `complaints`.
std::vector<Card> cards(std::vector<std::string>* complaints = nullptr);
/// By id, or by the path of a card file. Errors: "card.unknown" with the list, and those of card_from_json.
Card find_card(const std::string& id_or_path);
/// $XDG_DATA_HOME/warploom/cards, or ~/.local/share/warploom/cards.
std::string user_card_folder();
/// Writes ID.json there, whole or not at all, and returns its path. Errors: "card.format" (unsafe id), "file.write".
std::string save_user_card(const Card&);

} // namespace warploom::simulated
