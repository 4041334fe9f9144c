#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/types.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The instruction set of the interpreter. Each instruction operates on all 32 lanes of a warp at once. A register holds
// 4 bytes per lane (128 bytes in total) and is identified by its position in the register frame of the warp. An 8-byte
// number occupies two adjacent registers.
//
// A mask determines the active lanes. Control flow is structured. Each control flow construct saves the mask of the
// lanes that resume after it in a mask slot, which is a numbered storage location for a mask. A lane that leaves
// several constructs at once (through break or return) is removed from the mask slots of all of them.

namespace warploom::simt {

/// Operand types. Each arithmetic operation has one variant per type, in this order.
enum class Class : std::uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr int classes = 6;

/// Arithmetic operations. Operand `a` is the destination register, and `b` and `c` are the source registers.
/// Comparisons write 0 or 1 to a 4-byte register.
enum class Family : std::uint8_t {
    add,
    sub,
    mul,
    div,
    rem,
    least,
    greatest,
    less,
    less_equal,
    equal,
    not_equal,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,  ///< shifts to the left by `c`, which is a 4-byte register
    shift_right, ///< shifts to the right by `c`, which is a 4-byte register
    negate,      ///< this operation and all operations after it are unary
    bit_not,
    absolute,
    population, ///< population count (number of 1 bits); returns an int, like the next two operations
    leading_zeros,
    first_set,
    mathematics, ///< calls a math function; `imm` is its number (a Mathematics)
    to_i32,
    to_u32,
    to_i64,
    to_u64,
    to_f32,
    to_f64,
    to_bool
};
constexpr int families = static_cast<int>(Family::to_bool) + 1;

enum class Mathematics : std::uint8_t {
    sqrt,
    rsqrt,
    exp,
    log,
    floor,
    ceil,
    sin,
    cos,
    trunc,
    round,
    exp2,
    log2,
    tanh,
    rint,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    cbrt,
    log10,
    log1p,
    expm1,
    erf,
    erfc
};

enum class Op : std::uint16_t {
    // The opcodes of arithmetic operations are 0 to families * classes - 1.
    copy32 = static_cast<std::uint16_t>(families * classes), ///< copies register `b` to register `a` in all lanes
    copy64,
    set32, ///< copies register `b` to register `a` in the active lanes
    set64,
    narrow, ///< converts register `b` to type `imm` (a Kind), and writes it to register `a`
    /// In lanes where register `imm` is nonzero, writes register `b` to `a`. In all other lanes, writes register `c` to
    /// `a`.
    select32,
    select64,
    fma32, ///< fused multiply-add: a = b * c + imm, where `imm` is a register
    fma64,
    power32,
    power64,
    address, ///< computes the address accesses[b] and writes it to register `a`
    load,    ///< executes the load accesses[a]; `imm` is a kind of fusion (joined_with_copy), or 0
    store,   ///< executes the store accesses[a]
    atomic,  ///< executes the atomic operation accesses[a]
    /// Reads element `c` of the local array locals[imm] and writes it to register `a`. The array starts at register
    /// `b`.
    load_local,
    store_local,
    // Control flow. `b` is the first mask slot of the construct, and `imm` is the jump target if no lanes are active.

    /// Evaluates condition `a`. Saves all active lanes in mask slot b, and the lanes of the else branch in slot b + 1.
    if_begin,
    else_,
    join, ///< reactivates the lanes in mask slot b at the end of a construct
    /// Begins a loop. Operand `a` is 1 if the trip count is known on entry. Saves all active lanes in mask slot b, and
    /// the lanes still in the loop in slot b + 1. `imm` is the 1-based number of a loop that contains a barrier, and 0
    /// for other loops.
    loop_begin,
    loop_test, ///< tests condition `a` of a loop
    loop_back, ///< jumps to instruction `imm` for the next iteration; `c` is the loop number (`imm` of loop_begin)
    /// Begins a switch. Initializes mask slots b (all lanes), b + 1 (lanes waiting for a case), and b + 2 (lanes for
    /// default).
    switch_begin,
    switch_skip, ///< excludes the lanes in which value `a` equals case label `c` from the lanes for default
    switch_case, ///< activates the lanes in which value `a` equals the label `c` of this case
    switch_default,
    call_begin, ///< begins an inlined call; saves all active lanes in mask slot b
    leave,      ///< removes the active lanes from mask slots b to c - 1
    jump,
    count_flops,
    // Synchronization and warp-level operations.

