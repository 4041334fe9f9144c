#include "fuzz/random_expressions.h"

#include <algorithm>
#include <array>

namespace warploom::fuzz {

namespace {

constexpr int primary = 16, prefix = 15, product = 13, sum = 12, shifting = 11, relation = 10, equality = 9,
              bit_and = 8, bit_xor = 7, bit_or = 6, logical_and = 5, logical_or = 4, conditional = 3, assigning = 2,
              sequence = 1;

Expression made_of(const Literal& literal) { return {literal.text, primary, literal.type}; }
const Expression zero{"0", primary, Number::int32}, one{"1", primary, Number::int32}, two{"2", primary, Number::int32},
    seven{"7", primary, Number::int32};
bool disturb(const Expression& a, const Expression& b) {
    return (a.writes & (b.reads | b.writes)) != 0 || (b.writes & a.reads) != 0;
}

} // namespace

std::string Expressions::with(const Expression& e, int least) {
    return e.strength < least || chance_.one_in(12) ? "(" + e.text + ")" : e.text;
}

Expression Expressions::literal() {
    if (is_constant_) return made_of(small_literal(chance_, 0, 99, parts_.literals)); // must not overflow
    return made_of(whole_literal(chance_, parts_.literals, parts_.escapes));
}

Expression Expressions::beside(const Expression& a, const Expression& b, const Expression& other) {
    return disturb(a, b) ? other : b;
}
Expression Expressions::beside(const Expression& a, const Expression& b) {
    if (!disturb(a, b)) return b;
    return is_real(b.type) ? made_of(real_literal(chance_, parts_.literals)) : literal();
}

Expression Expressions::joined(const Expression& a, const char* op, const Expression& b, int strength, Number type) {
    return {with(a, strength) + " " + op + " " + with(b, strength + 1), strength, type, a.reads | b.reads,
            a.writes | b.writes};
}

Expression Expressions::any(int depth) { return chance_.one_in(3) ? real(depth) : whole(depth); }

Expression Expressions::element(const Place& place, int depth) {
    Expression made{place.text, primary, place.type, place.bit, 0, place.bit};
    for (const int size : {place.count, place.inner}) {
        if (size == 0) break;
        const Expression i = beside(made, index(size, depth - 1), zero);
        const bool is_pointer = place.inner == 0 && chance_.one_in(8);
        made.text = is_pointer ? "(*(" + made.text + " + " + with(i, product) + "))" : made.text + "[" + i.text + "]";
        made.reads |= i.reads;
        made.writes |= i.writes;
    }
    return made;
}

Expression Expressions::read(bool wants_real, int depth) {
    std::vector<const Place*> fit;
    for (const Place& place : scope_.places)
        if (is_real(place.type) == wants_real) fit.push_back(&place);
    if (fit.empty() || chance_.one_in(5))
        return wants_real ? made_of(real_literal(chance_, parts_.literals)) : literal();
    return element(*chance_.of(fit), depth);
}

bool Expressions::changeable(Expression& made, int depth, bool must_be_exact) {
    std::vector<const Place*> fit;
    for (const Place& place : scope_.places)
        if (place.may_change && (place.is_exact || !must_be_exact)) fit.push_back(&place);
    if (fit.empty()) return false;
    const Place& one = *chance_.of(fit);
    made = element(one, depth);
    if (depth <= 0 || !one.is_variable || is_constant_ || !chance_.one_in(6)) return true;
    std::erase_if(fit, [&](const Place* place) {
        return !place->is_variable || !place->is_exact || !one.is_exact || place->type != one.type;
    });
    const Expression other = fit.empty() ? made : element(*chance_.of(fit), 0), test = any(depth - 1);
    made.text = "(" + with(test, logical_or) + " ? " + made.text + " : " + other.text + ")";
    made.reads |= other.reads | test.reads;
    made.writes |= test.writes;
    made.itself |= other.itself;
    return true;
}

Expression Expressions::index(int size, int depth) {
    if (depth <= 0 || chance_.one_in(3)) return made_of(small_literal(chance_, 0, size - 1, parts_.literals));
    const Expression mask{std::to_string(size - 1), primary, Number::int32};
    const Expression number = whole(std::min(depth - 1, 1));
    return joined(number, "&", mask, bit_and, common(number.type, Number::int32));
}

Expression Expressions::divisor(int depth) {
    if (depth <= 0 || chance_.one_in(2)) return made_of(small_literal(chance_, 1, 999, parts_.literals));
    const Expression number = whole(depth - 1);
    const Number type = common(number.type, Number::int32);
    if (!is_signed(type) && chance_.one_in(2)) return joined(number, "|", one, bit_or, type);
    const Expression low = joined(number, "&", seven, bit_and, type);
    if (chance_.one_in(2)) return joined(low, "+", one, sum, type);
    return unary(joined(low, "+", two, sum, type), "-", type);
}

Expression Expressions::shift_count(Number of, int depth) {
    const int bits = is_constant_ ? 8 : bits_of(of);
    if (depth <= 0 || chance_.one_in(2)) return made_of(small_literal(chance_, 0, bits - 1, parts_.literals));
    return index(bits, depth);
}

Expression Expressions::function(const std::string& name, Number type, const std::vector<Expression>& arguments) {
    Expression made{name + "(", primary, type};
    for (const Expression& argument : arguments) {
        made.text += (made.text.back() == '(' ? "" : ", ") + with(argument, assigning);
        made.reads |= argument.reads;
        made.writes |= argument.writes;
    }
    made.text += ")";
    return made;
}

Expression Expressions::bounded(Number to, int depth) {
    if (is_constant_) return whole(depth - 1);
    struct Bounds {
        const char *least, *most;
    };
    constexpr std::array<Bounds, 9> bounds{{{"0.0", "1.0"},
                                            {"-100.0", "100.0"},
                                            {"0.0", "200.0"},
                                            {"-30000.0", "30000.0"},
                                            {"0.0", "60000.0"},
                                            {"-2e9", "2e9"},
                                            {"0.0", "4e9"},
                                            {"-9e18", "9e18"},
                                            {"0.0", "1.8e19"}}};
    const Bounds& of = bounds[static_cast<std::size_t>(to)];
    const Expression least{of.least, of.least[0] == '-' ? prefix : primary, Number::float64},
        most{of.most, primary, Number::float64};
    return function("fmin", Number::float64, {function("fmax", Number::float64, {real(depth - 1), least}), most});
}

Expression Expressions::fitting(Number to, int depth) {
    if (is_real(to) || to == Number::boolean) return any(depth);
    return depth > 1 && chance_.one_in(4) ? bounded(to, depth) : whole(depth);
}

bool Expressions::is_one_word(Number of) const { return std::string(name_of(of)).find(' ') == std::string::npos; }

Expression Expressions::exactly(Number to, int depth) {
    const Expression e = fitting(to, depth);
    const bool has_one_type = bits_of(to) == 32 && to != Number::int8; // `long` and `signed char` are different types
    if (e.type == to && has_one_type) return e;
    return cast(e, to, name_of(to));
}

Expression Expressions::cast(const Expression& of, Number to, const std::string& name) {
    Expression made = of;
    made.type = to;
    made.text = "(" + name + ")" + with(of, prefix);
    made.strength = prefix;
    return made;
}
Expression Expressions::cast(const Expression& of, Number to) {
    Expression made = of;
    made.type = to;
    switch (chance_.below(4)) {
    case 0:
        made.text = "static_cast<" + any_name_of(to, chance_) + ">(" + of.text + ")";
        made.strength = primary;
        return made;
    case 1:
        if (!is_one_word(to)) break;
        made.text = std::string(name_of(to)) + "(" + with(of, assigning) + ")";
        made.strength = primary;
        return made;
    default: break;
    }
    return cast(of, to, any_name_of(to, chance_));
}

Expression Expressions::unary(const Expression& of, const char* sign, Number type) {
    Expression made = of;
    std::string operand = with(of, prefix);
    if (operand[0] == sign[0]) operand.insert(0, 1, ' '); // `- -x`
    made.text = sign + operand;
    made.type = type;
    made.strength = prefix;
    return made;
}

Expression Expressions::arithmetic(int depth) {
    const Expression a = whole(depth - 1);
    switch (chance_.below(10)) {
    case 0: {
        const Expression b = beside(a, divisor(depth - 1), seven);
        return joined(a, chance_.one_in(2) ? "/" : "%", b, product, common(a.type, b.type));
    }
    case 1: {
        Expression b = shift_count(promoted(a.type), depth - 1);
        if (!parts_.order) b = beside(a, b, seven);
        return joined(a, chance_.one_in(2) ? "<<" : ">>", b, shifting, promoted(a.type));
    }
    case 2:
    case 3: {
        const Expression b = beside(a, whole(depth - 1));
        const int which = chance_.below(3);
        return joined(a,
                      which == 0   ? "&"
                      : which == 1 ? "|"
                                   : "^",
                      b,
                      which == 0   ? bit_and
                      : which == 1 ? bit_or
                                   : bit_xor,
                      common(a.type, b.type));
    }
    default: {
        const Expression b = beside(a, whole(depth - 1));
        const int which = chance_.below(3);
        return joined(a,
                      which == 0   ? "+"
                      : which == 1 ? "-"
                                   : "*",
                      b, which == 2 ? product : sum, common(a.type, b.type));
    }
    }
}

Expression Expressions::compare(int depth) {
    const Expression a = any(depth - 1), b = beside(a, any(depth - 1));
    constexpr std::array<const char*, 6> tests{"==", "!=", "<", ">", "<=", ">="};
    const int which = chance_.below(6);
    return joined(a, tests[static_cast<std::size_t>(which)], b, which < 2 ? equality : relation, Number::boolean);
}

Expression Expressions::logic(int depth) {
    const bool is_and = chance_.one_in(2);
    const Expression a = any(depth - 1), b = any(depth - 1);
    return joined(a, is_and ? "&&" : "||", b, is_and ? logical_and : logical_or, Number::boolean);
}

Expression Expressions::choose(const Expression& yes, const Expression& no, int depth) {
    const Expression test = any(depth - 1);
    const Number type = yes.type == no.type ? yes.type : common(yes.type, no.type);
    return {with(test, logical_or) + " ? " + with(yes, sequence) + " : " + with(no, assigning), conditional, type,
            test.reads | yes.reads | no.reads, test.writes | yes.writes | no.writes};
}

Expression Expressions::comma(int depth, const Expression& last) {
    Expression first;
    if (!(chance_.one_in(2) ? assignment(first, depth - 1) : step(first, depth - 1))) first = any(depth - 1);
    return {with(first, sequence) + ", " + with(last, assigning), sequence, last.type, first.reads | last.reads,
            first.writes | last.writes};
}

/// Returns a sizeof expression, whose operand is not evaluated.
Expression Expressions::size(int depth) {
    if (chance_.one_in(2))
        return {"sizeof(" + any_name_of(static_cast<Number>(chance_.below(numbers)), chance_) + ")", primary,
                Number::uint64};
    return {"sizeof(" + any(depth - 1).text + ")", primary, Number::uint64};
}

Expression Expressions::plain_int() {
    std::vector<const Place*> fit;
    for (const Place& place : scope_.places)
        if (place.type == Number::int32 && place.count == 0) fit.push_back(&place);
    if (fit.empty() || chance_.one_in(3)) return {std::to_string(chance_.below(100)), primary, Number::int32};
    const Place& place = *chance_.of(fit);
    return {place.text, primary, Number::int32, place.bit, 0};
}

Expression Expressions::macro(int depth) {
    if (scope_.macros.empty()) return read(false, depth);
    const Macro& called = chance_.of(scope_.macros);
    if (called.parameters == 0) return {called.name, primary, called.type};
    std::vector<Expression> arguments;
    Number type = called.type;
    for (int p = 0; p < called.parameters; ++p) {
        Expression argument = plain_int();
        if (called.is_bare) { // inserted without parentheses, it still consists of sums and products of int
            if (chance_.one_in(2))
                argument = joined(argument, chance_.one_in(2) ? "+" : "*", plain_int(), sum, Number::int32);
        } else if (const Expression deep = whole(depth - 1); deep.writes == 0) { // may be evaluated twice
            argument = deep;
        }
        type = common(type, argument.type);
        if (argument.text.find(',') != std::string::npos) argument.text = "(" + argument.text + ")"; // f<a, b>
        arguments.push_back(argument);
    }
    Expression made = function(called.name, type, arguments);
    if (called.is_bare) made.strength = product; // otherwise, a cast would apply only to its first operand
    return made;
}

Expression Expressions::whole_function(int depth) {
    if (is_constant_) return arithmetic(depth);
    const Expression a = whole(depth - 1);
    switch (chance_.below(6)) {
    case 0: return function("__popc", Number::int32, {a});
    case 1: return function(chance_.one_in(2) ? "__clz" : "__ffs", Number::int32, {a});
    case 2:
        return function(chance_.one_in(3) ? "__popcll" : chance_.one_in(2) ? "__clzll" : "__ffsll", Number::int32, {a});
    case 3:
        if (!is_signed(promoted(a.type))) break;
        return function("abs", promoted(a.type), {a});
    case 4: return function(chance_.one_in(2) ? "isnan" : "isinf", Number::boolean, {real(depth - 1)});
    default: break;
    }
    const Expression b = beside(a, whole(depth - 1));
    return function(chance_.one_in(2) ? "min" : "max", common(a.type, b.type), {a, b});
}

Expression Expressions::real_function(int depth) {
    if (is_constant_) return cast(whole(depth - 1), Number::float64);
    const Expression a = real(depth - 1);
    switch (chance_.below(8)) {
    case 0: return function("fabs", a.type, {a});
    case 1: return function("sqrt", a.type, {a});
    case 2: {
        constexpr std::array<const char*, 4> roundings{"floor", "ceil", "trunc", "round"};
        return function(roundings[static_cast<std::size_t>(chance_.below(4))], a.type, {a});
    }
    case 3: {
        const Expression b = beside(a, cast(real(depth - 1), a.type));
        Expression both = a;
        both.reads |= b.reads;
        both.writes |= b.writes;
        const Expression c = beside(both, cast(real(depth - 1), a.type));
        return function("fma", a.type, {a, cast(b, a.type), cast(c, a.type)});
    }
    case 4: return function("fmod", a.type, {a, cast(beside(a, real(depth - 1)), a.type)});
    default: break;
    }
    // Whether min returns 0 or -0 is unspecified, so 0 is added.
    constexpr std::array<const char*, 4> names{"min", "max", "fmin", "fmax"};
    const Expression b = beside(a, real(depth - 1));
    const Number type = common(a.type, b.type);
    const Expression plus{type == Number::float32 ? "0.0f" : "0.0", primary, type};
    return joined(function(names[static_cast<std::size_t>(chance_.below(4))], type, {a, b}), "+", plus, sum, type);
}

Expression Expressions::whole(int depth) {
    if (depth <= 0) return read(false, depth);
    Expression made;
    switch (chance_.below(22)) {
    case 0: return compare(depth);
    case 1: return logic(depth);
    case 2: {
        const Expression of = any(depth - 1);
        return unary(of, "!", Number::boolean);
    }
    case 3:
    case 4: {
        const Expression of = whole(depth - 1);
        return unary(of, chance_.one_in(2) ? "-" : chance_.one_in(2) ? "~" : "+", promoted(of.type));
    }
    case 5: return cast(whole(depth - 1), static_cast<Number>(chance_.below(static_cast<int>(Number::float32))));
    case 6: {
        const auto to = static_cast<Number>(chance_.below(static_cast<int>(Number::float32)));
        return cast(bounded(to, depth - 1), to);
    }
    case 7:
    case 8: {
        const Expression yes = whole(depth - 1);
        return choose(yes, whole(depth - 1), depth);
    }
    case 9: return chance_.one_in(2) ? comma(depth, whole(depth - 1)) : size(depth);
    case 10:
        if (assignment(made, depth - 1) && !is_real(made.type)) return made;
        break;
    case 11:
        if (step(made, depth - 1) && !is_real(made.type)) return made;
        break;
    case 12:
        if (call_of(made, false, depth - 1)) return made;
        break;
    case 13:
    case 14: return whole_function(depth);
    case 15: return macro(depth);
    case 16: return read(false, depth);
    default: break;
    }
    return arithmetic(depth);
}

Expression Expressions::real(int depth) {
    if (depth <= 0) return read(true, depth);
    Expression made;
    switch (chance_.below(14)) {
    case 0: {
        const Expression of = real(depth - 1);
        return unary(of, chance_.one_in(3) ? "+" : "-", of.type);
    }
    case 1:
    case 2: return cast(any(depth - 1), chance_.one_in(2) ? Number::float32 : Number::float64);
    case 3: {
        const Expression yes = real(depth - 1);
        return choose(yes, any(depth - 1), depth);
    }
    case 4: return comma(depth, real(depth - 1));
    case 5:
        if (assignment(made, depth - 1) && is_real(made.type)) return made;
        break;
    case 6:
        if (chance_.one_in(2) ? step(made, depth - 1) && is_real(made.type) : call_of(made, true, depth - 1))
            return made;
        break;
    case 7:
    case 8: return real_function(depth);
    case 9: return read(true, depth);
    default: break;
    }
    const Expression a = real(depth - 1), b = beside(a, any(depth - 1));
    const int which = chance_.below(4);
    const char* const op = which == 0 ? "+" : which == 1 ? "-" : which == 2 ? "*" : "/";
    return joined(a, op, b, which < 2 ? sum : product, common(a.type, b.type));
}

bool Expressions::assignment(Expression& made, int depth) {
    Expression to;
    if (!changeable(to, depth)) return false;
    const auto stored = [&](const char* op, Expression value) {
        if (!parts_.order) value = beside(to, value, one); // since C++17, the right side is evaluated first
        made = {to.text + " " + op + " " + with(value, assigning), assigning, to.type, to.reads | value.reads,
                to.writes | value.writes | to.itself};
    };
    constexpr std::array<const char*, 4> on_reals{"+=", "-=", "*=", "/="};
    constexpr std::array<const char*, 6> on_wholes{"+=", "-=", "*=", "&=", "|=", "^="};
    const int kind = chance_.below(8);
    if (kind < 3) stored("=", fitting(to.type, depth));
    else if (is_real(to.type)) stored(on_reals[static_cast<std::size_t>(chance_.below(4))], any(depth));
    else if (kind == 3) stored(chance_.one_in(2) ? "/=" : "%=", divisor(depth));
    else if (kind == 4) stored(chance_.one_in(2) ? "<<=" : ">>=", shift_count(promoted(to.type), depth));
    else if (kind == 5) stored("*=", {chance_.one_in(2) ? "0.5" : "0.5f", primary, Number::float64}); // in range
    else stored(on_wholes[static_cast<std::size_t>(chance_.below(6))], whole(depth));
    return true;
}

bool Expressions::step(Expression& made, int depth) {
    Expression to;
    if (!changeable(to, depth) || to.type == Number::boolean) return false;
    const std::string sign = chance_.one_in(2) ? "++" : "--";
    const bool is_postfix = chance_.one_in(2);
    made = to;
    made.text = is_postfix ? to.text + sign : sign + to.text;
    made.strength = is_postfix ? primary : prefix;
    made.writes |= to.itself;
    made.itself = 0;
    return true;
}

bool Expressions::call_of(Expression& made, bool wants_real, int depth) {
    std::vector<const Routine*> fit;
    for (const Routine& routine : scope_.routines)
        if (!routine.returns_nothing && is_real(routine.returns) == wants_real) fit.push_back(&routine);
    return !fit.empty() && call(made, *chance_.of(fit), depth);
}

const RecordVariable* Expressions::record_of(int record, bool must_change) {
    std::vector<const RecordVariable*> fit;
    for (const RecordVariable& variable : scope_.records)
        if (variable.record == record && (variable.may_change || !must_change)) fit.push_back(&variable);
    return fit.empty() ? nullptr : chance_.of(fit);
}

bool Expressions::call(Expression& made, const Routine& routine, int depth) {
    made = {routine.name + routine.after + "(", primary, routine.returns};
    Variables changed = 0;
    if (routine.is_method) {
        const RecordVariable* const of = record_of(routine.record, !routine.is_const);
        if (of == nullptr) return false;
        made.text.insert(0, of->text + ".");
        made.reads = of->bit;
        changed = routine.is_const ? 0 : of->bit;
    }
    for (const Parameter& parameter : routine.parameters) {
        Expression argument;
        if (parameter.how == Parameter::How::value) {
            const Expression given =
                routine.wants_exact ? exactly(parameter.type, depth) : fitting(parameter.type, depth);
            argument = beside(made, given, cast(one, parameter.type, name_of(parameter.type)));
            made.reads |= argument.reads;
            made.writes |= argument.writes;
        } else if (parameter.how == Parameter::How::record) {
            const RecordVariable* const variable = record_of(routine.record, false);
            if (variable == nullptr || (made.writes & variable->bit) != 0) return false;
            argument = {variable->text, primary, Number::int32, variable->bit, 0};
            made.reads |= variable->bit;
        } else {
            const bool is_array = parameter.how == Parameter::How::array;
            std::vector<const Place*> fit;
            for (const Place& place : scope_.places)
                if (place.type == parameter.type && place.is_exact &&
                    (is_array ? place.count == 8 && place.inner == 0 : place.may_change))
                    fit.push_back(&place);
            if (fit.empty()) return false;
            const Place& place = *chance_.of(fit);
            if (is_array) {
                if ((made.writes & place.bit) != 0) return false;
                argument = {place.text, primary, place.type, place.bit, 0};
            } else {
                argument = element(place, depth);
                // Evaluates only the address.
                if (((argument.writes & made.reads) | (made.writes & argument.reads)) != 0) return false;
                changed |= place.bit;
            }
            made.reads |= argument.reads;
            made.writes |= argument.writes;
        }
        const bool is_value = parameter.how == Parameter::How::value;
        made.text += (made.text.back() == '(' ? "" : ", ") + (is_value ? with(argument, assigning) : argument.text);
    }
    made.text += ")" + routine.field;
    made.reads |= changed;
    made.writes |= changed;
    return true;
}

} // namespace warploom::fuzz
