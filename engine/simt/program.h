#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/machine/launcher.h"
#include "engine/simt/machine/machine.h"
#include "engine/simt/machine/printed.h"
#include "engine/simulated/card.h"
#include "engine/simulated/tracer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

// A kernel that anyone can write: a text in CUDA C, translated and run by a machine of this program. Nothing of it
// becomes native code.

namespace warploom::simt {

/// An array of the operation, as run may ask for it by its name.
struct GivenArray {
    std::string name;
    Element element = Element::int32;
    void* data = nullptr;
    std::int64_t size = 0;      ///< elements
    bool may_write = false;     ///< run may take it without const
    bool is_gathered = false;   ///< where it is read depends on data that was read before
    bool is_empty = false;      ///< holds nothing yet: an element must be written before it is read
    bool is_of_call = false;    ///< another one in each call, or its result: `prepare` is not given it
    const void* host = nullptr; ///< the same numbers where run may read them; null: run may not
};

/// All that run's parameters can be bound to.
struct Given {
    std::vector<GivenArray> arrays;
    std::map<std::string, std::int64_t> numbers; ///< rows, cols, block, ...
};

struct Program;

struct Translation {
    std::shared_ptr<const Program> program; ///< null where there are refusals
    std::vector<Diagnostic> refusals;       ///< in the order of the text
    /// Compilation cost in steps (engine/simt/language/effort.h); the same on every machine
    std::int64_t steps = 0;
};

/// The entry point of a source: its function `run`, or kernels that C++ launches by name.
enum class EntryPoint : std::uint8_t { run, kernels };

/// Compiles a source. `name` is its name in findings and results: "mine.cu". Can be canceled through
/// simulated::StoppableLaunches on this thread. Errors: "cancelled"; otherwise throws only std::bad_alloc.
Translation translate(const std::string& name, const std::string& text, EntryPoint entry = EntryPoint::run);

/// Returns the code of the kernels that the source is compiled to for one type of numbers, as text (code/schema.h).
std::string disassembly_of(const Program& program, bool is_double);
/// Returns one sentence for each operand of the code that refers to nothing; each is a bug of the compiler.
std::vector<std::string> violations_of(const Program& program);

/// Facts about a program without running it.
const std::string& name_of(const Program& program);
std::uint64_t hash_of(const Program& program); ///< of its source, including headers
/// The fields in the comments at the top of the source, such as `// title: ELL, one thread per row`; empty where
/// absent.
struct Head {
    std::string title, summary, source;
    std::string format;                   ///< `ell`
    std::string plan;                     ///< `row-lengths`; empty where the kernel does not look at the matrix first
    std::vector<std::string> early;       ///< kernels whose launches need not wait for the previous one: simt::Launch
    std::map<std::string, int> carve_out; ///< by kernel: simt::Launch
    bool takes_block = false;             ///< whether run has a parameter for the threads per block
};
const Head& head_of(const Program& program);
/// The same of a text that is not translated yet. Errors: "kernel.refused-text" for lines that are not understood.
Head head_of_text(const std::string& text);
/// All kernels that run and prepare may launch in either precision, as launches name them: `ell<double>`.
std::vector<std::string> instances_of(const Program& program);
/// The operations of its kernels in double, one kernel after another, as numbers that mean nothing else: neither names
/// nor the layout of the text are in them, nor which registers they work on.
std::vector<std::uint32_t> operations_of(const Program& program);
/// Places of a text that are right on small inputs and wrong on large ones. The text is not run for them.
std::vector<Diagnostic> warnings_of(const Program& program, bool is_double);
/// Returns whether a kernel has atomic operations, or threads that wait for others: blocks and warps in another order
/// may give another result then.
bool depends_on_order(const Program& program, bool is_double);
/// The names of run's parameters, in their order, then those that `prepare` alone has; scratch arrays are not among
/// them.
std::vector<std::string> parameters_of(const Program& program);
/// Returns the source for a GPU compiler: shared headers are inlined, and system headers and host code are removed.
/// Each line keeps its number and file.
std::string device_text(const Program& program);
/// Whether run can compute in this precision: a template can in both.
bool computes_in(const Program& program, bool is_double);

/// Returns why a card cannot run this program, as a sentence; empty if it can. Shuffles that the card does not support
/// are reported at launch, because `run` may skip those kernels.
std::string why_not_on(const Program& program, const simulated::Card& card);

/// A program with bound arguments of run. Not thread-safe.
class Call {
public:
    /// `is_double`: whether T is double. Arrays must outlive the call. A `launcher` receives the launches of run,
    /// instead of the simulated GPU; the arrays are then in its memory and are not accessed here.
    /// Errors: "kernel.parameter" (with line and column) for a parameter with an unknown name or another type,
    /// "kernel.scratch" for scratch arrays that cannot be allocated, "memory.limit".
    Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits = {},
         Launcher* launcher = nullptr);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Sets the card of the simulated GPU. The default is a recent architecture.
    void set_card(const simulated::Card& card);
    /// Makes the arrays known to a tracer, which watches every launch from now on.
    void set_tracer(simulated::Tracer* tracer);
    /// Sets whether the tracer records launches; set_tracer() enables it.
    void watch(bool is_watched);

    /// Runs `prepare` once, if the source has it. A tracer records its launches only if it is configured to
    /// (simulated::Tracer::Impl::traces_preparation). Errors: those of run().
    void prepare();
    /// Replaces the elements of an array, which must outlive the call; scratch arrays keep their contents. Errors:
    /// "kernel.parameter" if there is no array with that name and size.
    void set_array(const std::string& name, const void* data, std::int64_t size);
    /// Runs run once. Errors: "kernel.fault" with a finding's sentence, "kernel.launch" for a grid or block that cannot
    /// be, "kernel.machine" for a kernel that the card cannot run, "cancelled".
    void run();
    /// Launches a kernel from C++ by its plain name, `cg_dot`. Pointer arguments are addresses in the bound arrays.
    /// Errors: those of run(); "kernel.parameter" for arguments that do not match the kernel, and addresses outside of
    /// all arrays.
    void launch(const Launch& asked);

    /// Of the last run, traced or not.
    Printed printed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simt
