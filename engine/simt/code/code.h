#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/types.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The instruction set of the interpreter. Each instruction operates on all 32 lanes of a warp at once. A register holds
// 4 bytes per lane, 128 bytes in total, and is identified by its offset in the warp's frame, in registers; an 8-byte
// number occupies two adjacent registers.
//
// A mask determines the active lanes. Control flow is structured: masks are saved in numbered slots. Each construct
// stores in its slots which lanes continue at its end. A lane that leaves several constructs at once (break, return) is
// removed from the slots of all of them.

namespace warploom::simt {

/// The number types of arithmetic. Each arithmetic operation has six variants, in this order.
enum class Class : std::uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr int classes = 6;

/// Arithmetic operations: a = destination, b and c = operands. Comparisons write 0 or 1 to a 4-byte register.
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
    population, ///< the result is an int, as for the next two operations
    leading_zeros,
    first_set,
    mathematics, ///< imm: Mathematics
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
    // Arithmetic operations have the values 0 to families * classes - 1.
    copy32 = static_cast<std::uint16_t>(families * classes), ///< a = b in all lanes
    copy64,
    set32, ///< a = b in active lanes
    set64,
    narrow,   ///< a = b converted to the type imm: Kind
    select32, ///< a = b in lanes where register imm is nonzero, otherwise c
    select64,
    fma32, ///< a = b * c + imm
    fma64,
    power32,
    power64,
    address,    ///< a = the pointer described by accesses[b]
    load,       ///< executes accesses[a]; imm: how the access is fused with the next instruction
    store,      ///< accesses[a]
    atomic,     ///< accesses[a]
    load_local, ///< a = element c of the local array locals[imm], which starts at register b
    store_local,
    // Control flow. b: first slot. imm: jump target if no lane is active.
    if_begin, ///< a: condition; saves all active lanes in slot b, and the lanes of the else branch in b + 1
    else_,
    join, ///< activates the lanes in slot b
    /// a: 1 if the trip count is known on entry; saves all active lanes in slot b, and the lanes that are still in the
    /// loop in b + 1; imm: number (from 1) of a loop that contains a barrier, otherwise 0
    loop_begin,
    loop_test,    ///< a: condition
    loop_back,    ///< jumps to imm for the next iteration; c: imm of loop_begin
    switch_begin, ///< slot b: all active lanes; b + 1: lanes waiting for their case; b + 2: lanes for default
    switch_skip,  ///< a: value, c: value of a case; not emitted for default
    switch_case,  ///< a: value, c: value of this case
    switch_default,
    call_begin, ///< saves all lanes in slot b
    leave,      ///< removes the active lanes from mask slots b to c - 1
    jump,
    count_flops,
    // Synchronization and warp-level operations.
    /// a: result or none, b: condition or none, c: number of the innermost enclosing loop, imm: Vote
    barrier,
    warp_barrier,    ///< b: mask
    fence,           ///< __threadfence; imm: 1 for __threadfence_block
    commit_copies,   ///< __pipeline_commit
    wait_for_copies, ///< __pipeline_wait_prior; a: number of latest batches that may remain pending
    shuffle,         ///< accesses[a]
    ballot,          ///< a: result, b: mask, c: condition or value, imm: Vote
    active_mask,     ///< a
    // Other operations.
    print,  ///< prints[a]
    check,  ///< assert; a: condition
    launch, ///< launches[a]; host only
    fill,   ///< cudaMemset; host only. a: pointer, b: byte value, c: number of bytes
    // Tracking of uninitialized variables (unset.h). For each lane, the shadow of a register identifies the
    // uninitialized variable on which the lane's value depends.
    unset, ///< registers starting at a hold the uninitialized variable unset[b]
    /// shadow of a = shadow of b, or of c, or of imm, whichever is present first; each may be no_register
    unset_join,
    /// like unset_join, but if b or c is initialized and 0 (with imm: nonzero), this operand decides the result, so a
    /// has no shadow
    unset_absorb,
    unset_choose,      ///< like select32
    unset_load_local,  ///< like load_local
    unset_store_local, ///< like store_local
    unset_decide,      ///< reports active lanes in which a has a shadow
    end
};
constexpr Op operation(Family family, Class of) {
    return static_cast<Op>(static_cast<int>(family) * classes + static_cast<int>(of));
}

/// Warp-level operations on one value per lane. From `match` on, they combine the values of the lanes in a mask;
/// `match` returns the lanes that have the same value.
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
constexpr std::uint32_t known_flag = 0x80000000u; ///< flag that marks an index into `known` that has no register yet
/// Operand b of loop_back for a loop that waits for writes of other threads.
constexpr std::uint32_t waits_for_others = 1;

