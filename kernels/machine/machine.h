#pragma once

#include "engine/error.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/measure/statistics.h"
#include "engine/progress.h"
#include "engine/sentence.h"
#include "engine/simt/machine/launcher.h"
#include "kernels/machine/bind_request.h"
#include "kernels/machine/card_measurement.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simulated {
struct Card;
}

namespace warploom::kernels {

/// Describes a kernel, with plain pointers so that descriptions can be compile-time constants.
struct KernelInfo {
    const char* id; ///< kernel ID, such as `csr-vector`
    /// ID of the storage format, such as `csr`; `arrays` or `records` for tridiagonal systems; `dense` for AᵀA
    const char* format;
    const char* title;
    const char* summary; ///< sentence that states what the threads do, and when the kernel is efficient or inefficient
    const char* source;
    RunsOn runs_on;
    bool takes_block = true; ///< whether users can choose the block size
};

/// Options for storage formats. Each format ignores the options of the others.
struct FormatOptions {
    int block_size = 0;     ///< BCSR: block size b; 0 for the largest b with well-filled blocks
    int slice_height = 32;  ///< SELL: number of rows per slice (C)
    int sort_window = 1024; ///< SELL: number of consecutive rows that are sorted together (sigma)
    /// Maximum size relative to CSR; larger conversions are rejected.
    double limit_factor = 8;
};

/// Memory footprint of a matrix in a storage format.
struct FormatSize {
    std::string format;
    std::int64_t bytes = 0;
    std::int64_t value_slots = 0; ///< number of stored values, including padding
    std::int64_t padding = 0;     ///< number of value slots without a nonzero
    std::int64_t csr_bytes = 0;   ///< size of the same matrix in CSR with 4-byte indices
    double conversion_ns = 0;     ///< time for the conversion from CSR on the host, in ns
};

/// Describes one array of a storage format in memory.
struct FormatArray {
    using Element = simt::Element;
    std::string name; ///< name of the kernel parameter, such as `row_pointer`, `column` or `value`
    Element element = Element::int32;
    const void* data = nullptr;
    std::int64_t size = 0; ///< number of elements
    bool is_value() const { return is_real(element); }
    std::int64_t bytes() const { return size * bytes_of(element); }
};

/// A matrix in a storage format in host memory. It is immutable, so several kernels and threads can share it.
class HostFormat {
public:
    virtual ~HostFormat() = default;
    virtual std::vector<FormatArray> arrays() const = 0;
    /// Scalars of a storage format, such as rows, cols, nonzeros, width and leading_dimension.
    using Numbers = std::vector<std::pair<std::string, std::int64_t>>;
    virtual Numbers numbers() const = 0;
    virtual const void* object() const = 0; ///< address of the format's struct, such as Ell<double>

    FormatSize footprint;
    std::int64_t rows = 0, cols = 0;
    Precision precision = Precision::float64;
};

struct FormatInfo {
    const char* id; ///< format ID, such as `ell`
    const char* title;
    const char* summary; ///< summary in one sentence
    const char* source;
};
const std::vector<FormatInfo>& formats();

/// Returns the size in bytes of a matrix in a storage format, without converting the matrix.
std::int64_t format_bytes_needed(const std::string& format, const CsrMatrix&, Precision, const FormatOptions&);
/// Converts a matrix to a storage format. Errors: "format.unknown"; "memory.limit" with the required size, if it
/// exceeds the free memory or limit_factor times the size of CSR; "matrix.index" if 4-byte indices cannot address the
/// matrix.
std::shared_ptr<const HostFormat> make_format(const std::string& format, const CsrMatrix&, Precision,
                                              const FormatOptions& = {}, const Progress& = {});

struct MachineInfo {
    std::string id;
    std::string title;
    MachineKind kind = MachineKind::cpu;
    /// Number of GPUs that share the rows of a matrix; if more than one, the matrix is bound as a SplitMatrix.
    int ranks = 1;
    /// Properties of the machine for the environment section, such as the number of cores, the L2 size and the driver
    /// version.
    std::vector<std::pair<std::string, std::string>> facts;
};

class Machine {
public:
    virtual ~Machine() = default;
    virtual const MachineInfo& info() const = 0;
    /// Returns the parameters of a simulated GPU, whose times are computed from counts and a model. Returns null for
    /// machines with measured times.
    virtual const simulated::Card* card() const { return nullptr; }

    /// Returns whether kernels of this type can run on the machine.
    virtual bool runs(RunsOn) const = 0;
    /// Binds a kernel to its input. Returns an object of the type `Input::Bound`. Errors: "kernel.unknown",
    /// "kernel.machine" (with the reason), "kernel.block", "kernel.format", "memory.limit", "device.fault";
    /// "kernel.refused", with the value, if the method does not support this input.
    virtual std::unique_ptr<Bound> bind(const BindRequest&) = 0;
    /// Binds a kernel and returns it as the bound type of its input.
    template <class Input>
    std::unique_ptr<typename Input::Bound> bind(const std::string& kernel, Input input, int block_size) {
        auto bound = bind(BindRequest{kernel, std::move(input), block_size});
        return std::unique_ptr<typename Input::Bound>(static_cast<typename Input::Bound*>(bound.release()));
    }
    /// Binds an SpMV kernel to an unsplit matrix.
    std::unique_ptr<BoundSpmv> bind(const std::string& kernel, std::shared_ptr<const HostFormat> format,
                                    int block_size) {
        return bind(kernel, SpmvInput{std::move(format)}, block_size);
    }

