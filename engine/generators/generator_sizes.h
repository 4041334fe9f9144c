#pragma once

#include "engine/generators/generators.h"

#include <string>

namespace warploom {

/// What a generated matrix has at the least, told from its parameters alone; of random ones about what it has.
struct GeneratedSize {
    double rows = 0, entries = 0;
    /// Of the row pointers, columns and values.
    double bytes() const { return 8 * (rows + 1) + 12 * entries; }
};
/// `name`: of a generator that there is.
GeneratedSize generated_size(const std::string& name, const GeneratorValues& values);

} // namespace warploom
