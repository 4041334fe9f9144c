#pragma once

#include "engine/items.h"

#include <string>
#include <vector>

namespace warploom {

/// A text file that travels inside the program. cmake/WarploomTexts.cmake writes the source that defines a list of them;
/// the header of the list's reader declares it.
struct BuiltInFile {
    std::string name; ///< below its folder: "gtx295.json", "kernels/spmv/csr_scalar.cu"
    std::string text;
};

/// Null where there is none of this name.
inline const BuiltInFile* find_built_in(const std::vector<BuiltInFile>& files, const std::string& name) {
    return find_item(files, &BuiltInFile::name, name);
}

} // namespace warploom
