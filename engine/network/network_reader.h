#pragma once

#include "engine/network/water_network.h"
#include "engine/progress.h"

namespace warploom::network {

enum class Defects {
    refused, ///< stop with an error at the first malformed line
    counted  ///< skip malformed lines and report them as remarks; for inspecting broken files
};

/// Reads an EPANET 2 input file (`.inp`, plain text or gzip). Sections may be in any order and are identified by the
/// first four letters of their names, ignoring case. Supports `;` comments and text before the first section. Sections
/// that do not affect the matrix are skipped. Unknown sections, and sections that would affect the matrix but are not
/// supported, are reported as remarks. Progress counts bytes. Errors: "file.missing", "file.malformed" (with file, line
/// and the expected text), "file.changed", "memory.limit", "cancelled".
WaterNetwork read_water_network(const std::string& path, const Progress& progress = {},
                                Defects defects = Defects::refused);

/// Reads a water network from text in memory. `name` is used in error messages.
WaterNetwork read_water_network_text(const std::string& name, const std::string& text,
                                     Defects defects = Defects::refused);

} // namespace warploom::network
