#include "engine/walkthrough/pane_steps.h"

#include <cmath>
#include <iomanip>
#include <locale>
#include <sstream>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

constexpr int rows_drawn = 24, threads_drawn = 3, rows_of_a_line = 8;

int owner(int row, bool in_turn) { return in_turn ? row % threads_drawn : row * threads_drawn / rows_drawn; }

/// Shows the threads that write to each cache line. For arrays, a line contains one number of eight rows; for records,
/// all numbers of one row.
std::vector<Pane> line_panes(bool in_turn, bool are_records) {
    Pane rows{"rows, by the thread that owns them", 1, rows_drawn, 0, 0, 1, 0.26};
    for (int row = 0; row < rows_drawn; ++row)
        rows.cells.push_back({std::to_string(owner(row, in_turn) + 1), Look::plain, owner(row, in_turn)});
    if (are_records) {
        Pane lines{"cache lines of 64 bytes: a row each, as records of 8 numbers", 4, 6, 0, 0.34, 1, 0.62};
        for (int row = 0; row < rows_drawn; ++row)
            lines.cells.push_back({"row " + std::to_string(row) + ": thread " + std::to_string(owner(row, in_turn) + 1),
                                   Look::plain, owner(row, in_turn)});
        return {rows, lines};
    }
    Pane lines{"cache lines of 64 bytes: b of 8 rows each (a, c and d lie likewise)",
               rows_drawn / rows_of_a_line,
               rows_of_a_line,
               0,
               0.34,
               1,
               0.62};
    for (int row = 0; row < rows_drawn; ++row)
        lines.cells.push_back({"b" + std::to_string(row) + ": " + std::to_string(owner(row, in_turn) + 1), Look::plain,
                               owner(row, in_turn)});
    for (int line = 0; line < lines.rows; ++line) lines.row_names.push_back("line " + std::to_string(line));
    return {rows, lines};
}

int shared_lines(bool in_turn) {
    int shared = 0;
    for (int line = 0; line < rows_drawn / rows_of_a_line; ++line) {
        const int first = owner(line * rows_of_a_line, in_turn);
        bool is_shared = false;
        for (int row = line * rows_of_a_line; row < (line + 1) * rows_of_a_line; ++row)
            is_shared = is_shared || owner(row, in_turn) != first;
        shared += is_shared;
    }
    return shared;
}

} // namespace

PaneSteps row_owner_steps() {
    PaneSteps all{"pcr-rows", "PCR on the host: which thread owns which row", "cerny2011, Paralelizace pomocí OpenMP"};
    all.opening =
        "Rows of a tridiagonal system and three threads of the host are given. Wanted: the rows of each thread.";
    all.chapters = {{0, "Arrays"}, {2, "Records"}};
    const auto add = [&](bool in_turn, bool are_records, const std::string& sentence, const std::string& formula,
                         PaneQuestion question) {
        const KernelLine line = in_turn ? quote::rows_in_turn : quote::rows_in_blocks;
        all.steps.push_back({sentence, formula, line_panes(in_turn, are_records), {}, line, std::move(question)});
    };
    add(true, false,
        "Rows dealt out in turn, 123...123...: row i belongs to thread i mod T. Where numbers lie in arrays, every "
        "cache line is "
        "written by all three threads in every step.",
        "A line belongs to one core at a time; a core that writes takes it from the others.",
        {"How many of the three lines are written by more than one thread?", shared_lines(true)});
    add(false, false,
        "Rows in blocks, 11...1 22...2 33...3: neighbours belong to one thread. Here the lines end where the blocks "
        "end; else only the "
        "lines at the borders are shared.",
        "Each thread reads its neighbours' rows only near its borders, and far away in the later steps.",
        {"How many of the three lines are written by more than one thread?", shared_lines(false)});
    add(true, true,
        "The source keeps a row as 8 doubles, 64 bytes: a line of its own. Then no two threads write one line, even in "
        "turn, and yet "
        "the source measured rows in turn as the slowest. It gives no reason.",
        "So the shared lines of the first step explain our arrays, and not its records.",
        {"How many lines are written by more than one thread?", 0});
    return all;
}

namespace {

/// Formats a number as briefly as a cell of a poster requires: "-0.5", "3", ".25", with a typographic minus sign.
std::string short_number(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(3) << (std::abs(value) < 1e-13 ? 0 : value);
    std::string text = out.str();
    if (!text.empty() && text[0] == '-') text.replace(0, 1, "−");
    return text;
}

/// Returns two lines: the equation and the thread that rewrote it, and its numbers.
std::string poster_cell(int row, const Equation& equation, const RowWork* work) {
    std::string text = (equation.is_solved ? "x" : "e") + std::to_string(row + 1);
    if (work != nullptr) text += "  t" + std::to_string(work->thread);
    if (equation.is_solved) return text + "\n= " + short_number(equation.x);
    text += '\n';
    for (const Coefficient* each : {&equation.a, &equation.b, &equation.c})
        text += (each->is_zero ? "·" : short_number(each->value)) + "  ";
    return text + "| " + short_number(equation.h.value);
}

/// Returns the caption of the whole diagram, including the cost of the method.
std::string sheet_caption(const TridiagonalSteps& done) {
    const CostFormula cost = cost_formula(done.method, done.n);
    std::string text = "Read from left to right: a column is the system as it stands, a box is one equation.";
    for (std::size_t s = 0; s < done.steps.size(); ++s) {
        const Step& step = done.steps[s];
        std::string part = "Step " + std::to_string(s + 1) + ": " + std::to_string(step.active_threads()) + " of " +
                           std::to_string(done.threads) + " threads, " + std::to_string(step.operations) +
                           " operations";
        text += (s == 0 ? "\n" : s == 3 ? " ·\n" : " · ") + part;
    }
    const int last = static_cast<int>(done.steps.size()) - 1;
    return text + "\nIn all " + std::to_string(done.steps.size()) + " steps and " +
           std::to_string(done.operations_until(last)) + " operations. The source estimates " + cost.operations_text +
           " = " + short_number(cost.operations) +
           (done.method == Method::cr ? ", as if all rows were reduced and put in again."
                                      : ", without the n divisions of the last step.");
}

} // namespace

