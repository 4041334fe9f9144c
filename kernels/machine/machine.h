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

/// Describes a kernel. Uses plain pointers so that it can be defined as a constant.
struct KernelInfo {
    const char* id; ///< `csr-vector`
    /// ID of its format, such as `csr`; `arrays` or `records` for tridiagonal systems; `dense` for AᵀA
    const char* format;
    const char* title;   ///< such as "CSR, one warp per row"
    const char* summary; ///< one sentence: what the threads do, and for which matrices this is efficient or not
    const char* source;  ///< paper and section, or "reference"
    RunsOn runs_on;
    bool takes_block = true; ///< whether the block size can be chosen
};

/// Options of conversions. Each format reads the ones that apply to it.
struct FormatOptions {
    int block_size = 0;      ///< BCSR: b, 0 = detect the largest well-filled b
    int slice_height = 32;   ///< SELL: C
    int sort_window = 1024;  ///< SELL: sigma, rows sorted by length within it
    double limit_factor = 8; ///< conversions that need more than this many times the bytes of CSR are rejected
};

/// The memory footprint of a format.
struct FormatSize {
    std::string format;
    std::int64_t bytes = 0;       ///< all arrays of the format
    std::int64_t value_slots = 0; ///< stored values, padding included
    std::int64_t padding = 0;     ///< value slots that hold no nonzero
    std::int64_t csr_bytes = 0;   ///< the same matrix as CSR with 4-byte indices
    double conversion_ns = 0;     ///< from CSR, on the host
};

/// One array of a format in memory.
struct FormatArray {
    using Element = simt::Element;
    std::string name; ///< as in the kernel: `row_pointer`, `column`, `value`
    Element element = Element::int32;
    const void* data = nullptr;
    std::int64_t size = 0; ///< elements
    bool is_value() const { return is_real(element); }
    std::int64_t bytes() const { return size * bytes_of(element); }
};

/// A matrix in one format on the host. It is immutable and can be shared by several kernels and threads.
class HostFormat {
public:
    virtual ~HostFormat() = default;
    virtual std::vector<FormatArray> arrays() const = 0;
    /// The sizes of the format by name, such as rows, cols, nonzeros, width and leading_dimension.
    using Numbers = std::vector<std::pair<std::string, std::int64_t>>;
    virtual Numbers numbers() const = 0;
    virtual const void* object() const = 0; ///< the format's struct, e.g. Ell<double>

    FormatSize footprint;
    std::int64_t rows = 0, cols = 0;
    Precision precision = Precision::float64;
};

/// The name of a format, its memory footprint, and the conversion to it.
struct FormatInfo {
    const char* id;      ///< `ell`
    const char* title;   ///< such as "ELL with row lengths"
    const char* summary; ///< one sentence
    const char* source;
};
const std::vector<FormatInfo>& formats();

/// Returns the number of bytes that the format's arrays would take, without creating them.
std::int64_t format_bytes_needed(const std::string& format, const CsrMatrix&, Precision, const FormatOptions&);
/// Converts a matrix to a format. Errors: "format.unknown"; "memory.limit", with the required size, if it exceeds
/// limit_factor times CSR or the free memory; "matrix.index" if 4-byte indices cannot address the matrix.
std::shared_ptr<const HostFormat> make_format(const std::string& format, const CsrMatrix&, Precision,
                                              const FormatOptions& = {}, const Progress& = {});

struct MachineInfo {
    std::string id;    ///< `cpu`, `cuda:0`, `simulated:h200`
    std::string title; ///< "NVIDIA H200"
    MachineKind kind = MachineKind::cpu;
    int ranks =
        1; ///< number of GPUs that share the rows of a matrix; if more than one, the matrix is bound as a SplitMatrix
    std::vector<std::pair<std::string, std::string>>
        facts; ///< for the environment section, such as cores, L2, driver and clocks
};

class Machine {
public:
    virtual ~Machine() = default;
    virtual const MachineInfo& info() const = 0;
    /// Returns the card of a simulated machine, whose times come from counts and a model instead of a clock; null for
    /// machines whose times are measured.
    virtual const simulated::Card* card() const { return nullptr; }

    /// Returns whether such kernels run on this machine.
    virtual bool runs(RunsOn) const = 0;
    /// Binds a kernel to its input. Returns an object of the type `Input::Bound`. Errors: "kernel.unknown",
    /// "kernel.machine" (with the reason), "kernel.block", "kernel.format", "memory.limit", "device.fault";
    /// "kernel.refused", with the value, if the method does not support this input.
    virtual std::unique_ptr<Bound> bind(const BindRequest&) = 0;
    /// Same, but returns the type that belongs to the input.
    template <class Input>
    std::unique_ptr<typename Input::Bound> bind(const std::string& kernel, Input input, int block_size) {
        auto bound = bind(BindRequest{kernel, std::move(input), block_size});
        return std::unique_ptr<typename Input::Bound>(static_cast<typename Input::Bound*>(bound.release()));
    }
    /// Binds a product to an unsplit matrix.
    std::unique_ptr<BoundSpmv> bind(const std::string& kernel, std::shared_ptr<const HostFormat> format,
                                    int block_size) {
        return bind(kernel, SpmvInput{std::move(format)}, block_size);
    }

