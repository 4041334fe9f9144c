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
#include <utility>
#include <vector>

// A kernel written by the user. Its CUDA C source code is compiled to bytecode for an interpreter; no native code is
// generated.

namespace warploom::simt {

/// An array argument. It is bound to the parameter of `run` that has the same name.
struct GivenArray {
    std::string name;
    Element element = Element::int32;
    void* data = nullptr;
    std::int64_t size = 0;
    bool may_write = false;   ///< whether `run` may declare the array as a pointer to non-const
    bool is_gathered = false; ///< whether kernels index the array with loaded values, as they do for x in SpMV
    /// Whether the array is uninitialized. If so, an element must be written before it is read.
    bool is_empty = false;
    /// Whether the array is a result of `run` or differs between calls. Such an array cannot be passed to `prepare`.
    bool is_of_call = false;
    const void* host = nullptr; ///< host copy of the array; null if host code in `run` cannot read the array
};

/// The arguments of `run`, bound to its parameters by name.
struct Given {
    std::vector<GivenArray> arrays;
    std::map<std::string, std::int64_t> numbers;
};

struct Program;

struct Translation {
    std::shared_ptr<const Program> program;
    std::vector<Diagnostic> refusals;
    /// Number of steps of the compile budget that were spent. It is the same on every machine
    /// (engine/simt/language/effort.h).
    std::int64_t steps = 0;
};

/// The functions to execute: `run`, kernels that C++ code launches by name, or `expected`. The function `expected`
/// computes the correct result serially, and Call::run() executes it in place of `run`.
enum class EntryPoint : std::uint8_t { run, kernels, expected };

/// Compiles a kernel. `name` is the file name in diagnostics and results, such as "mine.cu". A StoppableLaunches object
/// on this thread can cancel the compilation. Errors: "cancelled". Throws nothing else except std::bad_alloc.
Translation translate(const std::string& name, const std::string& text, EntryPoint entry = EntryPoint::run);

/// Returns a disassembly of all kernels of a program in single or double precision (see code/schema.h).
std::string disassembly_of(const Program& program, bool is_double);
/// Verifies the bytecode of a program. Returns one sentence per invalid operand. Each invalid operand is a compiler
/// bug.
std::vector<std::string> violations_of(const Program& program);

/// The following functions query a program without executing it.
const std::string& name_of(const Program& program);
std::uint64_t hash_of(const Program& program); ///< hash of the kernel source file and its headers
/// The directives at the top of a kernel source file, such as `// title: ELL, one thread per row`. The members of
/// missing directives are empty.
struct Head {
    std::string title, summary, source;
    std::string format; ///< matrix format, such as `ell`
    /// Analysis of the matrix that the host performs before the kernel runs, such as `row-lengths`. May be empty.
    std::string plan;
    std::vector<std::string> early;       ///< kernels that may start before the previous launch ends (see simt::Launch)
    std::map<std::string, int> carve_out; ///< shared memory carveout of each kernel, in percent (see simt::Launch)
    /// Names that parameters of `run` and `prepare` are bound to by directives such as `// bind: n = rows`, and the
    /// locations of these directives. All other parameters are bound to their own names.
    std::map<std::string, std::pair<std::string, SourceLocation>> bindings;
    bool takes_block = false; ///< whether `run` has a parameter for the number of threads per block
    /// Whether the source declares its own problem with directives such as `// out: y T[n]`, or names a problem with
    /// `// problem:` (engine/declared).
    bool declares_problem = false;
};
const Head& head_of(const Program& program);
/// Parses the directives at the top of a kernel source file without compiling it. Errors: "kernel.refused-text" for
/// invalid directives.
Head head_of_text(const std::string& text);
/// Returns the kernel instances that `run` and `prepare` can launch in either precision, such as `ell<double>`.
std::vector<std::string> instances_of(const Program& program);
/// Returns the opcodes of all kernels in double precision. They do not depend on names, formatting or register
/// allocation, so two programs with the same opcodes perform the same operations.
std::vector<std::uint32_t> operations_of(const Program& program);
/// Returns all warnings about a program, sorted by line. They consist of compiler warnings, and of warnings from a
/// static analysis that finds code that is correct for small inputs but fails for large ones.
std::vector<Diagnostic> warnings_of(const Program& program, bool is_double);
/// Returns the warnings that do not depend on the size of the input, such as an assignment in a condition.
std::vector<Diagnostic> compiler_warnings_of(const Program& program, bool is_double);
/// Returns whether a kernel of a program uses atomics on global memory or waits for other threads. If so, the result
/// may depend on the order in which blocks and warps execute.
bool depends_on_order(const Program& program, bool is_double);
/// Returns the parameter names of `run`, followed by those that only `prepare` has. Scratch arrays are not included.
std::vector<std::string> parameters_of(const Program& program);
/// Returns the source code of a program for GPU compilers. Shared headers are inlined, and system headers and host code
/// are removed. Line numbers and file names are preserved.
std::string device_text(const Program& program);
/// Returns whether `run` can be called in double precision or, if `is_double` is false, in single precision. A template
/// can be called in both.
bool computes_in(const Program& program, bool is_double);

/// Returns the name of a `__device__` variable that the kernels can write, or an empty string if there is none.
std::string variable_of(const Program& program);

/// Returns the reason why a GPU model cannot run a program, or an empty string if the model can run it. Unsupported
/// shuffles are reported only when their kernel is launched, because `run` may not launch it.
std::string why_not_on(const Program& program, const simulated::Card& card);

/// Error "kernel.fault" for a loop that exceeds its iteration limit in a run without a trace.
struct EndlessLoopError : Error {
    using Error::Error;
};

class Call {
public:
    /// Binds arguments to the parameters of a program. `is_double` means that the template parameter T of `run` is
    /// double. All arrays must outlive the call. If `launcher` is not null, it executes the launches of `run` instead
    /// of the simulated GPU, and the arrays are in its memory. Errors: "kernel.parameter" (with line and column) for a
    /// parameter whose name is unknown or whose type is wrong, "kernel.scratch" for scratch arrays that cannot be
    /// allocated, "memory.limit".
    Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits = {},
         Launcher* launcher = nullptr);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Selects the GPU model to simulate. The default is a recent architecture.
    void set_card(const simulated::Card& card);
    /// Sets a recorder, such as a tracer, for all subsequent launches, and registers all arrays with it.
    void set_recorder(Recorder* recorder);
    /// Pauses or resumes recording. Recording is enabled after set_recorder().
    void watch(bool is_watched);

    /// Executes `prepare` once, if it exists. The recorder decides whether to record its launches (see
    /// Recorder::begin_preparation). Errors: same as run().
    void prepare();
    /// Replaces the contents of an array argument. `data` must outlive the call object. Scratch arrays are not changed.
    /// Errors: "kernel.parameter" if there is no array with this name and size.
    void set_array(const std::string& name, const void* data, std::int64_t size);
    /// Executes `run` once. Errors: "kernel.fault" with the message of a finding, "kernel.launch" for an invalid grid
    /// or block size, "kernel.machine" if the GPU cannot run the kernel, "cancelled".
    void run();
    /// Launches a kernel for C++ code by its name without template arguments, such as `cg_dot`. Pointer arguments must
    /// point into the bound arrays. Errors: same as run(), and "kernel.parameter" if the arguments do not match the
    /// kernel or an address is outside all arrays.
    void launch(const Launch& asked);

    /// Returns the printf output of the last run, whether it was traced or not.
    Printed printed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simt
