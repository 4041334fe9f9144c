#pragma once

#include "engine/error.h"
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

// A user-written kernel: CUDA C source that is compiled to bytecode and interpreted. No native code is generated.

namespace warploom::simt {

/// An array that the caller provides. `run` can request the array by name.
struct GivenArray {
    std::string name;
    Element element = Element::int32;
    void* data = nullptr;
    std::int64_t size = 0;    ///< number of elements of the array
    bool may_write = false;   ///< whether `run` can declare a pointer to non-const elements
    bool is_gathered = false; ///< whether the array is indexed with values loaded from memory, as x is in SpMV
    /// whether the array starts uninitialized, so that elements must be written before they are read
    bool is_empty = false;
    /// whether the array is the result or differs between calls; such arrays are not passed to `prepare`
    bool is_of_call = false;
    const void* host = nullptr; ///< host copy of the data, if `run` may read the data; otherwise null
};

/// The arguments that can be bound to the parameters of `run`.
struct Given {
    std::vector<GivenArray> arrays;
    std::map<std::string, std::int64_t> numbers; ///< numbers by name: `rows`, `cols`, `block` and so on
};

struct Program;

struct Translation {
    std::shared_ptr<const Program> program; ///< compiled program; null if there are errors
    std::vector<Diagnostic> refusals;       ///< compilation errors in source order
    /// Compilation cost in deterministic steps, which is the same on every machine (engine/simt/language/effort.h).
    std::int64_t steps = 0;
};

/// The entry point of a source: its function `run`, kernels that C++ code launches by name, or its function `expected`,
/// which computes the correct result serially and is executed by Call::run() in place of `run`.
enum class EntryPoint : std::uint8_t { run, kernels, expected };

/// Compiles a kernel source. `name` is the file name to use in diagnostics and results, such as "mine.cu". Can be
/// canceled through StoppableLaunches on this thread. Errors: "cancelled". Otherwise throws only std::bad_alloc.
Translation translate(const std::string& name, const std::string& text, EntryPoint entry = EntryPoint::run);

/// Returns a disassembly of the kernels as compiled for one precision (code/schema.h).
std::string disassembly_of(const Program& program, bool is_double);
/// Verifies the generated code. Returns one sentence for each operand that is not a valid reference; each sentence
/// describes a compiler bug.
std::vector<std::string> violations_of(const Program& program);

/// Queries that do not execute the program.
const std::string& name_of(const Program& program);
std::uint64_t hash_of(const Program& program); ///< hash of the source and the headers that it includes
/// The directives in the comments at the top of a source, such as `// title: ELL, one thread per row`. Missing
/// directives are empty.
struct Head {
    std::string title, summary, source;
    std::string format; ///< format of the matrix, such as `ell`
    /// analysis of the matrix on the host, such as `row-lengths`; empty if there is none
    std::string plan;
    std::vector<std::string> early;       ///< kernels that may start before the previous launch ends (see simt::Launch)
    std::map<std::string, int> carve_out; ///< percentage of shared memory for each kernel (see simt::Launch)
    bool takes_block = false;             ///< whether `run` has a parameter for the number of threads per block
    /// Whether the source declares its own problem with directives such as `// out: y T[n]`, or names one with
    /// `// problem:` (engine/declared).
    bool declares_problem = false;
};
const Head& head_of(const Program& program);
/// Returns the directives at the top of a source without compiling it. Errors: "kernel.refused-text" for invalid
/// directives.
Head head_of_text(const std::string& text);
/// Returns all kernel instances that `run` and `prepare` can launch in either precision, by the names that launches
/// use: `ell<double>`.
std::vector<std::string> instances_of(const Program& program);
/// Returns the opcodes of all kernels in double precision, for comparing sources. The opcodes do not depend on names,
/// formatting or register allocation.
std::vector<std::uint32_t> operations_of(const Program& program);
/// Returns warnings from static analysis about code that is correct for small inputs but wrong for large ones.
std::vector<Diagnostic> warnings_of(const Program& program, bool is_double);
/// Returns whether a kernel uses atomics on global memory or waits for other threads, so that its result may depend on
/// the execution order of blocks and warps.
bool depends_on_order(const Program& program, bool is_double);
/// Returns the parameter names of `run` in order, followed by parameters that only `prepare` has. Scratch arrays are
/// not included.
std::vector<std::string> parameters_of(const Program& program);
/// Returns the source in a form that GPU compilers accept: shared headers are inlined; system headers and host code are
/// removed. Line numbers and file names are preserved.
std::string device_text(const Program& program);
/// Returns whether `run` supports this precision. A template supports both.
bool computes_in(const Program& program, bool is_double);

/// Returns the name of a `__device__` variable that kernels may write; empty if there is none.
std::string variable_of(const Program& program);

/// Returns why a card cannot run this program, as a sentence; empty if it can. Shuffles that the card does not support
/// are reported at launch, because `run` may skip those kernels.
std::string why_not_on(const Program& program, const simulated::Card& card);

/// The error "kernel.fault" for a loop that exceeds its limit outside a trace.
struct EndlessLoopError : Error {
    using Error::Error;
};

/// A program whose parameters are bound to arguments. Not thread-safe.
class Call {
public:
    /// Binds a program. `is_double`: whether T is double. Arrays must outlive the call. If `launcher` is not null, it
    /// executes the launches of `run` in place of the simulated GPU; the arrays are then in its memory and are not
    /// accessed here. Errors: "kernel.parameter" (with line and column) for a parameter with an unknown name or the
    /// wrong type, "kernel.scratch" for scratch arrays that cannot be allocated, "memory.limit".
    Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits = {},
         Launcher* launcher = nullptr);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Selects the simulated GPU. The default is a recent architecture.
    void set_card(const simulated::Card& card);
    /// Registers the arrays with a recorder, such as a tracer. All subsequent launches are recorded.
    void set_recorder(Recorder* recorder);
    /// Pauses or resumes recording, which set_recorder() starts.
    void watch(bool is_watched);

    /// Executes `prepare` once if the source defines it. The recorder decides whether its launches are recorded
    /// (Recorder::begin_preparation). Errors: same as run().
    void prepare();
    /// Replaces the contents of a bound array. `data` must outlive the call. Scratch arrays keep their contents.
    /// Errors: "kernel.parameter" if there is no array with this name and size.
    void set_array(const std::string& name, const void* data, std::int64_t size);
    /// Executes `run` once. Errors: "kernel.fault" with the message of a finding, "kernel.launch" for an invalid grid
    /// or block, "kernel.machine" for a kernel that the GPU cannot run, "cancelled".
    void run();
    /// Launches a kernel from C++ by its plain name, such as `cg_dot`. Pointer arguments must point into the bound
    /// arrays. Errors: same as run(), and "kernel.parameter" for arguments that do not match the kernel and for
    /// addresses outside of all arrays.
    void launch(const Launch& asked);

    /// Returns the printf output of the last run, whether it was traced or not.
    Printed printed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simt
