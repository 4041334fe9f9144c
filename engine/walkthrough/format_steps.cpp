#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace warploom::walkthrough {

namespace {

constexpr int largest = 12, slice = 4, window = 8, block = 2;

/// A slot in the arrays of a storage format. It contains a matrix entry, represented by its index in CSR, or padding.
struct Slot {
    int entry = -1;
    int row = -1; ///< row index of the slot, if the format stores it
};

/// The slots that one step of the conversion fills, in order.
struct Fill {
    std::string sentence, formula;
    std::vector<Slot> slots;
    bool is_second_part = false; ///< whether the slots are in the COO part of HYB
};

std::string number_text(double value) {
    constexpr double largest_whole = 1e6;
    const bool is_whole = std::abs(value) < largest_whole && value == std::round(value);
    return format_number(value, is_whole ? "%.0f" : "%.3g"); // use few digits, so that the number fits in a cell
}

class Building {
public:
    Building(std::string format, const CsrMatrix& a) : format_(std::move(format)), a_(a) {
        static const std::map<std::string, KernelLine> lines{
            {"coo", quote::build_coo}, {"csr", quote::build_csr},   {"csc", quote::build_csc},
            {"ell", quote::build_ell}, {"jad", quote::build_jad},   {"sell", quote::build_sell},
            {"hyb", quote::build_hyb}, {"bcsr", quote::build_bcsr}, {"dia", quote::build_dia}};
        line_ = lines.at(format_);
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
                row_of_.push_back(static_cast<int>(i));
        order_.resize(static_cast<std::size_t>(a.rows));
        std::iota(order_.begin(), order_.end(), 0);
    }

    BuiltFormat build() {
        show_matrix();
        if (format_ == "coo" || format_ == "csr") by_rows();
        else if (format_ == "csc") by_columns();
        else if (format_ == "dia") by_diagonals();
        else if (format_ == "bcsr") by_blocks();
        else left_justified();
        return std::move(built_);
    }

private:
    int rows() const { return static_cast<int>(a_.rows); }
    int columns() const { return static_cast<int>(a_.cols); }
    int length(int row) const { return static_cast<int>(a_.row_length(row)); }
    int place(int row, int k) const { return static_cast<int>(a_.row_pointer[row]) + k; }
    int width() const {
        int longest = 0;
        for (int i = 0; i < rows(); ++i) longest = std::max(longest, length(i));
        return longest;
    }

    PaneCell cell_of(const Slot& slot, bool shows_column = false) const {
        if (slot.entry < 0) return {shows_column ? "–" : "0", PaneCell::Look::padding, slot.row};
        const std::string text =
            shows_column ? std::to_string(a_.column[slot.entry]) : number_text(a_.value[slot.entry]);
        return {text, PaneCell::Look::plain, row_of_[slot.entry]};
    }

    Pane matrix_pane() const {
        Pane pane{sentence("the matrix"), rows(), columns(), 0, 0, 0.32, 1};
        pane.cells.assign(static_cast<std::size_t>(rows()) * columns(), {"", PaneCell::Look::gap, -1});
        for (int i = 0; i < rows(); ++i) {
            pane.row_names.push_back(std::to_string(i));
            for (int k = 0; k < length(i); ++k) pane.at(i, a_.column[place(i, k)]) = cell_of({place(i, k), i});
        }
        return pane;
    }

    /// Returns a pane with the entries of each row shifted to the left, in the current row order.
    Pane pushed_pane(const std::string& title) const {
        Pane pane{title, rows(), std::max(1, width()), 0.36, 0, 0.28, 1};
        pane.cells.assign(static_cast<std::size_t>(rows()) * pane.columns, {"", PaneCell::Look::gap, -1});
        for (int i = 0; i < rows(); ++i) {
            pane.row_names.push_back(std::to_string(order_[i]));
            for (int k = 0; k < length(order_[i]); ++k) pane.at(i, k) = cell_of({place(order_[i], k), order_[i]});
        }
        return pane;
    }

