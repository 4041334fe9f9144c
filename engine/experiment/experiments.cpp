// Which experiments there are.

#include "engine/built_in.h"
#include "engine/error.h"
#include "engine/experiment/experiment.h"
#include "engine/experiment/natural_order.h"
#include "engine/regular_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace warploom {
const std::vector<BuiltInFile>& built_in_experiments(); // datasets/experiments/*.json
} // namespace warploom

namespace warploom::experiment {

namespace {

Experiment experiment_in(const std::string& path) {
    const std::string text = read_regular_file(path, largest_experiment, "An experiment file has a few kilobytes.");
    Experiment experiment = experiment_from_json(text, path);
    carry_kernels(experiment, std::filesystem::path(path).parent_path().string(), path);
    return experiment;
}

void complain(std::vector<std::string>* complaints, const Error& error) {
    if (complaints != nullptr) complaints->push_back(error.what() + (error.hint().empty() ? "" : " " + error.hint()));
}

/// The program's own, and what is wrong with those that cannot be read; read once.
struct BuiltIn {
    std::vector<Experiment> experiments;
    std::vector<Error> refusals;
};
const BuiltIn& built_in() {
    static const BuiltIn all = [] {
        BuiltIn read;
        for (const BuiltInFile& file : built_in_experiments()) try {
                read.experiments.push_back(experiment_from_json(file.text, file.name));
            } catch (const Error& error) { read.refusals.push_back(error); }
        std::stable_sort(read.experiments.begin(), read.experiments.end(), [](const auto& a, const auto& b) {
            if (a.source != b.source) return natural_less(a.source, b.source);
            return natural_less(a.place, b.place);
        });
        return read;
    }();
    return all;
}

} // namespace

const std::vector<Experiment>& own_experiments() { return built_in().experiments; }

std::vector<Experiment> experiments(std::vector<std::string>* complaints) {
    std::vector<Experiment> all = own_experiments();
    for (const auto& error : built_in().refusals) complain(complaints, error);
    std::vector<std::filesystem::path> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(user_folder(), missing))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) try {
            Experiment own = experiment_in(path.string());
            if (std::any_of(all.begin(), all.end(), [&](const auto& other) { return other.id == own.id; }))
                throw Error("experiment.format", "The experiment " + path.string() +
                                                     " cannot be used: there is another one with the id \"" + own.id +
                                                     "\".");
            all.push_back(std::move(own));
        } catch (const Error& error) { complain(complaints, error); }
    return all;
}

Experiment find_experiment(const std::string& id_or_path) {
    const bool looks_like_a_path =
        id_or_path.find('/') != std::string::npos ||
        (id_or_path.size() > 5 && id_or_path.compare(id_or_path.size() - 5, 5, ".json") == 0);
    if (looks_like_a_path) return experiment_in(id_or_path);
    std::string list;
    for (auto& experiment : experiments()) {
        if (experiment.id == id_or_path) return experiment;
        list += (list.empty() ? "" : ", ") + experiment.id;
    }
    throw Error("experiment.unknown", "There is no experiment \"" + id_or_path + "\".",
                "Known are: " + list + ". An experiment file can be named by its path.");
}

std::string user_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
        return std::string(data) + "/warploom/experiments";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : ".") + "/.local/share/warploom/experiments";
}

} // namespace warploom::experiment
