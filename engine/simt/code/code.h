#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The instruction set of the interpreter. Each instruction operates on all 32 lanes of a warp at once. A register holds
// 4 bytes per lane, or 128 bytes in total. Its number is its position in the warp's frame. An 8-byte number occupies
// two adjacent registers.
//
// A mask determines the active lanes. Control flow is structured, and masks are saved in numbered slots. The slots of
// each construct contain the lanes that continue at its end. A lane that leaves several constructs at once (break,
// return) is removed from the slots of all of them.

namespace warploom::simt {

/// The operand types of arithmetic instructions. Each arithmetic operation has six variants, in this order.
enum class Class : std::uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr int classes = 6;

/// Arithmetic operations. `a` is the destination; `b` and `c` are the operands. Comparisons write 0 or 1 to a 4-byte
/// register.
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
    shift_left,  ///< c is a 4-byte register
    shift_right, ///< c is a 4-byte register
    negate,      ///< unary, like all operations below
    bit_not,
    absolute,
    population, ///< population count; like the next two operations, returns an int
    leading_zeros,
    first_set,
    mathematics, ///< calls the math function `imm` (a Mathematics)
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
    // Arithmetic operations are numbered from 0 to families * classes - 1.
    copy32 = static_cast<std::uint16_t>(families * classes), ///< a = b in all lanes
    copy64,
    set32, ///< a = b in active lanes
    set64,
    narrow,   ///< a = b converted to type `imm` (a Kind)
    select32, ///< a = b in lanes where register `imm` is nonzero, otherwise c
    select64,
    fma32, ///< a = b * c + imm
    fma64,
    power32,
    power64,
    address,    ///< a = pointer described by accesses[b]
    load,       ///< executes accesses[a]; `imm` states how the load is fused with the next instruction
    store,      ///< executes accesses[a]
    atomic,     ///< executes accesses[a]
    load_local, ///< a = element c of local array locals[imm], which starts at register b
    store_local,
    // Control flow. `b` is the first slot, and `imm` is the jump target if no lane is active.
    if_begin, ///< tests condition `a`; saves all active lanes in slot b, and lanes of the else branch in b + 1
    else_,
    join, ///< activates the lanes in slot b
    /// Operand `a` is 1 if the trip count is known on entry. Saves all active lanes in slot b, and the lanes that are
    /// still in the loop in slot b + 1. If the loop contains a barrier, `imm` is its number, counted from 1; otherwise
    /// 0.
    loop_begin,
    loop_test,    ///< tests condition `a`
    loop_back,    ///< jumps to `imm` for the next iteration; `c` is the `imm` of loop_begin
    switch_begin, ///< initializes slots b (all lanes), b + 1 (lanes waiting for a case), b + 2 (lanes for default)
    switch_skip,  ///< compares value `a` with case label `c`; not emitted for default
    switch_case,  ///< compares value `a` with the label `c` of this case
    switch_default,
    call_begin, ///< saves all lanes in slot b
    leave,      ///< removes the active lanes from mask slots b to c - 1
    jump,
    count_flops,
    // Synchronization and warp-level operations.
    /// Block-level barrier. `a`: result, if any. `b`: condition, if any. `c`: number of the innermost enclosing loop.
    /// `imm`: a Vote.
    barrier,
    warp_barrier,    ///< executes __syncwarp() with mask `b`
    fence,           ///< executes __threadfence(), or __threadfence_block() if `imm` is 1
    commit_copies,   ///< executes __pipeline_commit()
    wait_for_copies, ///< executes __pipeline_wait_prior(); `a` is the number of latest batches that may remain pending
    shuffle,         ///< executes accesses[a]
    ballot,          ///< `a`: result, `b`: mask, `c`: condition or value, `imm`: a Vote
    active_mask,     ///< a = mask of active lanes
    // Other operations.
    print,  ///< executes prints[a]
    check,  ///< executes assert() with condition `a`
    launch, ///< executes launches[a]; host code only
    fill,   ///< executes cudaMemset() in host code; `a`: pointer, `b`: byte value, `c`: number of bytes
    // Tracking of uninitialized variables (unset.h). A register has a shadow for each lane, which identifies the
    // uninitialized variable that the value of the lane depends on.
    unset, ///< marks the registers starting at `a` as uninitialized (variable unset[b])
    /// Sets the shadow of `a` to the first shadow that exists among those of `b`, `c` and `imm`. Each operand may be
    /// no_register.
    unset_join,
    /// Like unset_join, but removes the shadow of `a` if an initialized operand alone determines the result. This is an
    /// operand `b` or `c` that is 0 or, if `imm` is set, nonzero.
    unset_absorb,
    unset_choose,      ///< computes the shadows for select32
    unset_load_local,  ///< computes the shadows for load_local
    unset_store_local, ///< computes the shadows for store_local
    unset_decide,      ///< reports the active lanes in which `a` has a shadow
    end
};
constexpr Op operation(Family family, Class of) {
    return static_cast<Op>(static_cast<int>(family) * classes + static_cast<int>(of));
}