    void add(std::string sentence, std::string formula, std::vector<Pane> panes,
             std::optional<PaneQuestion> question = {}) {
        built_.shown.steps.push_back(
            {std::move(sentence), std::move(formula), std::move(panes), {}, line_, std::move(question)});
    }

    void show_matrix() {
        static const std::map<std::string, std::pair<const char*, const char*>> titles{
            {"coo", {"COO", "prata2010, it168"}},
            {"csr", {"CSR", "prata2010, rossignon2013"}},
            {"csc", {"CSC", "rossignon2013 3.6"}},
            {"ell", {"ELL", "prata2010 3.1"}},
            {"jad", {"JAD", "rossignon2013 3.4"}},
            {"sell", {"SELL", "Kreutzer et al. 2014"}},
            {"hyb", {"HYB", "it168"}},
            {"bcsr", {"BCSR", "rossignon2013 3.5"}},
            {"dia", {"DIA", "rossignon2013 3.6"}}};
        const auto& [title, source] = titles.at(format_);
        built_.shown.name = "building-" + format_;
        built_.shown.title = sentence("Building {format}", {{"format", title}});
        built_.shown.source = source;
        built_.shown.opening = sentence(
            "Given a matrix with {entries} {entries:entry|entries}, build the {format} arrays that the kernels read.",
            {{"entries", row_of_.size()}, {"format", title}});
        built_.shown.chapters = {{0, sentence("The matrix")}};
        add(sentence(
                "The matrix has {entries} {entries:entry|entries} in {positions} positions. Only these entries and "
                "their positions are stored.",
                {{"entries", row_of_.size()}, {"positions", rows() * columns()}}),
            sentence("In this example, the first digit of an entry is its row and the second digit is its column, both "
                     "counted from 1.\nArray indices start at 0."),
            {matrix_pane()});
    }

    /// Returns a pane with the filled part of an array. New elements are highlighted.
    Pane array_pane(const std::string& title, const std::vector<Slot>& slots, std::size_t first_new, bool shows_column,
                    double y, double height) const {
        constexpr int across = 16;
        const int count = static_cast<int>(slots.size());
        Pane pane{
            title, std::max(1, (count + across - 1) / across), std::min(across, std::max(1, count)), 0.68, y, 0.32,
            height};
        for (std::size_t i = 0; i < slots.size(); ++i) {
            pane.cells.push_back(cell_of(slots[i], shows_column));
            if (i >= first_new && pane.cells.back().look == PaneCell::Look::plain)
                pane.cells.back().look = PaneCell::Look::written;
        }
        pane.cells.resize(static_cast<std::size_t>(pane.rows) * pane.columns, {"", PaneCell::Look::gap, -1});
        return pane;
    }

    static Pane number_pane(const std::string& title, const std::vector<double>& numbers, double y, double height) {
        Pane pane{title, 1, static_cast<int>(std::max<std::size_t>(1, numbers.size())), 0.68, y, 0.32, height};
        for (const double number : numbers) pane.cells.push_back({number_text(number), PaneCell::Look::plain, -1});
        pane.cells.resize(static_cast<std::size_t>(pane.columns), {"", PaneCell::Look::gap, -1});
        return pane;
    }

