#include "engine/network/network_builder.h"

#include "engine/error.h"
#include "engine/matrix/file_kind.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/portable.h"
#include "engine/sentence.h"
#include "engine/text_file.h"

#include <cmath>
#include <limits>

namespace warploom::network {

NetworkBuilder::NetworkBuilder(const std::string& name, Defects defects) : defects_(defects) { network_.name = name; }

WaterNetwork NetworkBuilder::build(const InputLines& input, const Progress& progress) {
    network_.remarks = input.remarks;
    pass(1, input, progress);
    settle_options();
    number_nodes();
    pass(2, input, progress);
    pass(3, input, progress);
    apply_patterns();
    tell_of_nobody(places_of_nobody_, "COORDINATES", sentence_pattern("node"));
    tell_of_nobody(vertices_of_nobody_, "VERTICES", sentence_pattern("link"));
    return std::move(network_);
}

NetworkBuilder::ReadLine NetworkBuilder::reader_of(int pass, Section section) {
    struct Known {
        int pass;
        Section section;
        ReadLine read;
    };
    static constexpr Known all[] = {{1, Section::junctions, &NetworkBuilder::read_junction},
                                    {1, Section::reservoirs, &NetworkBuilder::read_reservoir},
                                    {1, Section::tanks, &NetworkBuilder::read_tank},
                                    {1, Section::curves, &NetworkBuilder::read_curve},
                                    {1, Section::patterns, &NetworkBuilder::read_pattern},
                                    {1, Section::options, &NetworkBuilder::read_option},
                                    {1, Section::times, &NetworkBuilder::read_time},
                                    {2, Section::pipes, &NetworkBuilder::read_pipe},
                                    {2, Section::pumps, &NetworkBuilder::read_pump},
                                    {2, Section::valves, &NetworkBuilder::read_valve},
                                    {3, Section::demands, &NetworkBuilder::read_demand},
                                    {3, Section::status, &NetworkBuilder::read_status},
                                    {3, Section::coordinates, &NetworkBuilder::read_place},
                                    {3, Section::vertices, &NetworkBuilder::read_vertex}};
    for (const Known& known : all)
        if (known.pass == pass && known.section == section) return known.read;
    return nullptr;
}

void NetworkBuilder::pass(int number, const InputLines& input, const Progress& progress) {
    std::int64_t done = 0;
    for (const InputLine& line : input.lines) {
        if (++done % 16384 == 0) progress.check(0, 1);
        const ReadLine read = reader_of(number, line.section);
        if (read == nullptr) continue;
        line_ = line.number;
        split_words(line.text, words_);
        try {
            (this->*read)();
        } catch (const Error& error) {
            if (defects_ == Defects::refused || error.code() != "file.malformed") throw;
            network_.remarks.push_back({line_, error.what()});
        }
    }
}

// Nodes

void NetworkBuilder::add_node(Node node) {
    const bool is_junction = node.kind == Node::Kind::junction;
    auto& list = is_junction ? junctions_ : sources_;
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
    if (list.size() >= most) throw refusal(sentence("The network has too many nodes. At most 2^30 are supported."));
    const auto at = static_cast<std::int32_t>(list.size());
    const auto [known, is_new] = nodes_.emplace(words_[0], Place{line_, is_junction ? at : -1 - at});
    if (!is_new)
        throw refusal(sentence("The node {node} is already defined on line {line}.",
                               {{"node", quoted(words_[0])}, {"line", known->second.line}}));
    node.id = std::string(words_[0]);
    list.push_back(std::move(node));
}

void NetworkBuilder::read_junction() {
    Node node;
    node.elevation = words_.size() > 1 ? number(1, sentence_pattern("an elevation")) : 0;
    const double base = words_.size() > 2 ? number(2, sentence_pattern("a demand")) : 0;
    add_node(node);
    demands_.push_back({static_cast<std::int32_t>(junctions_.size() - 1), base,
                        words_.size() > 3 ? words_[3] : std::string_view(), line_});
}

void NetworkBuilder::read_reservoir() {
    require_words(2, sentence_pattern("a reservoir consists of a name and a head"));
    Node node;
    node.kind = Node::Kind::reservoir;
    node.elevation = number(1, sentence_pattern("a head"));
    add_node(node);
    if (words_.size() > 2)
        head_patterns_.push_back({static_cast<std::int32_t>(sources_.size() - 1), node.elevation, words_[2], line_});
}

void NetworkBuilder::read_tank() {
    // Like EPANET, treat a line with at most three words as a reservoir.
    if (words_.size() <= 3) return read_reservoir();
    require_words(6, sentence_pattern("a tank consists of a name, an elevation, three levels and a diameter"));
    Node node;
    node.kind = Node::Kind::tank;
    node.elevation = number(1, sentence_pattern("an elevation"));
    node.level = number(2, sentence_pattern("a level"));
    number(3, sentence_pattern("a lowest level"));
    number(4, sentence_pattern("a highest level"));
    at_least_zero(5, sentence_pattern("a diameter"));
    add_node(node);
}

void NetworkBuilder::number_nodes() {
    network_.junctions = static_cast<std::int64_t>(junctions_.size());
    network_.nodes = std::move(junctions_);
    for (Node& source : sources_) network_.nodes.push_back(std::move(source));
    for (auto& [id, place] : nodes_)
        if (place.number < 0) place.number = static_cast<std::int32_t>(network_.junctions) - 1 - place.number;
}

void NetworkBuilder::read_demand() {
    require_words(2, sentence_pattern("a demand consists of a junction and a flow"));
    if (begins_with(words_[0], "MULT")) {
        network_.options.demand_multiplier = positive(1, sentence_pattern("a multiplier"));
        return;
    }
    const auto node = nodes_.find(words_[0]);
    if (node == nodes_.end())
        throw refusal(sentence("There is no junction named {junction}.", {{"junction", quoted(words_[0])}}));
    if (node->second.number >= network_.junctions) return; // like EPANET, ignore demands at reservoirs and tanks
    categories_.push_back({node->second.number, number(1, sentence_pattern("a demand")),
                           words_.size() > 2 ? words_[2] : std::string_view(), line_});
}

void NetworkBuilder::apply_patterns() {
    const auto with_line = [&](const Demand& demand) {
        line_ = demand.line;
        try {
            return multiplier(demand.pattern);
        } catch (const Error& error) {
            if (defects_ == Defects::refused) throw;
            network_.remarks.push_back({line_, error.what()});
            return 1.0;
        }
    };
    const auto node = [&](std::int32_t number) -> Node& { return network_.nodes[number]; };
    for (const Demand& demand : demands_) node(demand.junction).demand = demand.base * with_line(demand);
    for (const Demand& demand : categories_) node(demand.junction).demand = 0;
    for (const Demand& demand : categories_) node(demand.junction).demand += demand.base * with_line(demand);
    const auto first_source = static_cast<std::int32_t>(network_.junctions);
    for (const Demand& head : head_patterns_)
        node(first_source + head.junction).elevation = head.base * with_line(head);
    for (const Demand& speed : speed_patterns_) network_.links[speed.junction].setting = with_line(speed);
}

void NetworkBuilder::read_place() {
    require_words(3, sentence_pattern("a position consists of a node and two coordinates"));
    const Point place{number(1, sentence_pattern("a coordinate")), number(2, sentence_pattern("a coordinate"))};
    const auto node = nodes_.find(words_[0]);
    if (node == nodes_.end()) ++places_of_nobody_;
    else network_.nodes[node->second.number].place = place;
}

void NetworkBuilder::read_vertex() {
    require_words(3, sentence_pattern("a vertex consists of a link and two coordinates"));
    const Point vertex{number(1, sentence_pattern("a coordinate")), number(2, sentence_pattern("a coordinate"))};
    const auto link = links_.find(words_[0]);
    if (link == links_.end()) ++vertices_of_nobody_;
    else network_.links[link->second.number].vertices.push_back(vertex);
}

void NetworkBuilder::tell_of_nobody(std::int64_t lines, const char* section, const char* what) {
    if (lines == 0) return;
    network_.remarks.push_back(
        {0,
         sentence(
             "{lines} {lines:line|lines} of [{section}] {lines:was|were} skipped, because the {kind} does not exist.",
             {{"lines", lines}, {"section", section}, {"kind", what}})});
}

Error NetworkBuilder::refusal(const std::string& problem) const { return malformed(network_.name, line_, problem); }

void NetworkBuilder::require_words(std::size_t least, const char* form) const {
    if (words_.size() < least)
        throw refusal(sentence("Expected at least {least} words ({form}), found {count}.",
                               {{"least", least}, {"form", form}, {"count", words_.size()}}));
}

namespace {

std::optional<double> number_from(std::string_view word) {
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    double value = 0;
    const auto [end, failure] = portable::from_chars(word.data(), word.data() + word.size(), value);
    if (failure != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

} // namespace

bool NetworkBuilder::is_number(std::size_t index) const { return number_from(words_[index]).has_value(); }

double NetworkBuilder::number(std::size_t index, const char* what) const {
    const auto value = number_from(words_[index]);
    if (!value)
        throw refusal(sentence("Expected {quantity} as a number, found {found}.",
                               {{"quantity", what}, {"found", quoted(words_[index])}}));
    return *value;
}

double NetworkBuilder::positive(std::size_t index, const char* what) const {
    const double value = number(index, what);
    if (!(value > 0))
        throw refusal(sentence("Expected {quantity} greater than 0, found {found}.",
                               {{"quantity", what}, {"found", quoted(words_[index])}}));
    return value;
}

double NetworkBuilder::at_least_zero(std::size_t index, const char* what) const {
    const double value = number(index, what);
    if (value < 0)
        throw refusal(sentence("Expected {quantity} of at least 0, found {found}.",
                               {{"quantity", what}, {"found", quoted(words_[index])}}));
    return value;
}

namespace {

/// Maximum size of a network file in bytes, which is enough for ten million pipes.
constexpr std::size_t largest_network_text = std::size_t{1} << 30;

WaterNetwork read_network(const std::string& name, std::string_view text, const Progress& progress, Defects defects) {
    if (const auto kind = failed_download_kind(text.substr(0, std::size_t{4} << 10)))
        throw Error("file.malformed", malformed(name, 1, kind->sentence).what(), kind->hint);
    const InputLines input = split_input(name, text, progress);
    return NetworkBuilder(name, defects).build(input, progress);
}

} // namespace

WaterNetwork read_water_network(const std::string& path, const Progress& progress, Defects defects) {
    return read_network(path, read_text(path, largest_network_text, progress), progress, defects);
}

WaterNetwork read_water_network_text(const std::string& name, const std::string& text, Defects defects) {
    return read_network(name, text, {}, defects);
}

} // namespace warploom::network
