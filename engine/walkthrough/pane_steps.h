#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/sentence.h"
#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Algorithms whose steps are displayed as panes of cells: blocks on multiprocessors, the construction of a format,
// naive AᵀA, the path of a tile through three memories, and COO in shared memory. The steps are computed here; the page
// only draws them.

namespace warploom::walkthrough {

struct PaneCell {
    enum class Look {
        plain,   ///< contains a value
        gap,     ///< an empty cell
        padding, ///< stored, but not an entry
        read,    ///< read in this step
        written, ///< written in this step
        idle     ///< contains a value that is no longer used
    };
    std::string text;
    Look look = Look::plain;
    int group = -1; ///< cells of a group, such as a row of the matrix, have the same color; -1 for no group
};

/// A grid of cells with a title. Its position in the picture is given by fractions from 0 to 1.
struct Pane {
    std::string title;
    int rows = 1, columns = 0;
    double x = 0, y = 0, width = 1, height = 1;
    std::vector<std::string> row_names{}; ///< the labels of the rows; may be empty
    std::vector<PaneCell> cells{};        ///< in row-major order

    PaneCell& at(int row, int column) { return cells[static_cast<std::size_t>(row) * columns + column]; }
};

/// An arrow from a cell of one pane to a cell of another pane.
struct PaneArrow {
    int from_pane = 0, from_cell = 0, to_pane = 0, to_cell = 0;
};

struct PaneQuestion {
    std::string text;
    int answer = 0;
};

struct PaneStep {
    std::string sentence, formula; ///< a description in words, and formulas separated by line feeds
    std::vector<Pane> panes;
    std::vector<PaneArrow> arrows;
    KernelLine line;
    std::optional<PaneQuestion> question{};
    std::vector<SharedAccess> accesses{}; ///< the accesses of the first warp to shared memory; may be empty
    std::string banks_title{};
};

struct PaneSteps {
    std::string name, title, source; ///< for example "building-jad", "Building JAD", "rossignon2013"
    int element_bytes = 8;           ///< the size of an element in shared memory
    std::vector<PaneStep> steps{};
    std::string opening{}; ///< the input and the desired result, in one sentence
    /// The first step and the title of each chapter, in ascending order. The first chapter begins with step 0.
    std::vector<std::pair<int, std::string>> chapters{};
    /// The meaning of the colors of `read` and `written` cells in the legend; empty if the steps describe them.
    std::string read_means = warploom::sentence("read in this step"),
                written_means = warploom::sentence("written in this step");
    /// caption of the last picture when it is used as a poster; if empty, the sentence of the last step
    std::string caption{};
    std::vector<std::pair<PaneCell::Look, std::string>> legend{}; ///< legend of the same picture; may be empty
    std::string arrow_means{};                                    ///< likewise
};

/// Returns the formats whose construction can be shown: "coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr",
/// "dia".
const std::vector<std::string>& built_formats();
/// An array of the format under construction.
struct BuiltArray {
    std::string name;
    std::vector<double> numbers;
};
struct BuiltFormat {
    PaneSteps shown;
    std::vector<BuiltArray> arrays;
};
/// Builds a format. `matrix` has at most 12 rows and columns. To simplify the picture, ELL and HYB columns have as many
/// elements as the matrix has rows (kernels round up to 32), SELL has slices of 4 rows that are sorted within 8 rows,
/// and BCSR has 2 x 2 blocks. Errors: "step.format" for another format or a larger matrix.
BuiltFormat build_format(const std::string& format, const CsrMatrix& matrix);
/// Returns the 8 x 8 submatrix for build_format() that begins at this row and column, cropped at the border of the
/// matrix. Errors: "step.format" if it has no entry.
CsrMatrix corner_of(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t first_column);
/// Returns an 8 x 8 matrix whose rows have 1 to 5 entries. The entry in row i and column j is 10 i + j, where both are
/// counted from 1.
CsrMatrix format_example();

/// Shows how threads, blocks and the grid are mapped to cores, multiprocessors and the GPU, and how blocks start when
/// others have ended (prata2010, figure 1). It is drawn with 3 multiprocessors of 8 cores.
PaneSteps grid_steps();

/// Shows which threads own the rows in PCR on the host, cyclically and in blocks, and which threads share a cache line.
PaneSteps row_owner_steps();
/// Shows CR or PCR with eight unknowns. All steps and arrows are on one sheet, which grows step by step. A poster is
/// read without the window, so its cells contain their numbers and threads, all rewritten cells are marked, and a
/// caption counts the operations.
PaneSteps reduction_sheet(Method method, bool is_poster = false);
/// Shows y = A x in the COO format (it168) in the same way: 35 entries, two warps of 8 lanes, and all three phases.
PaneSteps segmented_sheet(bool is_poster = false);

/// Shows C[2][7] of the report's figure 2.1: two columns of A, product by product (section 2).
PaneSteps naive_ata_steps();
/// Shows the flow chart of the report (section 3.3) with the contents of registers, shared memory and global memory.
PaneSteps ata_shelves_steps();
/// Shows a warp in a block row of BCSR with 3 x 3 blocks (rossignon2013, figure 5). It processes ten columns per
/// iteration, and threads 31 and 32 are idle.
PaneSteps bcsr_warp_steps();
/// Shows phase 1 of it168 with local memory and barriers for 8 lanes instead of 32, and phase 3 for two warps.
PaneSteps coo_shared_steps();

} // namespace warploom::walkthrough
