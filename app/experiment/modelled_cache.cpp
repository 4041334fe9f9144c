#include "app/experiment/modelled_cache.h"

#include "engine/atomic_file.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/items.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/protocol/serialization/json.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace warploom {
// Source files that affect modeled values; defined by cmake/WarploomModelHash.cmake.
const std::vector<EmbeddedFile>& model_sources();
const std::vector<EmbeddedFile>& modelled_files(); // embedded files from datasets/modelled
} // namespace warploom

namespace warploom::app {

namespace {

constexpr std::size_t largest_entry = std::size_t{1} << 20;
constexpr std::size_t largest_input = std::size_t{64} << 20;

/// Returns a hash of the sources that affect the modeled values of this operation.
std::string source_hash(Operation operation) {
    const EmbeddedFile* const common = find_embedded_file(model_sources(), "common");
    const EmbeddedFile* const own = find_embedded_file(model_sources(), kernels::to_string(operation));
    return common == nullptr || own == nullptr ? std::string() : common->text + own->text;
}

Json json_of(const ModelledCache::Entry& entry) {
    Json values = Json::array(), inputs = Json::array();
    for (const auto& [name, value] : entry.values) values.push_back({{"key", name}, {"value", protocol::write(value)}});
    for (const auto& [name, hash] : entry.input_hashes) inputs.push_back({{"name", name}, {"hash", hash}});
    return {{"values", values}, {"inputs", inputs}};
}

/// Parses the text of a cache entry. Returns std::nullopt if the text is corrupt.
std::optional<ModelledCache::Entry> entry_in(const std::string& text) {
    try {
        const protocol::DocumentSource source{"experiment.cache", sentence("The cached entry is damaged"), ""};
        const Json json = protocol::parse(text, source);
        ModelledCache::Entry entry;
        for (const auto& one : json.at("values"))
            entry.values.emplace_back(one.at("key").get<std::string>(),
                                      protocol::read<experiment::CellValue>(one.at("value"), source));
        for (const auto& one : json.at("inputs"))
            entry.input_hashes.emplace_back(one.at("name").get<std::string>(), one.at("hash").get<std::uint64_t>());
        return entry;
    } catch (const std::exception&) { return std::nullopt; }
}

/// Returns the name of the file that an input is read from, such as `town.inp` for `town.inp:step=2`. Returns an empty
/// string for a generator.
std::string file_of(const std::string& input) {
    for (const char* ending : {".inp.gz", ".inp", ".mtx.gz", ".mtx", ".npz"})
        if (const std::size_t at = input.find(ending); at != std::string::npos)
            return input.substr(0, at + std::string(ending).size());
    return {};
}

} // namespace

const experiment::CellValue* ModelledCache::Entry::find(const std::string& key) const {
    const auto* const found = find_item(
        values, [](const auto& value) { return value.first; }, key);
    return found == nullptr ? nullptr : &found->second;
}

std::string ModelledCache::key(const CellRun& run, const simulated::Card& card, const std::string& texts, bool quick,
                               const std::string& input) const {
    const std::string sources = source_hash(run.operation);
    if (folder_.empty() || sources.empty()) return {};
    std::string about = sources + "\n" + simulated::card_to_json(card) + "\n" + modelled_key(run) + "\n" +
                        (quick ? "quick" : "whole") + "\n" + (run.sample ? std::to_string(*run.sample) : "") + "\n" +
                        texts + "\n" + input + "\n";
    // Hash only the file named in the first line. The note on the other lines may mention files that do not exist.
    if (const std::string file = file_of(input.substr(0, input.find('\n'))); !file.empty()) try {
            about += experiment::sha256(read_regular_file(file, largest_input, ""));
        } catch (const std::exception&) { return {}; }
    return experiment::sha256(about);
}

std::string ModelledCache::key_of(const CellRun& run, const std::string& unit) {
    std::string key = std::string(experiment::to_string(run.figure)) + "|" + unit;
    for (const auto& [name, value] : run.options) key += "|" + name + "=" + value;
    return key;
}

std::optional<ModelledCache::Entry> ModelledCache::find(const std::string& key) const {
    if (folder_.empty() || key.empty()) return std::nullopt;
    const std::string path = folder_ + "/" + key + ".json";
    std::error_code missing;
    if (std::filesystem::exists(path, missing)) try {
            if (auto entry = entry_in(read_regular_file(path, largest_entry, ""))) return entry;
        } catch (const Error&) {} // treat an unreadable file as missing
    const auto line = shipped_->find(key);
    return line == shipped_->end() ? std::nullopt : entry_in(line->second);
}

std::string ModelledCache::line_of(const std::string& key, const Entry& entry) {
    return key + " " + protocol::to_line(json_of(entry));
}

std::map<std::string, std::string> ModelledCache::lines_in(const std::string& text) {
    std::map<std::string, std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        // Number of hexadecimal digits of the hash at the start of a line. The rest of the line is parsed on demand.
        constexpr std::size_t digits = 64;
        if (line.size() > digits + 1 && line[digits] == ' ') lines[line.substr(0, digits)] = line.substr(digits + 1);
    }
    return lines;
}

const std::map<std::string, std::string>& ModelledCache::shipped_lines() {
    static const std::map<std::string, std::string> lines = [] {
        std::map<std::string, std::string> all;
        for (const EmbeddedFile& file : modelled_files()) all.merge(lines_in(file.text));
        return all;
    }();
    return lines;
}

void ModelledCache::keep(const std::string& key, const Entry& entry) const {
    if (folder_.empty() || key.empty()) return;
    try {
        std::filesystem::create_directories(folder_);
        write_whole_file(folder_ + "/" + key + ".json", protocol::to_line(json_of(entry)));
    } catch (const std::exception&) {} // ignore write errors: a full disk must not abort the run
}

std::string ModelledCache::user_folder() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
        return std::string(cache) + "/warploom/modelled";
    const char* home = std::getenv("HOME");
    return home == nullptr || home[0] != '/' ? std::string() : std::string(home) + "/.cache/warploom/modelled";
}

} // namespace warploom::app
