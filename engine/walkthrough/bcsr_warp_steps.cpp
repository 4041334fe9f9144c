#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

/// Figure 5 of rossignon2013 shows 3 x 3 blocks and a warp whose 32 threads are numbered from 1. The block row has 7
/// blocks.
constexpr int block_side = 3, warp_size = 32, row_columns = 21, columns_a_turn = warp_size / block_side;
constexpr int at_work = columns_a_turn * block_side;
constexpr int warp_turns = (row_columns + columns_a_turn - 1) / columns_a_turn;

std::string count_text(int value) { return std::to_string(value); }

/// Returns the number of the thread (starting at 1) that processes row `row` of a column (starting at 0).
int thread_of(int column, int row) { return column % columns_a_turn * block_side + row + 1; }

/// Returns the pane for a block row of BCSR. Each value is labeled with the thread that reads it. The values read in
/// iteration `turn` are highlighted, and those read earlier are marked as no longer needed.
Pane block_row_pane(int turn) {
    Pane pane{sentence("block row: the thread that reads each value"),
              block_side,
              row_columns,
              0,
              0.3,
              1,
              0.22,
              {"1", "2", "3"}};
    for (int row = 0; row < block_side; ++row)
        for (int column = 0; column < row_columns; ++column) {
            const int its_turn = column / columns_a_turn;
            pane.cells.push_back({count_text(thread_of(column, row)),
                                  its_turn == turn  ? Look::read
                                  : its_turn < turn ? Look::idle
                                                    : Look::plain,
                                  row});
        }
    return pane;
}

Pane entries_of_x(int turn) {
    Pane pane{sentence("x[COL[j]], one value per column"), 1, row_columns, 0, 0, 1, 0.14};
    for (int column = 0; column < row_columns; ++column)
        pane.cells.push_back(
            {"x" + count_text(column + 1), column / columns_a_turn == turn ? Look::read : Look::plain, -1});
    return pane;
}

/// Returns a pane that shows, for each thread of the warp, the number of matrix columns that its sum includes. At the
/// end, the sums are combined until `left` sums per row remain. Sums that are no longer needed are marked.
Pane warp_pane(int turn, int left) {
    Pane pane{sentence("warp: each thread and the number of columns in its sum"),
              2,
              warp_size,
              0,
              0.62,
              1,
              0.16,
              {sentence("thread"), sentence("columns")}};
    std::vector<int> sums(at_work, 0);
    for (int column = 0; column < row_columns && turn >= 0; ++column)
        if (column / columns_a_turn <= turn)
            for (int row = 0; row < block_side; ++row) ++sums[thread_of(column, row) - 1];
    for (int step = columns_a_turn; step > left; step = (step + 1) / 2) {
        const int half = (step + 1) / 2;
        for (int thread = 0; thread + half * block_side < step * block_side; ++thread)
            sums[thread] += sums[thread + half * block_side];
    }
    const auto look = [&](int thread) {
        return thread >= at_work || thread >= left * block_side ? Look::idle : Look::plain;
    };
    for (int thread = 0; thread < warp_size; ++thread)
        pane.cells.push_back({count_text(thread + 1), look(thread), thread < at_work ? thread % block_side : -1});
    for (int thread = 0; thread < warp_size; ++thread)
        pane.cells.push_back({thread < at_work ? count_text(sums[thread]) : "", look(thread),
                              thread < at_work ? thread % block_side : -1});
    return pane;
}

Pane block_rows_of_y(bool is_written) {
    Pane pane{"y", 1, block_side, 0, 0.86, 0.3, 0.14};
    for (int row = 0; row < block_side; ++row)
        pane.cells.push_back(
            {is_written ? count_text(row_columns) : "", is_written ? Look::written : Look::plain, row});
    return pane;
}

} // namespace

PaneSteps bcsr_warp_steps() {
    PaneSteps all{"bcsr-warp", sentence("BCSR: one warp per block row"), "rossignon2013, figure 5 and algorithm 1"};
    all.opening = sentence(
        "Given a block row of seven 3 x 3 blocks stored in column-major order, compute the corresponding rows of y = "
        "A x with one warp.");
    all.chapters = {{0, sentence("Active threads")},
                    {1, sentence("Ten columns per iteration")},
                    {1 + warp_turns, sentence("Sums")}};
    const auto add = [&](int turn, int left, bool is_written, KernelLine line, const std::string& text,
                         const std::string& formula, std::optional<PaneQuestion> question) {
        // no values are read in any other step
        const int reading = left == columns_a_turn && !is_written ? turn : warp_turns;
        std::vector<Pane> panes{entries_of_x(reading), block_row_pane(reading), warp_pane(turn, left),
                                block_rows_of_y(is_written)};
        all.steps.push_back({text, formula, std::move(panes), {}, line, std::move(question)});
    };
    add(-1, columns_a_turn, false, quote::bcsr_works,
        sentence(
            "32 threads process 32 / 3 = 10 whole columns at a time, that is, 30 values. Threads 31 and 32 are idle."),
        sentence("columns per iteration = 32 / 3 = 10\nactive threads = 10 * 3 = 30"),
        PaneQuestion{sentence("How many threads of the warp are idle?"), warp_size - at_work});
    for (int turn = 0; turn < warp_turns; ++turn) {
        const int first = turn * columns_a_turn, last = std::min(row_columns, first + columns_a_turn);
        add(turn, columns_a_turn, false, quote::bcsr_product,
            sentence("Iteration {iteration}: columns {first} to {last}. Adjacent threads read adjacent values, and the "
                     "three threads "
                     "of a column read the same element of x. Each thread stays in its row.",
                     {{"iteration", turn + 1}, {"first", first + 1}, {"last", last}}),
            "sum += NZ[i] * X[COL[j]]\ni += 10 * 3, j += 10",
            PaneQuestion{sentence("How many threads multiply a value in this iteration?"),
                         (last - first) * block_side});
    }
    for (int left = columns_a_turn; left > 1;) {
        const int next = (left + 1) / 2;
        add(warp_turns - 1, next, false, quote::bcsr_reduce,
            sentence("The sums of {left} columns are folded in half: the upper half is added to the lower half, "
                     "separately for each row. {next} {next:column remains|columns remain}.",
                     {{"left", left}, {"next", next}}),
            "sums[lane] += sums[lane + " + count_text(next) + " * 3]",
            PaneQuestion{sentence("How many columns of sums remain?"), next});
        left = next;
    }
    add(warp_turns - 1, 1, true, quote::bcsr_write,
        sentence("Threads 1, 2 and 3 write three adjacent rows of y. Four steps reduced three rows at once, whereas "
                 "CSR with one warp per row needs five steps for each row."),
        sentence("y[3 * block row + row] = sums[row]"),
        PaneQuestion{sentence("How many columns does each sum include?"), row_columns});
    return all;
}

} // namespace warploom::walkthrough
