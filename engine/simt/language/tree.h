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

// The syntax tree. It does not contain resolved types, because types in a template are unknown until the template is
// instantiated.

namespace warploom::simt {

/// Name of the method that is called if an object is used like a function.
inline constexpr const char* call_operator = "operator()";

struct Expression;
struct Statement;
using ExpressionPointer = std::unique_ptr<Expression>;
using StatementPointer = std::unique_ptr<Statement>;

/// A type as it is spelled in the source, such as `const double* __restrict__`.
struct TypeWords {
    SourceLocation place;
    std::string name;
    bool is_const = false;
    bool is_volatile = false;
    bool is_restrict = false;      ///< whether a `*` is followed by __restrict__ or a synonym
    int pointers = 0;              ///< number of `*`
    std::uint32_t const_stars = 0; ///< bit p is set if the `*` with index p is followed by const
    bool is_reference = false;
    std::vector<TypeWords> arguments;
    /// Value of a non-type template argument, which has an empty `name`. Null for all other types.
    std::shared_ptr<const Expression> value;

    /// Returns whether a variable of this type is const itself. For a pointer, it does not matter whether the pointee
    /// is const.
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
        assign, ///< simple and compound assignment: = += ...
        conditional,
        call,
        launch, ///< kernel launch: kernel<<<grid, block, shared>>>(arguments)
        index,
        member, ///< member access with `.`, or with `->` if `is_arrow` is set
        cast,   ///< cast: (T)x, static_cast<T>(x), T(x)
        /// Object construction: dim3(a, b), Row{...}; `type.name` is empty for a braced list without a type.
        construct,
        size_of_type ///< sizeof of a type: sizeof(T)
    };
    What what = What::integer;
    SourceLocation place; ///< location of the operator, or start of the expression if there is none
    SourceRange range;
    std::string text;
    Operator op = Operator::none;
    Keyword word = Keyword::none; ///< keyword of a named cast or of a name such as `this`; otherwise Keyword::none
    std::vector<ExpressionPointer> children;
    /// Grid size, block size and dynamic shared memory of a kernel launch.
    std::vector<ExpressionPointer> configuration;
    TypeWords type;
    struct TemplateArgument {
        /// A type argument. If its name is empty, this is a non-type argument, which `value` contains.
        TypeWords type;
        ExpressionPointer value;
    };
    std::vector<TemplateArgument> template_arguments;
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false, is_arrow = false;
    /// Whether this is a method call. If so, the first child is the object. If `is_arrow` is also set, the first child
    /// is a pointer to the object.
    bool is_method = false;
    bool has_effects = false; ///< whether the expression contains an assignment, increment, decrement or call
    int height = 1;
};

/// A variable, parameter or struct member, such as `double sum = 0`, `float tile[32][33]` or `T (&values)[n]`.
struct Declaration {
    SourceLocation place;
    TypeWords type;
    std::string name;
    std::vector<ExpressionPointer> extents;
    ExpressionPointer initial; ///< initial value; may be null
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
        alias, ///< alias declaration or typedef; variables[0] has the name and type
        break_,
        continue_,
        return_
    };
    What what = What::empty;
    SourceLocation place, end; ///< for a block, `end` is its closing brace
    /// `value` is the condition, the returned value or the case label. `step` is the iteration expression of a `for`
    /// loop.
    ExpressionPointer value, step;
    std::vector<Declaration> variables;
    /// Nested statements: the statements of a block, the branches of an `if`, or the body of a loop. In a `for` loop,
    /// the init-statement comes before the body and may be null.
    std::vector<StatementPointer> parts;
};

struct TemplateParameter {
    SourceLocation place;
    std::string name;
    bool is_type = true;
    ExpressionPointer standard; ///< default of a non-type template parameter; may be null
    TypeWords standard_type;    ///< default of a type template parameter; its name is empty if there is none
};

struct Function {
    SourceLocation place;
    std::string name;
    enum class Where : std::uint8_t { host, device, kernel } where = Where::host;
    bool is_everywhere = false;
    bool is_const = false; ///< whether this is a const or static member function
    bool is_static = false;
    std::vector<TemplateParameter> template_parameters;
    TypeWords returns;
    std::vector<Declaration> parameters;
    StatementPointer body;
    ExpressionPointer most_threads; ///< maximum threads per block from __launch_bounds__; may be null
    ExpressionPointer registers;
    SourceLocation begin, end; ///< locations of the first token (including `template`) and the closing brace
    bool is_damaged = false;   ///< whether statements with syntax errors were skipped
    /// Names that the skipped statements may declare.
    std::set<std::string> damaged;
};

struct Record {
    SourceLocation place;
    std::string name;
    std::vector<TemplateParameter> template_parameters;
    std::vector<Declaration> fields;
    std::vector<Declaration> constants;
    std::vector<std::unique_ptr<Function>> methods;
};

struct Alias {
    SourceLocation place;
    std::string name;
    TypeWords type;
};

/// A kernel source file with its headers. Structs, type aliases and constants are visible to all functions after them.
struct TranslationUnit {
    std::vector<Record> records;
    std::vector<Alias> aliases;
    std::vector<Declaration> constants;
    std::vector<Declaration> variables;
    std::vector<std::unique_ptr<Function>> functions;
    /// Host functions that were skipped because they contain unsupported statements.
    std::set<std::string> skipped;
    /// For each skipped host function, its first and last token.
    std::vector<std::pair<SourceLocation, SourceLocation>> skipped_ranges;
    std::set<std::string> damaged; ///< names whose declarations have errors, which have been reported
};

} // namespace warploom::simt
