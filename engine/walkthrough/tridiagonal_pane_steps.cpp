#include "engine/sentence.h"
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

/// Returns panes that show which threads write to each cache line. If rows are stored as arrays, a line contains one
/// coefficient of eight rows. If they are stored as records, a line contains all numbers of one row.
std::vector<Pane> line_panes(bool in_turn, bool are_records) {
    Pane rows{sentence("rows, labeled with the thread that owns them"), 1, rows_drawn, 0, 0, 1, 0.26};
    for (int row = 0; row < rows_drawn; ++row)
        rows.cells.push_back({std::to_string(owner(row, in_turn) + 1), Look::plain, owner(row, in_turn)});
    if (are_records) {
        Pane lines{
            sentence("64-byte cache lines: each holds one row as a record of 8 numbers"), 4, 6, 0, 0.34, 1, 0.62};
        for (int row = 0; row < rows_drawn; ++row)
            lines.cells.push_back(
                {sentence("row {row}: thread {thread}", {{"row", row}, {"thread", owner(row, in_turn) + 1}}),
                 Look::plain, owner(row, in_turn)});
        return {rows, lines};
    }
    Pane lines{sentence("64-byte cache lines: each holds b for 8 rows (the same applies to a, c and d)"),
               rows_drawn / rows_of_a_line,
               rows_of_a_line,
               0,
               0.34,
               1,
               0.62};
    for (int row = 0; row < rows_drawn; ++row)
        lines.cells.push_back({"b" + std::to_string(row) + ": " + std::to_string(owner(row, in_turn) + 1), Look::plain,
                               owner(row, in_turn)});
    for (int line = 0; line < lines.rows; ++line) lines.row_names.push_back(sentence("line {line}", {{"line", line}}));
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
    PaneSteps all{"pcr-rows", sentence("PCR on the host: which thread owns which row"),
                  "cerny2011, Paralelizace pomocí OpenMP"};
    all.opening =
        sentence("Given the rows of a tridiagonal system and three host threads, assign the rows to the threads.");
    all.chapters = {{0, sentence("Arrays")}, {2, sentence("Records")}};
    const auto add = [&](bool in_turn, bool are_records, const std::string& text, const std::string& formula,
                         PaneQuestion question) {
        const KernelLine line = in_turn ? quote::rows_in_turn : quote::rows_in_blocks;
        all.steps.push_back({text, formula, line_panes(in_turn, are_records), {}, line, std::move(question)});
    };
    add(true, false,
        sentence("Interleaved rows, 123...123...: row i belongs to thread i mod T. If the coefficients are stored in "
                 "arrays, all three threads write to every cache line in every step."),
        sentence("Only one core at a time can write to a cache line. Each write invalidates the copies in the caches "
                 "of other cores."),
        {sentence("How many of the three lines are written by more than one thread?"), shared_lines(true)});
    add(false, false,
        sentence("Blocked rows, 11...1 22...2 33...3: adjacent rows belong to the same thread. In this example, the "
                 "cache lines end where the blocks end. In general, only the lines at block boundaries are shared."),
        sentence("In the first steps, each thread reads rows of other threads only near its boundaries. In later "
                 "steps, it reads "
                 "distant rows."),
        {sentence("How many of the three lines are written by more than one thread?"), shared_lines(false)});
    add(true, true,
        sentence("The source stores a row as 8 doubles (64 bytes), which is exactly one cache line. Therefore, no "
                 "two threads write to the same line, even if rows are interleaved. Nevertheless, interleaved rows "
                 "were the slowest in the source's measurements, and the source gives no reason."),
        sentence("False sharing explains the times for arrays, but not the times in the source."),
        {sentence("How many lines are written by more than one thread?"), 0});
    return all;
}

namespace {

/// Formats a number for a poster cell as compactly as possible, such as "-0.5", "3" or ".25". Uses a typographic minus
/// sign.
std::string short_number(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(3) << (std::abs(value) < 1e-13 ? 0 : value);
    std::string text = out.str();
    if (!text.empty() && text[0] == '-') text.replace(0, 1, "−");
    return text;
}

/// Returns two lines for a poster cell. The first line contains the equation or unknown and its thread, and the second
/// line contains the coefficients or the value.
std::string poster_cell(int row, const Equation& equation, const RowWork* work) {
    std::string text = (equation.is_solved ? "x" : "e") + std::to_string(row + 1);
    if (work != nullptr) text += "  t" + std::to_string(work->thread);
    if (equation.is_solved) return text + "\n= " + short_number(equation.x);
    text += '\n';
    for (const Coefficient* each : {&equation.a, &equation.b, &equation.c})
        text += (each->is_zero ? "·" : short_number(each->value)) + "  ";
    return text + "| " + short_number(equation.h.value);
}

/// Returns the caption of the complete diagram, which states the cost of the solver.
std::string sheet_caption(const TridiagonalSteps& done) {
    const CostFormula cost = cost_formula(done.method, done.n);
    std::string text =
        sentence("Read from left to right. Each column shows the system after one step, and each box is one equation.");
    for (std::size_t s = 0; s < done.steps.size(); ++s) {
        const Step& step = done.steps[s];
        const std::string part = sentence("Step {step}: {active} of {threads} threads, {operations} operations",
                                          {{"step", s + 1},
                                           {"active", step.active_threads()},
                                           {"threads", done.threads},
                                           {"operations", step.operations}});
        text += (s == 0 ? "\n" : s == 3 ? " ·\n" : " · ") + part;
    }
    const int last = static_cast<int>(done.steps.size()) - 1;
    return text + "\n" +
           sentence("{steps} steps and {operations} operations in total.",
                    {{"steps", done.steps.size()}, {"operations", done.operations_until(last)}}) +
           " " +
           (done.method == Method::cr
                ? sentence("The source estimates {formula} = {estimate}, as if every row were both reduced and "
                           "substituted.",
                           {{"formula", cost.operations_text}, {"estimate", short_number(cost.operations)}})
                : sentence("The source estimates {formula} = {estimate}, which does not count the n divisions of the "
                           "last step.",
                           {{"formula", cost.operations_text}, {"estimate", short_number(cost.operations)}}));
}

} // namespace

