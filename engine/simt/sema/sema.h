#pragma once

#include "engine/simt/sema/library.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Semantic analysis: resolves names, determines the types of all expressions, and selects overloads and template
// arguments. Does not emit code. Code is generated later for functions without errors.

namespace warploom::simt {

/// Ranks of implicit conversions for overload resolution, from best to worst.
enum class ConversionRank : std::uint8_t {
    same,
    adds_const, ///< the conversion adds const to the pointee, or to the object of a method call
    promoted,
    converted,
    none
};

/// Limits the recursion depth of the semantic analysis. This is necessary because functions that call each other can
/// have expression trees with up to 1,000 levels each.
class Nesting {
public:
    Nesting(int& levels, CompileBudget& effort, SourceLocation at);
    ~Nesting() { --levels_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    int& levels_;
};

/// Returns the arguments of a function call. The object of a method call is not an argument.
inline std::span<const ExpressionPointer> arguments_of(const Expression& call) {
    return std::span(call.children).subspan(call.is_method ? 1 : 0);
}
/// Returns whether an expression is threadIdx, blockIdx, blockDim, or gridDim.
inline bool is_dimension(const Expression& e) {
    return e.word == Keyword::thread_idx || e.word == Keyword::block_idx || e.word == Keyword::block_dim ||
           e.word == Keyword::grid_dim;
}
/// Returns whether an expression is a braced list without a type name, such as `{a, b}`.
inline bool is_list(const Expression* e) {
    return e != nullptr && e->what == Expression::What::construct && e->type.name.empty();
}
/// Returns the type of an expression after array-to-pointer conversion.
const Type* decayed(Types& types, const Typed& typed);

/// The location of a compile error: a position, or the source range of an expression.
struct ErrorPlace {
    ErrorPlace(SourceLocation location)
        : at(location), range{location, location} {}                 // NOLINT(google-explicit-constructor)
    ErrorPlace(const Expression& e) : at(e.place), range(e.range) {} // NOLINT(google-explicit-constructor)
    SourceLocation at;
    SourceRange range;
};
[[noreturn]] void refuse(const ErrorPlace& place, const std::string& sentence, const std::string& hint = {});
/// Throws the error for a function call with the wrong number of arguments.
[[noreturn]] void refuse_count(const ErrorPlace& at, const std::string& name, std::size_t expected, std::size_t given,
                               const std::string& hint = {});

/// State of the semantic analysis. It consists of the scopes of the functions being checked, and the errors so far.
class Context {
public:
    explicit Context(Library& of) : library(of) {}

    /// State of a function that is being checked.
    struct Frame {
        Instance& instance;
        std::vector<Scope> scopes;
        /// Number of loops around the current statement, and number of loops and switch statements around the
        /// statement.
        int loops = 0, breakable = 0;
        std::optional<SourceLocation> call = {}; ///< the call that is being checked; not set for a root function
    };
    Frame& frame() { return *frames.back(); }
    const Frame& frame() const { return *frames.back(); }
    Instance& instance() { return frame().instance; }
    /// Returns whether the function being checked is a kernel, `run`, or `prepare`, rather than a function called by
    /// one of them.
    bool is_root() const { return frames.size() == 1; }
    bool is_host() const { return frame().instance.is_host; }

    void add(const std::string& name, Symbol symbol, SourceLocation at);
    const Symbol* find(const std::string& name) const;
    /// Records an error. An error in a header that implements a CUDA header is reported at the call in the source file,
    /// because users do not know these lines.
    void report(const Refusal& refusal);
    void warn(SourceLocation at, const char* sentence, const char* hint);
    /// Throws if the function being checked is host code. `what` describes the device feature that the function uses.
    void require_device(const ErrorPlace& at, const std::string& what) const;
    /// Throws the error for an unknown name. Further uses of the same name are not reported.
    [[noreturn]] void refuse_unknown(const Expression& e, const std::string& sentence,
                                     const std::vector<std::string>& known);
    /// Resolves a type name from the source file in the scopes of the function being checked.
    const Type* type_of(const TypeWords& words) { return library.type_of(words, frame().scopes); }
    const Type* type_of(Kind kind) const { return library.types.of(kind); }

    Library& library;
    std::vector<Frame*> frames;
    std::set<std::string> failed; ///< names that are unknown, or whose declarations have errors
    int levels = 0;
};

inline Typed rvalue(const Type* type) { return {.type = type}; }
inline Typed constant(const Constant& constant) { return {.type = constant.type, .constant = constant}; }

class Sema;

/// Semantic analysis of expressions.
class Expressions {
public:
    explicit Expressions(Sema& sema);

