#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The instructions that a kernel is compiled to. An instruction works on the 32 lanes of a warp at once. Registers hold
// 4 bytes for each lane, 128 in all, and are counted from the beginning of a warp's frame; a number of 8 bytes takes
// two of them.
//
// Which lanes take part is a mask. Control flow is structured, so masks are kept in numbered slots: a construct saves
// in its slots the lanes that come back at its end; a lane that leaves earlier is taken out of all slots on the way.

namespace warploom::simt {

/// Arithmetic comes in families of six, one for each class of numbers, in this order.
enum class Class : std::uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr int classes = 6;

/// a = destination, b and c = operands. Comparisons give 0 or 1 in a register of 4 bytes.
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
    shift_left,  ///< c: 4 bytes
    shift_right, ///< c: 4 bytes
    negate,      ///< unary from here on
    bit_not,
    absolute,
    population, ///< gives an int, as the next two
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
    // 0 .. families * classes - 1 are arithmetic.
    copy32 = static_cast<std::uint16_t>(families * classes), ///< a = b in all lanes
    copy64,
    set32, ///< a = b in active lanes
    set64,
    narrow,   ///< a = b cut to imm: Kind
    select32, ///< a = b in lanes where the register imm is not 0, else c
    select64,
    fma32, ///< a = b c + imm
    fma64,
    power32,
    power64,
    address,    ///< a pointer: `accesses[b]` says how it is found
    load,       ///< accesses[a]; imm: the operation that it is fused with
    store,      ///< accesses[a]
    atomic,     ///< accesses[a]
    load_local, ///< a = element c of the local array at b: locals[imm]
    store_local,
    // Masks. b: first slot. imm: the jump target if no lane is left.
    if_begin, ///< a: condition; b: all lanes, b + 1: those of else
    else_,
    join,         ///< the lanes of slot b
    loop_begin,   ///< a: 1 where the number of turns is known before; b: all lanes, b + 1: those that still turn;
                  ///< imm: of a loop around a barrier, its number from 1
    loop_test,    ///< a: condition
    loop_back,    ///< goes to imm; one turn is over; c: as the imm of loop_begin
    switch_begin, ///< b: all, b + 1: those that wait for their case, b + 2: those of default
    switch_skip,  ///< a: value, c: of a case; not for default
    switch_case,  ///< a: value, c: of this case
    switch_default,
    call_begin, ///< b: all lanes
    leave,      ///< active lanes are taken out of slots b .. c - 1
    jump,
    count_flops,
    // Meetings.
    barrier,         ///< a: result or none, b: condition or none, c: number of the innermost loop around it, imm: Vote
    warp_barrier,    ///< b: mask
    fence,           ///< __threadfence; imm: 1 for __threadfence_block
    commit_copies,   ///< __pipeline_commit
    wait_for_copies, ///< __pipeline_wait_prior; a: number of batches
    shuffle,         ///< accesses[a]
    ballot,          ///< a: result, b: mask, c: condition, imm: Vote
    active_mask,     ///< a
    // Other.
    print,  ///< prints[a]
    check,  ///< assert: a: condition
    launch, ///< launches[a], on the host
    fill,   ///< cudaMemset on the host: a: pointer, b: byte, c: bytes
    // Values that were never given (unset.h). A shadow says of each lane of a register which variable's value is
    // missing.
    unset,             ///< the registers from a on become variable unset[b], which has no value
    unset_join,        ///< a has the shadow of b, else of c, else of imm; each may be no register
    unset_absorb,      ///< the same of b and c, but a 0 on one side decides alone; with imm, any other number
    unset_choose,      ///< as select32
    unset_load_local,  ///< as load_local
    unset_store_local, ///< as store_local
    unset_decide,      ///< a decides something: its active lanes must have values
    end
};
constexpr Op operation(Family family, Class of) {
    return static_cast<Op>(static_cast<int>(family) * classes + static_cast<int>(of));
}

enum class Vote : std::uint8_t { none, count, all, any, ballot };
enum class AtomicKind : std::uint8_t { add, sub, least, greatest, exchange, compare, wrap, bit_and, bit_or, bit_xor };
enum class ShuffleKind : std::uint8_t { from, up, down, butterfly };

constexpr std::uint32_t no_register = 0x7fffffffu;
constexpr std::uint32_t known_flag = 0x80000000u; ///< a register of `known` whose number is not assigned yet
/// The b of a loop_back of a loop that waits for writes of other threads.
constexpr std::uint32_t waits_for_others = 1;

/// How an arithmetic instruction or load is fused with the instructions after it: `sum += a * b` and `x = a + b` end in
/// a copy to the destination, and no other instruction reads the intermediate registers.
constexpr int joined_with_copy = 1, joined_with_sum = 2;
/// The imm of a bit_or that is `||`: each side is 0 or 1, and a 1 decides alone.
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
/// A load, a store or an atomic there. Also the operands of a shuffle.
struct MemoryAccess : Address {
    std::uint32_t value = no_register;   ///< to load into or to store; of an atomic the operand
    std::uint32_t result = no_register;  ///< of an atomic, where it is wanted
    std::uint32_t compare = no_register; ///< of compare-and-swap; the mask of a shuffle
    Kind kind = Kind::int32;             ///< of each number
    int numbers = 1;                     ///< elements of a built-in vector type; 1 for scalars
    int bytes = 4;                       ///< all of them
    /// Addressing of a single 4- or 8-byte number: element start + index * stride relative to the pointer, each of
    /// 2^shift bytes. In all other cases shift is -1.
    int shift = -1;
    std::int64_t stride = 0, start = 0;
    AtomicKind atomic = AtomicKind::add;
    bool is_volatile = false;
    bool is_awaited = false;   ///< read in a loop that waits for other threads
    bool is_read_only = false; ///< a load by __ldg
    bool is_async = false;     ///< a store of an asynchronous copy
    /// For a store: writes a value computed from one that the same lane has read there, as `+=` does
    bool is_update = false;
    ShuffleKind shuffle = ShuffleKind::from;
    bool has_shadow = false;       ///< for a shuffle: shuffles the initialization shadows as well
    std::uint32_t lost_shadow = 0; ///< same, for the value of an absent lane: the shadow is this + the lane
};

