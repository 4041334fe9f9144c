#include "app/experiment/input_choice.h"

#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/network/network_source.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace warploom::app {

namespace {

/// Returns the name of an input file without its folder, because reports must not reveal a user's file paths.
std::string shown(const std::string& name) { return name.substr(name.rfind('/') + 1); }

std::string lower_first(std::string sentence) {
    if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    return sentence;
}

} // namespace

InputChoice::InputChoice(std::vector<std::string> folders) : folders_(std::move(folders)) {
    const char* const extra = std::getenv("WARPLOOM_EXTRA_DATA");
    std::string rest = extra == nullptr ? "" : extra;
    while (!rest.empty()) {
        const auto colon = rest.find(':');
        if (colon != 0) folders_.push_back(rest.substr(0, colon));
        rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    }
}

std::string InputChoice::found(const std::string& name) const {
    if (names_generator(name)) return name;
    const std::string file = network::file_of_name(name);
    const std::string options = name.substr(file.size());
    std::error_code failure;
    if (!std::filesystem::path(file).is_absolute())
        for (const auto& folder : folders_) {
            const auto path = std::filesystem::path(folder) / file;
            if (std::filesystem::exists(path, failure)) return path.string() + options;
        }
    return name;
}

InputChoice::Chosen InputChoice::choose(Operation operation, const std::vector<std::string>& names,
                                        const Progress& progress) {
    std::string key = kernels::to_string(operation);
    for (const auto& name : names) key += "\n" + name;
    const auto known = chosen_.find(key);
    if (known != chosen_.end()) {
        spec_of(operation).load(inputs_, known->second.name, progress);
        return known->second;
    }
    std::optional<Error> first;
    for (const auto& name : names) {
        try {
            Chosen chosen;
            chosen.name = found(name);
            spec_of(operation).load(inputs_, chosen.name, progress);
            if (first)
                chosen.note = sentence(
                    "{used} stands in for {wanted} ({reason}).",
                    {{"used", shown(name)}, {"wanted", shown(names.front())}, {"reason", lower_first(first->what())}});
            return chosen_[key] = chosen;
        } catch (const Error& error) {
            if (error.code() == "cancelled" || error.code() == "memory.limit") throw;
            if (!first) first = error;
        }
    }
    if (first) throw *first;
    throw Error("experiment.format", sentence("The run has no input."),
                sentence("Specify a matrix or a list of matrices."));
}

void InputChoice::note_hash(const std::string& name, std::uint64_t hash) {
    const std::pair<std::string, std::uint64_t> entry{shown(name), hash};
    if (std::find(hashes_.begin(), hashes_.end(), entry) == hashes_.end()) hashes_.push_back(entry);
}

} // namespace warploom::app
