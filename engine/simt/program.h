#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/machine/execution_limits.h"
#include "engine/simt/machine/launcher.h"
#include "engine/simt/machine/printed.h"
#include "engine/simt/trace/recorder.h"
#include "engine/simulated/card_limits.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

// A user-written kernel. Its CUDA C source is compiled to bytecode, which is interpreted. No native code is generated.

namespace warploom::simt {

/// An array that the caller provides. `run` can have a parameter with this name.
struct GivenArray {
    std::string name;
    Element element = Element::int32;
    void* data = nullptr;
    std::int64_t size = 0;    ///< number of elements
    bool may_write = false;   ///< whether the parameter of `run` can be a pointer to non-const
    bool is_gathered = false; ///< whether the kernel indexes the array with loaded values, like x in SpMV
    /// Whether the array is not initialized, so that elements must be written before they are read.
    bool is_empty = false;
    /// Whether the array is a result, or differs between calls. Such arrays cannot be passed to `prepare`.
    bool is_of_call = false;
    const void* host = nullptr; ///< host copy of the data; null if `run` cannot read the data
};

/// The arguments of `run`, which are bound to its parameters by name.
struct Given {
    std::vector<GivenArray> arrays;
    std::map<std::string, std::int64_t> numbers; ///< numeric arguments such as `rows`, `cols` and `block`, by name
};

struct Program;

struct Translation {
    std::shared_ptr<const Program> program; ///< null if there are errors
    std::vector<Diagnostic> refusals;       ///< compilation errors in source order
    /// Compilation cost in steps, which is the same on every machine (engine/simt/language/effort.h).
    std::int64_t steps = 0;
};

/// The entry points of a source: the function `run`, or the kernels, which are launched by name from C++ code.
enum class EntryPoint : std::uint8_t { run, kernels };

/// Compiles a kernel source. `name` is the file name used in diagnostics and results, such as "mine.cu". Can be
/// canceled through StoppableLaunches on this thread. Errors: "cancelled". Throws no other exceptions except
/// std::bad_alloc.
Translation translate(const std::string& name, const std::string& text, EntryPoint entry = EntryPoint::run);

/// Returns a disassembly of all kernels in one precision (code/schema.h).
std::string disassembly_of(const Program& program, bool is_double);
/// Verifies the generated code. Returns one sentence for each operand that is not a valid reference. Every such operand
/// is a compiler bug.
std::vector<std::string> violations_of(const Program& program);

/// The following functions query a program without executing it.
const std::string& name_of(const Program& program);
std::uint64_t hash_of(const Program& program); ///< returns a hash of the source and its headers
/// The directives at the top of a source, such as `// title: ELL, one thread per row`. A member is empty if there is no
/// such directive.
struct Head {
    std::string title, summary, source;
    std::string format; ///< matrix format, such as `ell`
    /// Name of the analysis that the host performs on the matrix, such as `row-lengths`. May be empty.
    std::string plan;
    /// Kernels that can start before the previous launch has finished (see simt::Launch).
    std::vector<std::string> early;
    std::map<std::string, int> carve_out; ///< for each kernel, the percentage of shared memory (see simt::Launch)
    bool takes_block = false;             ///< whether `run` has a parameter `block` for the number of threads per block
};
const Head& head_of(const Program& program);
/// Returns the directives at the top of a source without compiling it. Errors: "kernel.refused-text" for invalid
/// directives.
Head head_of_text(const std::string& text);
/// Returns the names of all kernel instances that `run` and `prepare` can launch in either precision, such as
/// `ell<double>`.
std::vector<std::string> instances_of(const Program& program);
/// Returns the opcodes of all kernels in double precision, which can be compared with those of other sources. They do
/// not depend on names, formatting or register allocation.
std::vector<std::uint32_t> operations_of(const Program& program);
/// Returns warnings about code that is correct for small inputs but fails for large inputs. The warnings are determined
/// by static analysis.
std::vector<Diagnostic> warnings_of(const Program& program, bool is_double);
/// Returns whether a kernel uses atomics on global memory or waits for other threads. The result may then depend on the
/// order in which blocks and warps execute.
bool depends_on_order(const Program& program, bool is_double);
/// Returns the names of all parameters of `run` in order, followed by additional parameters of `prepare`. Omits scratch
/// arrays.
std::vector<std::string> parameters_of(const Program& program);
/// Returns the source in a form that GPU compilers accept. Shared headers are inlined, and system headers and host code
/// are removed. Line numbers and file names are preserved.
std::string device_text(const Program& program);
/// Returns whether `run` can be called in this precision. A template supports both precisions.
bool computes_in(const Program& program, bool is_double);

/// Returns the name of a `__device__` variable that kernels can write. Returns an empty string if there is none.
std::string variable_of(const Program& program);

/// Returns a sentence that states why a card cannot run this program. Returns an empty string if it can. Unsupported
/// shuffles are not reported until the kernel is launched, because `run` may not launch it.
std::string why_not_on(const Program& program, const simulated::Card& card);

/// A program whose parameters are bound to arguments. Not thread-safe.
class Call {
public:
    /// Binds the arguments of a program. `is_double` states whether T is double. All arrays must outlive the call. If
    /// `launcher` is not null, it executes the launches of `run` instead of the simulated GPU. The arrays are then in
    /// its memory and are not accessed here. Errors: "kernel.parameter" (with line and column) for a parameter whose
    /// name is unknown or whose type is wrong, "kernel.scratch" for scratch arrays that cannot be allocated,
    /// "memory.limit".
    Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits = {},
         Launcher* launcher = nullptr);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Selects the simulated GPU. By default, a recent architecture is simulated.
    void set_card(const simulated::Card& card);
    /// Sets a recorder, such as a tracer, and registers all arrays with it. All launches that follow are recorded.
    void set_recorder(Recorder* recorder);
    /// Pauses or resumes recording. set_recorder() starts recording.
    void watch(bool is_watched);

    /// Executes `prepare` once, if the source defines it. The recorder decides whether to record its launches
    /// (Recorder::begin_preparation). Errors: same as run().
    void prepare();
    /// Replaces the contents of an array. `data` must outlive the call. Scratch arrays are not changed. Errors:
    /// "kernel.parameter" if there is no array with this name and size.
    void set_array(const std::string& name, const void* data, std::int64_t size);
    /// Executes `run` once. Errors: "kernel.fault" with the message of a finding, "kernel.launch" for an invalid grid
    /// or block size, "kernel.machine" if the GPU cannot run the kernel, "cancelled".
    void run();
    /// Launches a kernel from C++ by its plain name, such as `cg_dot`. Pointer arguments must point into the bound
    /// arrays. Errors: same as run(), and "kernel.parameter" if the arguments do not match the kernel or an address is
    /// outside all arrays.
    void launch(const Launch& asked);

    /// Returns the printf output of the last run, whether it was traced or not.
    Printed printed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simt
