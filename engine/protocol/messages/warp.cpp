#include "engine/protocol/messages/warp.h"

#include "engine/items.h"
#include "engine/sentence.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace warploom::protocol {

using simulated::Access;
using simulated::Space;
using simulated::warp_size;

namespace {

constexpr auto no_index = std::numeric_limits<std::int64_t>::min();

Json index_of(const WarpStep& step) {
    Json list = Json::array();
    for (int lane = 0; lane < warp_size; ++lane)
        list.push_back(step.is_active(lane) ? Json(step.index[lane]) : Json(nullptr));
    return list;
}

void read_index(WarpStep& step, const Reader& in) {
    constexpr Rule any{.least = -most_counted, .greatest = most_counted};
    if (in.list_size() != warp_size) in.refuse(sentence("a list with {count} entries", {{"count", 32}}));
    for (int lane = 0; lane < warp_size; ++lane)
        step.index[lane] = in.item(lane).is_nothing() ? no_index : in.item(lane).whole(any);
}

bool names_lanes(Access access) {
    return access != Access::ballot && access != Access::barrier && access != Access::warp_barrier;
}

} // namespace

WARPLOOM_FIELDS(WarpSource, {"A source file in `warp`",
                             {{"file", "", &WarpSource::file, "path relative to the project root", needed},
                              {"title", "", &WarpSource::title, "file name"},
                              {"first_line", "", &WarpSource::first_line, "line number of the first element of `lines`",
                               Rule{.least = 1, .greatest = 1e6}},
                              {"lines", "", &WarpSource::lines, "lines of the complete file", needed}}})

void WarpSource::settle(const Reader&) {
    if (title.empty()) title = file.substr(file.rfind('/') + 1);
}

WARPLOOM_FIELDS(
    WarpLaunch,
    {"A launch in `warp`",
     {{"kernel", "", &WarpLaunch::kernel, "name of the kernel"},
      {"blocks", "", &WarpLaunch::blocks, "number of blocks in the grid", needed_count},
      {"warps_per_block", "", &WarpLaunch::warps_per_block, "number of warps per block",
       Rule{.is_needed = true, .least = 1, .greatest = 2048}},
      Field<WarpLaunch>{"title", "", &WarpLaunch::title,
                        "description of the step of the method that the launch performs"}
          .or_left_out(),
      Field<WarpLaunch>{
          "sections", "", &WarpLaunch::sections,
          "descriptions of the work before the first barrier, between the first and second barriers, and so on"}
          .or_left_out()}})

WARPLOOM_FIELDS(WarpSite,
                {"A source location in `warp`",
                 {{"file", "", &WarpSite::file, "source file", needed},
                  {"line", "", &WarpSite::line, "line number in `file`", needed_count},
                  {"kernel_file", "", &WarpSite::kernel_file, "source file of the kernel"},
                  {"kernel_line", "", &WarpSite::kernel_line,
                   "line of the kernel that contains the access or calls the function in `file`", count},
                  {"array", "", &WarpSite::array,
                   "index of the accessed array in `arrays`; -1 if the source location accesses no array",
                   Rule{.is_needed = true, .least = -1}},
                  {"kind", "", &WarpSite::access, "type of access", needed},
                  {"space", "", &WarpSite::space, "memory space", needed},
                  {"element_bytes", "bytes", &WarpSite::element_bytes, "size of one element",
                   Rule{.least = 0, .greatest = 16}},
                  {"gather", "", &WarpSite::is_gather, "whether the address depends on previously loaded data"}}})

bool WarpSite::touches_memory() const {
    return access == Access::load || access == Access::store || access == Access::atomic;
}

WARPLOOM_FIELDS(
    WarpStep,
    {"A step in `warp`",
     {{"site", "", &WarpStep::site, "index in `sites`", needed_count},
      {"active", "", &WarpStep::active, "active lanes", needed},
      {"waiting", "", &WarpStep::waiting, "waiting lanes; lanes that are neither active nor waiting have exited",
       needed},
      {"index", "",
       "for each lane, the index of the accessed array element or the source lane of a shuffle; null for inactive "
       "lanes",
       false, index_of, read_index},
      {"flops", "", &WarpStep::flops, "floating-point operations of the active lanes since their previous step", count},
      Field<WarpStep>{"value", "", &WarpStep::value,
                      "for each lane, the value that was loaded or stored; known only for the values of the format, x, "
                      "and elements of y that are written once"}
          .or_left_out(),
      Field<WarpStep>{"entry", "", &WarpStep::entry,
                      "for each lane, the matrix entry in the accessed slot of the format; null for padding"}
          .or_left_out()}})

