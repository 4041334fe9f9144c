#pragma once

#include "engine/items.h"

#include <string>
#include <vector>

namespace warploom {

/// A text file embedded in the program. cmake/WarploomTexts.cmake generates C++ source files that define lists of
/// embedded files. Each list is declared in the header of the code that uses it.
struct EmbeddedFile {
    /// Path relative to the root folder of the embedded files, such as "gtx295.json" or "kernels/spmv/csr_scalar.cu".
    std::string name;
    std::string text;
};

/// Returns the embedded file with this name, or null if there is none.
inline const EmbeddedFile* find_embedded_file(const std::vector<EmbeddedFile>& files, const std::string& name) {
    return find_item(files, &EmbeddedFile::name, name);
}

} // namespace warploom
