#include "fuzz/random_statements.h"

#include <algorithm>
#include <array>
#include <set>

namespace warploom::fuzz {

namespace {

constexpr int any_strength = 1, no_comma = 2, operand = 12; // see Expression::strength

constexpr std::array<Number, 11> types{Number::boolean, Number::int8,   Number::uint8, Number::int16,
                                       Number::uint16,  Number::int32,  Number::int32, Number::uint32,
                                       Number::int64,   Number::uint64, Number::int32};
constexpr std::array<Number, 2> real_types{Number::float32, Number::float64};

} // namespace

std::string Statements::condition(int depth) {
    return expressions_.with(chance_.one_in(8) ? expressions_.real(depth) : expressions_.whole(depth), any_strength);
}

void Statements::hide(const std::string& name) {
    std::erase_if(scope_.places, [&](const Place& place) { return place.name == name; });
    std::erase_if(scope_.records, [&](const RecordVariable& variable) { return variable.name == name; });
}

std::vector<Node> Statements::block(int count, Around around) {
    const auto places = scope_.places;
    const auto records = scope_.records;
    std::vector<Node> nodes;
    if (!places.empty() && chance_.one_in(8)) { // a variable that hides another one
        const Place& hidden = chance_.of(places);
        if (hidden.name[0] == 'v' && hidden.bit != 0) { // not a loop counter, which is in the same scope
            hide(hidden.name);
            const Number type = chance_.of(types);
            nodes.push_back({std::string(name_of(type)) + " " + hidden.name + " = " +
                             expressions_.with(expressions_.fitting(type, 1), no_comma) + ";"});
            scope_.places.push_back({hidden.name, hidden.name, type, 0, 0, fresh_bit()});
        }
    }
    for (; count > 0; --count) statement(nodes, around);
    scope_.places = places;
    scope_.records = records;
    return nodes;
}

void Statements::declare_number(std::vector<Node>& to, Number type, int depth) {
    const std::string name = fresh("v"), type_name = name_of(type);
    Place place{name, name, type, 0, 0, fresh_bit()};
    place.is_variable = true;
    const auto value = [&] { return expressions_.with(expressions_.fitting(type, depth), no_comma); };
    switch (chance_.below(10)) {
    case 0:
        to.push_back({type_name + " " + name + "((" + value() + "));"});
        break; // with a single pair of parentheses, `T v(int(w))` would declare a function
    case 1:
        to.push_back(
            {type_name + " " + name + "{" + expressions_.with(expressions_.exactly(type, depth), no_comma) + "};"});
        break;
    case 2:
        to.push_back({"const " + type_name + " " + name + " = " + value() + ";"});
        place.may_change = false;
        break;
    case 3: {
        const Expression e = is_real(type) ? expressions_.real(depth) : expressions_.whole(depth);
        to.push_back({"auto " + name + " = " + expressions_.with(e, no_comma) + ";"});
        place.type = e.type;
        place.is_exact = false;
        break;
    }
    case 4: {
        const std::string other = fresh("v");
        const std::string first = value();
        to.push_back({type_name + " " + name + " = " + first + ", " + other + " = " + value() + ";"});
        scope_.places.push_back({other, other, type, 0, 0, fresh_bit()});
        break;
    }
    default: to.push_back({type_name + " " + name + " = " + value() + ";"}); break;
    }
    scope_.places.push_back(place);
}

void Statements::declare_array(std::vector<Node>& to, int depth) {
    const bool is_square = chance_.one_in(4);
    const Number type = chance_.one_in(4) ? chance_.of(real_types) : chance_.of(types);
    const std::string name = fresh("v");
    const auto values = [&](int most) {
        std::string list = "{";
        for (int v = chance_.from(1, most); v > 0; --v)
            list += (list.size() > 1 ? ", " : "") +
                    expressions_.with(expressions_.exactly(type, std::min(depth, 1)), no_comma);
        return list + "}";
    };
    std::string text = std::string(name_of(type)) + " " + name;
    if (is_square) {
        const std::string first = values(2);
        text += "[4][2] = {" + first + ", " + values(2) + "};";
    } else {
        text += "[8] = " + values(8) + ";";
    }
    to.push_back({text});
    scope_.places.push_back({name, name, type, is_square ? 4 : 8, is_square ? 2 : 0, fresh_bit()});
}

/// Declares a reference to an existing variable, or a pointer to an array.
void Statements::declare_alias(std::vector<Node>& to, int depth) {
    const std::string name = fresh("v");
    std::vector<Place> arrays;
    for (const Place& place : scope_.places)
        if (place.count > 0 && place.inner == 0 && place.name[0] == 'v') arrays.push_back(place);
    if (!arrays.empty() && chance_.one_in(2)) {
        Place place = chance_.of(arrays);
        const bool is_const = !place.may_change || chance_.one_in(3);
        to.push_back(
            {(is_const ? "const " : "") + std::string(name_of(place.type)) + "* " + name + " = " + place.text + ";"});
        place.text = place.name = name;
        place.may_change = !is_const;
        scope_.places.push_back(place);
        return;
    }
    Expression of;
    if (!expressions_.changeable(of, depth, true)) return;
    const bool is_const = chance_.one_in(4);
    to.push_back({(is_const ? "const " : "") + std::string(name_of(of.type)) + "& " + name + " = " + of.text + ";"});
    scope_.places.push_back({name, name, of.type, 0, 0, of.itself, !is_const});
}

std::string Statements::values_of(int record, int depth) {
    std::string list = "{";
    for (const Field& field : records_[static_cast<std::size_t>(record)].fields) {
        if (list.size() > 1) {
            if (chance_.one_in(10)) break; // all remaining elements are 0
            list += ", ";
        }
        if (field.record >= 0) list += values_of(field.record, depth);
        else if (field.count > 0)
            list += "{" + expressions_.with(expressions_.exactly(field.type, depth), no_comma) + "}";
        else list += expressions_.with(expressions_.exactly(field.type, depth), no_comma);
    }
    return list + "}";
}

void Statements::add_record(const std::string& text, int record, Variables bit, bool may_change) {
    const std::string name = text.substr(0, text.find('.'));
    scope_.records.push_back({text, name, record, bit, may_change});
    for (const Field& field : records_[static_cast<std::size_t>(record)].fields) {
        const std::string path = text + "." + field.name;
        if (field.record >= 0) add_record(path, field.record, bit, may_change);
        else scope_.places.push_back({path, name, field.type, field.count, 0, bit, may_change});
    }
}

void Statements::declare_record(std::vector<Node>& to, int depth) {
    const int record = chance_.below(static_cast<int>(records_.size()));
    const std::string name = fresh("v"), type = records_[static_cast<std::size_t>(record)].name;
    std::vector<std::string> others;
    for (const RecordVariable& variable : scope_.records)
        if (variable.record == record) others.push_back(variable.text);
    std::string value;
    if (!others.empty() && chance_.one_in(2)) {
        value = chance_.of(others);
        if (chance_.one_in(3)) value = "(" + condition(1) + ") ? " + value + " : " + chance_.of(others);
    } else {
        value = values_of(record, std::min(depth, 1));
    }
    to.push_back({type + " " + name + " = " + value + ";"});
    add_record(name, record, fresh_bit(), true);
}

void Statements::declare(std::vector<Node>& to, int depth) {
    const int kind = chance_.below(12);
    if (kind == 0) declare_array(to, depth);
    else if (kind == 1) declare_alias(to, depth);
    else if (kind == 2 && !records_.empty()) declare_record(to, depth);
    else declare_number(to, kind < 6 ? chance_.of(real_types) : chance_.of(types), depth);
}

/// Returns a statement that neither declares anything nor contains other statements.
Node Statements::simple(Around around) {
    const int depth = random_depth();
    Expression made;
    switch (chance_.below(12)) {
    case 0:
        if (expressions_.step(made, depth)) return {made.text + ";"};
        break;
    case 1: {
        std::vector<const Routine*> procedures;
        for (const Routine& routine : scope_.routines)
            if (routine.returns_nothing) procedures.push_back(&routine);
        if (!procedures.empty() && expressions_.call(made, *chance_.of(procedures), depth)) return {made.text + ";"};
        break;
    }
    case 2:
        if (parts_.printing && around.loops < 2 &&
            (around.in == Around::In::kernel || around.in == Around::In::procedure))
            return print(depth);
        break;
    case 3: {
        if (scope_.records.size() < 2) break;
        const RecordVariable &left = chance_.of(scope_.records), &right = chance_.of(scope_.records);
        if (left.may_change && left.record == right.record) return {left.text + " = " + right.text + ";"};
        break;
    }
    case 4:
        if (around.may_break || around.may_continue) return leave(around);
        break;
    case 5:
        if (expressions_.assignment(made, 1)) {
            Expression next;
            if (expressions_.assignment(next, 1)) return {made.text + ", " + next.text + ";"};
        }
        break;
    case 6:
        if (around.depth < 2) return leave(around);
        break;
    default: break;
    }
    if (expressions_.assignment(made, depth)) return {made.text + ";"};
    return {";"};
}

Node Statements::leave(const Around& around) {
    if (around.may_break && chance_.one_in(2)) return {"break;"};
    if (around.may_continue && chance_.one_in(2)) return {"continue;"};
    if (!chance_.one_in(3)) return {";"};
    switch (around.in) {
    case Around::In::routine:
        return {"return " + expressions_.with(expressions_.fitting(around.returns, 2), any_strength) + ";"};
    case Around::In::record_routine: return {"return p;"};
    case Around::In::procedure: return {"return;"};
    case Around::In::kernel:
        return {
            "{", {{"out[lane + 96] = " + expressions_.with(expressions_.whole(1), no_comma) + ";"}, {"return;"}}, "}"};
    }
    return {";"};
}

Node Statements::print(int depth) {
    std::string format = R"("@%d:" )" + text_literal(chance_, parts_.escapes), values = ", (int)threadIdx.x";
    Expression before; // arguments are evaluated in an unspecified order
    for (int v = chance_.from(1, 3); v > 0; --v) {
        const Conversion c = conversion(chance_);
        format += " \"" + c.text + "\" " + text_literal(chance_, parts_.escapes);
        const Expression other{is_real(c.type) ? "2.5" : "7", 16, c.type};
        Expression e = is_real(c.type) ? expressions_.real(depth)
                       : c.is_letter   ? expressions_.index(16, depth)
                                       : expressions_.exactly(c.type, depth);
        e = expressions_.beside(before, e, other);
        before.reads |= e.reads;
        before.writes |= e.writes;
        const std::string value = expressions_.with(e, no_comma);
        // No NaN, because the sign with which it is printed depends on the processor.
        if (is_real(c.type)) values += ", fmin(fmax(" + value + ", -1e40), 1e40)";
        else if (c.is_letter) values += ", 'a' + (int)(" + value + ")";
        else if (e.text == other.text) values += ", (" + std::string(name_of(c.type)) + ")7";
        else values += ", " + value;
    }
    return {"printf(" + format + values + ");"};
}

void Statements::branch(std::vector<Node>& to, Around around) {
    --around.depth;
    const std::string test = condition(random_depth());
    switch (chance_.below(4)) {
    case 0: {
        to.push_back({"if (" + test + ")", {simple(around)}});
        if (chance_.one_in(2)) to.push_back({"else", {simple(around)}});
        return;
    }
    case 1: { // dangling else
        const std::string inner = condition(1);
        const Node yes = simple(around), no = simple(around);
        to.push_back({"if (" + test + ")", {{"if (" + inner + ")", {yes}}, {"else", {no}}}});
        return;
    }
    default: break;
    }
    to.push_back({"if (" + test + ") {", block(chance_.from(1, 2), around), "}"});
    if (chance_.one_in(3)) to.push_back({"else if (" + condition(2) + ") {", block(chance_.from(1, 2), around), "}"});
    if (chance_.one_in(2)) to.push_back({"else {", block(chance_.from(1, 2), around), "}"});
}

/// Generates a loop over a new variable, whose trip count may be known at compile time.
void Statements::counted_loop(std::vector<Node>& to, Around around) {
    const auto places = scope_.places;
    const std::string name = fresh("v");
    constexpr std::array<Number, 7> counters{Number::int32, Number::int32, Number::int32, Number::uint32,
                                             Number::uint8, Number::int16, Number::int64};
    const Number type = chance_.of(counters);
    std::string head = std::string("for (") + name_of(type) + " " + name + " = ";
    const std::string bound = expressions_.with(expressions_.index(8, 2), operand);
    switch (chance_.below(8)) {
    case 0: head += "0; " + name + " < " + bound + "; ++" + name; break;
    case 1: head += bound + "; " + name + " > 0; " + name + "--"; break;
    case 2: head += "1; " + name + " <= " + bound + "; " + name + " += 2"; break;
    case 3: head += "1; " + name + " < 100; " + name + (chance_.one_in(2) ? " *= 2" : " <<= 1"); break;
    case 4: head += "7; " + name + " != 3; --" + name; break;
    case 5: {
        const std::string other = fresh("v");
        head += "0, " + other + " = 5; " + name + " < " + other + "; ++" + name + ", " + other + "--";
        scope_.places.push_back({other, other, type, 0, 0, 0, false});
        break;
    }
    default: head += "0; " + name + " < " + std::to_string(chance_.from(1, 6)) + "; " + name + "++"; break;
    }
    scope_.places.push_back({name, name, type, 0, 0, 0, false});
    if (chance_.one_in(4)) to.push_back({head + ")", {simple(around)}});
    else to.push_back({head + ") {", block(chance_.from(1, 2), around), "}"});
    scope_.places = places;
}

void Statements::loop(std::vector<Node>& to, Around around) {
    --around.depth;
    ++around.loops;
    around.may_break = around.may_continue = true;
    const int kind = chance_.below(8);
    if (kind < 4) return counted_loop(to, around);
    const std::string name = fresh("v"); // a counter that nothing else modifies
    to.push_back({"int " + name + " = " + expressions_.with(expressions_.index(8, 2), no_comma) + ";"});
    scope_.places.push_back({name, name, Number::int32, 0, 0, 0, false});
    const int count = chance_.from(1, 2);
    std::vector<Node> body;
    switch (kind) {
    case 4: to.push_back({"while (" + name + "-- > 0) {", block(count, around), "}"}); return;
    case 5:
        body = block(count, around);
        to.push_back({"do {", body,
                      "} while (" + name + "-- > 0 && " + expressions_.with(expressions_.whole(1), operand) + ");"});
        return;
    case 6:
        body = block(count, around);
        body.insert(body.begin(), {"if (--" + name + " < 0) break;"});
        to.push_back({chance_.one_in(2) ? "while (true) {" : "for (;;) {", body, "}"});
        return;
    default:
        to.push_back({"while (--" + name + " > 0 && (" + condition(2) + ")) {", block(count, around), "}"});
        return;
    }
}

void Statements::choice(std::vector<Node>& to, Around around) {
    --around.depth;
    around.may_break = true;
    Expression by = expressions_.whole(2);
    const bool is_small = chance_.one_in(2);
    const std::string text = is_small ? expressions_.index(8, 2).text : expressions_.with(by, any_strength);
    const bool may_be_negative = !is_small && is_signed(promoted(by.type));
    const auto places = scope_.places;
    std::vector<Node> body;
    std::set<int> labels;
    bool has_default = false;
    for (int c = chance_.from(2, 5); c > 0; --c) {
        if (!has_default && chance_.one_in(4)) {
            has_default = true;
            body.push_back({"default:"});
        } else {
            int label = chance_.one_in(4) ? chance_.below(130) : chance_.below(8);
            if (may_be_negative && chance_.one_in(4)) label = -label;
            if (!labels.insert(label).second) continue;
            const bool is_letter = label >= 'a' && label <= 'z' && chance_.one_in(2);
            body.push_back({"case " +
                            (is_letter ? std::string("'") + static_cast<char>(label) + "'" : std::to_string(label)) +
                            ":"});
        }
        if (chance_.one_in(8)) continue; // two labels in a row
        if (chance_.one_in(3)) body.push_back({"{", block(chance_.from(1, 2), around), "}"});
        else body.push_back(simple(around));
        if (!chance_.one_in(3)) body.push_back({"break;"});
    }
    body.push_back({";"}); // a label must be followed by a statement
    to.push_back({"switch (" + text + ") {", body, "}"});
    scope_.places = places;
}

void Statements::statement(std::vector<Node>& to, Around around) {
    if (parts_.layout && chance_.one_in(16)) {
        Expression left_out;
        if (expressions_.assignment(left_out, 1))
            to.push_back({chance_.one_in(2) ? "// and so on \\\n    " + left_out.text + ";"
                                            : "/* " + left_out.text + "; // */"});
    }
    const bool may_nest = around.depth > 0;
    const int kind = chance_.below(16);
    if (kind < 4) declare(to, random_depth());
    else if (kind < 6 && may_nest) branch(to, around);
    else if (kind < 8 && may_nest && around.loops < (around.in == Around::In::kernel ? 2 : 1)) loop(to, around);
    else if (kind == 8 && may_nest) choice(to, around);
    else if (kind == 9 && may_nest) {
        --around.depth;
        to.push_back({"{", block(chance_.from(1, 2), around), "}"});
    } else to.push_back(simple(around));
}

} // namespace warploom::fuzz
