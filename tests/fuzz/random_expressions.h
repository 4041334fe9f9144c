#pragma once

#include "fuzz/chance.h"
#include "fuzz/random_literals.h"

#include <cstdint>
#include <string>
#include <vector>

// Random expressions without undefined behavior. Signed integers wrap (-fwrapv). Everything else is avoided: shifts by
// too many bits, divisions by 0 and of the smallest number by -1, conversions of real numbers that are out of range,
// and unsequenced side effects.

namespace warploom::fuzz {

/// Language features that random programs may use. Each one can be disabled to isolate a failure.
struct Parts {
    bool literals = true; ///< other bases, suffixes, many digits
    bool escapes = true;  ///< \x41 \101 \v
    bool printing = true; ///< printf
    bool order = true;    ///< side effects that are sequenced since C++17: `i << i++`, `a[i++] = i`
    bool layout = true;   ///< comments and line continuations
};

/// A bit set of the variables that an expression reads or writes.
using Variables = std::uint64_t;

struct Expression {
    std::string text;
    int strength = 0; ///< precedence of the outermost operator: 16 for a primary expression, 1 for a comma
    Number type = Number::int32;
    Variables reads = 0, writes = 0;
    Variables itself = 0; ///< for an lvalue, its variable
};

/// A variable, array element or field that can be read.
struct Place {
    std::string text, name; ///< `row.a`, and `row`
    Number type = Number::int32;
    int count = 0, inner = 0; ///< number of elements of an array, and of its elements; powers of two; 0: no array
    Variables bit = 0;
    bool may_change = true;
    bool is_exact = true;     ///< declared with type name_of(type)
    bool is_variable = false; ///< a scalar variable, which `?:` may select
};

struct Parameter {
    Number type = Number::int32;
    enum class How : std::uint8_t { value, reference, array, record } how = How::value;
};

/// A function that random expressions may call.
struct Routine {
    std::string name;
    Number returns = Number::int32;
    bool returns_nothing = false;
    bool wants_exact = false;           ///< a template that depends on the exact types of its arguments
    std::string after = {}, field = {}; ///< `<int, 3>` after the name, `.a` after the call
    std::vector<Parameter> parameters = {};
    int record = -1; ///< struct of a parameter or of a method
    bool is_method = false, is_const = true;
};

/// A macro for integers. The type of its expansion is the common type of its arguments and `type`.
struct Macro {
    std::string name;
    int parameters = 0;
    bool is_bare = false; ///< neither its arguments nor its expansion have parentheses
    Number type = Number::int32;
};

/// A variable of struct type.
struct RecordVariable {
    std::string text, name;
    int record = 0;
    Variables bit = 0;
    bool may_change = true;
};

struct Scope {
    std::vector<Place> places;
    std::vector<RecordVariable> records;
    std::vector<Routine> routines;
    std::vector<Macro> macros;
};

class Expressions {
public:
    Expressions(Chance& chance, const Parts& parts, Scope& scope) : chance_(chance), parts_(parts), scope_(scope) {}

    Expression any(int depth);
    Expression whole(int depth);
    Expression real(int depth);
    /// Returns an expression that converts to `to` without a cast.
    Expression fitting(Number to, int depth);
    /// Returns an expression of type name_of(to).
    Expression exactly(Number to, int depth);
    /// Returns an index from 0 to size - 1; size is a power of two.
    Expression index(int size, int depth);
    /// Returns an integer that is neither 0 nor -1.
    Expression divisor(int depth);
    Expression shift_count(Number of, int depth);
    /// Returns a real number that is in the range of `to` after truncation.
    Expression bounded(Number to, int depth);
    /// Selects a modifiable variable with random indices. Returns false if there is none.
    bool changeable(Expression& made, int depth, bool must_be_exact = false);
    Expression read(bool wants_real, int depth);
    /// Creates an assignment such as `x += 3`, without parentheses. Returns false if nothing can be modified.
    bool assignment(Expression& made, int depth);
    bool step(Expression& made, int depth);
    bool call(Expression& made, const Routine& routine, int depth);
    /// Returns `b`, or `other` if the order in which a and b are evaluated matters.
    static Expression beside(const Expression& a, const Expression& b, const Expression& other);
    /// Returns the text, in parentheses if its precedence is lower than `least`.
    std::string with(const Expression& e, int least);
    /// If set, generates only literals, operators and casts.
    void set_constant(bool is_constant) { is_constant_ = is_constant; }

private:
    Expression arithmetic(int depth);
    Expression compare(int depth);
    Expression logic(int depth);
    Expression unary(const Expression& of, const char* sign, Number type);
    Expression cast(const Expression& of, Number to);
    Expression cast(const Expression& of, Number to, const std::string& name);
    Expression choose(const Expression& yes, const Expression& no, int depth);
    Expression comma(int depth, const Expression& last);
    Expression size(int depth);
    Expression whole_function(int depth);
    Expression real_function(int depth);
    Expression macro(int depth);
    Expression plain_int();
    Expression literal();
    Expression joined(const Expression& a, const char* op, const Expression& b, int strength, Number type);
    Expression beside(const Expression& a, const Expression& b); ///< or a literal instead
    Expression function(const std::string& name, Number type, const std::vector<Expression>& arguments);
    Expression element(const Place& place, int depth);
    bool is_one_word(Number of) const;
    const RecordVariable* record_of(int record, bool must_change); ///< null if there is none
    bool call_of(Expression& made, bool wants_real, int depth);

    Chance& chance_;
    const Parts& parts_;
    Scope& scope_;
    bool is_constant_ = false;
};

} // namespace warploom::fuzz
