#include "engine/comma_list.h"
#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>
#include <vector>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

constexpr int lanes_drawn = 8, interval = 16, tail = 3;

/// Returns the row indices of 35 COO entries. Each of two warps with 8 lanes processes 16 entries, and the last three
/// entries form the tail. Row 2 continues in a warp's second group of 8 entries, and row 3 continues in the second
/// warp.
std::vector<int> example_rows() {
    std::vector<int> rows;
    const int counts[] = {3, 2, 6, 12, 7, 5};
    for (int row = 0; row < 6; ++row) rows.insert(rows.end(), static_cast<std::size_t>(counts[row]), row);
    return rows;
}

class Phases {
public:
    Phases() : row_(example_rows()), y_(6, 0) {}

    PaneSteps run() {
        all_ = {"coo-shared", sentence("COO: sums in shared memory with barriers"), "it168", 4};
        all_.opening =
            sentence("Given the entries of six rows, sorted by row, compute y = A x without atomic operations.");
        const int parallel = static_cast<int>(row_.size()) - tail;
        show(sentence(
                 "The entries of each warp are processed 8 at a time (32 in the kernel). Every product is 1, so each "
                 "sum equals its number of entries. Rows and sums are stored in OpenCL local memory, where the other "
                 "threads can read them."),
             sentence("Np = nnz - nnz % 32, Ns = nnz - Np; here 32 and 3."), quote::it168_product);
        for (int warp = 0; warp * interval < parallel; ++warp) phase_1(warp);
        all_.chapters = {{0, sentence("Phase 1")}};
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), sentence("Phase 2"));
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()) + 1, sentence("Phase 3"));
        phase_2();
        phase_3();
        return std::move(all_);
    }

