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

// The syntax tree. The parser does not resolve types, because types inside a template are unknown until it is
// instantiated.

namespace warploom::simt {

/// The method that a function call on an object invokes.
inline constexpr const char* call_operator = "operator()";

struct Expression;
struct Statement;
using ExpressionPointer = std::unique_ptr<Expression>;
using StatementPointer = std::unique_ptr<Statement>;

/// A type as spelled in the source: `const double* __restrict__`.
struct TypeWords {
    SourceLocation place;
    std::string name;                        ///< name of the type: "double", "T", "unsigned long long"
    bool is_const = false;                   ///< whether const precedes the first '*'
    bool is_volatile = false;                ///< whether volatile precedes the first '*'
    int pointers = 0;                        ///< number of '*'
    std::uint32_t const_stars = 0;           ///< bit p is set if const follows '*' number p, counted from 0
    bool is_reference = false;               ///< whether `&` follows the type
    std::vector<TypeWords> arguments;        ///< template arguments of a struct
    std::shared_ptr<const Expression> value; ///< a non-type template argument; `name` is then empty

    /// Returns whether the variable itself is const, as opposed to its pointee.
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
    SourceLocation place;         ///< start of the expression; for an operation, location of its operator
    SourceRange range;            ///< source range, including the operands
    std::string text;             ///< spelling of the operator, name or literal
    Operator op = Operator::none; ///< operator of unary, postfix, binary, and assign expressions
    Keyword word = Keyword::none; ///< keyword, for a name such as `this` or for a named cast
    std::vector<ExpressionPointer> children;
    std::vector<ExpressionPointer> configuration; ///< for launches only: grid, block, bytes of shared memory
    TypeWords type;                               ///< type, for casts, constructions and sizeof only
    struct TemplateArgument {
        TypeWords type; ///< type argument; if its name is empty, the argument is `value`
        ExpressionPointer value;
    };
    std::vector<TemplateArgument> template_arguments;
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false, is_arrow = false;
    /// operands; in a method call, the first child is the object or, with `is_arrow`, a pointer to it
    bool is_method = false;
    bool has_effects = false; ///< whether the expression contains an assignment, increment, decrement, or call
    int height = 1;           ///< height of the subtree, including this node
};

/// A variable, parameter or field: `double sum = 0`, `float tile[32][33]`, `T (&values)[n]`.
struct Declaration {
    SourceLocation place;
    TypeWords type;
    std::string name;
    std::vector<ExpressionPointer> extents; ///< array extents; a null extent means `[]`
    ExpressionPointer initial;              ///< initializer; may be null
    /// is_constant: whether the variable is const or constexpr
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
        alias, ///< `using Name = type;` or a typedef; `variables[0]` has the name and type
        break_,
        continue_,
        return_
    };
    What what = What::empty;
    SourceLocation place, end; ///< source range; for a block, `end` is its closing brace
    /// value: condition, returned value, or case label; step: step expression of a `for`
    ExpressionPointer value, step;
    std::vector<Declaration> variables;
    /// Contents depend on the kind. Block: all statements. if: then, else. Loops: body. for: init-statement (may be
    /// null), body.
    std::vector<StatementPointer> parts;
};

struct TemplateParameter {
    SourceLocation place;
    std::string name;
    bool is_type = true;
    ExpressionPointer standard; ///< default argument of a non-type template parameter; may be null
    TypeWords standard_type;    ///< default argument of a type parameter; its name is empty if there is no default
};

struct Function {
    SourceLocation place;
    std::string name;
    enum class Where : std::uint8_t { host, device, kernel } where = Where::host;
    bool is_everywhere = false; ///< whether it is __host__ __device__
    bool is_const = false;      ///< whether it is a const or static member function
    bool is_static = false;     ///< whether it is a static member function
    std::vector<TemplateParameter> template_parameters;
    TypeWords returns;
    std::vector<Declaration> parameters;
    StatementPointer body;          ///< body; null for a declaration without definition
    ExpressionPointer most_threads; ///< maximum threads per block, from __launch_bounds__; may be null
    ExpressionPointer registers;    ///< registers per thread, from __maxnreg__; may be null
    SourceLocation begin, end;      ///< first token of the function (including `template`), and its closing brace
    bool is_damaged = false;        ///< whether the body lacks statements because of syntax errors
    std::set<std::string> damaged;  ///< names that the missing statements may have declared
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

/// A kernel source with its headers. Records, aliases, and constants are visible to all subsequent functions.
struct TranslationUnit {
    std::vector<Record> records;
    std::vector<Alias> aliases;
    std::vector<Declaration> constants;
    std::vector<Declaration> variables; ///< `__device__` and `__constant__`
    std::vector<std::unique_ptr<Function>> functions;
    std::set<std::string> skipped; ///< host functions that were skipped because their statements are not supported
    std::vector<std::pair<SourceLocation, SourceLocation>> skipped_ranges; ///< first and last token of each function
    std::set<std::string> damaged; ///< names whose declarations have syntax errors that have already been reported
};

} // namespace warploom::simt
