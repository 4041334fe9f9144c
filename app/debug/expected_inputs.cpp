#include "app/debug/expected_inputs.h"

#include "engine/sentence.h"
#include "engine/simt/recording/variables.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace warploom::app {

namespace {

std::string name_of(const std::string& array, std::int64_t element) {
    return array + "[" + std::to_string(element) + "]";
}

/// Returns whether a node is an element that the block read before it wrote to it.
bool is_read(const simt::FlowNode& node) {
    return node.value.form == simt::ValueRef::Form::element && node.position < 0;
}

/// Returns, for each node of a data flow, the number of paths by which it contributes to the result.
std::vector<std::uint64_t> paths_to_result(const simt::DataFlow& flow) {
    constexpr std::uint64_t most = 1'000'000;
    std::vector<std::uint64_t> times(flow.nodes.size(), 0);
    times[flow.result] = 1;
    for (std::size_t n = flow.nodes.size(); n-- > 0;)
        for (const std::size_t input : flow.nodes[n].inputs) times[input] = std::min(most, times[input] + times[n]);
    return times;
}

/// Returns the last statement that uses a node.
std::optional<std::size_t> last_use(const simt::DataFlow& flow, std::size_t node) {
    for (std::size_t n = flow.nodes.size(); n-- > 0;) {
        const auto& inputs = flow.nodes[n].inputs;
        if (std::find(inputs.begin(), inputs.end(), node) != inputs.end()) return n;
    }
    return std::nullopt;
}

/// Returns the index of the entry (row, column), or -1 if there is none.
std::int64_t entry_at(const CsrMatrix& a, std::int64_t row, std::int64_t column) {
    const auto at = static_cast<std::size_t>(row);
    const auto begin = a.column.begin() + a.row_pointer[at], end = a.column.begin() + a.row_pointer[at + 1];
    const auto found = std::lower_bound(begin, end, column);
    return found == end || *found != column ? -1 : found - a.column.begin();
}

} // namespace

std::optional<protocol::DebugDifference> first_wrong_product(const RecordedResult& result, const CsrMatrix& a) {
    const simt::DataFlow& flow = result.flow;
    if (!flow.is_complete || result.element >= static_cast<std::int64_t>(a.column.size())) return std::nullopt;
    const std::size_t factors = flow.nodes[flow.result].value.object;
    const std::int64_t row =
        std::upper_bound(a.row_pointer.begin(), a.row_pointer.end(), result.element) - a.row_pointer.begin() - 1;
    const std::int64_t column = a.column[static_cast<std::size_t>(result.element)];
    const std::vector<std::uint64_t> times = paths_to_result(flow);
    for (std::int64_t left = a.row_pointer[static_cast<std::size_t>(row)]; left < result.element; ++left) {
        const std::int64_t k = a.column[static_cast<std::size_t>(left)];
        if (k >= std::min(row, column)) break;
        const std::int64_t above = entry_at(a, k, column);
        if (above < 0) continue;
        std::uint64_t count = 0;
        std::size_t last = flow.result;
        for (std::size_t n = 0; n < flow.nodes.size(); ++n) {
            const simt::FlowNode& node = flow.nodes[n];
            if (!is_read(node) || node.value.object != factors || node.value.offset != above * result.bytes) continue;
            count += times[n];
            if (times[n] > 0) last = n;
        }
        if (count == 1) continue;
        protocol::DebugDifference made;
        made.name = name_of("lu", above);
        const std::string left_name = name_of("lu", left);
        if (count == 0) {
            made.sentence =
                sentence("The product of `{left}` and `{above}` was not subtracted (row {row}, column "
                         "{column}, k = {k}).",
                         {{"left", left_name}, {"above", made.name}, {"row", row}, {"column", column}, {"k", k}});
            return made;
        }
        const simt::FlowNode& use = flow.nodes[last_use(flow, last).value_or(flow.result)];
        made.position = use.position;
        made.warp = use.warp;
        made.lane = use.lane;
        std::tie(made.file, made.line) = result.line_of(use.where.place);
        made.text = simt::text_of(result.recording, use.value.kind, use.number, use.value.element_bytes);
        made.sentence = sentence("The product of `{left}` and `{above}` was subtracted {times} times, in line {line} "
                                 "(row {row}, column {column}, k = {k}).",
                                 {{"left", left_name},
                                  {"above", made.name},
                                  {"times", static_cast<std::int64_t>(count)},
                                  {"line", made.line},
                                  {"row", row},
                                  {"column", column},
                                  {"k", k}});
        return made;
    }
    return std::nullopt;
}

std::optional<protocol::DebugDifference> nearest_missing_coefficient(const RecordedResult& result,
                                                                     const TridiagonalSystem& system) {
    static constexpr std::array names{"b", "d", "a", "c"};
    std::set<std::pair<std::string, std::int64_t>> entered;
    if (!result.flow.is_complete) return std::nullopt;
    for (const simt::FlowNode& node : result.flow.nodes) {
        if (!is_read(node)) continue;
        const simt::RecordedObject& object = result.recording.objects()[node.value.object];
        const bool is_coefficient = std::find(names.begin(), names.end(), object.name) != names.end();
        // Arrays other than the coefficients may contain values from other launches or from a plan.
        const bool is_real = node.value.kind == simt::Kind::float32 || node.value.kind == simt::Kind::float64;
        if (!is_coefficient && is_real) return std::nullopt;
        entered.insert({object.name, node.value.offset / result.bytes});
    }
    const auto n = static_cast<std::int64_t>(system.b.size());
    const auto is_coupled = [&](std::int64_t upper) { // whether row `upper` is coupled to the next row
        const auto at = static_cast<std::size_t>(upper);
        return system.c[at] != 0 && system.a[at + 1] != 0;
    };
    std::int64_t first = result.element, last = result.element;
    while (first > 0 && is_coupled(first - 1)) --first;
    while (last + 1 < n && is_coupled(last)) ++last;
    for (std::int64_t distance = 0; distance <= last - first; ++distance)
        for (const std::int64_t row : {result.element - distance, result.element + distance}) {
            if (row < first || row > last) continue;
            for (const char* const name : names) {
                const bool is_outside = (name[0] == 'a' && row == first) || (name[0] == 'c' && row == last);
                if (is_outside || entered.count({name, row}) > 0) continue;
                protocol::DebugDifference made;
                made.name = name_of(name, row);
                made.sentence = sentence("`{element}` was computed without `{coefficient}`, although every element of "
                                         "the solution depends on it.",
                                         {{"element", name_of("x", result.element)}, {"coefficient", made.name}});
                return made;
            }
        }
    return std::nullopt;
}

} // namespace warploom::app
