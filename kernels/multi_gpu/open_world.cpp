#include "engine/error.h"
#include "kernels/machine/library_places.h"
#include "kernels/multi_gpu/world.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace warploom::kernels {

namespace {

constexpr const char* library_name = "libwarploom_mpi.so";
constexpr const char* hint = "Install MPI (libopenmpi-dev) and build the program there, then start it with "
                             "`mpirun -n 2 warploom-engine run spmv ... --machine cuda:mpi`.";

RankWorld* opened = nullptr;
void (*close_opened)() = nullptr;

} // namespace

RankWorld& open_world() {
    if (opened != nullptr) return *opened;
    std::string why = "this build has no library " + std::string(library_name);
    for (const auto& path : library_places(library_name)) {
        std::error_code none;
        if (!std::filesystem::exists(path, none)) continue;
        // Open MPI's own parts look for its symbols among those of all.
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            const char* const reason = dlerror();
            why = reason != nullptr ? reason : "no reason is given";
            break;
        }
        using Open = RankWorld*(const char**);
        auto* const open = reinterpret_cast<Open*>(dlsym(library, "warploom_mpi_open"));
        close_opened = reinterpret_cast<void (*)()>(dlsym(library, "warploom_mpi_close"));
        const char* reason = nullptr;
        if (open != nullptr && close_opened != nullptr) opened = open(&reason);
        if (opened != nullptr) return *opened;
        why = reason != nullptr ? reason : path.string() + " is not of this program";
        break;
    }
    throw Error("mpi.missing", "There is no MPI to share a matrix through: " + why + ".", hint);
}

void close_world() {
    if (opened != nullptr) close_opened();
    opened = nullptr;
}

} // namespace warploom::kernels
