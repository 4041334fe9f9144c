#include "kernels/plans/plan.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/plans/level_places.h"
#include "kernels/plans/row_lengths.h"

#include <algorithm>
#include <span>

namespace warploom::kernels {

namespace {

/// Returns the format's array of 4-byte integers with this name.
std::span<const int> array_of(const HostFormat& format, const char* name) {
    for (const FormatArray& array : format.arrays())
        if (array.name == name) return {static_cast<const int*>(array.data), static_cast<std::size_t>(array.size)};
    return {};
}

/// Returns how many elements of x fit in a block's shared memory, besides the other data of
/// kernels/headers/held_tiles.cuh.
std::int64_t room_for_x(const PlanCard& card, int bytes_of_number) {
    constexpr std::int64_t warps = 32, bits = 4 * 32, entries_of_tile = 128, to_spare = 1024;
    const std::int64_t own = warps * (bits + entries_of_tile * bytes_of_number) + to_spare;
    return std::max<std::int64_t>(0, (card.block_shared_bytes - own) / bytes_of_number);
}

Plan plan_row_lengths(const HostFormat& csr, const PlanCard& card) {
    const std::span<const int> row_pointer = array_of(csr, "row_pointer");
    Plan plan;
    RowSegments segments;
    // A matrix without rows has no plan. These values are never used.
    std::int64_t way = 0, merge_items = 0, filled_rows = 0;
    std::int64_t held = 0, lanes = 0;
    if (csr.rows > 0) {
        const bool is_float = csr.precision == Precision::float32;
        const int bytes = is_float ? 4 : 8;
        const RowsOnGpu::Look look = card.rows != nullptr ? card.rows->look(bytes)
                                                          : RowsOnGpu::Look{row_lengths(row_pointer),
                                                                            scatter_of(array_of(csr, "column"), bytes)};
        const RowLengthClasses& lengths = look.lengths;
        filled_rows = csr.rows - lengths.rows[0];
        const std::int64_t room = room_for_x(card, bytes);
        const RowMapping chosen = way_for(lengths, {is_float, look.scatter, csr.cols, room});
        if (chosen == RowMapping::apart_by_lanes) lanes = lanes_of_short_rows(lengths);
        if (chosen == RowMapping::apart_by_thread || chosen == RowMapping::apart_by_lanes) {
            const int cut = longest_short_row(chosen, static_cast<int>(lanes));
            const std::vector<int> long_rows =
                card.rows != nullptr ? card.rows->longer_than(cut) : rows_longer_than(row_pointer, cut);
            segments = row_segments(row_pointer, chosen, static_cast<int>(lanes), long_rows);
        }
        if (chosen == RowMapping::merge) merge_items = csr.rows + row_pointer.back();
        if (chosen == RowMapping::held) held = held_columns(csr.cols, room);
        way = static_cast<int>(chosen);
        plan.detail = to_string(chosen);
    }
    plan.numbers = {{"way", way},
                    {"filled_rows", filled_rows},
                    {"short_lanes", lanes},
                    {"cut", segments.cut},
                    {"segments", static_cast<std::int64_t>(segments.row.size())},
                    {"merge_items", merge_items},
                    {"held_columns", held},
                    {"held_blocks", held > 0 ? card.multiprocessors : 0}};
    plan.arrays = {{"segment_row", std::move(segments.row)},
                   {"segment_begin", std::move(segments.begin)},
                   {"segment_end", std::move(segments.end)},
                   {"first_segment", std::move(segments.first)},
                   {"segments_of_row", std::move(segments.of_row)}};
    return plan;
}

Plan plan_level_places(const HostFormat& csr, const PlanCard&) {
    LevelPlaces places = level_places(array_of(csr, "row_pointer"), array_of(csr, "column"));
    Plan plan;
    plan.numbers = {{"places", static_cast<std::int64_t>(places.row.size())},
                    {"place_entries", static_cast<std::int64_t>(places.needed.size())},
                    {"place_lanes", places.lanes},
                    {"in_block", places.is_narrow ? 1 : 0},
                    {"held_bytes", places.held_bytes},
                    {"few_blocks", places.few_blocks ? 1 : 0}};
    plan.detail = std::to_string(places.levels) + " levels, " +
                  (places.lanes == 1 ? "one thread per row" : "one warp per row") +
                  (places.is_narrow ? ", in one block" : "");
    plan.arrays = {{"place_row", std::move(places.row)},
                   {"place_first", std::move(places.first)},
                   {"needed", std::move(places.needed)},
                   {"source", std::move(places.source)}};
    return plan;
}

struct KnownPlan {
    const char *name, *format;
    Plan (*make)(const HostFormat&, const PlanCard&);
};
constexpr KnownPlan plans[] = {{"row-lengths", "csr", plan_row_lengths}, {"level-places", "csr", plan_level_places}};

} // namespace

Plan make_plan(const std::string& name, const HostFormat& format, const PlanCard& card) {
    std::string known;
    for (const KnownPlan& plan : plans) {
        add_item(known, std::string(plan.name));
        if (name != plan.name) continue;
        if (format.footprint.format != plan.format)
            throw Error("kernel.plan",
                        sentence("The plan `{plan}` needs the format {wanted}, not {format}.",
                                 {{"plan", name}, {"wanted", plan.format}, {"format", format.footprint.format}}),
                        sentence("Write `// format: {format}`.", {{"format", plan.format}}));
        return plan.make(format, card);
    }
    throw Error("kernel.plan", sentence("There is no plan named `{plan}`.", {{"plan", name}}),
                sentence("Available plans: {plans}.", {{"plans", known}}));
}

} // namespace warploom::kernels
