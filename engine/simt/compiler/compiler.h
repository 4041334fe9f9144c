#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/effort.h"
#include "engine/simt/language/tree.h"
#include "engine/simt/language/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warploom::simt {

struct Target;

/// The value of an expression.
struct Value {
    enum class Form : std::uint8_t { none, constant, registers, local_pointer };
    Form form = Form::none;
    const Type* type = nullptr;
    std::uint32_t unit = 0;
    std::uint64_t bits = 0;               ///< value of an integer constant
    double real = 0;                      ///< value of a floating-point constant
    bool is_uniform = false;              ///< for a pointer: has the same value in all lanes
    std::shared_ptr<Target> target = {};  ///< the local object that a local pointer points to
    std::shared_ptr<Value> position = {}; ///< for a local pointer: 8-byte index of the element; null: first element

    bool is_constant() const { return form == Form::constant; }
};

inline Value registers(const Type* type, std::uint32_t unit) {
    return {.form = Value::Form::registers, .type = type, .unit = unit};
}
inline Value whole(const Type* type, std::uint64_t bits) {
    return {.form = Value::Form::constant, .type = type, .bits = bits};
}
inline Value real(const Type* type, double number) {
    const bool is_float = type->kind == Kind::float32;
    return {.form = Value::Form::constant,
            .type = type,
            .real = is_float ? static_cast<double>(static_cast<float>(number)) : number};
}
/// Returns the name of a type for messages; "void" for expressions without a value.
inline std::string name_of(const Type* type) { return type == nullptr ? "void" : type->name; }

/// An lvalue. The members of Address describe an lvalue in memory; for an element of a local array, only its index is
/// used.
struct Target : Address {
    enum class Form : std::uint8_t { registers, local, memory };
    Form form = Form::registers;
    const Type* type = nullptr;
    std::string name;
    bool is_const = false, is_volatile = false;
    std::uint32_t unit = 0; ///< register of the object, or of the first element of a local array
    // For an element of a local array:
    std::int64_t count = 0, stride = 0, inner = 0;
    std::shared_ptr<Target> array;
    std::shared_ptr<Value> position = {}; ///< index of the element; null: first element
};

/// A declared name: a value, an lvalue, or a type.
struct Symbol {
    enum class What : std::uint8_t { value, target, type };
    What what = What::value;
    Value value = {};
    Target target = {};
    const Type* type = nullptr;
    SourceLocation place = {};
    bool moves = false; ///< a pointer into a local array; its element index is in a register
};
inline Symbol symbol_of(const Type* type, SourceLocation at = {}) {
    return {.what = Symbol::What::type, .type = type, .place = at};
}
inline Symbol symbol_of(Target target) { return {.what = Symbol::What::target, .target = std::move(target)}; }
using Scope = std::map<std::string, Symbol>;

/// A struct instantiated with its template arguments.
struct RecordInstance {
    const Record* record = nullptr;
    Scope names;
};

/// Ranks the conversion of an argument to its parameter, from best to worst.
enum class ConversionRank : std::uint8_t {
    same,
    adds_const, ///< adds const to the pointee, or to the object of a method call
    promoted,
    converted,
    none
};

/// Returns the arguments of a call. For a method call, the object is not among them.
inline std::span<const ExpressionPointer> arguments_of(const Expression& call) {
    return std::span(call.children).subspan(call.is_method ? 1 : 0);
}

/// The declarations and types that all functions of a file share during compilation.
class Library {
public:
    Library(const TranslationUnit& tree, std::vector<Diagnostic>& refusals, CompileBudget& effort);

    /// Returns all functions of this name. Overloads differ in their parameters.
    const std::vector<const Function*>& functions(const std::string& name) const;
    /// Returns the struct and template arguments that a type was created from; null if the type is not a struct.
    const RecordInstance* record_of(const Type* type) const;
    std::vector<std::string> function_names() const;
    /// Returns the names that a function modifies. An unmodified parameter does not need registers of its own.
    const std::set<std::string>& changed(const Function& function);
    /// Resolves a type in the scopes `names`. Rejects unknown types and suggests the most similar known name.
    const Type* type_of(const TypeWords& words, const std::vector<Scope>& names, int depth = 0);
    /// Returns the type of a parameter; `T (&values)[n]` is an array type.
    const Type* type_of(const Declaration& parameter, const std::vector<Scope>& names);
    const Scope& globals() const { return globals_; }
    /// Deduces the template parameters that are not `given` by matching `parameter` to `type`. Returns false on
    /// conflicting deductions.
    bool deduce(const Declaration& parameter, const Type* type, const Function& function, const Scope& given,
                Scope& names);

