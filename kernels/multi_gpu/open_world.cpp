#include "kernels/machine/dynamic_library.h"
#include "kernels/multi_gpu/world.h"

#include <string>

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
    // Open MPI's plug-ins look up its symbols in the global scope.
    const DynamicLibrary library = DynamicLibrary::of_program(library_name, DynamicLibrary::Symbols::for_all);
    std::string why = library.why_not();
    if (library.is_open()) {
        auto* const open = library.function<RankWorld*(const char**)>("warploom_mpi_open");
        close_opened = library.function<void()>("warploom_mpi_close");
        const char* reason = nullptr;
        if (open != nullptr && close_opened != nullptr) opened = open(&reason);
        if (opened != nullptr) return *opened;
        why = reason != nullptr ? reason : std::string(library_name) + " is not of this program";
    } else if (why.empty()) why = std::string("this build has no library ") + library_name;
    throw Error("mpi.missing", "There is no MPI to share a matrix through: " + why + ".", hint);
}

void close_world() {
    if (opened != nullptr) close_opened();
    opened = nullptr;
}

} // namespace warploom::kernels
