#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The instructions that a kernel is compiled to. An instruction operates on the 32 lanes of a warp at once. A register
// holds 4 bytes for each lane, 128 in total, and is numbered from the beginning of a warp's frame; an 8-byte number
// occupies two registers.
//
// A mask determines the active lanes. Control flow is structured, so masks are stored in numbered slots: a construct
// saves the lanes that continue at its end in its slots; a lane that leaves earlier is removed from all slots in
// between.

namespace warploom::simt {

/// Each arithmetic operation has six variants, one for each class of numbers, in this order.
enum class Class : std::uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr int classes = 6;

/// Arithmetic operations: a = destination, b and c = operands. Comparisons store 0 or 1 in a 4-byte register.
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
    negate,      ///< this and the following operations are unary
    bit_not,
    absolute,
    population, ///< result is an int, like the next two
    leading_zeros,
    first_set,
    mathematics, ///< imm: Function
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
    // The values 0 to families * classes - 1 are arithmetic operations.
    copy32 = static_cast<std::uint16_t>(families * classes), ///< a = b in all lanes
    copy64,
    set32, ///< a = b in active lanes
    set64,
    narrow,   ///< a = b converted to the smaller type imm: Kind
    select32, ///< a = b in lanes where register imm is not 0, otherwise c
    select64,
    fma32, ///< a = b * c + imm
    fma64,
    power32,
    power64,
    address,    ///< computes a pointer as described by `accesses[b]`
    load,       ///< accesses[a]; imm: operation fused with the load
    store,      ///< accesses[a]
    atomic,     ///< accesses[a]
    load_local, ///< a = element c of the local array locals[imm] at register b
    store_local,
    // Masks. b: first slot. imm: jump target if no lane is left.
    if_begin, ///< a: condition; b: all lanes, b + 1: lanes of the else branch
    else_,
    join, ///< activates the lanes of slot b
    /// a: 1 if the number of iterations is known in advance; b: all lanes, b + 1: lanes still in the loop; imm: for a
    /// loop around a barrier, its number from 1
    loop_begin,
    loop_test,    ///< a: condition
    loop_back,    ///< jumps to imm for the next iteration; c: same as imm of loop_begin
    switch_begin, ///< b: all lanes, b + 1: lanes waiting for their case, b + 2: lanes of default
    switch_skip,  ///< a: value, c: value of a case; not for default
    switch_case,  ///< a: value, c: value of this case
    switch_default,
    call_begin, ///< b: all lanes
    leave,      ///< removes the active lanes from slots b .. c - 1
    jump,
    count_flops,
    // Meetings.
    /// a: result or none, b: condition or none, c: number of the innermost loop around it, imm: Vote
    barrier,
    warp_barrier,    ///< b: mask
    fence,           ///< __threadfence; imm: 1 for __threadfence_block
    commit_copies,   ///< __pipeline_commit
    wait_for_copies, ///< __pipeline_wait_prior; a: number of batches that may remain pending
    shuffle,         ///< accesses[a]
    ballot,          ///< a: result, b: mask, c: condition or value, imm: Vote
    active_mask,     ///< a
    // Other.
    print,  ///< prints[a]
    check,  ///< assert: a: condition
    launch, ///< launches[a], only on the host
    fill,   ///< cudaMemset on the host: a: pointer, b: byte value, c: number of bytes
    // Uninitialized variables (unset.h). A shadow specifies for each lane of a register which variable's value is
    // missing.
    unset,            ///< the registers from a on become variable unset[b], which is uninitialized
    unset_join,       ///< a gets the shadow of b, otherwise of c, otherwise of imm; each may be no register
    unset_absorb,     ///< same for b and c, but a 0 in either operand determines the result; with imm, any other number
    unset_choose,     ///< like select32
    unset_load_local, ///< like load_local
    unset_store_local, ///< like store_local
    unset_decide,      ///< a determines a decision: its active lanes must be initialized
    end
};
constexpr Op operation(Family family, Class of) {
    return static_cast<Op>(static_cast<int>(family) * classes + static_cast<int>(of));
}

