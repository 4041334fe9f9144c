#include "app/trace/warp_boards.h"

#include "app/trace/watching_sink.h"
#include "engine/sentence.h"
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace warploom::app {

using namespace simulated;

namespace {

/// For calls that read at most this many values, the accesses of all blocks are recorded.
constexpr std::int64_t most_values_watched = 2'000'000;
/// Larger grids are cropped to this size so that their cells remain legible. Rows that are far apart are listed
/// individually.
constexpr std::int64_t most_rows_shown = 128, most_columns_shown = 64;
/// Grids with at most this many rows and columns are always shown completely.
constexpr std::int64_t shown_whole = 32;
constexpr std::int64_t bytes_of_line = 128;

/// A work grid and the arrays that it shows.
struct Layout {
    protocol::WarpBoard board;
    std::int64_t touched = 0; ///< number of accesses to the grid by the selected warp
    bool is_described = true;
};

struct Place {
    int board = -1;
    protocol::WarpBoardArray array;
};

/// Assigns positions in the work grids to the arrays that the warp accesses.
class Arrangement {
public:
    /// Creates the arrangement. `left_out` contains the arrays that are shown elsewhere.
    Arrangement(const Boards& boards, const std::vector<TracedArray>& arrays, const std::set<int>& touched,
                const std::set<std::string>& left_out) {
        for (const Board& each : boards.list) {
            Layout layout;
            layout.board.name = each.name;
            layout.board.rows = each.rows;
            layout.board.cols = each.cols;
            list.push_back(std::move(layout));
        }
        places.resize(arrays.size());
        for (const int n : touched) {
            const TracedArray& array = arrays[static_cast<std::size_t>(n)];
            if (array.space == Space::global && left_out.count(array.name) != 0) continue;
            if (take_described(boards, n, array) || take_vector(boards, n, array) || !boards.has_others) continue;
            // Arrays with a single element, such as a pivot, are not shown.
            if (array.size < 2) continue;
            take_other(n, array, arrays, touched);
        }
    }

    std::vector<Layout> list;
    std::vector<Place> places; ///< for each array, its position in the work grids

    /// Calls `visit(place, lane, row, column)` for each grid cell that the lanes access in a step.
    template <class Visit> void each_cell(int array, const WarpInstruction& step, const Visit& visit) const {
        if (array < 0) return;
        const Place& place = places[static_cast<std::size_t>(array)];
        if (place.board < 0) return;
        for_each_lane(step.active, [&](int lane) {
            const std::int64_t index = step.index[static_cast<std::size_t>(lane)], in_row = index % place.array.stride;
            if (index >= 0 && in_row < place.array.width)
                visit(static_cast<std::size_t>(place.board), lane, index / place.array.stride,
                      place.array.column + in_row);
        });
    }

private:
    void put(int board, int array, std::int64_t stride, std::int64_t width, const std::vector<std::string>& names) {
        protocol::WarpBoard& at = list[static_cast<std::size_t>(board)].board;
        protocol::WarpBoardArray made{array, stride, width, 0};
        if (!names.empty()) {
            made.column = static_cast<std::int64_t>(at.columns.size());
            at.columns.insert(at.columns.end(), names.begin(), names.end());
            at.cols = static_cast<std::int64_t>(at.columns.size());
        }
        at.arrays.push_back(made);
        places[static_cast<std::size_t>(array)] = {board, made};
    }

    bool take_described(const Boards& boards, int n, const TracedArray& array) {
        for (const BoardArray& each : boards.arrays) {
            if (each.array != array.name || each.space != array.space) continue;
            const Board& board = boards.list[static_cast<std::size_t>(each.board)];
            std::vector<std::string> names = each.columns;
            if (board.cols == 0 && names.empty()) names = {array.name};
            put(each.board, n, each.stride, each.width, names);
            return true;
        }
        return false;
    }

    bool take_vector(const Boards& boards, int n, const TracedArray& array) {
        for (std::size_t b = 0; b < boards.list.size(); ++b) {
            const Board& board = boards.list[b];
            if (!board.takes_vectors || array.space != Space::global || array.size != board.rows || board.rows < 2)
                continue;
            put(static_cast<int>(b), n, 1, 1, {array.name});
            return true;
        }
        return false;
    }

    void take_other(int n, const TracedArray& array, const std::vector<TracedArray>& arrays,
                    const std::set<int>& touched) {
        const auto is_like = [&](int other) {
            const TracedArray& each = arrays[static_cast<std::size_t>(other)];
            return each.space == array.space && each.size == array.size && each.element_bytes == array.element_bytes;
        };
        const bool is_shared = array.space == Space::shared;
        if (is_shared && std::count_if(touched.begin(), touched.end(), is_like) > 1) {
            const auto found = std::find_if(list.begin(), list.end(), [&](const Layout& layout) {
                return !layout.is_described && !layout.board.columns.empty() && layout.board.rows == array.size;
            });
            const auto board = static_cast<int>(found - list.begin());
            if (found == list.end()) add(sentence("shared memory"), array.size, 0);
            put(board, n, 1, 1, {array.name});
            return;
        }
        const std::int64_t stride = std::max<std::int64_t>(1, bytes_of_line / std::max(1, array.element_bytes));
        const auto board = static_cast<int>(list.size());
        add(is_shared ? sentence("{array} in shared memory", {{"array", array.name}}) : array.name,
            (array.size + stride - 1) / stride, std::min(stride, array.size));
        put(board, n, stride, stride, {});
    }

    void add(std::string name, std::int64_t rows, std::int64_t cols) {
        Layout layout;
        layout.board.name = std::move(name);
        layout.board.rows = rows;
        layout.board.cols = cols;
        layout.is_described = false;
        list.push_back(std::move(layout));
    }
};

/// Identifies the thread that accessed a grid cell.
struct Touch {
    protocol::WarpOwner owner;
    bool is_written = false;
};

std::uint64_t key_of(int board, std::int64_t row, std::int64_t col) {
    return (static_cast<std::uint64_t>(board) << 58) | (static_cast<std::uint64_t>(row) << 20) |
           static_cast<std::uint64_t>(col);
}

/// Rows and columns of a work grid that were accessed.
struct Extent {
    std::map<std::int64_t, std::int64_t> rows;
    std::int64_t first_col = -1, last_col = -1;

    std::int64_t first_row() const { return rows.begin()->first; }
    std::int64_t last_row() const { return rows.rbegin()->first; }
    void add(std::int64_t row, std::int64_t col) {
        ++rows[row];
        if (first_col < 0 || col < first_col) first_col = col;
        last_col = std::max(last_col, col);
    }
};

/// Records which threads access each grid cell during a launch.
class TouchSink final : public WatchingSink {
public:
    TouchSink(const Arrangement& arrangement, const std::vector<TracedArray>& arrays, const WarpSettings& settings,
              const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), of_block(arrangement.list.size()), arrangement_(arrangement), arrays_(arrays),
          is_taken_(arrays.size()), settings_(settings) {}
    std::unordered_map<std::uint64_t, Touch> touched;
    std::vector<Extent> of_block; ///< accesses by the selected block, one entry per work grid

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        if (launch() != settings_.launch) return;
        const Site& site = site_of(step);
        const int array = number_of(site.array);
        // Ignore accesses to shared memory by other blocks, because each block has its own shared memory.
        const bool is_own = block == settings_.block_index;
        if (site.space == Space::shared && !is_own) return;
        const bool writes = site.access != Access::load;
        arrangement_.each_cell(array, step, [&](std::size_t board, int lane, std::int64_t row, std::int64_t col) {
            if (is_own) of_block[board].add(row, col);
            Touch& touch = touched[key_of(static_cast<int>(board), row, col)];
            if (touch.owner.block >= 0 && (touch.is_written || !writes)) return;
            touch = {{row, col, block, warp, lane}, writes};
        });
    }
    /// Converts the number of an array in this trace to its number in the trace of the warp. The numbers may differ
    /// because the blocks may have run in a different order.
    int number_of(int array) {
        if (array < 0) return -1;
        const std::vector<TracedArray>& here = tracer().arrays();
        for (auto n = static_cast<int>(number_.size()); n <= array; ++n) {
            const TracedArray& wanted = here[static_cast<std::size_t>(n)];
            int found = -1;
            for (std::size_t k = 0; k < arrays_.size() && found < 0; ++k)
                if (!is_taken_[k] && arrays_[k].name == wanted.name && arrays_[k].space == wanted.space &&
                    arrays_[k].size == wanted.size)
                    found = static_cast<int>(k);
            if (found >= 0) is_taken_[static_cast<std::size_t>(found)] = true;
            number_.push_back(found);
        }
        return number_[static_cast<std::size_t>(array)];
    }

    const Arrangement& arrangement_;
    const std::vector<TracedArray>& arrays_;
    std::vector<bool> is_taken_;
    std::vector<int> number_;
    const WarpSettings& settings_;
};

/// Selects the range of visible columns of a grid with numbered columns.
void choose_columns(protocol::WarpBoard& board, const Extent& warp, const Extent& block) {
    board.col_begin = 0;
    board.col_end = board.cols;
    if (!board.columns.empty() || board.cols <= shown_whole) return;
    const bool fits = block.last_col - block.first_col < most_columns_shown;
    board.col_begin = fits ? block.first_col : warp.first_col;
    board.col_end = std::min(fits ? block.last_col + 1 : warp.last_col + 1, board.col_begin + most_columns_shown);
}

/// Selects the visible part of a grid. A small grid is shown completely. For a larger grid, the part accessed by the
/// block or the warp is shown. If the rows of this part are far apart, only the rows accessed by the warp are shown.
void choose_part(protocol::WarpBoard& board, const Extent& warp, const Extent& block) {
    choose_columns(board, warp, block);
    const std::int64_t columns = std::max<std::int64_t>(1, board.col_end - board.col_begin);
    const std::int64_t most = std::min(most_rows_shown, std::max<std::int64_t>(1, most_cells_shown / columns));
    const auto show = [&board](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row <= last; ++row) board.shown_rows.push_back(row);
    };
    const auto fits = [most](const Extent& extent) { return extent.last_row() - extent.first_row() < most; };
    if (board.rows <= std::min(shown_whole, most)) return show(0, board.rows - 1);
    if (!block.rows.empty() && fits(block)) return show(block.first_row(), block.last_row());
    if (fits(warp)) return show(warp.first_row(), warp.last_row());
    // If there are too many rows, select those with the most accesses, such as the rows that a reduction accesses
    // repeatedly.
    std::vector<std::pair<std::int64_t, std::int64_t>> rows; // pairs of the negated number of accesses and the row
    for (const auto& [row, times] : warp.rows) rows.emplace_back(-times, row);
    std::sort(rows.begin(), rows.end());
    if (static_cast<std::int64_t>(rows.size()) > most) rows.resize(static_cast<std::size_t>(most));
    for (const auto& [times, row] : rows) board.shown_rows.push_back(row);
    std::sort(board.shown_rows.begin(), board.shown_rows.end());
}

} // namespace

