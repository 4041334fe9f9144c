#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp_board.h"
#include "engine/protocol/messages/words.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// All steps of one warp, and the data that is needed to display them.

namespace warploom::protocol {

/// A complete source file that the kernel uses.
struct WarpSource {
    std::string file, title; ///< path and file name, such as "kernels/spmv/csr_scalar.cu" and "csr_scalar.cu"
    int first_line = 1;
    std::vector<std::string> lines;
    static const Fields<WarpSource>& fields();
    void settle(const Reader& in);
};

struct WarpLaunch {
    std::string kernel;
    std::int64_t blocks = 0;
    int warps_per_block = 1;
    std::string title; ///< title, such as "forward, step 2 of 3: ..."; empty if the kernel name is sufficient
    /// Descriptions of the kernel's sections: before the first barrier, between the first and the second barrier, and
    /// so on.
    std::vector<std::string> sections;
    static const Fields<WarpLaunch>& fields();
};

/// A source location that the warp executes (see simulated::Site).
struct WarpSite {
    std::string file;
    int line = 0;
    std::string kernel_file;
    /// The line of the kernel that calls the function containing the access. Equal to `line` if the access is in the
    /// kernel itself.
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
    /// Index of the array element that each lane accesses, or source lane of a shuffle. Valid only for active lanes.
    std::array<std::int64_t, simulated::warp_size> index{};
    std::int64_t flops = 0;         ///< floating-point operations of the active lanes since their previous step
    std::vector<double> value;      ///< one value per lane (NaN if unknown); empty if no value is known
    std::vector<MatrixEntry> entry; ///< one entry per lane; empty if the step accesses no matrix entries
    static const Fields<WarpStep>& fields();

    bool is_active(int lane) const { return (active.bits >> lane & 1U) != 0; }
    /// Returns the approximate size of the serialized step in bytes.
    std::size_t bytes_in_line() const;
};

/// A window of the matrix around the warp, and the lanes that read its entries.
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
    std::vector<WarpSource> sources; ///< the kernel's file is first
    std::vector<Array> arrays;
    std::vector<WarpSite> sites;
    std::vector<WarpStep> steps;
    /// The total number of steps of the warp. Set only if `steps` does not contain all of them.
    std::optional<std::int64_t> all_steps;
    WarpOwners owners;             ///< first lane that reads each nonzero, if the kernel reads a sparse matrix
    std::vector<WarpBoard> boards; ///< work grids, which show data other than the sparse matrix
    std::optional<std::pair<std::int64_t, std::int64_t>> written_rows; ///< first and last row that the warp writes
    static const Fields<WarpDocument>& fields();
    /// Checks that all indices refer to existing elements.
    void settle(const Reader& in);

    int step_count() const { return static_cast<int>(steps.size()); }
    const WarpSite& site_of(int step) const { return sites[steps[step].site]; }
    std::string
    array_of(int step) const; ///< returns the name of the accessed array, such as "value"; empty if there is none
    /// Returns the byte addresses that the lanes access, relative to the start of memory. The address of an inactive
    /// lane is 0.
    std::array<std::uint64_t, simulated::warp_size> addresses(int step) const;
    /// Returns the matrix entries that the lanes process in a step, one per lane. If the step does not read any
    /// entries, returns those of the most recent step that did, or null if there is no such step.
    const std::vector<MatrixEntry>* entries_at(int step) const;
    /// Returns the cells of a work grid that the lanes process in a step, one per lane. If the step does not access any
    /// cells, returns those of the most recent step that did, or an empty list if there is no such step.
    std::vector<MatrixEntry> cells_at(int board, int step) const;
    /// Returns whether this step accesses the work grid.
    bool touches(int board, int step) const { return array_on(board, step) != nullptr; }
    const WarpBoardArray* array_on(int board, int step) const;
    /// Returns the description of the section (the code between two barriers) that contains the step. If the launch has
    /// no sections, returns the title of the launch, which may be empty.
    std::string section_of(int step) const;
    const WarpSource* source_of(const std::string& file) const; ///< returns null if the file is not in `sources`

private:
    void settle_boards(const Reader& in) const;
};

/// Parses a `warp` document. Errors: "warp.malformed" with the name of the field.
WarpDocument read_warp(const Json& json);

} // namespace warploom::protocol