std::size_t WarpStep::bytes_in_line() const {
    std::size_t bytes = 90 + 5 * warp_size; // estimated size of the keys, the masks, and a null value for each lane
    const auto digits = [](std::int64_t n) {
        return std::size_t{2} + static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(n)) * 3 / 10);
    };
    for (int lane = 0; lane < warp_size; ++lane) bytes += is_active(lane) ? digits(index[lane]) : 0;
    for (const double number : value) bytes += std::isnan(number) ? 5 : 20;
    for (const MatrixEntry& each : entry) bytes += each.row < 0 ? 5 : 3 + digits(each.row) + digits(each.col);
    return bytes;
}

WARPLOOM_FIELDS(WarpOwners,
                {"The `owners` object of `warp`",
                 {{"row_begin", "", &WarpOwners::row_begin, "first row of the matrix section around the warp",
                   needed_count},
                  {"row_end", "", &WarpOwners::row_end, "one past the last row of the section", needed_count},
                  {"col_begin", "", &WarpOwners::col_begin, "first column of the matrix section", needed_count},
                  {"col_end", "", &WarpOwners::col_end, "one past the last column of the section", needed_count},
                  {"entries", "", &WarpOwners::entries,
                   "at most 4096 matrix entries, each with the first lane that reads the entry. If the matrix has more "
                   "than one million nonzeros, only the selected block is monitored, and block, warp and lane are -1 "
                   "for entries read by other blocks",
                   needed}}})

WARPLOOM_FIELDS(
    WarpDocument,
    {"The `warp` document",
     {{"operation", "", &WarpDocument::operation, "traced operation"},
      {"matrix", "", &WarpDocument::matrix, "input matrix", needed},
      {"kernel", "", &WarpDocument::kernel, "kernel ID", needed},
      {"format", "", &WarpDocument::format, "ID of the storage format"},
      {"card", "", &WarpDocument::card, "all card parameters; see \"A card\""},
      {"precision", "", &WarpDocument::precision, "precision of the values", needed},
      {"block", "", &WarpDocument::block_size, "threads per block",
       Rule{.is_needed = true, .least = 1, .greatest = 65536}},
      {"launch", "", &WarpDocument::launch, "index in `launches`", needed_count},
      {"launches", "", &WarpDocument::launches, "all launches of one call", needed},
      {"block_index", "", &WarpDocument::block_index, "block index in the grid", needed_count},
      {"warp", "", &WarpDocument::warp, "warp index in the block",
       Rule{.is_needed = true, .least = 0, .greatest = 2047}},
      {"source", "", &WarpDocument::sources, "files referenced by `sites`, starting with the kernel's file", needed},
      {"arrays", "", &WarpDocument::arrays, "arrays that the kernel accesses", needed},
      {"sites", "", &WarpDocument::sites, "source locations executed by this warp, in source order", needed},
      {"steps", "", &WarpDocument::steps, "warp instructions in execution order", needed},
      {"truncated", "", &WarpDocument::all_steps,
       "total number of steps of the warp if `steps` contains only the first ones; otherwise null", count},
      {"owners", "", &WarpDocument::owners, "first lane that reads each nonzero, if the kernel reads a sparse matrix"},
      Field<WarpDocument>{"boards", "", &WarpDocument::boards,
                          "work grids, which show the data that the launch uses besides the sparse matrix"}
          .or_left_out(),
      {"rows", "", &WarpDocument::written_rows, "first and last row of the result that the warp writes", count}}})

