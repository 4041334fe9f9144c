#include "engine/simulated/card.h"

#include "engine/atomic_file.h"
#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/protocol/serialization/keys.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sstream>

namespace warploom {

const std::vector<EmbeddedFile>& built_in_cards(); // the files in datasets/cards, which are embedded in the program
} // namespace warploom

namespace warploom::simulated {

namespace {

/// Returns a built-in card. Parses each file on first use, because parsing all of them would take a third of the time
/// until a page shows its first result.
const Card& own_card(const EmbeddedFile& file) {
    static std::mutex mutex;
    static std::map<std::string, Card> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(file.name);
    if (found != known.end()) return found->second;
    return known.emplace(file.name, card_from_json(file.text, file.name)).first->second;
}

const std::vector<Card>& own_cards() {
    static const std::vector<Card> list = [] {
        std::vector<Card> read;
        for (const EmbeddedFile& file : built_in_cards()) read.push_back(own_card(file));
        std::stable_sort(read.begin(), read.end(),
                         [](const Card& a, const Card& b) { return a.announced < b.announced; });
        return read;
    }();
    return list;
}

/// Removes errors of the model that the card shares with a built-in card, although its figures differ. They were copied
/// with the file, and say nothing about this card.
Card without_copied_errors(Card card) {
    for (const Card& own : own_cards()) {
        const auto& fields = card_fields();
        const bool has_own_figures =
            card.coalescing == own.coalescing && std::all_of(fields.begin(), fields.end(), [&](const CardField& field) {
                return card.*field.value == own.*field.value;
            });
        if (has_own_figures) continue;
        if (card.model_error == own.model_error && card.model_cells == own.model_cells) {
            card.model_error = never_compared;
            card.model_cells = 0;
        }
        if (card.measured_error == own.measured_error && card.measured_pairs == own.measured_pairs) {
            card.measured_error = never_compared;
            card.measured_pairs = 0;
        }
    }
    return card;
}

Card card_in(const std::string& path) {
    const std::string text = read_regular_file(
        path, largest_card, sentence("Card files are JSON files of a few kilobytes. Check the path."));
    return without_copied_errors(card_from_json(text, path));
}

std::vector<Card> user_cards(std::vector<std::string>* complaints) {
    std::vector<Card> found;
    std::vector<std::filesystem::path> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(user_card_folder(), missing))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) try {
            Card card = card_in(path.string());
            if (card.id != path.stem().string())
                throw Error("card.format",
                            sentence("The card {card} cannot be used: its ID \"{id}\" differs from the file name.",
                                     {{"card", path.string()}, {"id", card.id}}));
            found.push_back(std::move(card));
        } catch (const Error& error) {
            if (complaints != nullptr)
                complaints->push_back(error.what() + (error.hint().empty() ? "" : " " + error.hint()));
        }
    return found;
}

} // namespace

std::vector<Card> cards(std::vector<std::string>* complaints) {
    std::vector<Card> all = own_cards();
    std::vector<Card> others, own = user_cards(complaints);
    for (auto& card : own) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const Card& c) { return c.id == card.id; });
        if (same != all.end()) *same = std::move(card);
        else others.push_back(std::move(card));
    }
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

Card find_card(const std::string& id_or_path) {
    for (auto& card : user_cards(nullptr))
        if (card.id == id_or_path) return card;
    if (const EmbeddedFile* const file = find_embedded_file(built_in_cards(), id_or_path + ".json"))
        return own_card(*file);
    const bool looks_like_a_path =
        id_or_path.find('/') != std::string::npos ||
        (id_or_path.size() > 5 && id_or_path.compare(id_or_path.size() - 5, 5, ".json") == 0);
    if (looks_like_a_path) return card_in(id_or_path);
    const std::string prefix = "simulated:"; // names of simulated machines consist of this prefix and the ID of a card
    std::vector<std::string> known;
    for (const auto& card : cards()) known.push_back(card.id);
    throw Error("card.unknown", sentence("There is no card named \"{card}\".", {{"card", id_or_path}}),
                did_you_mean(id_or_path.starts_with(prefix) ? id_or_path.substr(prefix.size()) : id_or_path, known) +
                    " " + sentence("You can also specify the path of a card file."));
}

std::string user_card_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
        return std::string(data) + "/warploom/cards";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : ".") + "/.local/share/warploom/cards";
}

