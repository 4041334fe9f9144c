#include "app/experiment/modelled_cache.h"

#include "engine/experiment/digest.h"
#include "engine/regular_file.h"
#include "engine/whole_file.h"
#include "engine/wire/fields.h"
#include "engine/wire/json.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warploom::app {

using wire::Json;

namespace {

constexpr std::size_t largest_entry = std::size_t{1} << 20;
constexpr std::size_t largest_input = std::size_t{64} << 20;

/// Of the program as it stands on the disk, kernels and all.
const std::string& program_hash() {
    static const std::string hash = [] {
        std::ifstream program("/proc/self/exe", std::ios::binary);
        std::ostringstream bytes;
        bytes << program.rdbuf();
        return program ? experiment::sha256(bytes.str()) : std::string();
    }();
    return hash;
}

/// What of an input's name is the file: `town.inp` of `town.inp:step=2`; empty for a generator.
std::string file_of(const std::string& input) {
    for (const char* ending : {".inp.gz", ".inp", ".mtx.gz", ".mtx"})
        if (const std::size_t at = input.find(ending); at != std::string::npos)
            return input.substr(0, at + std::string(ending).size());
    return {};
}

} // namespace

const experiment::Value* ModelledCache::Entry::find(const std::string& key) const {
    for (const auto& [name, value] : values)
        if (name == key) return &value;
    return nullptr;
}

std::string ModelledCache::key(const CellRun& run, const simulated::Card& card, const std::string& texts, bool quick,
                               const std::string& input) const {
    if (folder_.empty() || program_hash().empty()) return {};
    std::string about = program_hash() + "\n" + simulated::card_to_json(card) + "\n" + modelled_key(run) + "\n" +
                        (quick ? "quick" : "whole") + "\n" + (run.sample ? std::to_string(*run.sample) : "") + "\n" +
                        texts + "\n" + input + "\n";
    if (const std::string file = file_of(input); !file.empty()) try {
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
    const std::string path = folder_ + "/" + key + ".json";
    std::error_code missing;
    if (folder_.empty() || key.empty() || !std::filesystem::exists(path, missing)) return std::nullopt;
    try {
        const wire::Source source{"experiment.cache", "The kept figure is damaged", ""};
        const Json json = wire::parse(read_regular_file(path, largest_entry, ""), source);
        Entry entry;
        for (const auto& one : json.at("values"))
            entry.values.emplace_back(one.at("key").get<std::string>(),
                                      wire::read<experiment::Value>(one.at("value"), source));
        for (const auto& one : json.at("inputs"))
            entry.input_hashes.emplace_back(one.at("name").get<std::string>(), one.at("hash").get<std::uint64_t>());
        return entry;
    } catch (const std::exception&) { return std::nullopt; }
}

void ModelledCache::keep(const std::string& key, const Entry& entry) const {
    if (folder_.empty() || key.empty()) return;
    Json values = Json::array(), inputs = Json::array();
    for (const auto& [name, value] : entry.values) values.push_back({{"key", name}, {"value", wire::write(value)}});
    for (const auto& [name, hash] : entry.input_hashes) inputs.push_back({{"name", name}, {"hash", hash}});
    try {
        std::filesystem::create_directories(folder_);
        write_whole_file(folder_ + "/" + key + ".json", wire::to_line(Json{{"values", values}, {"inputs", inputs}}));
    } catch (const std::exception&) {} // a disk that is full does not end a run
}

std::string ModelledCache::user_folder() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
        return std::string(cache) + "/warploom/modelled";
    const char* home = std::getenv("HOME");
    return home == nullptr || home[0] != '/' ? std::string() : std::string(home) + "/.cache/warploom/modelled";
}

} // namespace warploom::app