    /// Block-level barrier. If the barrier evaluates a condition, such as __syncthreads_and(), `a` is the register for
    /// the result, `b` is the register with the condition, and `imm` is a Vote. `c` is the number of the innermost
    /// enclosing loop.
    barrier,
    warp_barrier,
    fence,         ///< executes __threadfence(), or __threadfence_block() if `imm` is 1
    commit_copies, ///< executes __pipeline_commit()
    /// Executes __pipeline_wait_prior(); `a` is the number of recent batches that may remain pending.
    wait_for_copies,
    shuffle,
    /// Executes a warp vote with mask `b`, condition or value `c`, and Vote `imm`; writes the result to `a`.
    ballot,
    active_mask, ///< writes the mask of the active lanes to register `a`
    // Instructions for printf, assert, kernel launches and cudaMemset.
    print, ///< executes the printf call prints[a] in the active lanes
    check,
    launch, ///< executes the kernel launch launches[a]; host code only
    fill,   ///< executes cudaMemset() in host code: sets `c` bytes at pointer `a` to the value `b`
    // Instructions that track uninitialized variables (unset.h). Each lane of a register can have a shadow: a number
    // that identifies the uninitialized variable on which its value depends.
    unset, ///< marks the registers of variable unset[b] as uninitialized, starting at register `a`
    /// In each lane, sets the shadow of register `a` to the first shadow among `b`, `c` and `imm`. Each of these may be
    /// no_register.
    unset_join,
    /// Like unset_join, but clears the shadow of `a` in lanes where the value of `b` or `c` is initialized and
    /// determines the result on its own. By default, this is the value 0; if `imm` is set, it is any nonzero value.
    unset_absorb,
    unset_choose,      ///< tracks uninitialized values when select32 is executed
    unset_load_local,  ///< tracks uninitialized values when load_local is executed
    unset_store_local, ///< tracks uninitialized values when store_local is executed
    /// Reports an error in active lanes where register `a` depends on an uninitialized variable.
    unset_decide,
    end
};
constexpr Op operation(Family family, Class of) {
    return static_cast<Op>(static_cast<int>(family) * classes + static_cast<int>(of));
}

/// Operations across the lanes of a warp with one value per lane. `match` and all operations after it combine the
/// values of the lanes in a mask. `match` returns the lanes with the same value.
enum class Vote : std::uint8_t { none, count, all, any, ballot, match, add, least, greatest, bit_and, bit_or, bit_xor };
enum class AtomicKind : std::uint8_t {
    add,
    sub,
    least,
    greatest,
    exchange,
    compare,
    wrap,
    bit_and,
    bit_or,
    bit_xor,
    wrap_down
};
enum class ShuffleKind : std::uint8_t { from, up, down, butterfly };

constexpr std::uint32_t no_register = 0x7fffffffu;
/// Flag that marks an operand as an index into Code::known instead of a register number.
constexpr std::uint32_t known_flag = 0x80000000u;
/// Operand `b` of loop_back for a loop that waits for writes by other threads.
constexpr std::uint32_t waits_for_others = 1;

/// Kinds of fusion of an instruction with the instructions after it. Statements such as `sum += a * b` and `x = a + b`
/// end with a copy to the destination, and no other instruction reads the intermediate registers.
constexpr int joined_with_copy = 1, joined_with_sum = 2;
/// Operand `imm` of a bit_or instruction that implements `||`. Both operands are 0 or 1, so an operand of 1 determines
/// the result.
constexpr std::int64_t decided_by_one = 1;

struct Instruction {
    Op op = Op::end;
    /// Number of floating-point operations per lane since the last instruction that counted them. In arithmetic
    /// instructions, this is the kind of fusion instead (joined_with_copy, joined_with_sum).
    std::uint16_t flops = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    std::int64_t imm = 0;
};

/// A memory address: pointer + index * scale + offset.
struct Address {
    std::uint32_t pointer = no_register, index = no_register;
    /// `is_uniform` indicates whether all lanes have the same pointer, so that only the index can differ.
    bool is_wide_index = false, is_uniform = false;
    std::int64_t scale = 0, offset = 0;
};
struct MemoryAccess : Address {
    std::uint32_t value = no_register; ///< register to load or store, or operand of an atomic operation
    /// Register for the result of an atomic operation; no_register if the result is unused.
    std::uint32_t result = no_register;
    /// Register with the expected value of a compare-and-swap or with the mask of a shuffle.
    std::uint32_t compare = no_register;
    Kind kind = Kind::int32; ///< element type
    int numbers = 1;         ///< number of components if the element is a built-in vector; otherwise 1
    int bytes = 4;           ///< number of bytes per lane
    /// Parameters for fast address computation of 4- and 8-byte scalars. The element index relative to the pointer is
    /// start + index * stride, in elements of 2^shift bytes. `shift` is -1 if the fast path is not possible.
    int shift = -1;
    std::int64_t stride = 0, start = 0;
    AtomicKind atomic = AtomicKind::add;
    bool is_volatile = false;
    bool is_awaited = false;   ///< whether a spin loop waits until the loaded value changes
    bool is_read_only = false; ///< whether this is an __ldg() load
    bool is_async = false;     ///< whether this is the store of an asynchronous copy
    /// Whether a stored value was computed from the previous value of the element, as in `+=`.
    bool is_update = false;
    ShuffleKind shuffle = ShuffleKind::from;
    /// Whether a shuffle also exchanges the shadows of uninitialized values.
    bool has_shadow = false;
    /// First shadow for the values that a shuffle reads from nonparticipating lanes. The shadow of such a value is this
    /// number plus the number of the lane.
    std::uint32_t lost_shadow = 0;
};

/// Code that is executed in all lanes, although C++ evaluates it only in some of them. An example is the right operand
/// in `n < 31 && 1 << n > 0`. Errors in the other lanes are not reported, because their results are not used.
struct Guard {
    std::uint32_t test = 0;
    bool wanted = true;
    std::int64_t outer = 0; ///< 1-based index of the enclosing guard; 0 if there is none
};

/// The source location of an instruction, and the call sites of the inlined functions that contain it, outermost first.
struct Where {
    SourceLocation place;
    std::vector<SourceLocation> calls; ///< call sites, without column numbers
    bool operator==(const Where&) const = default;
};

struct LocalArray {
    std::string name;
    std::int64_t count = 0;
    std::int64_t stride = 1;
    std::int64_t units = 1; ///< number of registers of the scalar: 1 or 2
    std::int64_t unit = 0;  ///< index of the scalar's first register within the element
    bool is_wide_index = false;
};

struct Declaration;

struct SharedArray {
    std::string name;
    /// `count` is the number of elements, or 0 if the launch configuration determines it.
    std::int64_t element_bytes = 4, count = 0;
    bool is_dynamic = false;
    std::uint32_t pointer = no_register;
    const Declaration* declared = nullptr;
    /// Name of the function instance that declares the array. Even if an instance is inlined several times, it has only
    /// one such array.
    std::string instance;
};

/// An uninitialized variable, or the result of a function that may end without a `return` statement.
struct UnsetVariable {
    std::string name, written = {}; ///< `written` is the type of the variable as it is spelled in the source
    const Type* type = nullptr;
    SourceLocation place;
    /// `is_shuffle` indicates whether a shuffle read the value from a nonparticipating lane. Its shadow is `first` plus
    /// the number of that lane.
    bool is_result = false, is_shuffle = false;
    /// First shadow number of the variable. Each of its registers has a separate number.
    std::uint32_t first = 0;
    std::vector<std::uint32_t> units = {}; ///< first register of each scalar component of the variable
};

/// A conversion specification in a printf format string, together with the literal text before it.
struct Conversion {
    /// Special values for a printf width or precision: `none` if it is not specified, and `given` if it is an argument
    /// (`*`).
    static constexpr int none = -1, given = -2;
    std::string before;
    std::string flags; ///< flags, a subset of "-+ #0"
    int width = none, precision = none;
    /// Length modifier: "", "hh", "h", "l", "ll", "j", "z", or "t".
    std::string size;
    char kind = '\0'; ///< conversion specifier, such as 'd'; NUL at the end of the format string
};
constexpr int most_printed_width = 4095;

struct Print {
    /// Conversions in order. The last one stands for the end of the format string.
    std::vector<Conversion> conversions;
    /// Printed values in order, including widths and precisions that are arguments. If the type is null, the value is
    /// an index into `texts`.
    std::vector<std::pair<std::uint32_t, const Type*>> values;
    std::vector<std::string> texts;
};

struct LaunchCode {
    int kernel = 0;
    std::uint32_t grid = 0, block = 0; ///< first of three registers with the grid size and the block size (x, y, z)
    std::uint32_t shared = no_register;
    /// First register and number of registers of each kernel argument.
    std::vector<std::pair<std::uint32_t, std::int64_t>> arguments;
};

/// A value that is known when the kernel starts and that is the same in all lanes.
struct Known {
    enum class What : std::uint8_t {
        constant,
        thread_x,
        thread_y,
        thread_z,
        block_x,
        block_y,
        block_z,
        size_x,
        size_y,
        size_z,
        grid_x,
        grid_y,
        grid_z,
        shared_pointer,
        variable_pointer
    };
    What what = What::constant;
    bool is_wide = false;
    std::uint64_t bits = 0; ///< a constant, or the index of the shared array or variable to which a pointer points
    std::uint32_t unit = 0;
};

struct ParameterCode {
    std::string name;
    SourceLocation place;
    const Type* type = nullptr;
    std::uint32_t unit = 0;
    /// Source location where `run` reads an element of the array on the host; std::nullopt if there is none.
    std::optional<SourceLocation> host_read = std::nullopt;
};

/// Location of a variable while it is in scope, for debuggers. Each inlined call and each iteration of an unrolled loop
/// has its own entry.
struct ScopedVariable {
    enum class Form : std::uint8_t {
        registers,
        constant, ///< known at compile time, so it has no registers
        memory    ///< an array in shared memory, or a reference to an object in memory
    };
    std::string name;
    const Type* type = nullptr;
    Form form = Form::registers;
    std::uint32_t unit = 0;  ///< first register; for `memory`, the register with the address
    std::uint64_t bits = 0;  ///< value of a `constant`, as stored in a register of a lane
    std::int64_t offset = 0; ///< offset in bytes of a `memory` variable from the address in the register
    /// Range of instructions in which the variable is in scope; `end` is exclusive.
    std::uint32_t begin = 0, end = 0;
    std::uint32_t depth = 0;       ///< number of inlined calls that contain the variable
    bool is_uninitialized = false; ///< whether the variable is declared without an initializer
    bool is_in(std::uint32_t pc) const { return begin <= pc && pc < end; }
};

struct InlinedCall {
    std::string function;
    /// Range of instructions of the inlined function; `end` is exclusive.
    std::uint32_t begin = 0, end = 0;
    std::uint32_t depth = 0; ///< nesting depth of the inlined call, starting at 1
};

/// Records the branches that at least one active lane has taken in any run of a program. Thread-safe.
class BranchMarks {
public:
    explicit BranchMarks(std::size_t instructions) : marks_(instructions) {}