std::string save_user_card(const Card& card) {
    const std::string text = card_to_json(card);
    card_from_json(text, card.id); // throws if the saved file could not be loaded again
    const std::string path = user_card_folder() + "/" + card.id + ".json";
    std::error_code failure;
    std::filesystem::create_directories(user_card_folder(), failure);
    if (failure)
        throw Error("file.write",
                    sentence("Cannot write '{file}' because its folder cannot be created: {reason}.",
                             {{"file", path}, {"reason", failure.message()}}),
                    sentence("Free some space, or set XDG_DATA_HOME to a folder that you can write to."));
    write_whole_file(path, text, true);
    return path;
}

const std::vector<CardField>& card_fields() {
    static const std::vector<CardField> fields{
        {"multiprocessors", "Multiprocessors", "", &Card::multiprocessors, 1, 4096, true},
        {"clock_ghz", "Arithmetic unit clock", "GHz", &Card::clock_ghz, 0.01, 100, false},
        {"warp_instructions_per_clock", "Warp instructions per clock", "", &Card::warp_instructions_per_clock, 0.01, 64,
         false},
        {"fp32_per_clock", "Single-precision multiply-adds per clock", "", &Card::fp32_per_clock, 0.01, 4096, false},
        {"fp64_per_clock", "Double-precision multiply-adds per clock", "", &Card::fp64_per_clock, 0.01, 4096, false},
        {"threads_per_multiprocessor", "Resident threads", "", &Card::threads_per_multiprocessor, 32, 65536, true},
        {"blocks_per_multiprocessor", "Resident blocks", "", &Card::blocks_per_multiprocessor, 1, 1024, true},
        {"registers_per_multiprocessor", "Registers", "", &Card::registers_per_multiprocessor, 1024, 16777216, true},
        {"registers_per_thread", "Maximum registers per thread", "", &Card::registers_per_thread, 0, 1024, true, true},
        {"shared_bytes", "Shared memory", "bytes", &Card::shared_bytes, 0, 16777216, true},
        {"shared_banks", "Shared memory banks", "", &Card::shared_banks, 16, 32, true},
        {"block_threads", "Maximum threads per block", "", &Card::block_threads, 0, 4096, true, true},
        {"block_shared_bytes", "Maximum shared memory per block", "bytes", &Card::block_shared_bytes, 0, 16777216, true,
         true},
        {"grid_x", "Maximum blocks per grid in x", "", &Card::grid_x, 0, 2147483647, true, true},
        {"grid_y", "Maximum blocks per grid in y", "", &Card::grid_y, 0, 2147483647, true, true},
        {"grid_z", "Maximum blocks per grid in z", "", &Card::grid_z, 0, 2147483647, true, true},
        {"memory_bytes", "Memory", "bytes", &Card::memory_bytes, 0, 1e15, true, true},
        {"l1_bytes", "L1 cache", "bytes", &Card::l1_bytes, 0, 16777216, true},
        {"l1_line_bytes", "L1 line size", "bytes", &Card::l1_line_bytes, 0, 128, true},
        {"l1_ways", "L1 ways", "", &Card::l1_ways, 0, 64, true},
        {"l2_bytes", "L2 cache", "bytes", &Card::l2_bytes, 0, 1073741824, true},
        {"l2_line_bytes", "L2 line size", "bytes", &Card::l2_line_bytes, 0, 128, true},
        {"l2_ways", "L2 ways", "", &Card::l2_ways, 0, 64, true},
        {"l1_latency_ns", "L1 latency", "ns", &Card::l1_latency_ns, 0, 100000, false},
        {"l2_latency_ns", "L2 latency", "ns", &Card::l2_latency_ns, 0, 100000, false},
        {"dram_latency_ns", "Memory latency", "ns", &Card::dram_latency_ns, 1, 100000, false},
        {"l2_gbytes_per_s", "L2 bandwidth", "GB/s", &Card::l2_gbytes_per_s, 0, 1000000, false},
        {"dram_gbytes_per_s", "Memory bandwidth", "GB/s", &Card::dram_gbytes_per_s, 0.1, 1000000, false},
        {"launch_us", "Time between launches", "us", &Card::launch_us, 0, 100000, false},
        {"start_us", "Call overhead without launches", "us", &Card::start_us, 0, 100000, false, true},
        {"block_start_ns", "Time between block starts", "ns", &Card::block_start_ns, 0, 100000, false, true},
        {"transfer_gbytes_per_s", "Transfer rate", "GB/s", &Card::transfer_gbytes_per_s, 0.01, 100000, false},
        {"transfer_latency_us", "Transfer startup time", "us", &Card::transfer_latency_us, 0, 100000, false},
        {"l2_request_ns", "Time between L2 requests", "ns", &Card::l2_request_ns, 0, 1000, false, true},
        {"l2_fetch_bytes", "L2 fetch size", "bytes", &Card::l2_fetch_bytes, 0, 128, true, true},
        {"l2_slices", "L2 slices", "", &Card::l2_slices, 0, 4096, true, true},
        {"atomic_ns", "Time between atomics per slice", "ns", &Card::atomic_ns, 0, 1000, false, true},
        {"dram_access_ns", "Time between memory locations", "ns", &Card::dram_access_ns, 0, 1000, false, true},
        {"dram_partitions", "Memory partitions", "", &Card::dram_partitions, 0, 256, true, true},
        {"dram_row_bytes", "Memory row size per partition", "bytes", &Card::dram_row_bytes, 0, 1 << 20, true, true},
        {"dram_efficiency", "Fraction of memory bandwidth reached by streams", "", &Card::dram_efficiency, 0.01, 1,
         false},
        {"transaction_ns", "Time per transaction", "ns", &Card::transaction_ns, 0, 1000, false},
        {"gather_transaction_ns", "Time per gathered transaction", "ns", &Card::gather_transaction_ns, 0, 1000, false},
    };
    return fields;
}