/// A part that all lanes compute though C++ lets only some of them go there, the right side of `n < 31 && 1 << n > 0`:
/// a lane where the test is something else goes elsewhere, and the result of an instruction in it is no mistake.
struct Guard {
    std::uint32_t test = 0; ///< register
    bool wanted = true;
    std::int64_t outer = 0; ///< a guard around this one, counted from 1; 0: none
};

/// The location of an instruction: its own source location, and those of the calls around it, the outermost first.
struct Where {
    SourceLocation place;
    std::vector<SourceLocation> calls; ///< without columns
    bool operator==(const Where&) const = default;
};

struct LocalArray {
    std::string name;
    std::int64_t count = 0;
    std::int64_t stride = 1; ///< registers of an element
    std::int64_t units = 1;  ///< registers of the number that is moved: 1 or 2
    std::int64_t unit = 0;   ///< its position within the element
    bool is_wide_index = false;
};

struct Declaration;

struct SharedArray {
    std::string name;
    std::int64_t element_bytes = 4, count = 0; ///< count 0: determined by the launch
    bool is_dynamic = false;
    std::uint32_t pointer = no_register; ///< holds its address
    const Declaration* declared = nullptr;
    std::string instance; ///< of the function that declares it, and which has one array, however often it is called
};

/// A variable without a first value, or the result of a function that may end without giving one.
struct UnsetVariable {
    std::string name, written = {}; ///< written: its type's words
    const Type* type = nullptr;
    SourceLocation place;
    /// is_shuffle: the result of a shuffle; its shadow is `first` + the absent lane
    bool is_result = false, is_shuffle = false;
    std::uint32_t first = 0;               ///< a shadow is this and the register within the variable
    std::vector<std::uint32_t> units = {}; ///< where its numbers begin
};

/// A conversion specification of printf: the text before it, and the format of the value.
struct Conversion {
    static constexpr int none = -1, given = -2; ///< of width and precision; given: by a value, `*`
    std::string before;
    std::string flags; ///< of "-+ #0"
    int width = none, precision = none;
    std::string size; ///< "", "hh", "h", "l", "ll", "j", "z", "t"
    char kind = '\0'; ///< 'd'; NUL: the end of the format
};
constexpr int most_printed_width = 4095;

struct Print {
    std::vector<Conversion> conversions; ///< the last one is the end
    /// In their order, with widths and precisions that are given. Without a type: an index into `texts`.
    std::vector<std::pair<std::uint32_t, const Type*>> values;
    std::vector<std::string> texts;
};

/// A launch as run writes it down.
struct LaunchCode {
    int kernel = 0;                    ///< in Program
    std::uint32_t grid = 0, block = 0; ///< three registers each
    std::uint32_t shared = no_register;
    std::vector<std::pair<std::uint32_t, std::int64_t>> arguments; ///< registers, and how many
};

/// A number that every lane knows from the beginning.
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
    std::optional<SourceLocation> host_read = std::nullopt; ///< of an array: where run looks into it
};

/// A compiled kernel, or run.
struct Code {
    std::string name, instance; ///< of the kernel: `csr_scalar` and `csr_scalar<double>`
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> where; ///< for each instruction its place in `places`
    std::vector<Where> places;
    std::vector<MemoryAccess> accesses;
    std::vector<LocalArray> locals;
    std::vector<SharedArray> shared;
    std::vector<Print> prints;
    std::vector<UnsetVariable> unset; ///< by `first`
    std::vector<LaunchCode> launches;
    std::vector<Known> known;
    std::vector<Guard> guards; ///< the imm of arithmetic that is checked counts them from 1; 0: none
    std::vector<ParameterCode> parameters;
    std::uint32_t units = 0; ///< registers of a frame
    int mask_slots = 1;      ///< masks
    bool has_shuffles = false, has_doubles = false;
    int turns_ahead = 1; ///< turns of its loops that a compiler lays side by side (simulated::CountingSink)
    bool is_host = false;
    std::int64_t most_threads = 0;   ///< threads per block, from __launch_bounds__; 0: the limit of the card
    std::int64_t registers = 0;      ///< registers per thread, from __maxnreg__; 0: the compiler chooses
    std::uint32_t shadows = 0;       ///< registers that have one: 0 where every value is known to be given
    bool has_global_atomics = false; ///< blocks run one after another then, so that sums never differ
    bool has_fences = false;
    /// For each loop around a barrier the number of the next such loop around it, or 0. Numbers begin with 1.
    std::vector<std::uint32_t> barrier_loops;
    bool has_async_copies = false;
    bool has_read_only_loads = false;
    bool awaits_floats = false; ///< such a loop reads floating-point numbers, which are their own flags
    bool waits = false;         ///< has loops that wait for writes of other threads: blocks then run in order
    bool has_results = false;   ///< of atomics, that are wanted
    bool has_casts = false;     ///< of pointers: an array may be reached in pieces smaller than its elements
    bool has_guesses = false;   ///< atomics that may begin with a plain read of the same element: all but sums
};

} // namespace warploom::simt
