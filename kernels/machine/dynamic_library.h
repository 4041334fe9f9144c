#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/machine/library_places.h"

#include <dlfcn.h>

#include <string>
#include <vector>

namespace warploom::kernels {

/// A shared library loaded at run time. It is never unloaded, because its threads and state live as long as the
/// process.
class DynamicLibrary {
public:
    enum class Symbols { own = RTLD_LOCAL, for_all = RTLD_GLOBAL };

    /// Loads the first file in the list that exists. File names without a folder are searched for in the library path.
    explicit DynamicLibrary(const std::vector<std::string>& files, Symbols symbols = Symbols::own) {
        for (const std::string& file : files) {
            handle_ = dlopen(file.c_str(), RTLD_NOW | static_cast<int>(symbols));
            if (handle_ != nullptr) return;
            const char* const reason = dlerror();
            if (why_not_.empty()) why_not_ = reason != nullptr ? reason : "no reason is given";
        }
    }
    /// Loads a library from library_places(). If it is in none of these folders, why_not() is empty.
    static DynamicLibrary of_program(const std::string& file, Symbols symbols = Symbols::own) {
        std::vector<std::string> there;
        std::error_code none;
        for (const auto& path : library_places(file))
            if (std::filesystem::exists(path, none)) there.push_back(path.string());
        return DynamicLibrary(there, symbols);
    }

    bool is_open() const { return handle_ != nullptr; }
    /// Returns the dynamic loader's message for the first file that could not be loaded, as the end of a sentence.
    const std::string& why_not() const { return why_not_; }
    /// Returns the address of a function, or null if it does not exist.
    template <class Function> Function* function(const char* name) const {
        return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name));
    }

private:
    void* handle_ = nullptr;
    std::string why_not_;
};

/// Looks up required functions of a shared library: `decltype(&f) f = find("f");`. `whose` begins the error message, as
/// in "The NVRTC library".
struct RequiredFunctions {
    DynamicLibrary library;
    const char *error, *whose, *hint;

    /// Converts to a function pointer of any type.
    struct Found {
        void (*function)();
        template <class Function> operator Function*() const { return reinterpret_cast<Function*>(function); }
    };
    Found operator()(const char* name) const {
        if (auto* const function = library.function<void()>(name)) return {function};
        throw Error(error, sentence("{library} has no function {name}.", {{"library", whose}, {"name", name}}), hint);
    }
};

} // namespace warploom::kernels
