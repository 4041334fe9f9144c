#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/marks.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The syntax tree. The parser does not resolve types, because the types in a template are not known until the template
// is instantiated.

namespace warploom::simt {

/// Name of the function call operator, the method that is called when an object is used like a function.
inline constexpr const char* call_operator = "operator()";

struct Expression;
struct Statement;
using ExpressionPointer = std::unique_ptr<Expression>;
using StatementPointer = std::unique_ptr<Statement>;

/// A type as spelled in the source, such as `const double* __restrict__`.
struct TypeWords {
    SourceLocation place;
    std::string name;                 ///< name of the type, such as "double", "T", or "unsigned long long"
    bool is_const = false;            ///< whether const precedes the first `*` of the type
    bool is_volatile = false;         ///< whether volatile precedes the first `*` of the type
    int pointers = 0;                 ///< number of `*` tokens in the type
    std::uint32_t const_stars = 0;    ///< bit p is set if const follows `*` number p, counted from 0
    bool is_reference = false;        ///< whether the type is a reference
    std::vector<TypeWords> arguments; ///< template arguments of the type
    /// Value of a non-type template argument, for which `name` is empty; otherwise null.
    std::shared_ptr<const Expression> value;

    /// Returns whether a variable of this type is const, rather than the object that it points to.
    bool is_const_itself() const { return pointers == 0 ? is_const : (const_stars >> (pointers - 1) & 1u) != 0; }
};

struct Expression {
    enum class What : std::uint8_t {
        integer,
        real,
        text,
        name,
        unary,   ///< unary operators: + - ! ~ * & ++ --
        postfix, ///< postfix increment and decrement: x++, x--
        binary,
        assign, ///< assignment: = += ...
        conditional,
        call,
        launch, ///< kernel launch: kernel<<<grid, block, shared>>>(arguments)
        index,
        member, ///< member access with `.` or, if `is_arrow` is true, with `->`
        cast,   ///< cast: (T)x, static_cast<T>(x), T(x)
        /// Object construction: dim3(a, b), Row{...}; for a braced list without a type, `type.name` is empty.
        construct,
        size_of_type ///< sizeof operator applied to a type: sizeof(T)
    };
    What what = What::integer;
    SourceLocation place;         ///< location of the operator, or start of the expression if it has no operator
    SourceRange range;            ///< source range of the expression, including its operands
    std::string text;             ///< spelling of the expression's operator, name, or literal
    Operator op = Operator::none; ///< operator of a unary, postfix, binary, or assign expression
    Keyword word = Keyword::none; ///< keyword of a name such as `this`, or of a named cast
    std::vector<ExpressionPointer> children;
    /// For kernel launches: grid size, block size, and dynamic shared memory in bytes.
    std::vector<ExpressionPointer> configuration;
    TypeWords type; ///< for casts, object constructions, and sizeof: the type
    struct TemplateArgument {
        /// Type template argument; if its name is empty, this is a non-type argument, which `value` contains.
        TypeWords type;
        ExpressionPointer value;
    };
    std::vector<TemplateArgument> template_arguments;
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false, is_arrow = false;
    /// Whether the expression is a method call. If so, its first child is the object or, if `is_arrow` is true, a
    /// pointer to the object.
    bool is_method = false;
    bool has_effects = false; ///< whether the expression contains an assignment, increment, decrement, or call
    int height = 1;           ///< height of the expression tree, including this node
};

/// A declaration of a variable, parameter, or struct member, such as `double sum = 0`, `float tile[32][33]`, or `T
/// (&values)[n]`.
struct Declaration {
    SourceLocation place;
    TypeWords type;
    std::string name;
    std::vector<ExpressionPointer> extents; ///< array extents; null for an empty extent, `[]`
    ExpressionPointer initial;              ///< initializer of the declared variable; may be null
    /// is_constant: whether the variable is const or constexpr.
    bool is_shared = false, is_extern = false, is_constant = false;
};

struct Statement {
    enum class What : std::uint8_t {
        empty,
        expression,
        declare,
        block,
        if_,
        for_,
        while_,
        do_,
        switch_,
        case_,
        default_,
        alias, ///< alias declaration or typedef; `variables[0]` has the name and the type
        break_,
        continue_,
        return_
    };
    What what = What::empty;
    SourceLocation place, end; ///< source range of the statement; for a block, `end` is its closing brace
    /// value: the condition, returned value, or case label. step: the iteration expression of a `for` loop.
    ExpressionPointer value, step;
    std::vector<Declaration> variables;
    /// Nested statements: all statements of a block, the then and else branches of an `if`, or the body of a loop. In a
    /// `for` loop, the body is preceded by the init-statement, which may be null.
    std::vector<StatementPointer> parts;
};

struct TemplateParameter {
    SourceLocation place;
    std::string name;
    bool is_type = true;
    ExpressionPointer standard; ///< default argument of a non-type template parameter; null if there is none
    TypeWords standard_type;    ///< default argument of a type template parameter; its name is empty if there is none
};

struct Function {
    SourceLocation place;
    std::string name;
    enum class Where : std::uint8_t { host, device, kernel } where = Where::host;
    bool is_everywhere = false; ///< whether the function is both __host__ and __device__
    bool is_const = false;      ///< whether the function is a const or static member function
    bool is_static = false;     ///< whether the function is a static member function
    std::vector<TemplateParameter> template_parameters;
    TypeWords returns;
    std::vector<Declaration> parameters;
    StatementPointer body;          ///< body of the function; null for a declaration without a definition
    ExpressionPointer most_threads; ///< maximum threads per block from __launch_bounds__; may be null
    ExpressionPointer registers;    ///< registers per thread from __maxnreg__; may be null
    SourceLocation begin, end;      ///< first token (including `template`) and closing brace of the function
    bool is_damaged = false; ///< whether the body is incomplete because statements with syntax errors were skipped
    /// Names that may be declared in statements that were skipped because of syntax errors.
    std::set<std::string> damaged;
};

struct Record {
    SourceLocation place;
    std::string name;
    std::vector<TemplateParameter> template_parameters;
    std::vector<Declaration> fields;
    std::vector<Declaration> constants; ///< static data members of the struct
    std::vector<std::unique_ptr<Function>> methods;
};

/// An alias declaration (`using`) or a typedef.
struct Alias {
    SourceLocation place;
    std::string name;
    TypeWords type;
};

/// A kernel source file with its headers. Structs, type aliases, and constants are visible to all functions that
/// follow.
struct TranslationUnit {
    std::vector<Record> records;
    std::vector<Alias> aliases;
    std::vector<Declaration> constants;
    std::vector<Declaration> variables; ///< variables declared with `__device__` or `__constant__`
    std::vector<std::unique_ptr<Function>> functions;
    /// Names of host functions that were skipped because they contain unsupported statements.
    std::set<std::string> skipped;
    /// First and last token of each skipped host function.
    std::vector<std::pair<SourceLocation, SourceLocation>> skipped_ranges;
    std::set<std::string> damaged; ///< names whose declarations have syntax errors that have already been reported
};

} // namespace warploom::simt
