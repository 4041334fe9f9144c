#include "app/pitfalls/pitfall.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <array>

namespace warploom::app {

namespace {

struct Entry {
    const char* name;
    PitfallTables (*show)(const PitfallSettings&);
};
constexpr std::array<Entry, 5> pitfalls{{{"clock", clock_pitfall},
                                         {"first-run", first_run_pitfall},
                                         {"precision", precision_pitfall},
                                         {"cache-end", cache_end_pitfall},
                                         {"copies", copies_pitfall}}};

} // namespace

PitfallTables show_pitfall(const PitfallSettings& settings) {
    // Maximum number of unknowns; limited so that the user does not have to wait for long.
    constexpr std::int64_t most = 10'000'000;
    if (settings.n && (*settings.n < 1 || *settings.n > most))
        throw Error("pitfall.size", sentence("The number of unknowns cannot be {n}.", {{"n", *settings.n}}),
                    sentence("Use a number from 1 to {most}.", {{"most", most}}));
    std::string known;
    for (const Entry& entry : pitfalls) {
        if (settings.name == entry.name) return entry.show(settings);
        add_item(known, std::string(entry.name));
    }
    throw Error("pitfall.unknown", sentence("There is no pitfall named '{pitfall}'.", {{"pitfall", settings.name}}),
                sentence("Available pitfalls: {pitfalls}.", {{"pitfalls", known}}));
}

protocol::Pitfall pitfall_document(const PitfallSettings& settings, const PitfallTables& pitfall) {
    return {settings.name, pitfall.is_modelled ? measure::TimeKind::modelled : measure::TimeKind::measured,
            settings.machine.info().id, pitfall.sentence, pitfall.tables};
}

} // namespace warploom::app