std::vector<protocol::WarpBoard> boards_of(const TraceSubject& subject, const WarpSettings& settings,
                                           const WarpTrace& trace, const std::atomic<bool>* cancelled) {
    if (subject.boards.is_empty()) return {};
    std::set<int> arrays;
    for (const WarpInstruction& step : trace.steps)
        if (const Site& site = trace.sites[static_cast<std::size_t>(step.site)]; site.array >= 0)
            arrays.insert(site.array);
    std::set<std::string> of_format; // names of the format's arrays, whose nonzeros are already shown in the matrix
    if (subject.entries != nullptr)
        for (const auto& array : subject.entries->arrays()) of_format.insert(array.name);
    Arrangement arrangement(subject.boards, trace.arrays, arrays, of_format);
    std::vector<Extent> extents(arrangement.list.size());
    for (const WarpInstruction& step : trace.steps)
        arrangement.each_cell(trace.sites[static_cast<std::size_t>(step.site)].array, step,
                              [&](std::size_t board, int, std::int64_t row, std::int64_t col) {
                                  extents[board].add(row, col);
                                  ++arrangement.list[board].touched;
                              });
    TouchSink sink(arrangement, trace.arrays, settings, cancelled);
    TraceOptions options;
    if (subject.value_slots > most_values_watched) options.only_block = settings.block_index;
    sink.watch(subject, settings.block, options);
    // Put arrays with a description first, followed by the arrays with the most accesses.
    std::vector<int> order;
    for (std::size_t b = 0; b < arrangement.list.size(); ++b)
        if (!extents[b].rows.empty()) order.push_back(static_cast<int>(b));
    std::stable_sort(order.begin(), order.end(), [&](int left, int right) {
        const Layout &a = arrangement.list[static_cast<std::size_t>(left)],
                     &b = arrangement.list[static_cast<std::size_t>(right)];
        if (a.is_described != b.is_described) return a.is_described;
        return !a.is_described && a.touched > b.touched;
    });
    if (order.size() > most_boards) order.resize(most_boards);

    std::vector<protocol::WarpBoard> boards;
    for (const int b : order) {
        protocol::WarpBoard board = std::move(arrangement.list[static_cast<std::size_t>(b)].board);
        choose_part(board, extents[static_cast<std::size_t>(b)], sink.of_block[static_cast<std::size_t>(b)]);
        for (const std::int64_t row : board.shown_rows)
            for (std::int64_t col = board.col_begin; col < board.col_end; ++col) {
                const auto at = sink.touched.find(key_of(b, row, col));
                board.cells.push_back(at == sink.touched.end() ? protocol::WarpOwner{row, col, -1, -1, -1}
                                                               : at->second.owner);
            }
        boards.push_back(std::move(board));
    }
    return boards;
}

} // namespace warploom::app