    /// Compiles a kernel with the template arguments in `names`, unless it has been compiled; returns its index in
    /// `kernels`.
    int kernel(const Function& function, const Scope& names);

    Types types;
    std::deque<Code> kernels; ///< a deque, because Code objects must not move
    std::vector<Diagnostic>& refusals;
    std::vector<Diagnostic> warnings; ///< may contain several warnings for one line; only the first is reported
    CompileBudget& effort;

    /// Returns whether an error has been reported in the declaration of this name.
    bool is_damaged(const std::string& name) const { return tree_.damaged.count(name) != 0; }
    /// Returns whether this host function was skipped because it contains unsupported statements.
    bool is_skipped(const std::string& name) const { return tree_.skipped.count(name) != 0; }
    /// Returns whether a function has no return statement except at its end. Cached per function.
    bool returns_last(const Function& function);
    /// Returns whether a loop's counter permits unrolling. Cached per loop.
    bool is_counting(const Statement& loop);
    /// Returns a suggestion for a misspelled name. Consumes compile budget, because did_you_mean() is slow for long
    /// lists.
    std::string near_to(const std::string& name, const std::vector<std::string>& known, SourceLocation at);

private:
    struct RecordArgument {
        const Type* type = nullptr; ///< null for a non-type argument
        std::int64_t number = 0;
    };
    bool deduce(const TypeWords& words, const Type* type, const Function& function, const Scope& given, Scope& names);
    bool deduce_number(const Expression* words, std::int64_t number, const Function& function, const Scope& given,
                       Scope& names);
    static bool bind(const TemplateParameter& parameter, const Symbol& symbol, const Scope& given, Scope& names);
    Symbol number(std::int64_t value, SourceLocation at) const;
    std::int64_t number_of(const TypeWords& argument, const std::vector<Scope>& names);
    Symbol argument_of(const Record& record, std::size_t parameter, const TypeWords& words,
                       const std::vector<Scope>& names, const Scope& own, int depth);
    const Type* record_type(const Record& record, const TypeWords& words, const std::vector<Scope>& names, int depth);
    void constants();

    const TranslationUnit& tree_;
    std::map<std::string, std::vector<const Function*>> functions_;
    std::unordered_map<std::string, const Alias*> aliases_;
    std::unordered_map<std::string, const Record*> records_;
    std::unordered_map<const Function*, bool> returns_last_;
    std::unordered_map<const Statement*, bool> counting_;
    std::map<const Function*, std::set<std::string>> changed_;
    std::map<std::string, int> instances_;
    std::map<const Type*, std::pair<std::string, std::vector<RecordArgument>>>
        origin_; ///< for instances of struct templates
    std::map<const Type*, RecordInstance> record_of_;
    Scope globals_;
};

/// Compiles one kernel, or `run`, together with all functions that it calls. Calls are inlined.
class Compiler {
public:
    Compiler(Library& library, const Function& function, Code& code, const Scope& names);
    /// Compiles the function. Errors are added to the library's list.
    void run();

    /// Evaluates a constant expression and converts it to `to` unless null. Rejects expressions that are not
    /// constant.
    static Value constant(Library& library, const Expression& expression, const Scope& names, const Type* to = nullptr);

private:
    // The context of the statement that is being compiled.
    struct Loop {
        int break_label = -1, continue_label = -1; ///< continue_label is -1 in a switch
        std::uint32_t break_slot = 0, continue_slot = 0;
    };
    struct Call {
        const Function* function = nullptr;
        std::string instance; ///< instance_of(), and for a method its struct
        const Type* returns = nullptr;
        std::uint32_t result = no_register, slot = 0;
        int end = -1;
        std::size_t first_scope = 0, first_loop = 0;
        bool is_simple = false; ///< the only return is the last statement
        bool has_result = false;
        Value value;
        std::unordered_map<const Expression*, const Type*> types; ///< cache for the current statement
    };
    // State that is restored after a trial compilation: vectors to truncate and values to reset.
    auto lists() {
        return std::tie(code_.instructions, code_.where, code_.accesses, code_.locals, code_.prints, code_.launches,
                        code_.known, code_.shared, code_.guards, labels_, loops_, calls_, call_lines_, scopes_);
    }
    auto figures() {
        return std::tie(top_, slot_, join_, flops_, guard_, code_.has_shuffles, code_.has_doubles,
                        code_.has_global_atomics);
    }
    struct State {
        std::array<std::size_t, 14> sizes; ///< lengths of the vectors in lists()
        std::tuple<std::uint32_t, std::uint32_t, int, int, std::int64_t, bool, bool, bool> figures;
    };

