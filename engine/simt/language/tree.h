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

// The syntax tree. The parser does not resolve types, because the types in a template are unknown until it is
// instantiated.

namespace warploom::simt {

/// Name of the method that is called when an object is used like a function.
inline constexpr const char* call_operator = "operator()";

struct Expression;
struct Statement;
using ExpressionPointer = std::unique_ptr<Expression>;
using StatementPointer = std::unique_ptr<Statement>;

/// A type as spelled in the source, such as `const double* __restrict__`.
struct TypeWords {
    SourceLocation place;
    std::string name;                        ///< name of the type: "double", "T", "unsigned long long"
    bool is_const = false;                   ///< whether const precedes the first `*`
    bool is_volatile = false;                ///< whether volatile precedes the first `*`
    int pointers = 0;                        ///< number of `*` tokens
    std::uint32_t const_stars = 0;           ///< bit p is set if const follows `*` number p, counted from 0
    bool is_reference = false;               ///< whether `&` follows the type
    std::vector<TypeWords> arguments;        ///< template arguments of a struct
    std::shared_ptr<const Expression> value; ///< non-type template argument; `name` is empty in this case

    /// Returns whether the variable itself is const, rather than the object that it points to.
    bool is_const_itself() const { return pointers == 0 ? is_const : (const_stars >> (pointers - 1) & 1u) != 0; }
};

struct Expression {
    enum class What : std::uint8_t {
        integer,
        real,
        text,
        name,
        unary,   ///< + - ! ~ * & ++ --
        postfix, ///< ++ --
        binary,
        assign, ///< = += ...
        conditional,
        call,
        launch, ///< kernel<<<grid, block, shared>>>(arguments)
        index,
        member,      ///< `.`, or `->` if `is_arrow`
        cast,        ///< (T)x, static_cast<T>(x), T(x)
        construct,   ///< dim3(a, b), Row{...}; for a braced list without a type, `type.name` is empty
        size_of_type ///< sizeof(T)
    };
    What what = What::integer;
    SourceLocation place;         ///< location of the operator, or start of the expression if there is no operator
    SourceRange range;            ///< source range including the operands
    std::string text;             ///< spelling of the operator, name or literal
    Operator op = Operator::none; ///< operator of a unary, postfix, binary, or assign expression
    Keyword word = Keyword::none; ///< keyword of a name such as `this`, or of a named cast
    std::vector<ExpressionPointer> children;
    std::vector<ExpressionPointer> configuration; ///< for launches, the grid, the block, and the bytes of shared memory
    TypeWords type;                               ///< for casts, constructions and sizeof, the type
    struct TemplateArgument {
        TypeWords type; ///< type argument; if its name is empty, `value` is the argument
        ExpressionPointer value;
    };
    std::vector<TemplateArgument> template_arguments;
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false, is_arrow = false;
    /// Whether this is a method call. If so, the first child is the object or, if `is_arrow` is set, a pointer to it.
    bool is_method = false;
    bool has_effects = false; ///< whether there is an assignment, increment, decrement, or call in the expression
    int height = 1;           ///< height of the subtree, including this node
};

/// A variable, parameter or field, such as `double sum = 0`, `float tile[32][33]` or `T (&values)[n]`.
struct Declaration {
    SourceLocation place;
    TypeWords type;
    std::string name;
    std::vector<ExpressionPointer> extents; ///< array extents; null for `[]`
    ExpressionPointer initial;              ///< initializer; may be null
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
        alias, ///< `using Name = type;` or typedef; `variables[0]` has the name and the type
        break_,
        continue_,
        return_
    };
    What what = What::empty;
    SourceLocation place, end; ///< source range; for a block, `end` is the closing brace
    /// value: condition, returned value, or case label. step: step expression of a `for` loop.
    ExpressionPointer value, step;
    std::vector<Declaration> variables;
    /// Nested statements. For a block, all of its statements. For an `if`, the then and else branches. For a loop, its
    /// body. In a `for` loop, the body is preceded by the init-statement, which may be null.
    std::vector<StatementPointer> parts;
};

struct TemplateParameter {
    SourceLocation place;
    std::string name;
    bool is_type = true;
    ExpressionPointer standard; ///< default argument of a non-type template parameter; null if there is none
    TypeWords standard_type;    ///< default argument of a type parameter; the name is empty if there is none
};

struct Function {
    SourceLocation place;
    std::string name;
    enum class Where : std::uint8_t { host, device, kernel } where = Where::host;
    bool is_everywhere = false; ///< whether the function is __host__ __device__
    bool is_const = false;      ///< whether the function is a const or static member function
    bool is_static = false;     ///< whether the function is a static member function
    std::vector<TemplateParameter> template_parameters;
    TypeWords returns;
    std::vector<Declaration> parameters;
    StatementPointer body;          ///< null for a declaration without a definition
    ExpressionPointer most_threads; ///< maximum threads per block from __launch_bounds__; may be null
    ExpressionPointer registers;    ///< registers per thread from __maxnreg__; may be null
    SourceLocation begin, end;      ///< first token (including `template`) and closing brace
    bool is_damaged = false;        ///< whether statements are missing because of syntax errors
    std::set<std::string> damaged;  ///< names that the missing statements may declare
};

struct Record {
    SourceLocation place;
    std::string name;
    std::vector<TemplateParameter> template_parameters;
    std::vector<Declaration> fields;
    std::vector<Declaration> constants; ///< static data members
    std::vector<std::unique_ptr<Function>> methods;
};

/// A typedef or using declaration.
struct Alias {
    SourceLocation place;
    std::string name;
    TypeWords type;
};

/// A kernel source with its headers. Records, aliases, and constants are visible to all functions that follow.
struct TranslationUnit {
    std::vector<Record> records;
    std::vector<Alias> aliases;
    std::vector<Declaration> constants;
    std::vector<Declaration> variables; ///< `__device__` and `__constant__` variables
    std::vector<std::unique_ptr<Function>> functions;
    std::set<std::string> skipped; ///< host functions that were skipped because they contain unsupported statements
    /// First and last token of each skipped function.
    std::vector<std::pair<SourceLocation, SourceLocation>> skipped_ranges;
    std::set<std::string> damaged; ///< names in declarations with syntax errors that have already been reported
};

} // namespace warploom::simt
