#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp_board.h"
#include "engine/protocol/messages/words.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// All steps of one warp, and the data needed to display them.

namespace warploom::protocol {

/// A complete source file of the kernel.
struct WarpSource {
    std::string file, title; ///< "kernels/spmv/csr_scalar.cu", "csr_scalar.cu"
    int first_line = 1;
    std::vector<std::string> lines;
    static const Fields<WarpSource>& fields();
    void settle(const Reader& in);
};

struct WarpLaunch {
    std::string kernel;
    std::int64_t blocks = 0;
    int warps_per_block = 1;
    std::string title; ///< for example "forward, step 2 of 3: ..."; empty if `kernel` is sufficient
    /// Descriptions of the work before the first barrier, between the first and the second, and so on.
    std::vector<std::string> sections;
    static const Fields<WarpLaunch>& fields();
};

/// A source location that this warp executes (see simulated::Site).
struct WarpSite {
    std::string file;
    int line = 0;
    std::string kernel_file;
    /// The line of the kernel that calls the function with the access; equal to `line` if the access is in the kernel
    /// itself.
    int kernel_line = 0;
    int array = -1; ///< index in `arrays`; -1 for shuffles, ballots and barriers
    simulated::Access access = simulated::Access::load;
    simulated::Space space = simulated::Space::none;
    int element_bytes = 0;
    bool is_gather = false;
    static const Fields<WarpSite>& fields();

    bool touches_memory() const;
};

struct WarpStep {
    int site = 0;
    Lanes active, waiting; ///< lanes that are in neither mask have exited
    /// The index of the array element, or the source lane of a shuffle. Valid only for active lanes.
    std::array<std::int64_t, simulated::warp_size> index{};
    std::int64_t flops = 0;         ///< floating-point operations of the active lanes since their previous step
    std::vector<double> value;      ///< one value per lane, NaN if unknown; empty if all values are unknown
    std::vector<MatrixEntry> entry; ///< one per lane, or empty
    static const Fields<WarpStep>& fields();

    bool is_active(int lane) const { return (active.bits >> lane & 1U) != 0; }
    /// Returns the approximate size of the serialized step in bytes.
    std::size_t bytes_in_line() const;
};

/// The section of the matrix around the warp, and the lanes that read its entries.
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
    std::vector<WarpSource> sources; ///< the file of the kernel is first
    std::vector<Array> arrays;
    std::vector<WarpSite> sites;
    std::vector<WarpStep> steps;
    /// The total number of steps of the warp. Set only if the document contains just the first ones.
    std::optional<std::int64_t> all_steps;
    WarpOwners owners;             ///< owners of the nonzeros, if the kernel reads a sparse matrix
    std::vector<WarpBoard> boards; ///< work grids, which show other data that the warp processes
    std::optional<std::pair<std::int64_t, std::int64_t>> written_rows; ///< first and last row that the warp writes
    static const Fields<WarpDocument>& fields();
    /// Checks that all indices refer to existing elements.
    void settle(const Reader& in);

    int step_count() const { return static_cast<int>(steps.size()); }
    const WarpSite& site_of(int step) const { return sites[steps[step].site]; }
    std::string array_of(int step) const; ///< such as "value"; empty if the step accesses no array
    /// Returns the byte addresses that the active lanes access, relative to the start of memory; 0 for inactive lanes.
    std::array<std::uint64_t, simulated::warp_size> addresses(int step) const;
    /// Returns the matrix entries that the lanes process in a step: those read by this step or, if it reads none, by
    /// the most recent step that did. Null before the first such step.
    const std::vector<MatrixEntry>* entries_at(int step) const;
    /// Returns the cells of a work grid that the lanes process in a step, one per lane: those accessed by this step or,
    /// if it accesses none, by the most recent step that did. Empty before the first such step.
    std::vector<MatrixEntry> cells_at(int board, int step) const;
    /// Returns whether the step itself accesses the work grid.
    bool touches(int board, int step) const { return array_on(board, step) != nullptr; }
    const WarpBoardArray* array_on(int board, int step) const;
    /// Returns a description of a step: the section between two barriers that contains it, or the title of the launch.
    /// May be empty.
    std::string section_of(int step) const;
    const WarpSource* source_of(const std::string& file) const; ///< returns null if there is none

private:
    void settle_boards(const Reader& in) const;
};

/// Parses a `warp` document. Errors: "warp.malformed" with the field.
WarpDocument read_warp(const Json& json);

} // namespace warploom::protocol