namespace {

using protocol::Keys;
using protocol::Reader;

constexpr int file_version = 1;
constexpr protocol::JsonLimits file_limits{.bytes = largest_card, .levels = 16};
constexpr std::size_t most_fitted = 3;

protocol::DocumentSource source_of(const std::string& where, std::string text = {}) {
    return {"card.format", sentence("The card {card} cannot be used", {{"card", where}}), "", std::move(text),
            file_limits};
}

std::string shown(double value) {
    std::ostringstream text;
    text.precision(10);
    text << value;
    return text.str();
}

double number_of(const Reader& value, const std::string& key, double least, double greatest, bool is_whole) {
    if (!value.json().is_number()) value.refuse_saying(sentence("\"{key}\" must be a number.", {{"key", key}}));
    const double number = value.json().get<double>();
    if (!(number >= least && number <= greatest))
        value.refuse_saying(
            sentence("\"{key}\" must be between {least} and {greatest}, but it is {value}.",
                     {{"key", key}, {"value", shown(number)}, {"least", shown(least)}, {"greatest", shown(greatest)}}));
    if (is_whole && number != std::floor(number))
        value.refuse_saying(
            sentence("\"{key}\" must be an integer, but it is {value}.", {{"key", key}, {"value", shown(number)}}));
    return number;
}

void check_cache(const Keys& figures, const std::string& name, double bytes, double line_bytes, double ways) {
    if (bytes == 0) return;
    if (line_bytes != 128)
        figures.refuse(name + "_line_bytes", sentence("\"{key}\" must be 128, but it is {value}.",
                                                      {{"key", name + "_line_bytes"}, {"value", shown(line_bytes)}}));
    if (ways < 1)
        figures.refuse(name + "_ways",
                       sentence("\"{key}\" must not be 0 if the cache has a size.", {{"key", name + "_ways"}}));
    if (bytes < line_bytes * ways)
        figures.refuse(name + "_bytes", sentence("\"{key}\" is {value}, which is smaller than one set of cache lines.",
                                                 {{"key", name + "_bytes"}, {"value", shown(bytes)}}));
}

void check_together(const Card& card, const Keys& figures) {
    if (card.shared_banks != 16 && card.shared_banks != 32)
        figures.refuse("shared_banks", sentence("\"shared_banks\" must be 16 or 32, but it is {value}.",
                                                {{"value", shown(card.shared_banks)}}));
    check_cache(figures, "l1", card.l1_bytes, card.l1_line_bytes, card.l1_ways);
    check_cache(figures, "l2", card.l2_bytes, card.l2_line_bytes, card.l2_ways);
    if (card.l2_bytes > 0 && card.l2_gbytes_per_s <= 0)
        figures.refuse("l2_gbytes_per_s", sentence("\"l2_gbytes_per_s\" must not be 0 if the card has an L2 cache."));
}

bool is_safe_id(const std::string& id) {
    const auto is_fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && id.front() != '-' && std::all_of(id.begin(), id.end(), is_fine);
}

void read_figures(const Keys& figures, Card& card) {
    std::vector<std::string> known;
    for (const auto& field : card_fields()) known.emplace_back(field.key);
    figures.expect(known);
    for (const auto& field : card_fields()) {
        if (field.may_be_absent && !figures.has(field.key)) {
            card.source[field.key] = sentence("the value is unknown for this card; 0 excludes it from the model");
            continue;
        }
        const Reader place = figures.need(field.key);
        const Keys figure(place, "\"" + std::string(field.key) + "\"");
        figure.expect({"value", "source", "fitted"});
        card.*field.value = number_of(figure.need("value"), field.key, field.least, field.greatest, field.is_whole);
        card.source[field.key] = figure.text("source");
        if (figure.flag_or("fitted", false)) card.fitted.emplace_back(field.key);
    }
    if (card.fitted.size() > most_fitted)
        figures.object().refuse_saying(
            sentence("It has {count} fitted values, but at most 3 are allowed.", {{"count", card.fitted.size()}}));
    check_together(card, figures);
}

void check_version(const Keys& file, const std::string& where) {
    const Json& version = file.need("warploom_card").json();
    if (!version.is_number_integer())
        file.refuse("warploom_card", sentence("\"{key}\" must be an integer.", {{"key", "warploom_card"}}));
    if (version != file_version)
        throw Error("card.version",
                    sentence("The card {card} has version {theirs}, but this program reads version {ours}.",
                             {{"card", where}, {"theirs", version.dump()}, {"ours", file_version}}),
                    sentence("Copy one of the built-in cards and enter the values again."));
}

Coalescing rule_of(const Keys& file) {
    const std::string rule = file.text("coalescing");
    if (const auto known = named<Coalescing>(rule)) return *known;
    constexpr auto rules = words_of(Coalescing());
    file.refuse("coalescing", sentence("The coalescing rule \"{rule}\" is unknown.", {{"rule", rule}}),
                did_you_mean(rule, {rules.begin(), rules.end()}));
}

/// Returns the string value of a key. The key is required, but its value may be empty.
std::string maybe_empty(const Keys& file, const char* key) {
    file.need(key);
    return file.text_or(key, {});
}

Card read_card(const Json& document, const protocol::DocumentSource& source, const std::string& where) {
    if (!document.is_object()) protocol::refuse(source, 0, sentence("It is not a JSON object."));
    const Reader whole(document, source);
    const Keys file(whole, "");
    check_version(file, where);
    file.expect({"warploom_card", "id", "title", "compute_capability", "announced", "about", "coalescing", "figures",
                 "model_error", "model_cells", "measured_error", "measured_pairs"});
    Card card;
    card.id = maybe_empty(file, "id");
    if (!is_safe_id(card.id))
        file.refuse(
            "id", sentence("Its ID cannot be used as a file name."),
            sentence("An ID consists of 1 to 64 lowercase letters, digits, - and _, and must not start with -."));
    card.title = file.text("title");
    card.compute_capability = maybe_empty(file, "compute_capability");
    card.about = maybe_empty(file, "about");
    card.announced = file.text_or("announced", {});
    card.coalescing = rule_of(file);
    const Reader figures = file.need("figures");
    read_figures(Keys(figures, "\"figures\""), card);
    const auto read_error = [&](const char* key, double& error, const char* count_key, int& count) {
        if (file.has(key) && !file.at(key).is_nothing()) {
            const double found = number_of(file.at(key), key, 0, 1000, false);
            // In earlier versions of the format, an error of 0 meant that the model had never been compared with
            // measurements.
            if (found > 0) error = found;
        }
        if (file.has(count_key)) count = static_cast<int>(number_of(file.at(count_key), count_key, 0, 1000000, true));
    };
    read_error("model_error", card.model_error, "model_cells", card.model_cells);
    read_error("measured_error", card.measured_error, "measured_pairs", card.measured_pairs);
    return card;
}

} // namespace

