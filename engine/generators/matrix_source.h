#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>
#include <vector>

namespace warploom {

/// A parameter of a matrix generator, as displayed in forms and help texts.
struct GeneratorParameter {
    std::string name;
    std::string meaning; ///< short description
    double default_value = 0;
    double minimum = 0;
    double maximum = 0;
    bool integer = true;
};

struct GeneratorInfo {
    std::string name;
    std::string title;
    std::string summary;
    std::string source;
    bool positive_definite = false; ///< whether the matrix is positive definite with the default parameters
    std::vector<GeneratorParameter> parameters;
};

const std::vector<GeneratorInfo>& generators();

/// Returns whether the name is a generator string: the name of a generator, optionally followed by `:key=value,...`.
bool names_generator(std::string_view name);

/// Loads a matrix by name. The name is a path to a `.mtx`, `.mtx.gz` or `.npz` file, a water network such as
/// `FILE.inp:step=2,fill=1` (engine/network/network_source.h), or a generator. Any of these can be followed by an
/// ordering, as in `FILE.mtx|rcm` (engine/ordering/order.h). Errors: "file.missing", "file.malformed" (with file, line
/// and the expected text), "file.changed", "matrix.unknown", "matrix.parameter", "file.unsupported", "memory.limit",
/// "cancelled", "network.*" for networks without a matrix, and "order.*".
Matrix load_matrix(const std::string& name, const Progress& progress = {}, int threads = 0);

} // namespace warploom
