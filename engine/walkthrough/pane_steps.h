#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/sentence.h"
#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Algorithm walkthroughs whose steps consist of panes with cells. They show how blocks are assigned to multiprocessors,
// how a storage format is built, how naive AᵀA works, how a tile passes through three levels of memory, and how COO
// uses shared memory. These functions compute the steps, and the page draws them.

namespace warploom::walkthrough {

struct PaneCell {
    enum class Look {
        plain,   ///< contains a value
        gap,     ///< empty cell
        padding, ///< slot without a matrix entry
        read,    ///< read in this step
        written, ///< written in this step
        idle     ///< no longer needed
    };
    std::string text;
    Look look = Look::plain;
    int group = -1; ///< color group, for example by matrix row; -1 for none
};

/// A grid of cells with a title. Its position and size are fractions of the diagram.
struct Pane {
    std::string title;
    int rows = 1, columns = 0;
    double x = 0, y = 0, width = 1, height = 1;
    std::vector<std::string> row_names{}; ///< row labels; may be empty
    std::vector<PaneCell> cells{};        ///< cells of the pane in row-major order

    PaneCell& at(int row, int column) { return cells[static_cast<std::size_t>(row) * columns + column]; }
};

struct PaneArrow {
    int from_pane = 0, from_cell = 0, to_pane = 0, to_cell = 0;
};

struct PaneQuestion {
    std::string text;
    int answer = 0;
};

struct PaneStep {
    std::string sentence, formula; ///< description of the step, and formulas separated by line feeds
    std::vector<Pane> panes;
    std::vector<PaneArrow> arrows;
    KernelLine line;
    std::optional<PaneQuestion> question{};
    std::vector<SharedAccess> accesses{}; ///< shared memory accesses of the first warp; may be empty
    std::string banks_title{};
};

struct PaneSteps {
    /// Name, title and source of the walkthrough, such as "building-jad", "Building JAD" and "rossignon2013".
    std::string name, title, source;
    int element_bytes = 8;
    std::vector<PaneStep> steps{};
    std::string opening{}; ///< sentence that states the input and the desired result
    /// First step and title of each chapter, in ascending order. The first chapter starts at step 0.
    std::vector<std::pair<int, std::string>> chapters{};
    /// Legends for `read` and `written` cells. Empty if each step explains its own colors.
    std::string read_means = warploom::sentence("read in this step"),
                written_means = warploom::sentence("written in this step");
    /// Caption of the last step on a poster. If empty, the sentence of the last step is used.
    std::string caption{};
    /// Legend for the last step on a poster; may be empty.
    std::vector<std::pair<PaneCell::Look, std::string>> legend{};
    std::string arrow_means{}; ///< meaning of the arrows; may be empty
};

/// Returns the storage formats with a walkthrough: "coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr", "dia".
const std::vector<std::string>& built_formats();
struct BuiltArray {
    std::string name;
    std::vector<double> numbers;
};
struct BuiltFormat {
    PaneSteps shown;
    std::vector<BuiltArray> arrays;
};
/// Returns steps that show how a storage format is built. `matrix` must have at most 12 rows and columns. The diagrams
/// are simpler than the formats used by kernels. ELL and HYB columns have as many elements as the matrix has rows
/// (kernels round up to 32). SELL has slices of 4 rows sorted within windows of 8 rows, and BCSR has 2 x 2 blocks.
/// Throws Error("step.format") for any other format or a larger matrix.
BuiltFormat build_format(const std::string& format, const CsrMatrix& matrix);
/// Returns the 8 x 8 submatrix that starts at this row and column, for use with build_format(). The submatrix is
/// cropped at the edge of the matrix. Throws Error("step.format") if it has no entries.
CsrMatrix corner_of(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t first_column);
/// Returns an 8 x 8 matrix with 1 to 5 entries per row. The entry in row i and column j, both counted from 1, is 10 i +
/// j.
CsrMatrix format_example();

/// Returns steps that show how threads, blocks and the grid are mapped to cores, multiprocessors and the GPU. Waiting
/// blocks start when others finish (prata2010, figure 1). The diagram has 3 multiprocessors with 8 cores each.
PaneSteps grid_steps();

/// Returns steps that show which thread processes each row in PCR on the host, and which threads share a cache line.
/// Includes cyclic and blocked distributions.
PaneSteps row_owner_steps();
/// Returns steps that show CR or PCR with eight unknowns. Each step is added to the same diagram. If `is_poster` is
/// set, the diagram contains additional information, because a poster must be understandable on its own. Cells contain
/// values and threads, all modified cells are marked, and a caption states the number of operations.
PaneSteps reduction_sheet(Method method, bool is_poster = false);
/// Returns steps that show y = A x in the COO format (it168). As in reduction_sheet(), each step is added to the same
/// diagram. It shows 35 entries, two warps of 8 lanes, and all three phases.
PaneSteps segmented_sheet(bool is_poster = false);

/// Returns steps that compute C[2][7] in figure 2.1 of the AᵀA report from two columns of A, one product at a time
/// (section 2).
PaneSteps naive_ata_steps();
/// Returns steps that show the flowchart of the AᵀA report (section 3.3), with the contents of registers, shared memory
/// and global memory.
PaneSteps ata_shelves_steps();
/// Returns steps of a warp that processes a block row of BCSR with 3 x 3 blocks (rossignon2013, figure 5). Each
/// iteration processes ten columns. Threads 31 and 32 are idle.
PaneSteps bcsr_warp_steps();
/// Returns steps that show phases 1 and 3 of it168, with shared memory and barriers. To keep the diagrams small, a warp
/// has only 8 lanes in phase 1, and there are only two warps in phase 3.
PaneSteps coo_shared_steps();

} // namespace warploom::walkthrough