Card card_from_json(const std::string& text, const std::string& where) {
    const protocol::DocumentSource source = source_of(where, text);
    return read_card(protocol::parse(source), source, where);
}

Card card_from_document(const Json& document, const std::string& where) {
    return read_card(document, source_of(where), where);
}

Json card_document(const Card& card) {
    Json figures = Json::object();
    for (const auto& field : card_fields()) {
        const auto source = card.source.find(field.key);
        const bool has_source = source != card.source.end() && !source->second.empty();
        Json figure{{"value", protocol::number(card.*field.value)},
                    {"source", has_source ? source->second : sentence("not stated")}};
        if (std::find(card.fitted.begin(), card.fitted.end(), field.key) != card.fitted.end()) figure["fitted"] = true;
        figures[field.key] = std::move(figure);
    }
    Json json{{"warploom_card", file_version},
              {"id", card.id},
              {"title", card.title},
              {"compute_capability", card.compute_capability},
              {"about", card.about},
              {"coalescing", to_string(card.coalescing)},
              {"figures", std::move(figures)},
              {"model_error", protocol::number(card.model_error)},
              {"model_cells", card.model_cells}};
    if (!card.announced.empty()) json["announced"] = card.announced;
    if (card.measured_error > 0) {
        json["measured_error"] = card.measured_error;
        json["measured_pairs"] = card.measured_pairs;
    }
    return json;
}

std::string card_to_json(const Card& card) {
    return card_document(card).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warploom::simulated
