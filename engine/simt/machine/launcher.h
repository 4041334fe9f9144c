#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace warploom::simt {

/// The element types of arrays.
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

/// A kernel launch, which is requested either by the host function `run` for a real GPU, or by C++ code for the
/// simulated GPU.
struct Launch {
    /// Name of the kernel, such as `csr_scalar<double>`; without template arguments if C++ code requests the launch.
    std::string kernel;
    std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0; ///< size of the extern __shared__ arrays in bytes
    std::vector<std::byte> arguments;
    std::vector<std::size_t> offsets; ///< byte offset of each kernel parameter in `arguments`
    /// Whether the launch can start before the previous launch has finished (programmatic dependent launch). If so, the
    /// kernel waits in cudaGridDependencySynchronize().
    bool is_early = false;
    /// Preferred shared memory carveout in percent of the unified L1 cache; 0: default of the GPU.
    int carve_out = 0;
};

/// A call to cudaMemset().
struct Fill {
    void* to = nullptr;
    int byte = 0;
    std::int64_t bytes = 0;
};

/// An operation that the host function `run` requests from a launcher: a kernel launch or a cudaMemset().
using HostStep = std::variant<Launch, Fill>;

/// Allocates arrays and executes kernels on a real GPU.
class Launcher {
public:
    virtual ~Launcher() = default;
    /// Allocates a scratch array. The memory is freed when the launcher is destroyed. Errors: "memory.limit".
    virtual void* scratch(std::int64_t bytes, const std::string& name) = 0;
    virtual void execute(HostStep step) = 0;
};

} // namespace warploom::simt
