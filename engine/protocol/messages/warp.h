#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/warp_board.h"
#include "engine/protocol/messages/words.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Every step of one warp of one block, with the data to draw it.

namespace warploom::protocol {

/// A source file of the kernel, whole.
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
    std::string title; ///< "forward, step 2 of 3: ..."; empty where the method says no more than `kernel`
    std::vector<std::string> sections; ///< the work before its first barrier, between the first and the second, ...
    static const Fields<WarpLaunch>& fields();
};

/// A place in the source that does one thing to one array; see simulated::Site. With its counts in this warp.
struct WarpSite {
    std::string file;
    int line = 0;
    std::string kernel_file;
    int kernel_line = 0; ///< where the kernel calls the helper that does it; `line` in the kernel itself
    int array = -1;      ///< number of the array; -1 for shuffles, ballots, barriers
    simulated::Access access = simulated::Access::load;
    simulated::Space space = simulated::Space::none;
    int element_bytes = 0;
    bool is_gather = false;
    static const Fields<WarpSite>& fields();

    bool touches_memory() const;
};

struct WarpStep {
    int site = 0;
    Lanes active, waiting;                                  ///< a lane that is neither is done
    std::array<std::int64_t, simulated::warp_size> index{}; ///< element, or source lane; of active lanes only
    std::int64_t flops = 0;                                 ///< of the active lanes since their step before
    std::vector<double> value;      ///< of 32 lanes, NaN where there is none; empty where no lane has one
    std::vector<MatrixEntry> entry; ///< of 32 lanes, or empty
    static const Fields<WarpStep>& fields();

    bool is_active(int lane) const { return (active.bits >> lane & 1U) != 0; }
    /// How long it is in a line, about; without writing it.
    std::size_t bytes_in_line() const;
};

/// A part of the matrix around the warp.
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
    std::vector<WarpSource> sources; ///< the kernel's own first
    std::vector<Array> arrays;
    std::vector<WarpSite> sites;
    std::vector<WarpStep> steps;
    std::optional<std::int64_t> all_steps; ///< how many the warp takes when only the first of them are here
    WarpOwners owners;                     ///< of the nonzeros, where the kernel reads a sparse matrix
    std::vector<WarpBoard> boards;         ///< other data that the warp works on
    std::optional<std::pair<std::int64_t, std::int64_t>> written_rows; ///< first and last row that the warp writes
    static const Fields<WarpDocument>& fields();
    /// Every number names something that is there.
    void settle(const Reader& in);

    int step_count() const { return static_cast<int>(steps.size()); }
    const WarpSite& site_of(int step) const { return sites[steps[step].site]; }
    std::string array_of(int step) const; ///< "value"; empty where the step touches no array
    /// Bytes from the start of memory, of the active lanes; 0 elsewhere.
    std::array<std::uint64_t, simulated::warp_size> addresses(int step) const;
    /// The entries that the lanes work on at a step: those it reads, or those of the last step before it that read any.
    /// Null before the first.
    const std::vector<MatrixEntry>* entries_at(int step) const;
    /// The cells of a board that the lanes work on at a step: those it touches, or those of the last step before it
    /// that touched any. Of 32 lanes; empty before the first.
    std::vector<MatrixEntry> cells_at(int board, int step) const;
    /// Whether the step itself touches the board.
    bool touches(int board, int step) const { return array_on(board, step) != nullptr; }
    const WarpBoardArray* array_on(int board, int step) const;
    /// Returns the section of a step: the launch's title, or the section between two barriers. May be empty.
    std::string section_of(int step) const;
    const WarpSource* source_of(const std::string& file) const; ///< null: not there

private:
    void settle_boards(const Reader& in) const;
};

/// Errors: "warp.malformed" with the field.
WarpDocument read_warp(const Json& json);

} // namespace warploom::protocol