    /// Adds one step for each element of `fills`. `arranged` is the pane with the arranged entries. It can be the pane
    /// of the matrix itself.
    void store(const std::vector<Fill>& fills, const Pane& arranged, const std::vector<BuiltArray>& small,
               const char* value_name = "value", const char* column_name = "column") {
        built_.shown.chapters.emplace_back(static_cast<int>(built_.shown.steps.size()), sentence("Store the entries"));
        std::vector<Slot> slots, second;
        for (const Fill& fill : fills) {
            std::vector<Slot>& to = fill.is_second_part ? second : slots;
            const std::size_t before = to.size();
            to.insert(to.end(), fill.slots.begin(), fill.slots.end());
            Pane from = arranged;
            std::size_t entries = 0;
            for (const Slot& slot : fill.slots) {
                if (slot.entry < 0) continue;
                ++entries;
                const std::string text = number_text(a_.value[slot.entry]);
                for (PaneCell& cell : from.cells)
                    if (cell.text == text && cell.group == row_of_[slot.entry]) cell.look = PaneCell::Look::read;
            }
            std::vector<Pane> panes{from};
            if (arranged.title != "the matrix") panes.insert(panes.begin(), matrix_pane());
            const std::size_t old = fill.is_second_part ? slots.size() : before;
            panes.push_back(array_pane(value_name, slots, old, false, 0.0, 0.26));
            if (column_name != nullptr) panes.push_back(array_pane(column_name, slots, old, true, 0.28, 0.26));
            // Positions of the arrays if each of them fits on one line.
            constexpr double below = 0.56, most_of_one = 0.22, gap = 0.02;
            if (!second.empty()) {
                panes.push_back(
                    array_pane(sentence("values of the COO part"), second, before, false, below, most_of_one - gap));
                panes.push_back(array_pane(sentence("columns of the COO part"), second, before, true,
                                           below + most_of_one, most_of_one - gap));
            } else {
                double y = below;
                const double pitch =
                    std::min(most_of_one, (1 - below) / static_cast<double>(std::max<std::size_t>(1, small.size())));
                for (const BuiltArray& array : small) {
                    panes.push_back(number_pane(array.name, array.numbers, y, pitch - gap));
                    y += pitch;
                }
            }
            const auto padded = static_cast<int>(fill.slots.size() - entries);
            std::optional<PaneQuestion> question;
            if (format_ == "ell" || format_ == "sell" || format_ == "bcsr")
                question = PaneQuestion{sentence("How many of the elements stored in this step are padding?"), padded};
            else
                question =
                    PaneQuestion{sentence("How many entries are stored in this step?"), static_cast<int>(entries)};
            add(fill.sentence, fill.formula, std::move(panes), question);
        }
        BuiltArray values{value_name, {}}, columns_array{column_name == nullptr ? "" : column_name, {}};
        for (const Slot& slot : slots) {
            values.numbers.push_back(slot.entry < 0 ? 0 : a_.value[slot.entry]);
            columns_array.numbers.push_back(slot.entry < 0 ? padding_column() : a_.column[slot.entry]);
        }
        built_.arrays.push_back(std::move(values));
        if (column_name != nullptr) built_.arrays.push_back(std::move(columns_array));
        if (!second.empty()) {
            BuiltArray v{"coo_value", {}}, c{"coo_column", {}}, r{"coo_row", {}};
            for (const Slot& slot : second) {
                v.numbers.push_back(a_.value[slot.entry]);
                c.numbers.push_back(a_.column[slot.entry]);
                r.numbers.push_back(row_of_[slot.entry]);
            }
            for (BuiltArray* array : {&v, &c, &r}) built_.arrays.push_back(std::move(*array));
        }
        for (const BuiltArray& array : small) built_.arrays.push_back(array);
    }
    double padding_column() const { return format_ == "sell" ? -1 : 0; }

    void by_rows() {
        const bool is_csr = format_ == "csr";
        BuiltArray pointer{"row_pointer", {}};
        BuiltArray row{"row", {}};
        std::vector<Fill> fills;
        for (int i = 0; i < rows(); ++i) {
            pointer.numbers.push_back(static_cast<double>(a_.row_pointer[i]));
            Fill fill;
            fill.sentence =
                is_csr
                    ? sentence(
                          "Row {row} has {entries} {entries:entry|entries}. Its row pointer is the index of its first "
                          "entry.",
                          {{"row", i}, {"entries", length(i)}})
                    : sentence(
                          "Row {row} has {entries} {entries:entry|entries}. Each entry stores its row index, so no row "
                          "pointers are needed.",
                          {{"row", i}, {"entries", length(i)}});
            fill.formula = is_csr ? "row_pointer[" + std::to_string(i) + "] = " + std::to_string(a_.row_pointer[i])
                                  : sentence("row = {row} for each of these entries", {{"row", i}});
            for (int k = 0; k < length(i); ++k) {
                fill.slots.push_back({place(i, k), i});
                row.numbers.push_back(i);
            }
            fills.push_back(std::move(fill));
        }
        pointer.numbers.push_back(static_cast<double>(a_.nonzeros()));
        store(fills, matrix_pane(), {is_csr ? pointer : row});
    }