/// Warp-level operations on one value per lane. `match` and all following operations combine the values of the lanes in
/// a mask; `match` returns the lanes that have the same value.
enum class Vote : std::uint8_t { none, count, all, any, ballot, match, add, least, greatest, bit_and, bit_or, bit_xor };
enum class AtomicKind : std::uint8_t { add, sub, least, greatest, exchange, compare, wrap, bit_and, bit_or, bit_xor };
enum class ShuffleKind : std::uint8_t { from, up, down, butterfly };

constexpr std::uint32_t no_register = 0x7fffffffu;
constexpr std::uint32_t known_flag = 0x80000000u; ///< marks an index into `known` that has no register yet
/// Operand `b` of loop_back in a loop that waits for other threads to write to memory.
constexpr std::uint32_t waits_for_others = 1;

/// Describes how an arithmetic instruction or load is fused with the instructions that follow. Statements such as
/// `sum += a * b` and `x = a + b` end with a copy to the destination, and no other instruction reads their intermediate
/// registers.
constexpr int joined_with_copy = 1, joined_with_sum = 2;
/// Operand `imm` of a bit_or that implements `||`. Both operands are 0 or 1, so a single 1 determines the result.
constexpr std::int64_t decided_by_one = 1;

struct Instruction {
    Op op = Op::end;
    /// Number of floating-point operations per lane since the last instruction that counted them. Arithmetic
    /// instructions store how they are fused instead (joined_with_copy, joined_with_sum).
    std::uint16_t flops = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    std::int64_t imm = 0;
};

/// A memory address: pointer + index * scale + offset.
struct Address {
    std::uint32_t pointer = no_register, index = no_register;
    bool is_wide_index = false, is_uniform = false; ///< is_uniform: whether all lanes have the same pointer
    std::int64_t scale = 0, offset = 0;
};
/// The operands of a load, store, atomic operation, or shuffle.
struct MemoryAccess : Address {
    std::uint32_t value = no_register;   ///< register to load or store, or operand of an atomic operation
    std::uint32_t result = no_register;  ///< result of an atomic operation; no_register if unused
    std::uint32_t compare = no_register; ///< expected value of a compare-and-swap, or mask of a shuffle
    Kind kind = Kind::int32;             ///< number type of each element
    int numbers = 1;                     ///< number of elements in a built-in vector type; 1 for scalars
    int bytes = 4;                       ///< total size of the access per lane in bytes
    /// Enables fast addressing of 4- and 8-byte scalars. Relative to the pointer, the element index is start + index *
    /// stride, in elements of 2^shift bytes. In all other cases, shift is -1.
    int shift = -1;
    std::int64_t stride = 0, start = 0;
    AtomicKind atomic = AtomicKind::add;
    bool is_volatile = false;
    bool is_awaited = false;   ///< whether a spin loop waits for the loaded value
    bool is_read_only = false; ///< whether the access is an __ldg() load
    bool is_async = false;     ///< whether the access is the store of an asynchronous copy
    /// For stores, whether the value was computed from the previous value of the same element, as in `+=`.
    bool is_update = false;
    ShuffleKind shuffle = ShuffleKind::from;
    bool has_shadow = false; ///< for shuffles, whether shadows are shuffled along with the values
    /// Shadow number for a value that lane 0 reads from a lane that does not participate. Lane l uses this number plus
    /// l.
    std::uint32_t lost_shadow = 0;
};