    /// Takes one sample: runs `batch` launches back to back and returns the time per launch. On a simulated machine,
    /// this is host time, which says nothing about the card. For a cold sample, the caches are flushed before the first
    /// launch, outside the timed region, so batch must be 1.
    virtual measure::Sample sample(Bound&, CacheState, int batch) = 0;
    /// Returns the host time from the call to the result of one launch, including the launch overhead.
    virtual double launch_to_finish_ns(Bound& work) { return sample(work, CacheState::warm, 1).time_ns; }
    /// Returns the rate of a large copy in bytes per second (read plus written), which is measured once; 0 if not
    /// applicable.
    virtual double copy_bandwidth() { return 0; }
    /// Returns the rate of a large copy between two GPUs in bytes per second, which is measured once; 0 if there is
    /// only one GPU.
    virtual double link_bandwidth() { return 0; }
    /// Returns the peak rate of multiply-adds in operations per second, where a multiply-add counts as two; measured
    /// once. 0 if it is not measured on this machine.
    virtual double peak_flops(Precision) { return 0; }
    /// Measures the parameters of a card file on this GPU. Errors: "card.measure" if this is not a single GPU.
    virtual CardMeasurement measure_card(const CardStep&) {
        throw Error("card.measure",
                    sentence("The machine {machine} is not a single GPU, so no card can be measured on it.",
                             {{"machine", info().id}}),
                    sentence("Specify cuda:N with --machine."));
    }
};

/// Returns all known kernels of an operation, in source order, even if no machine here can run them. For `cg`, these
/// are the methods; each of them runs with any `spmv` kernel, except for methods whose `format` indicates that they
/// have their own product.
const std::vector<KernelInfo>& kernels_of(Operation);
const KernelInfo* find_kernel(Operation, const std::string& id);

inline const std::vector<KernelInfo>& spmv_kernels() { return kernels_of(Operation::spmv); }
inline const KernelInfo* find_spmv_kernel(const std::string& id) { return find_kernel(Operation::spmv, id); }

/// Returns a kernel from the table. Errors: "kernel.unknown"; "kernel.machine" if it does not run on the machine.
const KernelInfo& require_kernel(Operation, const std::string& id, const Machine& machine);
/// Throws Error("kernel.block") unless the block size is a multiple of 32 from 32 to 1024.
inline void require_block(int block_size) {
    if (block_size < 32 || block_size > 1024 || block_size % 32 != 0)
        throw Error("kernel.block",
                    sentence("A block of {threads} threads cannot be launched.", {{"threads", block_size}}),
                    sentence("Choose a multiple of 32 from 32 to 1024."));
}
/// Validates a request before a machine binds it: the kernel must exist, run on the machine and read this format, and a
/// matrix must not be split for a machine with a single memory. Errors: "kernel.unknown", "kernel.machine",
/// "kernel.format".
const KernelInfo& require_kernel(const BindRequest& request, const Machine& machine);
/// Throws Error("kernel.machine") if a split matrix is given to a machine with a single memory.
inline void require_whole(const BindRequest& request, const Machine& machine) {
    if (request.is_split())
        throw Error("kernel.machine",
                    sentence("The machine {machine} is a single device, so a matrix cannot be split on it.",
                             {{"machine", machine.info().id}}),
                    sentence("Choose several GPUs, such as cuda:0,1 or cuda:all."));
}
/// Throws Error("kernel.format") if a product that reads `wanted` is given another format.
inline void require_format(const BindRequest& request, const std::string& wanted) {
    const auto* const product = std::get_if<SpmvInput>(&request.input);
    if (product != nullptr && product->format->footprint.format != wanted)
        throw Error(
            "kernel.format",
            sentence("Kernel '{kernel}' reads the format {wanted}, not {format}.",
                     {{"kernel", request.kernel}, {"wanted", wanted}, {"format", product->format->footprint.format}}),
            sentence("Convert the matrix to {format} first.", {{"format", wanted}}));
}

/// Returns the machines of this computer: `cpu`, one `simulated:CARD` per card (built-in or the user's own), and
/// `cuda:N` if the CUDA plug-in was built, its libraries are found and a device is available.
std::vector<std::unique_ptr<Machine>> machines();
/// Returns why there is no `cuda:N`, or an empty string if there is one.
std::string why_no_cuda();
/// Opens a machine. `simulated:/path/card.json` uses the card in that file; `simulated:ID` rereads the card's file.
/// `cuda:0,1` and `cuda:all` open several GPUs as one machine (docs/multi-gpu.md). Errors: "machine.unknown" with the
/// list of machines, or with the reason why CUDA is unavailable; "card.*" for an invalid card file.
std::unique_ptr<Machine> open_machine(const std::string& id);

} // namespace warploom::kernels
