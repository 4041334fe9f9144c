#include "app/page/page_engine.h"
#include "engine/embedded_files.h"

#include <utility>

// In a web page, the engine contains no kernel sources. The page passes them to the engine before the first request.

namespace warploom {

namespace {

std::vector<EmbeddedFile>& given(bool is_method) {
    static std::vector<EmbeddedFile> products, methods;
    return is_method ? methods : products;
}

} // namespace

const std::vector<EmbeddedFile>& method_texts();
const std::vector<EmbeddedFile>& method_texts() { return given(true); }
const std::vector<EmbeddedFile>& shipped_texts() { return given(false); }

namespace app {

void take_kernel_texts(std::vector<EmbeddedFile> files) {
    if (!given(false).empty()) return; // do not replace the stored sources, because other tables may refer to them
    for (EmbeddedFile& file : files) given(file.name.rfind("cg/", 0) == 0).push_back(std::move(file));
}

} // namespace app

} // namespace warploom