/// Describes code that all lanes execute although C++ evaluates it only in some lanes, such as the right operand in
/// `n < 31 && 1 << n > 0`. Errors are not reported in the other lanes, because their results are not used.
struct Guard {
    std::uint32_t test = 0; ///< register with the condition
    bool wanted = true;
    std::int64_t outer = 0; ///< index of the enclosing guard, counted from 1; 0 if there is none
};

/// The source location of an instruction, and the call sites of the inlined functions that contain it, outermost first.
struct Where {
    SourceLocation place;
    std::vector<SourceLocation> calls; ///< call sites; columns are not set
    bool operator==(const Where&) const = default;
};

struct LocalArray {
    std::string name;
    std::int64_t count = 0;
    std::int64_t stride = 1; ///< registers per element
    std::int64_t units = 1;  ///< number of registers of the accessed scalar: 1 or 2
    std::int64_t unit = 0;   ///< index of the scalar's first register in the element
    bool is_wide_index = false;
};

struct Declaration;

struct SharedArray {
    std::string name;
    std::int64_t element_bytes = 4, count = 0; ///< count: number of elements; 0 if it depends on the launch
    bool is_dynamic = false;
    std::uint32_t pointer = no_register; ///< register with the address of the array
    const Declaration* declared = nullptr;
    /// Name of the function instance that declares the array. Each instance has only one array, even if it is inlined
    /// several times.
    std::string instance;
};

/// An uninitialized variable, or the result of a function that may end without returning a value.
struct UnsetVariable {
    std::string name, written = {}; ///< written: type as spelled in the source
    const Type* type = nullptr;
    SourceLocation place;
    /// is_shuffle: whether the value is the result of a shuffle. The number of its shadow is `first` plus the number of
    /// the lane that does not participate.
    bool is_result = false, is_shuffle = false;
    std::uint32_t first = 0;               ///< number of the first shadow; each register of the variable has one
    std::vector<std::uint32_t> units = {}; ///< first register of each scalar in the variable
};

/// A conversion specification in a printf format string, and the literal text before it.
struct Conversion {
    /// Values of width and precision: not specified, or passed as an argument (`*`).
    static constexpr int none = -1, given = -2;
    std::string before;
    std::string flags; ///< any of the characters "-+ #0"
    int width = none, precision = none;
    std::string size; ///< length modifier: "", "hh", "h", "l", "ll", "j", "z", "t"
    char kind = '\0'; ///< conversion specifier, such as 'd'; NUL at the end of the format string
};
constexpr int most_printed_width = 4095;

struct Print {
    std::vector<Conversion> conversions; ///< conversions in order; the last one represents the end of the format string
    /// Printed values in order, including widths and precisions that are passed as arguments. If the type is null, the
    /// value is an index into `texts`.
    std::vector<std::pair<std::uint32_t, const Type*>> values;
    std::vector<std::string> texts;
};

/// A kernel launch in `run`.
struct LaunchCode {
    int kernel = 0;                    ///< index of the kernel in Library::kernels
    std::uint32_t grid = 0, block = 0; ///< first of three registers each: x, y and z
    std::uint32_t shared = no_register;
    /// First register and number of registers of each argument.
    std::vector<std::pair<std::uint32_t, std::int64_t>> arguments;
};

/// A value that is the same in all lanes and known when the kernel starts.
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
    std::uint64_t bits = 0; ///< value of a constant, or index of a shared array
    std::uint32_t unit = 0;
};

