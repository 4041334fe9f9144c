// Source of libwarploom_mpi, the only library that depends on MPI. The rest of the program works with any MPI
// implementation.
#include "kernels/multi_gpu/world.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

class MpiWorld final : public warploom::kernels::RankWorld {
public:
    MpiWorld() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
        int length = 0;
        MPI_Get_library_version(text.data(), &length);
        name_ = std::string(text.data(), static_cast<std::size_t>(length));
        name_ = name_.substr(0, name_.find_first_of(",\n"));
    }
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    std::string name() const override { return name_; }
    void broadcast(std::string& bytes, int from) override {
        auto length = static_cast<std::int64_t>(bytes.size());
        MPI_Bcast(&length, 1, MPI_INT64_T, from, MPI_COMM_WORLD);
        bytes.resize(static_cast<std::size_t>(length));
        // Maximum size of an MPI call in bytes. It is limited because MPI counts are ints.
        constexpr std::int64_t most = std::int64_t{1} << 30;
        for (std::int64_t at = 0; at < length; at += most)
            MPI_Bcast(bytes.data() + at, static_cast<int>(std::min(most, length - at)), MPI_BYTE, from, MPI_COMM_WORLD);
    }
    [[noreturn]] void abort() override {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        std::abort();
    }

private:
    int rank_ = 0, size_ = 1;
    std::string name_;
};

} // namespace

extern "C" {

/// Starts MPI. Returns null and sets the reason if this fails. After that, MPI itself terminates the process if an
/// operation fails.
__attribute__((visibility("default"))) warploom::kernels::RankWorld* warploom_mpi_open(const char** why_not) {
    int is_open = 0;
    if (MPI_Initialized(&is_open) == MPI_SUCCESS && is_open == 0 && MPI_Init(nullptr, nullptr) != MPI_SUCCESS) {
        *why_not = "MPI_Init failed";
        return nullptr;
    }
    static MpiWorld world;
    return &world;
}

__attribute__((visibility("default"))) void warploom_mpi_close() { MPI_Finalize(); }

} // extern "C"