/// Operations of a warp on one value of each lane. From match on, they combine the values of the lanes that a mask names;
/// match returns the lanes with the same value.
enum class Vote : std::uint8_t { none, count, all, any, ballot, match, add, least, greatest, bit_and, bit_or, bit_xor };
enum class AtomicKind : std::uint8_t { add, sub, least, greatest, exchange, compare, wrap, bit_and, bit_or, bit_xor };
enum class ShuffleKind : std::uint8_t { from, up, down, butterfly };

constexpr std::uint32_t no_register = 0x7fffffffu;
constexpr std::uint32_t known_flag = 0x80000000u; ///< a register of `known` whose number is not assigned yet
/// The b of loop_back for a loop that waits for writes of other threads.
constexpr std::uint32_t waits_for_others = 1;

/// How an arithmetic instruction or load is fused with the instructions after it: `sum += a * b` and `x = a + b` end in
/// a copy to the destination, and no other instruction reads the intermediate registers.
constexpr int joined_with_copy = 1, joined_with_sum = 2;
/// The imm of a bit_or that implements `||`: each side is 0 or 1, and a single 1 determines the result.
constexpr std::int64_t decided_by_one = 1;

struct Instruction {
    Op op = Op::end;
    /// Floating-point operations per lane since the previous instruction that counts them; for arithmetic, the fused
    /// operation.
    std::uint16_t flops = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    std::int64_t imm = 0;
};

/// An address in memory: pointer + index * scale + offset.
struct Address {
    std::uint32_t pointer = no_register, index = no_register;
    bool is_wide_index = false, is_uniform = false; ///< uniform: all lanes have the same pointer
    std::int64_t scale = 0, offset = 0;
};
/// A load, store or atomic operation at an address. Also the operands of a shuffle.
struct MemoryAccess : Address {
    std::uint32_t value = no_register;   ///< register to load into or to store; for an atomic, the operand
    std::uint32_t result = no_register;  ///< result of an atomic, if it is used
    std::uint32_t compare = no_register; ///< comparand of compare-and-swap; mask of a shuffle
    Kind kind = Kind::int32;             ///< type of each number
    int numbers = 1;                     ///< elements of a built-in vector type; 1 for scalars
    int bytes = 4;                       ///< total size
    /// Addressing of a single 4- or 8-byte number: element start + index * stride relative to the pointer, each of
    /// 2^shift bytes. In all other cases shift is -1.
    int shift = -1;
    std::int64_t stride = 0, start = 0;
    AtomicKind atomic = AtomicKind::add;
    bool is_volatile = false;
    bool is_awaited = false;   ///< read in a loop that waits for other threads
    bool is_read_only = false; ///< whether it is a load by __ldg
    bool is_async = false;     ///< whether it is the store of an asynchronous copy
    /// For a store: whether it writes a value computed from a value that the same lane has read there, like `+=`.
    bool is_update = false;
    ShuffleKind shuffle = ShuffleKind::from;
    bool has_shadow = false;       ///< for a shuffle: shuffles the initialization shadows as well
    std::uint32_t lost_shadow = 0; ///< shadow of the value of an absent lane, to which the lane number is added
};

/// A part that all lanes compute although C++ evaluates it only for some of them, such as the right side of `n < 31 &&
/// 1 << n > 0`. The results in lanes in which the test has another value are not used, so they are not reported as
/// errors.
struct Guard {
    std::uint32_t test = 0; ///< register
    bool wanted = true;
    std::int64_t outer = 0; ///< number of the enclosing guard, from 1; 0 if there is none
};

/// The location of an instruction: its own source location, and the locations of the calls around it, outermost first.
struct Where {
    SourceLocation place;
    std::vector<SourceLocation> calls; ///< without columns
    bool operator==(const Where&) const = default;
};

struct LocalArray {
    std::string name;
    std::int64_t count = 0;
    std::int64_t stride = 1; ///< number of registers per element
    std::int64_t units = 1;  ///< number of registers of the accessed number: 1 or 2
    std::int64_t unit = 0;   ///< its position within the element
    bool is_wide_index = false;
};

struct Declaration;

struct SharedArray {
    std::string name;
    std::int64_t element_bytes = 4, count = 0; ///< count 0: determined by the launch
    bool is_dynamic = false;
    std::uint32_t pointer = no_register; ///< register that holds its address
    const Declaration* declared = nullptr;
    /// Instance of the function that declares it; it has one array, regardless of the number of calls.
    std::string instance;
};