PaneSteps reduction_sheet(Method method, bool is_poster) {
    const bool is_cr = method == Method::cr;
    const TridiagonalSteps done = tridiagonal_steps(method, second_difference(8));
    PaneSteps all{is_cr ? "cr-sheet" : "pcr-sheet",
                  is_cr ? "CR of eight unknowns, all steps on one sheet"
                        : "PCR of eight unknowns, all steps on one sheet",
                  is_cr ? "cerny2011, Cyklická redukce" : "cerny2011, Paralelní cyklická redukce"};
    all.written_means.clear(); // each step describes it
    all.opening = "Eight equations with eight unknowns are given. Wanted is the whole diagram, all steps and all "
                  "arrows, on one sheet.";
    if (is_poster) {
        all.opening =
            "Given are eight equations a x(i-1) + b x(i) + c x(i+1) = h, each with the numbers a b c | h. Wanted are "
            "x1 to x8.";
        all.caption = sheet_caption(done);
        all.legend = {{Look::written, "rewritten or solved in this step, by thread t"}};
        if (is_cr) { // in PCR every row is active in every step
            all.legend.emplace_back(Look::idle, "rests in this step");
            all.legend.emplace_back(Look::read, "x is known from an earlier step");
        }
        all.arrow_means = "from each equation that the thread reads";
    }
    all.chapters = {{0, "Step by step"}};
    const int columns = static_cast<int>(done.steps.size()) + 1;
    // Columns as wide as the arrows between them, the last one at the right edge; numbers need more space.
    const double share = is_poster ? 2.6 : 1, wide = share / ((share + 1) * columns - 1), pitch = wide + wide / share;
    std::vector<Pane> panes;
    std::vector<PaneArrow> arrows;
    Pane start{"at first", done.n, 1, 0, 0, wide, 1};
    for (int row = 0; row < done.n; ++row)
        start.cells.push_back({is_poster ? poster_cell(row, done.start[static_cast<std::size_t>(row)], nullptr)
                                         : "e" + std::to_string(row + 1),
                               Look::plain, is_poster ? -1 : row});
    panes.push_back(start);
    for (int s = 0; s < columns - 1; ++s) {
        const Step& step = done.steps[s];
        Pane pane{"step " + std::to_string(s + 1), done.n, 1, (s + 1) * pitch, 0, wide, 1};
        for (int row = 0; row < done.n; ++row) {
            const bool is_known = step.after[row].is_solved;
            if (is_poster)
                pane.cells.push_back(
                    {poster_cell(row, step.after[row], nullptr), is_known ? Look::read : Look::idle, -1});
            else
                pane.cells.push_back(
                    {(is_known ? "x" : "e") + std::to_string(row + 1), is_known ? Look::plain : Look::idle, row});
        }
        for (const RowWork& work : step.work) {
            pane.cells[work.row].look = Look::written;
            if (is_poster) pane.cells[work.row].text = poster_cell(work.row, step.after[work.row], &work);
            for (const int other : {work.left, work.right, work.row})
                if (other >= 0 && other < done.n) arrows.push_back({s, other, s + 1, work.row});
        }
        panes.push_back(pane);
        // The sheet grows step by step; the last step shows all of it.
        PaneStep shown;
        shown.sentence = "Step " + std::to_string(s + 1) + " of " + std::to_string(columns - 1) + ": " +
                         std::to_string(step.work.size()) + (step.work.size() == 1 ? " row is" : " rows are") +
                         " worked on, each by its own thread" +
                         (step.action == StepAction::solve ? ", but for the last two, which one thread solves." : ".") +
                         (s + 2 == columns ? " This is the whole diagram." : "");
        shown.formula = "Blue: rewritten or solved in this step. An arrow comes from each row that is read.";
        shown.panes = panes;
        for (std::size_t b = 0; b + 1 < shown.panes.size() && !is_poster; ++b)
            for (PaneCell& cell : shown.panes[b].cells)
                if (cell.look == Look::written) cell.look = Look::plain;
        shown.arrows = arrows;
        shown.line = step.line;
        shown.question = PaneQuestion{"How many rows are worked on in this step?", static_cast<int>(step.work.size())};
        all.steps.push_back(std::move(shown));
    }
    return all;
}

} // namespace warploom::walkthrough
