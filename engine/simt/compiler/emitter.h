#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/sema/sema.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// The layers of the code generator. Each layer uses only the layers before it: Emitter (instructions and registers),
// ValueCode (operations on values and objects), ExpressionCode, MathCode and BuiltInCode (built-in functions), and
// Compiler (statements and calls).

namespace warploom::simt {

struct Target;

/// The value of an expression: a constant, registers, or a pointer to a local variable.
struct Value {
    enum class Form : std::uint8_t { none, constant, registers, local_pointer };
    Form form = Form::none;
    const Type* type = nullptr;
    std::uint32_t unit = 0;
    Constant constant = {};
    bool is_uniform = false; ///< whether all lanes have the same pointer
    bool is_counted = false; ///< whether the value is a constant only because of loop unrolling
    /// The variable or array that the value points to, if the value is a pointer to a local variable or array.
    std::shared_ptr<Target> target = {};
    /// 8-byte element index of a pointer into a local array; null if it points to the first element.
    std::shared_ptr<Value> position = {};

    Value() = default;
    Value(const Constant& of, bool counted = false) // NOLINT(google-explicit-constructor)
        : form(Form::constant), type(of.type), constant(of), is_counted(counted) {}
    Value(Form of, const Type* its_type, std::uint32_t its_unit = 0) : form(of), type(its_type), unit(its_unit) {}

    bool is_constant() const { return form == Form::constant; }
};

inline Value registers(const Type* type, std::uint32_t unit) { return {Value::Form::registers, type, unit}; }

/// An lvalue in registers or memory. An object in memory uses all members of Address. An element of a local array uses
/// only `index`.
struct Target : Address {
    enum class Form : std::uint8_t { registers, local, memory };
    Form form = Form::registers;
    const Type* type = nullptr;
    std::string name;
    bool is_const = false, is_volatile = false;
    std::uint32_t unit = 0; ///< first register of the object or of its local array
    std::int64_t count = 0, stride = 0, inner = 0;
    std::shared_ptr<Target> array;
    std::shared_ptr<Value> position = {}; ///< index of the array element; null for the first element
};

struct Storage {
    bool is_value = false;
    Value value = {};
    Target target = {};
    /// Whether this is a pointer into a local array, with its element index in a register.
    bool moves = false;
    std::uint32_t begin = 0;
    bool is_uninitialized = false; ///< whether the variable is uninitialized at instruction `begin`
};
inline Storage storage_of(Target target) { return {.target = std::move(target)}; }
inline Storage storage_of(Value value) { return {.is_value = true, .value = std::move(value)}; }
using Variables = std::map<std::string, Storage>;

/// Emits instructions, and allocates registers, labels, and mask slots.
class Emitter {
protected:
    Emitter(Library& library, const Instance& root, Code& code) : library_(library), root_(root), code_(code) {}

    bool is_host() const { return root_.is_host; }
    const Type* type_of(Kind kind) const { return library_.types.of(kind); }
    std::uint32_t allocate(std::int64_t units, SourceLocation at);
    std::uint32_t temporary(const Type* type, SourceLocation at) { return allocate(type->units, at); }
    Instruction& emit_code(Op op, SourceLocation at, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                           std::int64_t imm = 0);
    void emit_access(Op op, const MemoryAccess& access, SourceLocation at);
    /// Emits an `if` statement. `yes` emits the code for lanes where `test` is true, and `no` emits the code for the
    /// other lanes. `no` may be empty.
    void branch(std::uint32_t test, SourceLocation at, const std::function<void()>& yes,
                const std::function<void()>& no = {});
    void begin_loop(SourceLocation at, bool has_known_turns, bool is_empty);
    void end_loop(SourceLocation at, int head);
    std::uint32_t known(Known::What what, bool is_wide, std::uint64_t bits);
    int new_label();
    void bind(int label);
    void copy(const Type* type, std::uint32_t to, std::uint32_t from, bool is_masked, SourceLocation at);
    /// Returns a register that contains the value. Copies a constant to a new register.
    std::uint32_t materialize(const Value& value, SourceLocation at);
    void join_instructions(std::size_t first);
    void leave_out_result(const Expression& e);
    std::uint32_t number_unset(UnsetVariable variable, std::uint32_t shadows);
    /// Emits an instruction that marks a variable as uninitialized.
    void leave_unset(UnsetVariable variable, std::uint32_t unit);
    void leave_unset(const Declaration& d, const Type* type, std::uint32_t unit);
    /// Adds the variables of a scope to code_.variables for debuggers. The scope ends before the instruction with index
    /// `end`.
    void list_variables(const Variables& scope, std::uint32_t end);
    std::uint32_t next_instruction() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
    void finish();

    Library& library_;
    const Instance& root_;
    Code& code_;
    std::vector<SourceLocation> call_lines_;
    /// Location of the call to a CUDA header function that is being compiled; std::nullopt outside of such functions.
    std::optional<SourceLocation> caller_;
    std::string caller_name_; ///< name of this CUDA header function, such as `reduce`
    std::uint32_t top_ = 0, most_units_ = 0, slot_ = 1;
    int join_ = -1; ///< label to jump to if no lane remains active
    int flops_ = 0;
    int levels_ = 0;

private:
    /// Properties of a loop that are determined while its code is emitted.
    struct LoopSummary {
        std::size_t begin = 0;
        bool has_known_turns = false, is_empty = false, has_inner_loops = false;
        bool reads = false;
        /// Whether the loop contains an instruction that prevents nvcc from overlapping iterations.
        bool keeps_order = false;
        bool looks = false;   ///< whether the loop reads memory that other threads may write
        bool changes = false; ///< whether the loop writes memory or synchronizes
        bool fences = false;
        bool sets_flags = false; ///< whether the loop stores through a volatile pointer
        std::vector<std::uint32_t> accesses = {};
    };
    void watch(Op op, std::uint32_t a);

    std::vector<LoopSummary> open_loops_;
    int atomic_results_ = 0; ///< number of atomic operations whose results are used
    bool has_loops_that_read_ = false, has_loops_in_order_ = false;
    std::vector<std::int64_t> labels_;
    std::map<std::tuple<Known::What, bool, std::uint64_t>, std::uint32_t> known_;
    std::map<std::tuple<std::string, int, int, int, const Type*>, std::uint32_t> unset_;
    std::uint32_t most_shadow_ = 1;
};

} // namespace warploom::simt
