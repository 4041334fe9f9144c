// Shows a product y = A x in COO format in one diagram, including every entry, every stride, and where each sum is
// written.

#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

constexpr int lanes_of_group = 8, groups_a_warp = 2, tail_entries = 3, rows_in_all = 6;

/// Returns the row indices of 35 entries, as in the walkthrough with barriers. Row 2 spans two groups of entries, row 3
/// spans two warps, and row 5 ends in the tail, which consists of the last three entries.
std::vector<int> rows_of_entries() {
    std::vector<int> rows;
    const int counts[rows_in_all] = {3, 2, 6, 12, 7, 5};
    for (int row = 0; row < rows_in_all; ++row) rows.insert(rows.end(), static_cast<std::size_t>(counts[row]), row);
    return rows;
}

class Sheet {
public:
    explicit Sheet(bool is_poster)
        : is_poster_(is_poster), row_(rows_of_entries()), sum_(row_.size(), 1), y_(rows_in_all, 0) {}

    PaneSteps draw() {
        all_ = {"coo-sheet", sentence("COO with 35 entries, all steps in one diagram"), "it168"};
        all_.opening = sentence(
            "Given 35 entries in six rows, sorted by row, and two warps of 8 lanes (32 in the kernel), compute y = A "
            "x. Every stride and every sum is shown in one diagram.");
        all_.chapters = {{0, sentence("Phase 1")}};
        lines_.push_back(line(is_poster_ ? sentence("row of each entry, and the warp and lane that process it")
                                         : sentence("row of each entry"),
                              0.0, row_, false));
        for (int k = 0; is_poster_ && k < static_cast<int>(row_.size()); ++k)
            lines_.back().cells[k].text += '\n' + lane_name(k);
        lines_.push_back(
            line(sentence("products; all are 1, so each sum equals its number of entries"), 0.115, sum_, true));
        show(sentence("Each lane multiplies one entry by the matching element of x. Each warp processes two groups "
                      "of 8 entries. The last 3 entries remain."),
             sentence("35 - 35 % 8 = 32 entries for the two warps."), quote::coo_product,
             PaneQuestion{sentence("How many entries remain for a single thread?"), tail_entries});
        double top = 0.23;
        for (const int distance : {1, 2, 4}) {
            stride(distance, top);
            top += 0.115;
        }
        open_rows(top);
        write();
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), sentence("Phases 2 and 3"));
        serial();
        update();
        if (is_poster_) explain();
        return std::move(all_);
    }