    /// Checks an expression and stores the result in the current function instance.
    Typed& check(const Expression& e);
    /// Checks an expression that is used as a value. An array decays to a pointer.
    Typed value(const Expression& e);
    const Typed& lvalue(const Expression& e);
    /// Returns the name of the variable that an lvalue is part of, for use in error messages. Returns an empty string
    /// if there is no such variable.
    std::string variable_in(const Expression& e) const;
    Typed arithmetic(Operator op, const Typed& left, const Typed& right, const ErrorPlace& at);
    Typed pointee(const Typed& pointer, const ErrorPlace& at);

private:
    Typed expression(const Expression& e);
    Typed name(const Expression& e);
    Typed static_constant(const Expression& e);
    std::optional<Typed> overloaded(const Expression& e, const std::string& sign,
                                    std::initializer_list<Typed> operands);
    Typed unary(const Expression& e);
    Typed step(const Expression& e);
    Typed binary(const Expression& e);
    Typed assign(const Expression& e);
    Typed conditional(const Expression& e);
    Typed index(const Expression& e);
    Typed member(const Expression& e);
    Typed field(const Expression& e, const Typed& record, bool is_lvalue);
    std::optional<Typed> dimension(const Expression& e);
    Typed cast(const Expression& e);
    Typed construct(const Expression& e);
    Typed size_of(const Expression& e);
    void convert_right_operand(Operator op, const Expression& right, const Type* type);
    Typed pointer_arithmetic(Operator op, const Typed& left, const Typed& right, const ErrorPlace& at);
    void require_writable(const Expression& e, const Typed& t, const ErrorPlace& at);

    Sema& sema_;
    Context& context_;
    Types& types_;
};

/// Semantic analysis of conversions and initializers.
class Conversions {
public:
    explicit Conversions(Sema& sema);

    /// Checks an expression that is used as a value of the type `to`. Inserts an implicit conversion into the typed
    /// tree if the expression has another type. Throws if the conversion is not possible.
    Typed converted_value(const Expression& e, const Type* to, const ErrorPlace& at);
    Typed converted_value(const Expression& e, const Type* to) { return converted_value(e, to, e); }
    /// Checks an expression that is used as a condition, and converts it to bool.
    Typed truth(const Expression& e, const ErrorPlace& at);
    Typed truth(const Expression& e) { return truth(e, e); }
    /// Returns the type and constant value of the expression `v` after conversion to the type `to`. Throws if the
    /// conversion is not possible.
    Typed convert(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit = false);
    /// Checks the initialization of an array or struct with a braced list.
    void initialise(const Type* type, const Expression& list);

private:
    Typed truth(const Typed& v, const ErrorPlace& at) const;
    Typed convert_pointer(const Typed& v, const Type* to, const ErrorPlace& at, bool is_explicit) const;

    Sema& sema_;
    const Types& types_;
};

/// Warnings about comparisons of signed and unsigned numbers.
class SignWarnings {
public:
    explicit SignWarnings(Sema& sema);

    /// Returns whether the source code suggests that a signed integer expression can be negative.
    bool may_be_negative(const Expression& e);
    /// Warns about a comparison that converts a possibly negative number to a large unsigned number.
    void look_at(const Expression& comparison);

private:
    Sema& sema_;
    Context& context_;
};

/// Semantic analysis of function calls and kernel launches.
class Calls {
public:
    explicit Calls(Sema& sema);

    Typed call(const Expression& e);
    Typed launch(const Expression& e);
    /// Checks an operator whose operands are the arguments of one of the functions.
    Typed call_operator_function(const Expression& e, const std::vector<const Function*>& functions) {
        return call_function(e, chosen(e, functions, nullptr), nullptr);
    }
    /// Returns the struct type whose method is being checked, or null if no method is being checked.
    const Type* struct_around() const { return context_.frame().instance.object; }

private:
    struct Object {
        const Type* type = nullptr;
        bool is_const = false;
        std::string name; ///< name of the object in error messages; may be empty
    };
    /// The deduced template arguments of a function call, or the reason why deduction failed.
    struct Deduced {
        Scope names;
        std::optional<Refusal> refusal;
    };

