#include "engine/walkthrough/pane_steps.h"

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

/// A of figure 2.1: 4 rows and 8 columns with the values of `dense:fill=1`, so that C[i][j] is 4 (i + 1) (j + 1).
constexpr int naive_rows = 4, naive_columns = 8, row_of_c = 2, column_of_c = 7;
constexpr int entry(int j) { return j + 1; }

Pane naive_a(int k) {
    Pane a{"A, in global memory", naive_rows, naive_columns, 0, 0, 0.46, 0.62};
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
/// `is_whole`: includes the elements of all other threads.
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
    PaneSteps all{"ata-naive", "AᵀA, naive: C[2][7] from two columns of A", "AᵀA report, figure 2.1"};
    all.opening = "A of 4 rows and 8 columns is given. Wanted is C = AᵀA; one thread computes C[2][7].";
    all.chapters = {
        {0, "Two columns"}, {1, "Product by product"}, {naive_rows + 1, "Write"}, {naive_rows + 2, "Check"}};
    int sum = 0;
    all.steps.push_back(
        {"One thread for each element of C. The thread of C[2][7] needs row 2 of Aᵀ and column 7 of A; row 2 of Aᵀ "
         "is column 2 of A, so Aᵀ is never stored.",
         "C[n][m] = sum over i of A[i][n] * A[i][m]",
         {naive_a(-1), naive_c(0, false)},
         {},
         quote::naive_product,
         PaneQuestion{"How many columns of A does one element of C need?", 2}});
    for (int k = 0; k < naive_rows; ++k) {
        const int left = entry(row_of_c), right = entry(column_of_c);
        sum += left * right;
        PaneStep step;
        step.sentence = "Row " + std::to_string(k) + ": the thread reads A[" + std::to_string(k) + "][2] and A[" +
                        std::to_string(k) +
                        "][7] from global memory, two reads for one product. The thread beside it reads A[" +
                        std::to_string(k) + "][2] again.";
        step.formula = "sum += " + std::to_string(left) + " * " + std::to_string(right) + "\n= " + std::to_string(sum);
        step.panes = {naive_a(k), naive_c(sum, false)};
        step.arrows = {{0, k * naive_columns + row_of_c, 1, row_of_c * naive_columns + column_of_c},
                       {0, k * naive_columns + column_of_c, 1, row_of_c * naive_columns + column_of_c}};
        step.line = quote::naive_product;
        step.question = PaneQuestion{"What sum results?", sum};
        all.steps.push_back(std::move(step));
    }
    all.steps.push_back(
        {"C[2][7] is written. Each value of A is read 2 n times in all, here 16 times, because no value is "
         "kept. Tiles in shared memory keep them.",
         "C[2][7] = " + std::to_string(sum) + " = C[7][2]: this kernel makes no use of that.",
         {naive_a(-1), naive_c(sum, true)},
         {},
         quote::naive_write,
         PaneQuestion{"How often is each value of A read, for 8 columns?", 2 * naive_columns}});
    all.steps.push_back(
        {"Column j of A was filled with j + 1, so all of C is known before the kernel runs: 4 rows times "
         "(i + 1) times (j + 1). A glance shows whether C is right.",
         "C[i][j] = 4 (i + 1) (j + 1)\nC[2][7] = 4 * 3 * 8 = " + std::to_string(sum),
         {naive_a(-1), naive_c(sum, false, true)},
         {},
         quote::naive_write,
         PaneQuestion{"What must C[1][3] be?", naive_rows * entry(1) * entry(3)}});
    return all;
}

namespace {

/// The contents of the three pipeline stages. Slices are numbered; -1 if empty.
struct Shelves {
    int next = -1;   ///< slice in the registers ra, raᵀ, being loaded
    int shared = -1; ///< slice in shared memory
    int row = -1;    ///< row of the slice in the registers rA, rAᵀ
    int done = 0;    ///< number of rows of A included in rC
    bool is_written = false;
};
constexpr int slices = 3, rows_a_slice = 4;

std::string slice_text(int slice) { return slice < 0 ? "" : "slice " + std::to_string(slice); }

std::vector<Pane> shelves_of(const Shelves& s, const Shelves& before) {
    const auto cell = [](const std::string& text, bool is_new, int group) {
        return PaneCell{text, text.empty() ? Look::gap : is_new ? Look::written : Look::plain, group};
    };
    Pane registers{"registers of a thread", 1, 5, 0, 0, 1, 0.24};
    const bool has_row = s.row >= 0;
    const std::string row = has_row ? "row " + std::to_string(s.row) : "";
    registers.cells = {cell(s.next >= 0 ? "raᵀ, ra: " + slice_text(s.next) : "", s.next != before.next, s.next),
                       cell(has_row ? "rAᵀ[3]: " + row : "", s.row != before.row, s.shared),
                       cell(has_row ? "rA[3]: " + row : "", s.row != before.row, s.shared),
                       cell("rC[3][3]", s.done != before.done, -1),
                       cell(std::to_string(s.done) + " of " + std::to_string(slices * rows_a_slice) + " rows added",
                            s.done != before.done, -1)};
    Pane shared{"shared memory of the block", 2, rows_a_slice, 0, 0.33, 1, 0.28, {"Aᵀ", "A"}};
    for (int half = 0; half < 2; ++half)
        for (int k = 0; k < rows_a_slice; ++k) {
            PaneCell each = cell(s.shared >= 0 ? slice_text(s.shared) + ", row " + std::to_string(k) : "",
                                 s.shared != before.shared, s.shared);
            if (k == s.row && s.row != before.row) each.look = Look::read;
            shared.cells.push_back(each);
        }
    Pane global{"global memory", 1, slices + 1, 0, 0.7, 1, 0.24};
    for (int slice = 0; slice < slices; ++slice) {
        PaneCell each{"A, slice " + std::to_string(slice), Look::plain, slice};
        if (slice == s.next && s.next != before.next) each.look = Look::read;
        else if (slice < std::max(s.shared, s.next)) each.look = Look::idle;
        global.cells.push_back(each);
    }
    global.cells.push_back(
        {s.is_written ? "C: the tile and its mirror" : "C", s.is_written ? Look::written : Look::plain, -1});
    return {registers, shared, global};
}

} // namespace