    void by_columns() {
        BuiltArray pointer{"column_pointer", {0}};
        std::vector<Fill> fills;
        std::vector<double> rows_of;
        for (int j = 0; j < columns(); ++j) {
            Fill fill;
            for (std::size_t k = 0; k < row_of_.size(); ++k)
                if (a_.column[k] == j) {
                    fill.slots.push_back({static_cast<int>(k), row_of_[k]});
                    rows_of.push_back(row_of_[k]);
                }
            fill.sentence =
                sentence("Column {column} is stored next, from top to bottom. Its entries contribute to different "
                         "rows of y, so threads that process different columns may update the same element of y.",
                         {{"column", j}});
            fill.formula = "column_pointer[" + std::to_string(j + 1) + "] = " + std::to_string(rows_of.size());
            pointer.numbers.push_back(static_cast<double>(rows_of.size()));
            fills.push_back(std::move(fill));
        }
        store(fills, matrix_pane(), {pointer, {"row", rows_of}}, "value", nullptr);
    }

    void by_diagonals() {
        std::map<int, std::vector<int>> diagonals;
        for (std::size_t k = 0; k < row_of_.size(); ++k)
            diagonals[a_.column[k] - row_of_[k]].push_back(static_cast<int>(k));
        BuiltArray offsets{"offset", {}};
        std::vector<Fill> fills;
        for (const auto& [offset, entries] : diagonals) {
            offsets.numbers.push_back(offset);
            Fill fill;
            for (int i = 0; i < rows(); ++i) {
                Slot slot{-1, i};
                for (const int k : entries)
                    if (row_of_[k] == i) slot.entry = k;
                fill.slots.push_back(slot);
            }
            fill.sentence = sentence("Diagonal {offset} has {entries} {entries:entry|entries}. The entire diagonal "
                                     "is stored, with one element per row.",
                                     {{"offset", offset}, {"entries", entries.size()}});
            fill.formula = sentence("The column index in row i is i + offset, so column indices need not be stored.");
            fills.push_back(std::move(fill));
        }
        store(fills, matrix_pane(), {offsets}, "value", nullptr);
    }

    void by_blocks() {
        const int block_rows = (rows() + block - 1) / block;
        Pane cut = matrix_pane();
        cut.title = sentence("divided into 2 x 2 blocks");
        cut.x = 0.34;
        cut.width = 0.32;
        for (int i = 0; i < rows(); ++i)
            for (int j = 0; j < columns(); ++j)
                if (cut.at(i, j).look == PaneCell::Look::gap && has_block(i / block, j / block))
                    cut.at(i, j) = {"0", PaneCell::Look::padding, i};
        add(sentence(
                "Each 2 x 2 block that contains an entry is stored in full. Its empty positions are stored as zeros."),
            sentence("In a matrix from reservoir simulation, the blocks are full, so no memory is wasted."),
            {matrix_pane(), cut});
        BuiltArray pointer{"pointer", {0}}, column{"column", {}};
        std::vector<Fill> fills;
        for (int bi = 0; bi < block_rows; ++bi) {
            Fill fill;
            for (int j = 0; j < columns(); ++j) {
                if (!has_block(bi, j / block)) continue;
                column.numbers.push_back(j);
                for (int i = bi * block; i < (bi + 1) * block; ++i) {
                    Slot slot{-1, std::min(i, rows() - 1)};
                    for (int k = 0; i < rows() && k < length(i); ++k)
                        if (a_.column[place(i, k)] == j) slot.entry = place(i, k);
                    fill.slots.push_back(slot);
                }
            }
            pointer.numbers.push_back(static_cast<double>(column.numbers.size()));
            fill.sentence = sentence("Block row {row} is stored in column-major order. Lanes that process the same "
                                     "column read the same element of x, and each lane stays in one row.",
                                     {{"row", bi}});
            fill.formula = sentence("Each column of a block has its own column index.") + "\npointer[" +
                           std::to_string(bi + 1) + "] = " + std::to_string(column.numbers.size());
            fills.push_back(std::move(fill));
        }
        store(fills, cut, {pointer, column}, "value", nullptr);
    }
    bool has_block(int bi, int bj) const {
        for (std::size_t k = 0; k < row_of_.size(); ++k)
            if (row_of_[k] / block == bi && a_.column[k] / block == bj) return true;
        return false;
    }