    Typed call_method(const Expression& e);
    Typed call_static(const Expression& e);
    Typed call_method_of(const Expression& e, const Object& object, const std::string& name);
    Typed call_function(const Expression& e, const Function& function, const Object* object);
    bool has_method(const Type* type, const std::string& name) const;
    void bind_parameter(const Expression& argument, const Declaration& parameter, const Type* type);
    void warn_of_aliases(const Expression& e, const Function& function);
    Deduced template_names(const Expression& e, const Function& function, const std::vector<const Type*>& arguments);
    std::vector<const Type*> argument_types(const Expression& e, const Function& function);
    const Function& chosen(const Expression& e, const std::vector<const Function*>& all, const Object* object);
    ConversionRank fit(const Type* from, const Declaration& parameter, const Type* to) const;
    std::optional<std::vector<ConversionRank>> fits(const Expression& e, const Function& function,
                                                    const Object* object);

    Sema& sema_;
    Context& context_;
    Library& library_;
};

/// Semantic analysis of calls to built-in CUDA functions.
class BuiltIns {
public:
    explicit BuiltIns(Sema& sema);

    /// Checks a call to a built-in function. Returns std::nullopt if there is no built-in function with this name.
    std::optional<Typed> call(const Expression& e);
    static std::vector<std::string> names();

private:
    Typed number(const Expression& e, std::size_t argument);
    void require_arguments(const Expression& e, std::size_t least, std::size_t most) const;
    const Type* result(char letter, const std::vector<const Type*>& numbers);
    Typed atomic(const Expression& e);
    [[noreturn]] void refuse_atomic(const Expression& e, const Type* type, const std::vector<Kind>& kinds);
    void note_attribute(const Expression& e);
    Typed reduce(const Expression& e, const Type* number);
    Typed match_all(const Expression& e);
    Typed copy_ahead(const Expression& e);
    void print(const Expression& e);
    std::optional<Typed> make_vector(const Expression& e);

    Sema& sema_;
    Context& context_;
};

/// Semantic analysis of statements.
class Statements {
public:
    explicit Statements(Sema& sema);

    /// Checks the body of a function. Appends errors to the library's error list.
    void body(Instance& instance, std::optional<SourceLocation> call = std::nullopt);

private:
    void parameters(Instance& instance);
    void statements(const std::vector<StatementPointer>& list);
    void warn_of_empty_body(const Statement& s, const Statement& next, int indentation);
    void inner_statements(const Statement& s);
    void statement(const Statement& s);
    void inner(const Statement& s);
    void declare(const Declaration& d);
    void declare_shared(const Declaration& d);
    bool declare_reference(const Declaration& d);
    const Type* declared_type(const Declaration& d);
    void condition(const Expression& e, const char* what);
    void look_at_condition(const Expression& e);
    void look_at_result(const Expression& e);
    void if_statement(const Statement& s);
    void loop(const Statement& s);
    void switch_statement(const Statement& s);
    void leave(const Statement& s);
    void return_statement(const Statement& s);
    bool has_value(const Expression& e);

    Sema& sema_;
    Context& context_;
};

/// Checks a kernel, `run`, or `prepare`, and all functions that it calls.
class Sema {
public:
    explicit Sema(Library& library)
        : context(library), conversions(*this), signs(*this), expressions(*this), calls(*this), built_ins(*this),
          statements(*this) {}

    Context context;
    Conversions conversions;
    SignWarnings signs;
    Expressions expressions;
    Calls calls;
    BuiltIns built_ins;
    Statements statements;
};

/// Checks a function that the host launches or calls. `names` contains the template arguments.
Instance& check(Library& library, const Function& function, const Scope& names, bool is_host);
/// Evaluates the launch attributes of a kernel, such as __launch_bounds__, and then checks its body.
Instance& check_kernel(Library& library, const Function& function, const Scope& names);

/// A conversion intrinsic, such as `__float2int_rn`.
struct NamedConversion {
    Kind from = Kind::none, to = Kind::none;
    std::string_view rounding;
};
/// Parses the name of a conversion intrinsic. If it is some other name, the member `from` of the result is Kind::none.
NamedConversion conversion_of(std::string_view name);
/// Returns the signature of a built-in function (see sema/built_ins.cpp), or an empty string if there is no such
/// function.
std::string_view signature_of_built_in(std::string_view name);
/// Returns the type that an asynchronous copy of `bytes` bytes transfers: the element type of the array, or a vector of
/// two or four elements.
const Type* copied_type(const Types& types, const Type* element, std::int64_t bytes);

} // namespace warploom::simt
