#pragma once

#include "engine/network/water_network.h"
#include "engine/progress.h"

namespace warploom::network {

enum class Defects {
    refused, ///< the first malformed line ends the reading
    counted  ///< a malformed line becomes a remark and is passed over, for looking at broken files
};

/// Reads the input file (`.inp`, text or gzip) of EPANET 2: sections in any order, their names by the first four
/// letters in any case, `;` comments, text before the first section. Progress counts bytes. Sections without meaning
/// for the matrix are skipped; unknown ones, and those that would change a matrix but are not used, are remarks.
/// Errors: "file.missing", "file.malformed" (file, line and the expected text), "file.changed", "memory.limit",
/// "cancelled".
WaterNetwork read_water_network(const std::string& path, const Progress& progress = {},
                                Defects defects = Defects::refused);

/// Same for a text in memory; `name` replaces the path in messages.
WaterNetwork read_water_network_text(const std::string& name, const std::string& text,
                                     Defects defects = Defects::refused);

} // namespace warploom::network
