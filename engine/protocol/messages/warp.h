#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp_board.h"
#include "engine/protocol/messages/words.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// All recorded steps (instructions) of one warp, and the data for displaying them.

namespace warploom::protocol {

/// The complete text of a source file that the kernel uses.
struct WarpSource {
    std::string file, title; ///< path and name of the file, such as "kernels/spmv/csr_scalar.cu" and "csr_scalar.cu"
    int first_line = 1;
    std::vector<std::string> lines;
    static const Fields<WarpSource>& fields();
    void settle(const Reader& in);
};

struct WarpLaunch {
    std::string kernel;
    std::int64_t blocks = 0;
    int warps_per_block = 1;
    /// Title of the kernel launch, such as "forward, step 2 of 3: ..."; empty if the kernel name is sufficient.
    std::string title;
    /// Titles of the kernel's sections, which are separated by barriers. The first section ends at the first barrier,
    /// and so on.
    std::vector<std::string> sections;
    static const Fields<WarpLaunch>& fields();
};

/// A source location executed by the warp (see simulated::Site).
struct WarpSite {
    std::string file;
    int line = 0;
    std::string kernel_file;
    /// Line in the kernel itself that contains the access, or the call that leads to it.
    int kernel_line = 0;
    int array = -1; ///< index of the array in `arrays`; -1 for shuffles, ballots and barriers
    simulated::Access access = simulated::Access::load;
    simulated::Space space = simulated::Space::none;
    int element_bytes = 0;
    bool is_gather = false;
    static const Fields<WarpSite>& fields();

    bool touches_memory() const;
};

struct WarpStep {
    int site = 0;
    Lanes active, waiting; ///< masks of the active and the waiting lanes; all others have exited
    /// Index of the array element that each lane accesses, or the source lane of a shuffle. Valid only for active
    /// lanes.
    std::array<std::int64_t, simulated::warp_size> index{};
    std::int64_t flops = 0;    ///< number of floating-point operations of all active lanes since the previous step
    std::vector<double> value; ///< value that each lane reads or writes, or NaN if unknown; empty if none is known
    /// Matrix entry accessed by each lane; empty if the step accesses no matrix entries.
    std::vector<MatrixEntry> entry;
    static const Fields<WarpStep>& fields();

    bool is_active(int lane) const { return (active.bits >> lane & 1U) != 0; }
    /// Returns the approximate size of a serialized warp step in bytes.
    std::size_t bytes_in_line() const;
};

/// A window of the matrix around the entries that a warp reads, and the lane that reads each entry first.
struct WarpOwners {
    std::int64_t row_begin = 0, row_end = 0, col_begin = 0, col_end = 0;
    std::vector<WarpOwner> entries;
    static const Fields<WarpOwners>& fields();
};

struct WarpDocument {
    std::string operation = "spmv";
    Input matrix;
    std::string kernel, format;
    CardInUse card;
    Precision precision = Precision::float64;
    int block_size = 0;
    int launch = 0;
    std::vector<WarpLaunch> launches;
    std::int64_t block_index = 0;
    int warp = 0;
    std::vector<WarpSource> sources; ///< source files; the kernel's file is first
    std::vector<Array> arrays;
    std::vector<WarpSite> sites;
    std::vector<WarpStep> steps;
    /// Total number of steps of the warp, if `steps` does not contain all of them.
    std::optional<std::int64_t> all_steps;
    WarpOwners owners;             ///< lane that first reads each nonzero, if the kernel reads a sparse matrix
    std::vector<WarpBoard> boards; ///< work grids: displays of data other than the sparse matrix
    std::optional<std::pair<std::int64_t, std::int64_t>> written_rows;
    static const Fields<WarpDocument>& fields();
    /// Checks that all indices in the document refer to existing elements.
    void settle(const Reader& in);

    int step_count() const { return static_cast<int>(steps.size()); }
    const WarpSite& site_of(int step) const { return sites[steps[step].site]; }
    std::string
    /// Returns the name of the array that the step accesses, such as "value"; empty if there is none.
    array_of(int step) const;
    /// Returns the byte addresses that the lanes access in this step, relative to the start of memory. The addresses of
    /// inactive lanes are 0.
    std::array<std::uint64_t, simulated::warp_size> addresses(int step) const;
    /// Returns the matrix entry of each lane in a step. If the step reads no entries, returns the entries of the most
    /// recent step that did, or null if there is none.
    const std::vector<MatrixEntry>* entries_at(int step) const;
    /// Returns the cell of a work grid that each lane accesses in a step. If the step accesses no cells, returns the
    /// cells of the most recent step that did, or an empty list if there is none.
    std::vector<MatrixEntry> cells_at(int board, int step) const;
    /// Returns whether a step accesses data that the work grid shows.
    bool touches(int board, int step) const { return array_on(board, step) != nullptr; }
    const WarpBoardArray* array_on(int board, int step) const;
    /// Returns the title of the kernel section (the code between two barriers) that contains the step. For a launch
    /// without sections, returns the title of the launch, which may be empty.
    std::string section_of(int step) const;
    /// Returns the source file with this path, or null if it is not in `sources`.
    const WarpSource* source_of(const std::string& file) const;

private:
    void settle_boards(const Reader& in) const;
};

/// Parses a `warp` document. Errors: "warp.malformed" with the name of the field.
WarpDocument read_warp(const Json& json);

} // namespace warploom::protocol
