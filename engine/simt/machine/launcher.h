#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace warploom::simt {

enum class Element : std::uint8_t { int32, int64, float32, float64, uint8 };
constexpr bool is_real(Element element) { return element == Element::float32 || element == Element::float64; }
constexpr std::int64_t bytes_of(Element element) {
    if (element == Element::uint8) return 1;
    return element == Element::int32 || element == Element::float32 ? 4 : 8;
}
template <class T> constexpr Element element_of() {
    if (std::is_floating_point_v<T>) return sizeof(T) == 8 ? Element::float64 : Element::float32;
    return sizeof(T) == 8 ? Element::int64 : Element::int32;
}

/// A kernel launch. It is requested by the host function `run` for a real GPU, or by C++ code for the simulated GPU.
struct Launch {
    /// Name of the kernel, such as `csr_scalar<double>`. If C++ code requests the launch, there are no template
    /// arguments.
    std::string kernel;
    std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0; ///< size of extern __shared__ arrays in bytes
    std::vector<std::byte> arguments;
    std::vector<std::size_t> offsets;
    /// Whether the launch may start before the previous one has finished (programmatic dependent launch). The kernel
    /// then waits in cudaGridDependencySynchronize().
    bool is_early = false;
    /// Preferred shared memory carveout, in percent of the unified L1 cache; 0 for the default of the GPU.
    int carve_out = 0;
};

struct Fill {
    void* to = nullptr;
    int byte = 0;
    std::int64_t bytes = 0;
};

/// A request that the host function `run` sends to a launcher.
using HostStep = std::variant<Launch, Fill>;

/// Allocates arrays and executes kernels on a real GPU.
class Launcher {
public:
    virtual ~Launcher() = default;
    /// Allocates a scratch array, which the destructor of the launcher frees. Errors: "memory.limit".
    virtual void* scratch(std::int64_t bytes, const std::string& name) = 0;
    virtual void execute(HostStep step) = 0;
};

} // namespace warploom::simt
