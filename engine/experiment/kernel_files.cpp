// Reads the CUDA C files of an experiment and stores their source code in it.

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment.h"
#include "engine/experiment/result.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace warploom::experiment {

namespace {

namespace fs = std::filesystem;

std::set<std::string> kernel_files(const Experiment& experiment) {
    std::set<std::string> files;
    for (const Series& series : experiment.series) {
        if (!series.run) continue;
        for (const Bindings& at : bindings_of(experiment, series, false))
            for (const std::string* name : {&series.run->kernel, &series.run->modelled_kernel})
                if (std::string file = kernel_file_in(fill_in(*name, experiment, at)); !file.empty())
                    files.insert(std::move(file));
    }
    return files;
}

/// Returns the path of a file in the experiment's folder. Rejects paths outside the folder, so that an experiment
/// written by someone else cannot include other files from this computer.
fs::path inside(const fs::path& folder, const std::string& file, const std::string& where) {
    const fs::path path(file);
    const bool climbs = std::find(path.begin(), path.end(), "..") != path.end();
    std::error_code missing;
    const fs::path home = fs::weakly_canonical(folder / ".", missing),
                   full = fs::weakly_canonical(folder / path, missing);
    const auto [end, begin] = std::mismatch(home.begin(), home.end(), full.begin(), full.end());
    if (path.is_absolute() || climbs || end != home.end())
        throw Error(
            "experiment.format",
            sentence("The experiment {experiment} uses the kernel {file}, which is outside its folder.",
                     {{"experiment", where}, {"file", file}}),
            sentence("Move the kernel file to the folder of the experiment, so that they can be shared together."));
    return full;
}

} // namespace

std::string kernel_file_in(const std::string& kernel) {
    if (!kernel.ends_with(".cu")) return {};
    const std::size_t colon = kernel.rfind(':');
    if (colon == std::string::npos) return kernel;
    return kernel.substr(0, colon).ends_with("paper") ? std::string() : kernel.substr(colon + 1);
}

void carry_kernels(Experiment& experiment, const std::string& folder, const std::string& where) {
    constexpr std::size_t largest = std::size_t{1} << 16;
    Json document;
    for (const std::string& file : kernel_files(experiment)) {
        if (experiment.kernels.contains(file)) continue;
        if (document.is_null()) document = document_of(experiment);
        const std::string text = read_regular_file(
            inside(folder.empty() ? "." : folder, file, where).string(), largest,
            sentence("The experiment uses this file. The path is relative to the folder of the experiment."));
        document["kernels"][file] = experiment.kernels[file] = text;
    }
    if (!document.is_null()) experiment.text = document.dump(2) + "\n";
}

} // namespace warploom::experiment
