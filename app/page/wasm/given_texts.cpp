#include "app/page/page_engine.h"
#include "engine/shipped_texts.h"

#include <utility>

// The texts of kernels are no part of the engine of a page: the page gives those that it carries, before anything is asked.

namespace warploom {

namespace {

std::vector<BuiltInFile>& given(bool is_method) {
    static std::vector<BuiltInFile> products, methods;
    return is_method ? methods : products;
}

} // namespace

const std::vector<BuiltInFile>& method_texts();
const std::vector<BuiltInFile>& method_texts() { return given(true); }
const std::vector<BuiltInFile>& shipped_texts() { return given(false); }

namespace app {

void take_kernel_texts(std::vector<BuiltInFile> files) {
    if (!given(false).empty()) return; // tables point to them
    for (BuiltInFile& file : files) given(file.name.rfind("cg/", 0) == 0).push_back(std::move(file));
}

} // namespace app

} // namespace warploom