/// How an arithmetic instruction or load is fused with the following instructions: `sum += a * b` and `x = a + b` end
/// with a copy to the destination, and the intermediate registers are not read by any other instruction.
constexpr int joined_with_copy = 1, joined_with_sum = 2;
/// Operand imm of a bit_or that implements `||`: both operands are 0 or 1, and a single 1 decides the result.
constexpr std::int64_t decided_by_one = 1;

struct Instruction {
    Op op = Op::end;
    /// Floating-point operations per lane since the last instruction that counted them. For arithmetic instructions,
    /// states how the instruction is fused.
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
    std::uint32_t value = no_register;   ///< register to load or store, or operand of an atomic
    std::uint32_t result = no_register;  ///< result of an atomic, if it is used
    std::uint32_t compare = no_register; ///< compare operand of compare-and-swap; mask of a shuffle
    Kind kind = Kind::int32;             ///< number type of each element
    int numbers = 1;                     ///< number of elements of a built-in vector type; 1 for scalars
    int bytes = 4;                       ///< total size of the access per lane, in bytes
    /// Fast addressing of 4- and 8-byte scalars: the element index relative to the pointer is start + index * stride,
    /// in elements of 2^shift bytes. In all other cases, shift is -1.
    int shift = -1;
    std::int64_t stride = 0, start = 0;
    AtomicKind atomic = AtomicKind::add;
    bool is_volatile = false;
    bool is_awaited = false;   ///< whether a loop waits for the loaded value
    bool is_read_only = false; ///< whether the access is an __ldg() load
    bool is_async = false;     ///< whether the access is the store of an asynchronous copy
    /// For a store: whether the stored value was computed from the same element, read by the same lane, as in `+=`.
    bool is_update = false;
    ShuffleKind shuffle = ShuffleKind::from;
    bool has_shadow = false; ///< for a shuffle: whether shadows are shuffled with the values
    /// shadow number for a value that lane 0 reads from an absent lane; lane l uses this number plus l
    std::uint32_t lost_shadow = 0;
};

/// Code that all lanes execute, although C++ evaluates it only in some lanes, such as the right operand in `n < 31 && 1
/// << n > 0`. Errors are not reported in lanes where the condition differs, because their results are unused.
struct Guard {
    std::uint32_t test = 0; ///< register that holds the condition
    bool wanted = true;
    std::int64_t outer = 0; ///< index (from 1) of the enclosing guard; 0 if there is none
};

/// The source location of an instruction, and the locations of the inlined calls that contain it, outermost first.
struct Where {
    SourceLocation place;
    std::vector<SourceLocation> calls; ///< without columns
    bool operator==(const Where&) const = default;
};

struct LocalArray {
    std::string name;
    std::int64_t count = 0;
    std::int64_t stride = 1; ///< registers per element
    std::int64_t units = 1;  ///< number of registers of the accessed scalar: 1 or 2
    std::int64_t unit = 0;   ///< index of the scalar's first register within the element
    bool is_wide_index = false;
};

struct Declaration;

struct SharedArray {
    std::string name;
    std::int64_t element_bytes = 4, count = 0; ///< number of elements; 0 if the number depends on the launch
    bool is_dynamic = false;
    std::uint32_t pointer = no_register; ///< register that holds the array's address
    const Declaration* declared = nullptr;
    /// The instance of the function that declares the array. Each instance has one array, regardless of the number of
    /// inlined calls.
    std::string instance;
};

/// An uninitialized variable, or the result of a function that may end without returning a value.
struct UnsetVariable {
    std::string name, written = {}; ///< `written`: type of the variable as spelled in the source
    const Type* type = nullptr;
    SourceLocation place;
    /// is_shuffle: whether it is the result of a shuffle, whose shadow is `first` plus the number of the absent lane
    bool is_result = false, is_shuffle = false;
    std::uint32_t first = 0;               ///< number of the variable's first shadow; each register has a shadow
    std::vector<std::uint32_t> units = {}; ///< first register of each scalar of the variable
};

/// A conversion specification of printf, and the text before it.
struct Conversion {
    static constexpr int none = -1, given = -2; ///< for width and precision: none, or given by an argument (`*`)
    std::string before;
    std::string flags; ///< flags of the specification, any of "-+ #0"
    int width = none, precision = none;
    std::string size; ///< length modifier: "", "hh", "h", "l", "ll", "j", "z", "t"
    char kind = '\0'; ///< conversion specifier, such as 'd'; NUL at the end of the format string
};
constexpr int most_printed_width = 4095;

