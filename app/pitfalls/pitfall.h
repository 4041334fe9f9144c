#pragma once

#include "app/info/describe.h"
#include "engine/protocol/messages/pitfall.h"
#include "engine/simulated/card.h"
#include "engine/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Selects a pitfall of performance measurement and a machine (see "The document of pitfall" in docs/protocol.md).
struct PitfallSettings {
    std::string name; ///< name of the pitfall: `clock`, `first-run`, `precision`, `cache-end` or `copies`
    kernels::Machine& machine;
    simulated::Card card;          ///< card whose performance model explains the effects if the machine has no GPU
    std::optional<std::int64_t> n; ///< number of unknowns; the largest one if the pitfall uses several sizes
    Progress progress;

    bool is_measured() const { return machine.card() == nullptr; }
    bool is_on_gpu() const { return machine.info().kind == MachineKind::cuda; }
    std::int64_t unknowns(std::int64_t measured, std::int64_t modelled) const {
        return n.value_or(is_measured() ? measured : modelled);
    }
};

struct PitfallTables {
    bool is_modelled = false;
    std::string sentence;
    std::vector<Table> tables; ///< tables of the pitfall, identified by their `title`
};

/// Runs the measurements of a pitfall. Errors: "pitfall.unknown", with a list of the pitfalls; "pitfall.size" for an
/// invalid n; "cancelled"; any error from binding.
PitfallTables show_pitfall(const PitfallSettings& settings);
protocol::Pitfall pitfall_document(const PitfallSettings& settings, const PitfallTables& pitfall);

// Each of these functions implements a pitfall from the appendix of Cerny (2011).
PitfallTables clock_pitfall(const PitfallSettings& settings);
PitfallTables first_run_pitfall(const PitfallSettings& settings);
PitfallTables precision_pitfall(const PitfallSettings& settings);
PitfallTables cache_end_pitfall(const PitfallSettings& settings);
PitfallTables copies_pitfall(const PitfallSettings& settings);

} // namespace warploom::app