    // emit.cpp
    bool is_host() const { return function_.where == Function::Where::host; }
    [[noreturn]] void refuse(SourceLocation at, const std::string& sentence, const std::string& hint = {}) const;
    /// Rejects a call with a wrong number of arguments.
    [[noreturn]] void refuse_count(SourceLocation at, const std::string& name, std::size_t expected, std::size_t given,
                                   const std::string& hint = {}) const;
    /// Deducts steps from the compile budget.
    void spend(SourceLocation at, std::int64_t steps = 1);
    std::uint32_t allocate(std::int64_t units, SourceLocation at);
    std::uint32_t temporary(const Type* type, SourceLocation at) { return allocate(type->units, at); }
    Instruction& emit_code(Op op, SourceLocation at, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                           std::int64_t imm = 0);
    void emit_access(Op op, const MemoryAccess& access, SourceLocation at);
    /// Emits a branch: `yes` runs for the lanes that pass the test, `no` for the other lanes; `no` may be empty.
    void branch(std::uint32_t test, SourceLocation at, const std::function<void()>& yes,
                const std::function<void()>& no = {});
    std::uint32_t known(Known::What what, bool is_wide, std::uint64_t bits);
    int new_label();
    void bind(int label);
    void finish();
    void join_instructions(std::size_t first);
    void leave_out_result(const Expression& e);
    State save();
    void restore(const State& state);
    void copy(const Type* type, std::uint32_t to, std::uint32_t from, bool is_masked, SourceLocation at);
    std::uint32_t materialize(const Value& value, SourceLocation at); ///< returns the registers that hold a value

    // statements.cpp
    void statement(const Statement& s);
    void statements(const std::vector<StatementPointer>& list);
    void inner_statements(const Statement& s);
    void warn(SourceLocation at, const char* sentence, const char* hint);
    void look_at_condition(const Expression& e);
    void look_at_result(const Expression& e);
    void report(const Refusal& refusal);
    void inner(const Statement& s); ///< compiles a statement in its own scope
    void block(const Statement& s);
    void declare(const Declaration& d);
    void declare_shared(const Declaration& d);
    /// Marks the registers of a variable as uninitialized.
    void leave_unset(const Declaration& d, const Type* type, std::uint32_t unit);
    void leave_result_unset(const Call& call);
    std::uint32_t number_unset(UnsetVariable variable, std::uint32_t shadows);
    void leave_unset(UnsetVariable variable, std::uint32_t unit);
    const Type* declared_type(const Declaration& d);
    void initialise(const Target& to, const Expression& list);
    void if_statement(const Statement& s);
    void loop(const Statement& s);
    void turn_in_loop(const Statement& s);
    void loop_test(const Expression* condition, std::uint32_t slot, int end);
    void switch_statement(const Statement& s);
    void leave(const Statement& s);
    void return_statement(const Statement& s);
    bool gives_nothing(const Expression& e);
    void add(const std::string& name, Symbol symbol, SourceLocation at);
    const Symbol* find(const std::string& name) const;
    void kernel_body();
    std::uint32_t condition(const Expression& e, const char* what);

    // expressions.cpp
    Value value(const Expression& e); ///< converts arrays to pointers
    Value expression(const Expression& e);
    Value name(const Expression& e);
    Value unary(const Expression& e);
    Value step(const Expression& e, bool is_postfix);
    Value binary(const Expression& e);
    Value logical(const Expression& e);
    Value assign(const Expression& e);
    Value construct(const Expression& e);
    /// Initializes a dim3 from the given sizes; missing sizes are 1. `sizes` is null if there are none.
    void construct_dim3(std::uint32_t unit, const Expression* sizes, SourceLocation at);
    Value cast(const Expression& e);
    Value arithmetic(Operator op, Value left, Value right, SourceLocation at);
    Value kept(const Value& v, const Expression& of, const Expression& next);
    Value truth(const Value& v, SourceLocation at);
    Value convert(const Value& v, const Type* to, SourceLocation at, bool is_explicit = false);
    Value guarded(const Expression& e, std::uint32_t test, bool wanted);
    const Type* common_type(const Type* a, const Type* b) const;
    const Type* promoted(const Type* type) const;
    std::unordered_map<const Expression*, const Type*>& known_types() {
        return calls_.empty() ? types_ : calls_.back().types;
    }
    bool is_plain(const Expression& e) const; ///< whether an expression is cheap and has no side effects
    static Class class_of(const Type* type);