private:
    std::string lane_name(int entry) const {
        if (entry >= parallel()) return sentence("last");
        return "w" + std::to_string(warp_of(entry)) + " l" + std::to_string(entry % lanes_of_group);
    }
    void explain() {
        all_.caption =
            sentence(
                "Read from top to bottom. Each line is one stage, and each box is one entry with its sum so far, in "
                "the color of its row. Two warps of 8 lanes process the first 32 entries, and one thread processes "
                "the last 3.") +
            "\n" + sentence("Operations: {products} products", {{"products", row_.size()}});
        int sum = static_cast<int>(row_.size());
        for (const auto& [what, count] : operations_) {
            all_.caption += " · " + what + " " + std::to_string(count);
            sum += count;
        }
        all_.caption +=
            "\n" + sentence("{operations} operations in total. A single thread needs {sequential}: 35 products and "
                            "35 additions, one after another.",
                            {{"operations", sum}, {"sequential", 2 * row_.size()}});
        all_.legend = {{Look::written, sentence("a value was added or written here")},
                       {Look::idle, sentence("left for a single thread")}};
        all_.arrow_means = sentence("from the value that is added to the sum");
    }
    int parallel() const { return static_cast<int>(row_.size()) - tail_entries; }
    static int group_of(int entry) { return entry / lanes_of_group; }
    static int warp_of(int entry) { return entry / (lanes_of_group * groups_a_warp); }

    Pane line(const std::string& title, double top, const std::vector<int>& numbers, bool has_tail_idle) const {
        Pane pane{title, 1, static_cast<int>(row_.size()), 0, top, 1, 0.1};
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            const bool is_tail = static_cast<int>(k) >= parallel();
            pane.cells.push_back(
                {std::to_string(numbers[k]), is_tail && has_tail_idle ? Look::idle : Look::plain, row_[k]});
        }
        return pane;
    }

    void show(const std::string& text, const std::string& formula, KernelLine kernel_line,
              std::optional<PaneQuestion> question) {
        all_.steps.push_back({text, formula, lines_, arrows_, kernel_line, std::move(question)});
        for (Pane& pane : lines_) // remove earlier highlights, except on a poster
            for (PaneCell& cell : pane.cells)
                if (cell.look == Look::written && !is_poster_) cell.look = Look::plain;
    }

    void stride(int distance, double top) {
        const std::vector<int> before = sum_;
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane made = line(sentence("after stride {stride}", {{"stride", distance}}), top, sum_, true);
        int adding = 0;
        for (int k = distance; k < parallel(); ++k) {
            if (group_of(k - distance) != group_of(k) || row_[k - distance] != row_[k]) continue;
            sum_[k] = before[k] + before[k - distance];
            made.cells[k].text = std::to_string(sum_[k]);
            made.cells[k].look = Look::written;
            arrows_.push_back({above, k - distance, above + 1, k});
            ++adding;
        }
        operations_.emplace_back(sentence("stride {stride}:", {{"stride", distance}}), adding);
        lines_.push_back(std::move(made));
        show(sentence("Stride {stride}: each lane adds the sum of the lane {stride} positions before it if both "
                      "lanes have the same row. In the four groups, {adding} lanes add a value.",
                      {{"stride", distance}, {"adding", adding}}),
             sentence("No arrow crosses the boundary of a group or row."), quote::coo_stride,
             PaneQuestion{sentence("How many of the 32 entries have a value added to them?"), adding});
    }

    /// Adds a line that includes unfinished rows: their sums continue from a warp's first group of entries in its
    /// second group.
    void open_rows(double top) {
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane made = line(sentence("including the unfinished row"), top, sum_, true);
        int adding = 0;
        for (int k = lanes_of_group; k < parallel(); ++k) {
            const int last = group_of(k) * lanes_of_group - 1; // last entry in the previous group of lanes
            const bool goes_on = warp_of(last) == warp_of(k) && row_[last] == row_[k];
            if (!goes_on) continue;
            sum_[k] += sum_[last];
            made.cells[k].text = std::to_string(sum_[k]);
            made.cells[k].look = Look::written;
            arrows_.push_back({above, last, above + 1, k});
            ++adding;
        }
        operations_.emplace_back(sentence("unfinished rows:"), adding);
        lines_.push_back(std::move(made));
        show(sentence("If a row is unfinished at the end of the first group of a warp, its partial sum is added to "
                      "the entries of this row in the second group. {adding} lanes add such a sum.",
                      {{"adding", adding}}),
             sentence("Warps exchange no data here, so no warp waits for another."), quote::coo_open,
             PaneQuestion{sentence("How many lanes of the second groups add the partial sum of an unfinished row?"),
                          adding});
    }

    void write() {
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane y{sentence("y after phase 1"), 1, rows_in_all, 0, 0.73, 0.45, 0.1};
        Pane carries{sentence("carries of the warps (row: sum)"), 1, 2, 0.55, 0.73, 0.3, 0.1};
        std::vector<int> from_y, to_y;
        for (int k = 0; k < parallel(); ++k) {
            const bool ends_warp = k + 1 == parallel() || warp_of(k + 1) != warp_of(k);
            if (ends_warp) {
                carry_.emplace_back(row_[k], sum_[k]);
                carries.cells.push_back(
                    {std::to_string(row_[k]) + ": " + std::to_string(sum_[k]), Look::written, row_[k]});
                arrows_.push_back({above, k, above + 2, static_cast<int>(carry_.size()) - 1});
            } else if (row_[k + 1] != row_[k]) {
                y_[row_[k]] += sum_[k];
                to_y.push_back(row_[k]);
                arrows_.push_back({above, k, above + 1, row_[k]});
            }
        }
        for (int row = 0; row < rows_in_all; ++row) {
            const bool is_new = std::find(to_y.begin(), to_y.end(), row) != to_y.end();
            y.cells.push_back({std::to_string(y_[row]), is_new ? Look::written : Look::plain, row});
        }
        lines_.push_back(std::move(y));
        lines_.push_back(std::move(carries));
        show(sentence("Each lane at the end of a row writes the sum of the row to y. The row that is unfinished at "
                      "the end of a warp is stored as a carry, because it may continue in another warp."),
             sentence("No two lanes write to the same element of y, so no atomic operations are needed."),
             quote::coo_write,
             PaneQuestion{sentence("How many rows of y do the two warps write?"), static_cast<int>(to_y.size())});
    }

    void serial() {
        Pane y{sentence("final y"), 1, rows_in_all, 0, 0.87, 0.45, 0.1};
        const int sums = static_cast<int>(lines_.size()) - 3,
                  at = static_cast<int>(lines_.size()); // indices of the panes for the sums and for the final y
        std::vector<bool> is_new(rows_in_all, false);
        for (int k = parallel(); k < static_cast<int>(row_.size()); ++k) {
            y_[row_[k]] += 1;
            is_new[row_[k]] = true;
            arrows_.push_back({sums, k, at, row_[k]});
        }
        for (int row = 0; row < rows_in_all; ++row)
            y.cells.push_back({std::to_string(y_[row]), is_new[row] ? Look::written : Look::plain, row});
        operations_.emplace_back(sentence("phase 2:"), tail_entries);
        lines_.push_back(std::move(y));
        show(sentence("Phase 2: one thread adds the last {entries} entries after the warps have finished.",
                      {{"entries", tail_entries}}),
             sentence("There are at most 31 of these entries, regardless of the size of the matrix."),
             quote::coo_serial, PaneQuestion{sentence("What is y[5] after this step?"), y_[rows_in_all - 1]});
    }

    void update() {
        const int y_at = static_cast<int>(lines_.size()) - 1, carries_at = y_at - 1;
        for (std::size_t c = 0; c < carry_.size(); ++c) {
            const auto [row, sum] = carry_[c];
            y_[row] += sum;
            lines_[y_at].cells[row] = {std::to_string(y_[row]), Look::written, row};
            arrows_.push_back({carries_at, static_cast<int>(c), y_at, row});
        }
        operations_.emplace_back(sentence("phase 3:"), static_cast<int>(carry_.size()));
        show(sentence("Phase 3: the carries are added one after another. The product is now complete."),
             sentence("The result is 3, 2, 6, 12, 7, 5, which equals the number of entries in each row."),
             quote::coo_update, PaneQuestion{sentence("What is the final value of y[3]?"), y_[3]});
    }

    bool is_poster_;
    /// Title of each stage, and number of additions in the stage.
    std::vector<std::pair<std::string, int>> operations_;
    std::vector<int> row_, sum_, y_;         ///< row and partial sum of each entry, and elements of y
    std::vector<std::pair<int, int>> carry_; ///< carries of the warps, as pairs of row and sum
    std::vector<Pane> lines_;
    std::vector<PaneArrow> arrows_;
    PaneSteps all_;
};

} // namespace

PaneSteps segmented_sheet(bool is_poster) { return Sheet(is_poster).draw(); }

} // namespace warploom::walkthrough
