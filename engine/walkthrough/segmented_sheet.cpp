// A complete product in the COO format on one sheet: every entry, every stride, and the destination of each sum.

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

/// Returns 35 entries of 6 rows, as in the topic with barriers: row 2 continues across two groups, row 3 across two
/// warps, and row 5 ends in the tail.
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
        all_ = {"coo-sheet", "COO of 35 entries, all steps on one sheet", "it168"};
        all_.opening =
            "35 entries of six rows are given, sorted by rows, and two warps of 8 lanes (32 in the kernel). Wanted is "
            "y = A x: every stride and every sum on one sheet.";
        all_.chapters = {{0, "Phase 1"}};
        lines_.push_back(
            line(is_poster_ ? "row of each entry, and the warp and lane that take it" : "row of each entry", 0.0, row_,
                 false));
        for (int k = 0; is_poster_ && k < static_cast<int>(row_.size()); ++k)
            lines_.back().cells[k].text += '\n' + lane_name(k);
        lines_.push_back(line("products; all are 1, so that a sum counts its entries", 0.115, sum_, true));
        show("Each lane multiplies one entry with its x. A warp takes 8 entries at a time, twice; the last 3 are left "
             "over.",
             "35 - 35 % 8 = 32 entries for the two warps.", quote::coo_product,
             PaneQuestion{"How many entries are left for one thread?", tail_entries});
        double top = 0.23;
        for (const int distance : {1, 2, 4}) {
            stride(distance, top);
            top += 0.115;
        }
        open_rows(top);
        write();
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), "Phases 2 and 3");
        serial();
        update();
        if (is_poster_) explain();
        return std::move(all_);
    }