    void sort_rows(int first, int last) {
        std::stable_sort(order_.begin() + first, order_.begin() + last,
                         [&](int a, int b) { return length(a) > length(b); });
    }

    /// Builds ELL, JAD, SELL or HYB by shifting the entries of each row to the left and storing them column by column.
    void left_justified() {
        add(sentence("The entries of each row are shifted to the left, so that the length of each row is visible."),
            sentence("Column indices move with their entries, because each entry is multiplied by the element of x "
                     "in its original column."),
            {matrix_pane(), pushed_pane(sentence("shifted to the left"))},
            PaneQuestion{sentence("How many entries does the longest row have?"), width()});
        const bool is_sorted = format_ == "jad" || format_ == "sell";
        if (is_sorted) {
            const int span = format_ == "jad" ? std::max(1, rows()) : window;
            for (int first = 0; first < rows(); first += span) sort_rows(first, std::min(first + span, rows()));
            add(format_ == "jad"
                    ? sentence(
                          "The rows are sorted by length, longest first. The permutation stores the original index "
                          "of each row.")
                    : sentence("The rows are sorted by length, longest first, within windows of 8 rows, and are "
                               "divided into slices of 4 rows."),
                "permutation[0] = " + std::to_string(order_.empty() ? 0 : order_[0]),
                {matrix_pane(), pushed_pane(sentence("sorted by length"))},
                PaneQuestion{sentence("Which row of the matrix is now first?"), order_.empty() ? 0 : order_[0]});
        }
        const Pane arranged = pushed_pane(is_sorted ? sentence("sorted by length") : sentence("shifted to the left"));
        if (format_ == "ell") ell(arranged);
        if (format_ == "jad") jad(arranged);
        if (format_ == "sell") sell(arranged);
        if (format_ == "hyb") hyb(arranged);
    }
    std::vector<double> lengths() const {
        std::vector<double> all;
        for (int i = 0; i < rows(); ++i) all.push_back(length(i));
        return all;
    }
    /// Returns entry k of each row from `first` to `last` - 1 in the current order. Shorter rows contribute padding.
    std::vector<Slot> column_of(int k, int first, int last) const {
        std::vector<Slot> slots;
        for (int i = first; i < last; ++i) {
            const int row = i < rows() ? order_[i] : -1;
            slots.push_back(row >= 0 && k < length(row) ? Slot{place(row, k), row} : Slot{-1, row});
        }
        return slots;
    }