void WarpDocument::settle(const Reader& in) {
    if (launches.empty()) in.member("launches").refuse(sentence("a list with at least one entry"));
    if (launch >= static_cast<int>(launches.size())) in.member("launch").refuse(sentence("the index of a launch"));

    const Reader of_sites = in.member("sites"), of_steps = in.member("steps"), of_owners = in.member("owners");
    for (std::size_t i = 0; i < sites.size(); ++i) {
        WarpSite& site = sites[i];
        const Reader at = of_sites.item(i);
        if (site.array >= static_cast<int>(arrays.size()) || (site.touches_memory() && site.array < 0))
            at.member("array").refuse(sentence("the index of an array"));
        if (site.touches_memory() && site.space == Space::none) at.member("space").refuse(sentence("global or shared"));
        if (site.touches_memory() && site.element_bytes < 1)
            at.member("element_bytes").refuse(sentence("an integer from 1 to 16"));
        if (!site.touches_memory()) site.array = -1;
        if (site.kernel_line == 0) site.kernel_line = site.line;
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        WarpStep& step = steps[i];
        const Reader at = of_steps.item(i), index = at.member("index"), entry = at.member("entry");
        if (step.site >= static_cast<int>(sites.size())) at.member("site").refuse(sentence("the index of a site"));
        if (step.active == 0) at.member("active").refuse(sentence("a mask with at least one lane"));
        if ((step.active.bits & step.waiting.bits) != 0)
            at.member("waiting").refuse(sentence("a mask without active lanes"));
        const bool needs_index = names_lanes(sites[step.site].access);
        if (needs_index && index.is_nothing()) index.refuse(sentence("a list with {count} entries", {{"count", 32}}));
        for (int lane = 0; lane < warp_size; ++lane) {
            if (needs_index && step.is_active(lane) && step.index[lane] == no_index)
                index.item(lane).refuse(sentence("an integer, because the lane is active"));
            if (step.index[lane] == no_index || !step.is_active(lane)) step.index[lane] = 0;
        }
        if (!step.value.empty() && step.value.size() != warp_size)
            at.member("value").refuse(sentence("a list with {count} entries", {{"count", 32}}));
        if (!step.entry.empty() && step.entry.size() != warp_size)
            entry.refuse(sentence("a list with {count} entries", {{"count", 32}}));
        for (std::size_t lane = 0; lane < step.entry.size(); ++lane)
            if (step.entry[lane].row >= matrix.rows || step.entry[lane].col >= matrix.cols)
                entry.item(lane).refuse(sentence("a row and a column of the matrix, or null"));
    }
    if (all_steps && *all_steps < step_count())
        in.member("truncated").refuse(sentence("at least the number of listed steps"));
    const WarpOwners& w = owners;
    const Reader of_entries = of_owners.member("entries");
    if (w.row_end < w.row_begin || w.row_end > matrix.rows || w.col_end < w.col_begin || w.col_end > matrix.cols)
        of_owners.refuse(sentence("a section of the matrix"));
    for (std::size_t i = 0; i < w.entries.size(); ++i) {
        const WarpOwner& owner = w.entries[i];
        if (owner.row < w.row_begin || owner.row >= w.row_end || owner.col < w.col_begin || owner.col >= w.col_end)
            of_entries.item(i).refuse(sentence("a row and a column in this section"));
    }
    settle_boards(in);
    if (written_rows && (written_rows->second < written_rows->first || written_rows->second >= matrix.rows))
        in.member("rows").refuse(sentence("the first and last row of the result, or null"));
}

void WarpDocument::settle_boards(const Reader& in) const {
    const Reader of_boards = in.member("boards");
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Reader at = of_boards.item(i), of_arrays = at.member("arrays");
        for (std::size_t k = 0; k < boards[i].arrays.size(); ++k) {
            const Reader of_array = of_arrays.item(k);
            if (boards[i].arrays[k].array >= static_cast<int>(arrays.size()))
                of_array.member("array").refuse(sentence("the index of an array"));
        }
    }
}

const WarpBoardArray* WarpDocument::array_on(int board, int step) const {
    const int array = site_of(step).array;
    if (array < 0) return nullptr;
    return find_item(boards[board].arrays, &WarpBoardArray::array, array);
}

std::vector<MatrixEntry> WarpDocument::cells_at(int board, int step) const {
    for (int s = step; s >= 0; --s) {
        const WarpBoardArray* const array = array_on(board, s);
        if (array == nullptr) continue;
        std::vector<MatrixEntry> cells(warp_size);
        for (int lane = 0; lane < warp_size; ++lane)
            if (steps[s].is_active(lane)) cells[lane] = boards[board].cell_of(*array, steps[s].index[lane]);
        return cells;
    }
    return {};
}

std::string WarpDocument::section_of(int step) const {
    const WarpLaunch& at = launches[launch];
    if (at.sections.empty()) return at.title;
    std::size_t barriers = 0;
    for (int s = 0; s < step; ++s) barriers += site_of(s).access == Access::barrier ? 1 : 0;
    return at.sections[std::min(barriers, at.sections.size() - 1)];
}

std::string WarpDocument::array_of(int step) const {
    const int array = site_of(step).array;
    return array < 0 ? std::string() : arrays[array].name;
}

std::array<std::uint64_t, warp_size> WarpDocument::addresses(int step) const {
    std::array<std::uint64_t, warp_size> result{};
    const WarpSite& site = site_of(step);
    if (site.array < 0) return result;
    for (int lane = 0; lane < warp_size; ++lane)
        if (steps[step].is_active(lane))
            result[lane] = arrays[site.array].base + static_cast<std::uint64_t>(steps[step].index[lane]) *
                                                         static_cast<std::uint64_t>(site.element_bytes);
    return result;
}

const std::vector<MatrixEntry>* WarpDocument::entries_at(int step) const {
    for (int s = step; s >= 0; --s)
        if (!steps[s].entry.empty()) return &steps[s].entry;
    return nullptr;
}

const WarpSource* WarpDocument::source_of(const std::string& file) const {
    return find_item(sources, &WarpSource::file, file);
}

WarpDocument read_warp(const Json& json) {
    static const DocumentSource source{"warp.malformed", "The trace cannot be shown",
                                       "It may have been recorded by a different version of Warploom."};
    return read<WarpDocument>(json, source);
}

} // namespace warploom::protocol
