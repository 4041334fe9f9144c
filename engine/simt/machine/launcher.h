#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warploom::simt {

/// A launch as run asks for it, for another machine than that of this folder; or as C++ asks this machine for it.
struct Launch {
    std::string kernel; ///< `csr_scalar<double>`; asked for by C++, `csr_scalar`
    std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0; ///< of extern __shared__ arrays
    std::vector<std::byte> arguments;
    std::vector<std::size_t> offsets; ///< in `arguments`, one for each parameter
    bool is_early = false; ///< may begin while the launch before still runs: it waits by cudaGridDependencySynchronize
    int carve_out = 0;     ///< per cent of a multiprocessor's memory that shall be shared memory; 0: as the GPU likes
};

/// cudaMemset.
struct Fill {
    void* to = nullptr;
    int byte = 0;
    std::int64_t bytes = 0;
};

/// What run does, one after the other.
using HostStep = std::variant<Launch, Fill>;

/// Another place than this program's memory for arrays, and another machine for kernels.
class Launcher {
public:
    virtual ~Launcher() = default;
    /// Memory for a scratch array, which lives as long as the launcher. Errors: "memory.limit".
    virtual void* scratch(std::int64_t bytes, const std::string& name) = 0;
    virtual void carry_out(HostStep step) = 0;
};

} // namespace warploom::simt