    void ell(const Pane& arranged) {
        std::vector<Fill> fills;
        for (int k = 0; k < width(); ++k)
            fills.push_back(
                {sentence("Column {column} is stored from top to bottom, with padding for shorter rows. Adjacent "
                          "threads will read adjacent elements.",
                          {{"column", k}}),
                 sentence("Entry k of row i is stored at index k * {rows} + i.", {{"rows", rows()}}),
                 column_of(k, 0, rows()), false});
        store(fills, arranged, {{"length", lengths()}});
    }
    void jad(const Pane& arranged) {
        std::vector<Fill> fills;
        BuiltArray pointer{"diagonal_pointer", {0}}, permutation{"permutation", {order_.begin(), order_.end()}};
        for (int k = 0; k < width(); ++k) {
            Fill fill;
            for (const Slot& slot : column_of(k, 0, rows()))
                if (slot.entry >= 0) fill.slots.push_back(slot);
            pointer.numbers.push_back(pointer.numbers.back() + static_cast<double>(fill.slots.size()));
            fill.sentence =
                sentence("Jagged diagonal {diagonal} has {entries} {entries:entry|entries}. Because the rows are "
                         "sorted, the diagonal ends at the first row that is too short, so no padding is needed.",
                         {{"diagonal", k}, {"entries", fill.slots.size()}});
            fill.formula = "diagonal_pointer[" + std::to_string(k + 1) + "] = " + number_text(pointer.numbers.back());
            fills.push_back(std::move(fill));
        }
        store(fills, arranged, {permutation, pointer});
    }
    void sell(const Pane& arranged) {
        std::vector<Fill> fills;
        BuiltArray pointer{"slice_pointer", {0}}, row{"row", {order_.begin(), order_.end()}};
        for (int first = 0; first < rows(); first += slice) {
            int longest = 0;
            for (int i = first; i < std::min(first + slice, rows()); ++i)
                longest = std::max(longest, length(order_[i]));
            Fill fill;
            for (int k = 0; k < longest; ++k)
                for (const Slot& slot : column_of(k, first, first + slice)) fill.slots.push_back(slot);
            pointer.numbers.push_back(pointer.numbers.back() + static_cast<double>(fill.slots.size()));
            fill.sentence = sentence("Slice {slice} is stored like ELL and padded to the length of its longest row, "
                                     "{entries} {entries:entry|entries}.",
                                     {{"slice", first / slice}, {"entries", longest}});
            fill.formula =
                "slice_pointer[" + std::to_string(first / slice + 1) + "] = " + number_text(pointer.numbers.back());
            fills.push_back(std::move(fill));
        }
        store(fills, arranged, {row, pointer});
    }
    void hyb(const Pane& arranged) {
        // A column belongs to the ELL part if at least a third of the rows have an entry in it.
        int kept = 0;
        for (int w = width(); w > 0 && kept == 0; --w) {
            int as_long = 0;
            for (int i = 0; i < rows(); ++i) as_long += length(i) >= w;
            if (3 * as_long >= rows()) kept = w;
        }
        std::vector<Fill> fills;
        for (int k = 0; k < kept; ++k)
            fills.push_back(
                {sentence("Column {column} is stored in the ELL part, because at least a third of the rows have "
                          "{kept} or more entries.",
                          {{"column", k}, {"kept", kept}}),
                 sentence("The ELL part has {columns} {columns:column|columns}.", {{"columns", kept}}),
                 column_of(k, 0, rows()), false});
        Fill rest;
        rest.is_second_part = true;
        for (int i = 0; i < rows(); ++i)
            for (int k = kept; k < length(i); ++k) rest.slots.push_back({place(i, k), i});
        rest.sentence =
            sentence("The remaining {entries} {entries:entry|entries} of the long rows {entries:is|are} stored in "
                     "the COO part, so that the other rows need not be padded to the length of the longest row.",
                     {{"entries", rest.slots.size()}});
        rest.formula = sentence("Each entry of the COO part stores its row index.");
        if (!rest.slots.empty()) fills.push_back(std::move(rest));
        std::vector<double> kept_lengths = lengths();
        for (double& each : kept_lengths) each = std::min<double>(each, kept);
        store(fills, arranged, {{"length", kept_lengths}});
    }

    std::string format_;
    KernelLine line_;
    const CsrMatrix& a_;
    std::vector<int> row_of_, order_;
    BuiltFormat built_;
};

} // namespace

const std::vector<std::string>& built_formats() {
    static const std::vector<std::string> all{"coo", "csr", "csc", "ell", "jad", "sell", "hyb", "bcsr", "dia"};
    return all;
}

BuiltFormat build_format(const std::string& format, const CsrMatrix& matrix) {
    const auto& known = built_formats();
    if (std::find(known.begin(), known.end(), format) == known.end())
        throw Error("step.format", sentence("The conversion to {format} cannot be shown.", {{"format", format}}));
    if (matrix.rows > largest || matrix.cols > largest || matrix.rows < 1)
        throw Error("step.format",
                    sentence("A matrix with {rows} rows and {cols} columns is too large to show its conversion.",
                             {{"rows", matrix.rows}, {"cols", matrix.cols}}),
                    sentence("Choose a matrix with at most 12 rows and 12 columns."));
    return Building(format, matrix).build();
}

} // namespace warploom::walkthrough
