#pragma once

#include "app/experiment/cell_run.h"
#include "engine/experiment/cells.h"
#include "engine/simulated/card.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Modelled figures that were found before. Such a figure depends on the program, the card, the run and the numbers of its
/// input, and on nothing else, so it is kept under a hash of all of them: whatever of these changes, the figure is made anew.
class ModelledCache {
public:
    /// What one run gave, in all units and for all figures that were asked.
    struct Entry {
        std::vector<std::pair<std::string, experiment::Value>> values;   ///< by key_of(run, unit)
        std::vector<std::pair<std::string, std::uint64_t>> input_hashes; ///< which a result names among its facts
        const experiment::Value* find(const std::string& key) const;
    };

    /// `folder` is made when something is kept; empty: nothing is found, and nothing kept.
    explicit ModelledCache(std::string folder) : folder_(std::move(folder)) {}

    /// What names a run's figures; empty where they cannot be kept, because a file is read that is too large to be hashed
    /// or not there. `input` is the name of the one that was chosen; empty: it is made from its name alone.
    std::string key(const CellRun& run, const simulated::Card& card, const std::string& texts, bool quick,
                    const std::string& input) const;
    /// Nothing where there is none, or where the file is damaged.
    std::optional<Entry> find(const std::string& key) const;
    /// Failures to write are not told: the figure is there, and will be made again next time.
    void keep(const std::string& key, const Entry& entry) const;

    static std::string key_of(const CellRun& run, const std::string& unit);
    /// $XDG_CACHE_HOME/warploom/modelled, or ~/.cache/warploom/modelled.
    static std::string user_folder();

private:
    std::string folder_;
};

} // namespace warploom::app