PaneSteps ata_shelves_steps() {
    PaneSteps all{"ata-shelves", "AᵀA in tiles: three memories", "AᵀA report, section 3.3"};
    all.opening = "A lies in global memory. Wanted is a tile of C, with as few reads of global memory as can be.";
    all.chapters = {{0, "The first tile"}, {3, "The loop"}};
    Shelves now;
    const auto add = [&](const Shelves& then, const char* box, const std::string& sentence, KernelLine line,
                         std::vector<PaneArrow> arrows, std::optional<PaneQuestion> question = {}) {
        all.steps.push_back({sentence, std::string("In the flow chart: ") + box, shelves_of(then, now),
                             std::move(arrows), line, std::move(question)});
        now = then;
    };
    Shelves s = now;
    add(s, "Start",
        "A lies in global memory, in slices of 16 rows (4 are drawn). Global memory is the slowest of the three "
        "shelves, registers are the fastest.",
        quote::ata_fetch, {}, PaneQuestion{"How many results does a thread keep in rC?", 9});
    s.shared = 0;
    add(s, "the first tile is loaded into shared memory",
        "Slice 0 comes from global memory straight into shared memory: each thread brings three values of Aᵀ and three "
        "of A.",
        quote::ata_fetch, {{2, 0, 1, 0}});
    add(s, "SyncThreads()", "All threads wait until everything is there.", quote::ata_store, {});
    for (int slice = 0; slice < slices; ++slice) {
        const bool is_last = slice + 1 == slices;
        if (is_last) all.chapters.push_back({static_cast<int>(all.steps.size()), "Behind the loop"});
        else {
            s.next = slice + 1;
            add(s, "the next tile from global memory into registers",
                "Slice " + std::to_string(slice + 1) +
                    " sets out for the registers ra and raᵀ. No thread waits for it: there is a slice to multiply.",
                quote::ata_prefetch, {{2, slice + 1, 0, 0}},
                PaneQuestion{"Which slice is multiplied while it is on its way?", slice});
        }
        for (int k = 0; k < rows_a_slice; k += rows_a_slice - 1) { // the first and the last row are sufficient
            s.row = k;
            add(s,
                is_last ? "the last tile from shared memory into registers"
                        : "the tiles from shared memory into registers",
                "Row " + std::to_string(k) + " of slice " + std::to_string(slice) +
                    ": six values from shared memory to rA and rAᵀ." +
                    (k > 0 ? " The rows between go the same way." : ""),
                quote::ata_multiply, {{1, k, 0, 1}, {1, rows_a_slice + k, 0, 2}},
                PaneQuestion{"How many products do these six values serve?", 9});
            s.done = slice * rows_a_slice + k + 1;
            add(s, is_last ? "the last operation" : "the operation",
                "Nine products are added into rC: rC[n][m] += rAᵀ[m] * rA[n].", quote::ata_multiply, {});
        }
        s.row = -1;
        if (!is_last) {
            s.shared = slice + 1;
            s.next = -1;
            add(s, "SyncThreads(), the next tile from registers to shared memory, SyncThreads()",
                "All threads are done with slice " + std::to_string(slice) + ". Slice " + std::to_string(slice + 1) +
                    " takes its place, between two barriers.",
                quote::ata_store, {{0, 0, 1, 0}});
        }
    }
    s.is_written = true;
    add(s, "the results from registers to global memory, and their mirror, Stop",
        "rC goes to C, and its mirror too: the block below the diagonal computed nothing.", quote::ata_write,
        {{0, 3, 2, slices}});
    return all;
}

} // namespace warploom::walkthrough
