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

// A user-written kernel: CUDA C source that is compiled and executed by the interpreter of this program. It never
// becomes native code.

namespace warploom::simt {

/// An array of the operation that run can request by name.
struct GivenArray {
    std::string name;
    Element element = Element::int32;
    void* data = nullptr;
    std::int64_t size = 0;      ///< elements
    bool may_write = false;     ///< whether run can declare it without const
    bool is_gathered = false;   ///< whether its element indices depend on data that was loaded before
    bool is_empty = false;      ///< whether it has no initial contents: elements must be written before they are read
    bool is_of_call = false;    ///< whether it differs between calls, or is the result; it is not passed to `prepare`
    const void* host = nullptr; ///< the same data on the host, if run may read it; otherwise null
};

/// Everything that run's parameters can be bound to.
struct Given {
    std::vector<GivenArray> arrays;
    std::map<std::string, std::int64_t> numbers; ///< rows, cols, block and so on
};

struct Program;

struct Translation {
    std::shared_ptr<const Program> program; ///< null if there are errors
    std::vector<Diagnostic> refusals;       ///< errors in source order
    /// Compilation cost in steps (engine/simt/language/effort.h), the same on every machine.
    std::int64_t steps = 0;
};

/// The entry point of a source: its function `run`, or kernels that C++ launches by name.
enum class EntryPoint : std::uint8_t { run, kernels };

/// Compiles a source. `name` is its name in findings and results: "mine.cu". Can be canceled through
/// StoppableLaunches on this thread. Errors: "cancelled". Otherwise throws only std::bad_alloc.
Translation translate(const std::string& name, const std::string& text, EntryPoint entry = EntryPoint::run);

/// Returns the code of the kernels that the source is compiled to for one type of numbers, as text (code/schema.h).
std::string disassembly_of(const Program& program, bool is_double);
/// Returns one sentence for each operand of the code that refers to nothing; each is a bug of the compiler.
std::vector<std::string> violations_of(const Program& program);

/// Facts about a program without running it.
const std::string& name_of(const Program& program);
std::uint64_t hash_of(const Program& program); ///< hash of the source, including headers
/// The fields in the comments at the top of the source, such as `// title: ELL, one thread per row`; empty if absent.
struct Head {
    std::string title, summary, source;
    std::string format;                   ///< `ell`
    std::string plan;                     ///< `row-lengths`; empty if the kernel does not inspect the matrix first
    std::vector<std::string> early;       ///< kernels whose launches need not wait for the previous one: simt::Launch
    std::map<std::string, int> carve_out; ///< percentage of shared memory for each kernel; see simt::Launch
    bool takes_block = false;             ///< whether run has a parameter for the threads per block
};
const Head& head_of(const Program& program);
/// Returns the header fields of a source that is not compiled yet. Errors: "kernel.refused-text" for invalid lines.
Head head_of_text(const std::string& text);
/// Returns all kernel instances that run and prepare can launch in either precision, as named in launches:
/// `ell<double>`.
std::vector<std::string> instances_of(const Program& program);
/// Returns the operations of the kernels in double, kernel by kernel, as opaque numbers. They do not depend on names,
/// formatting or registers.
std::vector<std::uint32_t> operations_of(const Program& program);
/// Returns the source locations that are correct for small inputs and wrong for large ones, found by static analysis.
std::vector<Diagnostic> warnings_of(const Program& program, bool is_double);
/// Returns whether a kernel has atomic operations or threads that wait for others, so that the result may depend on the
/// order of blocks and warps.
bool depends_on_order(const Program& program, bool is_double);
/// Returns the names of run's parameters in order, followed by the parameters that only `prepare` has. Scratch arrays
/// are not included.
std::vector<std::string> parameters_of(const Program& program);
/// Returns the source for a GPU compiler: shared headers are inlined, and system headers and host code are removed.
/// Each line keeps its number and file.
std::string device_text(const Program& program);
/// Returns whether run can compute in this precision. A template can compute in both.
bool computes_in(const Program& program, bool is_double);

/// Returns the name of a `__device__` variable that kernels may write; empty if there is none.
std::string variable_of(const Program& program);

/// Returns why a card cannot run this program, as a sentence; empty if it can. Shuffles that the card does not support
/// are reported at launch, because `run` may skip those kernels.
std::string why_not_on(const Program& program, const simulated::Card& card);

/// A program with bound arguments of run. Not thread-safe.
class Call {
public:
    /// `is_double`: whether T is double. Arrays must outlive the call. If there is a `launcher`, it receives the
    /// launches of run instead of the simulated GPU; the arrays are then in its memory and are not accessed here.
    /// Errors: "kernel.parameter" (with line and column) for a parameter with an unknown name or another type,
    /// "kernel.scratch" for scratch arrays that cannot be allocated, "memory.limit".
    Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits = {},
         Launcher* launcher = nullptr);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Sets the card of the simulated GPU. The default is a recent architecture.
    void set_card(const simulated::Card& card);
    /// Registers the arrays with a recorder, such as a tracer, which records every launch from now on.
    void set_recorder(Recorder* recorder);
    /// Sets whether the recorder records launches; set_recorder() enables it.
    void watch(bool is_watched);

    /// Runs `prepare` once if the source has it. A recorder decides whether its launches are recorded
    /// (Recorder::begin_preparation). Errors: same as run().
    void prepare();
    /// Replaces the contents of an array, which must outlive the call; scratch arrays keep their contents. Errors:
    /// "kernel.parameter" if there is no array with this name and size.
    void set_array(const std::string& name, const void* data, std::int64_t size);
    /// Executes run once. Errors: "kernel.fault" with the sentence of a finding, "kernel.launch" for an invalid grid or
    /// block, "kernel.machine" for a kernel that the card cannot run, "cancelled".
    void run();
    /// Launches a kernel from C++ by its plain name, such as `cg_dot`. Pointer arguments are addresses in the bound
    /// arrays. Errors: all errors of run(); "kernel.parameter" for arguments that do not match the kernel, and
    /// addresses outside of all arrays.
    void launch(const Launch& asked);

    /// Returns the output of printf in the last run, traced or not.
    Printed printed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simt
