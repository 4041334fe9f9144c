#pragma once

#include "app/run_spec/cell_run.h"
#include "engine/experiment/cells.h"
#include "engine/simulated/card.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Cache of modeled values. The cache key is a hash of everything that a value depends on: the card, the run, the
/// values of its input, and the sources of the model, the generators and the kernels (listed in
/// cmake/WarploomModelHash.cmake). If any of them changes, the value is computed again. The values of the built-in
/// experiments are embedded in the program (datasets/modelled). They are valid as long as these sources have not
/// changed.
class ModelledCache {
public:
    /// Modeled results of one run, in all requested units and metrics.
    struct Entry {
        /// Pairs of a key and a value. The key is returned by key_of(run, unit).
        std::vector<std::pair<std::string, experiment::CellValue>> values;
        /// Hashes of the inputs, which are shown in the metadata of a result.
        std::vector<std::pair<std::string, std::uint64_t>> input_hashes;
        const experiment::CellValue* find(const std::string& key) const;
    };

    /// Creates a cache. `folder` is created when the first value is stored. If `folder` is empty, values are not
    /// cached. `shipped` contains embedded values, as lines returned by line_of(). Values in the folder take precedence
    /// over embedded ones.
    explicit ModelledCache(std::string folder) : ModelledCache(std::move(folder), shipped_lines()) {}
    ModelledCache(std::string folder, const std::map<std::string, std::string>& shipped)
        : folder_(std::move(folder)), shipped_(&shipped) {}

    /// Returns the cache key of a run, or an empty string if the run cannot be cached because an input file is missing
    /// or too large to hash. `input` is the name of the selected input. If it is empty, the key does not depend on any
    /// input values.
    std::string key(const CellRun& run, const simulated::Card& card, const std::string& texts, bool quick,
                    const std::string& input) const;
    /// Returns a cache entry, or std::nullopt if it does not exist or its file is corrupt.
    std::optional<Entry> find(const std::string& key) const;
    /// Stores a cache entry. Write errors are ignored, because the value can be computed again next time.
    void keep(const std::string& key, const Entry& entry) const;

    /// Formats a cache entry as a line for a file in datasets/modelled.
    static std::string line_of(const std::string& key, const Entry& entry);
    /// Parses lines that were formatted by line_of(). Returns the lines by key, and ignores invalid lines.
    static std::map<std::string, std::string> lines_in(const std::string& text);
    /// Returns the cache entries that are embedded in the program, as lines by key.
    static const std::map<std::string, std::string>& shipped_lines();

    static std::string key_of(const CellRun& run, const std::string& unit);
    /// Returns the user's cache folder: $XDG_CACHE_HOME/warploom/modelled, or ~/.cache/warploom/modelled.
    static std::string user_folder();

private:
    std::string folder_;
    const std::map<std::string, std::string>* shipped_;
};

} // namespace warploom::app
