#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

/// Figure 2.1 in the AᵀA report shows a matrix A with 4 rows and 8 columns. With the values of `dense:fill=1`, C[i][j]
/// = 4 (i + 1) (j + 1).
constexpr int naive_rows = 4, naive_columns = 8, row_of_c = 2, column_of_c = 7;
constexpr int entry(int j) { return j + 1; }

Pane naive_a(int k) {
    Pane a{sentence("A, in global memory"), naive_rows, naive_columns, 0, 0, 0.46, 0.62};
    for (int i = 0; i < naive_rows; ++i) {
        a.row_names.push_back(std::to_string(i));
        for (int j = 0; j < naive_columns; ++j) {
            const bool is_column = j == row_of_c || j == column_of_c;
            a.cells.push_back({std::to_string(entry(j)),
                               is_column && i == k ? Look::read
                               : is_column         ? Look::plain
                                                   : Look::idle,
                               j == row_of_c      ? 0
                               : j == column_of_c ? 1
                                                  : -1});
        }
    }
    return a;
}
/// Returns the pane for C. If `is_whole` is set, it includes the elements that other threads compute.
Pane naive_c(int sum, bool is_written, bool is_whole = false) {
    Pane c{"C = AᵀA", naive_columns, naive_columns, 0.54, 0, 0.46, 1};
    c.cells.assign(naive_columns * naive_columns, {"", Look::gap, -1});
    for (int i = 0; i < naive_columns; ++i) c.row_names.push_back(std::to_string(i));
    for (int i = 0; is_whole && i < naive_columns; ++i)
        for (int j = 0; j < naive_columns; ++j)
            c.at(i, j) = {std::to_string(naive_rows * entry(i) * entry(j)), Look::plain, -1};
    c.at(row_of_c, column_of_c) = {std::to_string(sum), is_written ? Look::written : Look::plain, 2};
    return c;
}

} // namespace

PaneSteps naive_ata_steps() {
    PaneSteps all{"ata-naive", sentence("AᵀA, naive: C[2][7] from two columns of A"), "AᵀA report, figure 2.1"};
    all.opening = sentence("Given A with 4 rows and 8 columns, compute C = AᵀA. One thread computes C[2][7].");
    all.chapters = {{0, sentence("Two columns of A")},
                    {1, sentence("One product at a time")},
                    {naive_rows + 1, sentence("Write the result")},
                    {naive_rows + 2, sentence("Check the result")}};
    int sum = 0;
    all.steps.push_back({sentence("Each element of C is computed by one thread. The thread for C[2][7] needs row 2 "
                                  "of Aᵀ and column 7 of A. Row 2 of Aᵀ is column 2 of A, so Aᵀ never needs to be "
                                  "stored."),
                         sentence("C[n][m] = sum over i of A[i][n] * A[i][m]"),
                         {naive_a(-1), naive_c(0, false)},
                         {},
                         quote::naive_product,
                         PaneQuestion{sentence("How many columns of A are needed to compute one element of C?"), 2}});
    for (int k = 0; k < naive_rows; ++k) {
        const int left = entry(row_of_c), right = entry(column_of_c);
        sum += left * right;
        PaneStep step;
        step.sentence = sentence(
            "Row {row}: the thread reads A[{row}][2] and A[{row}][7] from global memory, that is, two reads per "
            "product. The adjacent thread reads A[{row}][2] again.",
            {{"row", k}});
        step.formula = "sum += " + std::to_string(left) + " * " + std::to_string(right) + "\n= " + std::to_string(sum);
        step.panes = {naive_a(k), naive_c(sum, false)};
        step.arrows = {{0, k * naive_columns + row_of_c, 1, row_of_c * naive_columns + column_of_c},
                       {0, k * naive_columns + column_of_c, 1, row_of_c * naive_columns + column_of_c}};
        step.line = quote::naive_product;
        step.question = PaneQuestion{sentence("What is the sum after this step?"), sum};
        all.steps.push_back(std::move(step));
    }
    all.steps.push_back(
        {sentence("The thread writes C[2][7]. Across all threads, each value of A is read 2n times (16 times here), "
                  "because no value is reused. Tiling in shared memory avoids these repeated reads."),
         sentence("C[2][7] = {sum} = C[7][2], but this kernel does not exploit the symmetry.", {{"sum", sum}}),
         {naive_a(-1), naive_c(sum, true)},
         {},
         quote::naive_write,
         PaneQuestion{sentence("How many times is each value of A read if A has 8 columns?"), 2 * naive_columns}});
    all.steps.push_back(
        {sentence("Every element in column j of A is j + 1, so C is known in advance: C[i][j] = 4 (i + 1) (j + 1), "
                  "where 4 is the number of rows. This makes errors easy to spot."),
         "C[i][j] = 4 (i + 1) (j + 1)\nC[2][7] = 4 * 3 * 8 = " + std::to_string(sum),
         {naive_a(-1), naive_c(sum, false, true)},
         {},
         quote::naive_write,
         PaneQuestion{sentence("What is the correct value of C[1][3]?"), naive_rows * entry(1) * entry(3)}});
    return all;
}