struct ParameterCode {
    std::string name;
    SourceLocation place;
    const Type* type = nullptr;
    std::uint32_t unit = 0;
    std::optional<SourceLocation> host_read = std::nullopt; ///< for an array, the location where `run` reads it
};

/// Describes where a variable is stored while it is in scope, for debuggers. A variable has a separate entry for each
/// inlined call and for each iteration of an unrolled loop.
struct ScopedVariable {
    enum class Form : std::uint8_t {
        registers,
        constant, ///< known at compile time, so the variable has no registers
        memory    ///< array in shared memory, or reference to an object in memory
    };
    std::string name;
    const Type* type = nullptr;
    Form form = Form::registers;
    std::uint32_t unit = 0;           ///< first register; for `memory`, the register with the address
    std::uint64_t bits = 0;           ///< for `constant`, the value as stored in the register of a lane
    std::int64_t offset = 0;          ///< for `memory`, the offset in bytes from the address in the register
    std::uint32_t begin = 0, end = 0; ///< instruction range of the scope; `end` is exclusive
    std::uint32_t depth = 0;          ///< number of inlined calls around the function of the variable
    bool is_uninitialized = false;    ///< whether the declaration leaves the variable uninitialized
    bool is_in(std::uint32_t pc) const { return begin <= pc && pc < end; }
};

/// An inlined function call.
struct InlinedCall {
    std::string function;
    std::uint32_t begin = 0, end = 0; ///< instruction range of the inlined function; `end` is exclusive
    std::uint32_t depth = 0;          ///< nesting depth of the inlined calls, starting at 1
};

/// A compiled kernel or host function.
struct Code {
    std::string name, instance; ///< names such as `csr_scalar` and `csr_scalar<double>`
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> where; ///< index into `places` of each instruction
    std::vector<Where> places;
    std::vector<MemoryAccess> accesses;
    std::vector<LocalArray> locals;
    std::vector<SharedArray> shared;
    std::vector<Print> prints;
    std::vector<UnsetVariable> unset; ///< sorted by `first`
    std::vector<LaunchCode> launches;
    std::vector<Known> known;
    /// Guards. The `imm` of checked arithmetic is an index into this list, counted from 1, or 0 if there is no guard.
    std::vector<Guard> guards;
    std::vector<ParameterCode> parameters;
    std::vector<ScopedVariable> variables;
    std::vector<InlinedCall> calls;
    std::uint32_t units = 0; ///< number of registers in a frame
    int mask_slots = 1;
    bool has_shuffles = false, has_doubles = false;
    double capability = 0;        ///< minimum compute capability required by warp-level functions
    std::string needs_capability; ///< name of the function that requires this compute capability
    int turns_ahead = 1;          ///< number of loop iterations that nvcc overlaps (see simulated::CountingSink)
    bool is_host = false;
    std::int64_t most_threads = 0; ///< maximum threads per block from __launch_bounds__; 0: limit of the GPU
    std::int64_t registers = 0;    ///< registers per thread from __maxnreg__; 0: not specified
    std::uint32_t shadows = 0;     ///< number of registers with a shadow; 0 if all values are initialized
    /// Whether the kernel uses atomics on global memory. Its blocks then run one after another, so that sums are
    /// reproducible.
    bool has_global_atomics = false;
    bool has_fences = false;
    /// For each loop that contains a barrier, the number of the innermost enclosing loop, or 0. Loops are numbered from
    /// 1.
    std::vector<std::uint32_t> barrier_loops;
    bool has_async_copies = false;
    bool has_read_only_loads = false;
    bool awaits_floats = false; ///< whether spin loops read floating-point data that also serves as the flag
    bool waits = false;         ///< whether loops wait for other threads to write to memory; blocks then run in order
    bool has_results = false;   ///< whether the kernel uses the results of atomics
    /// Whether pointers are cast. Arrays may then be accessed in units smaller than their elements.
    bool has_casts = false;
    /// Whether an atomic operation other than a sum may follow a plain read of the same element.
    bool has_guesses = false;
};

} // namespace warploom::simt
