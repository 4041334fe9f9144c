#pragma once

#include "fuzz/chance.h"
#include "fuzz/random_literals.h"

#include <cstdint>
#include <string>
#include <vector>

// Random expressions without undefined behaviour. Signed integers wrap (-fwrapv); everything else is kept away: shifts
// by too much, divisions by 0 and of the least number by -1, real numbers that no integer holds, side effects without
// an order.

namespace warploom::fuzz {

/// Language features that a random program may use. Each can be disabled to isolate a failure.
struct Parts {
    bool literals = true; ///< other bases, suffixes, many digits
    bool escapes = true;  ///< \x41 \101 \v
    bool printing = true; ///< printf
    bool order = true;    ///< side effects that C++17 puts in an order: `i << i++`, `a[i++] = i`
    bool layout = true;   ///< comments and lines that go on
};

/// Variables that an expression reads and changes: a bit each.
using Variables = std::uint64_t;

struct Expression {
    std::string text;
    int strength = 0; ///< of its outermost operator: 16 is a value by itself, 1 a comma
    Number type = Number::int32;
    Variables reads = 0, writes = 0;
    Variables itself = 0; ///< of what can be changed: the variable
};

/// A variable, an element or a field that can be read.
struct Place {
    std::string text, name; ///< `row.a` of `row`
    Number type = Number::int32;
    int count = 0, inner = 0; ///< elements of an array, and of its elements; powers of two; 0: no array
    Variables bit = 0;
    bool may_change = true;
    bool is_exact = true;     ///< declared with name_of(type)
    bool is_variable = false; ///< a number of its own, which `?` may choose
};

struct Parameter {
    Number type = Number::int32;
    enum class How : std::uint8_t { value, reference, array, record } how = How::value;
};

/// A function that random expressions call.
struct Routine {
    std::string name;
    Number returns = Number::int32;
    bool returns_nothing = false;
    bool wants_exact = false;           ///< a template that looks at the types of its arguments
    std::string after = {}, field = {}; ///< `<int, 3>` behind the name, `.a` behind the call
    std::vector<Parameter> parameters = {};
    int record = -1; ///< that a parameter is of, or whose method it is
    bool is_method = false, is_const = true;
};

/// A macro for whole numbers. What it becomes has the common type of its arguments and `type`.
struct Macro {
    std::string name;
    int parameters = 0;
    bool is_bare = false; ///< its arguments stand in it without parentheses, and so it does itself
    Number type = Number::int32;
};

/// A variable that is a struct.
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
    /// Of the type name_of(to).
    Expression exactly(Number to, int depth);
    /// From 0 to size - 1; size is a power of two.
    Expression index(int size, int depth);
    /// A whole number that is not 0 and not -1.
    Expression divisor(int depth);
    Expression shift_count(Number of, int depth);
    /// A real number that `to` holds once it is cut.
    Expression bounded(Number to, int depth);
    /// Some variable that can be changed, with random indices. False where there is none.
    bool changeable(Expression& made, int depth, bool must_be_exact = false);
    Expression read(bool wants_real, int depth);
    /// `x += 3` and its like; without parentheses. False where nothing can be changed.
    bool assignment(Expression& made, int depth);
    bool step(Expression& made, int depth);
    bool call(Expression& made, const Routine& routine, int depth);
    /// `b`, or `other` where a and b in any order would not be the same.
    static Expression beside(const Expression& a, const Expression& b, const Expression& other);
    /// With parentheses where it is weaker than `least`.
    std::string with(const Expression& e, int least);
    /// From now on nothing but literals, operators and casts.
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
    Expression beside(const Expression& a, const Expression& b); ///< or a literal
    Expression function(const std::string& name, Number type, const std::vector<Expression>& arguments);
    Expression element(const Place& place, int depth);
    bool is_one_word(Number of) const;
    const RecordVariable* record_of(int record, bool must_change); ///< null where there is none
    bool call_of(Expression& made, bool wants_real, int depth);

    Chance& chance_;
    const Parts& parts_;
    Scope& scope_;
    bool is_constant_ = false;
};

} // namespace warploom::fuzz
