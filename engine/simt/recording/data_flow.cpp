#include "engine/simt/recording/data_flow.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace warploom::simt {

namespace {

enum class What { variable, element, read };
/// Identifies a value by its register or element, its thread, and the instruction that wrote or read the value.
using Key = std::tuple<What, std::uint64_t, std::int64_t, int, int, std::int64_t>;

/// Returns the key of a value. For a read, `position` is the position at which the element is read.
Key key_of(const ValueRef& value, What what, std::int64_t position) {
    const bool is_variable = what == What::variable;
    const bool has_thread = what != What::element;
    return {what,
            is_variable ? value.unit : value.object,
            is_variable ? 0 : value.offset,
            has_thread ? value.warp : 0,
            has_thread ? value.lane : 0,
            position};
}

} // namespace

DataFlow data_flow_of(const BlockRecording& recording, const ValueRef& value, std::optional<std::size_t> ends_at,
                      std::size_t most_nodes) {
    DataFlow flow;
    std::map<Key, std::size_t> asked, known; // indices of nodes, by the instructions that use and write their values
    std::vector<std::vector<ValueRef>> inputs;
    const auto node_of = [&](const ValueRef& of) {
        const bool is_element = of.form == ValueRef::Form::element;
        const auto [at, is_new] =
            asked.try_emplace(key_of(of, is_element ? What::read : What::variable, of.position), flow.nodes.size());
        if (!is_new) return at->second;
        Origin origin = origin_of(recording, of);
        if (is_element && of.object == ends_at && of.offset != value.offset) {
            origin.position = -1;
            origin.inputs.clear();
        }
        const bool is_read = is_element && origin.position < 0;
        const What what = !is_element ? What::variable : is_read ? What::read : What::element;
        const auto [same, is_first] =
            known.try_emplace(key_of(of, what, is_read ? of.position : origin.position), at->second);
        at->second = same->second;
        if (!is_first) return at->second;
        using Form = Origin::Form;
        flow.is_complete = flow.is_complete && origin.form != Form::unknown && origin.form != Form::earlier;
        flow.nodes.push_back({of,
                              origin.form,
                              origin.position,
                              is_read ? of.warp : origin.warp,
                              is_read ? of.lane : origin.lane,
                              std::move(origin.where),
                              origin.number,
                              {}});
        inputs.push_back(std::move(origin.inputs));
        return at->second;
    };
    node_of(value);
    for (std::size_t n = 0; n < flow.nodes.size(); ++n) {
        if (flow.nodes.size() > most_nodes) {
            flow.is_complete = false;
            break;
        }
        // Move the list out of `inputs`, because `inputs` grows in the loop.
        const std::vector<ValueRef> used = std::move(inputs[n]);
        for (const ValueRef& input : used) {
            const std::size_t of_input = node_of(input);
            flow.nodes[n].inputs.push_back(of_input);
        }
    }
    std::vector<std::size_t> order(flow.nodes.size()), rank(flow.nodes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return flow.nodes[left].position < flow.nodes[right].position;
    });
    for (std::size_t n = 0; n < order.size(); ++n) rank[order[n]] = n;
    std::vector<FlowNode> sorted;
    for (const std::size_t from : order) {
        for (std::size_t& input : flow.nodes[from].inputs) input = rank[input];
        sorted.push_back(std::move(flow.nodes[from]));
    }
    flow.nodes = std::move(sorted);
    flow.result = rank[0];
    return flow;
}

} // namespace warploom::simt