    /// Takes one timing sample: runs `batch` launches back to back and returns the time per launch. On a simulated
    /// machine, the result is host time, which is unrelated to the speed of the simulated GPU. For a cold sample, the
    /// caches are flushed before the first launch, outside the timed region, so batch must be 1.
    virtual measure::Sample sample(Bound&, CacheState, int batch) = 0;
    /// Returns the host time in ns from a launch until its result is available, including launch overhead.
    virtual double launch_to_finish_ns(Bound& work) { return sample(work, CacheState::warm, 1).time_ns; }
    /// Returns the bandwidth of a large copy in bytes per second (read plus written), or 0 if not applicable. It is
    /// measured only once.
    virtual double copy_bandwidth() { return 0; }
    /// Returns the bandwidth of a large copy between two GPUs in bytes per second, or 0 if there is only one GPU. It is
    /// measured only once.
    virtual double link_bandwidth() { return 0; }
    /// Returns the peak rate of multiply-adds (two operations each) in operations per second, or 0 if this machine
    /// cannot measure it. It is measured only once.
    virtual double peak_flops(Precision) { return 0; }
    /// Measures the parameters of a card file on this GPU. Errors: "card.measure" if the machine is not a single GPU.
    virtual CardMeasurement measure_card(const CardStep&) {
        throw Error("card.measure",
                    sentence("The machine {machine} is not a single GPU, so no card can be measured on it.",
                             {{"machine", info().id}}),
                    sentence("Specify cuda:N with --machine."));
    }
};

/// Returns all known kernels of an operation, in source order, even if no machine of this computer can run them. For
/// `cg`, returns the iterative methods. A method can be combined with any `spmv` kernel, unless it has its own
/// matrix-vector product (see `format`).
const std::vector<KernelInfo>& kernels_of(Operation);
const KernelInfo* find_kernel(Operation, const std::string& id);

inline const std::vector<KernelInfo>& spmv_kernels() { return kernels_of(Operation::spmv); }
inline const KernelInfo* find_spmv_kernel(const std::string& id) { return find_kernel(Operation::spmv, id); }

/// Returns the kernel with this ID. Errors: "kernel.unknown"; "kernel.machine" if the kernel does not run on the
/// machine.
const KernelInfo& require_kernel(Operation, const std::string& id, const Machine& machine);
/// Throws Error("kernel.block") unless the block size is a multiple of 32 from 32 to 1024.
inline void require_block(int block_size) {
    if (block_size < 32 || block_size > 1024 || block_size % 32 != 0)
        throw Error("kernel.block",
                    sentence("A block of {threads} threads cannot be launched.", {{"threads", block_size}}),
                    sentence("Choose a multiple of 32 from 32 to 1024."));
}
/// Validates a request. The kernel must exist, run on the machine and read the format of the input. The matrix must not
/// be split if the machine has a single memory. Errors: "kernel.unknown", "kernel.machine", "kernel.format".
const KernelInfo& require_kernel(const BindRequest& request, const Machine& machine);
/// Throws Error("kernel.machine") if the matrix is split over several GPUs, for machines with a single memory.
inline void require_whole(const BindRequest& request, const Machine& machine) {
    if (request.is_split())
        throw Error("kernel.machine",
                    sentence("The machine {machine} is a single device, so a matrix cannot be split on it.",
                             {{"machine", machine.info().id}}),
                    sentence("Choose several GPUs, such as cuda:0,1 or cuda:all."));
}
/// Throws Error("kernel.format") if the matrix of a request is not in the format `wanted`.
inline void require_format(const BindRequest& request, const std::string& wanted) {
    const auto* const product = std::get_if<SpmvInput>(&request.input);
    if (product != nullptr && product->format->footprint.format != wanted)
        throw Error(
            "kernel.format",
            sentence("Kernel '{kernel}' reads the format {wanted}, not {format}.",
                     {{"kernel", request.kernel}, {"wanted", wanted}, {"format", product->format->footprint.format}}),
            sentence("Convert the matrix to {format} first.", {{"format", wanted}}));
}

/// Returns the machines of this computer: `cpu`, and one `simulated:CARD` per card file (built-in or the user's own).
/// Also returns `cuda:N` if the CUDA plug-in was built, its libraries are found and there is a device.
std::vector<std::unique_ptr<Machine>> machines();
/// Returns the reason why no machine `cuda:N` is available, or an empty string if there is one.
std::string why_no_cuda();
/// Opens the machine with this ID. `simulated:/path/card.json` uses this card file; `simulated:ID` rereads the card's
/// file. `cuda:0,1` and `cuda:all` open several GPUs as one machine (docs/multi-gpu.md). Errors: "machine.unknown" with
/// the list of machines, or with the reason why CUDA is unavailable; "card.*" for an invalid card file.
std::unique_ptr<Machine> open_machine(const std::string& id);

} // namespace warploom::kernels
