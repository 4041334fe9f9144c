#include "kernels/cuda/spmv/cusparse_spmvop.h"

#include "engine/sentence.h"

#include <dlfcn.h>

namespace warploom::kernels {

namespace {

template <class Function> bool found(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
    if (function == nullptr) { // the symbol is not visible here if the plug-in was loaded with local symbols
        Dl_info info{};
        if (dladdr(reinterpret_cast<const void*>(&cusparseCreate), &info) != 0 && info.dli_fname != nullptr)
            if (void* const library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD))
                function = reinterpret_cast<Function*>(dlsym(library, name));
    }
    return function != nullptr;
}

SpmvOp look_up() {
    SpmvOp op;
    const bool has_all = found("cusparseSpMVOp_bufferSize", op.buffer_size) &&
                         found("cusparseSpMVOp_createDescr", op.create_description) &&
                         found("cusparseSpMVOp_destroyDescr", op.destroy_description) &&
                         found("cusparseSpMVOp_createPlan", op.create_plan) &&
                         found("cusparseSpMVOp_destroyPlan", op.destroy_plan) && found("cusparseSpMVOp", op.run);
    return has_all ? op : SpmvOp{};
}

} // namespace

const SpmvOp& SpmvOp::of_library() {
    static const SpmvOp once = look_up();
    return once;
}

void SpmvOp::require() {
    if (exists()) return;
    throw Error("kernel.machine",
                sentence("SpMVOp requires cuSPARSE 12.7.3, but version {version} is loaded.",
                         {{"version", cusparse_version()}}),
                sentence("Set WARPLOOM_CUSPARSE to a newer libcusparse.so.12. `tools/newest-vendor` downloads one."));
}

} // namespace warploom::kernels