/// An uninitialized variable, or the result of a function that can end without returning a value.
struct UnsetVariable {
    std::string name, written = {}; ///< `written` is the type as in the source
    const Type* type = nullptr;
    SourceLocation place;
    /// is_shuffle: the result of a shuffle; its shadow is `first` + number of the absent lane
    bool is_result = false, is_shuffle = false;
    std::uint32_t first = 0; ///< shadows are this value plus the index of the register within the variable
    std::vector<std::uint32_t> units = {}; ///< first register of each number
};

/// A conversion specification of printf: the text before it, and the format of the value.
struct Conversion {
    static constexpr int none = -1, given = -2; ///< for width and precision; given: specified by an argument, `*`
    std::string before;
    std::string flags; ///< any of "-+ #0"
    int width = none, precision = none;
    std::string size; ///< "", "hh", "h", "l", "ll", "j", "z", "t"
    char kind = '\0'; ///< 'd'; NUL for the end of the format
};
constexpr int most_printed_width = 4095;

struct Print {
    std::vector<Conversion> conversions; ///< the last one ends the format
    /// Values in order, including widths and precisions that are arguments. Without a type, the number is an index into
    /// `texts`.
    std::vector<std::pair<std::uint32_t, const Type*>> values;
    std::vector<std::string> texts;
};

/// A launch in the function run.
struct LaunchCode {
    int kernel = 0;                    ///< index in Program
    std::uint32_t grid = 0, block = 0; ///< first of three registers each
    std::uint32_t shared = no_register;
    std::vector<std::pair<std::uint32_t, std::int64_t>> arguments; ///< registers and their counts
};

/// A value that is the same for all lanes and known at the start.
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
        shared_pointer
    };
    What what = What::constant;
    bool is_wide = false;
    std::uint64_t bits = 0; ///< value of a constant; index of a shared array
    std::uint32_t unit = 0;
};

struct ParameterCode {
    std::string name;
    SourceLocation place;
    const Type* type = nullptr;
    std::uint32_t unit = 0;
    std::optional<SourceLocation> host_read = std::nullopt; ///< for an array: where run reads it
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
    std::uint32_t unit = 0;  ///< first register; for memory, the register that holds its address
    std::uint64_t bits = 0;  ///< the constant, in the form in which a register stores it for one lane
    std::int64_t offset = 0; ///< in memory: bytes from the address in the register
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

/// A compiled kernel or run function.
struct Code {
    std::string name, instance; ///< name and instance of the kernel: `csr_scalar` and `csr_scalar<double>`
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
    std::vector<Guard> guards; ///< the imm of checked arithmetic is a 1-based index into this list; 0 for none
    std::vector<ParameterCode> parameters;
    std::vector<ScopedVariable> variables;
    std::vector<InlinedCall> calls;
    std::uint32_t units = 0; ///< number of registers of a frame
    int mask_slots = 1;      ///< masks
    bool has_shuffles = false, has_doubles = false;
    double capability = 0;        ///< compute capability that a warp function requires
    std::string needs_capability; ///< its name
    int turns_ahead = 1;          ///< number of loop iterations that a compiler overlaps (simulated::CountingSink)
    bool is_host = false;
    std::int64_t most_threads = 0;   ///< maximum threads per block, from __launch_bounds__; 0 for the limit of the card
    std::int64_t registers = 0;      ///< registers per thread, from __maxnreg__; 0 for the compiler's choice
    std::uint32_t shadows = 0;       ///< number of registers with a shadow; 0 if every value is known to be initialized
    bool has_global_atomics = false; ///< if so, blocks run one after another, so that sums are reproducible
    bool has_fences = false;
    /// For each loop around a barrier, the number of the next such loop around it, or 0. Numbers begin with 1.
    std::vector<std::uint32_t> barrier_loops;
    bool has_async_copies = false;
    bool has_read_only_loads = false;
    bool awaits_floats = false; ///< such a loop reads floating-point numbers that serve as their own flags
    bool waits = false;         ///< whether loops wait for writes of other threads; blocks then run in order
    bool has_results = false;   ///< whether results of atomics are used
    /// Whether pointers are cast, so that an array can be accessed in units smaller than its elements.
    bool has_casts = false;
    bool has_guesses = false; ///< whether atomics other than sums may be preceded by a plain read of the same element
};

} // namespace warploom::simt