namespace {

/// The contents of the three pipeline stages of the AᵀA kernel: prefetch registers, shared memory and operand
/// registers. Each member is the index of the slice (or row) of A that the stage contains, or -1 if the stage is empty.
struct Shelves {
    int next = -1; ///< index of the slice in the prefetch registers ra and raᵀ
    int shared = -1;
    int row = -1; ///< index of the row in the operand registers rA and rAᵀ, within its slice
    int done = 0; ///< number of rows of A added to the registers rC so far
    bool is_written = false;
};
constexpr int slices = 3, rows_a_slice = 4;

std::string slice_text(int slice) { return slice < 0 ? "" : sentence("slice {slice}", {{"slice", slice}}); }

std::vector<Pane> shelves_of(const Shelves& s, const Shelves& before) {
    const auto cell = [](const std::string& text, bool is_new, int group) {
        return PaneCell{text, text.empty() ? Look::gap : is_new ? Look::written : Look::plain, group};
    };
    Pane registers{sentence("registers of one thread"), 1, 5, 0, 0, 1, 0.24};
    const bool has_row = s.row >= 0;
    const std::string row = has_row ? sentence("row {row}", {{"row", s.row}}) : "";
    registers.cells = {
        cell(s.next >= 0 ? "raᵀ, ra: " + slice_text(s.next) : "", s.next != before.next, s.next),
        cell(has_row ? "rAᵀ[3]: " + row : "", s.row != before.row, s.shared),
        cell(has_row ? "rA[3]: " + row : "", s.row != before.row, s.shared),
        cell("rC[3][3]", s.done != before.done, -1),
        cell(sentence("{done} of {all} rows accumulated", {{"done", s.done}, {"all", slices * rows_a_slice}}),
             s.done != before.done, -1)};
    Pane shared{sentence("shared memory of the block"), 2, rows_a_slice, 0, 0.33, 1, 0.28, {"Aᵀ", "A"}};
    for (int half = 0; half < 2; ++half)
        for (int k = 0; k < rows_a_slice; ++k) {
            PaneCell each =
                cell(s.shared >= 0 ? sentence("slice {slice}, row {row}", {{"slice", s.shared}, {"row", k}}) : "",
                     s.shared != before.shared, s.shared);
            if (k == s.row && s.row != before.row) each.look = Look::read;
            shared.cells.push_back(each);
        }
    Pane global{sentence("global memory"), 1, slices + 1, 0, 0.7, 1, 0.24};
    for (int slice = 0; slice < slices; ++slice) {
        PaneCell each{sentence("A, slice {slice}", {{"slice", slice}}), Look::plain, slice};
        if (slice == s.next && s.next != before.next) each.look = Look::read;
        else if (slice < std::max(s.shared, s.next)) each.look = Look::idle;
        global.cells.push_back(each);
    }
    global.cells.push_back({s.is_written ? sentence("C: the tile and its mirror image") : "C",
                            s.is_written ? Look::written : Look::plain, -1});
    return {registers, shared, global};
}

} // namespace

