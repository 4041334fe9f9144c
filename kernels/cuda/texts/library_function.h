#pragma once

#include "engine/error.h"

#include <dlfcn.h>

#include <string>

namespace warploom::kernels {

/// A function of a library that was loaded, or could not be (null). `whose`: "The NVRTC that was found".
/// Errors: "kernel.compiler" where there is no such function.
template <class Function>
void find_function(void* library, const char* name, Function*& function, const char* whose, const char* hint) {
    if (library != nullptr) function = reinterpret_cast<Function*>(dlsym(library, name));
    if (function == nullptr)
        throw Error("kernel.compiler", std::string(whose) + " has no function " + name + ".", hint);
}

} // namespace warploom::kernels
