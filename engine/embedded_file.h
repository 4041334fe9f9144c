#pragma once

#include "engine/items.h"

#include <string>
#include <vector>

namespace warploom {

/// A text file that is embedded in the program. cmake/WarploomTexts.cmake generates the source that defines a list of
/// them; the header of its reader declares it.
struct EmbeddedFile {
    std::string name; ///< below its folder: "gtx295.json", "kernels/spmv/csr_scalar.cu"
    std::string text;
};

/// Null where there is none of this name.
inline const EmbeddedFile* find_embedded_file(const std::vector<EmbeddedFile>& files, const std::string& name) {
    return find_item(files, &EmbeddedFile::name, name);
}

} // namespace warploom