PaneSteps reduction_sheet(Method method, bool is_poster) {
    const bool is_cr = method == Method::cr;
    const TridiagonalSteps done = tridiagonal_steps(method, second_difference(8));
    PaneSteps all{is_cr ? "cr-sheet" : "pcr-sheet",
                  is_cr ? sentence("CR with eight unknowns, all steps in one diagram")
                        : sentence("PCR with eight unknowns, all steps in one diagram"),
                  is_cr ? "cerny2011, Cyklická redukce" : "cerny2011, Paralelní cyklická redukce"};
    all.written_means.clear(); // no common legend, because each step describes its own colors
    all.opening = sentence("Given eight equations with eight unknowns, see all steps and all arrows in one diagram.");
    if (is_poster) {
        all.opening = sentence("Given eight equations a x(i-1) + b x(i) + c x(i+1) = h, each shown as a b c | h, "
                               "compute x1 to x8.");
        all.caption = sheet_caption(done);
        all.legend = {{Look::written, sentence("rewritten or solved in this step by thread t")}};
        if (is_cr) { // in PCR, every row is processed in every step
            all.legend.emplace_back(Look::idle, sentence("unchanged in this step"));
            all.legend.emplace_back(Look::read, sentence("x is known from an earlier step"));
        }
        all.arrow_means = sentence("from each equation that the thread reads");
    }
    all.chapters = {{0, sentence("Step by step")}};
    const int columns = static_cast<int>(done.steps.size()) + 1;
    // Each arrow is as wide as a column of the diagram, and the last column touches the right edge. The columns of
    // posters are wider, because they contain numbers.
    const double share = is_poster ? 2.6 : 1, wide = share / ((share + 1) * columns - 1), pitch = wide + wide / share;
    std::vector<Pane> panes;
    std::vector<PaneArrow> arrows;
    Pane start{sentence("start"), done.n, 1, 0, 0, wide, 1};
    for (int row = 0; row < done.n; ++row)
        start.cells.push_back({is_poster ? poster_cell(row, done.start[static_cast<std::size_t>(row)], nullptr)
                                         : "e" + std::to_string(row + 1),
                               Look::plain, is_poster ? -1 : row});
    panes.push_back(start);
    for (int s = 0; s < columns - 1; ++s) {
        const Step& step = done.steps[s];
        Pane pane{sentence("step {step}", {{"step", s + 1}}), done.n, 1, (s + 1) * pitch, 0, wide, 1};
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
        // The last step shows the complete diagram.
        PaneStep shown;
        shown.sentence =
            step.action == StepAction::solve
                ? sentence("Step {step} of {steps}: {rows} {rows:row is|rows are} processed, each by its own thread, "
                           "except for the last two rows, which are solved by one thread.",
                           {{"step", s + 1}, {"steps", columns - 1}, {"rows", step.work.size()}})
                : sentence("Step {step} of {steps}: {rows} {rows:row is|rows are} processed, each by its own thread.",
                           {{"step", s + 1}, {"steps", columns - 1}, {"rows", step.work.size()}});
        if (s + 2 == columns) shown.sentence += " " + sentence("The diagram is now complete.");
        shown.formula = sentence("Blue: rewritten or solved in this step. Arrows start at the rows that are read.");
        shown.panes = panes;
        for (std::size_t b = 0; b + 1 < shown.panes.size() && !is_poster; ++b)
            for (PaneCell& cell : shown.panes[b].cells)
                if (cell.look == Look::written) cell.look = Look::plain;
        shown.arrows = arrows;
        shown.line = step.line;
        shown.question =
            PaneQuestion{sentence("How many rows are processed in this step?"), static_cast<int>(step.work.size())};
        all.steps.push_back(std::move(shown));
    }
    return all;
}

} // namespace warploom::walkthrough