    // conditional.cpp
    Value conditional(const Expression& e);
    Target chosen_target(const Expression& e);
    void on_each_side(const Expression& e, std::uint32_t test, const std::function<void(const Expression&)>& compute);
    bool names_variable(const Expression& e) const;
    const Type* type_without_code(const Expression& e, bool decays = true);

    // pointers.cpp
    Value convert_pointer(const Value& v, const Type* to, SourceLocation at, bool is_explicit);
    Value pointer_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at);
    Value local_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at);
    Value address(const Expression& of, SourceLocation at);
    Value position_of(const Value& pointer, SourceLocation at);
    Symbol local_pointer_variable(const Value& v, bool moves, SourceLocation at);
    const Symbol* moving(const Expression& e) const;
    Value step_pointer(const Expression& e, const Symbol& pointer, bool is_postfix);
    Value move_pointer(const Expression& e, const Symbol& pointer);

    // constants.cpp
    /// Folds an operation on constants. Pass a unary operation its operand twice.
    static Value computed(const Type* type, Op op, const Value& left, const Value& right);
    static bool overflows(Op op, const Value& left, const Value& right);
    static Value converted(const Value& constant, const Type* to);
    static Value same_bits(const Value& v, const Type* type); ///< reinterprets the bits as a type of the same size

    // turns.cpp
    static bool has_known_turns(const Statement& s);
    int turns_ahead() const;

    // waits.cpp
    void find_waits();
    void number_barrier_loops();
    static bool is_empty(const Statement& s);

    // unroll.cpp
    bool unroll(const Statement& s);
    void emit_copies(const Statement& s);
    std::vector<Value> counts(const Statement& s);
    Value known_in_turn(const Expression& e, const Type* type);
    void step_besides(const Expression& step);
    void keep_loop() const;
    void keep_unless_free(const Expression& e);
    static bool is_told_alike(Op op, const Value& left, const Value& right, bool is_test);

    // targets.cpp
    Target target(const Expression& e);
    Target index(const Expression& e);
    Target member(const Expression& e);
    static Target field_of(Target record, const StructField& field);
    Target behind(const Value& pointer, SourceLocation at);
    Target referred(const Declaration& d);
    const std::set<std::string>& names_that_change() const; ///< names that the current function modifies
    Target read_through(const Expression& pointer, SourceLocation at);
    void set_index(Target& t, const Value& index, SourceLocation at);
    Target element(const Target& array, const Value& index, SourceLocation at);
    Target element_of_pointer(const Value& pointer, const Value& index, SourceLocation at);
    Value index_value(const Expression& e);
    Value load(const Target& t, SourceLocation at);
    void store(const Target& t, const Value& v, SourceLocation at);
    bool has_read(const Target& t, std::size_t first) const;
    void update(const Target& t, const Value& v, SourceLocation at);
    void each_leaf(const Target& t, std::uint32_t unit, Op op, SourceLocation at);
    Value address_of(const Target& t, SourceLocation at);
    bool may_host_read(const Target& t, SourceLocation at);
    void require_device(SourceLocation at, const std::string& what) const;

    // calls.cpp
    Value call(const Expression& e);
    Value call_function(const Expression& e, const Function& function, const Target* object = nullptr);
    void bind_parameter(const Expression& argument, const Declaration& parameter, const Type* type, bool must_copy,
                        Scope& scope);
    Scope template_names(const Expression& e, const Function& function, const std::vector<const Type*>& arguments);
    void run_inlined(const Function& function, Call& call);
    const Type* type_of(const TypeWords& words);
    TypeWords with_numbers(TypeWords words);
    Value launch(const Expression& e);
    std::uint32_t dimensions(const Expression& e);

    // overloads.cpp
    const Function& chosen(const Expression& e, const std::vector<const Function*>& all, const Target* object);
    ConversionRank fit(const Type* from, const Declaration& parameter, const Type* to) const;
    std::optional<std::vector<ConversionRank>> fits(const Expression& e, const Function& function,
                                                    const std::vector<const Type*>& types, const Target* object);
    std::vector<const Type*> argument_types(const Expression& e, const Function& function);

    // methods.cpp
    Value call_method(const Expression& e);
    const Target* object_around() const;
    Value pointer_to_object(SourceLocation at);
    bool names_object(const Expression& e) const; ///< whether an expression is `this`
    bool has_method(const Target* object, const std::string& name) const;
    Target object_of(const Expression& e);
    Value call_method_of(const Expression& e, Target object, const std::string& name);
    void add_fields(const Target& object, SourceLocation at);
    void freeze(Target& object, SourceLocation at);

    // builtins.cpp, mathematics.cpp
    bool built_in(const Expression& e, Value& result);
    bool mathematics(const Expression& e, Value& result);
    bool number_functions(const Expression& e, Value& result);          // numbers.cpp
    std::optional<Value> named_constant(const std::string& name) const; ///< `FLT_MAX`, `cudaSuccess`
    /// A built-in function.
    struct BuiltIn {
        enum class Side { any, device, host } side;
        std::size_t least, most;                                 ///< number of arguments
        Value (Compiler::*call)(const Expression& e, int which); ///< null: no effect in the simulation
        int which = 0;
    };
    static const std::map<std::string, BuiltIn>& built_ins();
    static std::vector<std::string> built_in_names();
    Value argument(const Expression& e, std::size_t a, Kind kind);
    Value bit_cast(const Expression& e, int which);
    Value half_of_double(const Expression& e, int first_bit);
    Value double_of_halves(const Expression& e, int);
    Value barrier(const Expression& e, int vote);
    Value warp_barrier(const Expression& e, int);
    Value fence(const Expression& e, int);
    Value active_mask(const Expression& e, int);
    Value shuffle(const Expression& e, int which);
    Value vote(const Expression& e, int which);
    Value match(const Expression& e, int is_all);
    Value reduce(const Expression& e, int which);
    void require_capability(const Expression& e, double capability);
    Value atomic(const Expression& e, int which);
    Value check(const Expression& e, int);
    Value fill(const Expression& e, int);
    Value no_error(const Expression& e, int);
    Value end_run(const Expression& e, int);
    Value print(const Expression& e, int first); // print.cpp
    std::uint32_t text_choice(const Expression& e, Print& print);
    void require_arguments(const Expression& e, std::size_t least, std::size_t most) const;
    // copies.cpp
    Value copy_ahead(const Expression& e, int);
    Value commit_copies(const Expression& e, int);
    Value wait_for_copies(const Expression& e, int);
    const Type* copied_type(const Type* element, std::int64_t bytes) const;
    Value dimension(const Expression& e);

    /// Limits recursion depth: inlined calls nest expression trees of up to 1,000 nodes.
    class Level {
    public:
        Level(Compiler& compiler, SourceLocation at);
        ~Level() { --compiler_.levels_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Compiler& compiler_;
    };

    Library& library_;
    const Function& function_;
    Code& code_;
    std::vector<Scope> scopes_;
    std::vector<Loop> loops_;
    std::vector<Call> calls_;
    std::vector<SourceLocation> call_lines_;
    std::vector<std::int64_t> labels_;
    std::uint32_t top_ = 0, most_units_ = 0, slot_ = 1;
    int join_ = -1; ///< jump target when no lane is active
    int flops_ = 0;
    std::int64_t guard_ = 0; ///< innermost guard around the current code, counted from 1; 0: none
    int levels_ = 0;
    std::unordered_map<const Expression*, const Type*> types_; ///< like Call::types, outside of inlined calls
    /// Index into code_.known; stale entries remain after restore().
    std::map<std::tuple<Known::What, bool, std::uint64_t>, std::size_t> known_;
    int laid_out_ = 0; ///< number of enclosing loops that are being unrolled
    bool has_errors_ = false;
    std::set<std::string> failed_; ///< names whose declarations have errors, and unknown names that have been reported
    bool is_trial_ = false;        ///< the loop is compiled only to check it for errors
    std::size_t attempts_ = 0;     ///< number of attempts to unroll a loop
    std::map<std::tuple<std::string, int, int, int, const Type*>, std::uint32_t> unset_; ///< index into code_.unset
    std::uint32_t most_shadow_ = 1;
};

/// Returns the minimum number of arguments of a call; the remaining parameters have default arguments.
std::size_t required_arguments(const Function& function);
/// Returns a function's name with its template arguments: `reduce<double, 256>`.
std::string instance_of(const Function& function, const Scope& scope);
std::vector<std::string> names_of_mathematics(); ///< names of the math functions
std::vector<std::string> names_of_number_functions();
bool is_test(Operator op); ///< an operator that compares
Family family_of(Operator op);
bool names_one(const Expression& e, const std::string& name); ///< anywhere in it
/// Returns whether evaluating an expression may change a variable in `test`.
bool may_change(const Expression& e, const Expression& test);
/// Returns a constant in the form in which a register stores it for one lane.
std::uint64_t bits_of(const Value& constant);

} // namespace warploom::simt