struct Print {
    std::vector<Conversion> conversions; ///< conversions in order; the last one ends the format string
    /// Values in order, including widths and precisions that are arguments. If the type is null, the value is an index
    /// into `texts`.
    std::vector<std::pair<std::uint32_t, const Type*>> values;
    std::vector<std::string> texts;
};

/// A kernel launch in `run`.
struct LaunchCode {
    int kernel = 0;                    ///< index of the kernel in Library::kernels
    std::uint32_t grid = 0, block = 0; ///< first of three registers for each of grid and block
    std::uint32_t shared = no_register;
    /// first register and number of registers of each argument
    std::vector<std::pair<std::uint32_t, std::int64_t>> arguments;
};

/// A value that is the same in all lanes and known when a kernel starts.
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
    std::optional<SourceLocation> host_read = std::nullopt; ///< for an array, the source location where `run` reads it
};

/// A variable of the source while it is in scope, for debuggers. A variable can have several entries: one for each
/// inlined call and for each iteration of an unrolled loop.
struct ScopedVariable {
    enum class Form : std::uint8_t {
        registers,
        constant, ///< has no registers, because its value is known at compile time
        memory    ///< an array in shared memory, or a reference to an object in memory
    };
    std::string name;
    const Type* type = nullptr;
    Form form = Form::registers;
    std::uint32_t unit = 0;           ///< first register; for memory, the register that holds its address
    std::uint64_t bits = 0;           ///< the constant, as represented in one lane's register
    std::int64_t offset = 0;          ///< in memory: bytes from the address in the register
    std::uint32_t begin = 0, end = 0; ///< the instructions that it is in scope for; `end` is exclusive
    std::uint32_t depth = 0;          ///< number of inlined calls around its function
    bool is_uninitialized = false;    ///< whether its declaration leaves it without a value
    bool is_in(std::uint32_t pc) const { return begin <= pc && pc < end; }
};

/// A call of a function, which is inlined.
struct InlinedCall {
    std::string function;
    std::uint32_t begin = 0, end = 0; ///< its instructions; `end` is exclusive
    std::uint32_t depth = 0;          ///< number of inlined calls around its instructions, from 1
};

/// Records where execution has continued after a branch with at least one active lane, in all runs of a program.
/// Thread-safe.
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

/// A compiled kernel or run function.
struct Code {
    std::string name, instance; ///< `csr_scalar` and `csr_scalar<double>`
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> where; ///< index into `places` for each instruction
    std::vector<Where> places;
    std::vector<MemoryAccess> accesses;
    std::vector<LocalArray> locals;
    std::vector<SharedArray> shared;
    std::vector<Print> prints;
    std::vector<UnsetVariable> unset; ///< sorted by `first`
    std::vector<LaunchCode> launches;
    std::vector<Known> known;
    std::vector<Guard> guards; ///< guards; the imm of checked arithmetic is an index into this list, from 1; 0: none
    std::vector<ParameterCode> parameters;
    std::vector<ScopedVariable> variables;
    std::vector<InlinedCall> calls;
    std::shared_ptr<BranchMarks> branches; ///< set when the code is complete
    std::uint32_t units = 0;               ///< number of registers of a frame
    int mask_slots = 1;                    ///< masks
    bool has_shuffles = false, has_doubles = false;
    double capability = 0;        ///< minimum compute capability that the warp functions require
    std::string needs_capability; ///< name of the function that requires `capability`
    int turns_ahead = 1;          ///< number of loop iterations that nvcc overlaps (simulated::CountingSink)
    bool is_host = false;
    std::int64_t most_threads = 0; ///< maximum threads per block, from __launch_bounds__; 0: limit of the GPU
    std::int64_t registers = 0;    ///< registers per thread, from __maxnreg__; 0: not specified
    std::uint32_t shadows = 0;     ///< number of registers with a shadow; 0 if all values are initialized
    /// whether it has atomics on global memory; blocks then run one after another, so that sums are reproducible
    bool has_global_atomics = false;
    bool has_fences = false;
    /// For each loop that contains a barrier, the number of the innermost such loop that encloses it, or 0. Loops are
    /// numbered from 1.
    std::vector<std::uint32_t> barrier_loops;
    bool has_async_copies = false;
    bool has_read_only_loads = false;
    bool awaits_floats = false; ///< whether waiting loops read floating-point data that also serves as its own flag
    bool waits = false;         ///< whether loops wait for writes of other threads; blocks then run in order
    bool has_results = false;   ///< whether the kernel uses the results of atomics
    /// Whether pointers are cast, so that arrays may be accessed in units smaller than their elements.
    bool has_casts = false;
    bool has_guesses = false; ///< whether atomics other than sums may follow a plain read of the same element
};

} // namespace warploom::simt
