#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>
#include <vector>

namespace warploom {

/// One parameter of a generator, as forms and help texts show it.
struct GeneratorParameter {
    std::string name;
    std::string meaning; ///< one phrase in plain words
    double default_value = 0;
    double minimum = 0;
    double maximum = 0;
    bool integer = true;
};

struct GeneratorInfo {
    std::string name;               ///< `random-rows`
    std::string summary;            ///< one sentence
    std::string source;             ///< the paper it comes from, or empty
    bool positive_definite = false; ///< with its default parameters
    std::vector<GeneratorParameter> parameters;
};

const std::vector<GeneratorInfo>& generators();

/// Whether the name is written like a generator (`word` or `word:key=value,...` with a known first word).
bool names_generator(std::string_view name);

/// Loads whatever the name says: a path to `.mtx`, `.mtx.gz` or `.npz`, a water network such as
/// `FILE.inp:step=2,fill=1` (engine/network/network_source.h), or a generator; each may have an order behind a bar, as
/// in `FILE.mtx|rcm` (engine/ordering/order.h).
/// Errors: "file.missing", "file.malformed" (names file, line and the expected text), "file.changed", "matrix.unknown",
/// "matrix.parameter", "file.unsupported", "memory.limit", "cancelled", and "network.*" of networks without a matrix,
/// "order.*".
Matrix load_matrix(const std::string& name, const Progress& progress = {}, int threads = 0);

} // namespace warploom