    void add(std::uint32_t pc) {
        if (!has(pc)) marks_[pc].store(true, std::memory_order_relaxed);
    }
    bool has(std::uint32_t pc) const { return marks_[pc].load(std::memory_order_relaxed); }

private:
    std::vector<std::atomic<bool>> marks_;
};

struct Code {
    /// Names of the function and of its instance, such as `csr_scalar` and `csr_scalar<double>`.
    std::string name, instance;
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> where; ///< for each instruction, the index of its source location in `places`
    std::vector<Where> places;
    std::vector<MemoryAccess> accesses;
    std::vector<LocalArray> locals;
    std::vector<SharedArray> shared;
    std::vector<Print> prints;
    std::vector<UnsetVariable> unset; ///< uninitialized variables, sorted by their first shadow number
    std::vector<LaunchCode> launches;
    std::vector<Known> known;
    /// Code that C++ evaluates only in some lanes. Operand `imm` of an arithmetic instruction with overflow detection
    /// is a 1-based index into this list, or 0 for unguarded code.
    std::vector<Guard> guards;
    std::vector<ParameterCode> parameters;
    std::vector<ScopedVariable> variables;
    std::vector<InlinedCall> calls;
    std::shared_ptr<BranchMarks> branches; ///< records which branches were taken; set after compilation
    std::uint32_t units = 0;               ///< number of registers per frame
    int mask_slots = 1;                    ///< number of mask slots per warp
    bool has_shuffles = false, has_doubles = false;
    /// Minimum compute capability for the warp-level functions in the kernel.
    double capability = 0;
    std::string needs_capability; ///< name of the function that determines `capability`
    /// Number of loop iterations for which nvcc issues the loads together (see simulated::CountingSink).
    int turns_ahead = 1;
    bool is_host = false;
    std::int64_t most_threads = 0; ///< maximum threads per block from __launch_bounds__; 0 for the limit of the GPU
    std::int64_t registers = 0;    ///< registers per thread from __maxnreg__; 0 if unspecified
    /// Number of registers whose initialization is tracked; 0 if all values are initialized.
    std::uint32_t shadows = 0;
    /// Whether the kernel uses atomics on global memory. If so, blocks run one after another to make floating-point
    /// sums reproducible.
    bool has_global_atomics = false;
    /// For each loop that contains a barrier, the number of the innermost loop around it; 0 if there is none. Loops
    /// that contain barriers are numbered from 1.
    std::vector<std::uint32_t> barrier_loops;
    bool has_async_copies = false;
    bool has_read_only_loads = false;
    /// Whether spin loops wait for floating-point data, which then serves as its own flag.
    bool awaits_floats = false;
    /// Whether loops wait for writes by other threads. If so, blocks must run in order.
    bool waits = false;
    std::set<std::uint32_t> barrier_waits; ///< the loop_back instructions of calls of cuda::barrier::wait()
    bool has_results = false;              ///< whether the kernel uses the results of atomic functions
    /// Whether the kernel casts pointers. Accesses may then be smaller than an array element.
    bool has_casts = false;
    /// Whether the kernel may read an element before it accesses the element with an atomic operation other than an
    /// addition.
    bool has_guesses = false;
};

} // namespace warploom::simt
