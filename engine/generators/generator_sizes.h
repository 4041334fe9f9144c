#pragma once

#include "engine/generators/generators.h"

#include <string>

namespace warploom {

/// Minimum size of a generated matrix, computed from the parameters alone. Approximate for random matrices.
struct GeneratedSize {
    double rows = 0, entries = 0;
    /// Returns the total size of the row pointers, columns and values in bytes.
    double bytes() const { return 8 * (rows + 1) + 12 * entries; }
};
/// Computes the minimum size of the matrix for a generator string. `name` must be the name of a generator.
GeneratedSize generated_size(const std::string& name, const GeneratorValues& values);

} // namespace warploom