private:
    std::string lane_name(int entry) const {
        if (entry >= parallel()) return "last";
        return "w" + std::to_string(warp_of(entry)) + " l" + std::to_string(entry % lanes_of_group);
    }
    void explain() {
        all_.caption =
            "Read from top to bottom: a line is one stage, a box one entry with what has been summed up in it; the "
            "colour is "
            "that of its row. 2 warps of 8 lanes take the first 32 entries, one thread the last 3.\nOperations: " +
            std::to_string(row_.size()) + " products";
        int sum = static_cast<int>(row_.size());
        for (const auto& [what, count] : operations_) {
            all_.caption += " · " + what + " " + std::to_string(count);
            sum += count;
        }
        all_.caption += "\nIn all " + std::to_string(sum) + ", where one thread alone does " +
                        std::to_string(2 * row_.size()) + ": 35 products and 35 additions, one after the other.";
        all_.legend = {{Look::written, "something was added or written here"},
                       {Look::idle, "left over for one thread"}};
        all_.arrow_means = "the number added, and its place";
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

    void show(const std::string& sentence, const std::string& formula, KernelLine kernel_line,
              std::optional<PaneQuestion> question) {
        all_.steps.push_back({sentence, formula, lines_, arrows_, kernel_line, std::move(question)});
        for (Pane& pane : lines_) // marks new cells as old; on a poster everything is visible at once
            for (PaneCell& cell : pane.cells)
                if (cell.look == Look::written && !is_poster_) cell.look = Look::plain;
    }

    void stride(int distance, double top) {
        const std::vector<int> before = sum_;
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane made = line("after stride " + std::to_string(distance), top, sum_, true);
        int adding = 0;
        for (int k = distance; k < parallel(); ++k) {
            if (group_of(k - distance) != group_of(k) || row_[k - distance] != row_[k]) continue;
            sum_[k] = before[k] + before[k - distance];
            made.cells[k].text = std::to_string(sum_[k]);
            made.cells[k].look = Look::written;
            arrows_.push_back({above, k - distance, above + 1, k});
            ++adding;
        }
        operations_.emplace_back("stride " + std::to_string(distance) + ":", adding);
        lines_.push_back(std::move(made));
        show("Stride " + std::to_string(distance) + ": each lane adds the sum of the lane " + std::to_string(distance) +
                 " before it, if that has the same row. " + std::to_string(adding) + " lanes of the four groups add.",
             "No arrow crosses the border of a group or of a row.", quote::coo_stride,
             PaneQuestion{"How many of the 32 entries get something added?", adding});
    }

    /// Shows the rows that continue from a warp's first group into its second.
    void open_rows(double top) {
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane made = line("with the row that was open", top, sum_, true);
        int adding = 0;
        for (int k = lanes_of_group; k < parallel(); ++k) {
            const int last = group_of(k) * lanes_of_group - 1; // end of the previous group
            const bool goes_on = warp_of(last) == warp_of(k) && row_[last] == row_[k];
            if (!goes_on) continue;
            sum_[k] += sum_[last];
            made.cells[k].text = std::to_string(sum_[k]);
            made.cells[k].look = Look::written;
            arrows_.push_back({above, last, above + 1, k});
            ++adding;
        }
        operations_.emplace_back("open rows:", adding);
        lines_.push_back(std::move(made));
        show("A row that was open at the end of the warp's first group is added to the beginning of its second. " +
                 std::to_string(adding) + " lanes add.",
             "Between warps nothing is exchanged here: no warp waits for another one.", quote::coo_open,
             PaneQuestion{"How many lanes of the second groups add the open sum?", adding});
    }

    void write() {
        const int above = static_cast<int>(lines_.size()) - 1;
        Pane y{"y after phase 1", 1, rows_in_all, 0, 0.73, 0.45, 0.1};
        Pane carries{"carries of the warps: row: sum", 1, 2, 0.55, 0.73, 0.3, 0.1};
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
        show("A lane at which a row ends writes it to y, alone. The row that is open at the end of a warp goes to the "
             "carries: another warp may have more of it.",
             "No two lanes write one place of y, so nothing is atomic.", quote::coo_write,
             PaneQuestion{"How many rows of y are written by the two warps?", static_cast<int>(to_y.size())});
    }

    void serial() {
        Pane y{"y at the end", 1, rows_in_all, 0, 0.87, 0.45, 0.1};
        const int sums = static_cast<int>(lines_.size()) - 3,
                  at = static_cast<int>(lines_.size()); // above y and carries
        std::vector<bool> is_new(rows_in_all, false);
        for (int k = parallel(); k < static_cast<int>(row_.size()); ++k) {
            y_[row_[k]] += 1;
            is_new[row_[k]] = true;
            arrows_.push_back({sums, k, at, row_[k]});
        }
        for (int row = 0; row < rows_in_all; ++row)
            y.cells.push_back({std::to_string(y_[row]), is_new[row] ? Look::written : Look::plain, row});
        operations_.emplace_back("phase 2:", tail_entries);
        lines_.push_back(std::move(y));
        show("Phase 2: the last " + std::to_string(tail_entries) + " entries are added by one thread, after the warps.",
             "At most 31 entries of a matrix, whatever its size.", quote::coo_serial,
             PaneQuestion{"What is y[5] after this step?", y_[rows_in_all - 1]});
    }

    void update() {
        const int y_at = static_cast<int>(lines_.size()) - 1, carries_at = y_at - 1;
        for (std::size_t c = 0; c < carry_.size(); ++c) {
            const auto [row, sum] = carry_[c];
            y_[row] += sum;
            lines_[y_at].cells[row] = {std::to_string(y_[row]), Look::written, row};
            arrows_.push_back({carries_at, static_cast<int>(c), y_at, row});
        }
        operations_.emplace_back("phase 3:", static_cast<int>(carry_.size()));
        show("Phase 3: the carries are added, one after the other. This is the whole product.",
             "Its result is 3, 2, 6, 12, 7, 5: as many as each row has entries.", quote::coo_update,
             PaneQuestion{"What is y[3] in the end?", y_[3]});
    }

    bool is_poster_;
    std::vector<std::pair<std::string, int>> operations_; ///< number of additions in each stage
    std::vector<int> row_, sum_, y_;                      ///< `row_` and `sum_` are for the entries
    std::vector<std::pair<int, int>> carry_;              ///< row, sum
    std::vector<Pane> lines_;
    std::vector<PaneArrow> arrows_;
    PaneSteps all_;
};

} // namespace

PaneSteps segmented_sheet(bool is_poster) { return Sheet(is_poster).draw(); }

} // namespace warploom::walkthrough
