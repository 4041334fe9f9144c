#include "app/page/page_engine.h"
#include "engine/embedded_files.h"

#include <utility>

// The texts of kernels are no part of the engine of a page: the page gives those that it carries, before anything is
// asked.

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
    if (!given(false).empty()) return; // tables point to them
    for (EmbeddedFile& file : files) given(file.name.rfind("cg/", 0) == 0).push_back(std::move(file));
}

} // namespace app

} // namespace warploom