private:
    Pane lanes(const std::string& title, const std::vector<int>& values, double y, bool are_rows,
               const std::vector<Look>& looks) const {
        Pane pane{title, 1, lanes_drawn, 0, y, 1, 0.17};
        for (int k = 0; k < lanes_drawn; ++k) {
            const bool is_there = k < static_cast<int>(values.size());
            pane.cells.push_back({is_there ? std::to_string(values[k]) : "",
                                  is_there ? (k < static_cast<int>(looks.size()) ? looks[k] : Look::plain) : Look::gap,
                                  is_there ? (are_rows ? values[k] : rows_[k]) : -1});
        }
        return pane;
    }
    Pane y_pane() const {
        Pane pane{sentence("y, in global memory"), 1, static_cast<int>(y_.size()), 0, 0.8, 0.6, 0.17};
        for (std::size_t i = 0; i < y_.size(); ++i) {
            const bool is_new = std::find(written_.begin(), written_.end(), static_cast<int>(i)) != written_.end();
            pane.cells.push_back({std::to_string(y_[i]), is_new ? Look::written : Look::plain, static_cast<int>(i)});
        }
        return pane;
    }
    Pane temp_pane() const {
        Pane pane{"temp_rows, temp_vals", 1, 2, 0.66, 0.8, 0.34, 0.17};
        for (int warp = 0; warp < 2; ++warp) {
            const bool is_there = warp < static_cast<int>(temp_rows_.size());
            pane.cells.push_back(
                {is_there ? sentence("row {row}: {sum}", {{"row", temp_rows_[warp]}, {"sum", temp_vals_[warp]}}) : "",
                 is_there ? Look::plain : Look::gap, is_there ? temp_rows_[warp] : -1});
        }
        return pane;
    }
    void show(const std::string& text, const std::string& formula, KernelLine line,
              std::optional<PaneQuestion> question = {}, bool has_accesses = false, int distance = 0) {
        std::vector<Pane> panes{lanes(sentence("rows, in local memory"), rows_, 0.03, true, {}),
                                lanes(sentence("vals, before"), before_, 0.29, false, before_looks_),
                                lanes(sentence("vals, after"), vals_, 0.55, false, looks_), y_pane(), temp_pane()};
        PaneStep step{text, formula, std::move(panes), arrows_, line, std::move(question)};
        if (has_accesses) {
            std::vector<std::int64_t> elements;
            for (int lane = 0; lane < 32; ++lane) elements.push_back(std::max(0, lane - distance));
            step.accesses = {shared_access(elements, {4, false})};
            step.banks_title = distance == 0 ? "vals[local_id]" : "vals[local_id - " + std::to_string(distance) + "]";
        }
        all_.steps.push_back(std::move(step));
        arrows_.clear();
        written_.clear();
        before_looks_.clear();
        looks_.clear();
    }

    void phase_1(int warp) {
        const int begin = warp * interval;
        int open_row = row_[begin], open_sum = 0;
        for (int n = begin; n < begin + interval; n += lanes_drawn) {
            rows_.assign(row_.begin() + n, row_.begin() + n + lanes_drawn);
            before_.clear();
            vals_.assign(lanes_drawn, 1);
            std::string carried;
            if (open_sum > 0 && rows_[0] == open_row) {
                vals_[0] += open_sum;
                looks_.assign(lanes_drawn, Look::plain);
                looks_[0] = Look::written;
                carried = sentence("The unfinished row {row} with the partial sum {sum} continues, so lane 0 adds "
                                   "this sum to its value.",
                                   {{"row", open_row}, {"sum", open_sum}});
            } else if (open_sum > 0) {
                y_[open_row] += open_sum;
                written_ = {open_row};
                carried = sentence("The unfinished row {row} with the partial sum {sum} has ended, so lane 0 adds "
                                   "this sum to y.",
                                   {{"row", open_row}, {"sum", open_sum}});
            } else carried = sentence("There is no unfinished row yet.");
            const std::string who = sentence("Phase 1, warp {warp}, entries {first} to {last}.",
                                             {{"warp", warp}, {"first", n}, {"last", n + lanes_drawn - 1}}) +
                                    " ";
            show(who + sentence("Each lane multiplies one entry.") + " " + carried, "val = V[n] * x[J[n]]",
                 quote::it168_product, PaneQuestion{sentence("What is the value in lane 0 now?"), vals_[0]}, true);
            for (int stride = 1; stride < lanes_drawn; stride *= 2) reduce(stride);
            finish_rows(who);
            open_row = rows_.back();
            open_sum = vals_.back();
        }
        temp_rows_.push_back(open_row);
        temp_vals_.push_back(open_sum);
        show(sentence("Warp {warp} has finished. Row {row} may continue in the next warp, so its partial sum is "
                      "stored in temp_rows and temp_vals for phase 3.",
                      {{"warp", warp}, {"row", open_row}}),
             "if (tid == 31) temp_vals[warp_id] = vals[local_id];", quote::it168_open);
    }

    void reduce(int stride) {
        before_ = vals_;
        int adding = 0;
        looks_.assign(lanes_drawn, Look::plain);
        for (int k = stride; k < lanes_drawn; ++k) {
            if (rows_[k - stride] != rows_[k]) continue;
            vals_[k] = before_[k] + before_[k - stride];
            looks_[k] = Look::written;
            arrows_.push_back({1, k - stride, 2, k});
            ++adding;
        }
        show(sentence("Stride {stride}: each lane adds the value of the lane {stride} positions before it if both "
                      "lanes have the same row. One barrier separates the reads from the writes, and another follows "
                      "the writes. Without them, a lane could read a value that has already been updated.",
                      {{"stride", stride}}),
             "left = vals[local_id - " + std::to_string(stride) +
                 "]\nbarrier(CLK_LOCAL_MEM_FENCE)\nvals[local_id] = val = val + left\nbarrier(CLK_LOCAL_MEM_FENCE)",
             quote::it168_stride, PaneQuestion{sentence("How many lanes add a value?"), adding}, true, stride);
    }

    void finish_rows(const std::string& who) {
        before_.clear();
        looks_.assign(lanes_drawn, Look::plain);
        std::string names;
        for (int k = 0; k + 1 < lanes_drawn; ++k)
            if (rows_[k] != rows_[k + 1]) {
                y_[rows_[k]] += vals_[k];
                written_.push_back(rows_[k]);
                looks_[k] = Look::read;
                arrows_.push_back({2, k, 3, rows_[k]});
                add_item(names, std::string("y[") + std::to_string(rows_[k]) + "]");
            }
        const auto count = static_cast<int>(written_.size());
        show(who +
                 (names.empty() ? sentence("No row ends in this group.")
                                : sentence("A row ends where the next lane has a different row: {elements}.",
                                           {{"elements", names}})) +
                 " " + sentence("The last lane never writes to y, because its row may continue."),
             "if (tid < 31 && row != rows[local_id + 1]) y[row] += val;", quote::it168_write,
             PaneQuestion{sentence("How many lanes write to y?"), count});
    }

    void phase_2() {
        const int first = static_cast<int>(row_.size()) - tail;
        rows_.assign(row_.begin() + first, row_.end());
        before_.clear();
        vals_.assign(tail, 1);
        for (int k = 0; k < tail; ++k) y_[rows_[k]] += 1;
        written_ = {rows_.back()};
        show(sentence("Phase 2: the last {entries} entries do not fill a warp, so one thread adds them one after "
                      "another. There are always fewer than 32 of them.",
                      {{"entries", tail}}),
             "for (n = first; n < nonzeros; n++) y[row[n]] += value[n] * x[col[n]];", quote::it168_serial,
             PaneQuestion{sentence("How many entries does this thread add?"), tail});
    }

    void phase_3() {
        rows_ = temp_rows_;
        before_.clear();
        vals_ = temp_vals_;
        for (std::size_t k = 0; k < temp_rows_.size(); ++k) {
            y_[temp_rows_[k]] += temp_vals_[k];
            written_.push_back(temp_rows_[k]);
            arrows_.push_back({2, static_cast<int>(k), 3, temp_rows_[k]});
        }
        show(sentence("Phase 3: one block sums the unfinished rows of all warps in the same way and adds the results "
                      "to y. Now y is complete, and no atomic operations were needed."),
             "segreduce_block(rows, vals);\nif (rows[local_id] != rows[local_id + 1]) y[rows[local_id]] += "
             "vals[local_id];",
             quote::it168_update,
             PaneQuestion{sentence("How many rows were still unfinished?"), static_cast<int>(temp_rows_.size())});
    }

    std::vector<int> row_, y_;
    std::vector<int> rows_, before_, vals_, written_, temp_rows_, temp_vals_;
    std::vector<Look> looks_, before_looks_;
    std::vector<PaneArrow> arrows_;
    PaneSteps all_;
};

} // namespace

PaneSteps coo_shared_steps() { return Phases().run(); }

} // namespace warploom::walkthrough
