#pragma once

#include "engine/generators/generators.h"

#include <string>

namespace warploom {

/// The minimum size of a generated matrix, computed from its parameters alone. The size is approximate for random
/// matrices.
struct GeneratedSize {
    double rows = 0, entries = 0;
    /// Returns the total size of the row pointers, columns and values in bytes.
    double bytes() const { return 8 * (rows + 1) + 12 * entries; }
};
/// Computes the size of a matrix for `name`, which must be the name of a generator.
GeneratedSize generated_size(const std::string& name, const GeneratorValues& values);

} // namespace warploom