PaneSteps ata_shelves_steps() {
    PaneSteps all{"ata-shelves", sentence("AᵀA in tiles: three levels of memory"), "AᵀA report, section 3.3"};
    all.opening =
        sentence("Given A in global memory, compute a tile of C with as few global memory reads as possible.");
    all.chapters = {{0, sentence("The first tile")}, {3, sentence("The loop")}};
    Shelves now;
    const auto add = [&](const Shelves& then, const std::string& box, const std::string& text, KernelLine line,
                         std::vector<PaneArrow> arrows, std::optional<PaneQuestion> question = {}) {
        all.steps.push_back({text, sentence("Flowchart box: {box}", {{"box", box}}), shelves_of(then, now),
                             std::move(arrows), line, std::move(question)});
        now = then;
    };
    Shelves s = now;
    add(s, sentence("start"),
        sentence("A is stored in global memory and divided into slices of 16 rows (4 rows are shown). Global memory "
                 "is the slowest of the three memories, and registers are the fastest."),
        quote::ata_fetch, {}, PaneQuestion{sentence("How many results does each thread keep in rC?"), 9});
    s.shared = 0;
    add(s, sentence("load the first tile into shared memory"),
        sentence("Slice 0 is copied from global memory directly to shared memory. Each thread loads three values of Aᵀ "
                 "and three "
                 "values of A."),
        quote::ata_fetch, {{2, 0, 1, 0}});
    add(s, "SyncThreads()", sentence("All threads wait until the entire slice has been loaded."), quote::ata_store, {});
    for (int slice = 0; slice < slices; ++slice) {
        const bool is_last = slice + 1 == slices;
        if (is_last) all.chapters.push_back({static_cast<int>(all.steps.size()), sentence("After the loop")});
        else {
            s.next = slice + 1;
            add(s, sentence("load the next tile from global memory into registers"),
                sentence("Each thread starts loading slice {slice} into its registers ra and raᵀ. No thread has to "
                         "wait for this data yet, because the current slice must be multiplied first.",
                         {{"slice", slice + 1}}),
                quote::ata_prefetch, {{2, slice + 1, 0, 0}},
                PaneQuestion{sentence("Which slice is multiplied while this slice is loaded?"), slice});
        }
        for (int k = 0; k < rows_a_slice; k += rows_a_slice - 1) { // show only the first and the last row of each slice
            s.row = k;
            add(s,
                is_last ? sentence("load the last tile from shared memory into registers")
                        : sentence("load the tiles from shared memory into registers"),
                sentence("Row {row} of slice {slice}: each thread loads six values from shared memory into rA and rAᵀ.",
                         {{"row", k}, {"slice", slice}}) +
                    (k > 0 ? " " + sentence("The rows in between are processed in the same way.") : std::string()),
                quote::ata_multiply, {{1, k, 0, 1}, {1, rows_a_slice + k, 0, 2}},
                PaneQuestion{sentence("How many products are computed from these six values?"), 9});
            s.done = slice * rows_a_slice + k + 1;
            add(s, is_last ? sentence("the last operation") : sentence("the operation"),
                sentence("Nine products are added to rC: rC[n][m] += rAᵀ[m] * rA[n]."), quote::ata_multiply, {});
        }
        s.row = -1;
        if (!is_last) {
            s.shared = slice + 1;
            s.next = -1;
            add(s, sentence("SyncThreads(), store the next tile from registers to shared memory, SyncThreads()"),
                sentence("All threads have finished slice {slice}. Between two barriers, slice {next} replaces it.",
                         {{"slice", slice}, {"next", slice + 1}}),
                quote::ata_store, {{0, 0, 1, 0}});
        }
    }
    s.is_written = true;
    add(s, sentence("store the results and their mirror image from registers to global memory, stop"),
        sentence("rC is written to C and also to the mirrored position, because the block below the diagonal did not "
                 "compute anything."),
        quote::ata_write, {{0, 3, 2, slices}});
    return all;
}

} // namespace warploom::walkthrough
